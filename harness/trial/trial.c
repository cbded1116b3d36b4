#include "trial/trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/real.h"
#include "patterns/patterns.h"
#include "patterns/reveal.h"
#include "trial/parts.h"
#include "trial/trial_data.h"

/* The amount of data of a profile: items of a launch, least and most work-groups. */
static const struct {
    size_t items, least, most;
} budgets[WGC_PROFILE_COUNT] = {
    [WGC_PROFILE_QUICK] = {32768, 24, 128},
    [WGC_PROFILE_DEFAULT] = {65536, 24, 512},
    [WGC_PROFILE_FULL] = {262144, 32, 2048},
};

static enum wgc_role role_of(const struct wgc_trial_data *data, enum wgc_slot slot)
{
    static const enum wgc_role roles[WGC_SLOT_COUNT] = {
#define WGC_SLOT(id, name, sub_groups, active, classes, role, traits, text)                        \
    [WGC_SLOT_##id] = WGC_ROLE_##role,
#include "suite/slots.def"
#undef WGC_SLOT
    };
    return roles[slot] == WGC_ROLE_CALL ? data->call_role : roles[slot];
}

static struct wgc_dataset_key key_for(const struct wgc_trial_spec *spec,
                                      const struct wgc_trial_data *data, const size_t side[3],
                                      enum wgc_role role)
{
    enum { LIKELY_SUB_GROUP = 8 };
    struct wgc_dataset_key key = {.role = role, .call = data->call, .fp = spec->fp};
    key.skips_nan = data->skips_nan;
    key.sub_groups = data->sub_groups;
    key.one_init = data->bare;
    key.items = side[0] * side[1] * side[2];
    key.chunk = key.items;
    if (data->sub_groups) {
        const size_t hint = spec->sub_group_hint == 0 ? LIKELY_SUB_GROUP : spec->sub_group_hint;
        key.chunk = hint < key.items ? hint : key.items;
    }
    key.roots = key.chunk;
    if (data->call.kind == WGC_KIND_BROADCAST && !data->sub_groups) {
        key.roots = side[0];
    } else if (data->call.kind == WGC_KIND_BROADCAST_2D) {
        key.roots = side[0] * side[1];
    }
    if (role == WGC_ROLE_CONSTANT) {
        key.constant = spec->signature->constant;
        memcpy(key.more, spec->signature->more, sizeof key.more);
    }
    key.seed = role == WGC_ROLE_CALL || role == WGC_ROLE_UNIFORM ? spec->seed : 0;
    return key;
}

static size_t group_count_of(const struct wgc_trial_spec *spec, const struct wgc_trial_data *data)
{
    enum { LARGE_GROUP = 1024, WITHOUT_PATTERNS = 32, WAITING = 2 };
    if (spec->form->geometry == WGC_GEOMETRY_GROUPS_65536) {
        return WGC_GROUPS_65536;
    }
    /* the data decides nothing there, and more work-groups wait longer */
    if (spec->signature->kind == WGC_KIND_PROGRESS) {
        return WAITING;
    }
    const struct wgc_dataset_key key = key_for(spec, data, spec->local_size, WGC_ROLE_CALL);
    const struct wgc_pattern_target target = wgc_dataset_target(&key);
    const size_t items = budgets[spec->profile].items / spec->form->slot_count;
    size_t least = budgets[spec->profile].least;
    size_t most = items / key.items;
    size_t count = WITHOUT_PATTERNS;
    for (size_t s = 0; s < spec->form->slot_count; s++) {
        if (wgc_slot_has_patterns(spec->form->slot[s])) {
            count = wgc_patterns_count(&target);
        }
    }
    if (key.items > LARGE_GROUP) { /* the most useful patterns come first, and are enough */
        least = least / 2 + 6;
    }
    if (most > budgets[spec->profile].most) {
        most = budgets[spec->profile].most;
    }
    count = count < most ? count : most;
    return count > least ? count : least;
}

static enum wgc_status acquire_sets(const struct wgc_trial_spec *spec, struct wgc_trial_data *data,
                                    struct wgc_err *err)
{
    for (size_t p = 0; p < data->launch.part_count; p++) {
        const struct wgc_part *part = &data->launch.part[p];
        for (size_t s = 0; s < spec->form->slot_count; s++) {
            const enum wgc_role role = role_of(data, data->slot[s]);
            struct wgc_dataset_key key = key_for(spec, data, part->side, role);
            key.rows = role == WGC_ROLE_CONSTANT ? 1 + WGC_MORE_LITERALS
                       : role == WGC_ROLE_OWN    ? 1
                                                 : part->groups;
            if (data->set[p][role] != NULL) {
                continue;
            }
            const enum wgc_status status =
                wgc_cache_acquire(data->cache, &key, &data->set[p][role], err);
            if (status != WGC_OK) {
                return status;
            }
        }
    }
    return WGC_OK;
}

bool wgc_trial_has_classes(const struct wgc_trial_data *data, enum wgc_slot slot)
{
    return data->has_missing && wgc_has_classes(slot);
}

bool wgc_trial_reveals(const struct wgc_trial_data *data, enum wgc_slot slot)
{
    return wgc_trial_has_classes(data, slot) && wgc_reveals(&data->call);
}

struct wgc_trial_group wgc_trial_group_at(const struct wgc_trial_data *data, size_t slot, size_t g)
{
    const size_t p = wgc_launch_part(&data->launch, g);
    struct wgc_trial_group cell = {.slot = data->slot[slot], .part = &data->launch.part[p]};
    cell.set = data->set[p][role_of(data, cell.slot)];
    const size_t index = data->index == NULL ? g : data->index[g];
    const size_t source = wgc_is_same_call(cell.slot) ? 0 : slot;
    cell.row = (index + source * cell.set->shift) % cell.set->key.rows;
    if (wgc_is_of_literal(cell.slot)) {
        cell.row = slot % cell.set->key.rows;
        cell.alone = true;
    }
    const size_t at = cell.row * cell.part->items * data->value_bytes;
    cell.input = cell.set->input + at;
    cell.inits = cell.set->inits == NULL ? NULL : cell.set->inits + at;
    cell.expects = wgc_dataset_expectation(cell.set, cell.row);
    if (data->revealed && (wgc_trial_reveals(data, cell.slot) || cell.slot == WGC_SLOT_OF_LANE)) {
        const size_t items = data->launch.group_items;
        cell.input =
            data->input + (slot * data->launch.group_count + g) * items * data->value_bytes;
        cell.expects.mode = wgc_judge_mode(&data->call, false);
    }
    if (cell.slot == WGC_SLOT_GROUPS) {
        cell.slot = g % 2 == 1 ? WGC_SLOT_CALL : WGC_SLOT_COPY;
        cell.alone = true;
    }
    if (cell.slot == WGC_SLOT_UNUSED) {
        cell.slot = WGC_SLOT_COPY;
    }
    if (cell.slot == WGC_SLOT_COPY) {
        cell.expects = wgc_trial_expect_copy(data, &cell);
    }
    return cell;
}

/* As of a broadcast whose root is the item itself. */
struct wgc_expectation wgc_trial_expect_copy(const struct wgc_trial_data *data,
                                             const struct wgc_trial_group *cell)
{
    const struct wgc_call copy = {WGC_KIND_BROADCAST, WGC_OP_NONE, data->call.type, 0, 0};
    struct wgc_expectation expects = cell->expects;
    expects.mode = wgc_judge_mode(&copy, false);
    expects.expected = cell->input;
    return expects;
}

size_t wgc_trial_rows_end(const struct wgc_trial_data *data, const struct wgc_trial_group *cell,
                          size_t g)
{
    const size_t rows = cell->set->key.rows - cell->row, left = data->launch.group_count - g;
    return data->launch.part_count > 1 || cell->alone ? g + 1 : g + (rows < left ? rows : left);
}

/* The poison of count work-groups with consecutive rows. */
static void poison_rows(const struct wgc_trial_data *data, const struct wgc_trial_group *cell,
                        size_t count, unsigned char *poison)
{
    const size_t bytes = cell->part->items * data->value_bytes;
    if (cell->slot == WGC_SLOT_COPY) {
        wgc_poison_fill(&cell->expects, count * cell->part->items * wgc_call_width(&data->call),
                        poison);
    } else if (cell->slot != WGC_SLOT_SCRATCH) {
        const size_t at = WGC_GUARD_ITEMS * data->value_bytes + cell->row * bytes;
        memcpy(poison, cell->set->poison + at, count * bytes);
    }
}

/* The other collectives of a scratch slot may be min and max, which are undefined for NaN. */
static void replace_nan(const struct wgc_trial_data *data, size_t at, size_t n)
{
    const enum wgc_type type = data->call.type;
    const bool real = wgc_type_info(type)->value_class == WGC_FLOAT;
    if (!real || !wgc_real_any_nan(type, data->input + at, n)) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (isnan(wgc_real_load(type, data->input + at, i))) {
            wgc_real_store(type, 1, data->input + at, i);
        }
    }
}

