#include "causes/parts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite/tables.h"

static const double half_smallest = 0x1p-14; /* the smallest normal half */

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

static const char *or_empty(const char *text)
{
    return text == NULL ? "" : text;
}

static double smallest_of(const struct wgc_type_info *info)
{
    return info->significand == 11 ? half_smallest : info->significand == 24 ? FLT_MIN : DBL_MIN;
}

/* Two numbers of a floating-point type that are not both NaN. */
static enum wgc_wrong_kind classify_numbers(double expected, double actual,
                                            const struct wgc_type_info *info)
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
    if (actual == 0 && fabs(expected) < smallest_of(info)) {
        return WGC_WRONG_FLUSHED;
    }
    /* a result with the leading three fifths of its bits right is inexact; others are another value
     */
    double near = ldexp(fabs(expected), -(int)info->significand * 3 / 5);
    return isfinite(actual) && isfinite(expected) && fabs(actual - expected) <= near
               ? WGC_WRONG_INEXACT
               : WGC_WRONG_VALUE;
}

static enum wgc_wrong_kind classify_value(const struct wgc_record_mismatch *mismatch,
                                          const char *type, size_t type_length)
{
    const char *expected = or_empty(mismatch->expected);
    const char *actual = or_empty(mismatch->actual);
    char name[16];
    char *end;

    if (type_length >= sizeof name) {
        return WGC_WRONG_VALUE;
    }
    memcpy(name, type, type_length);
    name[type_length] = '\0';
    int number = wgc_type_by_name(name);
    if (number < 0 || wgc_type_info((enum wgc_type)number)->value_class != WGC_FLOAT) {
        return WGC_WRONG_VALUE;
    }
    double right = strtod(expected, &end);
    bool has_both = end != expected;
    double got = strtod(actual, &end);
    has_both = has_both && end != actual;
    return has_both ? classify_numbers(right, got, wgc_type_info((enum wgc_type)number))
                    : WGC_WRONG_VALUE;
}

static enum wgc_wrong_extent extent_of(const struct wgc_record_mismatch *mismatch)
{
    if (mismatch->group_items == 0) {
        return WGC_EXTENT_UNKNOWN;
    }
    return mismatch->group_wrong == mismatch->group_items ? WGC_EXTENT_ALL : WGC_EXTENT_SOME;
}

void wgc_wrong_classify(const struct wgc_record_mismatch *mismatch, const char *type,
                        size_t type_length, struct wgc_wrong *wrong)
{
    const char *what = or_empty(mismatch->what);
    const char *expected = or_empty(mismatch->expected);
    /* ", or not written", or ", whatever the sub-groups are" may follow */
    static const char value[] = "wrong value";

    *wrong = (struct wgc_wrong){.extent = extent_of(mismatch)};
    wrong->expected = strcmp(expected, "any non-zero value") == 0;
    wrong->truth = wrong->expected || strcmp(expected, "0") == 0;
    if (strcmp(what, "not written") == 0) {
        wrong->kind = WGC_WRONG_NOT_WRITTEN;
    } else if (strncmp(what, value, sizeof value - 1) == 0) {
        wrong->kind = classify_value(mismatch, type, type_length);
        wrong->damage = wrong->kind == WGC_WRONG_VALUE ? mismatch->damage : WGC_DAMAGE_UNKNOWN;
    }
}
