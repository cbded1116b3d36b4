/* How work-items are mapped to sub-groups: the same in every work-group and launch, of right sizes.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"
#include "trial/sub_groups.h"

enum { ITEMS = 40 };

static const char not_another_group[] = "mapping to sub-groups is not that of another work-group";
static const char not_before[] = "mapping to sub-groups is not that of an earlier launch";

/* Runs a device on a function over so many items: NULL where it passes, else what is wrong. */
static const char *verdict(const struct fake_device *device, enum wgc_kind kind,
                           enum wgc_geometry geometry, size_t items, char text[static 512])
{
    const enum wgc_op op = kind == WGC_KIND_REDUCE ? WGC_OP_add : WGC_OP_NONE;
    const struct wgc_signature signature =
        fake_signature(WGC_SCOPE_SUB_GROUP, kind, op, WGC_TYPE_int);
    const struct wgc_form form = fake_form(geometry, 1, NULL);
    struct wgc_trial_spec spec = fake_spec(&signature, &form, items);
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    assert_non_null(cache);
    spec.sub_group_hint = 8;
    const bool passes = fake_passes(device, &spec, cache, text);
    wgc_trial_cache_free(cache);
    return passes ? NULL : text;
}

static void assert_verdict(const struct fake_device *device, enum wgc_kind kind,
                           enum wgc_geometry geometry, size_t items, const char *expected)
{
    char text[512];
    const char *found = verdict(device, kind, geometry, items, text);
    const bool as_expected = found != NULL && expected != NULL
                                 ? strncmp(found, expected, strlen(expected)) == 0
                                 : found == expected;
    if (!as_expected) {
        fail_msg("%s over %zu items: %s, not %s", wgc_kind_name(kind), items,
                 found == NULL ? "passes" : found, expected == NULL ? "a pass" : expected);
    }
}

/* With one size for all sub-groups, only a comparison of work-groups detects it. */
TEST(a_mapping_is_the_same_in_all_work_groups)
{
    static const enum wgc_kind kinds[] = {WGC_KIND_MAPPING, WGC_KIND_REDUCE, WGC_KIND_BROADCAST};
    static const size_t items[] = {16, 37, 40};
    const struct fake_device right = {.scattered = true}, turned = {.turned = true};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
            assert_verdict(&right, kinds[k], WGC_GEOMETRY_LINEAR, items[i], NULL);
            assert_verdict(&turned, kinds[k], WGC_GEOMETRY_LINEAR, items[i], not_another_group);
        }
        assert_verdict(&turned, kinds[k], WGC_GEOMETRY_LINEAR, 8, not_another_group);
    }
}

/* The place in a sub-group is a part of the mapping. */
TEST(places_in_a_sub_group_are_the_same_in_all_work_groups)
{
    const struct fake_device backwards = {.backwards = true};
    assert_verdict(&backwards, WGC_KIND_REDUCE, WGC_GEOMETRY_LINEAR, ITEMS, not_another_group);
    assert_verdict(&backwards, WGC_KIND_BROADCAST, WGC_GEOMETRY_LINEAR, ITEMS, not_another_group);
    assert_verdict(&backwards, WGC_KIND_MAPPING, WGC_GEOMETRY_LINEAR, ITEMS, not_another_group);
}

TEST(smaller_work_groups_have_a_mapping_of_their_own)
{
    static const enum wgc_kind kinds[] = {WGC_KIND_MAPPING, WGC_KIND_REDUCE, WGC_KIND_BROADCAST};
    const struct fake_device right = {0};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        assert_verdict(&right, kinds[k], WGC_GEOMETRY_REMAINDER, ITEMS, NULL);
        assert_verdict(&right, kinds[k], WGC_GEOMETRY_REMAINDER, ITEMS + 1, NULL);
    }
}

TEST(a_mapping_is_the_same_in_the_second_launch)
{
    const struct fake_device restless = {.restless = true};
    assert_verdict(&restless, WGC_KIND_BROADCAST, WGC_GEOMETRY_LINEAR, ITEMS, not_before);
}

/* Another item of each sub-group is named, the first and the last too, wherever they are. */
TEST(broadcasts_name_every_item_of_a_sub_group)
{
    const struct wgc_signature signature =
        fake_signature(WGC_SCOPE_SUB_GROUP, WGC_KIND_BROADCAST, WGC_OP_NONE, WGC_TYPE_int);
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, NULL);
    const struct fake_device device = {.sub_group_size = 16};
    struct wgc_trial_spec spec = fake_spec(&signature, &form, 37);
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    bool named[3][16] = {{false}};
    struct wgc_err err;
    assert_non_null(cache);
    spec.sub_group_hint = 16;
    struct wgc_trial *trial = fake_trial(&spec, cache);
    uint32_t *meta = fake_memory(1, trial->meta_bytes);
    void *output = fake_memory(1, trial->output_bytes);
    assert_true(wgc_trial_needs_map(trial));
    const uint32_t *id = trial->aux;
    for (size_t i = 0; i < trial->slot_items; i++) {
        assert_int_equal(id[i], 0);
    }
    fake_device_run(&device, &spec, trial, output, meta);
    assert_int_equal(wgc_trial_map(trial, meta, &err), WGC_OK);
    id = trial->aux;
    for (size_t g = 0; g < trial->group_count; g++) {
        for (size_t s = 0; s < 3; s++) {
            assert_true(id[g * 37 + s] < (s < 2 ? 16 : 5));
            named[s][id[g * 37 + s]] = true;
        }
    }
    for (size_t i = 0; i < 16; i++) {
        assert_true(named[0][i] && named[1][i] && (i >= 5 || named[2][i]));
    }
    free(meta);
    free(output);
    wgc_trial_free(trial);
    wgc_trial_cache_free(cache);
}

