/* The causes of two reports, matched (causes/match.h), and the functions with the causes that they
 * have. Pure. */
#ifndef WGC_COMPARE_DIFF_CAUSES_H
#define WGC_COMPARE_DIFF_CAUSES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "causes/causes.h"
#include "compare/diff.h"

/* A cause of one report or of both; not both are NULL. */
struct wgc_cause_pair {
    const struct wgc_report_cause *before, *after;
    bool ran; /* a case of the cause ran in the report that does not have it */
};

struct wgc_diff_causes {
    struct wgc_causes before, after;
    struct wgc_cause_pair
        *pair; /* those that appeared, then those that stayed, then those that are gone */
    size_t count;
};

/* On success *causes is freed with wgc_diff_causes_free. */
enum wgc_status wgc_diff_causes_make(const struct wgc_diff *diff, struct wgc_diff_causes *causes,
                                     struct wgc_err *err);
void wgc_diff_causes_free(struct wgc_diff_causes *causes);

/* Appends the list: a line a cause, numbered, with how many cases it has in each report. Nothing
 * when there is none. */
void wgc_diff_causes_put(struct wgc_buf *out, const struct wgc_diff_causes *causes,
                         const struct wgc_diff_style *style);

/*
 * Appends a table of the functions that do not pass as a whole on both: how many cases passed of
 * those that ran in each report, and the numbers of their causes in the list. Functions in which
 * nothing went wrong are counted only, with the families that one of the two lacks.
 */
void wgc_diff_table_put(struct wgc_buf *out, const struct wgc_diff *diff,
                        const struct wgc_diff_causes *causes);

#endif
