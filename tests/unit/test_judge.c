/* The judge: what each mode lets pass and what it must not. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "judge/judge.h"
#include "oracle/real.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

static const enum wgc_type float_types[] = {WGC_TYPE_half, WGC_TYPE_float, WGC_TYPE_double};

static const struct wgc_fp_traits ieee = {true, true, true, true};
static const struct wgc_fp_traits flushing = {true, false, true, true};
static const struct wgc_fp_traits no_inf_nan = {true, true, false, true};
static const struct wgc_fp_traits positive_zeros = {true, true, true, false};

static const enum wgc_judge_mode real_modes[] = {WGC_JUDGE_ORDER, WGC_JUDGE_SUM, WGC_JUDGE_PRODUCT,
                                                 WGC_JUDGE_SAME};

/* Whether one floating-point value passes for another. */
static bool passes(enum wgc_judge_mode mode, enum wgc_type type, const struct wgc_fp_traits *fp,
                   double expected, double actual)
{
    double e;
    double a;
    wgc_real_store(type, expected, &e, 0);
    wgc_real_store(type, actual, &a, 0);
    struct wgc_expectation expectation = {mode, type, *fp, &e, NULL, NULL};
    return wgc_judge_group(&expectation, &a, NULL, 1, NULL) == 0;
}

static bool int_passes(enum wgc_judge_mode mode, int32_t expected, int32_t actual)
{
    struct wgc_expectation expectation = {mode, WGC_TYPE_int, ieee, &expected, NULL, NULL};
    return wgc_judge_group(&expectation, &actual, NULL, 1, NULL) == 0;
}

TEST(modes_follow_from_the_call)
{
    const struct {
        struct wgc_call call;
        bool rounding;
        enum wgc_judge_mode mode;
    } cases[] = {
        {{WGC_KIND_ALL, WGC_OP_NONE, WGC_TYPE_int, 0, 0}, false, WGC_JUDGE_TRUTH},
        {{WGC_KIND_ANY, WGC_OP_NONE, WGC_TYPE_int, 0, 0}, true, WGC_JUDGE_TRUTH},
        {{WGC_KIND_REDUCE, WGC_OP_logical_xor, WGC_TYPE_int, 0, 0}, false, WGC_JUDGE_TRUTH},
        {{WGC_KIND_REDUCE, WGC_OP_xor, WGC_TYPE_int, 0, 0}, false, WGC_JUDGE_BITS},
        {{WGC_KIND_BROADCAST, WGC_OP_NONE, WGC_TYPE_ulong, 0, 0}, false, WGC_JUDGE_BITS},
        {{WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int, 0, 0}, true, WGC_JUDGE_BITS},
        {{WGC_KIND_BROADCAST_3D, WGC_OP_NONE, WGC_TYPE_half, 0, 0}, true, WGC_JUDGE_SAME},
        {{WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_half, 0, 0}, false, WGC_JUDGE_SUM},
        {{WGC_KIND_REDUCE, WGC_OP_mul, WGC_TYPE_half, 0, 0}, false, WGC_JUDGE_PRODUCT},
        {{WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_half, 0, 0}, true, WGC_JUDGE_INTERVAL},
        {{WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_mul, WGC_TYPE_double, 0, 0}, true, WGC_JUDGE_INTERVAL},
        {{WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_max, WGC_TYPE_double, 0, 0}, true, WGC_JUDGE_ORDER},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(wgc_judge_mode(&cases[i].call, cases[i].rounding), cases[i].mode);
    }
}

TEST(bits_must_all_agree)
{
    uint64_t seed = 4;

    for (int type = 0; type < WGC_TYPE_COUNT; type++) {
        size_t bytes = wgc_type_info((enum wgc_type)type)->bytes;
        for (size_t bit = 0; bit < 8 * bytes; bit++) {
            uint64_t e = random_bits(&seed);
            unsigned char a[8];
            memcpy(a, &e, sizeof a);
            struct wgc_expectation expectation = {
                WGC_JUDGE_BITS, (enum wgc_type)type, ieee, &e, NULL, NULL};
            assert_int_equal(wgc_judge_group(&expectation, a, NULL, 1, NULL), 0);
            a[bit / 8] = (unsigned char)(a[bit / 8] ^ 1u << bit % 8);
            assert_int_equal(wgc_judge_group(&expectation, a, NULL, 1, NULL), 1);
        }
    }
}