/* The largest sub-group that a launch on the device had, where the words of an item are spoilt. */
static size_t largest(const struct fake_device *device, enum wgc_geometry geometry, size_t items,
                      uint32_t spoilt_id)
{
    const struct wgc_signature signature =
        fake_signature(WGC_SCOPE_SUB_GROUP, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int);
    const struct wgc_form form = fake_form(geometry, 1, NULL);
    const struct wgc_trial_spec spec = fake_spec(&signature, &form, items);
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    struct wgc_err err;
    size_t found = 0;
    assert_non_null(cache);
    struct wgc_trial *trial = fake_trial(&spec, cache);
    uint32_t *meta = fake_memory(1, trial->meta_bytes);
    void *output = fake_memory(1, trial->output_bytes);
    fake_device_run(device, &spec, trial, output, meta);
    meta[7 * items * WGC_META_WORDS] += spoilt_id;
    assert_int_equal(wgc_trial_largest_sub_group(trial, meta, &found, &err), WGC_OK);
    free(meta);
    free(output);
    wgc_trial_free(trial);
    wgc_trial_cache_free(cache);
    return found;
}

TEST(the_largest_sub_group_is_that_of_all_work_groups)
{
    const struct fake_device eight = {0}, three = {.sub_group_size = 3, .scattered = true};
    assert_int_equal(largest(&eight, WGC_GEOMETRY_LINEAR, 20, 0), 8);
    assert_int_equal(largest(&eight, WGC_GEOMETRY_LINEAR, 5, 0), 5);
    assert_int_equal(largest(&eight, WGC_GEOMETRY_REMAINDER, 9, 0), 8); /* 6 in the smaller one */
    assert_int_equal(largest(&three, WGC_GEOMETRY_LINEAR, 20, 0), 3);
    assert_int_equal(largest(&eight, WGC_GEOMETRY_LINEAR, 20, 100), 0); /* no partition */
}

enum { ID, LOCAL_ID, SIZE, MAX_SIZE, COUNT, ENQUEUED };

/* The verdict on 20 items in sub-groups of 8, 8 and 4 that report these sizes. */
static const char *verdict_on(uint32_t full, uint32_t rest, uint32_t last_of_rest, uint32_t max)
{
    enum { N = 20 };
    uint32_t meta[N * WGC_META_WORDS];
    size_t order[N], first[N + 1];
    struct wgc_partition partition = {.order = order, .first = first};
    struct wgc_partition_fault fault;
    struct wgc_partition_common common = {0};
    for (uint32_t i = 0; i < N; i++) {
        uint32_t *word = meta + (size_t)i * WGC_META_WORDS;
        word[ID] = i / 8;
        word[LOCAL_ID] = i % 8;
        word[SIZE] = i < 16 ? full : i < N - 1 ? rest : last_of_rest;
        word[MAX_SIZE] = max;
        word[COUNT] = word[ENQUEUED] = 3;
    }
    const char *what =
        wgc_partition_read(meta, N, true, WGC_PARTITION_ALL, &common, &partition, &fault);
    assert_true(what != NULL || (partition.count == 3 && partition.in_line));
    return what;
}

/* OpenCL-CTS pull requests 2709 and 2752. */
TEST(a_short_sub_group_may_have_either_size)
{
    static const char neither[] = "sub-group size is neither the number of its items nor full";
    assert_null(verdict_on(8, 4, 4, 8));
    assert_null(verdict_on(8, 8, 8, 8));
    assert_null(verdict_on(8, 8, 8, 16)); /* as full as the others */
    assert_null(verdict_on(8, 16, 16, 16));
    assert_null(verdict_on(8, 4, 4, 16));
    assert_string_equal(verdict_on(8, 5, 5, 8), neither);
    assert_string_equal(verdict_on(8, 3, 3, 8), neither);
    assert_string_equal(verdict_on(8, 12, 12, 16), neither);
    assert_string_equal(verdict_on(7, 4, 4, 8), neither);
    assert_string_equal(verdict_on(9, 4, 4, 8), neither);
    assert_string_equal(verdict_on(8, 4, 8, 8), "items of a sub-group disagree on its size");
    assert_string_equal(verdict_on(8, 8, 4, 8), "items of a sub-group disagree on its size");
    assert_string_equal(verdict_on(8, 8, 8, 4), "sub-group size past the maximum");
    assert_string_equal(verdict_on(8, 4, 4, 7), "sub-group size past the maximum");
}
