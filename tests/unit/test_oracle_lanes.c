/* The functions that use sub-group local ids, against results written by hand. */
#include <math.h>
#include <string.h>

#include "oracle/oracle.h"
#include "tests/unit/test.h"

enum { N = 5, UNDEFINED = 99 };

static const bool some[N] = {false, true, true, false, true};

/* The results of N work-items with ints; UNDEFINED where there is none. */
static void assert_ints(enum wgc_kind kind, const bool *active, const uint32_t *argument,
                        const int32_t expected[N])
{
    static const int32_t x[N] = {10, 11, 12, 13, 14};
    const struct wgc_call call = {kind, WGC_OP_NONE, WGC_TYPE_int, 2, 1};
    const struct wgc_lanes lanes = {N, 8, active, argument, false};
    int32_t got[N];
    bool defined[N];
    wgc_oracle_lanes(&call, &lanes, x, got, defined);
    for (size_t i = 0; i < N; i++) {
        if ((defined[i] ? got[i] : UNDEFINED) != expected[i]) {
            fail_msg("%s, work-item %zu: %d, not %d", wgc_kind_name(kind), i,
                     defined[i] ? got[i] : UNDEFINED, expected[i]);
        }
    }
}

#define U UNDEFINED
TEST(values_come_from_active_work_items)
{
    static const uint32_t index[N] = {4, 3, 1, 0, 7}, three[N] = {3, 3, 3, 3, 3};
    assert_ints(WGC_KIND_SHUFFLE, NULL, index, (const int32_t[]){14, 13, 11, 10, U});
    assert_ints(WGC_KIND_SHUFFLE, some, index, (const int32_t[]){U, U, 11, U, U});
    assert_ints(WGC_KIND_SHUFFLE_XOR, NULL, three, (const int32_t[]){13, 12, 11, 10, U});
    assert_ints(WGC_KIND_SHUFFLE_UP, NULL, three, (const int32_t[]){U, U, U, 10, 11});
    assert_ints(WGC_KIND_SHUFFLE_DOWN, NULL, three, (const int32_t[]){13, 14, U, U, U});
    /* modulo the maximum size of 8, of which 5 to 7 are not there */
    assert_ints(WGC_KIND_ROTATE, NULL, three, (const int32_t[]){13, 14, U, U, U});
    assert_ints(WGC_KIND_CLUSTERED_ROTATE, NULL, three, (const int32_t[]){11, 10, 13, 12, U});
    assert_ints(WGC_KIND_NON_UNIFORM_BROADCAST, NULL, three, (const int32_t[]){13, 13, 13, 13, 13});
    assert_ints(WGC_KIND_NON_UNIFORM_BROADCAST, some, three, (const int32_t[]){U, U, U, U, U});
    assert_ints(WGC_KIND_BROADCAST_FIRST, NULL, NULL, (const int32_t[]){10, 10, 10, 10, 10});
    assert_ints(WGC_KIND_BROADCAST_FIRST, some, NULL, (const int32_t[]){U, 11, 11, U, 11});
    assert_ints(WGC_KIND_ELECT, NULL, NULL, (const int32_t[]){1, 0, 0, 0, 0});
    assert_ints(WGC_KIND_ELECT, some, NULL, (const int32_t[]){U, 1, 0, U, 0});
    assert_ints(WGC_KIND_ALL_EQUAL, some, NULL, (const int32_t[]){U, 0, 0, U, 0});
}

static bool all_equal(const float *x, size_t n, const bool *active, bool *defined)
{
    const struct wgc_call call = {WGC_KIND_ALL_EQUAL, WGC_OP_NONE, WGC_TYPE_float, 0, 1};
    const struct wgc_lanes lanes = {n, 8, active, NULL, false};
    float got[N] = {0};
    bool is_defined[N];
    wgc_oracle_lanes(&call, &lanes, x, got, is_defined);
    *defined = is_defined[n - 1];
    assert_true(!*defined || got[n - 1] == 0 || got[n - 1] == 1);
    return got[n - 1] != 0;
}

