/*
 * Judges the form bare, whose kernel does not write its sub-groups: some partition of the
 * work-groups that the standard allows must explain all values of the launch.
 *
 * The partition is the same in all work-groups (the OpenCL API, "Mapping work-items onto an
 * ND-range"), all its sub-groups have one size, except for the last, which may be smaller, and
 * their number and size agree with clGetKernelSubGroupInfo. Each sub-group is a run of work-items
 * in the order of the linear local ids, as on every known device.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "trial/trial_data.h"

struct bare {
    const struct wgc_trial *trial;
    const unsigned char *output, *poison; /* after the guards in front */
    struct wgc_tally *tally;
    unsigned char *expected; /* of one sub-group */
    double *lo, *hi;
    bool *defined;
    unsigned char *open; /* as in struct wgc_evidence */
    uint32_t *argument;
    size_t max_size; /* what get_max_sub_group_size() may be */
    bool certain;    /* the sizes being tried determine a result */
};

/* Whether sub-groups of that size agree with clGetKernelSubGroupInfo, where that is known. */
static bool is_allowed(const struct wgc_trial *trial, size_t size)
{
    const struct wgc_trial_data *data = trial->data;
    const size_t count = (trial->group_items + size - 1) / size;
    return (data->reported_count == 0 || count == data->reported_count) &&
           (data->reported_size == 0 || size <= data->reported_size);
}

size_t wgc_bare_least_size(const struct wgc_trial *trial)
{
    for (size_t size = 1; size <= trial->group_items; size++) {
        if (is_allowed(trial, size)) {
            return size;
        }
    }
    return 0;
}

size_t wgc_bare_least_items(const struct wgc_trial_data *data, size_t items)
{
    const size_t size = data->reported_size, others = data->reported_count - 1;
    if (size == 0 || data->reported_count == 0 || others > items / size || others * size == items) {
        return 1;
    }
    const size_t last = items - others * size; /* if the others have the largest size */
    return last < size ? last : size;
}

/* The results of a kind that uses local ids. What is there is right where the standard determines
 * no result. */
static void expect_lanes(struct bare *bare, size_t g, const unsigned char *x, size_t n,
                         const unsigned char *actual)
{
    const struct wgc_trial_data *data = bare->trial->data;
    const size_t bytes = data->value_bytes;
    const struct wgc_lanes lanes = {n, bare->max_size, NULL, bare->argument, data->spirv};
    for (size_t i = 0; i < n; i++) { /* the same in the whole work-group */
        bare->argument[i] = wgc_trial_argument(bare->trial, 0, g * bare->trial->group_items);
    }
    wgc_oracle_lanes(&data->call, &lanes, x, bare->expected, bare->defined);
    for (size_t i = 0; i < n; i++) {
        void *expected = bare->expected + i * bytes;
        const void *found = actual + i * bytes;
        if (bare->defined[i]) {
            continue;
        }
        if (bare->tally->expected == NULL) {
            bare->defined[i] = wgc_oracle_known_of(&data->call, &lanes, i, found, expected);
        } else if (wgc_oracle_known_bits(&data->call, &lanes, i, expected,
                                         bare->open + i * bytes)) {
            continue;
        }
        memset(bare->open + i * bytes, 0xff, bytes);
        if (!bare->defined[i]) {
            memcpy(expected, found, bytes);
        }
    }
}

/* The expectation of sub-group number first / size of a work-group. */
static enum wgc_status expect(struct bare *bare, const struct wgc_trial_group *cell, size_t g,
                              size_t first, size_t n, const unsigned char *actual,
                              struct wgc_expectation *expects, struct wgc_err *err)
{
    const struct wgc_trial_data *data = bare->trial->data;
    const unsigned char *x = cell->input + first * data->value_bytes;
    uint32_t id = 0;
    *expects = cell->expects;
    expects->expected = bare->expected;
    memset(bare->defined, 1, n * sizeof *bare->defined);
    if (expects->mode == WGC_JUDGE_INTERVAL) {
        expects->lo = bare->lo;
        expects->hi = bare->hi;
        return wgc_oracle_interval(&data->call, &data->fp, x, n, cell->inits, bare->lo, bare->hi)
                   ? WGC_OK
                   : wgc_err_set(err, WGC_ERR_RUN,
                                 "no bound can be given for a sub-group of %zu items", n);
    }
    if (wgc_uses_local_ids(data->call.kind)) {
        expect_lanes(bare, g, x, n, actual);
        return WGC_OK;
    }
    if (wgc_is_broadcast(data->call.kind)) {
        memcpy(&id, data->aux + g * bare->trial->group_items * sizeof id, sizeof id);
    }
    wgc_oracle_exact(&data->call, x, n, cell->inits, id < n ? id : 0, bare->expected);
    return WGC_OK;
}

