/* Judges functions of sub-groups: what they must give follows from the partition that they ran in.
 */
#include <stdlib.h>
#include <string.h>

#include "trial/sub_groups.h"
#include "trial/trial_data.h"

/* One sub-group's items in the order of their local ids. */
struct scratch {
    struct wgc_partition partition;
    unsigned char *input, *actual, *poison, *expected;
    double *lo, *hi;
};

/* Where a work-group's values are. */
struct place {
    const struct wgc_trial_group *cell;
    size_t slot, g;
    const unsigned char *actual, *poison;
};

/* Whether the items stand one after the other, as they do where a sub-group is a part of a row. */
static bool is_run(const size_t *order, size_t n)
{
    size_t i = 1;
    while (i < n && order[i] == order[0] + i) {
        i++;
    }
    return i >= n;
}

/* The items' values in their order: in place, or gathered in room. */
static const unsigned char *gather(const size_t *order, size_t n, size_t bytes, bool run,
                                   const unsigned char *from, unsigned char *room)
{
    if (run) {
        return from + order[0] * bytes;
    }
    for (size_t i = 0; i < n; i++) {
        memcpy(room + i * bytes, from + order[i] * bytes, bytes);
    }
    return room;
}

static enum wgc_status judge_sub_group(const struct wgc_trial *trial, const struct place *place,
                                       size_t s, struct scratch *scratch, struct wgc_tally *tally,
                                       struct wgc_err *err)
{
    const struct wgc_trial_data *data = trial->data;
    const struct wgc_trial_group *cell = place->cell;
    const size_t *order = scratch->partition.order + scratch->partition.first[s];
    const size_t n = scratch->partition.first[s + 1] - scratch->partition.first[s];
    const size_t bytes = data->value_bytes;
    const size_t root = cell->set->row[cell->row].root + s;
    const void *init = cell->inits == NULL ? NULL : cell->inits + s * bytes;
    const bool run = is_run(order, n);
    struct wgc_expectation expects = cell->expects;
    struct wgc_evidence evidence = {.cell = cell, .slot = place->slot, .g = place->g, .items = n};
    const unsigned char *poison = gather(order, n, bytes, run, place->poison, scratch->poison);
    evidence.is_sub_group = true;
    evidence.sub_group = s;
    evidence.input = gather(order, n, bytes, run, cell->input, scratch->input);
    evidence.actual = gather(order, n, bytes, run, place->actual, scratch->actual);
    if (expects.mode != WGC_JUDGE_INTERVAL) {
        wgc_oracle_exact(&data->call, evidence.input, n, init, root % n, scratch->expected);
        expects.expected = scratch->expected;
    } else if (wgc_oracle_interval(&data->call, &data->fp, evidence.input, n, init, scratch->lo,
                                   scratch->hi)) {
        expects.lo = scratch->lo;
        expects.hi = scratch->hi;
    } else {
        return wgc_err_set(err, WGC_ERR_RUN, "no bound can be given for sub-group %zu of %zu items",
                           s, n);
    }
    evidence.expects = &expects;
    return wgc_tally_group(trial, &evidence, poison, order, tally, err);
}

static enum wgc_status judge_group(const struct wgc_trial *trial, size_t slot, size_t g,
                                   const unsigned char *output, struct scratch *scratch,
                                   struct wgc_tally *tally, struct wgc_err *err)
{
    const size_t bytes = trial->data->value_bytes;
    const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, slot, g);
    const size_t at = (slot * trial->slot_items + g * trial->group_items) * bytes;
    const unsigned char *poison = (const unsigned char *)trial->poison + trial->guard_items * bytes;
    const struct place place = {&cell, slot, g, output + at, poison + at};
    enum wgc_status status = WGC_OK;
    if (cell.slot == WGC_SLOT_COPY) {
        return wgc_tally_work_group(trial, &cell, slot, g, output, tally, err);
    }
    for (size_t s = 0; s < scratch->partition.count && status == WGC_OK; s++) {
        status = judge_sub_group(trial, &place, s, scratch, tally, err);
    }
    return status;
}

static void scratch_free(struct scratch *scratch)
{
    free(scratch->partition.order);
    free(scratch->partition.first);
    free(scratch->input);
    free(scratch->actual);
    free(scratch->poison);
    free(scratch->expected);
    free(scratch->lo);
    free(scratch->hi);
}

