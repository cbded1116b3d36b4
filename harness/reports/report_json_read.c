#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "record/json_text.h"
#include "reports/report_json.h"
#include "reports/report_words.h"

/* What a member has to be. */
enum need { OPTIONAL, NULLABLE, REQUIRED };

static enum wgc_status wrong(struct wgc_err *err, const char *key, const char *what)
{
    return wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" must be %s", key, what);
}

/* The member; NULL in *out when it may be missing or null and is. */
static enum wgc_status find(const cJSON *object, const char *key, enum need need, const cJSON **out,
                            struct wgc_err *err)
{
    *out = cJSON_GetObjectItemCaseSensitive(object, key);
    if (*out == NULL && need != OPTIONAL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" is missing", key);
    }
    if (*out != NULL && cJSON_IsNull(*out) && need == NULLABLE) {
        *out = NULL;
    }
    return WGC_OK;
}

static enum wgc_status get_text(const cJSON *object, const char *key, enum need need, char **out,
                                struct wgc_err *err)
{
    const cJSON *item;
    enum wgc_status status = find(object, key, need, &item, err);

    if (status != WGC_OK || item == NULL) {
        return status;
    }
    if (!cJSON_IsString(item)) {
        return wrong(err, key, need == NULLABLE ? "a string or null" : "a string");
    }
    *out = strdup(item->valuestring);
    return *out == NULL ? wgc_err_memory(err, "the report") : WGC_OK;
}

static enum wgc_status check_times(const struct wgc_record *record, struct wgc_err *err)
{
    static const char what[] = "a time such as 2026-01-31T12:00:00Z, or null";

    if (record->started != NULL && !wgc_report_is_time(record->started)) {
        return wrong(err, "started", what);
    }
    return record->finished == NULL || wgc_report_is_time(record->finished)
               ? WGC_OK
               : wrong(err, "finished", what);
}

static enum wgc_status get_seconds(const cJSON *object, double *out, struct wgc_err *err)
{
    const cJSON *item;
    enum wgc_status status = find(object, "seconds", REQUIRED, &item, err);

    if (status != WGC_OK) {
        return status;
    }
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble) || item->valuedouble < 0.0) {
        return wrong(err, "seconds", "a number that is not negative");
    }
    *out = item->valuedouble;
    return WGC_OK;
}

static enum wgc_status get_json(const cJSON *object, const char *key, enum need need, bool array,
                                char **out, struct wgc_err *err)
{
    const cJSON *item;
    struct wgc_buf text = {0};
    enum wgc_status status = find(object, key, need, &item, err);

    if (status != WGC_OK || item == NULL) {
        return status;
    }
    if (array ? !cJSON_IsArray(item) : !cJSON_IsObject(item)) {
        return wrong(err, key, array ? "an array" : "an object");
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

static enum wgc_status get_selected(const cJSON *object, bool *unselected, struct wgc_err *err)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "selected");

    *unselected = cJSON_IsFalse(item);
    return item == NULL || *unselected ? WGC_OK : wrong(err, "selected", "false where it is there");
}

static enum wgc_status get_fields(const cJSON *object, struct wgc_result *result,
                                  struct wgc_err *err)
{
    const struct {
        const char *key;
        char **text;
    } texts[] = {{"reason", &result->reason},
                 {"waiver", &result->waiver},
                 {"build_log", &result->build_log},
                 {"signal", &result->signal}};
    enum wgc_status status = get_text(object, "name", REQUIRED, &result->name, err);

    if (status == WGC_OK && !wgc_report_is_case(result->name)) {
        status = wrong(err, "name", "a case's name");
    }
    if (status == WGC_OK) {
        status = get_state(object, &result->state, err);
    }
    if (status == WGC_OK) {
        status = get_seconds(object, &result->seconds, err);
    }
    for (size_t i = 0; status == WGC_OK && i < sizeof texts / sizeof texts[0]; i++) {
        status = get_text(object, texts[i].key, OPTIONAL, texts[i].text, err);
    }
    if (status == WGC_OK) {
        status = get_selected(object, &result->unselected, err);
    }
    if (status == WGC_OK) {
        status = get_json(object, "mismatch", OPTIONAL, false, &result->mismatch, err);
    }
    return status == WGC_OK ? get_json(object, "attempts", OPTIONAL, true, &result->attempts, err)
                            : status;
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

static enum wgc_status get_strings(const cJSON *root, const char *key, char ***out, size_t *count,
                                   struct wgc_err *err)
{
    const cJSON *array, *item;
    enum wgc_status status = wgc_json_array(root, key, &array, err);

    if (status != WGC_OK) {
        return status;
    }
    *out = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof(char *));
    if (*out == NULL) {
        return wgc_err_memory(err, "the report");
    }
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item)) {
            return wrong(err, key, "an array of strings");
        }
        (*out)[*count] = strdup(item->valuestring);
        if ((*out)[*count] == NULL) {
            return wgc_err_memory(err, "the report");
        }
        (*count)++;
    }
    return WGC_OK;
}

