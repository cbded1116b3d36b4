#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/json_text.h"
#include "report_file/parts.h"
#include "report_file/report_json.h"

static enum wgc_status check_times(const struct wgc_record *record, struct wgc_err *err)
{
    static const char what[] = "a time such as 2026-01-31T12:00:00Z, or null";

    if (record->started != NULL && !wgc_field_is_time(record->started)) {
        return wgc_field_wrong(err, "started", what);
    }
    return record->finished == NULL || wgc_field_is_time(record->finished)
               ? WGC_OK
               : wgc_field_wrong(err, "finished", what);
}

static enum wgc_status get_json(const cJSON *object, const char *key, bool array, char **out,
                                struct wgc_err *err)
{
    const cJSON *item;
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_field_part(object, key, WGC_OPTIONAL, array, &item, err);

    if (status != WGC_OK || item == NULL) {
        return status;
    }
    wgc_json_put_value(&text, item);
    *out = text.data;
    if (text.failed) {
        wgc_buf_free(&text);
        *out = NULL;
        return wgc_err_memory(err, "the report");
    }
    return WGC_OK;
}

static enum wgc_status get_state(const cJSON *object, enum wgc_state *out, struct wgc_err *err)
{
    const char *text;
    enum wgc_status status = wgc_json_string(object, "state", &text, err);

    if (status != WGC_OK) {
        return status;
    }
    int state = wgc_state_by_name(text);
    if (state < 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "there is no state \"%.40s\"", text);
    }
    *out = (enum wgc_state)state;
    return WGC_OK;
}

/* Whether the field is there. Only the result that is not the usual one has it, always with that
 * value. */
static enum wgc_status get_mark(const cJSON *object, const char *key, bool value, bool *there,
                                struct wgc_err *err)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    *there = value ? cJSON_IsTrue(item) : cJSON_IsFalse(item);
    return item == NULL || *there
               ? WGC_OK
               : wgc_field_wrong(err, key,
                                 value ? "true where it is there" : "false where it is there");
}

static enum wgc_status get_waived(const cJSON *object, struct wgc_result_waived **out,
                                  struct wgc_err *err)
{
    const cJSON *item;
    enum wgc_status status = wgc_field_part(object, "waived", WGC_OPTIONAL, false, &item, err);

