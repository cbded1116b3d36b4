/* What the standard spells out: its example, truth, broadcasts, wrapping. */
#include <string.h>

#include "oracle/oracle.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

enum { ITEMS_MAX = 70, ROUNDS = 2000 };

TEST(the_standards_example)
{
    const int32_t x[8] = {3, 1, 7, 0, 4, 1, 6, 3};
    const int32_t inclusive[8] = {3, 4, 11, 11, 15, 16, 22, 25}; /* 15: some texts misprint 14 */
    const int32_t exclusive[8] = {0, 3, 4, 11, 11, 15, 16, 22};
    struct wgc_call call = {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, WGC_TYPE_int, 0, 0};
    int32_t expected[8];

    wgc_oracle_exact(&call, x, 8, NULL, 0, expected);
    assert_memory_equal(expected, inclusive, sizeof expected);
    call.kind = WGC_KIND_SCAN_EXCLUSIVE;
    wgc_oracle_exact(&call, x, 8, NULL, 0, expected);
    assert_memory_equal(expected, exclusive, sizeof expected);
}

TEST(a_mapping_hands_its_values_through)
{
    const int32_t x[4] = {3, -1, 0, INT32_MIN};
    const struct wgc_call call = {WGC_KIND_MAPPING, WGC_OP_NONE, WGC_TYPE_int, 0, 0};
    int32_t expected[4] = {9, 9, 9, 9};

    wgc_oracle_exact(&call, x, 4, NULL, 0, expected);
    assert_memory_equal(expected, x, sizeof x);
}

TEST(truth_is_any_non_zero_value)
{
    const int32_t all_true[5] = {1, -1, INT32_MIN, 0x100, 0x10000};
    const int32_t one_false[5] = {1, -1, 0, 0x100, 0x10000};
    const int32_t one_true[5] = {0, 0, 0, INT32_MIN, 0};
    const int32_t none[5] = {0};
    const struct {
        enum wgc_kind kind;
        enum wgc_op op;
        const int32_t *x;
        int32_t expected[5];
    } cases[] = {
        {WGC_KIND_ALL, WGC_OP_NONE, all_true, {1, 1, 1, 1, 1}},
        {WGC_KIND_ALL, WGC_OP_NONE, one_false, {0, 0, 0, 0, 0}},
        {WGC_KIND_ANY, WGC_OP_NONE, one_true, {1, 1, 1, 1, 1}},
        {WGC_KIND_ANY, WGC_OP_NONE, none, {0, 0, 0, 0, 0}},
        {WGC_KIND_REDUCE, WGC_OP_logical_xor, all_true, {1, 1, 1, 1, 1}},
        {WGC_KIND_REDUCE, WGC_OP_logical_xor, one_false, {0, 0, 0, 0, 0}},
        {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_logical_xor, all_true, {1, 0, 1, 0, 1}},
        {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_logical_and, one_false, {1, 1, 1, 0, 0}},
        {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_logical_or, one_true, {0, 0, 0, 0, 1}},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wgc_call call = {cases[i].kind, cases[i].op, WGC_TYPE_int, 0, 0};
        int32_t got[5];
        wgc_oracle_exact(&call, cases[i].x, 5, NULL, 0, got);
        assert_memory_equal(got, cases[i].expected, sizeof got);
    }
}

TEST(broadcasts_copy_bits)
{
    uint64_t seed = 3;

    for (int type = 0; type < WGC_TYPE_COUNT; type++) {
        size_t bytes = wgc_type_info((enum wgc_type)type)->bytes;
        for (int kind = WGC_KIND_BROADCAST; kind <= WGC_KIND_BROADCAST_3D; kind++) {
            for (int round = 0; round < ROUNDS; round++) {
                struct wgc_call call = {(enum wgc_kind)kind, WGC_OP_NONE, (enum wgc_type)type, 0,
                                        0};
                uint64_t x[ITEMS_MAX];
                uint64_t expected[ITEMS_MAX + 1];
                size_t n = 1 + random_below(&seed, ITEMS_MAX);
                size_t root = random_below(&seed, n);
                for (size_t i = 0; i < ITEMS_MAX; i++) {
                    x[i] =
                        random_bits(&seed); /* as floating point: NaN of any payload among them */
                }
                memset(expected, 0x5a, sizeof expected);
                wgc_oracle_exact(&call, x, n, NULL, root, expected);
                for (size_t i = 0; i < n; i++) {
                    assert_memory_equal((char *)expected + i * bytes, (char *)x + root * bytes,
                                        bytes);
                }
                assert_int_equal(((char *)expected)[n * bytes], 0x5a);
            }
        }
    }
}

/* Three components of 1 or 2 bytes have no size of a scalar. */
TEST(broadcasts_copy_all_components)
{
    static const size_t widths[] = {2, 3, 4, 8, 16};
    enum { N = 5, ROOT = 2, LARGEST = 128 };

    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
        for (int type = 0; type < WGC_TYPE_COUNT; type++) {
            const struct wgc_call call = {WGC_KIND_BROADCAST, WGC_OP_NONE, (enum wgc_type)type, 0,
                                          widths[w]};
            const size_t bytes = wgc_call_bytes(&call);
            unsigned char x[N * LARGEST], expected[N * LARGEST + 1];
            for (size_t i = 0; i < sizeof x; i++) {
                x[i] = (unsigned char)(i * 7 + 1);
            }
            memset(expected, 0x5a, sizeof expected);
            wgc_oracle_exact(&call, x, N, NULL, ROOT, expected);
            for (size_t i = 0; i < N; i++) {
                assert_memory_equal(expected + i * bytes, x + ROOT * bytes, bytes);
            }
            assert_int_equal(expected[N * bytes], 0x5a);
        }
    }
}

TEST(sums_and_products_wrap)
{
    const int32_t x[3] = {INT32_MAX, 1, INT32_MIN};
    const int32_t sums[3] = {INT32_MAX, INT32_MIN, 0};
    const uint64_t y[3] = {UINT64_C(1) << 63, 3, 2};
    const uint64_t products[3] = {UINT64_C(1) << 63, UINT64_C(1) << 63, 0};
    struct wgc_call add = {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, WGC_TYPE_int, 0, 0};
    struct wgc_call mul = {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_mul, WGC_TYPE_ulong, 0, 0};
    int32_t sum[3];
    uint64_t product[3];

    wgc_oracle_exact(&add, x, 3, NULL, 0, sum);
    assert_memory_equal(sum, sums, sizeof sum);
    wgc_oracle_exact(&mul, y, 3, NULL, 0, product);
    assert_memory_equal(product, products, sizeof product);
}
