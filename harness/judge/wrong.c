#include "judge/wrong.h"

#include <math.h>

#include "base/row.h"
#include "oracle/real.h"

static const char *const names[WGC_WRONG_KIND_COUNT] = {
    [WGC_WRONG_OTHER] = "other",
    [WGC_WRONG_VALUE] = "value",
    [WGC_WRONG_NOT_WRITTEN] = "not_written",
    [WGC_WRONG_NAN] = "nan",
    [WGC_WRONG_NO_NAN] = "no_nan",
    [WGC_WRONG_FLUSHED] = "flushed",
    [WGC_WRONG_ZERO_SIGN] = "zero_sign",
    [WGC_WRONG_INEXACT] = "inexact",
};

const char *wgc_wrong_name(enum wgc_wrong_kind kind)
{
    return names[kind];
}

enum wgc_wrong_kind wgc_wrong_by_name(const char *name)
{
    const int kind = wgc_row_by_name(names, sizeof names[0], WGC_WRONG_KIND_COUNT, name);

    return kind < 0 ? WGC_WRONG_OTHER : (enum wgc_wrong_kind)kind;
}

enum wgc_wrong_kind wgc_wrong_number(enum wgc_type type, double expected, double actual)
{
    if (isnan(actual)) {
        return WGC_WRONG_NAN;
    }
    if (isnan(expected)) {
        return WGC_WRONG_NO_NAN;
    }
    if (actual == 0 && expected == 0) {
        return WGC_WRONG_ZERO_SIGN;
    }
    if (actual == 0 && fabs(expected) < wgc_real_smallest(type)) {
        return WGC_WRONG_FLUSHED;
    }
    /* a result with the leading three fifths of its bits right is inexact; others are another value
     */
    const int significand = (int)wgc_type_info(type)->significand;
    double near = ldexp(fabs(expected), -significand * 3 / 5);
    return isfinite(actual) && isfinite(expected) && fabs(actual - expected) <= near
               ? WGC_WRONG_INEXACT
               : WGC_WRONG_VALUE;
}

enum wgc_wrong_kind wgc_wrong_item(const struct wgc_expectation *expectation, const void *actual,
                                   size_t i)
{
    double expected;

    if (wgc_type_info(expectation->type)->value_class != WGC_FLOAT ||
        expectation->mode == WGC_JUDGE_TRUTH) {
        return WGC_WRONG_VALUE;
    }
    if (expectation->mode == WGC_JUDGE_INTERVAL) {
        expected = expectation->lo[i] / 2 + expectation->hi[i] / 2;
    } else {
        expected = wgc_real_load(expectation->type, expectation->expected, i);
    }
    return wgc_wrong_number(expectation->type, expected,
                            wgc_real_load(expectation->type, actual, i));
}
