/* Judges functions of sub-groups: the expected results follow from the partition of the launch. */
#include <stdlib.h>
#include <string.h>

#include "trial/parts.h"
#include "trial/sub_groups.h"
#include "trial/trial_data.h"

/* The partition of a work-group, by the function's rules. */
enum found {
    EVEN,  /* the one that the data was made for */
    OTHER, /* another one */
    WRONG  /* the words are no partition */
};

/* One sub-group's items in the order of their local ids. */
struct workspace {
    struct wgc_partition partition;
    size_t read; /* the work-group of the partition; none: group_count */
    unsigned char *input, *actual, *poison, *expected;
    double *lo, *hi;
};

/* The state of judging a trial. */
struct judging {
    const struct wgc_trial *trial;
    const unsigned char *output, *poison; /* after the guards in front */
    const uint32_t *meta;
    size_t *like; /* for each work-group (wgc_partition_cache) */
    enum wgc_partition_rules rules;
    struct wgc_partition_common common;
    enum found *found; /* for each work-group */
    size_t whole;      /* the first of the enqueued size with a right partition, or group_count */
    struct workspace workspace;
    struct wgc_lanes_work *lanes; /* NULL where no slot needs it */
    struct wgc_tally *tally;
};

/* Where a work-group's values are. */
struct place {
    const struct wgc_trial_group *cell;
    size_t slot, g;
    const unsigned char *actual, *poison;
};

/* Whether the items are consecutive, as they are where a sub-group is a part of a row. */
static bool is_run(const size_t *order, size_t n)
{
    size_t i = 1;
    while (i < n && order[i] == order[0] + i) {
        i++;
    }
    return i >= n;
}

/* The items' values in their order: in place, or copied to room. */
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

/* The expected results of a sub-group that makes the call. */
static enum wgc_status expect_result(struct judging *judging, const struct place *place, size_t s,
                                     const struct wgc_evidence *evidence,
                                     struct wgc_expectation *expects, struct wgc_err *err)
{
    const struct wgc_trial_data *data = judging->trial->data;
    const struct wgc_trial_group *cell = place->cell;
    struct workspace *workspace = &judging->workspace;
    const size_t n = evidence->items, root = cell->set->row[cell->row].root + s;
    const void *init = cell->inits == NULL ? NULL : cell->inits + s * data->value_bytes;
    if (expects->mode != WGC_JUDGE_INTERVAL) {
        wgc_oracle_exact(&data->call, evidence->input, n, init, root % n, workspace->expected);
        expects->expected = workspace->expected;
    } else if (wgc_oracle_interval(&data->call, &data->fp, evidence->input, n, init, workspace->lo,
                                   workspace->hi)) {
        expects->lo = workspace->lo;
        expects->hi = workspace->hi;
    } else {
        return wgc_err_set(err, WGC_ERR_RUN, "no bound can be given for sub-group %zu of %zu items",
                           s, n);
    }
    return WGC_OK;
}

/* Judges a sub-group that makes no call and writes nothing. */
static enum wgc_status judge_left(struct judging *judging, const struct wgc_evidence *evidence,
                                  const unsigned char *poison, const size_t *order,
                                  struct wgc_err *err)
{
    const size_t bytes = judging->trial->data->value_bytes;
    const size_t before = judging->tally->wrong_items;
    enum wgc_status status = WGC_OK;
    judging->tally->judged_groups++;
    judging->tally->judged_items += evidence->items * wgc_call_width(&judging->trial->data->call);
    for (size_t i = 0; i < evidence->items && status == WGC_OK; i++) {
        status = wgc_tally_overwritten(judging->trial, "written in a sub-group that makes no call",
                                       evidence->g, order[i], evidence->actual + i * bytes,
                                       poison + i * bytes, judging->tally, err);
    }
    judging->tally->wrong_groups += judging->tally->wrong_items > before;
    return status;
}

/* Of how many of a sub-group's items, the first ones, something is known. */
static size_t determined(const struct wgc_trial_data *data, enum wgc_participation participation,
                         size_t n)
{
    return data->spirv && participation == WGC_PARTICIPATION_CALLS
               ? wgc_spirv_determined(&data->call, n)
               : n;
}

