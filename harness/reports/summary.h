/* The end of a run as text: the table function x type, the failures, and the totals. Pure. */
#ifndef WGC_REPORTS_SUMMARY_H
#define WGC_REPORTS_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "record/record.h"

struct wgc_summary_style {
    bool color;
    bool verbose;         /* every failing case, and every row of the table */
    bool full;            /* evidence and command of each cause; else of the first three */
    size_t failure_limit; /* at most so many causes are described */
};

/*
 * Appends the table: a row for each function, a column for each type, "passed/run" in each cell.
 * Unless verbose is set, rows in which nothing failed (waived or not) are only counted; of too many
 * others, those with the fewest failures too.
 */
void wgc_summary_table(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out);
/*
 * Appends the causes of failures (causes/causes.h), each with its smallest example, the failure of
 * that case and the command that reruns it; before them a line for each waiver that covered
 * failures, and with verbose every failing case.
 */
void wgc_summary_failures(const struct wgc_record *record, const struct wgc_summary_style *style,
                          struct wgc_buf *out);
/* Appends a line with the missing features of the device (reports/skips.h); nothing where it has
 * all. */
void wgc_summary_lack(const struct wgc_record *record, const struct wgc_summary_style *style,
                      struct wgc_buf *out);
/* Appends how many cases were skipped, by reason. */
void wgc_summary_skips(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out);
/* Appends one line: how many cases are in each state. */
void wgc_summary_totals(const struct wgc_record *record, const struct wgc_summary_style *style,
                        struct wgc_buf *out);

#endif
