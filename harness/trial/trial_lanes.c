/* The part of aux with the arguments and the activity words of work-items. */
#include <string.h>

#include "patterns/reveal.h"
#include "trial/parts.h"
#include "trial/sub_groups.h"
#include "trial/trial_data.h"

static uint32_t *word_at(const struct wgc_trial *trial, size_t slot, size_t at)
{
    return (uint32_t *)(void *)trial->data->aux + slot * trial->slot_items + at;
}

/* The activity words are behind the arguments of all slots. */
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

void wgc_trial_put_lanes(const struct wgc_trial *trial, size_t slot, size_t g,
                         const uint32_t *words, const struct wgc_partition *partition, size_t *room)
{
    const struct wgc_trial_data *data = trial->data;
    struct wgc_lane_call call = {.kind = data->call.kind,
                                 .cluster = data->call.cluster,
                                 .split = wgc_trial_has_classes(data, data->slot[slot])};
    call.source = room;
    for (size_t s = 0; s < partition->count; s++) {
        const size_t *order = partition->order + partition->first[s];
        call.n = partition->first[s + 1] - partition->first[s];
        call.max_size = words[order[0] * WGC_META_WORDS + WGC_META_MAX_SIZE];
        call.turn = turn_of(g, s) + slot * 5;
        call.seed = (slot * 31 + g) * 1021 + s;
        call.sources = 0;
        if (slot == 0 && data->has_activity) {
            put_activity(trial, g, partition, s);
        }
        if (wgc_trial_reveals(data, data->slot[slot])) {
            put_named(trial, slot, g, call.turn, order, call.n);
        }
        for (size_t i = 0; i < call.n; i++) {
            const uint32_t word = wgc_trial_activity(trial, g * trial->group_items + order[i]);
            if (wgc_is_active(data->slot[slot], slot, trial->slot_count, word, i)) {
                room[call.sources++] = i;
            }
        }
        for (size_t i = 0; i < call.n && data->has_numbers && data->argument < 0; i++) {
            const uint32_t argument = wgc_lane_argument(&call, i);
            *word_at(trial, slot, g * trial->group_items + order[i]) =
                wgc_names_linear_ids(call.kind) ? (uint32_t)order[argument] : argument;
        }
    }
}