/* Assembles a slot's part of the buffers from the rows of the datasets. */
static void assemble_slot(const struct wgc_trial *trial, size_t s)
{
    struct wgc_trial_data *data = trial->data;
    const size_t bytes = data->value_bytes;
    for (size_t g = 0, end; g < trial->group_count; g = end) {
        const struct wgc_trial_group cell = wgc_trial_group_at(data, s, g);
        const size_t at = wgc_trial_offset(trial, s, g);
        end = wgc_trial_rows_end(data, &cell, g);
        if (cell.slot == WGC_SLOT_UNIFORM) {
            end = g + 1;
            memcpy(data->input + (s * trial->slot_items + g) * bytes, cell.input, bytes);
        } else {
            memcpy(data->input + at, cell.input, (end - g) * cell.part->items * bytes);
        }
        if (cell.slot == WGC_SLOT_SCRATCH) {
            replace_nan(data, at, (end - g) * cell.part->items * wgc_call_width(&data->call));
        }
        poison_rows(data, &cell, end - g, data->poison + trial->guard_items * bytes + at);
    }
}

/* Every byte is poison at first: rows do not cover the guards and the ends of smaller work-groups,
 * and a slot may have no rows. */
static enum wgc_status assemble(struct wgc_trial *trial, struct wgc_err *err)
{
    struct wgc_trial_data *data = trial->data;
    data->input = malloc(trial->input_bytes);
    data->poison = malloc(trial->output_bytes);
    if (data->input == NULL || data->poison == NULL) {
        return wgc_err_memory(err, "the buffers of a trial");
    }
    memset(data->input, WGC_POISON_BYTE, trial->input_bytes);
    memset(data->poison, WGC_POISON_BYTE, trial->output_bytes);
    for (size_t s = 0; s < trial->slot_count; s++) {
        assemble_slot(trial, s);
    }
    trial->input = data->input;
    trial->poison = data->poison;
    return WGC_OK;
}