TEST(equal_values_compare_as_numbers)
{
    const float zeros[] = {0.0f, -0.0f, 0.0f}, nans[] = {1, NAN, NAN};
    const bool last[] = {false, false, true};
    bool defined;
    assert_true(all_equal(zeros, 3, NULL, &defined) && defined);
    assert_false(all_equal(nans, 3, NULL, &defined) || !defined);
    (void)all_equal(nans, 3, last, &defined); /* one NaN alone */
    assert_false(defined);
    assert_true(all_equal(zeros, 3, last, &defined) && defined);
}

/* The first words of the results of work-item 2 of 5, of 8; ballots are the bits 1, 2, 4, 6, 9. */
static uint32_t of_ballot(enum wgc_kind kind, bool *is_defined, uint32_t words[4])
{
    const struct wgc_call call = {kind, WGC_OP_NONE, WGC_TYPE_uint, 0, 4};
    uint32_t x[N][4], got[N][4], argument[N] = {2, 2, 2, 2, 2};
    const struct wgc_lanes lanes = {N, 8, kind == WGC_KIND_BALLOT ? some : NULL, argument, false};
    bool defined[N];
    for (size_t i = 0; i < N; i++) {
        const uint32_t ballot[4] = {0x256, 0xffffffff, 0, 1};
        memcpy(x[i], ballot, sizeof ballot);
    }
    wgc_oracle_lanes(&call, &lanes, x, got, defined);
    *is_defined = defined[2];
    memcpy(words, got[2], sizeof got[2]);
    return words[0];
}

TEST(bits_are_counted_and_found)
{
    static const struct {
        enum wgc_kind kind;
        uint32_t word;
    } cases[] = {
        {WGC_KIND_BALLOT, 0x16},
        {WGC_KIND_INVERSE_BALLOT, 1},
        {WGC_KIND_BALLOT_BIT_EXTRACT, 1},
        {WGC_KIND_BALLOT_BIT_COUNT, 4},
        {WGC_KIND_BALLOT_INCLUSIVE_SCAN, 2},
        {WGC_KIND_BALLOT_EXCLUSIVE_SCAN, 1},
        {WGC_KIND_BALLOT_FIND_LSB, 1},
        {WGC_KIND_BALLOT_FIND_MSB, 6},
        {WGC_KIND_EQ_MASK, 4},
        {WGC_KIND_GE_MASK, 0xfc},
        {WGC_KIND_GT_MASK, 0xf8},
        {WGC_KIND_LE_MASK, 7},
        {WGC_KIND_LT_MASK, 3},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const bool is_number =
            cases[c].kind >= WGC_KIND_INVERSE_BALLOT && cases[c].kind <= WGC_KIND_BALLOT_FIND_MSB;
        uint32_t words[4];
        bool defined;
        if (of_ballot(cases[c].kind, &defined, words) != cases[c].word || !defined) {
            fail_msg("%s: %x", wgc_kind_name(cases[c].kind), words[0]);
        }
        assert_int_equal(words[3], is_number ? cases[c].word : 0);
    }
}

TEST(work_items_past_32_have_bits_in_later_words)
{
    enum { MANY = 100 };
    const struct wgc_call call = {WGC_KIND_GT_MASK, WGC_OP_NONE, WGC_TYPE_uint, 0, 4};
    const struct wgc_lanes lanes = {MANY, 128, NULL, NULL, false};
    static uint32_t x[MANY][4], got[MANY][4];
    bool defined[MANY];
    wgc_oracle_lanes(&call, &lanes, x, got, defined);
    assert_int_equal(got[70][1], 0);
    assert_int_equal(got[70][2], 0xffffff80);
    assert_int_equal(got[70][3], 0xffffffff);
}

/* The results of N work-items with ints whose maximum sub-group size is `max`, in OpenCL C or by
 * the instruction of SPIR-V. */
static void assert_rotated(enum wgc_kind kind, size_t cluster, size_t max, int32_t delta,
                           bool spirv, const int32_t expected[N])
{
    static const int32_t x[N] = {10, 11, 12, 13, 14};
    const struct wgc_call call = {kind, WGC_OP_NONE, WGC_TYPE_int, cluster, 1};
    const uint32_t d = (uint32_t)delta, argument[N] = {d, d, d, d, d};
    const struct wgc_lanes lanes = {N, max, NULL, argument, spirv};
    int32_t got[N];
    bool defined[N];
    wgc_oracle_lanes(&call, &lanes, x, got, defined);
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(defined[i] ? got[i] : UNDEFINED, expected[i]);
    }
}