    if (status != WGC_OK || item == NULL) {
        return status;
    }
    struct wgc_result_waived *waived = calloc(1, sizeof *waived);
    if (waived == NULL) {
        return wgc_err_memory(err, "the report");
    }
    status = get_state(item, &waived->state, err);
    if (status == WGC_OK) {
        status = wgc_field_text(item, "why", WGC_REQUIRED, &waived->why, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_text(item, "link", WGC_OPTIONAL, &waived->link, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_text(item, "reason", WGC_OPTIONAL, &waived->reason, err);
    }
    if (status != WGC_OK) {
        wgc_result_waived_free(waived);
        return wgc_err_wrap(err, "waived");
    }
    *out = waived;
    return WGC_OK;
}

static enum wgc_status get_evidence(const cJSON *object, struct wgc_result *result,
                                    struct wgc_err *err)
{
    const cJSON *mismatch, *attempts;
    enum wgc_status status =
        wgc_field_part(object, "mismatch", WGC_OPTIONAL, false, &mismatch, err);

    if (status == WGC_OK) {
        status = wgc_field_part(object, "attempts", WGC_OPTIONAL, true, &attempts, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_frames(object, &result->frames, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    result->mismatch = wgc_record_mismatch_read(mismatch);
    result->attempts = wgc_record_attempts_read(attempts);
    if (result->mismatch != NULL && cJSON_GetObjectItemCaseSensitive(mismatch, "kind") == NULL) {
        wgc_older_mismatch(result->name, result->mismatch);
    }
    if (result->mismatch != NULL &&
        cJSON_GetObjectItemCaseSensitive(mismatch, "data_pattern") == NULL) {
        wgc_older_pattern(result->mismatch);
    }
    if (result->mismatch != NULL && !result->mismatch->is_overwritten) {
        wgc_older_overwritten(result->mismatch);
    }
    bool whole = (mismatch == NULL || result->mismatch != NULL) &&
                 (attempts == NULL || result->attempts != NULL);
    return whole ? WGC_OK : wgc_err_memory(err, "the report");
}

static enum wgc_status get_sub_group_items(const cJSON *object, size_t *items, struct wgc_err *err)
{
    static const char key[] = "sub_group_items";
    int64_t number = 0;
    enum wgc_status status = WGC_OK;

    if (cJSON_GetObjectItemCaseSensitive(object, key) != NULL) {
        status = wgc_json_integer(object, key, 1, UINT32_MAX, &number, err);
    }
    *items = status == WGC_OK ? (size_t)number : 0;
    return status;
}

static enum wgc_status get_kernels(const cJSON *object, char ***out, struct wgc_err *err)
{
    static const char key[] = "kernels";
    size_t count = 0;
    enum wgc_status status = WGC_OK;

    if (cJSON_GetObjectItemCaseSensitive(object, key) != NULL) {
        status = wgc_field_strings(object, key, out, &count, err);
        for (size_t i = 0; status == WGC_OK && i < count; i++) {
            if (!wgc_field_is_case((*out)[i])) {
                status = wgc_field_wrong(err, key, "an array of cases' names");
            }
        }
    }
    return status;
}

static enum wgc_status get_spirv_version(const cJSON *object, unsigned *version,
                                         struct wgc_err *err)
{
    static const char key[] = "spirv_version";
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    const char *text = cJSON_GetStringValue(item);
    unsigned major, minor;
    char end;

    if (item == NULL) {
        return WGC_OK;
    }
    if (text == NULL || sscanf(text, "%2u.%1u%c", &major, &minor, &end) != 2) {
        return wgc_field_wrong(err, key, "a version such as \"1.2\"");
    }
    *version = major * 100 + minor * 10;
    return WGC_OK;
}

static enum wgc_status get_fields(const cJSON *object, struct wgc_result *result,
                                  struct wgc_err *err)
{
    const struct {
        const char *key;
        char **text;
    } texts[] = {{"reason", &result->reason},
                 {"waiver", &result->waiver},
                 {"shape", &result->shape},
                 {"build_log", &result->build_log},
                 {"signal", &result->signal}};
    enum wgc_status status = wgc_field_text(object, "name", WGC_REQUIRED, &result->name, err);

    if (status == WGC_OK && !wgc_field_is_case(result->name)) {
        status = wgc_field_wrong(err, "name", "a case's name");
    }
    if (status == WGC_OK) {
        status = get_state(object, &result->state, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_seconds(object, &result->seconds, err);
    }
    for (size_t i = 0; status == WGC_OK && i < sizeof texts / sizeof texts[0]; i++) {
        status = wgc_field_text(object, texts[i].key, WGC_OPTIONAL, texts[i].text, err);
    }
    if (status == WGC_OK) {
        status = get_mark(object, "selected", false, &result->unselected, err);
    }
    if (status == WGC_OK) {
        status = get_mark(object, "after_refused_build", true, &result->after_refusal, err);
    }
    if (status == WGC_OK) {
        status = get_waived(object, &result->waived, err);
    }
    if (status == WGC_OK) {
        status = get_sub_group_items(object, &result->sub_group_items, err);
    }
    if (status == WGC_OK) {
        status = get_kernels(object, &result->kernels, err);
    }
    if (status == WGC_OK) {
        status = wgc_about_get_json(object, &result->about, err);
    }
    if (status == WGC_OK) {
        status = get_spirv_version(object, &result->spirv_version, err);
    }
    result->shape_kind = wgc_shape_kind_by_name(
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "shape_kind")));
    if (status == WGC_OK) {
        status = wgc_older_facts(result, err);
    }
    return status == WGC_OK ? get_evidence(object, result, err) : status;
}

enum wgc_status wgc_report_json_get_result(const cJSON *object, struct wgc_result *result,
                                           struct wgc_err *err)
{
    *result = (struct wgc_result){0};
    if (!cJSON_IsObject(object)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "a result must be an object");
    }
    enum wgc_status status = get_fields(object, result, err);
    if (status != WGC_OK) {
        wgc_result_free(result);
    }
    return status;
}

static enum wgc_status get_seed(const cJSON *root, uint64_t *out, struct wgc_err *err)
{
    static const char what[] = "a whole number, past 2^53 as a string";
    const cJSON *item;
    int64_t number;
    char *end;
    enum wgc_status status = wgc_field_find(root, "seed", WGC_REQUIRED, &item, err);

    if (status != WGC_OK) {
        return status;
    }
    if (cJSON_IsString(item)) {
        const char *text = item->valuestring;
        errno = 0;
        *out = strtoull(text, &end, 10);
        bool right = *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
        return right ? WGC_OK : wgc_field_wrong(err, "seed", what);
    }
    status = wgc_json_whole(item, "seed", 0, INT64_C(1) << 53, &number, err);
    *out = status == WGC_OK ? (uint64_t)number : 0;
    return status == WGC_OK ? WGC_OK : wgc_field_wrong(err, "seed", what);
}

static enum wgc_status get_version(const cJSON *root, struct wgc_err *err)
{
    int64_t version;
    enum wgc_status status = wgc_json_integer(root, "schema_version", 1, INT32_MAX, &version, err);

    if (status == WGC_OK && version != WGC_REPORT_VERSION) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "schema_version is %lld; this program reads %d",
                             (long long)version, WGC_REPORT_VERSION);
    }
    return status;
}

static enum wgc_status get_tool(const cJSON *root, struct wgc_record *record, struct wgc_err *err)
{
    const cJSON *tool = cJSON_GetObjectItemCaseSensitive(root, "tool");

