/* Finds out that every program of an exploration fails in the same way, so that it can end. Pure.
 *
 * Only failures without a value count, as in run/same_failure.h: builds, launches, crashes,
 * timeouts. A program that gives a value, right or wrong, has worked. */
#ifndef WGC_EXPLORE_RUN_SAME_KIND_H
#define WGC_EXPLORE_RUN_SAME_KIND_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/* Programs that have to fail; of timeouts, each of which takes the full limit. */
enum { WGC_SAME_KIND_PROGRAMS = 24, WGC_SAME_KIND_TIMEOUTS = 3 };

/* All zero before the first program; the caller frees kind. */
struct wgc_same_kind {
    struct wgc_buf kind; /* of the first failure, wgc_failure_kind */
    enum wgc_state state;
    unsigned programs; /* that failed so */
    bool differ;       /* one worked, or failed in another way */
};

/* The result of a program. */
enum wgc_status wgc_same_kind_note(struct wgc_same_kind *same, const struct wgc_result *result,
                                   struct wgc_err *err);

bool wgc_same_kind_stops(const struct wgc_same_kind *same);

#endif
