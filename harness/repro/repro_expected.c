/* The expected values, for a partition into sub-groups that is assumed. */
#include <stdlib.h>
#include <string.h>

#include "repro/parts.h"
#include "trial/trial_data.h"

bool wgc_repro_stores_sub_groups(const struct wgc_repro_data *data)
{
    return data->trial->data->sub_groups && !data->trial->data->bare;
}

/* Whether the kernel makes an argument of get_max_sub_group_size(), and does not read it. */
static bool makes_arguments(const struct wgc_repro_data *data)
{
    bool makes = false;

    for (size_t s = 0; s < data->trial->slot_count && !makes; s++) {
        makes = data->trial->data->slot[s] == WGC_SLOT_INDEXED &&
                wgc_kind_argument(data->signature->kind) == WGC_ARGUMENT_EACH;
    }
    return makes;
}

bool wgc_repro_uses_max(const struct wgc_repro_data *data)
{
    return wgc_uses_max_size(data->signature->kind) || makes_arguments(data);
}

/* The work-items of work-group g that are divided into sub-groups: a row, or all. */
static size_t row_of(const struct wgc_repro_data *data, size_t g)
{
    const struct wgc_launch *launch = &data->trial->data->launch;
    const struct wgc_part *part = &launch->part[wgc_launch_part(launch, g)];

    return data->rows ? part->side[0] : part->items;
}

/* The sub-groups in so many work-items. */
static size_t count_of(const struct wgc_repro_data *data, size_t items)
{
    return (items + data->sub_group_size - 1) / data->sub_group_size;
}

/* Where item number item of work-group g is, as the kernel writes it. */
static void put_item(const struct wgc_repro_data *data, size_t g, size_t item, uint32_t *word)
{
    const struct wgc_trial *trial = data->trial;
    const struct wgc_launch *launch = &trial->data->launch;
    const size_t items = launch->part[wgc_launch_part(launch, g)].items;
    const size_t size = data->sub_group_size, row = row_of(data, g);
    const size_t in_row = item % row, left = row - in_row / size * size;
    const size_t whole = data->rows ? trial->local_size[0] : trial->group_items;

    word[WGC_META_ID] = (uint32_t)(item / row * count_of(data, row) + in_row / size);
    word[WGC_META_LOCAL_ID] = (uint32_t)(in_row % size);
    word[WGC_META_SIZE] = (uint32_t)(left < size ? left : size);
    word[WGC_META_MAX_SIZE] = (uint32_t)size;
    word[WGC_META_COUNT] = (uint32_t)(items / row * count_of(data, row));
    word[WGC_META_ENQUEUED] = (uint32_t)(trial->group_items / whole * count_of(data, whole));
}

/* What the kernel writes in these sub-groups. */
static uint32_t *make_meta(const struct wgc_repro_data *data)
{
    const struct wgc_trial *trial = data->trial;
    const struct wgc_launch *launch = &trial->data->launch;
    uint32_t *meta = calloc(trial->slot_items * WGC_META_WORDS + 1, sizeof *meta);

    for (size_t i = 0; meta != NULL && i < trial->slot_items; i++) {
        const size_t g = i / trial->group_items, item = i % trial->group_items;
        if (item < launch->part[wgc_launch_part(launch, g)].items) {
            put_item(data, g, item, meta + i * WGC_META_WORDS);
        }
    }
    return meta;
}

/* Makes the arguments of the second launch, and keeps those of the first. */
static enum wgc_status map(struct wgc_repro_data *data, const uint32_t *meta, struct wgc_err *err)
{
    if (!wgc_trial_needs_map(data->trial)) {
        return WGC_OK;
    }
    data->first_aux = malloc(data->trial->aux_bytes);
    if (data->first_aux == NULL) {
        return wgc_err_memory(err, "the arguments");
    }
    memcpy(data->first_aux, data->trial->aux, data->trial->aux_bytes);
    return wgc_trial_map(data->trial, meta, err);
}

/* Adds the table for a value of get_max_sub_group_size(). */
static enum wgc_status add_table(struct wgc_repro_data *data, uint32_t *meta, size_t max_size,
                                 struct wgc_err *err)
{
    struct wgc_expected *own = &data->expected[data->tables];

    for (size_t i = 0; meta != NULL && i < data->trial->slot_items; i++) {
        meta[i * WGC_META_WORDS + WGC_META_MAX_SIZE] = (uint32_t)max_size;
    }
    enum wgc_status status = WGC_OK;
    if (meta != NULL && makes_arguments(data)) {
        status = wgc_trial_map(data->trial, meta, err);
    }
    if (status == WGC_OK) {
        status = wgc_trial_expect(data->trial, meta, max_size, own, err);
    }
    data->tables += status == WGC_OK;
    return status;
}

/* The maximum size may be more than that of the sub-groups where the kernel does not store it, and
 * where a sub-group is a row: the size of sub-groups, or a power of two above, as in
 * harness/trial/bare_judge.c. */
static enum wgc_status add_tables(struct wgc_repro_data *data, uint32_t *meta, struct wgc_err *err)
{
    enum { MOST = 128 };
    const struct wgc_trial *trial = data->trial;
    const size_t items = trial->group_items, size = data->sub_group_size;
    const size_t least = size < items ? size : items;
    const bool may_differ =
        trial->data->bare || size >= items || (data->rows && size >= trial->local_size[0]);
    enum wgc_status status = add_table(data, meta, size, err);

    if (!may_differ || !wgc_repro_uses_max(data)) {
        return status;
    }
    if (status == WGC_OK && least != size) {
        status = add_table(data, meta, least, err);
    }
    for (size_t max_size = 1; max_size <= MOST && status == WGC_OK; max_size *= 2) {
        if (max_size > least && max_size != size) {
            status = add_table(data, meta, max_size, err);
        }
    }
    return status;
}

enum wgc_status wgc_repro_data_make(struct wgc_repro_data *data, struct wgc_err *err)
{
    uint32_t *meta = NULL;
    enum wgc_status status = WGC_OK;

    if (wgc_repro_stores_sub_groups(data)) {
        meta = make_meta(data);
        status = meta == NULL ? wgc_err_memory(err, "the sub-groups") : map(data, meta, err);
    }
    if (status == WGC_OK) {
        status = add_tables(data, meta, err);
    }
    free(meta);
    return status;
}

void wgc_repro_data_free(struct wgc_repro_data *data)
{
    free(data->first_aux);
    for (size_t i = 0; i < data->tables; i++) {
        wgc_expected_free(&data->expected[i]);
    }
}
