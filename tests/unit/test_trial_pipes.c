/* A pipe whose reservations an implementation refuses: which sets need not be read. */
#include <stdlib.h>
#include <string.h>

#include "device/dispatch.h"
#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"

enum { ITEMS = 37, SLOT = 2 };

static const enum wgc_slot slots[] = {WGC_SLOT_CALL, WGC_SLOT_CALL, WGC_SLOT_COPY};

/* A launch that went right; the tests change it. */
struct launched {
    struct wgc_trial_cache *cache;
    struct wgc_trial *trial;
    unsigned char *output;
    uint32_t *meta;
};

static struct launched launch_all(void)
{
    const struct wgc_signature signature =
        fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int);
    const struct wgc_form form = fake_form(WGC_GEOMETRY_PIPES, 3, slots);
    const struct wgc_trial_spec spec = fake_spec(&signature, &form, ITEMS);
    const struct fake_device device = {.sub_group_size = 8};
    struct launched all = {.cache = wgc_trial_cache_create(0)};
    assert_non_null(all.cache);
    all.trial = fake_trial(&spec, all.cache);
    assert_int_equal(all.trial->meta_bytes, (2 * all.trial->group_count + 1) * sizeof(uint32_t));
    all.output = fake_memory(1, all.trial->output_bytes);
    all.meta = fake_memory(1, all.trial->meta_bytes);
    fake_device_run(&device, &spec, all.trial, all.output, all.meta);
    return all;
}

static void free_all(struct launched *all)
{
    free(all->output);
    free(all->meta);
    wgc_trial_free(all->trial);
    wgc_trial_cache_free(all->cache);
}

static bool is_right(const struct launched *all)
{
    struct wgc_mismatch mismatch = {0};
    const bool right = fake_judge(all->trial, all->output, all->meta, &mismatch);
    wgc_mismatch_free(&mismatch);
    return right;
}

/* Nobody writes the first count elements of a work-group in that slot. */
static void lose(const struct launched *all, size_t slot, size_t group, size_t count)
{
    const struct wgc_trial *trial = all->trial;
    const size_t at = (trial->guard_items + slot * trial->slot_items + group * ITEMS) * sizeof(int);
    memcpy(all->output + at, (const unsigned char *)trial->poison + at, count * sizeof(int));
}

/* The packets that the pipe has in the end. */
static void set_left(const struct launched *all, uint32_t packets)
{
    all->meta[2 * all->trial->group_count] = packets;
}

TEST(without_a_refusal_all_is_written)
{
    struct launched all = launch_all();
    assert_int_equal(wgc_trial_refused(all.trial, all.meta), 0);
    assert_true(is_right(&all));
    lose(&all, SLOT, 3, ITEMS);
    assert_false(is_right(&all));
    free_all(&all);
}

TEST(as_many_sets_may_be_left_as_were_refused)
{
    struct launched all = launch_all();
    all.meta[7] = 1; /* another one than the work-group whose packets it would have had */
    set_left(&all, 2 * ITEMS);
    assert_int_equal(wgc_trial_refused(all.trial, all.meta), 1);
    assert_true(is_right(&all));
    lose(&all, SLOT, 3, ITEMS);
    assert_true(is_right(&all));
    lose(&all, SLOT, 4, ITEMS);
    assert_false(is_right(&all));
    all.meta[0] = 1;
    assert_true(is_right(&all));
    free_all(&all);
}

TEST(a_set_that_nobody_read_is_still_in_the_pipe)
{
    struct launched all = launch_all();
    all.meta[7] = all.meta[0] = 1;
    lose(&all, SLOT, 3, ITEMS);
    assert_false(is_right(&all));
    set_left(&all, ITEMS - 1);
    assert_false(is_right(&all));
    set_left(&all, ITEMS);
    assert_true(is_right(&all));
    lose(&all, SLOT, 4, ITEMS);
    assert_false(is_right(&all));
    set_left(&all, UINT32_MAX); /* more than there is room for */
    assert_false(is_right(&all));
    free_all(&all);
}

TEST(a_set_that_was_not_written_is_the_one_of_the_refused_reservation)
{
    struct launched all = launch_all();
    uint32_t *const not_written = all.meta + all.trial->group_count;
    not_written[3] = 1;
    lose(&all, SLOT, 3, ITEMS);
    assert_false(is_right(&all)); /* all work-groups were given a set, which is one too many */
    all.meta[7] = 1;
    assert_true(is_right(&all));
    not_written[3] = 0;
    not_written[4] = 1;
    assert_false(is_right(&all));
    free_all(&all);
}

TEST(a_note_that_was_not_written_excuses_nothing)
{
    struct launched all = launch_all();
    memset(all.meta, WGC_META_POISON_BYTE, all.trial->meta_bytes);
    assert_int_equal(wgc_trial_refused(all.trial, all.meta), 0);
    assert_true(is_right(&all));
    lose(&all, SLOT, 3, ITEMS);
    assert_false(is_right(&all));
    free_all(&all);
}

TEST(what_was_reserved_is_judged)
{
    struct launched all = launch_all();
    for (size_t g = 0; g < all.trial->group_count; g++) {
        all.meta[g] = 1;
    }
    set_left(&all, (uint32_t)all.trial->slot_items);
    assert_true(is_right(&all));
    lose(&all, SLOT, 3, ITEMS - 1); /* a part of a set */
    assert_false(is_right(&all));
    lose(&all, SLOT, 3, ITEMS);
    assert_true(is_right(&all));
    lose(&all, 0, 3, ITEMS); /* a result of the function */
    assert_false(is_right(&all));
    free_all(&all);
}
