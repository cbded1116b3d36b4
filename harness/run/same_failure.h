/*
 * Finds out that the cases of a run fail in the same way, so that the run need not have each of
 * them end a worker. Pure.
 *
 * Only failures without a value count: crashes, timeouts, errors of builds and launches. Two of
 * them are the same when state, signal and the driver's last words are the same, without numbers
 * and the names of kernels and functions.
 *
 * - The whole run stops when nothing has worked, and the kernels of several functions failed in the
 * same way, all or most (or those of many functions, each in its way). Each kind of functions that
 * the device has (work-group or sub-group, OpenCL C or SPIR-V) must have failed. A check has worked
 * where a kernel of its own ran; its failures do not count where there are functions.
 * - A group of cases (of a function, of a form, of a local size, or of a function in a form) is
 *   excluded when its cases crashed or timed out in the same way several times, and no case of the
 * group has worked. In a form or a local size, the cases must be of different functions. While
 * nothing has worked, a kind of functions of which no case has failed yet is not excluded.
 *
 * A case that is excluded has no result. Waived failures do not count.
 */
#ifndef WGC_RUN_SAME_FAILURE_H
#define WGC_RUN_SAME_FAILURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "plan/plan.h"
#include "record/record.h"

enum {
    WGC_SAME_FUNCTIONS = 8, /* functions that fail in the same way, before the run stops */
    WGC_SAME_TIMEOUTS = 3,  /* the same, of timeouts, each of which takes the full limit */
    WGC_SAME_PART = 3,      /* as many functions fail in the same way, for one in another way */
    WGC_SAME_ANY = 40,      /* functions that fail, each in its way */
    WGC_SAME_CRASHES = 8,   /* crashes of a group, before it is excluded; timeouts: as above */
    WGC_SAME_KINDS = 5      /* of functions: a language and a scope; the last one is of checks */
};

/* A kind of failure. */
struct wgc_same_failure_key {
    char *text;
    char *reason; /* of its first result */
    enum wgc_state state;
    unsigned functions; /* functions with this failure; filled in by wgc_same_failure_stops */
};

/* Cases that fail in the same way. */
struct wgc_same_failure_group {
    bool worked;   /* a case had a value, right or wrong */
    bool failed;   /* a case failed without a value */
    unsigned same; /* failures with that key; others count against them */
    size_t key;    /* its number */
};

struct wgc_same_failure {
    const struct wgc_manifest *manifest; /* borrowed, as is the plan */
    const struct wgc_plan *plan;
    size_t *first;                           /* of each signature: the first one of its function */
    struct wgc_same_failure_group *of_form;  /* of each form */
    struct wgc_same_failure_group *of_shape; /* of each shape */
    bool *failed_in_shape;                   /* of each first signature and shape */
    struct wgc_same_failure_group *of_function; /* of each first signature */
    struct wgc_same_failure_group *of_both;     /* of each first signature and form */
    struct wgc_same_failure_key *key;
    size_t keys;
    size_t open[WGC_SAME_KINDS];     /* cases of the plan that are not skipped */
    unsigned failed[WGC_SAME_KINDS]; /* functions that failed */
    bool worked;                     /* a case had a value, or a check ran a kernel */
};

enum wgc_status wgc_same_failure_init(struct wgc_same_failure *same,
                                      const struct wgc_manifest *manifest,
                                      const struct wgc_plan *plan, struct wgc_err *err);
void wgc_same_failure_free(struct wgc_same_failure *same);

/* A case of the plan, the one at result->order, is decided. */
enum wgc_status wgc_same_failure_note(struct wgc_same_failure *same,
                                      const struct wgc_result *result, struct wgc_err *err);

/* Whether the run is to stop; then appends why: "every kernel fails in the same way: ...". */
bool wgc_same_failure_stops(struct wgc_same_failure *same, struct wgc_buf *why);

/* Whether that case of the plan is excluded; then appends why. *brief: so much of why is without
 * the failure, which is a cause of the run. */
bool wgc_same_failure_excludes(const struct wgc_same_failure *same, size_t index,
                               struct wgc_buf *why, size_t *brief);

#endif
