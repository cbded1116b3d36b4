/* Trials: right devices pass in every form, launch and shape; a single wrong element never does. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"

static const struct fake_device right_device;

/* Every function of a scope, by kind, operator and type. */
static size_t signatures(enum wgc_scope scope, struct wgc_signature *out)
{
    static const enum wgc_kind reductions[] = {WGC_KIND_REDUCE, WGC_KIND_SCAN_EXCLUSIVE,
                                               WGC_KIND_SCAN_INCLUSIVE};
    const bool sub_groups = scope == WGC_SCOPE_SUB_GROUP;
    size_t count = 0;
    out[count++] = fake_signature(scope, WGC_KIND_ALL, WGC_OP_NONE, WGC_TYPE_int);
    out[count++] = fake_signature(scope, WGC_KIND_ANY, WGC_OP_NONE, WGC_TYPE_int);
    if (sub_groups) {
        out[count++] = fake_signature(scope, WGC_KIND_MAPPING, WGC_OP_NONE, WGC_TYPE_int);
    }
    for (enum wgc_type type = 0; type < WGC_TYPE_COUNT; type++) {
        const bool real = wgc_type_info(type)->value_class == WGC_FLOAT;
        out[count++] = fake_signature(scope, WGC_KIND_BROADCAST, WGC_OP_NONE, type);
        if (!sub_groups) {
            out[count++] = fake_signature(scope, WGC_KIND_BROADCAST_2D, WGC_OP_NONE, type);
            out[count++] = fake_signature(scope, WGC_KIND_BROADCAST_3D, WGC_OP_NONE, type);
        }
        for (enum wgc_op op = 0; op < WGC_OP_COUNT; op++) {
            const bool bitwise = op == WGC_OP_and || op == WGC_OP_or || op == WGC_OP_xor;
            if ((bitwise && real) || (wgc_is_logical(op) && type != WGC_TYPE_int)) {
                continue;
            }
            if (sub_groups) {
                out[count] = fake_signature(scope, WGC_KIND_CLUSTERED_REDUCE, op, type);
                out[count].cluster = (size_t)1 << count % 5;
                count++;
            }
            for (size_t k = 0; k < 3; k++) {
                out[count++] = fake_signature(scope, reductions[k], op, type);
                if (sub_groups && op <= WGC_OP_max) {
                    const enum wgc_kind init = (enum wgc_kind)(WGC_KIND_REDUCE_INIT + k);
                    out[count++] = fake_signature(scope, init, op, type);
                }
            }
        }
    }
    return count;
}

enum { MOST_SIGNATURES = 1000 };

static const enum wgc_slot loop_slots[] = {WGC_SLOT_CALL, WGC_SLOT_CALL, WGC_SLOT_CALL};
static const enum wgc_slot sequence_slots[] = {WGC_SLOT_CALL, WGC_SLOT_CALL, WGC_SLOT_SCRATCH};
static const enum wgc_slot together_slots[] = {WGC_SLOT_CALL, WGC_SLOT_SCRATCH, WGC_SLOT_SCRATCH,
                                               WGC_SLOT_CALL};
static const enum wgc_slot uniform_slots[] = {WGC_SLOT_CONSTANT, WGC_SLOT_UNIFORM,
                                              WGC_SLOT_CONSTANT};
static const enum wgc_slot local_slots[] = {WGC_SLOT_CALL, WGC_SLOT_COPY};

static const struct {
    enum wgc_geometry geometry;
    size_t count;
    const enum wgc_slot *slots;
} forms[] = {
    {WGC_GEOMETRY_LINEAR, 1, NULL},           {WGC_GEOMETRY_LINEAR, 3, loop_slots},
    {WGC_GEOMETRY_LINEAR, 3, sequence_slots}, {WGC_GEOMETRY_LINEAR, 4, together_slots},
    {WGC_GEOMETRY_LINEAR, 3, uniform_slots},  {WGC_GEOMETRY_LINEAR, 2, local_slots},
    {WGC_GEOMETRY_OFFSET, 1, NULL},           {WGC_GEOMETRY_REMAINDER, 1, NULL},
    {WGC_GEOMETRY_REMAINDER, 2, local_slots}, {WGC_GEOMETRY_GROUPS_2D, 1, NULL},
    {WGC_GEOMETRY_GROUPS_3D, 1, NULL},
};

