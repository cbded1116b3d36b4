/*
 * The judge: whether the items of one group got what they must. Pure.
 *
 * In no mode does a NaN pass where a number is expected: every comparison is written so that it has
 * to hold. Where the oracle expects a NaN, a number does not pass either, but for min and max,
 * which are undefined there.
 */
#ifndef WGC_JUDGE_JUDGE_H
#define WGC_JUDGE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "oracle/oracle.h"

enum wgc_judge_mode {
    WGC_JUDGE_BITS,  /* integers: bit for bit */
    WGC_JUDGE_TRUTH, /* predicates and logical functions: zero, or any other value */
    WGC_JUDGE_ORDER, /* floating-point min and max: the value, either zero for a zero; anything for
                        a NaN, which stands for an undefined result */
    WGC_JUDGE_SUM,   /* floating-point sums of exact data: the value, any NaN for a NaN; +0 for +0,
                        and either zero for -0 */
    WGC_JUDGE_PRODUCT,  /* floating-point products of exact data: the value, a zero's sign too; any
                           NaN for a NaN */
    WGC_JUDGE_SAME,     /* floating-point broadcasts: the same */
    WGC_JUDGE_INTERVAL, /* floating-point sums and products of data that rounds */
    WGC_JUDGE_MODE_COUNT
};

/* How the results of a call are judged; rounding: its data is for wgc_oracle_interval. */
enum wgc_judge_mode wgc_judge_mode(const struct wgc_call *call, bool rounding);

/* What the items of one group must get. The arrays are the caller's. */
struct wgc_expectation {
    enum wgc_judge_mode mode;
    enum wgc_type type;
    /*
     * Floating point, not INTERVAL. Without denormals, a zero will do for a subnormal value, and in
     * mode ORDER any subnormal value too. Without inf_nan, anything will do for an infinity or a
     * NaN. Without signed_zeros, zeros are alike in the modes SUM and PRODUCT.
     */
    struct wgc_fp_traits fp;
    const void *expected;  /* n values; all modes but INTERVAL */
    const double *lo, *hi; /* n ends each; INTERVAL */
};

/* Of a floating-point mode but INTERVAL, where `expected` is expected: whether any value will do,
 * and whether a zero may have either sign. */
bool wgc_judge_any_value(const struct wgc_expectation *expectation, double expected);
bool wgc_judge_any_zero(const struct wgc_expectation *expectation, double expected);

/* Whether n items have the very bits that are expected, and these are right in their mode; quick.
 * Others may be right too. */
bool wgc_judge_identical(const struct wgc_expectation *expectation, const void *actual, size_t n);

/*
 * Judges n items. poison: what the output held before the launch, n values, or NULL. An item that
 * still has the bits of its poison is wrong, unless these are just the bits of the expected value;
 * so poison is to be a value that no right implementation gives (the modes TRUTH and INTERVAL allow
 * many).
 *
 * Returns the number of wrong items. wrong: NULL, or n flags, all of which are written.
 */
size_t wgc_judge_group(const struct wgc_expectation *expectation, const void *actual,
                       const void *poison, size_t n, bool *wrong);

#endif
