/* The table of patterns and the order in which data is dealt out. */
#include <stdlib.h>
#include <string.h>

#include "patterns/patterns.h"
#include "patterns/fill.h"
#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"

static struct wgc_pattern_target target_of(enum wgc_kind kind, enum wgc_op op, enum wgc_type type,
                                           size_t items)
{
    return (struct wgc_pattern_target){
        .call = {kind, op, type, 0, 0},
        .items = items,
        .chunk = items,
        .roots = items,
        .fp = wgc_fp_ieee,
        .skips_nan = true,
    };
}

/* Whether a kind has an operator over a type. */
static bool exists(enum wgc_kind kind, enum wgc_op op, enum wgc_type type)
{
    const bool real = wgc_type_info(type)->value_class == WGC_FLOAT;
    if ((kind < WGC_KIND_REDUCE) != (op == WGC_OP_NONE)) {
        return false;
    }
    if (wgc_is_truth(kind, op)) {
        return type == WGC_TYPE_int;
    }
    return !real || op < WGC_OP_and || op == WGC_OP_NONE;
}

TEST(every_pattern_is_named_and_used)
{
    for (enum wgc_pattern pattern = 0; pattern < WGC_PATTERN_COUNT; pattern++) {
        size_t uses = 0;
        assert_true(strlen(wgc_pattern_name(pattern)) > 0);
        for (enum wgc_pattern other = 0; other < pattern; other++) {
            assert_string_not_equal(wgc_pattern_name(pattern), wgc_pattern_name(other));
        }
        for (enum wgc_kind kind = 0; kind < WGC_KIND_COUNT; kind++) {
            for (enum wgc_op op = 0; op <= WGC_OP_NONE; op++) {
                for (enum wgc_type type = 0; type < WGC_TYPE_COUNT; type++) {
                    const struct wgc_pattern_target target = target_of(kind, op, type, 16);
                    uses += exists(kind, op, type) && wgc_pattern_variants(pattern, &target) > 0;
                }
            }
        }
        assert_true(uses > 0);
    }
}

TEST(positions_have_each_place_once)
{
    static const size_t sizes[] = {1, 2, 3, 7, 64, 65, 1000, 8192};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const size_t n = sizes[s];
        size_t *order = wgc_positions(n, s);
        bool *seen = fake_memory(n, sizeof *seen);
        assert_int_equal(order[0], n - 1);
        for (size_t i = 0; i < n; i++) {
            assert_true(order[i] < n && !seen[order[i]]);
            seen[order[i]] = true;
        }
        free(order);
        free(seen);
    }
}

/* All variants of all patterns are dealt, each once, and then random ones. */
TEST(every_instance_is_dealt_once)
{
    static const enum wgc_op ops[] = {WGC_OP_add, WGC_OP_min, WGC_OP_and, WGC_OP_logical_or};
    for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {
        const struct wgc_pattern_target target =
            target_of(WGC_KIND_SCAN_INCLUSIVE, ops[o], WGC_TYPE_int, 100);
        struct wgc_patterns *patterns = wgc_patterns_create(&target, 3);
        bool seen[WGC_PATTERN_COUNT][256] = {{false}};
        assert_non_null(patterns);
        for (size_t i = wgc_patterns_count(&target); i > 0; i--) {
            const struct wgc_pattern_instance instance = wgc_patterns_next(patterns);
            assert_true(instance.variant < wgc_pattern_variants(instance.pattern, &target));
            assert_false(seen[instance.pattern][instance.variant]);
            seen[instance.pattern][instance.variant] = true;
        }
        for (size_t i = 0; i < 20; i++) {
            assert_int_equal(wgc_patterns_next(patterns).pattern, WGC_PATTERN_random);
        }
        wgc_patterns_free(patterns);
    }
}

/* The item that decides a minimum is at every position in some group. */
TEST(extremes_are_at_every_position)
{
    enum { ITEMS = 64 };
    const struct wgc_pattern_target target =
        target_of(WGC_KIND_REDUCE, WGC_OP_min, WGC_TYPE_int, ITEMS);
    struct wgc_patterns *patterns = wgc_patterns_create(&target, 3);
    bool seen[ITEMS] = {false};
    int32_t values[ITEMS];
    assert_non_null(patterns);
    for (size_t variant = 0; variant < ITEMS; variant++) {
        const struct wgc_pattern_instance instance = {WGC_PATTERN_extreme, variant, 0};
        wgc_patterns_fill(patterns, &instance, values, NULL);
        for (size_t i = 0; i < ITEMS; i++) {
            seen[i] = seen[i] || values[i] == INT32_MIN;
        }
    }
    for (size_t i = 0; i < ITEMS; i++) {
        assert_true(seen[i]);
    }
    wgc_patterns_free(patterns);
}

TEST(seeds_matter_and_are_all_that_matters)
{
    const struct wgc_pattern_target target =
        target_of(WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_ulong, 33);
    const struct wgc_pattern_instance instance = {WGC_PATTERN_random, 5, 0};
    uint64_t values[3][33];
    for (uint64_t i = 0; i < 3; i++) {
        struct wgc_patterns *patterns = wgc_patterns_create(&target, i / 2);
        assert_non_null(patterns);
        wgc_patterns_fill(patterns, &instance, values[i], NULL);
        wgc_patterns_free(patterns);
    }
    assert_memory_equal(values[0], values[1], sizeof values[0]);
    assert_memory_not_equal(values[0], values[2], sizeof values[0]);
}
