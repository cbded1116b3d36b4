#include "tests/fake/compute.h"

#include <stdlib.h>
#include <string.h>

#include "oracle/real.h"
#include "tests/fake/fake.h"
#include "trial/parts.h"
#include "trial/trial.h"

/* One work-group in one slot. */
struct group {
    const struct fake_launch *launch;
    struct wgc_call call;
    size_t bytes;               /* of a value */
    size_t slot, number, count; /* of work-groups */
    size_t side[3], items;
    unsigned char *x, *result; /* items values each: before the call and after it */
};

static enum wgc_slot slot_of(const struct group *group)
{
    return group->launch->form->slot[group->slot];
}

static size_t element_of(const struct group *group, size_t item)
{
    return group->number * group->launch->group_items + item;
}

static uint32_t word(const struct group *group, size_t index)
{
    uint32_t value = 0;

    if ((index + 1) * sizeof value <= group->launch->aux_bytes) {
        memcpy(&value, group->launch->aux + index * sizeof value, sizeof value);
    }
    return value;
}

static uint32_t activity_of(const struct group *group, size_t item)
{
    const struct fake_launch *launch = group->launch;

    return word(group, launch->slots * launch->slot_items + element_of(group, item));
}

/* In a slot whose value is made of the results of the slots before: that value. */
static void feed(const struct group *group)
{
    const struct fake_launch *launch = group->launch;
    const bool real = wgc_type_info(group->call.type)->value_class == WGC_FLOAT;

    memcpy(group->x, launch->in + element_of(group, 0) * group->bytes, group->items * group->bytes);
    for (size_t slot = 0; slot < group->slot; slot++) {
        const size_t at = launch->guard_items + slot * launch->slot_items + element_of(group, 0);
        const unsigned char *result = launch->out + at * group->bytes;
        for (size_t k = 0; k < group->items * group->bytes; k++) {
            group->x[k] = (unsigned char)(real ? result[k] : group->x[k] ^ result[k]);
        }
    }
}

/* What the work-items pass, one value each. */
static void read_values(const struct group *group)
{
    const struct fake_launch *launch = group->launch;
    const struct wgc_signature *signature = launch->signature;
    const size_t one = wgc_type_info(signature->type)->bytes;

    for (size_t i = 0; i < group->items; i++) {
        const size_t at = slot_of(group) == WGC_SLOT_UNIFORM ? group->number : element_of(group, i);
        memcpy(group->x + i * group->bytes,
               launch->in + (group->slot * launch->slot_items + at) * group->bytes, group->bytes);
        const bool literal = wgc_is_of_literal(slot_of(group));
        const bool lane = slot_of(group) == WGC_SLOT_OF_LANE;
        const long number =
            lane ? (long)wgc_seen_value(&group->call, group->slot, i % launch->sub_group)
            : group->slot == 0                 ? signature->constant
            : group->slot <= WGC_MORE_LITERALS ? signature->more[group->slot - 1]
                                               : 0;
        for (size_t c = 0; (literal || lane) && c < group->bytes / one; c++) {
            unsigned char *to = group->x + i * group->bytes + c * one;
            if (wgc_type_info(signature->type)->value_class == WGC_FLOAT) {
                wgc_real_store(signature->type, (double)number, to, 0);
            } else { /* the low bytes: the machines that run tests have them first */
                memcpy(to, &number, one);
            }
        }
    }
}

/* The linear id of the item of the work-group that the ids in aux name. */
static size_t root_of(const struct group *group)
{
    static const unsigned ids[WGC_KIND_COUNT] = {
        [WGC_KIND_BROADCAST] = 1, [WGC_KIND_BROADCAST_2D] = 2, [WGC_KIND_BROADCAST_3D] = 3};
    size_t root = 0, stride = 1;

    for (unsigned d = 0; d < ids[group->call.kind]; d++) {
        root += stride * word(group, (group->slot * group->count + group->number) * 3 + d);
        stride *= group->side[d];
    }
    return root < group->items ? root : 0;
}

/* The part of a sub-group that computes together. */
struct part {
    size_t first, n;    /* items of the work-group */
    size_t sub_group;   /* its id */
    const bool *active; /* n */
};

