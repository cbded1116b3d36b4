/* The part of aux with the arguments and the activity words of work-items. */
#include <string.h>

#include "oracle/real.h"
#include "oracle/values.h"
#include "patterns/reveal.h"
#include "trial/parts.h"
#include "trial/sub_groups.h"
#include "trial/trial_data.h"

static uint32_t *word_at(const struct wgc_trial *trial, size_t slot, size_t at)
{
    return (uint32_t *)(void *)trial->data->aux + slot * trial->slot_items + at;
}

/* The activity words are after the arguments of all slots. */
static uint32_t *activity_at(const struct wgc_trial *trial, size_t at)
{
    return word_at(trial, trial->slot_count, at);
}

uint32_t wgc_trial_argument(const struct wgc_trial *trial, size_t slot, size_t at)
{
    return trial->data->has_numbers ? *word_at(trial, slot, at) : 0;
}

uint32_t wgc_trial_activity(const struct wgc_trial *trial, size_t at)
{
    return trial->data->has_activity ? *activity_at(trial, at)
                                     : wgc_activity_of_all(trial->slot_count);
}

/* In slot BARE nothing but the size that clGetKernelSubGroupInfo reports is known: a number that
 * every sub-group has a work-item for. */
static uint32_t first_argument(const struct wgc_trial *trial, size_t slot, size_t g)
{
    const struct wgc_trial_data *data = trial->data;
    const struct wgc_trial_group cell = wgc_trial_group_at(data, slot, g);
    const size_t least = wgc_bare_least_items(data, trial->group_items);
    const size_t root = cell.set->row[cell.row].root;
    if (data->argument >= 0) {
        return (uint32_t)data->argument;
    }
    if (!data->bare) {
        return 0;
    }
    return (uint32_t)(data->call.kind == WGC_KIND_CLUSTERED_ROTATE ? root % data->call.cluster
                                                                   : root % least);
}

void wgc_trial_put_first_lanes(const struct wgc_trial *trial, size_t slot, size_t g)
{
    const uint32_t argument = first_argument(trial, slot, g);
    const enum wgc_kind kind = trial->data->call.kind;
    for (size_t i = 0; i < trial->group_items; i++) {
        const size_t at = g * trial->group_items + i;
        *word_at(trial, slot, at) = wgc_names_linear_ids(kind) ? (uint32_t)i : argument;
        *activity_at(trial, at) = wgc_activity_of_all(trial->slot_count);
    }
}

/* A number that counts sub-groups over the work-groups of a launch. */
static size_t turn_of(size_t g, size_t s)
{
    return g + s * 7;
}

static void put_activity(const struct wgc_trial *trial, size_t g,
                         const struct wgc_partition *partition, size_t s)
{
    const size_t first = partition->first[s], n = partition->first[s + 1] - first;
    for (size_t i = 0; i < n; i++) {
        *activity_at(trial, g * trial->group_items + partition->order[first + i]) =
            wgc_activity_word(turn_of(g, s), g * 1021 + s, i, n, trial->slot_count);
    }
}

/* Operands that name their work-items. None of them combines with others to the poison. */
static void put_named(const struct wgc_trial *trial, size_t slot, size_t g, size_t turn,
                      const size_t *order, size_t n)
{
    struct wgc_trial_data *data = trial->data;
    const size_t bytes = data->value_bytes;
    for (size_t i = 0; i < n; i++) {
        const size_t at = wgc_trial_offset(trial, slot, g) + order[i] * bytes;
        wgc_fill_reveal(&data->call, turn, i, n, data->input + at);
        wgc_poison_fill_named(data->call.type, data->poison + trial->guard_items * bytes + at);
    }
}

/* A sub-group in a slot. */
struct lanes {
    const struct wgc_trial *trial;
    size_t slot, g;
    const size_t *order; /* the linear ids of its n items, by their local ids */
    size_t n;
};

static uint32_t activity_of(const struct lanes *lanes, size_t i)
{
    return wgc_trial_activity(lanes->trial, lanes->g * lanes->trial->group_items + lanes->order[i]);
}

/* What work-items of which one takes values from another have in common: their class, and for a
 * call that is made again the slots in which they are active. */
static uint32_t common_of(const struct lanes *lanes, size_t i)
{
    const enum wgc_slot slot = lanes->trial->data->slot[lanes->slot];
    const uint32_t word = activity_of(lanes, i);
    return wgc_is_same_call(slot) ? word & 3
                                  : wgc_class_of(slot, lanes->trial->slot_count, word, i);
}

/* Whether a work-item is active, in slot 0 for a call that is made again: its arguments are those.
 */
static bool is_source(const struct lanes *lanes, size_t i)
{
    const struct wgc_trial *trial = lanes->trial;
    const size_t slot = wgc_is_same_call(trial->data->slot[lanes->slot]) ? 0 : lanes->slot;
    return wgc_is_active(trial->data->slot[slot], slot, trial->slot_count, activity_of(lanes, i),
                         i);
}

/* Lists the work-items that work-item i may take a value from. An argument that is the same for all
 * takes no account of classes. Returns their number. */