    if (!cJSON_IsObject(tool)) {
        return wgc_field_wrong(err, "tool", "an object");
    }
    enum wgc_status status =
        wgc_field_text(tool, "version", WGC_NULLABLE, &record->tool_version, err);
    if (status == WGC_OK) {
        status = wgc_field_text(tool, "commit", WGC_NULLABLE, &record->tool_commit, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_text(tool, "suite", WGC_OPTIONAL, &record->tool_suite, err);
    }
    const cJSON *git = NULL;
    if (status == WGC_OK) {
        status = wgc_field_part(tool, "git", WGC_OPTIONAL, false, &git, err);
    }
    return git == NULL ? status : wgc_record_git_read(git, &record->tool_git, err);
}

/* Without a number of programs, the exploration has a limit of time alone. */
static enum wgc_status get_explore(const cJSON *root, struct wgc_record *record,
                                   struct wgc_err *err)
{
    const cJSON *explore = cJSON_GetObjectItemCaseSensitive(root, "explore");
    enum wgc_status status = get_json(root, "explore", false, &record->explore, err);

    record->open_ended =
        record->explore != NULL && cJSON_GetObjectItemCaseSensitive(explore, "programs") == NULL;
    /* older reports have them there alone */
    return status == WGC_OK && record->explore != NULL && record->build_options == NULL
               ? wgc_field_text(explore, "build_options", WGC_OPTIONAL, &record->build_options, err)
               : status;
}

/* The objects other than the verdicts. */
static enum wgc_status get_parts(const cJSON *root, struct wgc_record *record, struct wgc_err *err)
{
    const cJSON *host = NULL, *device = NULL;
    enum wgc_status status = wgc_field_part(root, "host", WGC_NULLABLE, false, &host, err);