/* Functions of the values of the active work-items in their order. */
static void call_in_order(const struct group *group, const struct part *part)
{
    const struct wgc_signature *signature = group->launch->signature;
    const bool bare = wgc_is_bare(slot_of(group));
    const size_t index = (group->slot * group->count + group->number) * group->launch->group_items +
                         (bare ? 0 : part->sub_group);
    const unsigned char *init =
        wgc_has_init(group->call.kind) ? group->launch->aux + index * group->bytes : NULL;
    unsigned char *values = fake_memory(2 * part->n * group->bytes);
    unsigned char *results = values + part->n * group->bytes;
    size_t n = 0, root = 0;

    if (group->call.kind == WGC_KIND_BROADCAST) {
        root = signature->argument >= 0 ? (size_t)signature->argument : word(group, index);
    }
    for (size_t i = 0; i < part->n; i++) {
        if (part->active[i]) {
            memcpy(values + n++ * group->bytes, group->x + (part->first + i) * group->bytes,
                   group->bytes);
        }
    }
    if (n > 0) {
        wgc_oracle_exact(&group->call, values, n, init, root < n ? root : 0, results);
    }
    for (size_t i = 0, k = 0; i < part->n; i++) {
        if (part->active[i]) {
            memcpy(group->result + (part->first + i) * group->bytes, results + k++ * group->bytes,
                   group->bytes);
        }
    }
    free(values);
}

/* Each cluster computes by itself. */
static void call_in_clusters(const struct group *group, const struct part *part)
{
    struct group whole = *group;

    whole.call.kind = WGC_KIND_REDUCE;
    for (size_t first = 0; first < part->n; first += group->call.cluster) {
        const size_t left = part->n - first;
        const struct part one = {part->first + first,
                                 left < group->call.cluster ? left : group->call.cluster,
                                 part->sub_group, part->active + first};
        call_in_order(&whole, &one);
    }
}

/* What each work-item names in addition to its value. */
static uint32_t *arguments_of(const struct group *group, const struct part *part)
{
    const struct fake_launch *launch = group->launch;
    uint32_t *argument = fake_memory(part->n * sizeof *argument);

    for (size_t i = 0; i < part->n; i++) {
        argument[i] = launch->signature->argument >= 0
                          ? (uint32_t)launch->signature->argument
                          : word(group, group->slot * launch->slot_items +
                                            element_of(group, part->first + i));
        if (slot_of(group) == WGC_SLOT_INDEXED) {
            argument[i] = wgc_seen_argument(group->call.kind, group->slot, i, launch->sub_group);
        }
        if (wgc_names_linear_ids(group->call.kind)) { /* of the work-group */
            argument[i] -= (uint32_t)part->first;
        }
    }
    return argument;
}

/* Functions whose results depend on sub-group local ids. */
static void call_by_ids(const struct group *group, const struct part *part)
{
    const struct fake_launch *launch = group->launch;
    uint32_t *argument = arguments_of(group, part);
    bool *defined = fake_memory(part->n * sizeof *defined);
    unsigned char *results = fake_memory(part->n * group->bytes);
    const struct wgc_lanes lanes = {.n = part->n,
                                    .max_size = launch->sub_group,
                                    .active = part->active,
                                    .argument = argument,
                                    .spirv = launch->signature->language == WGC_LANGUAGE_SPIRV};

    wgc_oracle_lanes(&group->call, &lanes, group->x + part->first * group->bytes, results, defined);
    for (size_t i = 0; i < part->n; i++) {
        const unsigned char *x = group->x + (part->first + i) * group->bytes;
        unsigned char *result = results + i * group->bytes;
        if (part->active[i]) { /* what is undefined may be anything: the value itself */
            const bool known =
                defined[i] || wgc_oracle_known_of(&group->call, &lanes, i, x, result);
            memcpy(group->result + (part->first + i) * group->bytes, known ? result : x,
                   group->bytes);
        }
    }
    free(results);
    free(defined);
    free(argument);
}

/* Whether sub-group s makes the call of this slot, by the rule of enum wgc_slot. */
static bool makes_call(const struct group *group, size_t s)
{
    const size_t sum = s + group->number;

    switch (wgc_slot_callers(slot_of(group))) {
    case WGC_CALLERS_ODD_ELSE_COPY:
    case WGC_CALLERS_ODD:
        return (sum & 1) != 0;
    case WGC_CALLERS_EVEN:
        return (sum & 1) == 0;
    case WGC_CALLERS_LOOP:
        return sum % group->launch->slots >= group->slot;
    case WGC_CALLERS_EVERY:
        break;
    }
    return true;
}

