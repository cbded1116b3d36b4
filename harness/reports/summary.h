/* The end of a run as text: the table function x type, what went wrong, and the totals. Pure. */
#ifndef WGC_REPORTS_SUMMARY_H
#define WGC_REPORTS_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "record/record.h"

struct wgc_summary_style {
    bool color;
    bool verbose; /* every failure, and the reasons of skips; else the first of each function and
                     type */
    size_t failure_limit; /* at most so many failures are named */
};

/* Appends the table: a row a function, a column a type, "passed/run" in each place. */
void wgc_summary_table(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out);
/* Appends the cases that went wrong, each with its first mismatch and the command that runs it
 * again. */
void wgc_summary_failures(const struct wgc_record *record, const struct wgc_summary_style *style,
                          struct wgc_buf *out);
/* Appends one line: how many cases are in each state. */
void wgc_summary_totals(const struct wgc_record *record, const struct wgc_summary_style *style,
                        struct wgc_buf *out);

#endif
