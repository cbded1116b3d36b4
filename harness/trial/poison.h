/* Poison: the values of output buffers before a launch, which reveal elements that nobody writes.
 * Pure. */
#ifndef WGC_TRIAL_POISON_H
#define WGC_TRIAL_POISON_H

#include <stddef.h>

#include "judge/judge.h"

/* The byte of guards, of unused elements and of slots that are not judged. */
enum { WGC_POISON_BYTE = 0xa5 };

/*
 * Fills poison with n values that are wrong under the expectation: another value, the opposite
 * truth, a NaN with a payload where a number is expected, and a number where a NaN is.
 */
void wgc_poison_fill(const struct wgc_expectation *expectation, size_t n, void *poison);

/*
 * The same for a function of sub-groups, whose expectation is only a guess: truth values get a
 * value that no compiler chooses for "true". numbers: the data has NaNs; the poison of
 * floating-point types is a number.
 */
void wgc_poison_fill_unknown(const struct wgc_expectation *guess, bool numbers, size_t n,
                             void *poison);

/* The poison of one result of operands that name their work-items (patterns/reveal.h). */
void wgc_poison_fill_named(enum wgc_type type, void *poison);

#endif
