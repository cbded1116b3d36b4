/* Values, expectations and tolerances as a report shows them. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/format.h"
#include "oracle/real.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

TEST(integers_in_both_bases)
{
    const struct {
        enum wgc_type type;
        int64_t value;
        const char *text;
    } cases[] = {
        {WGC_TYPE_int, 3, "3 (0x00000003)"},
        {WGC_TYPE_int, -3, "-3 (0xfffffffd)"},
        {WGC_TYPE_int, INT32_MIN, "-2147483648 (0x80000000)"},
        {WGC_TYPE_uint, -1, "4294967295 (0xffffffff)"},
        {WGC_TYPE_long, INT64_MIN, "-9223372036854775808 (0x8000000000000000)"},
        {WGC_TYPE_ulong, -1, "18446744073709551615 (0xffffffffffffffff)"},
        {WGC_TYPE_char, -128, "-128 (0x80)"},
        {WGC_TYPE_uchar, 200, "200 (0xc8)"},
        {WGC_TYPE_short, -2, "-2 (0xfffe)"},
        {WGC_TYPE_ushort, 65535, "65535 (0xffff)"},
    };
    char buf[WGC_FORMAT_SIZE];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wgc_format_value(cases[i].type, &cases[i].value, buf); /* the low bytes come first */
        assert_string_equal(buf, cases[i].text);
    }
}

TEST(reals_in_both_bases)
{
    const struct {
        enum wgc_type type;
        double value;
        const char *text;
    } cases[] = {
        {WGC_TYPE_half, 0.1, "0.099976 (0x1.998p-4)"},
        {WGC_TYPE_half, (double)INFINITY, "inf (0x7c00)"},
        {WGC_TYPE_float, 0.1, "0.100000001 (0x1.99999ap-4)"},
        {WGC_TYPE_float, 15, "15 (0x1.ep+3)"},
        {WGC_TYPE_float, -0.0, "-0 (-0x0p+0)"},
        {WGC_TYPE_float, -(double)INFINITY, "-inf (0xff800000)"},
        {WGC_TYPE_float, (double)NAN, "nan (0x7fc00000)"},
        {WGC_TYPE_double, 0.1, "0.10000000000000001 (0x1.999999999999ap-4)"},
        {WGC_TYPE_double, -(double)NAN, "-nan (0xfff8000000000000)"},
        {WGC_TYPE_double, -DBL_TRUE_MIN, "-4.9406564584124654e-324 (-0x0.0000000000001p-1022)"},
    };
    char buf[WGC_FORMAT_SIZE];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double room;
        wgc_real_store(cases[i].type, cases[i].value, &room, 0);
        wgc_format_value(cases[i].type, &room, buf);
        assert_string_equal(buf, cases[i].text);
    }
}

/* The decimal form alone, read back, is the value: no two values look the same in a report. */
TEST(decimals_distinguish_values)
{
    uint64_t seed = 5;
    char buf[WGC_FORMAT_SIZE];

    for (unsigned h = 0; h < 0x7c00; h++) {
        uint16_t half = (uint16_t)h;
        wgc_format_value(WGC_TYPE_half, &half, buf);
        assert_int_equal(wgc_half_from_double(strtod(buf, NULL)), h);
    }
    for (int i = 0; i < 20000; i++) {
        float single = (float)ldexp(random_real(&seed), (int)random_below(&seed, 200) - 100);
        wgc_format_value(WGC_TYPE_float, &single, buf);
        assert_true(strtof(buf, NULL) == single);
        double value = ldexp(random_real(&seed), (int)random_below(&seed, 2000) - 1000);
        wgc_format_value(WGC_TYPE_double, &value, buf);
        assert_true(strtod(buf, NULL) == value);
    }
}

static void check(const struct wgc_expectation *expectation, const char *expected,
                  const char *tolerance)
{
    char buf[WGC_FORMAT_SIZE];
    wgc_format_expected(expectation, 0, buf);
    assert_string_equal(buf, expected);
    wgc_format_tolerance(expectation, 0, buf);
    assert_string_equal(buf, tolerance);
}

TEST(expectations_show_what_is_accepted)
{
    const int32_t three = 3;
    const int32_t zero = 0;
    const float numbers[] = {0, 1.5f, 0x1p-140f, NAN, -0.0f};
    const double lo[] = {0.5, 2};
    const double hi[] = {0.75, 2};
    struct wgc_expectation e = {WGC_JUDGE_BITS, WGC_TYPE_int, {true, false, true, true},
                                &three,         lo,           hi};

    check(&e, "3 (0x00000003)", "exact");
    e.mode = WGC_JUDGE_TRUTH;
    check(&e, "any non-zero value", "exact");
    e.expected = &zero;
    check(&e, "0", "exact");
    e.type = WGC_TYPE_float;
    e.mode = WGC_JUDGE_ORDER;
    e.expected = &numbers[0];
    check(&e, "0 (0x0p+0)", "exact, either sign");
    e.mode = WGC_JUDGE_SUM;
    check(&e, "0 (0x0p+0)", "exact, the sign too");
    e.expected = &numbers[4];
    check(&e, "0 (0x0p+0)", "exact, either sign");
    e.mode = WGC_JUDGE_PRODUCT;
    check(&e, "-0 (-0x0p+0)", "exact, the sign too");
    e.mode = WGC_JUDGE_SAME;
    check(&e, "-0 (-0x0p+0)", "exact, the sign too");
    e.expected = &numbers[1];
    check(&e, "1.5 (0x1.8p+0)", "exact");
    e.expected = &numbers[2];
    check(&e, "7.17464814e-43 (0x1p-140)", "exact, or flushed to zero");
    e.fp.denormals = true;
    check(&e, "7.17464814e-43 (0x1p-140)", "exact");
    e.expected = &numbers[3];
    check(&e, "nan (0x7fc00000)", "any NaN");
    e.mode = WGC_JUDGE_ORDER;
    check(&e, "any value", "undefined");
    e.mode = WGC_JUDGE_SUM;
    check(&e, "nan (0x7fc00000)", "any NaN");
    e.fp.inf_nan = false;
    check(&e, "any value", "undefined");
    e.mode = WGC_JUDGE_INTERVAL;
    check(&e, "0.625 (0x1.4p-1)", "from 0.5 to 0.75");
    e.lo++;
    e.hi++;
    check(&e, "2 (0x1p+1)", "exact");
}