static enum wgc_status judge_sub_group(struct judging *judging, const struct place *place, size_t s,
                                       struct wgc_err *err)
{
    const struct wgc_trial *trial = judging->trial;
    const struct wgc_trial_group *cell = place->cell;
    struct workspace *workspace = &judging->workspace;
    const size_t *order = workspace->partition.order + workspace->partition.first[s];
    const size_t all = workspace->partition.first[s + 1] - workspace->partition.first[s];
    const size_t bytes = trial->data->value_bytes;
    const enum wgc_participation participation =
        wgc_slot_participation(cell->slot, place->slot, trial->slot_count, s, place->g);
    const bool lanes = wgc_slot_needs_lanes(trial->data, cell->slot);
    const size_t n = lanes ? all : determined(trial->data, participation, all);
    const bool run = is_run(order, n);
    if (judging->tally->expected != NULL) {
        wgc_expected_any(trial, judging->tally->expected, place->slot, place->g, order, n, all - n);
    }
    if (n == 0) {
        return WGC_OK;
    }
    if (participation == WGC_PARTICIPATION_CALLS && lanes) {
        const struct wgc_lanes_cell in = {.cell = cell,
                                          .slot = place->slot,
                                          .g = place->g,
                                          .sub_group = s,
                                          .n = n,
                                          .order = order,
                                          .words =
                                              wgc_partition_words(trial, judging->meta, place->g),
                                          .actual = place->actual,
                                          .poison = place->poison};
        return wgc_tally_lanes(trial, &in, judging->lanes, judging->tally, err);
    }
    struct wgc_expectation expects = cell->expects;
    struct wgc_evidence evidence = {.cell = cell, .slot = place->slot, .g = place->g, .items = n};
    const unsigned char *poison = gather(order, n, bytes, run, place->poison, workspace->poison);
    enum wgc_status status = WGC_OK;
    evidence.is_sub_group = true;
    evidence.before = wgc_trial_before(trial, place->slot, place->actual);
    evidence.sub_group = s;
    evidence.input = gather(order, n, bytes, run, cell->input, workspace->input);
    evidence.actual = gather(order, n, bytes, run, place->actual, workspace->actual);
    if (participation == WGC_PARTICIPATION_NONE) {
        return judge_left(judging, &evidence, poison, order, err);
    }
    if (participation == WGC_PARTICIPATION_COPIES) {
        expects = wgc_trial_expect_copy(trial->data, cell);
        expects.expected = evidence.input;
    } else {
        status = expect_result(judging, place, s, &evidence, &expects, err);
    }
    evidence.expects = &expects;
    return status == WGC_OK ? wgc_tally_group(trial, &evidence, poison, order, judging->tally, err)
                            : status;
}

/* Reads the partition of a work-group into the workspace: NULL, or what is wrong with it. */
static const char *read_partition(struct judging *judging, size_t g,
                                  struct wgc_partition_fault *fault)
{
    const struct wgc_trial *trial = judging->trial;
    const size_t n = wgc_partition_items(trial, g);
    const char *what =
        wgc_partition_read(wgc_partition_words(trial, judging->meta, g), n, n == trial->group_items,
                           judging->rules, &judging->common, &judging->workspace.partition, fault);
    judging->workspace.read = what == NULL ? g : trial->group_count;
    return what;
}

/* Whether all items of a work-group with consecutive sub-groups are right; faster than judging each
 * sub-group. */
static bool all_are_right(struct judging *judging, const struct place *place)
{
    const struct wgc_trial_group *cell = place->cell;
    const struct wgc_partition *partition = &judging->workspace.partition;
    struct wgc_expectation expects = cell->expects;
    if (!partition->in_line || expects.mode == WGC_JUDGE_INTERVAL) {
        return false;
    }
    wgc_oracle_exact_parts(&judging->trial->data->call, cell->input, partition->first,
                           partition->count, cell->inits, cell->set->row[cell->row].root,
                           judging->workspace.expected);
    expects.expected = judging->workspace.expected;
    const size_t width = wgc_call_width(&judging->trial->data->call);
    return wgc_judge_group(&expects, place->actual, place->poison, cell->part->items * width,
                           NULL) == 0;
}

/* Whether the results of a slot are judged one sub-group at a time only. */
static bool needs_each(const struct judging *judging, enum wgc_slot slot)
{
    return judging->tally->expected != NULL || wgc_slot_is_partial(slot) ||
           slot == WGC_SLOT_OF_LANE || wgc_slot_needs_lanes(judging->trial->data, slot);
}

