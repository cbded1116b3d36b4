/* The mapping of work-items to sub-groups in an earlier launch, and the data that follows from it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial/parts.h"
#include "trial/sub_groups.h"
#include "trial/trial_data.h"

bool wgc_trial_needs_map(const struct wgc_trial *trial)
{
    const struct wgc_trial_data *data = trial->data;
    const bool depends = wgc_is_broadcast(data->call.kind) || data->has_numbers ||
                         data->has_activity || wgc_trial_reveals(data, data->slot[0]) ||
                         data->slot[0] == WGC_SLOT_OF_LANE;
    return data->sub_groups && !data->bare && depends;
}

/* The ids of a work-group's broadcasts: another root in each of its sub-groups. */
static void put_ids(const struct wgc_trial *trial, size_t g, const size_t *population)
{
    const struct wgc_trial_data *data = trial->data;
    for (size_t s = 0; s < trial->slot_count; s++) {
        const struct wgc_trial_group cell = wgc_trial_group_at(data, s, g);
        const size_t first = (s * trial->group_count + g) * trial->group_items;
        for (size_t i = 0; i < cell.part->items; i++) {
            const size_t n = population[i] == 0 ? 1 : population[i];
            const uint32_t id = (uint32_t)((cell.set->row[cell.row].root + i) % n);
            memcpy(data->aux + (first + i) * sizeof id, &id, sizeof id);
        }
    }
}

/* The arguments and activities of a work-group whose words are a partition; where they are none,
 * the ones of the first launch stay, and wgc_trial_judge reports it. */
static void put_lanes(const struct wgc_trial *trial, size_t g, const uint32_t *words,
                      struct wgc_partition *partition, size_t *room)
{
    const size_t n = wgc_partition_items(trial, g);
    struct wgc_partition_common common = {0};
    struct wgc_partition_fault fault;
    if (wgc_partition_read(words, n, n == trial->group_items, WGC_PARTITION_IDS, &common, partition,
                           &fault) != NULL) {
        return;
    }
    for (size_t s = 0; s < trial->slot_count; s++) {
        wgc_trial_put_lanes(trial, s, g, words, partition, room);
    }
}

enum wgc_status wgc_trial_map(struct wgc_trial *trial, const uint32_t *meta, struct wgc_err *err)
{
    struct wgc_trial_data *data = trial->data;
    size_t *room = calloc(3 * trial->group_items + 1, sizeof *room);
    struct wgc_partition partition = {0};
    free(data->mapped);
    data->mapped = calloc(trial->slot_items, sizeof *data->mapped);
    if (room == NULL || data->mapped == NULL) {
        free(room);
        return wgc_err_memory(err, "the mapping of a launch");
    }
    data->revealed = true;
    partition.order = room + trial->group_items;
    partition.first = partition.order + trial->group_items;
    for (size_t g = 0; g < trial->group_count; g++) {
        const uint32_t *words = wgc_partition_words(trial, meta, g);
        const size_t n = wgc_partition_items(trial, g);
        if (!wgc_is_broadcast(data->call.kind)) {
            put_lanes(trial, g, words, &partition, room);
        } else {
            wgc_partition_count(words, n, room);
            put_ids(trial, g, room);
        }
        for (size_t i = 0; i < n; i++) {
            data->mapped[g * trial->group_items + i] = words[i * WGC_META_WORDS];
        }
    }
    free(room);
    return WGC_OK;
}

const char *wgc_trial_compare_mapping(const struct wgc_trial *trial, const uint32_t *meta, size_t g,
                                      struct wgc_partition_fault *fault)
{
    const uint32_t *words = wgc_partition_words(trial, meta, g);
    for (size_t i = 0; trial->data->mapped != NULL && i < wgc_partition_items(trial, g); i++) {
        const uint32_t before = trial->data->mapped[g * trial->group_items + i];
        if (words[i * WGC_META_WORDS] != before) {
            fault->item = i;
            snprintf(fault->expected, sizeof fault->expected,
                     "sub-group %u, as in an earlier launch of the kernel", before);
            snprintf(fault->actual, sizeof fault->actual, "%u", words[i * WGC_META_WORDS]);
            return "mapping to sub-groups is not that of an earlier launch";
        }
    }
    return NULL;
}

enum wgc_status wgc_trial_largest_sub_group(const struct wgc_trial *trial, const uint32_t *meta,
                                            size_t *largest, struct wgc_err *err)
{
    struct wgc_partition partition = {.order = calloc(trial->group_items, sizeof(size_t)),
                                      .first = calloc(trial->group_items + 1, sizeof(size_t))};
    struct wgc_partition_common common = {0};
    struct wgc_partition_fault fault;
    const bool memory = partition.order != NULL && partition.first != NULL;
    bool right = memory && !trial->data->bare;
    *largest = 0;
    for (size_t g = 0; right && g < trial->group_count; g++) {
        const size_t n = wgc_partition_items(trial, g);
        right = wgc_partition_read(wgc_partition_words(trial, meta, g), n, n == trial->group_items,
                                   WGC_PARTITION_IDS, &common, &partition, &fault) == NULL;
        for (size_t s = 0; right && s < partition.count; s++) {
            const size_t items = partition.first[s + 1] - partition.first[s];
            *largest = items > *largest ? items : *largest;
        }
    }
    *largest = right ? *largest : trial->data->bare ? wgc_bare_least_size(trial) : 0;
    free(partition.order);
    free(partition.first);
    return memory ? WGC_OK : wgc_err_memory(err, "the mapping of a launch");
}

size_t wgc_trial_sub_group_items(const struct wgc_trial *trial, const uint32_t *meta)
{
    const struct wgc_trial_data *data = trial->data;
    const size_t n = trial->group_items;
    size_t largest = 0;
    if (!data->sub_groups || n == 1) {
        return 0;
    }
    if (data->bare || meta == NULL) {
        return data->reported_size < n ? data->reported_size : n;
    }
    size_t *population = calloc(n, sizeof *population);
    if (population != NULL) {
        wgc_partition_count(wgc_partition_words(trial, meta, 0), wgc_partition_items(trial, 0),
                            population);
    }
    for (size_t s = 0; population != NULL && s < n; s++) {
        largest = population[s] > largest ? population[s] : largest;
    }
    free(population);
    return largest;
}
