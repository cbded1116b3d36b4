#include "run/resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "plan/index.h"
#include "report_file/journal.h"

static bool same(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static const char *shown(const char *text)
{
    return text == NULL ? "unknown" : text;
}

/* All results of a report come from one build. */
static enum wgc_status check_build(const struct wgc_record *before, const struct wgc_record *now,
                                   struct wgc_err *err)
{
    if (same(before->tool_version, now->tool_version) &&
        same(before->tool_commit, now->tool_commit)) {
        return WGC_OK;
    }
    return wgc_err_set(err, WGC_ERR_INPUT,
                       "the report is from wgconform %.40s (commit %.50s), but this is "
                       "wgconform %.40s (commit %.50s): continue with that build, or start a new "
                       "run",
                       shown(before->tool_version), shown(before->tool_commit),
                       shown(now->tool_version), shown(now->tool_commit));
}

static enum wgc_status check_run(const struct wgc_record *before, const struct wgc_record *now,
                                 struct wgc_err *err)
{
    if (before->seed != now->seed) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "its seed is %" PRIu64 ", but --seed of this run is %" PRIu64,
                           before->seed, now->seed);
    }
    if (before->tool_suite != NULL && !same(before->tool_suite, now->tool_suite)) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "its suite is %.12s, but the suite of this run is %.12s",
                           before->tool_suite, shown(now->tool_suite));
    }
    if (!same(before->profile, now->profile)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "its profile is %s, but --profile of this run is %s",
                           shown(before->profile), shown(now->profile));
    }
    if (!same(before->impl, now->impl)) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "its implementation is %s, but --impl of this run is %s",
                           shown(before->impl), shown(now->impl));
    }
    const char *old = wgc_or_empty(before->build_options);
    const char *new = wgc_or_empty(now->build_options);
    if (strcmp(old, new) != 0) {
        return wgc_err_set(
            err, WGC_ERR_INPUT,
            "its build options are \"%s\", but --build-option of this run gives \"%s\"", old, new);
    }
    if (before->total != now->total) {
        return wgc_err_set(
            err, WGC_ERR_INPUT,
            "it has %zu cases, but this run selects %zu: the queries, languages, shard or suite "
            "differ",
            before->total, now->total);
    }
    return WGC_OK;
}

/* Sets the place of each result in the plan, and marks it in skip. */
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
            return wgc_err_set(err, WGC_ERR_INPUT, "its case %.160s is not selected in this run",
                               result->name);
        }
        if (skip[found->place] != 0) {
            return wgc_err_set(err, WGC_ERR_INPUT, "its case %.160s occurs twice", result->name);
        }
        skip[found->place] = 1;
        result->order = found->place;
    }
    return WGC_OK;
}

static enum wgc_status continue_record(struct wgc_record *before, const struct wgc_record *now,
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
    status = entry == NULL || *skip == NULL ? wgc_err_memory(err, "the finished cases")
                                            : continue_record(before, *record, entry, *skip, err);
    free(entry);
    if (status != WGC_OK) {
        wgc_record_free(before);
        return wgc_err_wrap(err, "--resume: %s", path);
    }
    wgc_record_free(*record);
    *record = before;
    return WGC_OK;
}

static enum wgc_status check_device(const struct wgc_record_device *before,
                                    const struct wgc_record_device *now, struct wgc_err *err)
{
    const struct {
        const char *what, *before, *now;
    } texts[] = {{"platform", before->platform, now->platform},
                 {"name", before->name, now->name},
                 {"vendor", before->vendor, now->vendor},
                 {"driver_version", before->driver_version, now->driver_version}};

    for (size_t i = 0; before->json != NULL && i < sizeof texts / sizeof texts[0]; i++) {
        const char *left = wgc_or_empty(texts[i].before);
        const char *right = wgc_or_empty(texts[i].now);
        if (strcmp(left, right) != 0) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "--resume: the %s of the device is \"%s\" in the report, but \"%s\" "
                               "in this run",
                               texts[i].what, left, right);
        }
    }
    return WGC_OK;
}

enum wgc_status wgc_run_take_device(struct wgc_record *record, const char *json,
                                    struct wgc_waivers *waivers, struct wgc_waivers_target *target,
                                    const struct wgc_warner *warner, struct wgc_err *err)
{
    struct wgc_record_device device = {0};
    enum wgc_status status = wgc_record_device_parse(json, &device, err);

    if (status == WGC_OK) {
        status = check_device(&record->device, &device, err);
    }
    if (status == WGC_OK) {
        target->device = &device;
        status = wgc_run_waivers_bind(waivers, target, warner, err);
    }
    if (status != WGC_OK) {
        wgc_record_device_free(&device);
        return status;
    }
    wgc_record_device_free(&record->device);
    record->device = device;
    return WGC_OK;
}
