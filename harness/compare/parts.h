/* What the modules of this folder share. Pure. */
#ifndef WGC_COMPARE_PARTS_H
#define WGC_COMPARE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "causes/causes.h"
#include "compare/diff.h"
#include "compare/history.h"
#include "record/record.h"

/* The causes of two reports, matched (causes/match.h), and the functions with the causes that they
 * have. Pure. */

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

/* ---- history_parts.c: The reports of a history: their order and their labels. Pure. ---- */

/* Fills history->report (compare/history.h has the rules); the caller frees it in any case. */
enum wgc_status wgc_history_reports_make(struct wgc_record *const *record, size_t count,
                                         const char *const *label, struct wgc_history *history,
                                         struct wgc_err *err);

/*
 * Merges the parts of a report other than the verdicts: `audit`, `unadvertised` and `not_run`
 * (schemas/report.schema.json), as JSON text. Pure.
 */

/*
 * Adds these parts of a report to *out, which may have them; each may be missing in both. The
 * numbers of the audit are added, its cases appended. Rows of `unadvertised` with one function and
 * type become one: its numbers are added, its answer is the first one with a case, with the example
 * and detail of the first report that has it. Reasons of `not_run` with one text become one. A part
 * that violates the schema is an error of status WGC_ERR_INPUT.
 */
enum wgc_status wgc_merge_add_parts(struct wgc_record *out, const struct wgc_record *record,
                                    struct wgc_err *err);

/* When out has all results: sorts the rows of `unadvertised` in their order, and sets the share of
 * `not_run`. */
enum wgc_status wgc_merge_end_parts(struct wgc_record *out, struct wgc_err *err);

#endif