static enum wgc_status get_seed(const cJSON *root, uint64_t *out, struct wgc_err *err)
{
    static const char what[] = "a whole number, past 2^53 as a string";
    const cJSON *item;
    int64_t number;
    char *end;
    enum wgc_status status = find(root, "seed", REQUIRED, &item, err);

    if (status != WGC_OK) {
        return status;
    }
    if (cJSON_IsString(item)) {
        const char *text = item->valuestring;
        errno = 0;
        *out = strtoull(text, &end, 10);
        bool right = *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
        return right ? WGC_OK : wrong(err, "seed", what);
    }
    status = wgc_json_whole(item, "seed", 0, INT64_C(1) << 53, &number, err);
    *out = status == WGC_OK ? (uint64_t)number : 0;
    return status == WGC_OK ? WGC_OK : wrong(err, "seed", what);
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
        return wrong(err, "tool", "an object");
    }
    enum wgc_status status = get_text(tool, "version", NULLABLE, &record->tool_version, err);
    if (status == WGC_OK) {
        status = get_text(tool, "commit", NULLABLE, &record->tool_commit, err);
    }
    return status == WGC_OK ? get_text(tool, "suite", OPTIONAL, &record->tool_suite, err) : status;
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
        status = get_strings(root, "command", &record->command, &arguments, err);
    }
    if (status == WGC_OK && cJSON_GetObjectItemCaseSensitive(root, "rerun") != NULL) {
        status = get_strings(root, "rerun", &record->rerun, &words, err);
    }
    if (status == WGC_OK) {
        status = get_strings(root, "warnings", &record->warning, &record->warning_count, err);
    }
    for (size_t i = 0; status == WGC_OK && i < sizeof texts / sizeof texts[0]; i++) {
        status = get_text(root, texts[i].key, NULLABLE, texts[i].text, err);
    }
    if (status == WGC_OK) {
        status = check_times(record, err);
    }
    if (status == WGC_OK) {
        status = get_seconds(root, &record->seconds, err);
    }
    if (status == WGC_OK) {
        status = get_seed(root, &record->seed, err);
    }
    if (status == WGC_OK) {
        status = cJSON_IsBool(complete) ? WGC_OK : wrong(err, "complete", "true or false");
        record->complete = cJSON_IsTrue(complete);
    }
    if (status == WGC_OK) {
        status = get_json(root, "host", NULLABLE, false, &record->host, err);
    }
    if (status == WGC_OK) {
        status = get_json(root, "unadvertised", OPTIONAL, true, &record->unadvertised, err);
    }
    if (status == WGC_OK) {
        status = get_json(root, "audit", OPTIONAL, false, &record->audit, err);
    }
    return status == WGC_OK ? get_json(root, "device", NULLABLE, false, &record->device, err)
                            : status;
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

/* The totals are there to be believed: they must be those of the results. */
static enum wgc_status check_summary(const cJSON *root, struct wgc_record *record,
                                     struct wgc_err *err)
{
    const cJSON *summary = cJSON_GetObjectItemCaseSensitive(root, "summary");
    size_t count[WGC_STATE_COUNT];
    int64_t told;
    enum wgc_status status = wgc_json_integer(summary, "total", 0, INT32_MAX, &told, err);

    if (status == WGC_OK && ((size_t)told < record->result_count ||
                             (record->complete && (size_t)told != record->result_count))) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "total is %lld, but there are %zu results",
                             (long long)told, record->result_count);
    }
    size_t unselected = wgc_record_total(record); /* of the results alone: total is still 0 */
    record->total = status == WGC_OK ? (size_t)told - unselected : 0;
    wgc_record_count(record, count);
    for (int i = 0; status == WGC_OK && i < WGC_STATE_COUNT; i++) {
        const char *name = wgc_state_name((enum wgc_state)i);
        status = wgc_json_integer(summary, name, 0, INT32_MAX, &told, err);
        if (status == WGC_OK && (size_t)told != count[i]) {
            status = wgc_err_set(err, WGC_ERR_INPUT, "%s is %lld, but %zu results are", name,
                                 (long long)told, count[i]);
        }
    }
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "summary");
}

static enum wgc_status read_record(const cJSON *root, struct wgc_record *record,
                                   struct wgc_err *err)
{
    if (!cJSON_IsObject(root)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "a report must be an object");
    }
    enum wgc_status status = get_head(root, record, err);
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

enum wgc_status wgc_report_json_read(const char *path, struct wgc_record **out, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_file_read(path, WGC_REPORT_LIMIT, WGC_ERR_INPUT, &text, err);

    *out = NULL;
    if (status == WGC_OK) {
        status = wgc_report_json_parse(path, text.data, text.size, out, err);
    }
    wgc_buf_free(&text);
    return status;
}
