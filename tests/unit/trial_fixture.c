#include "tests/unit/trial_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/real.h"

/* One run, and the work-group that is at work. */
struct run {
    const struct fake_device *device;
    const struct wgc_trial_spec *spec;
    const struct wgc_trial *trial;
    unsigned char *output;
    uint32_t *meta;
    size_t bytes; /* of a value */
    size_t slot, group, groups[3];
    size_t side[3], items; /* of this work-group */
};

void *fake_memory(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

struct wgc_form fake_form(enum wgc_geometry geometry, size_t slot_count, const enum wgc_slot *slots)
{
    struct wgc_form form = {.geometry = geometry, .slot_count = 1, .feature = -1};
    form.slot[0] = WGC_SLOT_CALL;
    if (slots != NULL) {
        form.slot_count = slot_count;
        memcpy(form.slot, slots, slot_count * sizeof *slots);
    }
    return form;
}

struct wgc_signature fake_signature(enum wgc_scope scope, enum wgc_kind kind, enum wgc_op op,
                                    enum wgc_type type)
{
    struct wgc_signature signature = {.scope = scope, .kind = kind, .op = op, .type = type};
    signature.constant = wgc_type_info(type)->value_class == WGC_UINT ? 3 : -1;
    signature.width = 1;
    signature.argument = -1;
    return signature;
}

struct wgc_trial_spec fake_spec(const struct wgc_signature *signature, const struct wgc_form *form,
                                size_t items)
{
    struct wgc_trial_spec spec = {.signature = signature, .form = form, .rank = 1, .seed = 1};
    spec.local_size[0] = items;
    spec.local_size[1] = spec.local_size[2] = 1;
    spec.fp = wgc_fp_ieee;
    spec.profile = WGC_PROFILE_QUICK;
    return spec;
}

struct wgc_trial *fake_trial(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache)
{
    struct wgc_trial *trial = NULL;
    struct wgc_err err;
    if (wgc_trial_create(spec, cache, &trial, &err) != WGC_OK) {
        fail_msg("%s", err.text);
    }
    return trial;
}

static const unsigned char *input_at(const struct run *run, size_t element)
{
    const size_t at = run->slot * run->trial->slot_items + element;
    return (const unsigned char *)run->trial->input + at * run->bytes;
}

/* The arguments of the function in this slot, one for each item of the work-group. */
static void read_arguments(const struct run *run, unsigned char *x)
{
    const struct wgc_signature *signature = run->spec->signature;
    const bool real = wgc_type_info(signature->type)->value_class == WGC_FLOAT;
    const long literal = run->slot == 0 || run->slot > WGC_MORE_LITERALS
                             ? signature->constant
                             : signature->more[run->slot - 1];
    for (size_t i = 0; i < run->items; i++) {
        switch (run->spec->form->slot[run->slot]) {
        case WGC_SLOT_CONSTANT:
        case WGC_SLOT_LITERAL:
            if (real) {
                wgc_real_store(signature->type, (double)literal, x, i);
            } else { /* the low bytes, as the hosts that we know have them first */
                memcpy(x + i * run->bytes, &literal, run->bytes);
            }
            break;
        case WGC_SLOT_UNIFORM:
            memcpy(x + i * run->bytes, input_at(run, run->group), run->bytes);
            break;
        default:
            memcpy(x + i * run->bytes, input_at(run, run->group * run->trial->group_items + i),
                   run->bytes);
        }
    }
}

static size_t aux_index(const struct run *run, size_t each, size_t number)
{
    return (run->slot * run->trial->group_count + run->group) * each + number;
}

static uint32_t aux_word(const struct run *run, size_t index)
{
    uint32_t word;
    assert_true((index + 1) * sizeof word <= run->trial->aux_bytes);
    memcpy(&word, (const unsigned char *)run->trial->aux + index * sizeof word, sizeof word);
    return word;
}

/* The linear id of the root that the ids in aux name; they must be inside. */
static size_t root_of(const struct run *run)
{
    static const unsigned ids[WGC_KIND_COUNT] = {
        [WGC_KIND_BROADCAST] = 1, [WGC_KIND_BROADCAST_2D] = 2, [WGC_KIND_BROADCAST_3D] = 3};
    size_t root = 0, stride = 1;
    for (unsigned d = 0; d < ids[run->spec->signature->kind]; d++) {
        const uint32_t id = aux_word(run, aux_index(run, 3, d));
        assert_true(id < run->side[d]);
        root += id * stride;
        stride *= run->side[d];
    }
    return root;
}

static void call(const struct run *run, const struct fake_group *group)
{
    if (run->device->function != NULL) {
        run->device->function(group, run->device->context);
    } else {
        wgc_oracle_exact(&group->call, group->x, group->n, group->init, group->root, group->result);
    }
}

static struct wgc_call call_of(const struct wgc_signature *signature)
{
    const struct wgc_call call = {signature->kind, signature->op, signature->type,
                                  signature->cluster, 0};
    return call;
}

static size_t sub_group_size_of(const struct run *run)
{
    const size_t size = run->device->sub_group_size == 0 ? 8 : run->device->sub_group_size;
    return run->device->mixed && run->group % 3 == 1 ? (size + 1) / 2 : size;
}

/* The sub-group of an item and its place there. */
static void place(const struct run *run, size_t i, size_t *id, size_t *local)
{
    const size_t size = sub_group_size_of(run);
    const size_t count = (run->items + size - 1) / size;
    const size_t full = run->items / size;
    const bool third = run->group % 3 == 1;
    i = run->device->turned && third ? run->items - 1 - i : i;
    *id = i / size;
    *local = i % size;
    if (run->device->scattered && i < full * size) { /* the last one may be smaller: it stays */
        *id = full - 1 - i % full;
        *local = i / full;
    }
    if (run->device->backwards && third) {
        *local = (*id < full ? size : run->items % size) - 1 - *local;
    }
    assert_true(*id < count);
}

static void write_meta(const struct run *run, size_t i, size_t id, size_t local, size_t size)
{
    const size_t largest = sub_group_size_of(run);
    const size_t full = run->trial->group_items;
    const uint32_t words[WGC_META_WORDS] = {
        (uint32_t)id,
        (uint32_t)local,
        (uint32_t)size,
        (uint32_t)largest,
        (uint32_t)((run->items + largest - 1) / largest),
        (uint32_t)((full + largest - 1) / largest),
    };
    const size_t element = run->group * full + i;
    if (run->trial->meta_bytes == 0) {
        return;
    }
    assert_true((element + 1) * sizeof words <= run->trial->meta_bytes);
    memcpy(run->meta + element * WGC_META_WORDS, words, sizeof words);
}

/* Whether sub-group s makes the call of this slot, by the rule of enum wgc_slot. */
static bool makes_call(const struct run *run, size_t s)
{
    const size_t sum = s + run->group;
    switch (run->device->together ? WGC_SLOT_CALL : run->spec->form->slot[run->slot]) {
    case WGC_SLOT_SOME:
    case WGC_SLOT_ODD:
        return (sum & 1) != 0;
    case WGC_SLOT_EVEN:
        return (sum & 1) == 0;
    case WGC_SLOT_ROUND: /* as a kernel counts its rounds */
        for (size_t round = 0; round <= sum % run->trial->slot_count; round++) {
            if (round == run->slot) {
                return true;
            }
        }
        return false;
    default:
        return true;
    }
}

/* A sub-group that makes no call keeps what it has, or leaves the output as it was. */
static void pass_by(const struct run *run, size_t s, const size_t *item, size_t n,
                    const unsigned char *x, unsigned char *result)
{
    for (size_t local = 0; local < n; local++) {
        if (run->spec->form->slot[run->slot] == WGC_SLOT_SOME) {
            memcpy(result + item[local] * run->bytes, x + item[local] * run->bytes, run->bytes);
        }
        write_meta(run, item[local], s, local, n);
    }
}

/* One sub-group, of the n items at item. */
static void run_sub_group(const struct run *run, size_t s, const size_t *item, size_t n,
                          const unsigned char *x, unsigned char *result)
{
    const enum wgc_kind kind = run->spec->signature->kind;
    const bool bare = wgc_is_bare(run->spec->form->slot[run->slot]);
    const size_t index = aux_index(run, run->trial->group_items, bare ? 0 : s);
    unsigned char *values = fake_memory(n, run->bytes), *results = fake_memory(n, run->bytes);
    struct fake_group group = {.call = call_of(run->spec->signature), .x = values, .n = n};
    for (size_t local = 0; local < n; local++) {
        memcpy(values + local * run->bytes, x + item[local] * run->bytes, run->bytes);
    }
    if (kind == WGC_KIND_BROADCAST) {
        group.root = aux_word(run, index);
        assert_true(group.root < n);
    } else if (kind >= WGC_KIND_REDUCE_INIT && kind <= WGC_KIND_SCAN_INCLUSIVE_INIT) {
        group.init = (const unsigned char *)run->trial->aux + index * run->bytes;
    }
    group.result = results;
    group.group = run->group;
    group.side = run->side;
    if (!run->device->across) {
        call(run, &group);
    } else if (s == 0) {
        group.x = x;
        group.n = run->items;
        group.result = result;
        call(run, &group);
    }
    for (size_t local = 0; local < n; local++) {
        if (!run->device->across) {
            memcpy(result + item[local] * run->bytes, results + local * run->bytes, run->bytes);
        }
        write_meta(run, item[local], s, local, n);
    }
    free(values);
    free(results);
}

static void run_sub_groups(const struct run *run, const unsigned char *x, unsigned char *result)
{
    const size_t size = sub_group_size_of(run);
    size_t *item = fake_memory(run->items + size, sizeof *item);
    for (size_t i = 0; i < run->items; i++) {
        size_t id, local;
        place(run, i, &id, &local);
        item[id * size + local] = i;
    }
    for (size_t s = 0; s * size < run->items; s++) {
        const size_t left = run->items - s * size;
        const size_t n = left < size ? left : size;
        if (makes_call(run, s)) {
            run_sub_group(run, s, item + s * size, n, x, result);
        } else {
            pass_by(run, s, item + s * size, n, x, result);
        }
    }
    free(item);
}

static void run_group(struct run *run)
{
    const enum wgc_slot slot = run->spec->form->slot[run->slot];
    unsigned char *x = fake_memory(run->items, run->bytes),
                  *result = fake_memory(run->items, run->bytes);
    const size_t element = run->trial->guard_items + run->slot * run->trial->slot_items +
                           run->group * run->trial->group_items;
    memcpy(result, run->output + element * run->bytes, run->items * run->bytes);
    read_arguments(run, x);
    if (slot == WGC_SLOT_COPY || slot == WGC_SLOT_UNUSED) {
        memcpy(result, x, run->items * run->bytes);
    } else if (run->spec->signature->scope == WGC_SCOPE_SUB_GROUP) {
        run_sub_groups(run, x, result);
    } else {
        struct fake_group group = {call_of(run->spec->signature),
                                   x,
                                   run->items,
                                   run->side,
                                   NULL,
                                   root_of(run),
                                   run->group,
                                   result};
        call(run, &group);
    }
    memcpy(run->output + element * run->bytes, result, run->items * run->bytes);
    free(x);
    free(result);
}

static void launch(const struct fake_device *device, const struct wgc_trial_spec *spec,
                   const struct wgc_trial *trial, void *output, uint32_t *meta)
{
    struct run run = {
        .device = device, .spec = spec, .trial = trial, .output = output, .meta = meta};
    run.bytes = wgc_type_info(spec->signature->type)->bytes;
    memcpy(output, trial->poison, trial->output_bytes);
    for (unsigned d = 0; d < 3; d++) {
        run.groups[d] = (trial->global_size[d] + trial->local_size[d] - 1) / trial->local_size[d];
    }
    assert_int_equal(run.groups[0] * run.groups[1] * run.groups[2], trial->group_count);
    for (run.slot = 0; run.slot < trial->slot_count; run.slot++) {
        for (run.group = 0; run.group < trial->group_count; run.group++) {
            size_t rest = run.group;
            run.items = 1;
            for (unsigned d = 0; d < 3; d++) {
                const size_t first = rest % run.groups[d] * trial->local_size[d];
                const size_t left = trial->global_size[d] - first;
                run.side[d] = left < trial->local_size[d] ? left : trial->local_size[d];
                run.items *= run.side[d];
                rest /= run.groups[d];
            }
            run_group(&run);
        }
    }
}

void fake_device_run(const struct fake_device *device, const struct wgc_trial_spec *spec,
                     struct wgc_trial *trial, void *output, uint32_t *meta)
{
    struct wgc_err err;
    struct fake_device first = *device;
    if (wgc_trial_needs_map(trial)) {
        first.function = NULL; /* it may count its calls */
        first.across = false;
        first.turned = device->restless ? !device->turned : device->turned;
        launch(&first, spec, trial, output, meta);
        assert_int_equal(wgc_trial_map(trial, meta, &err), WGC_OK);
    }
    launch(device, spec, trial, output, meta);
}

bool fake_judge(const struct wgc_trial *trial, const void *output, const uint32_t *meta,
                struct wgc_mismatch *mismatch)
{
    struct wgc_err err;
    bool right = false;
    if (wgc_trial_judge(trial, output, meta, &right, mismatch, &err) != WGC_OK) {
        fail_msg("%s", err.text);
    }
    return right;
}

bool fake_passes(const struct fake_device *device, const struct wgc_trial_spec *spec,
                 struct wgc_trial_cache *cache, char text[static 512])
{
    struct wgc_mismatch mismatch;
    struct wgc_trial *trial = fake_trial(spec, cache);
    void *output = fake_memory(1, trial->output_bytes);
    uint32_t *meta = trial->meta_bytes == 0 ? NULL : fake_memory(1, trial->meta_bytes);
    fake_device_run(device, spec, trial, output, meta);
    const bool right = fake_judge(trial, output, meta, &mismatch);
    if (!right) {
        snprintf(text, 512, "%s, %s, item %zu: %s gives %s, not %s", mismatch.what,
                 mismatch.pattern, mismatch.linear_id, mismatch.input, mismatch.actual,
                 mismatch.expected);
        wgc_mismatch_free(&mismatch);
    }
    free(output);
    free(meta);
    wgc_trial_free(trial);
    return right;
}
