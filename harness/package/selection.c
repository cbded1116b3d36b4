#include "package/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/index.h"
#include "plan/plan.h"
#include "plan/eligibility.h"

static bool same(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

/* The whole profile: every language, no filter, one shard. */
static enum wgc_status plan_of(const struct wgc_manifest *manifest, enum wgc_profile profile,
                               struct wgc_plan **plan, struct wgc_err *err)
{
    struct wgc_selection selection = {.profile = profile, .impl = WGC_IMPL_BUILTIN};

    selection.shard = 1;
    selection.shards = 1;
    for (int i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        selection.language[i] = true;
    }
    enum wgc_status status = wgc_plan_make(manifest, &selection, plan, err);
    if (status == WGC_OK) {
        wgc_plan_sort_by_signature(*plan);
    }
    return status;
}

/* The properties that the device claims. */
static struct wgc_device_info claims_of(const struct wgc_record_device *device)
{
    struct wgc_device_info info = {
        .features = device->features,
        .has_compiler = !device->no_compiler,
        .max_work_group_size = device->max_work_group_size,
    };

    memcpy(info.max_work_item_size, device->max_work_item_size, sizeof info.max_work_item_size);
    return info;
}

/* A count, and the first thing that was counted. */
struct tally {
    size_t count;
    char first[WGC_CASE_NAME_MAX];
};

static void count_one(struct tally *tally, const char *name)
{
    if (tally->count == 0) {
        (void)snprintf(tally->first, sizeof tally->first, "%s", name);
    }
    tally->count++;
}

/* A comparison in progress. */
struct comparison {
    const struct wgc_manifest *manifest;
    const struct wgc_plan *plan;
    struct wgc_device_info device;
    const struct wgc_result **result; /* for each place of the plan; NULL: there is none */
    struct tally missing, strange, left_out, small;
};

static enum wgc_status match(struct comparison *comparison, const struct wgc_record *record,
                             struct wgc_err *err)
{
    size_t count = comparison->plan->count;
    struct wgc_plan_entry *entry = wgc_plan_index(comparison->manifest, comparison->plan);

    if (entry == NULL) {
        return wgc_err_memory(err, "the names of the cases");
    }
    for (size_t i = 0; i < record->result_count; i++) {
        const struct wgc_plan_entry *found =
            wgc_plan_index_find(entry, count, record->result[i].name);
        if (found == NULL) {
            count_one(&comparison->strange, record->result[i].name);
        } else {
            comparison->result[found->place] = &record->result[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (comparison->result[entry[i].place] == NULL) {
            count_one(&comparison->missing, entry[i].name);
        }
    }
    free(entry);
    return WGC_OK;
}

/* The cases of one signature, from place on: which of them could have run, and did any. */
static enum wgc_status check_signature(struct comparison *comparison, size_t *place,
                                       struct wgc_err *err)
{
    const struct wgc_case *item = comparison->plan->item;
    uint32_t signature = item[*place].signature;
    size_t fitting = 0;
    size_t skipped = 0;
    size_t first = 0;

    for (; *place < comparison->plan->count && item[*place].signature == signature; ++*place) {
        const struct wgc_result *result = comparison->result[*place];
        struct wgc_obstacle obstacle;
        enum wgc_status status =
            wgc_case_eligibility(comparison->manifest, &item[*place], WGC_IMPL_BUILTIN, false,
                                 &comparison->device, &obstacle, err);
        if (status != WGC_OK) {
            return status;
        }
        /* skips of capability checks depend on the device, not on its features */
        bool is_query = comparison->manifest->signature[signature].language == WGC_LANGUAGE_QUERY;
        if (!is_query && obstacle.reason == NULL && result != NULL) {
            first = fitting == 0 ? *place : first;
            fitting++;
            skipped += result->state == WGC_STATE_SKIP;
        }
        free(obstacle.reason);
    }
    if (skipped > 0) {
        char name[WGC_CASE_NAME_MAX];
        struct tally *tally = skipped == fitting ? &comparison->left_out : &comparison->small;
        wgc_case_name(comparison->manifest, &item[first], name);
        count_one(tally, name);
        tally->count += tally == &comparison->small ? skipped - 1 : 0;
    }
    return WGC_OK;
}

static void describe(const struct comparison *comparison, const char *profile,
                     struct wgc_buf *problems, struct wgc_buf *notes)
{
    if (comparison->missing.count > 0) {
        wgc_buf_printf(
            problems, "%zu of the %zu cases of the profile %s were not selected, as %s\n",
            comparison->missing.count, comparison->plan->count, profile, comparison->missing.first);
    }
    if (comparison->strange.count > 0) {
        wgc_buf_printf(problems, "%zu cases are none of the profile %s, as %.160s\n",
                       comparison->strange.count, profile, comparison->strange.first);
    }
    if (comparison->left_out.count > 0) {
        wgc_buf_printf(problems,
                       "%zu functions, counted for each type, were skipped altogether though the "
                       "device advertises what they need, as that of %s\n",
                       comparison->left_out.count, comparison->left_out.first);
    }
    if (comparison->small.count > 0) {
        wgc_buf_printf(notes,
                       "%zu cases were skipped for what a compiled kernel allows; their functions "
                       "ran in other cases\n",
                       comparison->small.count);
    }
}

static enum wgc_status compare(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                               const struct wgc_record *record, struct wgc_buf *problems,
                               struct wgc_buf *notes, struct wgc_err *err)
{
    struct comparison comparison = {
        .manifest = manifest,
        .plan = plan,
        .device = claims_of(&record->device),
        .result = calloc(plan->count + 1, sizeof *comparison.result),
    };
    size_t place = 0;

    if (comparison.result == NULL) {
        return wgc_err_memory(err, "the comparison with the profile");
    }
    enum wgc_status status = match(&comparison, record, err);
    while (status == WGC_OK && place < plan->count) {
        status = check_signature(&comparison, &place, err);
    }
    if (status == WGC_OK) {
        describe(&comparison, record->profile, problems, notes);
    }
    free(comparison.result);
    return status;
}

enum wgc_status wgc_selection_check(const struct wgc_manifest *manifest,
                                    const struct wgc_record *record, struct wgc_buf *problems,
                                    struct wgc_buf *notes, struct wgc_err *err)
{
    struct wgc_plan *plan;
    int profile = record->profile == NULL ? -1 : wgc_profile_by_name(record->profile);

    if (!same(record->impl, "builtin")) {
        wgc_buf_text(problems, "the functions were this project's (--impl emulated), not the "
                               "device's own\n");
    }
    if (!same(record->tool_suite, manifest->suite_digest)) {
        wgc_buf_printf(problems,
                       "the suite of the run (%.12s) is not the one here (%.12s), so its cases are "
                       "unknown: verify with wgconform of commit %.40s\n",
                       record->tool_suite == NULL ? "not named" : record->tool_suite,
                       manifest->suite_digest,
                       record->tool_commit == NULL ? "unknown" : record->tool_commit);
        return WGC_OK;
    }
    if (profile < 0) {
        wgc_buf_text(problems, "its profile is none of this suite\n");
        return WGC_OK;
    }
    enum wgc_status status = plan_of(manifest, (enum wgc_profile)profile, &plan, err);
    if (status == WGC_OK) {
        status = compare(manifest, plan, record, problems, notes, err);
        wgc_plan_free(plan);
    }
    return status;
}