/* The ids of a broadcast's root in the work-group; the initial values. */
static void put_aux(const struct wgc_trial *trial, size_t s, size_t g)
{
    const struct wgc_trial_data *data = trial->data;
    const struct wgc_trial_group cell = wgc_trial_group_at(data, s, g);
    const size_t index = s * trial->group_count + g;
    const size_t root = cell.set->row[cell.row].root;
    const size_t *side = cell.part->side;
    if (data->has_numbers || data->has_activity) {
        wgc_trial_put_first_lanes(trial, s, g);
    } else if (cell.inits != NULL) {
        memcpy(data->aux + index * trial->group_items * data->value_bytes, cell.inits,
               cell.part->items * data->value_bytes);
    } else if (data->bare) {
        const uint32_t id = (uint32_t)(root % wgc_bare_least_items(data, trial->group_items));
        memcpy(data->aux + index * trial->group_items * sizeof id, &id, sizeof id);
    } else if (!data->sub_groups) { /* in a sub-group an id is 0 until wgc_trial_map */
        const uint32_t ids[3] = {(uint32_t)(root % side[0]), (uint32_t)(root / side[0] % side[1]),
                                 (uint32_t)(root / side[0] / side[1])};
        memcpy(data->aux + index * sizeof ids, ids, sizeof ids);
    }
}

static enum wgc_status make_aux(struct wgc_trial *trial, struct wgc_err *err)
{
    static const uint32_t nothing[4];
    struct wgc_trial_data *data = trial->data;
    const size_t cells = trial->slot_count * trial->group_count;
    trial->aux = nothing;
    trial->aux_bytes = sizeof nothing;
    if (data->has_numbers || data->has_activity) {
        trial->aux_bytes = (trial->slot_count + 1) * trial->slot_items * sizeof(uint32_t);
    } else if (wgc_has_init(data->call.kind)) {
        trial->aux_bytes = cells * trial->group_items * data->value_bytes;
    } else if (!wgc_is_broadcast(data->call.kind)) {
        return WGC_OK;
    } else if (data->sub_groups) {
        trial->aux_bytes = cells * trial->group_items * sizeof(uint32_t);
    } else {
        trial->aux_bytes = cells * 3 * sizeof(uint32_t);
    }
    data->aux = calloc(trial->aux_bytes + 1, 1); /* one more: a size of 0 may give NULL */
    if (data->aux == NULL) {
        return wgc_err_memory(err, "the arguments of a trial");
    }
    for (size_t s = 0; s < trial->slot_count; s++) {
        for (size_t g = 0; g < trial->group_count; g++) {
            put_aux(trial, s, g);
        }
    }
    trial->aux = data->aux;
    return WGC_OK;
}