/* "The remainder of the division of the sum ... by the maximum sub-group size" in OpenCL C, which
 * does not define a negative sum; a mask in SPIR-V. */
TEST(rotations_take_any_delta)
{
    assert_rotated(WGC_KIND_ROTATE, 0, 8, 19, false, (const int32_t[]){13, 14, U, U, U});
    assert_rotated(WGC_KIND_ROTATE, 0, 8, 19, true, (const int32_t[]){13, 14, U, U, U});
    assert_rotated(WGC_KIND_ROTATE, 0, 8, -3, false, (const int32_t[]){U, U, U, 10, 11});
    assert_rotated(WGC_KIND_ROTATE, 0, 8, -4, true, (const int32_t[]){14, U, U, U, 10});
    assert_rotated(WGC_KIND_ROTATE, 0, 6, 3, false, (const int32_t[]){13, 14, U, 10, 11});
    assert_rotated(WGC_KIND_ROTATE, 0, 6, 3, true, (const int32_t[]){U, U, U, U, U});
    assert_rotated(WGC_KIND_CLUSTERED_ROTATE, 4, 8, 5, false, (const int32_t[]){11, 12, 13, 10, U});
    assert_rotated(WGC_KIND_CLUSTERED_ROTATE, 4, 8, -1, false, (const int32_t[]){U, 10, 11, 12, U});
    assert_rotated(WGC_KIND_CLUSTERED_ROTATE, 4, 8, -1, true, (const int32_t[]){13, 10, 11, 12, U});
    /* a cluster of 4 that has one work-item, and one of 8 that has 5 */
    assert_rotated(WGC_KIND_CLUSTERED_ROTATE, 8, 8, 1, false, (const int32_t[]){11, 12, 13, 14, U});
    assert_rotated(WGC_KIND_CLUSTERED_ROTATE, 8, 8, 1, true, (const int32_t[]){U, U, U, U, U});
}

/* "If no bits representing predicate values from all work items in the sub-group are set ..." */
TEST(a_bit_of_no_work_item_is_not_found)
{
    static const uint32_t ballots[][2] = {{0x60, 0}, {0, 0}, {0x70, 4}, {1, 0}};
    for (size_t c = 0; c < sizeof ballots / sizeof *ballots; c++) {
        const struct wgc_call call = {WGC_KIND_BALLOT_FIND_LSB, WGC_OP_NONE, WGC_TYPE_uint, 0, 4};
        const struct wgc_lanes lanes = {N, 8, NULL, NULL, false};
        uint32_t x[N][4] = {{0}}, got[N][4];
        bool defined[N];
        for (size_t i = 0; i < N; i++) {
            x[i][0] = ballots[c][0];
        }
        wgc_oracle_lanes(&call, &lanes, x, got, defined);
        assert_int_equal(defined[0], c >= 2);
        assert_true(!defined[0] || got[0][0] == ballots[c][1]);
    }
}

