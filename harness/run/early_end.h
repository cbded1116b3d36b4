/*
 * Why a run ends before its last case, and which of its cases do not run: because the driver fails
 * in the same way at all of them (run/same_failure.h), because it does not answer, or because
 * --time or --cases is a budget. What does not run has no result; the report counts it, with the
 * reasons.
 */
#ifndef WGC_RUN_EARLY_END_H
#define WGC_RUN_EARLY_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options/options.h"
#include "record/record.h"
#include "reports/summary.h"
#include "run/same_failure.h"

/* Why cases do not run. */
struct wgc_left_out {
    char *text;   /* owned */
    size_t brief; /* so much of it is without a failure that is a cause of the run */
};

struct wgc_early_end {
    const struct wgc_options *options; /* borrowed, as is the plan */
    const struct wgc_plan *plan;
    struct wgc_same_failure same;
    bool *decided;     /* of each case of the plan */
    size_t *reason_of; /* of each case: the number of the reason why it does not run; 0: none */
    struct wgc_left_out *reason; /* owned; that of number 1 first */
    size_t reasons;
    char *stop;     /* why the run stops; NULL: it does not */
    bool failed;    /* the run stops because the driver fails at everything */
    bool silent;    /* the run stops because the driver does not answer */
    double begun;   /* seconds on the monotonic clock: the start of the run */
    double heard;   /* the same: the device was known, or a case ended last; 0: not yet */
    bool answered;  /* a case ran to its end: not one whose kernel is not built */
    bool over;      /* the time of --time is over */
    size_t general; /* the number of the reason of all cases that have none of their own; or 0 */
    size_t ran;     /* cases of the plan that were not skipped */
    unsigned bad;   /* bad results */
    char *example;  /* of those that failed the one with the fewest work-items; NULL: none */
};

enum wgc_status wgc_early_end_init(struct wgc_early_end *end, const struct wgc_options *options,
                                   const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                                   double begun, struct wgc_err *err);
void wgc_early_end_free(struct wgc_early_end *end);

/* The results that a resumed run has already. They count as those of this run do; a result that
 * fails has to follow before the run stops. */
enum wgc_status wgc_early_end_resume(struct wgc_early_end *end, const struct wgc_record *record,
                                     struct wgc_err *err);
/* The device is known. */
void wgc_early_end_on_device(struct wgc_early_end *end, double now);
/* A case is decided, and its waivers were applied. */
enum wgc_status wgc_early_end_on_result(struct wgc_early_end *end, const struct wgc_result *result,
                                        double now, struct wgc_err *err);
/* Whether that case of the plan is to run. Asked before a worker gets it; the answer false is
 * final. */
bool wgc_early_end_needs(struct wgc_early_end *end, size_t index);
/* Whether the run is to stop now. */
bool wgc_early_end_stops(struct wgc_early_end *end, double now);

/* Fills in record->not_run; nothing where every case has a result. interrupted: by a signal. */
enum wgc_status wgc_early_end_finish(struct wgc_early_end *end, bool interrupted,
                                     struct wgc_record *record, struct wgc_err *err);
/* Appends what the end of the run prints: what did not run, why, and what to do next, as commands
 * of the record's run. Reasons are in rows of the style's columns. */
void wgc_early_end_put(const struct wgc_early_end *end, const struct wgc_record *record,
                       const struct wgc_summary_style *style, struct wgc_buf *out);
/* WGC_ERR_DEVICE, with what to do next, where the driver did not answer. */
enum wgc_status wgc_early_end_status(const struct wgc_early_end *end, struct wgc_err *err);

#endif