static enum wgc_status make_index(struct wgc_trial_data *data, struct wgc_err *err)
{
    size_t count[WGC_MAX_PARTS] = {0};
    if (data->launch.part_count == 1) {
        return WGC_OK;
    }
    data->index = calloc(data->launch.group_count, sizeof *data->index);
    if (data->index == NULL) {
        return wgc_err_memory(err, "the groups of a trial");
    }
    for (size_t g = 0; g < data->launch.group_count; g++) {
        data->index[g] = count[wgc_launch_part(&data->launch, g)]++;
    }
    return WGC_OK;
}

size_t wgc_trial_filling(size_t local_memory)
{
    enum { ALIGNMENT = 128 }; /* of the largest type: before the argument, and after it */

    return local_memory <= 2 * ALIGNMENT ? 0 : (local_memory - 2 * ALIGNMENT - 1) / 2 * 2 + 1;
}

static void describe_launch(const struct wgc_trial_spec *spec, struct wgc_trial *trial)
{
    const struct wgc_launch *launch = &trial->data->launch;
    const size_t bytes = trial->data->value_bytes;
    trial->dimensions = launch->dimensions;
    memcpy(trial->global_offset, launch->offset, sizeof trial->global_offset);
    memcpy(trial->global_size, launch->global, sizeof trial->global_size);
    memcpy(trial->local_size, launch->local, sizeof trial->local_size);
    trial->group_items = launch->group_items;
    trial->group_count = launch->group_count;
    trial->slot_items = launch->group_items * launch->group_count;
    trial->slot_count = spec->form->slot_count;
    trial->guard_items = WGC_GUARD_ITEMS;
    trial->input_bytes = trial->slot_count * trial->slot_items * bytes;
    trial->output_bytes = trial->input_bytes + 2 * trial->guard_items * bytes;
    if (trial->data->sub_groups && !trial->data->bare) {
        trial->meta_bytes = trial->slot_items * WGC_META_WORDS * sizeof(uint32_t);
    }
    if (spec->form->geometry == WGC_GEOMETRY_GIVEN) {
        const size_t least = trial->group_items * bytes;
        trial->local_bytes = least + 1 + least % 2; /* no multiple of anything */
    }
    if (spec->form->geometry == WGC_GEOMETRY_FILLED) {
        trial->local_bytes = wgc_trial_filling(spec->local_memory);
        trial->local_items = trial->local_bytes / bytes;
    }
    trial->pipes = spec->form->geometry == WGC_GEOMETRY_PIPES;
    if (trial->pipes) { /* of functions of work-groups alone */
        trial->meta_bytes = (2 * trial->group_count + 1) * sizeof(uint32_t);
    }
    trial->parts = spec->form->geometry == WGC_GEOMETRY_SUB_BUFFERS;
    if (spec->form->geometry == WGC_GEOMETRY_CHOSEN) {
        trial->chosen = true;
        trial->record = trial->meta_bytes / sizeof(uint32_t);
        trial->meta_bytes += 3 * sizeof(uint32_t);
    }
}

static bool is_named_non_uniform(const struct wgc_signature *signature)
{
    static const char prefix[] = "sub_group_non_uniform_";
    return signature->kind == WGC_KIND_CLUSTERED_REDUCE ||
           (signature->function != NULL &&
            strncmp(signature->function, prefix, sizeof prefix - 1) == 0);
}

/* Whether the function is an OpGroupNonUniform instruction. */
static bool skips_nan(const struct wgc_signature *signature)
{
    return signature->language == WGC_LANGUAGE_SPIRV && is_named_non_uniform(signature);
}

/* Whether it is a function of the later extensions, which work-items need not reach together. */
static bool has_missing(const struct wgc_signature *signature)
{
    const enum wgc_kind kind = signature->kind;
    return is_named_non_uniform(signature) ||
           (wgc_uses_local_ids(kind) && !wgc_names_linear_ids(kind) && kind != WGC_KIND_PROGRESS);
}