/* In SPIR-V the bits of others than the active work-items may count or not: 1, 2 and 4 of 5. */
TEST(bits_that_make_a_difference_are_undefined_in_spirv)
{
    static const struct {
        enum wgc_kind kind;
        uint32_t ballot;
        uint32_t result; /* of work-item 4, or UNDEFINED */
    } cases[] = {
        {WGC_KIND_BALLOT_BIT_COUNT, 0x112, 2},
        {WGC_KIND_BALLOT_BIT_COUNT, 0x1a, UNDEFINED},
        {WGC_KIND_BALLOT_BIT_COUNT, 0x52, UNDEFINED},
        {WGC_KIND_BALLOT_INCLUSIVE_SCAN, 0xf6, 3},
        {WGC_KIND_BALLOT_INCLUSIVE_SCAN, 0x1e, UNDEFINED},
        {WGC_KIND_BALLOT_EXCLUSIVE_SCAN, 0xf6, 2},
        {WGC_KIND_BALLOT_FIND_LSB, 0x4a, 1},
        {WGC_KIND_BALLOT_FIND_LSB, 0x12, 1},
        {WGC_KIND_BALLOT_FIND_LSB, 0x13, UNDEFINED},
        {WGC_KIND_BALLOT_FIND_LSB, 0x60, UNDEFINED},
        {WGC_KIND_BALLOT_FIND_MSB, 0x11b, 4},
        {WGC_KIND_BALLOT_FIND_MSB, 0x32, UNDEFINED},
        {WGC_KIND_GE_MASK, 0, UNDEFINED},
        {WGC_KIND_GT_MASK, 0, UNDEFINED},
        {WGC_KIND_LE_MASK, 0, 0x1f},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const struct wgc_call call = {cases[c].kind, WGC_OP_NONE, WGC_TYPE_uint, 0, 4};
        const struct wgc_lanes lanes = {N, 8, some, NULL, true};
        uint32_t x[N][4] = {{0}}, got[N][4];
        bool defined[N];
        for (size_t i = 0; i < N; i++) {
            x[i][0] = cases[c].ballot;
        }
        wgc_oracle_lanes(&call, &lanes, x, got, defined);
        if ((defined[4] ? got[4][0] : UNDEFINED) != cases[c].result) {
            fail_msg("%s of %x: %u", wgc_kind_name(cases[c].kind), cases[c].ballot,
                     defined[4] ? got[4][0] : UNDEFINED);
        }
    }
}

TEST(masks_of_full_sub_groups_end_with_them)
{
    const struct wgc_call call = {WGC_KIND_GT_MASK, WGC_OP_NONE, WGC_TYPE_uint, 0, 4};
    const struct wgc_lanes lanes = {N, N, some, NULL, true};
    uint32_t x[N][4] = {{0}}, got[N][4];
    bool defined[N];
    wgc_oracle_lanes(&call, &lanes, x, got, defined);
    assert_true(defined[1] && got[1][0] == 0x1c);
}

/* Whatever the end of a mask is, it has the bits of the work-items from the own one on. */
TEST(bits_of_work_items_in_a_mask_of_spirv_are_known)
{
    const struct wgc_call ge = {WGC_KIND_GE_MASK, WGC_OP_NONE, WGC_TYPE_uint, 0, 4};
    const struct wgc_call gt = {WGC_KIND_GT_MASK, WGC_OP_NONE, WGC_TYPE_uint, 0, 4};
    const struct wgc_call le = {WGC_KIND_LE_MASK, WGC_OP_NONE, WGC_TYPE_uint, 0, 4};
    const struct wgc_lanes lanes = {N, 8, some, NULL, true}, c = {N, 8, some, NULL, false};
    const struct wgc_lanes large = {129, 256, NULL, NULL, true};
    const uint32_t nothing[4] = {0}, all[4] = {~0u, ~0u, ~0u, ~0u};
    uint32_t got[4] = {7, 7, 7, 7};
    assert_true(wgc_oracle_known_of(&ge, &lanes, 2, nothing, got));
    assert_int_equal(got[0], 0x1c);
    assert_int_equal(got[3], 0);
    assert_true(wgc_oracle_known_of(&gt, &lanes, 2, all, got));
    assert_int_equal(got[0], 0xfffffff8);
    assert_int_equal(got[3], 0xffffffff);
    assert_false(wgc_oracle_known_of(&le, &lanes, 2, all, got));
    assert_false(wgc_oracle_known_of(&ge, &c, 2, all, got));
    assert_false(wgc_oracle_known_of(&ge, &large, 2, all, got));
}

TEST(a_ballot_has_no_work_items_past_128)
{
    enum { MANY = 129 };
    static uint32_t x[MANY][4], got[MANY][4];
    const struct wgc_call call = {WGC_KIND_LT_MASK, WGC_OP_NONE, WGC_TYPE_uint, 0, 4};
    bool defined[MANY];
    for (size_t n = 128; n <= MANY; n++) {
        const struct wgc_lanes lanes = {n, 256, NULL, NULL, false};
        wgc_oracle_lanes(&call, &lanes, x, got, defined);
        assert_int_equal(defined[0], n == 128);
        assert_int_equal(defined[n - 1], n == 128);
    }
}
