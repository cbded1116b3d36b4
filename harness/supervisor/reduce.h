/*
 * Finds a smallest failing set: leaves out parts of a failing set, halves first and single items
 * last, as long as the rest fails. The result is minimal where every superset of a failing set
 * fails too. Pure.
 *
 * The caller tries each set and reports the outcome:
 *
 *     while (wgc_reduce_next(&reduction, set, &count)) {
 *         wgc_reduce_report(&reduction, fails(set, count));
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
    size_t at, chunk; /* the part to leave out next */
};

/* Starts with a failing set, which is copied. false without memory. */
bool wgc_reduce_start(struct wgc_reduction *reduction, const uint32_t *item, size_t count);
void wgc_reduce_free(struct wgc_reduction *reduction);

/* Returns the next set to try, of at least one item; set has room for count items. false: none is
 * left. */
bool wgc_reduce_next(const struct wgc_reduction *reduction, uint32_t *set, size_t *count);
/* Reports whether the latest set failed. */
void wgc_reduce_report(struct wgc_reduction *reduction, bool shows);

#endif