/* Judges a work-group with a right partition. */
static enum wgc_status judge_group(struct judging *judging, size_t slot, size_t g,
                                   struct wgc_err *err)
{
    const struct wgc_trial *trial = judging->trial;
    const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, slot, g);
    const size_t at = wgc_trial_offset(trial, slot, g);
    const struct place place = {&cell, slot, g, judging->output + at, judging->poison + at};
    struct wgc_partition_fault fault;
    enum wgc_status status = WGC_OK;
    if (cell.slot == WGC_SLOT_COPY) {
        return wgc_tally_work_group(trial, &cell, slot, g, judging->output, judging->tally, err);
    }
    if (judging->workspace.read != judging->like[g]) {
        (void)read_partition(judging, judging->like[g], &fault);
    }
    if (!needs_each(judging, cell.slot) && all_are_right(judging, &place)) {
        judging->tally->judged_groups += judging->workspace.partition.count;
        judging->tally->judged_items += cell.part->items * wgc_call_width(&trial->data->call);
        return WGC_OK;
    }
    for (size_t s = 0; s < judging->workspace.partition.count && status == WGC_OK; s++) {
        status = judge_sub_group(judging, &place, s, err);
    }
    return status;
}

/* Counts a work-group whose partition is wrong. */
static enum wgc_status tally_wrong(struct judging *judging, size_t g, const char *what,
                                   const struct wgc_partition_fault *fault, struct wgc_err *err)
{
    struct wgc_tally *tally = judging->tally;
    enum wgc_status status = WGC_OK;
    tally->judged_groups++;
    tally->wrong_groups++;
    tally->judged_items += wgc_partition_items(judging->trial, g);
    tally->wrong_items++;
    if (!tally->found) {
        status = wgc_mismatch_fill_text(judging->trial, what, g, fault->item, fault->expected,
                                        fault->actual, tally->mismatch, err);
        tally->found = status == WGC_OK;
    }
    return status;
}

/* Compares a right mapping with that of the other work-groups and of the previous launch, which
 * must be the same. */
static const char *compare_mapping(struct judging *judging, size_t g,
                                   struct wgc_partition_fault *fault)
{
    const struct wgc_trial *trial = judging->trial;
    const size_t n = wgc_partition_items(trial, g);
    const char *what = NULL;
    if (n == trial->group_items && judging->whole == trial->group_count) {
        judging->whole = g;
    } else if (n == trial->group_items) {
        what = wgc_partition_compare(wgc_partition_words(trial, judging->meta, g),
                                     wgc_partition_words(trial, judging->meta, judging->whole), n,
                                     judging->whole, fault);
    }
    return what == NULL ? wgc_trial_compare_mapping(trial, judging->meta, g, fault) : what;
}

static enum wgc_status find_partition(struct judging *judging, size_t g, struct wgc_err *err)
{
    const struct wgc_trial *trial = judging->trial;
    const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, 0, g);
    struct wgc_partition_fault fault;
    const char *what = NULL;
    judging->found[g] = EVEN;
    if (!wgc_partition_is_even(wgc_partition_words(trial, judging->meta, g), cell.part->items,
                               cell.set->key.chunk, judging->rules)) {
        what = read_partition(judging, g, &fault);
        judging->found[g] = OTHER;
    }
    if (what == NULL) {
        what = compare_mapping(judging, g, &fault);
    }
    if (what == NULL && wgc_uses_max_size(trial->data->call.kind)) {
        if (judging->workspace.read != g) {
            (void)read_partition(judging, g, &fault);
        }
        what = wgc_lanes_check_max_size(trial, wgc_partition_words(trial, judging->meta, g),
                                        &judging->workspace.partition, &fault);
    }
    if (what == NULL) {
        return WGC_OK;
    }
    judging->found[g] = WRONG;
    return tally_wrong(judging, g, what, &fault, err);
}

/* Equal words have equal results, unless the mapping of a previous launch counts too. Wrong words
 * are counted for each work-group. */
static enum wgc_status find_partitions(struct judging *judging, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    for (size_t g = 0; g < judging->trial->group_count && status == WGC_OK; g++) {
        const size_t like = judging->like[g];
        if (like < g && judging->found[like] != WRONG && judging->trial->data->mapped == NULL) {
            judging->found[g] = judging->found[like];
        } else {
            status = find_partition(judging, g, err);
        }
    }
    return status;
}

/* Judges a slot's work-groups from g on to before end, a run with the partition that their data was
 * made for. */
static enum wgc_status judge_even(struct judging *judging, size_t slot, size_t g, size_t end,
                                  struct wgc_err *err)
{
    const struct wgc_trial *trial = judging->trial;
    const size_t width = wgc_call_width(&trial->data->call);
    enum wgc_status status = WGC_OK;
    while (g < end && status == WGC_OK) {
        const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, slot, g);
        const size_t n = cell.part->items, chunk = cell.set->key.chunk;
        const size_t at = wgc_trial_offset(trial, slot, g);
        size_t right = wgc_trial_identical(trial, slot, g, end, judging->output);
        if (right ==
            0) { /* other bits may be right too: the other zero, or a value within bounds */
            right = wgc_judge_group(&cell.expects, judging->output + at, judging->poison + at,
                                    n * width, NULL) == 0;
        }
        judging->tally->judged_groups += right * ((n + chunk - 1) / chunk);
        judging->tally->judged_items += right * n * width;
        if (right == 0) {
            status = judge_group(judging, slot, g, err);
        }
        g += right > 0 ? right : 1;
    }
    return status;
}

