/*
 * Reports as one HTML page that needs no other file and no network: totals, devices, a matrix
 * function x type, and each case with what was wrong. Several reports stand side by side. The
 * page's program and style are in html/.
 */
#ifndef WGC_REPORTS_HTML_H
#define WGC_REPORTS_HTML_H

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/*
 * Appends the page for count reports, one or more. The data are the JSON reports, in a script
 * element that no text of a driver can end; without a script the page tells the totals only.
 */
enum wgc_status wgc_html_put(struct wgc_buf *out, const struct wgc_record *const *record,
                             size_t count, struct wgc_err *err);

#endif