    if (host != NULL) {
        status = wgc_record_machine_read(host, &record->host, err);
    }
    if (status == WGC_OK) {
        status = get_json(root, "unadvertised", true, &record->unadvertised, err);
    }
    if (status == WGC_OK) {
        status = get_json(root, "audit", false, &record->audit, err);
    }
    if (status == WGC_OK) {
        status = get_json(root, "not_run", false, &record->not_run, err);
    }
    if (status == WGC_OK) {
        status = get_explore(root, record, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_part(root, "device", WGC_NULLABLE, false, &device, err);
    }
    return device == NULL ? status : wgc_record_device_read(device, &record->device, err);
}

static enum wgc_status get_head(const cJSON *root, struct wgc_record *record, struct wgc_err *err)
{
    const struct {
        const char *key;
        char **text;
    } texts[] = {{"started", &record->started},
                 {"finished", &record->finished},
                 {"profile", &record->profile},
                 {"impl", &record->impl}};
    const cJSON *complete = cJSON_GetObjectItemCaseSensitive(root, "complete");
    size_t arguments = 0;
    size_t words = 0;
    enum wgc_status status = get_version(root, err);

    if (status == WGC_OK) {
        status = get_tool(root, record, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_strings(root, "command", &record->command, &arguments, err);
    }
    if (status == WGC_OK && cJSON_GetObjectItemCaseSensitive(root, "rerun") != NULL) {
        status = wgc_field_strings(root, "rerun", &record->rerun, &words, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_strings(root, "warnings", &record->warning, &record->warning_count, err);
    }
    if (status == WGC_OK && cJSON_GetObjectItemCaseSensitive(root, "waiver_warnings") != NULL) {
        status = wgc_field_strings(root, "waiver_warnings", &record->waiver_warning,
                                   &record->waiver_warning_count, err);
    } else if (status == WGC_OK) {
        status = wgc_older_warnings(record, err);
    }
    for (size_t i = 0; status == WGC_OK && i < sizeof texts / sizeof texts[0]; i++) {
        status = wgc_field_text(root, texts[i].key, WGC_NULLABLE, texts[i].text, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_text(root, "build_options", WGC_OPTIONAL, &record->build_options, err);
    }
    if (status == WGC_OK) {
        status = check_times(record, err);
    }
    if (status == WGC_OK) {
        status = wgc_field_seconds(root, &record->seconds, err);
    }
    if (status == WGC_OK) {
        status = get_seed(root, &record->seed, err);
    }
    if (status == WGC_OK) {
        status =
            cJSON_IsBool(complete) ? WGC_OK : wgc_field_wrong(err, "complete", "true or false");
        record->complete = cJSON_IsTrue(complete);
    }
    return status == WGC_OK ? get_parts(root, record, err) : status;
}

static enum wgc_status get_results(const cJSON *root, struct wgc_record *record,
                                   struct wgc_err *err)
{
    const cJSON *array, *item;
    enum wgc_status status = wgc_json_array(root, "results", &array, err);

    if (status != WGC_OK) {
        return status;
    }
    cJSON_ArrayForEach(item, array)
    {
        struct wgc_result result;
        status = wgc_report_json_get_result(item, &result, err);
        if (status == WGC_OK) {
            result.order = record->result_count;
            status = wgc_record_add(record, &result, err);
        }
        if (status != WGC_OK) {
            wgc_result_free(&result);
            return wgc_err_wrap(err, "results[%zu]", record->result_count);
        }
    }
    return WGC_OK;
}

/* The totals must be those of the results. */
static enum wgc_status check_summary(const cJSON *root, struct wgc_record *record,
                                     struct wgc_err *err)
{
    const cJSON *summary = cJSON_GetObjectItemCaseSensitive(root, "summary");
    size_t count[WGC_STATE_COUNT];
    int64_t total;
    enum wgc_status status = wgc_json_integer(summary, "total", 0, INT32_MAX, &total, err);

    if (status == WGC_OK && ((size_t)total < record->result_count ||
                             (record->complete && (size_t)total != record->result_count))) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "total is %lld, but there are %zu results",
                             (long long)total, record->result_count);
    }
    size_t unselected =
        wgc_record_total(record); /* the unselected results alone: record->total is still 0 */
    record->total = status == WGC_OK ? (size_t)total - unselected : 0;
    wgc_record_count(record, count);
    for (int i = 0; status == WGC_OK && i < WGC_STATE_COUNT; i++) {
        const char *name = wgc_state_name((enum wgc_state)i);
        status = wgc_json_integer(summary, name, 0, INT32_MAX, &total, err);
        if (status == WGC_OK && (size_t)total != count[i]) {
            status = wgc_err_set(err, WGC_ERR_INPUT, "%s is %lld, but %zu results are", name,
                                 (long long)total, count[i]);
        }
    }
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "summary");
}

/* The small form (schemas/small.schema.json) has no results of what passed, so that it cannot be
 * compared, merged or continued. */
static enum wgc_status refuse_small(const cJSON *whole, struct wgc_err *err)
{
    const cJSON *sum = cJSON_GetObjectItemCaseSensitive(whole, "sha256");