TEST(any_non_zero_value_is_true)
{
    const int32_t truths[] = {1, -1, 2, INT32_MIN, INT32_MAX, 0x100, 0x10000, 0x1000000};
    size_t count = sizeof truths / sizeof *truths;

    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            assert_true(int_passes(WGC_JUDGE_TRUTH, truths[i], truths[j]));
        }
        assert_false(int_passes(WGC_JUDGE_TRUTH, truths[i], 0));
        assert_false(int_passes(WGC_JUDGE_TRUTH, 0, truths[i]));
    }
    assert_true(int_passes(WGC_JUDGE_TRUTH, 0, 0));
}

TEST(values_are_compared_as_numbers)
{
    for (size_t t = 0; t < 3; t++) {
        enum wgc_type type = float_types[t];
        double largest = wgc_real_largest(type);
        double step = 1 + ldexp(1, 1 - (int)wgc_type_info(type)->significand);
        for (size_t m = 0; m < sizeof real_modes / sizeof *real_modes; m++) {
            enum wgc_judge_mode mode = real_modes[m];
            assert_true(passes(mode, type, &ieee, 1, 1));
            assert_false(passes(mode, type, &ieee, 1, step));
            assert_false(passes(mode, type, &ieee, 1, -1));
            assert_true(passes(mode, type, &ieee, (double)INFINITY, (double)INFINITY));
            assert_false(passes(mode, type, &ieee, (double)INFINITY, -(double)INFINITY));
            assert_false(passes(mode, type, &ieee, (double)INFINITY, largest));
            assert_false(passes(mode, type, &ieee, largest, (double)INFINITY));
            assert_false(passes(mode, type, &ieee, -largest, -(double)INFINITY));
        }
    }
}

TEST(zeros_have_the_sign_that_is_settled)
{
    for (size_t t = 0; t < 3; t++) {
        for (size_t m = 0; m < sizeof real_modes / sizeof *real_modes; m++) {
            const enum wgc_type type = float_types[t];
            const enum wgc_judge_mode mode = real_modes[m];
            const bool order = mode == WGC_JUDGE_ORDER;
            const bool sum = mode == WGC_JUDGE_SUM;
            assert_true(passes(mode, type, &ieee, 0, 0));
            assert_true(passes(mode, type, &ieee, -0.0, -0.0));
            assert_int_equal(passes(mode, type, &ieee, 0, -0.0), order);
            assert_int_equal(passes(mode, type, &ieee, -0.0, 0), order || sum);
            assert_int_equal(passes(mode, type, &flushing, 0, -0.0), order);
            assert_int_equal(passes(mode, type, &positive_zeros, -0.0, 0), mode != WGC_JUDGE_SAME);
            assert_int_equal(passes(mode, type, &positive_zeros, 0, -0.0), mode != WGC_JUDGE_SAME);
        }
    }
}

/* A NaN is any NaN; for min and max it marks an undefined result. */
TEST(a_nan_is_a_nan)
{
    const double others[] = {0, 1, (double)INFINITY, -(double)INFINITY};
    for (size_t t = 0; t < 3; t++) {
        for (size_t m = 0; m < sizeof real_modes / sizeof *real_modes; m++) {
            const enum wgc_judge_mode mode = real_modes[m];
            assert_true(passes(mode, float_types[t], &ieee, (double)NAN, (double)NAN));
            assert_true(passes(mode, float_types[t], &ieee, (double)NAN, -(double)NAN));
            for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
                assert_int_equal(passes(mode, float_types[t], &ieee, (double)NAN, others[i]),
                                 mode == WGC_JUDGE_ORDER);
            }
        }
    }
}

TEST(anything_will_do_for_infinities_that_a_device_has_not)
{
    const double special[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t m = 0; m < sizeof real_modes / sizeof *real_modes; m++) {
        for (size_t i = 0; i < 3; i++) {
            assert_true(passes(real_modes[m], WGC_TYPE_float, &no_inf_nan, special[i], 7));
            assert_true(passes(real_modes[m], WGC_TYPE_float, &no_inf_nan, special[i], special[i]));
            assert_false(passes(real_modes[m], WGC_TYPE_float, &no_inf_nan, 7, special[i]));
        }
    }
}