static size_t list_sources(const struct lanes *lanes, size_t i, size_t *source)
{
    const struct wgc_trial_data *data = lanes->trial->data;
    const bool all = wgc_kind_argument(data->call.kind) == WGC_ARGUMENT_UNIFORM;
    size_t count = 0;
    for (size_t k = 0; k < lanes->n; k++) {
        if (is_source(lanes, k) && (all || common_of(lanes, k) == common_of(lanes, i))) {
            source[count++] = k;
        }
    }
    return count;
}

/* The arguments of a sub-group; call has all but the sources. */
static void put_arguments(const struct lanes *lanes, struct wgc_lane_call *call, size_t *room)
{
    const struct wgc_trial *trial = lanes->trial;
    const bool classes = wgc_trial_has_classes(trial->data, trial->data->slot[lanes->slot]);
    call->source = room;
    for (size_t i = 0; i < lanes->n; i++) {
        if (i == 0 || classes) {
            call->sources = list_sources(lanes, i, room);
        }
        const uint32_t argument =
            trial->data->slot[lanes->slot] == WGC_SLOT_INDEXED
                ? wgc_seen_argument(call->kind, lanes->slot, i, call->max_size)
                : wgc_lane_argument(call, i);
        *word_at(trial, lanes->slot, lanes->g * trial->group_items + lanes->order[i]) =
            wgc_names_linear_ids(call->kind) ? (uint32_t)lanes->order[argument] : argument;
    }
}

/* OpGroupNonUniformBroadcast: "behavior is undefined when Id is not dynamically uniform", the same
 * "for all invocations (in the invocation group, unless otherwise stated)", the work-group. So the
 * id of its first sub-group, which is a full one, is that of all. */
static void put_first_id(const struct wgc_trial *trial, size_t slot, size_t g,
                         const struct wgc_partition *partition)
{
    const size_t first = g * trial->group_items;
    const uint32_t id = *word_at(trial, slot, first + partition->order[0]);
    for (size_t i = 0; i < partition->first[partition->count]; i++) {
        *word_at(trial, slot, first + partition->order[i]) = id;
    }
}

/* Element c of values: a number that every type has. */
static void put_number(const struct wgc_trial_data *data, uint32_t number, void *values, size_t c)
{
    const struct wgc_type_info *type = wgc_type_info(data->call.type);
    if (type->value_class == WGC_FLOAT) {
        wgc_real_store(data->call.type, number, values, c);
    } else {
        wgc_value_store(number, type->bytes, (unsigned char *)values + c * type->bytes);
    }
}

/* Operands that the kernel makes of the local ids. */
static void put_seen(const struct wgc_trial *trial, size_t slot, size_t g, const size_t *order,
                     size_t n)
{
    struct wgc_trial_data *data = trial->data;
    const size_t bytes = data->value_bytes, width = wgc_call_width(&data->call);
    for (size_t i = 0; i < n; i++) {
        const size_t at = wgc_trial_offset(trial, slot, g) + order[i] * bytes;
        const uint32_t number = wgc_seen_value(&data->call, slot, i);
        for (size_t c = 0; c < width; c++) {
            put_number(data, number, data->input + at, c);
            wgc_poison_fill_named(data->call.type, data->poison + trial->guard_items * bytes + at +
                                                       c * (bytes / width));
        }
    }
}

void wgc_trial_put_lanes(const struct wgc_trial *trial, size_t slot, size_t g,
                         const uint32_t *words, const struct wgc_partition *partition, size_t *room)
{
    const struct wgc_trial_data *data = trial->data;
    const size_t source = wgc_is_same_call(data->slot[slot]) ? 0 : slot;
    struct wgc_lane_call call = {.kind = data->call.kind,
                                 .cluster = data->call.cluster,
                                 .split = wgc_trial_has_classes(data, data->slot[slot])};
    const bool passes =
        data->has_numbers && (data->argument < 0 || data->slot[slot] == WGC_SLOT_INDEXED);
    for (size_t s = 0; s < partition->count; s++) {
        const size_t *order = partition->order + partition->first[s];
        call.n = partition->first[s + 1] - partition->first[s];
        call.max_size = words[order[0] * WGC_META_WORDS + WGC_META_MAX_SIZE];
        call.turn = turn_of(g, s) + source * 5;
        call.seed = (source * 31 + g) * 1021 + s;
        if (slot == 0 && data->has_activity) {
            put_activity(trial, g, partition, s);
        }
        if (wgc_trial_reveals(data, data->slot[slot])) {
            put_named(trial, slot, g, call.turn, order, call.n);
        }
        if (data->slot[slot] == WGC_SLOT_OF_LANE) {
            put_seen(trial, slot, g, order, call.n);
        }
        if (passes) {
            const struct lanes lanes = {trial, slot, g, order, call.n};
            put_arguments(&lanes, &call, room);
        }
    }
    if (passes && data->spirv && data->call.kind == WGC_KIND_NON_UNIFORM_BROADCAST) {
        put_first_id(trial, slot, g, partition);
    }
}
