/*
 * The lists of expected results that deqp-runner takes, from a report. Pure.
 *
 * The baseline has a line NAME,Fail for each failure: a crash is a failed test too, as the process
 * continues (reports/lines.h). Cases that time out are skips, because each run would take the full
 * limit; they and flaky cases are regular expressions, one a line.
 */
#ifndef WGC_REPORTS_DEQP_LISTS_H
#define WGC_REPORTS_DEQP_LISTS_H

#include "base/buf.h"
#include "record/record.h"

enum wgc_deqp_list { WGC_DEQP_FAILS, WGC_DEQP_SKIPS, WGC_DEQP_FLAKES, WGC_DEQP_LISTS };

/* "fails": the end of the file's name, as Mesa's lists have it. */
const char *wgc_deqp_list_name(enum wgc_deqp_list list);
void wgc_deqp_list_put(struct wgc_buf *out, enum wgc_deqp_list list,
                       const struct wgc_record *record);

#endif