static const struct {
    unsigned rank;
    size_t side[3];
} shapes[] = {
    {1, {1, 1, 1}},   {1, {2, 1, 1}}, {1, {3, 1, 1}}, {1, {8, 1, 1}}, {1, {65, 1, 1}},
    {1, {256, 1, 1}}, {2, {1, 1, 1}}, {2, {8, 8, 1}}, {2, {1, 7, 1}}, {2, {13, 5, 1}},
    {3, {1, 1, 1}},   {3, {7, 5, 3}}, {3, {3, 1, 5}}, {3, {2, 2, 2}},
};

/* Calls check with every signature, each with half of the shapes, in one form or another. */
static void for_each_spec(enum wgc_scope scope, void (*check)(const struct wgc_trial_spec *spec,
                                                              struct wgc_trial_cache *cache))
{
    struct wgc_signature *all = fake_memory(MOST_SIGNATURES, sizeof *all);
    const size_t count = signatures(scope, all);
    assert_true(count <= MOST_SIGNATURES);
    for (size_t i = 0; i < count; i++) {
        struct wgc_trial_cache *cache = wgc_trial_cache_create(1 << 20);
        assert_non_null(cache);
        for (size_t s = i % 2; s < sizeof shapes / sizeof *shapes; s += 2) {
            const size_t f = (i / 2 + s) % (sizeof forms / sizeof *forms);
            const struct wgc_form form =
                fake_form(forms[f].geometry, forms[f].count, forms[f].slots);
            struct wgc_trial_spec spec = fake_spec(&all[i], &form, 1);
            spec.rank = shapes[s].rank;
            memcpy(spec.local_size, shapes[s].side, sizeof spec.local_size);
            spec.profile = (enum wgc_profile)(s % 2);
            spec.seed = i * 31 + s;
            spec.sub_group_hint = s % 3 * 4;
            check(&spec, cache);
        }
        wgc_trial_cache_free(cache);
    }
    free(all);
}

static void check_right_device(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache)
{
    char text[512];
    struct fake_device device = right_device;
    device.sub_group_size = spec->seed % 3 == 0 ? 16 : 1 + spec->seed % 9;
    device.scattered = spec->seed % 2 == 0;
    if (!fake_passes(&device, spec, cache, text)) {
        fail_msg("kind %d op %d type %s, %zux%zux%zu: %s", (int)spec->signature->kind,
                 (int)spec->signature->op, wgc_type_info(spec->signature->type)->name,
                 spec->local_size[0], spec->local_size[1], spec->local_size[2], text);
    }
}

TEST(right_devices_pass)
{
    for_each_spec(WGC_SCOPE_WORK_GROUP, check_right_device);
    for_each_spec(WGC_SCOPE_SUB_GROUP, check_right_device);
}

/* Elements of the output that a kernel must write, and those that it must not. */
struct output {
    const struct wgc_trial_spec *spec;
    const struct wgc_trial *trial;
    size_t bytes;
    unsigned char *right;  /* a right device's */
    unsigned char *actual; /* the same, in which a test changes things */
    uint32_t *meta;
    bool *written;
};

static struct output make_output(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache)
{
    struct wgc_trial *trial = fake_trial(spec, cache);
    struct output output = {.spec = spec, .trial = trial};
    output.bytes = wgc_type_info(spec->signature->type)->bytes;
    output.right = fake_memory(1, output.trial->output_bytes);
    output.actual = fake_memory(1, output.trial->output_bytes);
    output.meta = fake_memory(output.trial->meta_bytes + 1, 1);
    fake_device_run(&right_device, spec, trial, output.right, output.meta);
    memcpy(output.actual, output.right, output.trial->output_bytes);
    return output;
}

static void free_output(struct output *output)
{
    free(output->right);
    free(output->actual);
    free(output->meta);
    wgc_trial_free((struct wgc_trial *)(uintptr_t)output->trial);
}

/* Whether element e is one whose value is judged by its own: slot SCRATCH is not. */
static bool is_judged(const struct output *output, size_t e)
{
    const struct wgc_trial *trial = output->trial;
    const size_t guard = trial->guard_items;
    if (e < guard || e >= guard + trial->slot_count * trial->slot_items) {
        return true;
    }
    return output->spec->form->slot[(e - guard) / trial->slot_items] != WGC_SLOT_SCRATCH;
}