TEST(a_nan_never_passes_for_a_number)
{
    const uint64_t nans[][3] = {/* half, float, double: quiet, signalling, negative, all ones */
                                {0x7e00, 0x7fc00000, 0x7ff8000000000000},
                                {0x7c01, 0x7f800001, 0x7ff0000000000001},
                                {0xfe00, 0xffc00000, 0xfff8000000000000},
                                {0xffff, 0xffffffff, 0xffffffffffffffff}};
    const double numbers[] = {0, -0.0, 1, (double)INFINITY, -(double)INFINITY, 0x1p-1074};
    const double low = -(double)INFINITY;
    const double high = (double)INFINITY;

    for (size_t t = 0; t < 3; t++) {
        for (size_t i = 0; i < 4; i++) {
            uint16_t half = (uint16_t)nans[i][0];
            uint32_t single = (uint32_t)nans[i][1];
            const void *actual = t == 0   ? (const void *)&half
                                 : t == 1 ? (const void *)&single
                                          : (const void *)&nans[i][2];
            for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) {
                double e;
                wgc_real_store(float_types[t], numbers[j], &e, 0);
                for (size_t m = 0; m < sizeof real_modes / sizeof *real_modes; m++) {
                    struct wgc_expectation value = {
                        real_modes[m], float_types[t], flushing, &e, NULL, NULL};
                    assert_int_equal(wgc_judge_group(&value, actual, NULL, 1, NULL), 1);
                }
            }
            struct wgc_expectation widest = {
                WGC_JUDGE_INTERVAL, float_types[t], ieee, NULL, &low, &high};
            assert_int_equal(wgc_judge_group(&widest, actual, NULL, 1, NULL), 1);
        }
    }
}

TEST(subnormals_may_be_flushed_where_there_are_none)
{
    for (size_t t = 0; t < 3; t++) {
        enum wgc_type type = float_types[t];
        double normal = wgc_real_smallest(type);
        for (int s = -1; s <= 1; s += 2) {
            double sub = s * normal / 4;
            for (size_t m = 0; m < sizeof real_modes / sizeof *real_modes; m++) {
                enum wgc_judge_mode mode = real_modes[m];
                assert_true(passes(mode, type, &ieee, sub, sub));
                assert_true(passes(mode, type, &flushing, sub, sub));
                assert_false(passes(mode, type, &ieee, sub, 0));
                assert_true(passes(mode, type, &flushing, sub, 0));
                assert_true(passes(mode, type, &flushing, sub, -0.0));
                assert_false(passes(mode, type, &ieee, sub, sub * 2));
                assert_false(passes(mode, type, &flushing, sub, s * normal));
                assert_false(passes(mode, type, &flushing, s * normal, 0));
                assert_false(passes(mode, type, &flushing, 0, sub));
                /* min and max may take two subnormals for equal */
                assert_int_equal(passes(mode, type, &flushing, sub, sub * 2),
                                 mode == WGC_JUDGE_ORDER);
            }
        }
    }
}

TEST(intervals_are_closed)
{
    const double lo = -0.5;
    const double hi = 2;
    const double inside[] = {-0.5, -0.25, 0, -0.0, 1, 2};
    const double outside[] = {-0.50048828125,   2.001953125,      -1, 3,
                              (double)INFINITY, -(double)INFINITY};

    for (size_t t = 0; t < 3; t++) {
        struct wgc_expectation expectation = {
            WGC_JUDGE_INTERVAL, float_types[t], ieee, NULL, &lo, &hi};
        double a;
        for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
            wgc_real_store(float_types[t], inside[i], &a, 0);
            assert_int_equal(wgc_judge_group(&expectation, &a, NULL, 1, NULL), 0);
        }
        for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
            wgc_real_store(float_types[t], outside[i], &a, 0);
            assert_int_equal(wgc_judge_group(&expectation, &a, NULL, 1, NULL), 1);
        }
    }
}

