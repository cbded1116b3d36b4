/* What output buffers hold before a launch, so that an element that nobody writes shows. Pure. */
#ifndef WGC_TRIAL_POISON_H
#define WGC_TRIAL_POISON_H

#include <stddef.h>

#include "judge/judge.h"

/* Guards, unused elements and what is not judged. */
enum { WGC_POISON_BYTE = 0xa5 };

/*
 * Fills poison with n values that are wrong under the expectation: another value, the opposite
 * truth, a NaN with a payload where a number is expected, and a number where a NaN is.
 */
void wgc_poison_fill(const struct wgc_expectation *expectation, size_t n, void *poison);

/*
 * The same for a function of sub-groups, of which the expectation is only a guess: truth values get
 * a value that no compiler chooses for "true". numbers: the data has NaNs, so that the poison of
 * floating-point types is to be a number.
 */
void wgc_poison_fill_unknown(const struct wgc_expectation *guess, bool numbers, size_t n,
                             void *poison);

#endif