/* Judges work-group g as sub-groups of that size. tally: whether to count and describe faults. */
static enum wgc_status judge_group(struct bare *bare, size_t g, size_t size, bool tally,
                                   bool *right, struct wgc_err *err)
{
    const struct wgc_trial *trial = bare->trial;
    const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, 0, g);
    const size_t items = cell.part->items, bytes = trial->data->value_bytes;
    enum wgc_status status = WGC_OK;
    *right = true;
    for (size_t first = 0; first < items && status == WGC_OK && (tally || *right); first += size) {
        const size_t all = items - first < size ? items - first : size;
        const size_t n = trial->data->spirv ? wgc_spirv_determined(&trial->data->call, all) : all;
        const size_t at = wgc_trial_offset(trial, 0, g) + first * bytes;
        struct wgc_expectation expects;
        if (bare->tally->expected != NULL) {
            wgc_expected_any(trial, bare->tally->expected, 0, g, NULL, first + n, all - n);
        }
        if (n == 0) {
            continue;
        }
        struct wgc_evidence evidence = {.cell = &cell, .g = g, .is_sub_group = true, .items = n};
        evidence.sub_group = first / size;
        evidence.input = cell.input + first * bytes;
        evidence.actual = bare->output + at;
        evidence.expects = &expects;
        evidence.defined = bare->defined;
        evidence.open = bare->open;
        status = expect(bare, &cell, g, first, n, evidence.actual, &expects, err);
        if (status == WGC_OK && tally) {
            evidence.first = first;
            status = wgc_tally_group(trial, &evidence, bare->poison + at, NULL, bare->tally, err);
        } else if (status == WGC_OK) {
            *right = wgc_judge_group(&expects, evidence.actual, bare->poison + at,
                                     n * wgc_call_width(&trial->data->call), NULL) == 0;
            for (size_t i = 0; i < n && !bare->certain; i++) {
                bare->certain = bare->defined[i];
            }
        }
    }
    return status;
}

/* Whether sub-groups of that size, with that maximum, explain the whole launch. */
static enum wgc_status try_sizes(struct bare *bare, size_t size, size_t max_size, bool *right,
                                 struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    bare->max_size = max_size;
    bare->certain = false;
    *right = true;
    for (size_t g = 0; g < bare->trial->group_count && status == WGC_OK && *right; g++) {
        status = judge_group(bare, g, size, false, right, err);
    }
    return status;
}

/*
 * Whether sub-groups of that size explain the whole launch. The kernel does not store the maximum
 * size that some functions depend on: the size that clGetKernelSubGroupInfo reports comes first,
 * then that of the sub-groups and the powers of two above it. These explain nothing where they
 * determine no result: any results would be right.
 */
static enum wgc_status try_size(struct bare *bare, size_t size, bool *right, struct wgc_err *err)
{
    enum { MOST = 128 };
    const struct wgc_trial_data *data = bare->trial->data;
    enum wgc_status status =
        try_sizes(bare, size, data->reported_size == 0 ? size : data->reported_size, right, err);
    if (!wgc_uses_max_size(data->call.kind)) {
        return status;
    }
    if (status == WGC_OK && !*right) {
        status = try_sizes(bare, size, size, right, err);
        *right = *right && (bare->certain || data->reported_size == 0);
    }
    for (size_t max_size = 1; max_size <= MOST && status == WGC_OK && !*right; max_size *= 2) {
        if (max_size > size) {
            status = try_sizes(bare, size, max_size, right, err);
            *right = *right && bare->certain;
        }
    }
    return status;
}