/* Judges a slot's work-groups from g on to before *end. */
static enum wgc_status judge_next(struct judging *judging, size_t slot, size_t g, size_t *end,
                                  struct wgc_err *err)
{
    const struct wgc_trial_data *data = judging->trial->data;
    const struct wgc_trial_group cell = wgc_trial_group_at(data, slot, g);
    *end = g + 1;
    if (judging->found[g] == WRONG) {
        return WGC_OK;
    }
    if (judging->found[g] == OTHER || cell.slot == WGC_SLOT_COPY ||
        needs_each(judging, cell.slot)) {
        return judge_group(judging, slot, g, err);
    }
    const size_t most = wgc_trial_run_end(data, &cell, g);
    while (*end < most && judging->found[*end] == EVEN) {
        (*end)++;
    }
    return judge_even(judging, slot, g, *end, err);
}

static enum wgc_status judge_slots(struct judging *judging, struct wgc_err *err)
{
    const struct wgc_trial *trial = judging->trial;
    enum wgc_status status = find_partitions(judging, err);
    for (size_t s = 0; s < trial->slot_count && status == WGC_OK; s++) {
        if (trial->data->slot[s] == WGC_SLOT_SCRATCH) {
            continue;
        }
        for (size_t g = 0, end; g < trial->group_count && status == WGC_OK; g = end) {
            status = judge_next(judging, s, g, &end, err);
        }
    }
    return status;
}

static void workspace_free(struct workspace *workspace)
{
    free(workspace->partition.order);
    free(workspace->partition.first);
    free(workspace->input);
    free(workspace->actual);
    free(workspace->poison);
    free(workspace->expected);
    free(workspace->lo);
    free(workspace->hi);
}

static bool workspace_make(size_t items, size_t bytes, struct workspace *workspace)
{
    workspace->partition.order = calloc(items, sizeof(size_t));
    workspace->partition.first = calloc(items + 1, sizeof(size_t));
    workspace->input = calloc(items, bytes);
    workspace->actual = calloc(items, bytes);
    workspace->poison = calloc(items, bytes);
    workspace->expected = calloc(items, bytes);
    workspace->lo = calloc(items, sizeof(double));
    workspace->hi = calloc(items, sizeof(double));
    return workspace->partition.order != NULL && workspace->partition.first != NULL &&
           workspace->input != NULL && workspace->actual != NULL && workspace->poison != NULL &&
           workspace->expected != NULL && workspace->lo != NULL && workspace->hi != NULL;
}

static bool uses_lanes(const struct wgc_trial_data *data)
{
    return data->has_activity || wgc_uses_local_ids(data->call.kind) || data->has_missing;
}

enum wgc_status wgc_sub_groups_judge(const struct wgc_trial *trial, const unsigned char *output,
                                     const uint32_t *meta, struct wgc_tally *tally,
                                     struct wgc_err *err)
{
    const size_t bytes = trial->data->value_bytes;
    struct judging judging = {.trial = trial, .output = output, .meta = meta, .tally = tally};
    enum wgc_status status = WGC_OK;
    judging.poison = (const unsigned char *)trial->poison + trial->guard_items * bytes;
    judging.rules =
        trial->data->call.kind == WGC_KIND_MAPPING ? WGC_PARTITION_ALL : WGC_PARTITION_IDS;
    judging.whole = trial->group_count;
    judging.found = calloc(trial->group_count, sizeof *judging.found);
    judging.workspace.read = trial->group_count;
    judging.like = wgc_partition_cache(trial, meta);
    judging.lanes = uses_lanes(trial->data) ? wgc_lanes_work_make(trial) : NULL;
    if (judging.found == NULL || judging.like == NULL ||
        (uses_lanes(trial->data) && judging.lanes == NULL) ||
        !workspace_make(trial->group_items, bytes, &judging.workspace)) {
        status = wgc_err_memory(err, "a sub-group");
    } else {
        status = judge_slots(&judging, err);
    }
    workspace_free(&judging.workspace);
    wgc_lanes_work_free(judging.lanes);
    free(judging.found);
    free(judging.like);
    return status;
}
