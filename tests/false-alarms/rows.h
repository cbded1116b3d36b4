/*
 * The data of the simulation, a group at a time: the suite's own data for sums and products of
 * floating-point values, with the expectations of a run, and adversarial data.
 */
#ifndef WGC_FALSE_ALARMS_ROWS_H
#define WGC_FALSE_ALARMS_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "judge/judge.h"
#include "trial/trial.h"

struct row {
    struct wgc_call call;
    struct wgc_fp_traits fp;
    const char *pattern;
    bool suite; /* one of the suite's patterns, not a made up one, a constant or the like */
    size_t n;
    const void *x;
    const void *init; /* NULL but for the _INIT kinds */
    struct wgc_expectation expectation;
};

typedef enum wgc_status (*row_visitor)(void *context, const struct row *row, struct wgc_err *err);

/* Every row of work-groups of n items: each pattern in several variants, one value for all items,
 * the example. */
enum wgc_status rows_of_suite(const struct wgc_call *call, const struct wgc_fp_traits *fp, size_t n,
                              uint64_t seed, row_visitor visit, void *context, struct wgc_err *err);

/*
 * Every pattern for functions of sub-groups, in a work-group of n items whose data was made for
 * sub-groups of guess items, while the sub-groups have size items.
 */
enum wgc_status rows_of_sub_groups(const struct wgc_call *call, const struct wgc_fp_traits *fp,
                                   size_t n, size_t guess, size_t size, uint64_t seed,
                                   row_visitor visit, void *context, struct wgc_err *err);

/* Every adversarial row for a sum or product, with n terms. */
enum wgc_status rows_made_up(const struct wgc_call *call, const struct wgc_fp_traits *fp, size_t n,
                             uint64_t seed, row_visitor visit, void *context, struct wgc_err *err);

#endif
