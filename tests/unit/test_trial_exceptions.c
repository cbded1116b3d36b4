/* Trials with NaN, infinities and subnormal values: who gets them, and who is right about them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/real.h"
#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"

static const enum wgc_type float_types[] = {WGC_TYPE_half, WGC_TYPE_float, WGC_TYPE_double};
enum { ITEMS = 67, SUB_GROUP_SIZE = 13 };

/* Of a function of sub-groups in SPIR-V, or of any other. */
static struct wgc_signature min_or_max(const char *function, enum wgc_language language,
                                       enum wgc_kind kind, enum wgc_op op, enum wgc_type type)
{
    struct wgc_signature signature = fake_signature(WGC_SCOPE_SUB_GROUP, kind, op, type);
    signature.function = function;
    signature.language = language;
    signature.cluster = 4;
    return signature;
}

/* How many of the values that go into a slot are of the kind that is() knows. */
static size_t count(const struct wgc_trial_spec *spec, size_t slot, bool (*is)(double value))
{
    const enum wgc_type type = spec->signature->type;
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    struct wgc_trial *trial = fake_trial(spec, cache);
    size_t found = 0;
    for (size_t i = 0; i < trial->slot_items; i++) {
        found += is(wgc_real_load(type, trial->input, slot * trial->slot_items + i));
    }
    wgc_trial_free(trial);
    wgc_trial_cache_free(cache);
    return found;
}

static bool is_nan(double value)
{
    return isnan(value);
}

static bool is_not_finite(double value)
{
    return !isfinite(value);
}

static bool is_subnormal(double value)
{
    return value != 0 && fabs(value) < wgc_real_smallest(WGC_TYPE_float);
}

static const struct {
    const char *name;
    enum wgc_kind kind;
} non_uniform[] = {
    {"sub_group_non_uniform_reduce_min", WGC_KIND_REDUCE},
    {"sub_group_non_uniform_scan_inclusive_min", WGC_KIND_SCAN_INCLUSIVE},
    {"sub_group_non_uniform_scan_exclusive_min", WGC_KIND_SCAN_EXCLUSIVE},
    {"sub_group_clustered_reduce_min", WGC_KIND_CLUSTERED_REDUCE},
};

TEST(only_the_non_uniform_instructions_get_nan_for_min_and_max)
{
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, NULL);
    for (size_t i = 0; i < 4; i++) {
        const struct wgc_signature spirv =
            min_or_max(non_uniform[i].name, WGC_LANGUAGE_SPIRV, non_uniform[i].kind, WGC_OP_min,
                       WGC_TYPE_float);
        const struct wgc_signature c = min_or_max(non_uniform[i].name, WGC_LANGUAGE_C,
                                                  non_uniform[i].kind, WGC_OP_max, WGC_TYPE_float);
        const struct wgc_trial_spec of_spirv = fake_spec(&spirv, &form, ITEMS);
        const struct wgc_trial_spec of_c = fake_spec(&c, &form, ITEMS);
        assert_true(count(&of_spirv, 0, is_nan) > 0);
        assert_int_equal(count(&of_c, 0, is_nan), 0);
    }
    const struct wgc_signature uniform = min_or_max("sub_group_reduce_min", WGC_LANGUAGE_SPIRV,
                                                    WGC_KIND_REDUCE, WGC_OP_min, WGC_TYPE_float);
    const struct wgc_trial_spec spec = fake_spec(&uniform, &form, ITEMS);
    assert_int_equal(count(&spec, 0, is_nan), 0);
}

/* The right result, but anything at all where all values are NaN. */
static void any_of_nothing(const struct fake_group *group, const void *context)
{
    (void)context;
    wgc_oracle_exact(&group->call, group->x, group->n, NULL, 0, group->result);
    for (size_t i = 0; i < group->n; i++) {
        if (isnan(wgc_real_load(group->call.type, group->result, i))) {
            wgc_real_store(group->call.type, i % 2 == 0 ? 77 : -(double)INFINITY, group->result, i);
        }
    }
}

