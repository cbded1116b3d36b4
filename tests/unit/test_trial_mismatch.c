/* The mismatch of a wrong result, and of a wrong mapping of items to sub-groups. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include <cjson/cJSON.h>

#include "tests/unit/trial_fixture.h"

static const struct fake_device right_device;

/* A trial and a right device's output, for a test to spoil. */
struct fixture {
    struct wgc_signature signature;
    struct wgc_form form;
    struct wgc_trial_spec spec;
    struct wgc_trial_cache *cache;
    struct wgc_trial *trial;
    unsigned char *output;
    uint32_t *meta;
    struct wgc_mismatch mismatch;
};

static void set_up(struct fixture *fixture, struct wgc_signature signature, struct wgc_form form,
                   unsigned rank, const size_t side[3])
{
    memset(fixture, 0, sizeof *fixture);
    fixture->signature = signature;
    fixture->form = form;
    fixture->spec = fake_spec(&fixture->signature, &fixture->form, 1);
    fixture->spec.rank = rank;
    memcpy(fixture->spec.local_size, side, sizeof fixture->spec.local_size);
    fixture->cache = wgc_trial_cache_create(0);
    assert_non_null(fixture->cache);
    fixture->trial = fake_trial(&fixture->spec, fixture->cache);
    fixture->output = fake_memory(1, fixture->trial->output_bytes);
    fixture->meta = fake_memory(fixture->trial->meta_bytes + 1, 1);
    fake_device_run(&right_device, &fixture->spec, fixture->trial, fixture->output, fixture->meta);
}

static bool passes(struct fixture *fixture)
{
    wgc_mismatch_free(&fixture->mismatch);
    return fake_judge(fixture->trial, fixture->output, fixture->meta, &fixture->mismatch);
}

static void tear_down(struct fixture *fixture)
{
    wgc_mismatch_free(&fixture->mismatch);
    free(fixture->output);
    free(fixture->meta);
    wgc_trial_free(fixture->trial);
    wgc_trial_cache_free(fixture->cache);
}

static int32_t *int_at(struct fixture *fixture, size_t slot, size_t group, size_t item)
{
    const struct wgc_trial *trial = fixture->trial;
    const size_t e =
        trial->guard_items + slot * trial->slot_items + group * trial->group_items + item;
    return (int32_t *)(void *)fixture->output + e;
}

/* A JSON array of count elements whose element at is the text, or true for a NULL. */
static void check_array(const char *json, size_t count, size_t at, const char *text)
{
    cJSON *array = cJSON_Parse(json);
    assert_non_null(array);
    assert_true(cJSON_IsArray(array));
    assert_int_equal(cJSON_GetArraySize(array), count);
    const cJSON *item = cJSON_GetArrayItem(array, (int)at);
    if (text == NULL) {
        assert_true(cJSON_IsTrue(item));
    } else {
        assert_true(cJSON_IsString(item));
        assert_string_equal(item->valuestring, text);
    }
    cJSON_Delete(array);
}

TEST(the_first_wrong_item_is_described)
{
    const size_t side[3] = {7, 5, 3};
    const enum wgc_slot slots[] = {WGC_SLOT_CALL, WGC_SLOT_COPY};
    struct fixture fixture;
    set_up(&fixture,
           fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int),
           fake_form(WGC_GEOMETRY_GROUPS_3D, 2, slots), 3, side);
    assert_true(passes(&fixture));
    const size_t group = (2 * 3 + 1) * 2 + 1; /* of 2 by 3 by many */
    const size_t item = (2 * 5 + 3) * 7 + 6;
    *int_at(&fixture, 1, group, item) += 1;
    *int_at(&fixture, 1, group, item + 1) += 1;
    *int_at(&fixture, 1, group + 1, 0) += 1;
    assert_false(passes(&fixture));
    const struct wgc_mismatch *mismatch = &fixture.mismatch;
    assert_string_equal(mismatch->what, "wrong value");
    assert_non_null(strstr(mismatch->pattern, ", output 2 of 2 (data kept across the call)"));
    assert_int_equal(mismatch->work_group[0], 1);
    assert_int_equal(mismatch->work_group[1], 1);
    assert_int_equal(mismatch->work_group[2], 2);
    assert_int_equal(mismatch->local_id[0], 6);
    assert_int_equal(mismatch->local_id[1], 3);
    assert_int_equal(mismatch->local_id[2], 2);
    assert_int_equal(mismatch->linear_id, item);
    assert_int_equal(mismatch->wrong_items, 3);
    assert_int_equal(mismatch->wrong_groups, 2);
    assert_int_equal(mismatch->judged_items, 2 * fixture.trial->slot_items);
    assert_int_equal(mismatch->judged_groups, 2 * fixture.trial->group_count);
    assert_string_equal(mismatch->input, mismatch->expected);
    assert_string_equal(mismatch->tolerance, "exact");
    check_array(mismatch->group_input, 105 - 64, item - 64, mismatch->input);
    check_array(mismatch->group_expected, 105 - 64, item - 64, mismatch->expected);
    check_array(mismatch->group_actual, 105 - 64, item - 64, mismatch->actual);
    check_array(mismatch->group_wrong, 105 - 64, item - 64, NULL);
    tear_down(&fixture);
}