/* Does what the launch's rules name. */
static void spoil_sub_group(const struct group *group, const struct part *part)
{
    const struct fake_launch *launch = group->launch;
    const unsigned char *x = group->x + part->first * group->bytes;
    uint32_t *argument = arguments_of(group, part);
    const struct fake_sub_group sub_group = {part->n, launch->sub_group, part->active, argument, x};

    for (size_t i = 0; i < part->n; i++) {
        if (part->active[i]) {
            fake_freedom(launch, &group->call, &sub_group, i,
                         group->result + (part->first + i) * group->bytes);
        }
        if (part->active[i] && launch->wrong) {
            fake_spoil(&group->call, group->result + (part->first + i) * group->bytes);
        }
    }
    free(argument);
}

static void run_sub_group(const struct group *group, const struct part *part)
{
    const enum wgc_kind kind = group->call.kind;

    if (!makes_call(group, part->sub_group)) {
        if (slot_of(group) == WGC_SLOT_SOME) {
            memcpy(group->result + part->first * group->bytes,
                   group->x + part->first * group->bytes, part->n * group->bytes);
        }
        return;
    }
    if (wgc_uses_local_ids(kind)) {
        call_by_ids(group, part);
    } else if (kind == WGC_KIND_CLUSTERED_REDUCE) {
        call_in_clusters(group, part);
    } else {
        call_in_order(group, part);
    }
    spoil_sub_group(group, part);
}

static uint32_t class_of(const struct group *group, const struct part *part, size_t i)
{
    return wgc_class_of(slot_of(group), group->launch->slots, activity_of(group, part->first + i),
                        i);
}

/* Each class of work-items makes a call of its own. */
static void run_classes(const struct group *group, const struct part *part, bool *active)
{
    bool *left = fake_memory(part->n * sizeof *left);

    memcpy(left, active, part->n * sizeof *left);
    for (size_t k = 0; k < part->n; k++) {
        if (!left[k]) {
            continue;
        }
        const uint32_t class = class_of(group, part, k);
        for (size_t i = 0; i < part->n; i++) {
            active[i] = left[i] && class_of(group, part, i) == class;
            left[i] = left[i] && !active[i];
        }
        run_sub_group(group, part);
    }
    free(left);
}

static void run_sub_groups(const struct group *group)
{
    const struct fake_launch *launch = group->launch;
    bool *active = fake_memory(launch->sub_group * sizeof *active);

    for (size_t first = 0; first < group->items; first += launch->sub_group) {
        const size_t left = group->items - first;
        const struct part part = {first, left < launch->sub_group ? left : launch->sub_group,
                                  first / launch->sub_group, active};
        for (size_t i = 0; i < part.n; i++) {
            active[i] = wgc_is_active(slot_of(group), group->slot, launch->slots,
                                      activity_of(group, first + i), i);
        }
        if (wgc_has_classes(slot_of(group))) {
            run_classes(group, &part, active);
        } else {
            run_sub_group(group, &part);
        }
    }
    free(active);
}

static void run_slot(struct group *group)
{
    const enum wgc_slot slot = slot_of(group);
    const struct fake_launch *launch = group->launch;
    unsigned char *out = launch->out + (launch->guard_items + group->slot * launch->slot_items +
                                        element_of(group, 0)) *
                                           group->bytes;

    memcpy(group->result, out, group->items * group->bytes);
    read_values(group);
    if (wgc_is_fed(slot)) {
        feed(group);
    }
    if (slot == WGC_SLOT_COPY || slot == WGC_SLOT_UNUSED ||
        (slot == WGC_SLOT_GROUPS && group->number % 2 == 0)) {
        memcpy(group->result, group->x, group->items * group->bytes);
    } else if (launch->signature->scope == WGC_SCOPE_SUB_GROUP) {
        run_sub_groups(group);
    } else {
        wgc_oracle_exact(&group->call, group->x, group->items, NULL, root_of(group), group->result);
        for (size_t i = 0; launch->wrong && i < group->items; i++) {
            fake_spoil(&group->call, group->result + i * group->bytes);
        }
    }
    memcpy(out, group->result, group->items * group->bytes);
}