/* Every set of wrong items among eight, at every alignment: the count, and each flag written. */
TEST(counts_and_marks_the_wrong_items)
{
    for (int type = 0; type < WGC_TYPE_COUNT; type++) {
        size_t bytes = wgc_type_info((enum wgc_type)type)->bytes;
        bool is_float = wgc_type_info((enum wgc_type)type)->value_class == WGC_FLOAT;
        for (unsigned set = 0; set < 256; set++) {
            unsigned char e[64] = {0};
            unsigned char a[64] = {0};
            bool wrong[9];
            size_t count = 0;
            memset(wrong, 1, sizeof wrong);
            for (size_t i = 0; i < 8; i++) {
                e[i * bytes] = a[i * bytes] = (unsigned char)(i + 1); /* floats: subnormals */
                if (set >> i & 1) {
                    a[i * bytes] ^= 0x40;
                    count++;
                }
            }
            struct wgc_expectation expectation = {is_float ? WGC_JUDGE_SUM : WGC_JUDGE_BITS,
                                                  (enum wgc_type)type,
                                                  ieee,
                                                  e,
                                                  NULL,
                                                  NULL};
            assert_int_equal(wgc_judge_group(&expectation, a, NULL, 8, wrong), count);
            for (size_t i = 0; i < 8; i++) {
                assert_int_equal(wrong[i], set >> i & 1);
            }
            assert_true(wrong[8]); /* and not one more */
        }
    }
    struct wgc_expectation nothing = {WGC_JUDGE_BITS, WGC_TYPE_int, ieee, "", NULL, NULL};
    assert_int_equal(wgc_judge_group(&nothing, "", NULL, 0, NULL), 0);
}

/* A run of sums is right at once with a +0 for a -0, which allows both, and with nothing else. */
TEST(sums_are_judged_quickly)
{
    for (size_t t = 0; t < 3; t++) {
        const enum wgc_type type = float_types[t];
        double expected[3];
        double actual[3];
        struct wgc_expectation sums = {WGC_JUDGE_SUM, type, ieee, expected, NULL, NULL};
        const double e[] = {-0.0, 1, 0};
        for (size_t i = 0; i < 3; i++) {
            wgc_real_store(type, e[i], expected, i);
            wgc_real_store(type, fabs(e[i]), actual, i);
        }
        assert_true(wgc_judge_identical(&sums, expected, 3));
        assert_true(wgc_judge_identical(&sums, actual, 3));
        sums.mode = WGC_JUDGE_PRODUCT;
        assert_false(wgc_judge_identical(&sums, actual, 3));
        sums.mode = WGC_JUDGE_SUM;
        wgc_real_store(type, -0.0, actual, 2);
        assert_false(wgc_judge_identical(&sums, actual, 3));
        assert_true(wgc_judge_identical(&sums, actual, 2));
    }
}

TEST(poison_left_over_is_wrong)
{
    const int32_t poison[4] = {0x5a5a0001, 0x5a5a0002, 0x5a5a0003, 7};
    const int32_t truth[4] = {1, 1, 0, 1};
    const int32_t answer[4] = {-1, 0x5a5a0002, 0, 7}; /* items 1 and 3 were never written */
    const int32_t number[4] = {-1, 2, 0, 7};          /* item 3 is to be what its poison is */
    const float poison_float = 1.5f;
    const double lo = 1;
    const double hi = 2;
    bool wrong[4];

    struct wgc_expectation expectation = {WGC_JUDGE_TRUTH, WGC_TYPE_int, ieee, truth, NULL, NULL};
    assert_int_equal(wgc_judge_group(&expectation, answer, poison, 4, wrong), 2);
    assert_true(!wrong[0] && wrong[1] && !wrong[2] && wrong[3]);
    assert_int_equal(wgc_judge_group(&expectation, answer, NULL, 4, wrong), 0);
    expectation.mode = WGC_JUDGE_BITS;
    expectation.expected = number;
    assert_int_equal(wgc_judge_group(&expectation, answer, poison, 4, wrong), 1);
    assert_true(!wrong[0] && wrong[1] && !wrong[2] && !wrong[3]);
    struct wgc_expectation interval = {WGC_JUDGE_INTERVAL, WGC_TYPE_float, ieee, NULL, &lo, &hi};
    assert_int_equal(wgc_judge_group(&interval, &poison_float, &poison_float, 1, NULL), 1);
    assert_int_equal(wgc_judge_group(&interval, &poison_float, NULL, 1, NULL), 0);
}
