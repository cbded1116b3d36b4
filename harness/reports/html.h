/*
 * Reports as one HTML page that needs no other file and no network: the verdict, the causes, a
 * matrix function x type, each case with its failure, and where a report has them the audit and the
 * unadvertised functions. Several reports are shown side by side; those of one device also have a
 * history of their causes. The page's program and style are in html/, its data in
 * reports/html_data.h.
 */
#ifndef WGC_REPORTS_HTML_H
#define WGC_REPORTS_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/* The targets of waivers' links that are paths. */
struct wgc_html_links {
    const char *folder;               /* from the page to where the paths begin: "./", "./../" */
    bool (*exists)(const char *path); /* whether the path is a file there */
};

/*
 * Appends the page for count reports, one or more; links: NULL where the path of the page is
 * unknown. The data are a JSON object in a script element, which no text of a driver can end;
 * without scripts the page shows the totals only. A page of 58,578 cases has less than 10 MB: past
 * WGC_HTML_DETAILS_LIMIT (reports/html_data.h) cases have their state and cause alone.
 */
enum wgc_status wgc_html_put(struct wgc_buf *out, const struct wgc_record *const *record,
                             size_t count, const struct wgc_html_links *links, struct wgc_err *err);

#endif
