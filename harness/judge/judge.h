/*
 * The judge: whether the items of one group have the expected results. Pure.
 *
 * In no mode does a NaN pass where a number is expected: every comparison must be true, and one
 * with a NaN is false. Where the oracle expects a NaN, a number fails too, except for min and max,
 * whose result is undefined there.
 */
#ifndef WGC_JUDGE_JUDGE_H
#define WGC_JUDGE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "oracle/oracle.h"

enum wgc_judge_mode {
    WGC_JUDGE_BITS,  /* integers: bit for bit */
    WGC_JUDGE_TRUTH, /* predicates and logical functions: zero, or any other value */
    WGC_JUDGE_ORDER, /* floating-point min and max: the value, either zero for a zero; any value
                        for a NaN, which marks an undefined result */
    WGC_JUDGE_SUM,   /* floating-point sums of exact data: the value, any NaN for a NaN; +0 for +0,
                        and either zero for -0 */
    WGC_JUDGE_PRODUCT,  /* floating-point products of exact data: the value, a zero's sign too; any
                           NaN for a NaN */
    WGC_JUDGE_SAME,     /* floating-point broadcasts: the value, a zero's sign too */
    WGC_JUDGE_INTERVAL, /* floating-point sums and products of data that rounds */
    WGC_JUDGE_MODE_COUNT
};

/* The mode for the results of a call; rounding: its data rounds (wgc_oracle_interval). */
enum wgc_judge_mode wgc_judge_mode(const struct wgc_call *call, bool rounding);

/* The expected results of one group. The arrays belong to the caller. */
struct wgc_expectation {
    enum wgc_judge_mode mode;
    enum wgc_type type;
    /*
     * Floating point, not INTERVAL. Without denormals, a zero is right for a subnormal value, and
     * in mode ORDER any subnormal value too. Without inf_nan, any value is right for an infinity or
     * a NaN. Without signed_zeros, either zero is right for a zero in the modes SUM and PRODUCT.
     */
    struct wgc_fp_traits fp;
    const void *expected;  /* n values; all modes but INTERVAL */
    const double *lo, *hi; /* n ends each; INTERVAL */
};

/* For the floating-point modes without INTERVAL, and the expected value: whether any value is
 * right, and whether a zero may have either sign. */
bool wgc_judge_any_value(const struct wgc_expectation *expectation, double expected);
bool wgc_judge_any_zero(const struct wgc_expectation *expectation, double expected);

/* Whether n items have exactly the expected bits, in a mode where these are right; fast. Other bits
 * may be right too. */
bool wgc_judge_identical(const struct wgc_expectation *expectation, const void *actual, size_t n);

/*
 * Judges n items. poison: the n values of the output before the launch, or NULL. An item that still
 * has the bits of its poison is wrong, unless these are the bits of the expected value. Poison must
 * therefore be a value that no right implementation returns (the modes TRUTH and INTERVAL allow
 * many).
 *
 * Returns the number of wrong items. wrong: NULL, or n flags, all of which are written.
 */
size_t wgc_judge_group(const struct wgc_expectation *expectation, const void *actual,
                       const void *poison, size_t n, bool *wrong);

#endif
