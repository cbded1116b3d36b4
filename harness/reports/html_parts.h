/* Parts of the HTML page's data (reports/html_data.h). Pure, but for links that the caller looks
 * up. */
#ifndef WGC_REPORTS_HTML_PARTS_H
#define WGC_REPORTS_HTML_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "causes/causes.h"
#include "record/record.h"
#include "reports/html.h"
#include "reports/html_strings.h"

/* html_report.c: the head of a report, its causes, and the families of functions. */

/*
 * Appends the beginning of a report's object, without its end: the commands that rerun a case, the
 * properties of the run, the totals and the causes, whose functions and examples are given by their
 * places. place: of each result's case.
 */
void wgc_html_report_put(struct wgc_buf *out, const struct wgc_record *record,
                         const struct wgc_causes *causes, const size_t *place,
                         const struct wgc_html_links *links);

/* Appends [suite, family] of "LANGUAGE.FUNCTION", or of the group of a capability check. */
void wgc_html_suite_put(struct wgc_buf *out, const char *suite);

/* html_details.c: the texts and values of a report's cases. */

struct wgc_html_details {
    size_t *reason;      /* of each result: 1 and the place of its reason in the texts, or 0 */
    struct wgc_buf json; /* members of an object, named by the places of the cases */
    size_t left_out;     /* results with details that the page does not have */
};

/*
 * Adds reasons and logs to texts, which they outlive as parts of the record, and fills *details, in
 * limit bytes of JSON. cause_of: of each result, or NULL; place: of each result's case. A quarter
 * of the limit is for results without a cause: skips. False without memory; *details is freed with
 * wgc_html_details_free in any case.
 */
bool wgc_html_details_make(const struct wgc_record *record, const struct wgc_causes *causes,
                           const struct wgc_report_cause *const *cause_of, const size_t *place,
                           struct wgc_html_strings *texts, size_t limit,
                           struct wgc_html_details *details);
void wgc_html_details_free(struct wgc_html_details *details);

#endif