/* Counts the whole launch as sub-groups of that size, with that maximum. */
static enum wgc_status tally_as(struct bare *bare, size_t size, size_t max_size,
                                struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    bool right;
    bare->max_size = max_size;
    for (size_t g = 0; g < bare->trial->group_count && status == WGC_OK; g++) {
        status = judge_group(bare, g, size, true, &right, err);
    }
    return status;
}

/* Describes the faults under the likely sub-group size. */
static enum wgc_status describe(struct bare *bare, size_t size, struct wgc_err *err)
{
    struct wgc_tally *tally = bare->tally;
    const size_t reported = bare->trial->data->reported_size;
    char more[100];
    const enum wgc_status status = tally_as(bare, size, reported == 0 ? size : reported, err);
    if (status != WGC_OK || !tally->found) {
        return status;
    }
    (void)snprintf(more, sizeof more, ", whatever the sub-groups are, here of %zu work-items",
                   size);
    return wgc_tally_describe(tally, more, err);
}

static enum wgc_status refuse_query(struct bare *bare, struct wgc_err *err)
{
    const struct wgc_trial *trial = bare->trial;
    char expected[160], actual[160];
    snprintf(expected, sizeof expected, "a partition of %zu work-items", trial->group_items);
    snprintf(actual, sizeof actual, "%zu sub-groups of at most %zu", trial->data->reported_count,
             trial->data->reported_size);
    const enum wgc_status status =
        wgc_mismatch_fill_text(trial, "clGetKernelSubGroupInfo gives what no partition has", 0, 0,
                               expected, actual, bare->tally->mismatch, err);
    bare->tally->found = status == WGC_OK;
    bare->tally->judged_groups = bare->tally->wrong_groups = trial->group_count;
    bare->tally->judged_items = bare->tally->wrong_items = trial->slot_items;
    return status;
}

/* Tries the likely size first: it is nearly always right. */
static enum wgc_status judge(struct bare *bare, struct wgc_err *err)
{
    const struct wgc_trial *trial = bare->trial;
    const size_t chunk = wgc_trial_group_at(trial->data, 0, 0).set->key.chunk;
    const size_t likely = is_allowed(trial, chunk) ? chunk : wgc_bare_least_size(trial);
    enum wgc_status status = WGC_OK;
    bool right = false;
    if (likely == 0) {
        return refuse_query(bare, err);
    }
    if (bare->tally->expected != NULL) {
        return tally_as(bare, likely, bare->tally->expected->max_size, err);
    }
    for (size_t k = 0; k <= trial->group_items && status == WGC_OK && !right; k++) {
        const size_t size = k == 0 ? likely : trial->group_items - k + 1;
        if (is_allowed(trial, size) && (k == 0 || size != likely)) {
            status = try_size(bare, size, &right, err);
        }
        if (right) {
            status = tally_as(bare, size, bare->max_size, err);
        }
    }
    return status == WGC_OK && !right ? describe(bare, likely, err) : status;
}

enum wgc_status wgc_bare_judge(const struct wgc_trial *trial, const unsigned char *output,
                               struct wgc_tally *tally, struct wgc_err *err)
{
    const size_t items = trial->group_items, bytes = trial->data->value_bytes;
    struct bare bare = {
        .trial = trial,
        .output = output,
        .poison = (const unsigned char *)trial->poison + trial->guard_items * bytes,
        .tally = tally,
        .expected = calloc(items, bytes),
        .lo = calloc(items, sizeof(double)),
        .hi = calloc(items, sizeof(double)),
        .defined = calloc(items, sizeof(bool)),
        .open = calloc(items, bytes),
        .argument = calloc(items, sizeof(uint32_t)),
    };
    enum wgc_status status = WGC_OK;
    if (bare.expected == NULL || bare.lo == NULL || bare.hi == NULL || bare.defined == NULL ||
        bare.open == NULL || bare.argument == NULL) {
        status = wgc_err_memory(err, "a sub-group");
    } else if (trial->data->launch.part_count != 1 || trial->slot_count != 1) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "a slot bare must be the only one, in work-groups of one size");
    } else {
        status = judge(&bare, err);
    }
    free(bare.expected);
    free(bare.lo);
    free(bare.hi);
    free(bare.defined);
    free(bare.open);
    free(bare.argument);
    return status;
}