/* Wrong: a NaN that comes first is kept, as by a comparison that is false for it. */
static void first_nan_wins(const struct fake_group *group, const void *context)
{
    const enum wgc_type type = group->call.type;
    double all = 0;
    (void)context;
    wgc_oracle_exact(&group->call, group->x, group->n, NULL, 0, group->result);
    for (size_t i = 0; i < group->n; i++) {
        const double value = wgc_real_load(type, group->x, i);
        all = i == 0 ? value : (value < all) == (group->call.op == WGC_OP_min) ? value : all;
        if (isnan(all) && group->call.kind == WGC_KIND_SCAN_INCLUSIVE) {
            wgc_real_store(type, all, group->result, i);
        }
    }
}

/* Wrong: a NaN anywhere is the result of all. */
static void any_nan_wins(const struct fake_group *group, const void *context)
{
    const enum wgc_type type = group->call.type;
    (void)context;
    wgc_oracle_exact(&group->call, group->x, group->n, NULL, 0, group->result);
    for (size_t i = 0; i < group->n && wgc_real_any_nan(type, group->x, group->n); i++) {
        wgc_real_store(type, (double)NAN, group->result, i);
    }
}

static bool passes(void (*function)(const struct fake_group *, const void *),
                   const struct wgc_signature *signature)
{
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, NULL);
    const struct fake_device device = {.function = function, .sub_group_size = SUB_GROUP_SIZE};
    struct wgc_trial_spec spec = fake_spec(signature, &form, ITEMS);
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    char text[512];
    spec.sub_group_hint = SUB_GROUP_SIZE;
    const bool passed = fake_passes(&device, &spec, cache, text);
    wgc_trial_cache_free(cache);
    return passed;
}

TEST(a_nan_is_ignored_next_to_a_number)
{
    for (size_t t = 0; t < 3; t++) {
        for (enum wgc_op op = WGC_OP_min; op <= WGC_OP_max; op++) {
            for (size_t i = 0; i < 4; i++) {
                const struct wgc_signature signature =
                    min_or_max(non_uniform[i].name, WGC_LANGUAGE_SPIRV, non_uniform[i].kind, op,
                               float_types[t]);
                assert_true(passes(NULL, &signature));
                assert_true(passes(any_of_nothing, &signature));
                assert_false(passes(any_nan_wins, &signature));
                assert_int_equal(passes(first_nan_wins, &signature),
                                 signature.kind != WGC_KIND_SCAN_INCLUSIVE);
            }
        }
    }
}

/* The other collectives of the form `sequence` may be min and max. */
TEST(scratch_slots_have_no_nan)
{
    static const enum wgc_slot slots[] = {WGC_SLOT_CALL, WGC_SLOT_CALL, WGC_SLOT_SCRATCH};
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 3, slots);
    for (size_t t = 0; t < 3; t++) {
        const struct wgc_signature signature =
            fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_REDUCE, WGC_OP_add, float_types[t]);
        const struct wgc_trial_spec spec = fake_spec(&signature, &form, ITEMS);
        assert_true(count(&spec, 0, is_nan) > 0);
        assert_true(count(&spec, 1, is_nan) > 0);
        assert_int_equal(count(&spec, 2, is_nan), 0);
    }
}

TEST(a_device_gets_what_it_has)
{
    static const enum wgc_op ops[] = {WGC_OP_add, WGC_OP_min, WGC_OP_mul};
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, NULL);
    for (size_t o = 0; o < 3; o++) {
        const struct wgc_signature signature =
            fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_SCAN_EXCLUSIVE, ops[o], WGC_TYPE_float);
        struct wgc_trial_spec spec = fake_spec(&signature, &form, ITEMS);
        assert_true(count(&spec, 0, is_not_finite) > 0);
        assert_true(count(&spec, 0, is_subnormal) > 0);
        spec.fp.inf_nan = false;
        assert_int_equal(count(&spec, 0, is_not_finite), 0);
        spec.fp.denormals = false;
        assert_int_equal(count(&spec, 0, is_subnormal), 0);
    }
}