TEST(elements_that_nobody_wrote_are_reported)
{
    const size_t side[3] = {8, 1, 1};
    struct fixture fixture;
    set_up(&fixture,
           fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_REDUCE, WGC_OP_max, WGC_TYPE_float),
           fake_form(WGC_GEOMETRY_LINEAR, 1, NULL), 1, side);
    memcpy(fixture.output, fixture.trial->poison, fixture.trial->output_bytes);
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "not written");
    assert_true(fixture.mismatch.is_fill);
    assert_false(fixture.mismatch.is_overwritten);
    assert_int_equal(fixture.mismatch.wrong_items, fixture.mismatch.judged_items);
    assert_int_equal(fixture.mismatch.wrong_groups, fixture.mismatch.judged_groups);
    check_array(fixture.mismatch.group_actual, 8, 0, fixture.mismatch.actual);
    tear_down(&fixture);
}

TEST(elements_that_nobody_may_write_are_guarded)
{
    const size_t side[3] = {8, 1, 1};
    struct fixture fixture;
    set_up(&fixture,
           fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int),
           fake_form(WGC_GEOMETRY_REMAINDER, 1, NULL), 1, side);
    assert_true(passes(&fixture));
    fixture.output[0] ^= 1;
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "guard in front of the output overwritten");
    assert_true(fixture.mismatch.is_overwritten);
    fixture.output[0] ^= 1;
    fixture.output[fixture.trial->output_bytes - 1] ^= 1;
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "guard behind the output overwritten");
    fixture.output[fixture.trial->output_bytes - 1] ^= 1;
    *int_at(&fixture, 0, 1, 7) ^= 1; /* two work-groups in a row: the second has 6 items */
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "written past the end of a smaller work-group");
    assert_true(fixture.mismatch.is_overwritten);
    assert_int_equal(fixture.mismatch.work_group[0], 1);
    tear_down(&fixture);
}

TEST(a_nan_is_text_in_json)
{
    const size_t side[3] = {4, 1, 1};
    const float nan_value = NAN;
    struct fixture fixture;
    set_up(&fixture,
           fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_float),
           fake_form(WGC_GEOMETRY_LINEAR, 1, NULL), 1, side);
    memcpy(int_at(&fixture, 0, 2, 3), &nan_value, sizeof nan_value);
    assert_false(passes(&fixture));
    assert_non_null(strstr(fixture.mismatch.actual, "nan"));
    check_array(fixture.mismatch.group_actual, 4, 3, fixture.mismatch.actual);
    check_array(fixture.mismatch.group_wrong, 4, 3, NULL);
    tear_down(&fixture);
}

enum { ID, LOCAL_ID, SIZE, MAX_SIZE, COUNT, ENQUEUED };

/* Sub-groups of 8, 8 and 4 items. */
static void set_up_sub_groups(struct fixture *fixture, enum wgc_kind kind,
                              enum wgc_geometry geometry)
{
    const enum wgc_op op = kind == WGC_KIND_REDUCE ? WGC_OP_add : WGC_OP_NONE;
    const size_t side[3] = {20, 1, 1};
    set_up(fixture, fake_signature(WGC_SCOPE_SUB_GROUP, kind, op, WGC_TYPE_int),
           fake_form(geometry, 1, NULL), 1, side);
    assert_true(passes(fixture));
}

