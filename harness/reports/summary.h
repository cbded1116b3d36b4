/* The end of a run as text: the table function x type, what went wrong, and the totals. Pure. */
#ifndef WGC_REPORTS_SUMMARY_H
#define WGC_REPORTS_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "record/record.h"

struct wgc_summary_style {
    bool color;
    bool verbose;         /* every failing case, and rows of nothing but skips, too */
    size_t failure_limit; /* at most so many causes are described */
};

/*
 * Appends the table: a row a function, a column a type, "passed/run" in each place. Rows of nothing
 * but skips are counted only, unless with verbose.
 */
void wgc_summary_table(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out);
/*
 * Appends the causes of what went wrong (reports/causes/causes.h), each with its smallest example,
 * what was wrong with it and the command that runs it again; before them a line for each waiver
 * that covered failures, and with verbose every failing case.
 */
void wgc_summary_failures(const struct wgc_record *record, const struct wgc_summary_style *style,
                          struct wgc_buf *out);
/* Appends what the device lacks (reports/skips.h), a line; nothing where it lacks nothing. */
void wgc_summary_lack(const struct wgc_record *record, const struct wgc_summary_style *style,
                      struct wgc_buf *out);
/* Appends how many cases were skipped, by reason. */
void wgc_summary_skips(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out);
/* Appends one line: how many cases are in each state. */
void wgc_summary_totals(const struct wgc_record *record, const struct wgc_summary_style *style,
                        struct wgc_buf *out);

#endif
