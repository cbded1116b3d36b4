#include "judge/judge.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "oracle/real.h"
#include "oracle/values.h"

enum wgc_judge_mode wgc_judge_mode(const struct wgc_call *call, bool rounding)
{
    if (wgc_is_truth(call->kind, call->op)) {
        return WGC_JUDGE_TRUTH;
    }
    if (wgc_type_info(call->type)->value_class != WGC_FLOAT) {
        return WGC_JUDGE_BITS;
    }
    if (call->op == WGC_OP_NONE) {
        return WGC_JUDGE_SAME;
    }
    if (!wgc_oracle_rounds(call)) {
        return WGC_JUDGE_ORDER;
    }
    return rounding                                      ? WGC_JUDGE_INTERVAL
           : wgc_op_info(call->op)->real == WGC_REAL_SUM ? WGC_JUDGE_SUM
                                                         : WGC_JUDGE_PRODUCT;
}

bool wgc_judge_any_value(const struct wgc_expectation *expectation, double expected)
{
    return (isnan(expected) && expectation->mode == WGC_JUDGE_ORDER) ||
           (!isfinite(expected) && !expectation->fp.inf_nan);
}

bool wgc_judge_any_zero(const struct wgc_expectation *expectation, double expected)
{
    switch (expectation->mode) {
    case WGC_JUDGE_ORDER:
        return true;
    case WGC_JUDGE_SUM:
        return signbit(expected) || !expectation->fp.signed_zeros;
    case WGC_JUDGE_PRODUCT:
        return !expectation->fp.signed_zeros;
    default:
        return false;
    }
}

static bool right_value(double expected, double actual, const struct wgc_expectation *expectation)
{
    if (isnan(expected) || wgc_judge_any_value(expectation, expected)) {
        return isnan(actual) || wgc_judge_any_value(expectation, expected);
    }
    if (actual == expected) {
        return actual != 0 || signbit(actual) == signbit(expected) ||
               wgc_judge_any_zero(expectation, expected);
    }
    const double smallest = wgc_real_smallest(expectation->type);
    return !expectation->fp.denormals && expected != 0 && fabs(expected) < smallest &&
           (actual == 0 || (expectation->mode == WGC_JUDGE_ORDER && fabs(actual) < smallest));
}

/* Whether item i is right, without regard to its poison. */
static bool right(const struct wgc_expectation *expectation, const void *actual, size_t i)
{
    enum wgc_type type = expectation->type;
    const void *expected = expectation->expected;
    size_t bytes = wgc_type_info(type)->bytes;
    switch (expectation->mode) {
    case WGC_JUDGE_TRUTH:
        return wgc_value_is_zero((const char *)expected + i * bytes, bytes) ==
               wgc_value_is_zero((const char *)actual + i * bytes, bytes);
    case WGC_JUDGE_BITS:
        return memcmp((const char *)expected + i * bytes, (const char *)actual + i * bytes,
                      bytes) == 0;
    case WGC_JUDGE_INTERVAL: {
        double value = wgc_real_load(type, actual, i);
        return expectation->lo[i] <= value && value <= expectation->hi[i];
    }
    default:
        return right_value(wgc_real_load(type, expected, i), wgc_real_load(type, actual, i),
                           expectation);
    }
}

/* Whether item i still has its poison, and the poison is not the expected value. */
static bool untouched(const struct wgc_expectation *expectation, const void *actual,
                      const void *poison, size_t i)
{
    size_t bytes = wgc_type_info(expectation->type)->bytes;
    size_t at = i * bytes;
    const char *before = (const char *)poison + at;
    if (memcmp((const char *)actual + at, before, bytes) != 0) {
        return false;
    }
    return expectation->mode == WGC_JUDGE_INTERVAL ||
           memcmp((const char *)expectation->expected + at, before, bytes) != 0;
}

/* Whether each sum has the expected bits, or is +0 where -0 is expected. */
#define IDENTICAL_SUMS(bits)                                                                       \
    static bool identical_sums_##bits(const char *expected, const char *actual, size_t n)          \
    {                                                                                              \
        uint##bits##_t wrong = 0;                                                                  \
        for (size_t i = 0; i < n; i++) {                                                           \
            const uint##bits##_t minus_zero = (uint##bits##_t)((uint##bits##_t)1 << (bits - 1));   \
            uint##bits##_t e;                                                                      \
            uint##bits##_t a;                                                                      \
            memcpy(&e, expected + i * sizeof e, sizeof e);                                         \
            memcpy(&a, actual + i * sizeof a, sizeof a);                                           \
            wrong |= (uint##bits##_t)(e == minus_zero && a == 0 ? 0 : e ^ a);                      \
        }                                                                                          \
        return wrong == 0;                                                                         \
    }

IDENTICAL_SUMS(16)
IDENTICAL_SUMS(32)
IDENTICAL_SUMS(64)

static bool identical_sums(enum wgc_type type, const void *expected, const void *actual, size_t n)
{
    switch (wgc_type_info(type)->bytes) {
    case sizeof(uint16_t):
        return identical_sums_16(expected, actual, n);
    case sizeof(uint32_t):
        return identical_sums_32(expected, actual, n);
    default:
        return identical_sums_64(expected, actual, n);
    }
}

bool wgc_judge_identical(const struct wgc_expectation *expectation, const void *actual, size_t n)
{
    switch (expectation->mode) {
    case WGC_JUDGE_INTERVAL:
        return false;
    case WGC_JUDGE_SUM: /* the first item of an exclusive scan is seldom the expected -0 */
        return identical_sums(expectation->type, expectation->expected, actual, n);
    default:
        return memcmp(expectation->expected, actual, n * wgc_type_info(expectation->type)->bytes) ==
               0;
    }
}

size_t wgc_judge_group(const struct wgc_expectation *expectation, const void *actual,
                       const void *poison, size_t n, bool *wrong)
{
    if (n == 0 || wgc_judge_identical(expectation, actual, n)) {
        if (wrong != NULL) {
            memset(wrong, 0, n * sizeof *wrong);
        }
        return 0;
    }
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        bool bad = !right(expectation, actual, i) ||
                   (poison != NULL && untouched(expectation, actual, poison, i));
        count += bad;
        if (wrong != NULL) {
            wrong[i] = bad;
        }
    }
    return count;
}
