#include "reports/causes/wrong.h"

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

static const char *text_of(const cJSON *object, const char *field)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, field));

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
    /* what loses two fifths of its bits is computed otherwise; the rest is another value */
    double near = ldexp(fabs(expected), -(int)info->significand * 3 / 5);
    return isfinite(actual) && isfinite(expected) && fabs(actual - expected) <= near
               ? WGC_WRONG_INEXACT
               : WGC_WRONG_VALUE;
}

static enum wgc_wrong_kind classify_value(const cJSON *mismatch, const char *type,
                                          size_t type_length)
{
    const char *expected = text_of(mismatch, "expected");
    const char *actual = text_of(mismatch, "actual");
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

static enum wgc_wrong_extent extent_of(const cJSON *flags)
{
    const cJSON *flag;
    size_t count = 0;
    size_t wrong = 0;

    cJSON_ArrayForEach(flag, flags)
    {
        count++;
        wrong += cJSON_IsTrue(flag) != 0;
    }
    return count == 0 ? WGC_EXTENT_UNKNOWN : wrong == count ? WGC_EXTENT_ALL : WGC_EXTENT_SOME;
}

void wgc_wrong_classify(const cJSON *mismatch, const char *type, size_t type_length,
                        struct wgc_wrong *wrong)
{
    const char *what = text_of(mismatch, "what");
    const char *expected = text_of(mismatch, "expected");

    *wrong = (struct wgc_wrong){
        .extent = extent_of(cJSON_GetObjectItemCaseSensitive(mismatch, "group_wrong"))};
    wrong->expected = strcmp(expected, "any non-zero value") == 0;
    wrong->truth = wrong->expected || strcmp(expected, "0") == 0;
    if (strcmp(what, "not written") == 0) {
        wrong->kind = WGC_WRONG_NOT_WRITTEN;
    } else if (strcmp(what, "wrong value") == 0 ||
               strcmp(what, "wrong value, or not written") == 0) {
        wrong->kind = classify_value(mismatch, type, type_length);
    }
}