static void check_one(const struct output *output, size_t e, const char *what)
{
    struct wgc_mismatch mismatch;
    if (fake_judge(output->trial, output->actual, output->meta, &mismatch)) {
        fail_msg("%s element %zu passes: kind %d op %d type %s", what, e,
                 (int)output->spec->signature->kind, (int)output->spec->signature->op,
                 wgc_type_info(output->spec->signature->type)->name);
    }
    assert_int_equal(mismatch.wrong_items, 1);
    assert_true(mismatch.judged_items >= 1);
    wgc_mismatch_free(&mismatch);
}

/* Elements in turn: as if nobody had written it, and as if somebody had who should not. */
static void check_every_element(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache)
{
    struct output output = make_output(spec, cache);
    const size_t elements = output.trial->output_bytes / output.bytes;
    const size_t step = elements < 40 ? 1 : elements / 17;
    for (size_t e = spec->seed % step; e < elements; e += step) {
        unsigned char *at = output.actual + e * output.bytes;
        const unsigned char *poison =
            (const unsigned char *)output.trial->poison + e * output.bytes;
        const bool unused = memcmp(output.right + e * output.bytes, poison, output.bytes) == 0;
        if (!is_judged(&output, e)) {
            continue;
        }
        if (unused) {
            at[0] ^= 1;
            check_one(&output, e, "overwritten");
        } else {
            memcpy(at, poison, output.bytes);
            check_one(&output, e, "unwritten");
        }
        memcpy(at, output.right + e * output.bytes, output.bytes);
    }
    free_output(&output);
}

TEST(no_element_goes_unwritten)
{
    for_each_spec(WGC_SCOPE_WORK_GROUP, check_every_element);
    for_each_spec(WGC_SCOPE_SUB_GROUP, check_every_element);
}

/* Changes the value at element e into one that is wrong whatever the mode. */
static void corrupt(const struct output *output, size_t e)
{
    const enum wgc_type type = output->spec->signature->type;
    unsigned char *at = output->actual + e * output->bytes;
    static const unsigned char zero[8];
    if (wgc_is_truth(output->spec->signature->kind, output->spec->signature->op)) {
        const bool is_true = memcmp(at, zero, output->bytes) != 0;
        memset(at, is_true ? 0 : 0x40, output->bytes);
    } else if (wgc_type_info(type)->value_class != WGC_FLOAT) {
        at[e % output->bytes] ^= (unsigned char)(1u << e % 8);
    } else { /* the sign and half the exponent, so that no zero stays zero */
        at[output->bytes - 1] ^= 0xbf;
    }
}

static void check_corrupted(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache)
{
    struct output output = make_output(spec, cache);
    const struct wgc_trial *trial = output.trial;
    const size_t judged = trial->slot_count * trial->slot_items;
    const size_t step = judged < 40 ? 1 : judged / 13;
    for (size_t k = spec->seed % step; k < judged; k += step) {
        const size_t e = trial->guard_items + k;
        if (is_judged(&output, e)) {
            corrupt(&output, e);
            check_one(&output, e, "corrupted");
            memcpy(output.actual + e * output.bytes, output.right + e * output.bytes, output.bytes);
        }
    }
    free_output(&output);
}

TEST(no_wrong_element_passes)
{
    for_each_spec(WGC_SCOPE_WORK_GROUP, check_corrupted);
    for_each_spec(WGC_SCOPE_SUB_GROUP, check_corrupted);
}

static void check_same_bytes(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache)
{
    struct wgc_trial_cache *other = wgc_trial_cache_create(0);
    assert_non_null(other);
    struct wgc_trial *a = fake_trial(spec, cache);
    struct wgc_trial *b = fake_trial(spec, other);
    assert_int_equal(a->input_bytes, b->input_bytes);
    assert_memory_equal(a->input, b->input, a->input_bytes);
    assert_int_equal(a->output_bytes, b->output_bytes);
    assert_memory_equal(a->poison, b->poison, a->output_bytes);
    assert_int_equal(a->aux_bytes, b->aux_bytes);
    assert_memory_equal(a->aux, b->aux, a->aux_bytes);
    wgc_trial_free(a);
    wgc_trial_free(b);
    wgc_trial_cache_free(other);
}

TEST(the_same_spec_gives_the_same_bytes)
{
    for_each_spec(WGC_SCOPE_WORK_GROUP, check_same_bytes);
    for_each_spec(WGC_SCOPE_SUB_GROUP, check_same_bytes);
}
