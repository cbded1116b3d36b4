#include "cli/resume.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "plan/index.h"
#include "record/journal.h"

static bool same(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static const char *shown(const char *text)
{
    return text == NULL ? "unknown" : text;
}

/* A report names the one build that found all of its results. */
static enum wgc_status check_build(const struct wgc_record *before, const struct wgc_record *now,
                                   struct wgc_err *err)
{
    if (same(before->tool_version, now->tool_version) &&
        same(before->tool_commit, now->tool_commit)) {
        return WGC_OK;
    }
    return wgc_err_set(err, WGC_ERR_INPUT,
                       "it is of wgconform %.40s (commit %.50s), and this is wgconform %.40s "
                       "(commit %.50s): go on with that build, or run anew",
                       shown(before->tool_version), shown(before->tool_commit),
                       shown(now->tool_version), shown(now->tool_commit));
}

static enum wgc_status check_run(const struct wgc_record *before, const struct wgc_record *now,
                                 struct wgc_err *err)
{
    if (before->seed != now->seed) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "its seed is %" PRIu64 ", and --seed of this run %" PRIu64, before->seed,
                           now->seed);
    }
    if (before->tool_suite != NULL && !same(before->tool_suite, now->tool_suite)) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "its suite is %.12s, and the suite of this run %.12s",
                           before->tool_suite, shown(now->tool_suite));
    }
    if (!same(before->profile, now->profile)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "its profile is %s, and --profile of this run %s",
                           shown(before->profile), shown(now->profile));
    }
    if (!same(before->impl, now->impl)) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "its implementation is %s, and --impl of this run %s",
                           shown(before->impl), shown(now->impl));
    }
    if (before->total != now->total) {
        return wgc_err_set(
            err, WGC_ERR_INPUT,
            "it is of %zu cases, and this run selects %zu: other queries, languages, "
            "shard or suite",
            before->total, now->total);
    }
    return WGC_OK;
}

/* Gives each result its place in the plan, and marks the place. */
static enum wgc_status mark(struct wgc_record *record, const struct wgc_plan_entry *entry,
                            size_t count, unsigned char *skip, struct wgc_err *err)
{
    for (size_t i = 0; i < record->result_count; i++) {
        struct wgc_result *result = &record->result[i];
        if (result->unselected) {
            result->order = count + i;
            continue;
        }
        const struct wgc_plan_entry *found = wgc_plan_index_find(entry, count, result->name);
        if (found == NULL) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "it has case %.160s, which this run does not select", result->name);
        }
        if (skip[found->place] != 0) {
            return wgc_err_set(err, WGC_ERR_INPUT, "it has case %.160s twice", result->name);
        }
        skip[found->place] = 1;
        result->order = found->place;
    }
    return WGC_OK;
}

static enum wgc_status take_over(struct wgc_record *before, const struct wgc_record *now,
                                 const struct wgc_plan_entry *entry, unsigned char *skip,
                                 struct wgc_err *err)
{
    enum wgc_status status = check_build(before, now, err);

    if (status == WGC_OK) {
        status = check_run(before, now, err);
    }
    if (status == WGC_OK) {
        status = mark(before, entry, now->total, skip, err);
    }
    free(before->finished);
    before->finished = NULL;
    before->complete = false;
    return status;
}

enum wgc_status wgc_resume_read(const char *path, const struct wgc_manifest *manifest,
                                const struct wgc_plan *plan, struct wgc_record **record,
                                unsigned char **skip, struct wgc_err *err)
{
    struct wgc_record *before = NULL;
    enum wgc_status status = wgc_journal_read(path, &before, err);

    *skip = NULL;
    if (status != WGC_OK) {
        return wgc_err_wrap(err, "--resume");
    }
    struct wgc_plan_entry *entry = wgc_plan_index(manifest, plan);
    *skip = calloc(plan->count + 1, 1);
    status = entry == NULL || *skip == NULL ? wgc_err_memory(err, "the cases already decided")
                                            : take_over(before, *record, entry, *skip, err);
    free(entry);
    if (status != WGC_OK) {
        wgc_record_free(before);
        return wgc_err_wrap(err, "--resume: %s", path);
    }
    wgc_record_free(*record);
    *record = before;
    return WGC_OK;
}

static const char *member(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);

    return cJSON_IsString(item) ? item->valuestring : "";
}

enum wgc_status wgc_resume_check_device(const char *before, const char *now, struct wgc_err *err)
{
    static const char *const members[] = {"platform", "name", "vendor", "driver_version"};
    cJSON *old = before == NULL ? NULL : cJSON_Parse(before);
    cJSON *new = cJSON_Parse(now);
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; old != NULL && status == WGC_OK && i < sizeof members / sizeof members[0];
         i++) {
        const char *left = member(old, members[i]);
        const char *right = member(new, members[i]);
        if (strcmp(left, right) != 0) {
            status = wgc_err_set(err, WGC_ERR_INPUT,
                                 "--resume: the report's device has the %s \"%s\", and the device "
                                 "of this run \"%s\"",
                                 members[i], left, right);
        }
    }
    cJSON_Delete(old);
    cJSON_Delete(new);
    return status;
}
