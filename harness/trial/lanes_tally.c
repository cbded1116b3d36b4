#include "trial/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "oracle/classes.h"
#include "trial/sub_groups.h"

struct wgc_lanes_work {
    unsigned char *x, *actual, *poison, *open;
    size_t *order; /* of the active work-items */
    bool *active;
    bool *defined; /* of the active work-items */
    uint32_t *argument, *class_of;
    struct wgc_lanes_expected expected;
};

void wgc_lanes_work_free(struct wgc_lanes_work *work)
{
    if (work != NULL) {
        free(work->x);
        free(work->actual);
        free(work->poison);
        free(work->open);
        free(work->order);
        free(work->active);
        free(work->defined);
        free(work->argument);
        free(work->class_of);
        free(work->expected.values);
        free(work->expected.lo);
        free(work->expected.hi);
        free(work->expected.defined);
        free(work->expected.room);
        free(work->expected.room_lo);
        free(work->expected.room_hi);
        free(work);
    }
}

struct wgc_lanes_work *wgc_lanes_work_make(const struct wgc_trial *trial)
{
    const size_t n = trial->group_items, bytes = trial->data->value_bytes;
    struct wgc_lanes_work *work = calloc(1, sizeof *work);
    if (work == NULL) {
        return NULL;
    }
    work->x = calloc(n, bytes);
    work->actual = calloc(n, bytes);
    work->poison = calloc(n, bytes);
    work->open = calloc(n, bytes);
    work->order = calloc(n, sizeof *work->order);
    work->active = calloc(n, sizeof *work->active);
    work->defined = calloc(n, sizeof *work->defined);
    work->argument = calloc(n, sizeof *work->argument);
    work->class_of = calloc(n, sizeof *work->class_of);
    work->expected.values = calloc(n, bytes);
    work->expected.lo = calloc(n, sizeof(double));
    work->expected.hi = calloc(n, sizeof(double));
    work->expected.defined = calloc(n, sizeof(bool));
    work->expected.room = calloc(2 * n, bytes);
    work->expected.room_lo = calloc(n, sizeof(double));
    work->expected.room_hi = calloc(n, sizeof(double));
    if (work->x == NULL || work->actual == NULL || work->poison == NULL || work->open == NULL ||
        work->order == NULL || work->active == NULL || work->defined == NULL ||
        work->argument == NULL || work->class_of == NULL || work->expected.values == NULL ||
        work->expected.lo == NULL || work->expected.hi == NULL || work->expected.defined == NULL ||
        work->expected.room == NULL || work->expected.room_lo == NULL ||
        work->expected.room_hi == NULL) {
        wgc_lanes_work_free(work);
        return NULL;
    }
    return work;
}

/* The argument as the oracle takes it: a linear id becomes a local id. */
static uint32_t local_id_of(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                            uint32_t argument)
{
    uint32_t i = 0;
    if (!wgc_names_linear_ids(trial->data->call.kind)) {
        return argument;
    }
    while (i < in->n && in->order[i] != argument) {
        i++;
    }
    return i;
}

/* In a slot whose value is made of the results of the slots before, that value in place of the
 * first slot's: integers are combined, and other values are the last result. expected: has the
 * results where there are none yet, or NULL. */
static void feed(const struct wgc_trial *trial, const struct wgc_lanes_cell *in, size_t i,
                 const struct wgc_expected *expected, unsigned char *value)
{
    const size_t bytes = trial->data->value_bytes;
    const size_t element = in->g * trial->group_items + in->order[i];
    const bool real = wgc_type_info(trial->data->call.type)->value_class == WGC_FLOAT;
    for (size_t slot = 0; slot < in->slot; slot++) {
        const unsigned char *result =
            expected != NULL
                ? expected->values + (slot * trial->slot_items + element) * bytes
                : in->actual + in->order[i] * bytes - (in->slot - slot) * trial->slot_items * bytes;
        for (size_t k = 0; k < bytes; k++) {
            value[k] = (unsigned char)(real ? result[k] : value[k] ^ result[k]);
        }
    }
}

