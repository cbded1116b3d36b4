/* Calls that some sub-groups make and others do not. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"

static const struct {
    size_t count;
    enum wgc_slot slot[3];
} forms[] = {
    {1, {WGC_SLOT_SOME}},
    {2, {WGC_SLOT_EVEN, WGC_SLOT_ODD}},
    {3, {WGC_SLOT_ROUND, WGC_SLOT_ROUND, WGC_SLOT_ROUND}},
};

static const struct wgc_signature signatures[] = {
    {.kind = WGC_KIND_ALL, .op = WGC_OP_NONE, .type = WGC_TYPE_int},
    {.kind = WGC_KIND_BROADCAST, .op = WGC_OP_NONE, .type = WGC_TYPE_float},
    {.kind = WGC_KIND_REDUCE, .op = WGC_OP_add, .type = WGC_TYPE_int},
    {.kind = WGC_KIND_REDUCE, .op = WGC_OP_max, .type = WGC_TYPE_double},
    {.kind = WGC_KIND_SCAN_EXCLUSIVE, .op = WGC_OP_min, .type = WGC_TYPE_ulong},
    {.kind = WGC_KIND_SCAN_INCLUSIVE_INIT, .op = WGC_OP_add, .type = WGC_TYPE_float},
};

struct run {
    struct wgc_signature signature;
    struct wgc_form form;
    struct wgc_trial_spec spec;
    struct wgc_trial *trial;
    unsigned char *output;
    uint32_t *meta;
};

static void for_each(const struct fake_device *device, void (*check)(struct run *run))
{
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
            struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
            struct run run;
            assert_non_null(cache);
            run.signature = fake_signature(WGC_SCOPE_SUB_GROUP, signatures[i].kind,
                                           signatures[i].op, signatures[i].type);
            run.form = fake_form(WGC_GEOMETRY_LINEAR, forms[f].count, forms[f].slot);
            run.spec = fake_spec(&run.signature, &run.form, 37);
            run.spec.sub_group_hint = 8;
            run.trial = fake_trial(&run.spec, cache);
            run.meta = fake_memory(1, run.trial->meta_bytes);
            run.output = fake_memory(1, run.trial->output_bytes);
            fake_device_run(device, &run.spec, run.trial, run.output, run.meta);
            check(&run);
            free(run.meta);
            free(run.output);
            wgc_trial_free(run.trial);
            wgc_trial_cache_free(cache);
        }
    }
}

static void check_right(struct run *run)
{
    struct wgc_mismatch mismatch;
    if (!fake_judge(run->trial, run->output, run->meta, &mismatch)) {
        fail_msg("%s of %s: %s", wgc_kind_name(run->signature.kind),
                 wgc_slot_name(run->form.slot[0]), mismatch.what);
    }
}

TEST(sub_groups_that_go_their_own_ways_pass)
{
    static const struct fake_device devices[] = {
        {.sub_group_size = 8},
        {.sub_group_size = 5, .scattered = true},
        {.sub_group_size = 64}, /* one, which makes every other call */
        {.sub_group_size = 1},
    };
    for (size_t d = 0; d < sizeof devices / sizeof *devices; d++) {
        for_each(&devices[d], check_right);
    }
}

static void check_wrong(struct run *run)
{
    const bool some = run->form.slot[0] == WGC_SLOT_SOME;
    struct wgc_mismatch mismatch;
    assert_false(fake_judge(run->trial, run->output, run->meta, &mismatch));
    assert_string_equal(mismatch.what,
                        some ? "wrong value" : "written in a sub-group that makes no call");
    wgc_mismatch_free(&mismatch);
}

TEST(a_call_made_for_all_sub_groups_is_found)
{
    const struct fake_device together = {.sub_group_size = 8, .together = true};
    for_each(&together, check_wrong);
}

/* The bytes of an element spoilt: one item is wrong, whoever should have written it. */
static void check_each_element(struct run *run)
{
    const size_t bytes = wgc_type_info(run->signature.type)->bytes;
    const size_t elements = run->trial->slot_count * run->trial->slot_items;
    for (size_t e = 0; e < elements; e += elements / 97) {
        unsigned char *at = run->output + (run->trial->guard_items + e) * bytes;
        unsigned char kept[8];
        struct wgc_mismatch mismatch;
        memcpy(kept, at, bytes);
        if (run->signature.kind == WGC_KIND_ALL) {
            const uint32_t truth = memcmp(at, "\0\0\0\0", 4) == 0 ? 1 : 0;
            memcpy(at, &truth, sizeof truth);
        } else {
            at[bytes - 1] ^= 0xbf;
        }
        assert_false(fake_judge(run->trial, run->output, run->meta, &mismatch));
        assert_int_equal(mismatch.wrong_items, 1);
        assert_int_equal(mismatch.wrong_groups, 1);
        assert_int_equal(mismatch.judged_items, elements);
        assert_int_equal(mismatch.work_group[0], e % run->trial->slot_items / 37);
        assert_int_equal(mismatch.linear_id, e % 37);
        wgc_mismatch_free(&mismatch);
        memcpy(at, kept, bytes);
    }
}

TEST(every_element_is_judged)
{
    const struct fake_device device = {.sub_group_size = 8};
    for_each(&device, check_each_element);
}