static void write_meta(const struct group *group)
{
    const size_t size = group->launch->sub_group, full = group->launch->group_items;
    const bool usual = group->launch->alternates && group->number % 2 == 0;
    const bool backwards = group->launch->backwards && !usual;
    const bool renumbered = group->launch->renumbered && !usual && 2 * size <= group->items;

    for (size_t i = 0; i < group->items; i++) {
        const size_t left = group->items - i / size * size, own = left < size ? left : size;
        const uint32_t words[WGC_META_WORDS] = {
            [WGC_META_ID] = (uint32_t)(renumbered && i < 2 * size ? 1 - i / size : i / size),
            [WGC_META_LOCAL_ID] = (uint32_t)(backwards ? own - 1 - i % size : i % size),
            [WGC_META_SIZE] = group->launch->form->slot[0] == WGC_SLOT_PICKED
                                  ? activity_of(group, i)
                                  : (uint32_t)own,
            [WGC_META_MAX_SIZE] = (uint32_t)size,
            [WGC_META_COUNT] = (uint32_t)((group->items + size - 1) / size),
            [WGC_META_ENQUEUED] = (uint32_t)((full + size - 1) / size),
        };
        memcpy(group->launch->meta + element_of(group, i) * WGC_META_WORDS, words, sizeof words);
    }
}

static bool writes_meta(const struct fake_launch *launch)
{
    return launch->signature->scope == WGC_SCOPE_SUB_GROUP && !wgc_is_bare(launch->form->slot[0]) &&
           launch->form->slot[0] != WGC_SLOT_UNUSED;
}

/* A kernel that does not know its local size stores it; false where it then writes nothing more. */
static bool store_size(const struct fake_launch *launch)
{
    const size_t at = writes_meta(launch) ? WGC_META_WORDS * launch->slot_items : 0;

    if (launch->form->geometry != WGC_GEOMETRY_CHOSEN) {
        return true;
    }
    for (unsigned d = 0; d < 3; d++) {
        launch->meta[at + d] = (uint32_t)launch->local[d];
    }
    return launch->local[0] * launch->local[1] * launch->local[2] == launch->group_items;
}

static bool has_room(const struct fake_launch *launch, size_t bytes)
{
    const size_t elements = launch->slots * launch->slot_items;
    const bool meta = writes_meta(launch);
    const size_t words = (meta ? WGC_META_WORDS * launch->slot_items : 0) +
                         (launch->form->geometry == WGC_GEOMETRY_CHOSEN ? 3 : 0);

    return launch->slots <= launch->form->slot_count && launch->in_bytes >= elements * bytes &&
           launch->out_bytes >= (elements + 2 * launch->guard_items) * bytes &&
           launch->meta_bytes >= words * sizeof(uint32_t);
}

bool fake_compute(const struct fake_launch *launch)
{
    const struct wgc_signature *signature = launch->signature;
    struct group group = {
        .launch = launch,
        .call = {signature->kind, signature->op, signature->type,
                 wgc_case_cluster(signature, launch->form), signature->width},
        .count = 1,
    };
    const size_t most = launch->local[0] * launch->local[1] * launch->local[2];
    size_t groups[3];

    group.bytes = wgc_call_bytes(&group.call);
    if (!has_room(launch, group.bytes)) {
        return false;
    }
    if (!store_size(launch)) {
        return true;
    }
    for (unsigned d = 0; d < 3; d++) {
        groups[d] = (launch->global[d] + launch->local[d] - 1) / launch->local[d];
        group.count *= groups[d];
    }
    group.x = fake_memory(2 * most * group.bytes);
    group.result = group.x + most * group.bytes;
    for (group.number = 0; group.number < group.count; group.number++) {
        size_t rest = group.number;
        if ((group.number + 1) * launch->group_items > launch->slot_items) {
            break; /* of a local size that the implementation chose: no element */
        }
        group.items = 1;
        for (unsigned d = 0; d < 3; d++) {
            const size_t left = launch->global[d] - rest % groups[d] * launch->local[d];
            group.side[d] = left < launch->local[d] ? left : launch->local[d];
            group.items *= group.side[d];
            rest /= groups[d];
        }
        for (group.slot = 0; group.slot < launch->slots; group.slot++) {
            run_slot(&group);
        }
        if (writes_meta(launch)) {
            write_meta(&group);
        }
    }
    free(group.x);
    return true;
}