/* Copies what each work-item passes: its value, its argument, whether it makes the call. */
static void read_inputs(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                        const struct wgc_expected *expected, struct wgc_lanes_work *work)
{
    const size_t bytes = trial->data->value_bytes;
    const bool fed = wgc_is_fed(in->cell->slot);
    const struct wgc_trial_group first = wgc_trial_group_at(trial->data, 0, in->g);
    const unsigned char *input = fed ? first.input : in->cell->input;
    for (size_t i = 0; i < in->n; i++) {
        const size_t at = in->g * trial->group_items + in->order[i];
        memcpy(work->x + i * bytes, input + in->order[i] * bytes, bytes);
        if (fed) {
            feed(trial, in, i, expected, work->x + i * bytes);
        }
        work->argument[i] = local_id_of(trial, in, wgc_trial_argument(trial, in->slot, at));
        work->active[i] = wgc_is_active(in->cell->slot, in->slot, trial->slot_count,
                                        wgc_trial_activity(trial, at), i);
    }
}

/* A work-item that is not active writes nothing. */
static enum wgc_status judge_inactive(const struct wgc_trial *trial,
                                      const struct wgc_lanes_cell *in, size_t i,
                                      struct wgc_tally *tally, struct wgc_err *err)
{
    const size_t at = in->order[i] * trial->data->value_bytes;
    tally->judged_items += wgc_call_width(&trial->data->call);
    return wgc_tally_overwritten(trial, "written by a work-item that makes no call", in->g,
                                 in->order[i], in->actual + at, in->poison + at, tally, err);
}

/* Of work-item i, which becomes number k, what is known of a result that is not defined. */
static void put_known(const struct wgc_trial *trial, const struct wgc_lanes *lanes, size_t i,
                      size_t k, bool tables, struct wgc_lanes_work *work)
{
    const struct wgc_call *call = &trial->data->call;
    const size_t at = k * trial->data->value_bytes;
    unsigned char *value = work->expected.values + at;
    if (!tables) {
        work->defined[k] = wgc_oracle_known_of(call, lanes, i, work->actual + at, value);
    } else if (!wgc_oracle_known_bits(call, lanes, i, value, work->open + at)) {
        memset(work->open + at, 0xff, trial->data->value_bytes);
    }
}

/*
 * Moves what belongs to the active work-items together, to the front of each array. Where the
 * standard determines no result, what is there is taken as expected, as far as nothing is known of
 * it, or the work-item is left out: an interval has no place for any value. tables: of expected
 * values, which have a place for open bits. Returns their number.
 */
static size_t pack_active(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                          const struct wgc_lanes *lanes, bool leaves_out, bool tables,
                          struct wgc_lanes_work *work)
{
    const size_t bytes = trial->data->value_bytes;
    struct wgc_lanes_expected *expected = &work->expected;
    size_t k = 0;
    for (size_t i = 0; i < in->n; i++) {
        if (!work->active[i] || (leaves_out && !expected->defined[i])) {
            continue;
        }
        const size_t at = in->order[i] * bytes;
        memmove(work->x + k * bytes, work->x + i * bytes, bytes);
        memcpy(work->actual + k * bytes, in->actual + at, bytes);
        memcpy(work->poison + k * bytes, in->poison + at, bytes);
        memmove(expected->values + k * bytes,
                expected->defined[i] ? expected->values + i * bytes : work->actual + k * bytes,
                bytes);
        expected->lo[k] = expected->lo[i];
        expected->hi[k] = expected->hi[i];
        work->defined[k] = expected->defined[i];
        if (!expected->defined[i]) {
            put_known(trial, lanes, i, k, tables, work);
        }
        work->order[k++] = in->order[i];
    }
    return k;
}