static void describe_call(const struct wgc_trial_spec *spec, struct wgc_trial_data *data)
{
    const struct wgc_signature *signature = spec->signature;
    data->call.kind = signature->kind;
    data->call.op = signature->op;
    data->call.type = signature->type;
    data->call.cluster = wgc_case_cluster(signature, spec->form);
    data->call.width = signature->width;
    data->argument = spec->form->feature == WGC_FEATURE_spirv_1_5 ? -1 : signature->argument;
    data->sub_groups = signature->scope == WGC_SCOPE_SUB_GROUP;
    data->skips_nan = skips_nan(signature);
    data->spirv = signature->language == WGC_LANGUAGE_SPIRV;
    if (spec->form->slot[0] == WGC_SLOT_UNUSED) { /* nothing but copies */
        data->call = (struct wgc_call){WGC_KIND_BROADCAST, WGC_OP_NONE, signature->type, 0,
                                       signature->width};
        data->sub_groups = false;
    }
}

static void prepare(const struct wgc_trial_spec *spec, struct wgc_trial *trial)
{
    struct wgc_trial_data *data = trial->data;
    describe_call(spec, data);
    data->fp = spec->fp;
    data->value_bytes = wgc_call_bytes(&data->call);
    data->call_role =
        spec->form->geometry == WGC_GEOMETRY_EXAMPLE ? WGC_ROLE_EXAMPLE : WGC_ROLE_CALL;
    memcpy(data->slot, spec->form->slot, sizeof data->slot);
    data->bare = data->sub_groups && wgc_is_bare(data->slot[0]);
    for (size_t s = 0; s < spec->form->slot_count; s++) {
        data->has_activity = data->has_activity || wgc_has_activity(data->slot[s]);
    }
    data->has_missing = data->has_activity || has_missing(spec->signature);
    data->has_numbers = wgc_kind_argument(data->call.kind) == WGC_ARGUMENT_UNIFORM ||
                        wgc_kind_argument(data->call.kind) == WGC_ARGUMENT_EACH;
    data->reported_count = spec->sub_group_count;
    data->reported_size = spec->sub_group_size;
    if (spec->global_size[0] != 0) {
        wgc_launch_over(spec->rank, spec->global_size, spec->local_size, &data->launch);
    } else {
        wgc_launch_make(spec->form->geometry, spec->rank, spec->local_size,
                        group_count_of(spec, data), &data->launch);
    }
    describe_launch(spec, trial);
}

void wgc_trial_range(const struct wgc_trial_spec *spec, size_t global_size[3])
{
    struct wgc_trial_data data = {0};
    struct wgc_trial trial = {.data = &data};

    prepare(spec, &trial);
    memcpy(global_size, trial.global_size, sizeof trial.global_size);
}

static enum wgc_status make_data(const struct wgc_trial_spec *spec, struct wgc_trial *trial,
                                 struct wgc_err *err)
{
    enum wgc_status status = acquire_sets(spec, trial->data, err);
    if (status == WGC_OK) {
        status = make_index(trial->data, err);
    }
    const bool direct = trial->slot_count == 1 && wgc_slot_has_patterns(trial->data->slot[0]) &&
                        trial->data->slot[0] != WGC_SLOT_GROUPS &&
                        !wgc_trial_reveals(trial->data, trial->data->slot[0]) &&
                        trial->data->launch.part_count == 1;
    if (status == WGC_OK && direct) {
        trial->input = trial->data->set[0][trial->data->call_role]->input;
        trial->poison = trial->data->set[0][trial->data->call_role]->poison;
    } else if (status == WGC_OK) {
        status = assemble(trial, err);
    }
    return status;
}

enum wgc_status wgc_trial_create(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache,
                                 struct wgc_trial **out, struct wgc_err *err)
{
    struct wgc_trial *trial = calloc(1, sizeof *trial);
    if (trial == NULL || (trial->data = calloc(1, sizeof *trial->data)) == NULL) {
        free(trial);
        return wgc_err_memory(err, "a trial");
    }
    trial->data->cache = cache;
    prepare(spec, trial);
    enum wgc_status status = make_data(spec, trial, err);
    if (status == WGC_OK) {
        status = make_aux(trial, err);
    }
    if (status != WGC_OK) {
        wgc_trial_free(trial);
        return status;
    }
    *out = trial;
    return WGC_OK;
}

void wgc_trial_free(struct wgc_trial *trial)
{
    if (trial == NULL) {
        return;
    }
    struct wgc_trial_data *data = trial->data;
    for (size_t p = 0; p < WGC_MAX_PARTS; p++) {
        for (size_t role = 0; role < WGC_ROLE_COUNT; role++) {
            if (data->set[p][role] != NULL) {
                wgc_cache_release(data->cache, data->set[p][role]);
            }
        }
    }
    free(data->index);
    free(data->input);
    free(data->poison);
    free(data->aux);
    free(data->mapped);
    free(data);
    free(trial);
}