static bool scratch_make(size_t items, size_t bytes, struct scratch *scratch)
{
    scratch->partition.order = calloc(items, sizeof(size_t));
    scratch->partition.first = calloc(items + 1, sizeof(size_t));
    scratch->input = calloc(items, bytes);
    scratch->actual = calloc(items, bytes);
    scratch->poison = calloc(items, bytes);
    scratch->expected = calloc(items, bytes);
    scratch->lo = calloc(items, sizeof(double));
    scratch->hi = calloc(items, sizeof(double));
    return scratch->partition.order != NULL && scratch->partition.first != NULL &&
           scratch->input != NULL && scratch->actual != NULL && scratch->poison != NULL &&
           scratch->expected != NULL && scratch->lo != NULL && scratch->hi != NULL;
}

static enum wgc_partition_rules rules_of(enum wgc_kind kind)
{
    return kind == WGC_KIND_MAPPING     ? WGC_PARTITION_ALL
           : kind == WGC_KIND_BROADCAST ? WGC_PARTITION_SIZES
                                        : WGC_PARTITION_IDS;
}

/* Reads the partition of a work-group; false if it is wrong, which is then counted. */
static bool read_partition(const struct wgc_trial *trial, size_t g, const uint32_t *meta,
                           struct wgc_sub_group_limits *limits, struct scratch *scratch,
                           struct wgc_tally *tally, enum wgc_status *status, struct wgc_err *err)
{
    struct wgc_partition_fault fault;
    const struct wgc_launch *launch = &trial->data->launch;
    const size_t n = launch->part[wgc_launch_part(launch, g)].items;
    const enum wgc_partition_rules rules = rules_of(trial->data->call.kind);
    const char *what =
        wgc_partition_read(meta + g * trial->group_items * WGC_META_WORDS, n,
                           n == trial->group_items, rules, limits, &scratch->partition, &fault);
    if (what == NULL) {
        return true;
    }
    tally->judged_groups++;
    tally->wrong_groups++;
    tally->judged_items += n;
    tally->wrong_items++;
    if (!tally->found) {
        *status = wgc_mismatch_fill_text(trial, what, g, fault.item, fault.expected, fault.actual,
                                         tally->mismatch, err);
        tally->found = *status == WGC_OK;
    }
    return false;
}

/* Whether a work-group's values in a slot are right, its partition being the one that they were
 * made for; then they are counted. If they are not, or may not be, all is judged sub-group by
 * sub-group. */
static bool judge_even(const struct wgc_trial *trial, size_t slot, size_t g,
                       const unsigned char *output, struct wgc_tally *tally)
{
    const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, slot, g);
    const size_t n = cell.part->items;
    const size_t at =
        (slot * trial->slot_items + g * trial->group_items) * trial->data->value_bytes;
    const unsigned char *poison =
        (const unsigned char *)trial->poison + trial->guard_items * trial->data->value_bytes;

    if (cell.slot == WGC_SLOT_COPY ||
        wgc_judge_group(&cell.expects, output + at, poison + at, n, NULL) != 0) {
        return false;
    }
    tally->judged_groups += (n + cell.set->key.chunk - 1) / cell.set->key.chunk;
    tally->judged_items += n;
    return true;
}

static enum wgc_status judge_slots(const struct wgc_trial *trial, size_t g,
                                   const unsigned char *output, const uint32_t *meta,
                                   struct wgc_sub_group_limits *limits, struct scratch *scratch,
                                   struct wgc_tally *tally, struct wgc_err *err)
{
    const struct wgc_trial_data *data = trial->data;
    const struct wgc_trial_group first = wgc_trial_group_at(data, 0, g);
    const bool even =
        wgc_partition_is_even(meta + g * trial->group_items * WGC_META_WORDS, first.part->items,
                              first.set->key.chunk, rules_of(data->call.kind));
    enum wgc_status status = WGC_OK;
    bool read = false;

    for (size_t s = 0; s < trial->slot_count && status == WGC_OK; s++) {
        if (data->slot[s] == WGC_SLOT_SCRATCH || (even && judge_even(trial, s, g, output, tally))) {
            continue;
        }
        read = read || read_partition(trial, g, meta, limits, scratch, tally, &status, err);
        if (!read) {
            break;
        }
        status = judge_group(trial, s, g, output, scratch, tally, err);
    }
    return status;
}

enum wgc_status wgc_sub_groups_judge(const struct wgc_trial *trial, const unsigned char *output,
                                     const uint32_t *meta, struct wgc_tally *tally,
                                     struct wgc_err *err)
{
    struct scratch scratch = {0};
    struct wgc_sub_group_limits limits = {0};
    enum wgc_status status = WGC_OK;
    if (!scratch_make(trial->group_items, trial->data->value_bytes, &scratch)) {
        status = wgc_err_memory(err, "a sub-group");
    }
    for (size_t g = 0; g < trial->group_count && status == WGC_OK; g++) {
        status = judge_slots(trial, g, output, meta, &limits, &scratch, tally, err);
    }
    scratch_free(&scratch);
    return status;
}