/* Judges the active work-items as those that call together. */
static enum wgc_status tally_active(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                                    struct wgc_lanes_work *work, struct wgc_tally *tally,
                                    struct wgc_err *err)
{
    struct wgc_expectation expects = in->cell->expects;
    const struct wgc_lanes_group group = {
        .n = in->n,
        .max_size = in->words[in->order[0] * WGC_META_WORDS + WGC_META_MAX_SIZE],
        .active = work->active,
        .argument = work->argument,
        .x = work->x,
    };
    struct wgc_evidence evidence = {.cell = in->cell, .slot = in->slot, .g = in->g};
    enum wgc_status status =
        wgc_lanes_expect(trial->data, expects.mode, &group, &work->expected, err);
    if (status != WGC_OK) {
        return status;
    }
    expects.expected = work->expected.values;
    expects.lo = work->expected.lo;
    expects.hi = work->expected.hi;
    evidence.is_sub_group = true;
    evidence.before = wgc_trial_before(trial, in->slot, in->actual);
    evidence.sub_group = in->sub_group;
    const bool tables = tally->expected != NULL;
    const struct wgc_lanes lanes = {group.n, group.max_size, NULL, NULL, trial->data->spirv};
    evidence.items =
        pack_active(trial, in, &lanes, expects.mode == WGC_JUDGE_INTERVAL && !tables, tables, work);
    evidence.input = work->x;
    evidence.actual = work->actual;
    evidence.expects = &expects;
    evidence.defined = work->defined;
    evidence.open = work->open;
    return evidence.items == 0
               ? WGC_OK
               : wgc_tally_group(trial, &evidence, work->poison, work->order, tally, err);
}

/* -- classes, of which parts may call separately -- */

static bool is_right(const void *context, const void *expected, const void *actual)
{
    const struct wgc_trial_group *cell = context;
    struct wgc_expectation expects = cell->expects;
    expects.expected = expected;
    return wgc_judge_group(&expects, actual, NULL, wgc_call_width(&cell->set->key.call), NULL) == 0;
}

/* The class of each work-item that makes the call. */
static void read_classes(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                         const struct wgc_tally *tally, struct wgc_lanes_work *work)
{
    const enum wgc_slot slot = in->cell->slot;
    const bool stored = slot == WGC_SLOT_PICKED && tally->expected == NULL;
    for (size_t i = 0; i < in->n; i++) {
        const uint32_t word =
            stored ? in->words[in->order[i] * WGC_META_WORDS + WGC_META_SIZE]
                   : wgc_trial_activity(trial, in->g * trial->group_items + in->order[i]);
        work->class_of[i] =
            work->active[i] ? wgc_class_of(slot, trial->slot_count, word, i) : WGC_NO_CLASS;
    }
}

static enum wgc_status explain(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                               struct wgc_lanes_work *work, enum wgc_explained *explained,
                               struct wgc_err *err)
{
    const size_t bytes = trial->data->value_bytes;
    const struct wgc_classes classes = {
        .n = in->n,
        .max_size = in->words[in->order[0] * WGC_META_WORDS + WGC_META_MAX_SIZE],
        .class_of = work->class_of,
        .argument = work->argument,
        .spirv = trial->data->spirv,
        .is_right = is_right,
        .context = in->cell,
    };
    for (size_t i = 0; i < in->n; i++) {
        memcpy(work->actual + i * bytes, in->actual + in->order[i] * bytes, bytes);
    }
    return wgc_oracle_explain(&trial->data->call, &classes, work->x, work->actual, explained, err);
}

/* Judges each class as those that call together. */
static enum wgc_status tally_each_class(const struct wgc_trial *trial,
                                        const struct wgc_lanes_cell *in,
                                        struct wgc_lanes_work *work, struct wgc_tally *tally,
                                        struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    for (size_t k = 0; k < in->n && status == WGC_OK; k++) {
        const uint32_t number = work->class_of[k];
        bool is_new = number != WGC_NO_CLASS;
        for (size_t i = 0; i < k && is_new; i++) {
            is_new = work->class_of[i] != number;
        }
        if (is_new) {
            read_inputs(trial, in, tally->expected, work);
            for (size_t i = 0; i < in->n; i++) {
                work->active[i] = work->class_of[i] == number;
            }
            status = tally_active(trial, in, work, tally, err);
        }
    }
    return status;
}

/* Whether only a work-item's own part is sure to give its result, whatever the others do. */
static bool is_alone(enum wgc_kind kind)
{
    return wgc_uses_local_ids(kind) && kind != WGC_KIND_ELECT && kind != WGC_KIND_ALL_EQUAL &&
           kind != WGC_KIND_BALLOT && kind != WGC_KIND_BROADCAST_FIRST;
}

/* The tables for parts of one work-item, where each other part gives the same, or else for the
 * whole class. */