    return wgc_err_set(err, WGC_ERR_INPUT,
                       "this is the small form of a report: what passed is counted, not listed. "
                       "The SHA-256 of the whole report is %s",
                       cJSON_IsString(sum) ? sum->valuestring : "unknown");
}

static enum wgc_status read_record(const cJSON *root, struct wgc_record *record,
                                   struct wgc_err *err)
{
    if (!cJSON_IsObject(root)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "a report must be an object");
    }
    const cJSON *whole = cJSON_GetObjectItemCaseSensitive(root, "whole");
    enum wgc_status status = whole == NULL ? get_head(root, record, err) : refuse_small(whole, err);
    if (status == WGC_OK) {
        status = get_results(root, record, err);
    }
    if (status == WGC_OK) {
        status = check_summary(root, record, err);
    }
    return status == WGC_OK ? wgc_record_check_names(record, err) : status;
}

enum wgc_status wgc_report_json_parse(const char *name, const char *text, size_t size,
                                      struct wgc_record **out, struct wgc_err *err)
{
    cJSON *root = NULL;
    enum wgc_status status = wgc_json_parse(name, text, size, &root, err);

    *out = NULL;
    if (status != WGC_OK) {
        return status;
    }
    struct wgc_record *record = wgc_record_create();
    if (record == NULL) {
        status = wgc_err_memory(err, "the report");
    } else {
        status = read_record(root, record, err);
        if (status != WGC_OK) {
            (void)wgc_err_wrap(err, "%s", name);
        }
    }
    cJSON_Delete(root);
    if (status != WGC_OK) {
        wgc_record_free(record);
        return status;
    }
    *out = record;
    return WGC_OK;
}

enum wgc_status wgc_report_text_read(const char *path, struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_buf bytes = {0};
    enum wgc_status status = wgc_file_read(path, WGC_REPORT_LIMIT, WGC_ERR_INPUT, &bytes, err);

    if (status == WGC_OK && wgc_gzip_is(bytes.data, bytes.size)) {
        status = wgc_gzip_unpack(path, bytes.data, bytes.size, WGC_REPORT_LIMIT, out, err);
    } else if (status == WGC_OK && out->size == 0) {
        wgc_buf_free(out);
        *out = bytes;
        return WGC_OK;
    } else if (status == WGC_OK) {
        wgc_buf_add(out, bytes.data, bytes.size);
        status = out->failed ? wgc_err_memory(err, path) : WGC_OK;
    }
    wgc_buf_free(&bytes);
    return status;
}

enum wgc_status wgc_report_json_read(const char *path, struct wgc_record **out, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_report_text_read(path, &text, err);

    *out = NULL;
    if (status == WGC_OK) {
        status = wgc_report_json_parse(path, text.data, text.size, out, err);
    }
    wgc_buf_free(&text);
    return status;
}