static uint32_t *meta_at(struct fixture *fixture, size_t group, size_t item, size_t word)
{
    return fixture->meta + (group * fixture->trial->group_items + item) * WGC_META_WORDS + word;
}

TEST(a_wrong_sub_group_is_described)
{
    struct fixture fixture;
    set_up_sub_groups(&fixture, WGC_KIND_REDUCE, WGC_GEOMETRY_LINEAR);
    *int_at(&fixture, 0, 3, 17) += 1;
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "wrong value");
    assert_non_null(strstr(fixture.mismatch.pattern, "sub-group 2"));
    assert_non_null(fixture.mismatch.data_pattern);
    assert_memory_equal(fixture.mismatch.pattern, fixture.mismatch.data_pattern,
                        strlen(fixture.mismatch.data_pattern));
    assert_int_equal(fixture.mismatch.work_group[0], 3);
    assert_int_equal(fixture.mismatch.linear_id, 17);
    check_array(fixture.mismatch.group_actual, 4, 1, fixture.mismatch.actual);
    tear_down(&fixture);
}

TEST(mappings_that_cannot_be_are_reported)
{
    static const struct {
        size_t item, word;
        uint32_t value;
        const char *what;
    } cases[] = {
        {5, ID, 3, "sub-group id out of range"},
        {19, ID, 1, "sub-group size is neither the number of its items nor full"},
        {5, LOCAL_ID, 8, "sub-group local id out of range"},
        {5, LOCAL_ID, 4, "two items with the same sub-group local id"},
        {5, SIZE, 7, "sub-group size is neither the number of its items nor full"},
        {5, MAX_SIZE, 16, "items disagree on the maximum sub-group size"},
        {5, COUNT, 4, "items disagree on the number of sub-groups"},
        {0, COUNT, 0, "impossible number of sub-groups"},
        {0, COUNT, 21, "impossible number of sub-groups"},
        {5, ENQUEUED, 4, "items disagree on the enqueued number of sub-groups"},
    };
    struct fixture fixture;
    set_up_sub_groups(&fixture, WGC_KIND_MAPPING, WGC_GEOMETRY_LINEAR);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t *word = meta_at(&fixture, 2, cases[i].item, cases[i].word);
        const uint32_t right = *word;
        *word = cases[i].value;
        assert_false(passes(&fixture));
        assert_string_equal(fixture.mismatch.what, cases[i].what);
        assert_int_equal(fixture.mismatch.work_group[0], 2);
        *word = right;
    }
    tear_down(&fixture);
}

/* Words of a whole work-group, as a function of the item. */
static void put_mapping(struct fixture *fixture, const size_t *sizes, size_t count, uint32_t max)
{
    for (size_t g = 0; g < fixture->trial->group_count; g++) {
        size_t item = 0;
        for (size_t s = 0; s < count; s++) {
            for (size_t k = 0; k < sizes[s]; k++, item++) {
                *meta_at(fixture, g, item, ID) = (uint32_t)s;
                *meta_at(fixture, g, item, LOCAL_ID) = (uint32_t)k;
                *meta_at(fixture, g, item, SIZE) = (uint32_t)sizes[s];
                *meta_at(fixture, g, item, MAX_SIZE) = max;
                *meta_at(fixture, g, item, COUNT) = (uint32_t)count;
                *meta_at(fixture, g, item, ENQUEUED) = (uint32_t)count;
            }
        }
        assert_int_equal(item, 20);
    }
}

TEST(only_the_last_sub_group_may_be_smaller)
{
    static const size_t uneven[] = {8, 4, 8}, past[] = {10, 10}, empty[] = {10, 0, 10};
    struct fixture fixture;
    set_up_sub_groups(&fixture, WGC_KIND_MAPPING, WGC_GEOMETRY_LINEAR);
    put_mapping(&fixture, uneven, 3, 8);
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "sub-groups of different sizes, not only the last");
    put_mapping(&fixture, past, 2, 8);
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "sub-group size past the maximum");
    put_mapping(&fixture, empty, 3, 10);
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "sub-group ids not dense");
    tear_down(&fixture);
}

