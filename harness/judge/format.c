#include "judge/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/real.h"

enum { HEX_SIZE = 32 };
#define FRACTION_MASK ((UINT64_C(1) << 52) - 1)

/* The bytes of a value as a number, with the sign bit. */
static uint64_t bits_of(const void *value, size_t bytes)
{
    uint8_t bits8;
    uint16_t bits16;
    uint32_t bits32;
    uint64_t bits64;
    switch (bytes) {
    case sizeof bits8:
        memcpy(&bits8, value, sizeof bits8);
        return bits8;
    case sizeof bits16:
        memcpy(&bits16, value, sizeof bits16);
        return bits16;
    case sizeof bits32:
        memcpy(&bits32, value, sizeof bits32);
        return bits32;
    default:
        memcpy(&bits64, value, sizeof bits64);
        return bits64;
    }
}

/* A subnormal number as glibc writes it; other C libraries choose another exponent. */
static void format_subnormal(double number, char hex[HEX_SIZE])
{
    uint64_t bits;
    int length;

    memcpy(&bits, &number, sizeof bits);
    length = snprintf(hex, HEX_SIZE, "%s0x0.%013" PRIx64, signbit(number) ? "-" : "",
                      bits & FRACTION_MASK);
    while (hex[length - 1] == '0') {
        length--;
    }
    (void)snprintf(hex + length, HEX_SIZE - (size_t)length, "p-1022");
}

static void format_hex(double number, char hex[HEX_SIZE])
{
    if (fpclassify(number) == FP_SUBNORMAL) {
        format_subnormal(number, hex);
    } else {
        (void)snprintf(hex, HEX_SIZE, "%a", number);
    }
}

/* In decimal, with enough digits to distinguish every value of the type, and in hexadecimal. */
static void format_real(enum wgc_type type, double number, char buf[static WGC_FORMAT_SIZE])
{
    char hex[HEX_SIZE];

    format_hex(number, hex);
    switch (wgc_type_info(type)->bytes) {
    case sizeof(uint16_t):
        snprintf(buf, WGC_FORMAT_SIZE, "%.5g (%s)", number, hex);
        break;
    case sizeof(float):
        snprintf(buf, WGC_FORMAT_SIZE, "%.9g (%s)", number, hex);
        break;
    default:
        snprintf(buf, WGC_FORMAT_SIZE, "%.17g (%s)", number, hex);
        break;
    }
}

void wgc_format_value(enum wgc_type type, const void *value, char buf[static WGC_FORMAT_SIZE])
{
    const struct wgc_type_info *info = wgc_type_info(type);
    uint64_t bits = bits_of(value, info->bytes);
    int width = (int)(2 * info->bytes);
    unsigned unused = (unsigned)(64 - 8 * info->bytes);
    if (info->value_class == WGC_SINT) {
        int64_t number = (int64_t)(bits << unused) >> unused; /* sign-extended */
        snprintf(buf, WGC_FORMAT_SIZE, "%" PRId64 " (0x%0*" PRIx64 ")", number, width, bits);
    } else if (info->value_class == WGC_UINT) {
        snprintf(buf, WGC_FORMAT_SIZE, "%" PRIu64 " (0x%0*" PRIx64 ")", bits, width, bits);
    } else {
        double number = wgc_real_load(type, value, 0);
        if (isfinite(number)) {
            format_real(type, number, buf);
        } else {
            snprintf(buf, WGC_FORMAT_SIZE, "%f (0x%0*" PRIx64 ")", number, width, bits);
        }
    }
}

static const char *at(const struct wgc_expectation *expectation, size_t i)
{
    return (const char *)expectation->expected + i * wgc_type_info(expectation->type)->bytes;
}

bool wgc_expects_true(const struct wgc_expectation *expectation, size_t i)
{
    return bits_of(at(expectation, i), wgc_type_info(expectation->type)->bytes) != 0;
}

static void format_expected_real(const struct wgc_expectation *expectation, size_t i,
                                 char buf[static WGC_FORMAT_SIZE])
{
    const double number = wgc_real_load(expectation->type, at(expectation, i), 0);
    if (wgc_judge_any_value(expectation, number)) {
        snprintf(buf, WGC_FORMAT_SIZE, "any value");
    } else if (number == 0 && wgc_judge_any_zero(expectation, number)) {
        format_real(expectation->type, 0, buf);
    } else {
        wgc_format_value(expectation->type, at(expectation, i), buf);
    }
}

void wgc_format_expected(const struct wgc_expectation *expectation, size_t i,
                         char buf[static WGC_FORMAT_SIZE])
{
    if (expectation->mode == WGC_JUDGE_INTERVAL) {
        format_real(expectation->type, expectation->lo[i] / 2 + expectation->hi[i] / 2, buf);
    } else if (expectation->mode == WGC_JUDGE_TRUTH) {
        snprintf(buf, WGC_FORMAT_SIZE, "%s",
                 wgc_expects_true(expectation, i) ? "any non-zero value" : "0");
    } else if (expectation->mode == WGC_JUDGE_BITS) {
        wgc_format_value(expectation->type, at(expectation, i), buf);
    } else {
        format_expected_real(expectation, i, buf);
    }
}

static const char *exact_tolerance(const struct wgc_expectation *expectation, size_t i)
{
    if (expectation->mode == WGC_JUDGE_BITS || expectation->mode == WGC_JUDGE_TRUTH) {
        return "exact";
    }
    double number = wgc_real_load(expectation->type, at(expectation, i), 0);
    if (wgc_judge_any_value(expectation, number)) {
        return "undefined";
    }
    if (isnan(number)) {
        return "any NaN";
    }
    if (number == 0) {
        return wgc_judge_any_zero(expectation, number) ? "exact, either sign"
                                                       : "exact, the sign too";
    }
    if (!expectation->fp.denormals && fabs(number) < wgc_real_smallest(expectation->type)) {
        return "exact, or flushed to zero";
    }
    return "exact";
}

void wgc_format_tolerance(const struct wgc_expectation *expectation, size_t i,
                          char buf[static WGC_FORMAT_SIZE])
{
    if (expectation->mode != WGC_JUDGE_INTERVAL) {
        snprintf(buf, WGC_FORMAT_SIZE, "%s", exact_tolerance(expectation, i));
    } else if (expectation->lo[i] == expectation->hi[i]) {
        snprintf(buf, WGC_FORMAT_SIZE, "exact");
    } else {
        snprintf(buf, WGC_FORMAT_SIZE, "from %.17g to %.17g", expectation->lo[i],
                 expectation->hi[i]);
    }
}
