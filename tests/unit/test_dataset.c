/* Datasets: rows that detect a loss of precision, and rows shared with another function. */
#include <string.h>

#include "patterns/patterns.h"
#include "tests/unit/test.h"
#include "trial/dataset.h"

/* Rows of a dataset that are judged by an interval; each detects a loss by the dataset's own rule.
 */
static size_t rounding_rows(enum wgc_op op, enum wgc_type type, enum wgc_kind kind, size_t items)
{
    struct wgc_dataset_key key = {.call = {kind, op, type, 0, 0}, .items = items, .chunk = items};
    struct wgc_dataset *set = NULL;
    struct wgc_err err;
    size_t count = 0;
    key.roots = items;
    key.rows = 60;
    key.fp.round_to_nearest = true;
    assert_int_equal(wgc_dataset_create(&key, NULL, &set, &err), WGC_OK);
    for (size_t r = 0; r < key.rows; r++) {
        count += set->row[r].mode == WGC_JUDGE_INTERVAL;
    }
    wgc_dataset_free(set);
    return count;
}

TEST(sums_and_products_have_rounding_data_where_rounding_shows)
{
    static const enum wgc_op ops[] = {WGC_OP_add, WGC_OP_mul};
    for (size_t o = 0; o < 2; o++) {
        for (enum wgc_kind kind = WGC_KIND_REDUCE; kind <= WGC_KIND_SCAN_INCLUSIVE; kind++) {
            assert_true(rounding_rows(ops[o], WGC_TYPE_float, kind, 5) >= 2);
            assert_true(rounding_rows(ops[o], WGC_TYPE_float, kind, 1024) >= 2);
            assert_true(rounding_rows(ops[o], WGC_TYPE_double, kind, 8192) >= 2);
        }
    }
    assert_int_equal(rounding_rows(WGC_OP_add, WGC_TYPE_half, WGC_KIND_REDUCE, 64), 0);
}

static struct wgc_dataset_key key_of(const struct wgc_call *call, size_t items, size_t chunk)
{
    struct wgc_dataset_key key = {.call = *call, .items = items, .chunk = chunk, .roots = chunk};
    key.sub_groups = chunk < items;
    key.rows = 40;
    key.fp = wgc_fp_ieee;
    key.seed = 7;
    return key;
}

static struct wgc_dataset *make(const struct wgc_dataset_key *key, const struct wgc_dataset *like)
{
    struct wgc_dataset *set = NULL;
    struct wgc_err err;
    assert_int_equal(wgc_dataset_create(key, like, &set, &err), WGC_OK);
    return set;
}

static void check_same(const struct wgc_dataset *a, const struct wgc_dataset *b)
{
    const size_t values = a->key.rows * a->key.items;
    const size_t bytes = values * wgc_type_info(a->key.call.type)->bytes;
    assert_memory_equal(a->input, b->input, bytes);
    assert_memory_equal(a->expected, b->expected, bytes);
    assert_memory_equal(a->poison, b->poison, bytes);
    assert_int_equal(a->inits == NULL, b->inits == NULL);
    if (a->inits != NULL) {
        assert_memory_equal(a->inits, b->inits, bytes);
    }
    for (size_t r = 0; r < a->key.rows; r++) {
        const struct wgc_expectation of_a = wgc_dataset_expectation(a, r);
        const struct wgc_expectation of_b = wgc_dataset_expectation(b, r);
        if (of_a.mode == WGC_JUDGE_INTERVAL) {
            assert_memory_equal(of_a.lo, of_b.lo, a->key.items * sizeof *of_a.lo);
            assert_memory_equal(of_a.hi, of_b.hi, a->key.items * sizeof *of_a.hi);
        }
        assert_int_equal(a->row[r].mode, b->row[r].mode);
        assert_string_equal(a->row[r].pattern, b->row[r].pattern);
        assert_int_equal(a->row[r].variant, b->row[r].variant);
        assert_int_equal(a->row[r].root, b->row[r].root);
    }
    assert_int_equal(a->shift, b->shift);
}

/* Checks every kind against every other; returns how many pairs share their data. */
static size_t check_kinds(enum wgc_op op, enum wgc_type type, size_t items, size_t chunk)
{
    size_t shared = 0;
    for (enum wgc_kind kind = WGC_KIND_REDUCE; kind <= WGC_KIND_SCAN_INCLUSIVE_INIT; kind++) {
        const struct wgc_call call = {kind, op, type, 0, 0};
        const struct wgc_dataset_key key = key_of(&call, items, chunk);
        struct wgc_dataset *alone = make(&key, NULL);
        for (enum wgc_kind from = WGC_KIND_REDUCE; from <= WGC_KIND_SCAN_INCLUSIVE_INIT; from++) {
            const struct wgc_call other = {from, op, type, 0, 0};
            const struct wgc_dataset_key from_key = key_of(&other, items, chunk);
            if (wgc_dataset_can_share(&from_key, &key)) {
                struct wgc_dataset *first = make(&from_key, NULL), *like = make(&key, first);
                wgc_dataset_free(first);
                check_same(alone, like);
                wgc_dataset_free(like);
                shared++;
            }
        }
        wgc_dataset_free(alone);
    }
    return shared;
}

TEST(rows_taken_over_are_the_ones_made_alone)
{
    /* of six kinds three have initial values, which the others can do without */
    enum { THEMSELVES_AND_THOSE_WITH_INITS = 6 * 3 + 3 * 3, THEMSELVES = 6 * 3 };
    static const enum wgc_type types[] = {WGC_TYPE_char, WGC_TYPE_uint,  WGC_TYPE_long,
                                          WGC_TYPE_half, WGC_TYPE_float, WGC_TYPE_double};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        const bool real = wgc_type_info(types[t])->value_class == WGC_FLOAT;
        for (enum wgc_op op = 0; op < WGC_OP_COUNT; op++) {
            const struct wgc_call call = {WGC_KIND_REDUCE, op, types[t], 0, 0};
            if (!(real ? wgc_op_info(op)->real != WGC_REAL_NONE : !wgc_is_logical(op))) {
                continue;
            }
            const size_t expected =
                wgc_oracle_rounds(&call) ? THEMSELVES : THEMSELVES_AND_THOSE_WITH_INITS;
            assert_int_equal(check_kinds(op, types[t], 37, 37), expected);
            assert_int_equal(check_kinds(op, types[t], 37, 16), expected);
        }
    }
    /* of the scans, truth has data of its own */
    assert_true(check_kinds(WGC_OP_logical_and, WGC_TYPE_int, 37, 16) > 0);
}

TEST(rows_of_other_data_are_not_taken_over)
{
    const struct wgc_call call = {WGC_KIND_REDUCE, WGC_OP_max, WGC_TYPE_int, 0, 0};
    const struct wgc_dataset_key key = key_of(&call, 37, 16);
    struct wgc_dataset_key other[8];
    assert_true(wgc_dataset_can_share(&key, &key));
    for (size_t i = 0; i < 8; i++) {
        other[i] = key;
    }
    other[0].call.op = WGC_OP_min;
    other[1].call.type = WGC_TYPE_uint;
    other[2].items = 36;
    other[3].chunk = 8;
    other[4].rows = 41;
    other[5].seed = 8;
    other[6].role = WGC_ROLE_EXAMPLE;
    other[7].call.kind = WGC_KIND_REDUCE_INIT; /* has initial values, which the first has not */
    for (size_t i = 0; i < 8; i++) {
        assert_false(wgc_dataset_can_share(&key, &other[i]));
    }
}