/* Wrong built-in queries do not keep a collective from being judged. */
TEST(collectives_need_a_partition_only)
{
    struct fixture fixture;
    set_up_sub_groups(&fixture, WGC_KIND_REDUCE, WGC_GEOMETRY_LINEAR);
    *meta_at(&fixture, 2, 5, MAX_SIZE) = 4;
    *meta_at(&fixture, 2, 5, ENQUEUED) = 1;
    *meta_at(&fixture, 2, 5, SIZE) = 4;
    assert_true(passes(&fixture));
    *int_at(&fixture, 0, 2, 5) += 1;
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "wrong value");
    *int_at(&fixture, 0, 2, 5) -= 1;
    *meta_at(&fixture, 2, 5, LOCAL_ID) = 4;
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "two items with the same sub-group local id");
    tear_down(&fixture);
}

TEST(the_enqueued_number_is_that_of_whole_work_groups)
{
    struct fixture fixture;
    set_up_sub_groups(&fixture, WGC_KIND_MAPPING, WGC_GEOMETRY_REMAINDER);
    for (size_t g = 0; g < fixture.trial->group_count; g++) {
        for (size_t i = 0; i < 20; i++) {
            *meta_at(&fixture, g, i, ENQUEUED) = 2;
        }
    }
    assert_false(passes(&fixture));
    assert_string_equal(fixture.mismatch.what, "wrong enqueued number of sub-groups");
    tear_down(&fixture);
}

/* An inclusive scan of int in two slots, in a work-group of 20 or its sub-groups of 8, 8 and 4. */
static void set_up_scan(struct fixture *fixture, enum wgc_scope scope)
{
    const size_t side[3] = {20, 1, 1};
    const enum wgc_slot slots[] = {WGC_SLOT_CALL, WGC_SLOT_CALL};
    set_up(fixture, fake_signature(scope, WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, WGC_TYPE_int),
           fake_form(WGC_GEOMETRY_LINEAR, 2, slots), 1, side);
    assert_true(passes(fixture));
}

static int32_t input_at(const struct fixture *fixture, size_t slot, size_t group, size_t item)
{
    const struct wgc_trial *trial = fixture->trial;
    const int32_t *input = trial->input;
    return input[slot * trial->slot_items + group * trial->group_items + item];
}

/* A work-group of slot 1 whose items 8 to 15 have different values, none of them alone right. */
static size_t distinctive_group(const struct fixture *fixture)
{
    size_t group = 0;
    bool distinctive = false;

    while (!distinctive) {
        assert_true(group < fixture->trial->group_count);
        distinctive = true;
        for (size_t i = 9; i < 16; i++) {
            distinctive = distinctive && input_at(fixture, 1, group, i - 1) != 0 &&
                          input_at(fixture, 1, group, i) != input_at(fixture, 1, group, i - 1);
        }
        group++;
    }
    return group - 1;
}

/* In work-groups and sub-groups: the result of the call before, and that of each item alone. */
TEST(the_damage_is_described)
{
    static const enum wgc_scope scopes[] = {WGC_SCOPE_WORK_GROUP, WGC_SCOPE_SUB_GROUP};

    for (size_t s = 0; s < 2; s++) {
        struct fixture fixture;
        set_up_scan(&fixture, scopes[s]);
        const size_t group = distinctive_group(&fixture);
        for (size_t i = 8; i < 16; i++) {
            *int_at(&fixture, 1, group, i) = *int_at(&fixture, 0, group, i);
        }
        assert_false(passes(&fixture));
        assert_string_equal(wgc_damage_name(fixture.mismatch.damage), "call_before");
        for (size_t i = 8; i < 16; i++) {
            *int_at(&fixture, 1, group, i) = input_at(&fixture, 1, group, i);
        }
        assert_false(passes(&fixture));
        assert_string_equal(wgc_damage_name(fixture.mismatch.damage), "alone");
        tear_down(&fixture);
    }
}

/* A guard is no result of the function. */
TEST(what_is_no_result_has_no_damage)
{
    struct fixture fixture;
    set_up_scan(&fixture, WGC_SCOPE_WORK_GROUP);
    fixture.output[0] ^= 1;
    assert_false(passes(&fixture));
    assert_int_equal(fixture.mismatch.damage, WGC_DAMAGE_UNKNOWN);
    tear_down(&fixture);
}