static enum wgc_status expect_classes(const struct wgc_trial *trial,
                                      const struct wgc_lanes_cell *in, struct wgc_lanes_work *work,
                                      struct wgc_tally *tally, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    if (!is_alone(trial->data->call.kind)) {
        return tally_each_class(trial, in, work, tally, err);
    }
    for (size_t k = 0; k < in->n && status == WGC_OK; k++) {
        read_inputs(trial, in, tally->expected, work);
        for (size_t i = 0; i < in->n; i++) {
            work->active[i] = work->active[i] && i == k;
        }
        status = tally_active(trial, in, work, tally, err);
    }
    return status;
}

/* Where no partition explains the results, those of whole classes are the ones to compare with. */
static enum wgc_status tally_classes(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                                     struct wgc_lanes_work *work, struct wgc_tally *tally,
                                     struct wgc_err *err)
{
    enum wgc_explained explained = WGC_EXPLAINED;
    const bool found = tally->found;
    read_classes(trial, in, tally, work);
    if (!wgc_may_split(in->cell->slot)) {
        return tally_each_class(trial, in, work, tally, err);
    }
    if (tally->expected != NULL) {
        return expect_classes(trial, in, work, tally, err);
    }
    enum wgc_status status = explain(trial, in, work, &explained, err);
    if (status != WGC_OK) {
        return status;
    }
    if (explained == WGC_CONTRADICTED) {
        status = tally_each_class(trial, in, work, tally, err);
        return status == WGC_OK && !found && tally->found
                   ? wgc_tally_describe(
                         tally, ", whichever work-items of the round and branch call together", err)
                   : status;
    }
    size_t active = 0;
    for (size_t i = 0; i < in->n; i++) {
        active += work->active[i];
    }
    tally->judged_groups += active > 0;
    tally->judged_items +=
        explained == WGC_EXPLAINED ? active * wgc_call_width(&trial->data->call) : 0;
    return WGC_OK;
}

/* Whether a value of the sub-group is made of a result that the standard does not determine. */
static bool is_fed_by_any(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                          const struct wgc_expected *expected)
{
    const size_t width = wgc_call_width(&trial->data->call);
    bool any = false;
    for (size_t k = 0; k < in->slot * in->n; k++) {
        const size_t element =
            (k / in->n) * trial->slot_items + in->g * trial->group_items + in->order[k % in->n];
        any = any || expected->mode[element * width] == WGC_EXPECTED_ANY;
    }
    return any;
}

enum wgc_status wgc_tally_lanes(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                                struct wgc_lanes_work *work, struct wgc_tally *tally,
                                struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    if (tally->expected != NULL && wgc_is_fed(in->cell->slot) &&
        is_fed_by_any(trial, in, tally->expected)) {
        wgc_expected_any(trial, tally->expected, in->slot, in->g, in->order, 0, in->n);
        return WGC_OK;
    }
    read_inputs(trial, in, tally->expected, work);
    for (size_t i = 0; i < in->n && status == WGC_OK; i++) {
        status = work->active[i] ? WGC_OK : judge_inactive(trial, in, i, tally, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    return wgc_trial_has_classes(trial->data, in->cell->slot)
               ? tally_classes(trial, in, work, tally, err)
               : tally_active(trial, in, work, tally, err);
}

const char *wgc_lanes_check_max_size(const struct wgc_trial *trial, const uint32_t *words,
                                     const struct wgc_partition *partition,
                                     struct wgc_partition_fault *fault)
{
    const uint32_t max_size = words[partition->order[0] * WGC_META_WORDS + WGC_META_MAX_SIZE];
    for (size_t s = 0; wgc_uses_max_size(trial->data->call.kind) && s < partition->count; s++) {
        for (size_t k = partition->first[s]; k < partition->first[s + 1]; k++) {
            const size_t item = partition->order[k],
                         n = partition->first[s + 1] - partition->first[s];
            const uint32_t found = words[item * WGC_META_WORDS + WGC_META_MAX_SIZE];
            if (found == max_size && found >= n) {
                continue;
            }
            fault->item = item;
            snprintf(fault->expected, sizeof fault->expected, "%s %zu",
                     found < n ? "at least" : "as in other work-items:",
                     found < n ? n : (size_t)max_size);
            snprintf(fault->actual, sizeof fault->actual, "%u", found);
            return found < n ? "maximum sub-group size too small for a sub-group"
                             : "items disagree on the maximum sub-group size";
        }
    }
    return NULL;
}
