/* Judging many work-groups at once: the result of one must not count for another. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"
#include "trial/parts.h"

/* A trial, and what a right device left. */
struct launch {
    struct wgc_signature signature;
    struct wgc_form form;
    struct wgc_trial_spec spec;
    struct wgc_trial *trial;
    unsigned char *output;
    uint32_t *meta;
    struct wgc_mismatch mismatch;
};

static void set_up(struct launch *launch, const struct wgc_signature *signature, size_t hint,
                   const struct fake_device *device, struct wgc_trial_cache *cache)
{
    memset(launch, 0, sizeof *launch);
    launch->signature = *signature;
    launch->form = fake_form(WGC_GEOMETRY_LINEAR, 1, NULL);
    launch->spec = fake_spec(&launch->signature, &launch->form, 40);
    launch->spec.sub_group_hint = hint;
    launch->trial = fake_trial(&launch->spec, cache);
    launch->output = fake_memory(1, launch->trial->output_bytes);
    launch->meta = fake_memory(launch->trial->meta_bytes + 1, 1);
    fake_device_run(device, &launch->spec, launch->trial, launch->output, launch->meta);
}

static bool is_right(struct launch *launch)
{
    struct wgc_err err;
    bool right = false;
    wgc_mismatch_free(&launch->mismatch);
    if (wgc_trial_judge(launch->trial, launch->output, launch->meta, &right, &launch->mismatch,
                        &err) != WGC_OK) {
        fail_msg("%s", err.text);
    }
    return right;
}

static void tear_down(struct launch *launch)
{
    wgc_mismatch_free(&launch->mismatch);
    wgc_trial_free(launch->trial);
    free(launch->output);
    free(launch->meta);
}

/* Each element is spoilt in turn: just that work-group is wrong, by just that item. */
static void check_each_element(struct launch *launch)
{
    const struct wgc_trial *trial = launch->trial;
    const size_t bytes = wgc_type_info(launch->signature.type)->bytes;
    for (size_t e = 0; e < trial->slot_items; e++) {
        unsigned char *at = launch->output + (trial->guard_items + e) * bytes + bytes - 1;
        *at ^= 0x41;
        assert_false(is_right(launch));
        assert_int_equal(launch->mismatch.work_group[0], e / trial->group_items);
        assert_int_equal(launch->mismatch.linear_id, e % trial->group_items);
        assert_int_equal(launch->mismatch.wrong_items, 1);
        assert_int_equal(launch->mismatch.wrong_groups, 1);
        assert_int_equal(launch->mismatch.judged_items, trial->slot_items);
        *at ^= 0x41;
    }
}

TEST(a_work_group_is_judged_by_its_own_sub_groups)
{
    static const struct wgc_signature signatures[] = {
        {.kind = WGC_KIND_REDUCE, .op = WGC_OP_add, .type = WGC_TYPE_int},
        {.kind = WGC_KIND_SCAN_EXCLUSIVE, .op = WGC_OP_min, .type = WGC_TYPE_float},
        {.kind = WGC_KIND_SCAN_INCLUSIVE, .op = WGC_OP_add, .type = WGC_TYPE_double},
        {.kind = WGC_KIND_SCAN_INCLUSIVE_INIT, .op = WGC_OP_max, .type = WGC_TYPE_long},
        {.kind = WGC_KIND_BROADCAST, .op = WGC_OP_NONE, .type = WGC_TYPE_uint},
    };
    static const struct fake_device devices[] = {
        {.sub_group_size = 8},
        {.sub_group_size = 16},
        {.sub_group_size = 8, .scattered = true},
    };
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        for (size_t d = 0; d < sizeof devices / sizeof *devices; d++) {
            struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
            struct launch launch;
            struct wgc_signature signature = fake_signature(WGC_SCOPE_SUB_GROUP, signatures[i].kind,
                                                            signatures[i].op, signatures[i].type);
            set_up(&launch, &signature, 8, &devices[d], cache);
            assert_true(is_right(&launch));
            check_each_element(&launch);
            tear_down(&launch);
            wgc_trial_cache_free(cache);
        }
    }
}

TEST(a_wrong_item_among_many_work_groups_is_found)
{
    const struct wgc_signature signature =
        fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_REDUCE, WGC_OP_min, WGC_TYPE_ulong);
    const struct fake_device device = {0};
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    struct launch launch;
    set_up(&launch, &signature, 0, &device, cache);
    assert_true(is_right(&launch));
    check_each_element(&launch);
    tear_down(&launch);
    wgc_trial_cache_free(cache);
}

/* A judge with more rules finds faults in words that another accepts. */
TEST(trials_judge_by_their_own_rules)
{
    enum { GROUP = 7, ITEM = 5, SIZE = 2 };
    const struct wgc_signature reduce =
        fake_signature(WGC_SCOPE_SUB_GROUP, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int);
    const struct wgc_signature mapping =
        fake_signature(WGC_SCOPE_SUB_GROUP, WGC_KIND_MAPPING, WGC_OP_NONE, WGC_TYPE_int);
    const struct fake_device device = {.sub_group_size = 8};
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    struct launch first, second;
    set_up(&first, &reduce, 8, &device, cache);
    set_up(&second, &mapping, 8, &device, cache);
    first.meta[(GROUP * 40 + ITEM) * WGC_META_WORDS + SIZE]++;
    second.meta[(GROUP * 40 + ITEM) * WGC_META_WORDS + SIZE]++;
    assert_true(is_right(&first));
    assert_false(is_right(&second));
    assert_string_equal(second.mismatch.what,
                        "sub-group size is neither the number of its items nor full");
    assert_int_equal(second.mismatch.work_group[0], GROUP);
    assert_int_equal(second.mismatch.wrong_groups, 1);
    tear_down(&first);
    tear_down(&second);
    wgc_trial_cache_free(cache);
}

/* Work-groups that wrote the same words are found, each in the first of them. */
TEST(work_groups_with_the_same_words_are_found)
{
    enum { GROUP = 7 };
    const struct wgc_signature reduce =
        fake_signature(WGC_SCOPE_SUB_GROUP, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int);
    const struct fake_device device = {.sub_group_size = 8};
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    struct launch launch;
    size_t *like;
    set_up(&launch, &reduce, 8, &device, cache);
    launch.meta[(size_t)GROUP * 40 * WGC_META_WORDS]++;
    like = wgc_partition_cache(launch.trial, launch.meta);
    assert_non_null(like);
    assert_int_equal(like[GROUP - 1], 0);
    assert_int_equal(like[GROUP], GROUP);
    free(like);
    tear_down(&launch);
    wgc_trial_cache_free(cache);
}
