#include "judge/judge.h"

#include <math.h>
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
    return rounding && wgc_oracle_rounds(call) ? WGC_JUDGE_INTERVAL : WGC_JUDGE_VALUE;
}

static bool right_value(double expected, double actual, const struct wgc_expectation *expectation)
{
    if (actual == expected) {
        return true;
    }
    double smallest = wgc_real_smallest(expectation->type);
    return !expectation->denormals && expected != 0 && fabs(expected) < smallest &&
           fabs(actual) < smallest;
}

static bool same_value(double expected, double actual, const struct wgc_expectation *expectation)
{
    if (isnan(expected)) {
        return isnan(actual);
    }
    if (actual == expected) {
        return signbit(actual) == signbit(expected);
    }
    return !expectation->denormals && fabs(expected) < wgc_real_smallest(expectation->type) &&
           actual == 0;
}

/* Whether item i is right, its poison aside. */
static bool right(const struct wgc_expectation *expectation, const void *actual, size_t i)
{
    enum wgc_type type = expectation->type;
    const void *expected = expectation->expected;
    size_t bytes = wgc_type_info(type)->bytes;
    switch (expectation->mode) {
    case WGC_JUDGE_TRUTH:
        return wgc_value_is_zero((const char *)expected + i * bytes, bytes) ==
               wgc_value_is_zero((const char *)actual + i * bytes, bytes);
    case WGC_JUDGE_VALUE:
        return right_value(wgc_real_load(type, expected, i), wgc_real_load(type, actual, i),
                           expectation);
    case WGC_JUDGE_SAME:
        return same_value(wgc_real_load(type, expected, i), wgc_real_load(type, actual, i),
                          expectation);
    case WGC_JUDGE_INTERVAL: {
        double value = wgc_real_load(type, actual, i);
        return expectation->lo[i] <= value && value <= expectation->hi[i];
    }
    default:
        return memcmp((const char *)expected + i * bytes, (const char *)actual + i * bytes,
                      bytes) == 0;
    }
}

/* Whether item i still holds its poison, which is not what it must get. */
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

bool wgc_judge_identical(const struct wgc_expectation *expectation, const void *actual, size_t n)
{
    size_t bytes = wgc_type_info(expectation->type)->bytes;
    if (expectation->mode == WGC_JUDGE_INTERVAL ||
        memcmp(expectation->expected, actual, n * bytes) != 0) {
        return false;
    }
    return expectation->mode != WGC_JUDGE_VALUE || !wgc_real_any_nan(expectation->type, actual, n);
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
