#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "explore_run/parts.h"
#include "record/case_name.h"
#include "report_file/journal.h"

/* The number of the program in this exploration; false when it is none of it. */
static bool number_of(const struct wgc_exploration *exploration, const char *name, size_t *number)
{
    const char *text = wgc_case_name_seed(name);
    char *end = NULL;

    if (text == NULL) {
        return false;
    }
    errno = 0;
    const uint64_t seed = strtoull(text, &end, 10);
    const uint64_t first = exploration->request->options->seed;
    if (errno != 0 || *end != '\0' || seed < first || seed - first >= exploration->programs) {
        return false;
    }
    *number = (size_t)(seed - first);
    return true;
}

static bool same(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static enum wgc_status check_number(const cJSON *object, const char *name, uint32_t now,
                                    struct wgc_err *err)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);

    if (cJSON_IsNumber(item) && item->valuedouble == (double)now) {
        return WGC_OK;
    }
    return wgc_err_set(
        err, WGC_ERR_INPUT,
        "its programs have another \"%s\" than those of this exploration (%" PRIu32 ")", name, now);
}

/* The numbers of programs must be the same; without --programs, --time sets none. */
static enum wgc_status check_programs(const struct wgc_exploration *exploration,
                                      const cJSON *object, struct wgc_err *err)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "programs");
    const bool same_limit =
        cJSON_IsNumber(item)
            ? !exploration->open_ended && item->valuedouble == (double)exploration->programs
            : exploration->open_ended;

    if (same_limit) {
        return WGC_OK;
    }
    if (!cJSON_IsNumber(item)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "it has --time and no --programs");
    }
    return wgc_err_set(err, WGC_ERR_INPUT, "it has another number of programs (%.0f)",
                       item->valuedouble);
}

static enum wgc_status check_without(const struct wgc_exploration *exploration, const cJSON *object,
                                     struct wgc_err *err)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "without");
    char *text = item == NULL ? NULL : cJSON_PrintUnformatted(item);
    const bool is_same = wgc_without_is(&exploration->generate, text);

    cJSON_free(text);
    return is_same ? WGC_OK : wgc_err_set(err, WGC_ERR_INPUT, "it has another --without");
}

static enum wgc_status check(const struct wgc_exploration *exploration,
                             const struct wgc_record *before, struct wgc_err *err)
{
    const struct wgc_record *now = exploration->record;

    if (before->explore == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "it is no report of explore");
    }
    if (!same(before->tool_version, now->tool_version) ||
        !same(before->tool_commit, now->tool_commit)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "it is from another build of wgconform");
    }
    if (before->seed != now->seed || !same(before->impl, now->impl)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "it has another --seed (%" PRIu64 ") or --impl",
                           before->seed);
    }
    cJSON *object = cJSON_Parse(before->explore);
    enum wgc_status status = check_programs(exploration, object, err);
    if (status == WGC_OK) {
        status = check_number(object, "generator", exploration->generate.generator, err);
    }
    if (status == WGC_OK) {
        status = check_number(object, "statements", exploration->generate.statements, err);
    }
    if (status == WGC_OK) {
        status = check_without(exploration, object, err);
    }
    if (status == WGC_OK &&
        strcmp(wgc_or_empty(before->build_options), wgc_or_empty(now->build_options)) != 0) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "it has another --build-option");
    }
    cJSON_Delete(object);
    return status;
}

/* Marks the programs that passed or were skipped; those that failed run again, to be reduced. */
static enum wgc_status mark(struct wgc_exploration *exploration, struct wgc_record *before,
                            struct wgc_err *err)
{
    size_t kept = 0;

    for (size_t i = 0; i < before->result_count; i++) {
        struct wgc_result *result = &before->result[i];
        size_t number = 0;
        if (result->unselected) {
            result->order = exploration->programs;
        } else if (!number_of(exploration, result->name, &number)) {
            return wgc_err_set(err, WGC_ERR_INPUT, "%.160s is no program of this exploration",
                               result->name);
        } else if (wgc_state_is_bad(result->state) || result->state == WGC_STATE_WAIVED) {
            wgc_result_free(result);
            continue;
        } else {
            exploration->done[number] = 1;
            result->order = number;
        }
        if (kept != i) {
            before->result[kept] = *result;
            *result = (struct wgc_result){0};
        }
        kept++;
    }
    before->result_count = kept;
    return WGC_OK;
}

enum wgc_status wgc_exploration_resume(struct wgc_exploration *exploration, struct wgc_err *err)
{
    const char *path = exploration->request->options->rules.resume;
    struct wgc_record *before = NULL;
    enum wgc_status status = wgc_journal_read(path, &before, err);

    if (status != WGC_OK) {
        return wgc_err_wrap(err, "--resume");
    }
    exploration->done = calloc(exploration->programs + 1, 1);
    status = exploration->done == NULL ? wgc_err_memory(err, "the finished programs")
                                       : check(exploration, before, err);
    if (status == WGC_OK) {
        status = mark(exploration, before, err);
    }
    if (status != WGC_OK) {
        wgc_record_free(before);
        return wgc_err_wrap(err, "--resume: %s", path);
    }
    free(before->finished);
    before->finished = NULL;
    before->complete = false;
    if (exploration->open_ended) {
        wgc_record_fix_total(before);
    } else {
        before->total = exploration->programs;
    }
    exploration->seconds_before = before->seconds;
    wgc_record_free(exploration->record);
    exploration->record = before;
    return WGC_OK;
}
