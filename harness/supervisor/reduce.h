/*
 * Finds a smallest set: given a set that shows a fault, leaves out parts of it, halves first and
 * single items last, as long as what is left shows the fault. Nothing can be left out of the result
 * any more where every larger set than one that shows the fault shows it too. Pure.
 *
 * The caller tries each set that it is given and says whether the fault showed:
 *
 *     while (wgc_reduce_next(&reduction, set, &count)) {
 *         wgc_reduce_answer(&reduction, shows_the_fault(set, count));
 *     }
 *     then reduction.item[0 .. count) is the result
 */
#ifndef WGC_SUPERVISOR_REDUCE_H
#define WGC_SUPERVISOR_REDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wgc_reduction {
    size_t count;
    uint32_t *item;   /* the smallest set so far, in the order given; owned */
    size_t at, chunk; /* the part that is left out next */
};

/* Begins with a set that shows the fault; item is copied. false without memory. */
bool wgc_reduce_start(struct wgc_reduction *reduction, const uint32_t *item, size_t count);
void wgc_reduce_free(struct wgc_reduction *reduction);

/* The next set to try, which has at least one item; set has room for count items. false: nothing is
 * left to try. */
bool wgc_reduce_next(const struct wgc_reduction *reduction, uint32_t *set, size_t *count);
/* Whether the set of the last wgc_reduce_next showed the fault. */
void wgc_reduce_answer(struct wgc_reduction *reduction, bool shows);

#endif
