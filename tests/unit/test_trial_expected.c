/* The tables of expected values: what a right device writes agrees with them. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"
#include "trial/expected.h"

enum { ITEMS = 37, SIZE = 8 };

struct counts {
    size_t values, poison, any, interval;
};

/* Compares what the device wrote with the tables; other signs of zero are no matter here, as the
 * oracle is the device's. */
static struct counts compare(const struct wgc_trial *trial, const struct wgc_expected *expected,
                             const unsigned char *output, size_t bytes)
{
    const unsigned char *values = output + trial->guard_items * bytes;
    const unsigned char *poison = (const unsigned char *)trial->poison + trial->guard_items * bytes;
    struct counts counts = {0};
    assert_int_equal(expected->elements, trial->slot_count * trial->slot_items);
    for (size_t i = 0; i < expected->elements; i++) {
        const unsigned char *actual = values + i * bytes;
        float real;
        switch (expected->mode[i]) {
        case WGC_EXPECTED_ANY:
            counts.any++;
            break;
        case WGC_EXPECTED_POISON:
            counts.poison++;
            assert_memory_equal(actual, poison + i * bytes, bytes);
            break;
        case WGC_JUDGE_INTERVAL:
            counts.interval++;
            memcpy(&real, actual, sizeof real);
            assert_true(expected->lo[i] <= (double)real && (double)real <= expected->hi[i]);
            break;
        default:
            counts.values++;
            assert_memory_equal(actual, expected->values + i * bytes, bytes);
        }
    }
    return counts;
}

static struct counts run(enum wgc_scope scope, enum wgc_kind kind, enum wgc_op op,
                         enum wgc_type type, struct wgc_form form)
{
    const struct wgc_signature signature = fake_signature(scope, kind, op, type);
    struct wgc_trial_spec spec = fake_spec(&signature, &form, ITEMS);
    const struct fake_device device = {.sub_group_size = SIZE};
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    struct wgc_expected expected;
    struct wgc_mismatch mismatch;
    struct wgc_err err;
    spec.sub_group_hint = SIZE;
    struct wgc_trial *trial = fake_trial(&spec, cache);
    unsigned char *output = fake_memory(trial->output_bytes, 1);
    uint32_t *meta = trial->meta_bytes == 0 ? NULL : fake_memory(trial->meta_bytes, 1);
    fake_device_run(&device, &spec, trial, output, meta);
    assert_true(fake_judge(trial, output, meta, &mismatch));
    assert_int_equal(wgc_trial_expect(trial, meta, SIZE, &expected, &err), WGC_OK);
    const struct counts counts = compare(trial, &expected, output, wgc_type_info(type)->bytes);
    wgc_expected_free(&expected);
    free(output);
    free(meta);
    wgc_trial_free(trial);
    wgc_trial_cache_free(cache);
    return counts;
}

TEST(every_value_of_a_call_is_expected)
{
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 0, NULL);
    for (enum wgc_scope scope = 0; scope < WGC_SCOPE_COUNT; scope++) {
        const struct counts sums = run(scope, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int, form);
        assert_true(sums.values >= ITEMS && sums.poison + sums.any + sums.interval == 0);
        assert_true(run(scope, WGC_KIND_ALL, WGC_OP_NONE, WGC_TYPE_int, form).values >= ITEMS);
        assert_true(run(scope, WGC_KIND_BROADCAST, WGC_OP_NONE, WGC_TYPE_uint, form).any == 0);
        const struct counts real =
            run(scope, WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, WGC_TYPE_float, form);
        assert_true(real.interval > 0 && real.values > 0 && real.any == 0);
    }
}

TEST(smaller_work_groups_leave_poison)
{
    const struct wgc_form form = fake_form(WGC_GEOMETRY_REMAINDER, 0, NULL);
    for (enum wgc_scope scope = 0; scope < WGC_SCOPE_COUNT; scope++) {
        const struct counts counts = run(scope, WGC_KIND_REDUCE, WGC_OP_max, WGC_TYPE_int, form);
        assert_true(counts.poison > 0 && counts.poison < ITEMS && counts.values >= ITEMS);
    }
}

TEST(slots_are_judged_as_they_are_made)
{
    static const enum wgc_slot some[] = {WGC_SLOT_SOME}, even[] = {WGC_SLOT_EVEN, WGC_SLOT_ODD},
                               scratch[] = {WGC_SLOT_CALL, WGC_SLOT_SCRATCH, WGC_SLOT_COPY};
    const enum wgc_scope scope = WGC_SCOPE_SUB_GROUP;
    struct counts counts = run(scope, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int,
                               fake_form(WGC_GEOMETRY_LINEAR, 1, some));
    assert_true(counts.values > 0 && counts.poison == 0 && counts.any == 0);
    counts = run(scope, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int,
                 fake_form(WGC_GEOMETRY_LINEAR, 2, even));
    assert_int_equal(counts.values, counts.poison);
    counts = run(scope, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int,
                 fake_form(WGC_GEOMETRY_LINEAR, 3, scratch));
    assert_int_equal(counts.values, 2 * counts.any);
}
