#include "reports/waiver_draft.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/json.h"

enum { REASON_MAX = 300, QUERIES_MAX = 1000 };

/* States that a waiver can expect; the others need a person's eye. */
static bool can_be_expected(enum wgc_state state)
{
    return state == WGC_STATE_FAIL || state == WGC_STATE_CRASH || state == WGC_STATE_TIMEOUT ||
           state == WGC_STATE_BUILD_ERROR || state == WGC_STATE_ERROR || state == WGC_STATE_FLAKY;
}

/* LANGUAGE.FUNCTION.TYPE of a case's name. */
static size_t family_length(const char *name)
{
    const char *at = name;

    for (int dots = 0; *at != '\0' && (*at != '.' || ++dots < 3); at++) {
    }
    return (size_t)(at - name);
}

static bool are_alike(const struct wgc_result *a, const struct wgc_result *b)
{
    size_t length = family_length(a->name);

    return a->state == b->state && length == family_length(b->name) &&
           memcmp(a->name, b->name, length) == 0;
}

static void put_text(struct wgc_buf *out, const char *before, const char *text, size_t length)
{
    struct wgc_buf cut = {0};

    wgc_buf_add(&cut, text, length);
    wgc_buf_text(out, before);
    wgc_json_put_string(out, cut.failed || cut.data == NULL ? "" : cut.data);
    out->failed = out->failed || cut.failed;
    wgc_buf_free(&cut);
}

/* The device and the run of dotted numbers in its driver's version. */
static void put_device(struct wgc_buf *out, const cJSON *device)
{
    const cJSON *platform = cJSON_GetObjectItemCaseSensitive(device, "platform");
    const cJSON *driver = cJSON_GetObjectItemCaseSensitive(device, "driver_version");

    if (cJSON_IsString(platform) && platform->valuestring[0] != '\0') {
        put_text(out, ",\n     \"device\": {\"platform\": ", platform->valuestring,
                 strlen(platform->valuestring));
        wgc_buf_text(out, "}");
    }
    const char *version =
        cJSON_IsString(driver) ? strpbrk(driver->valuestring, "0123456789") : NULL;
    size_t length = version == NULL ? 0 : strspn(version, "0123456789.");
    while (length > 0 && version[length - 1] == '.') {
        length--;
    }
    if (length > 0 && memchr(version, '.', length) != NULL) {
        put_text(out, ",\n     \"driver\": {\"min\": ", version, length);
        put_text(out, ", \"max\": ", version, length);
        wgc_buf_text(out, "}");
    }
}

static void put_waiver(struct wgc_buf *out, const struct wgc_record *record, size_t first,
                       size_t count, size_t number, const cJSON *device)
{
    const struct wgc_result *result = &record->result[first];
    bool is_flaky = result->state == WGC_STATE_FLAKY;
    const char *reason = result->reason == NULL || result->reason[0] == '\0'
                             ? wgc_state_name(result->state)
                             : result->reason;
    size_t length = strcspn(reason, "\n");

    wgc_buf_printf(out, "%s    {\"id\": \"draft-%zu\",\n     \"query\": [",
                   number == 1 ? "" : ",\n", number);
    for (size_t i = 0; i < count; i++) {
        wgc_buf_text(out, i == 0 ? "" : ",\n       ");
        wgc_json_put_string(out, record->result[first + i].name);
    }
    wgc_buf_text(out, "]");
    put_device(out, device);
    if (record->impl != NULL) {
        put_text(out, ",\n     \"impl\": ", record->impl, strlen(record->impl));
    }
    wgc_buf_printf(out, ",\n     \"states\": [\"%s\"]%s",
                   is_flaky ? "fail" : wgc_state_name(result->state),
                   is_flaky ? ", \"flaky\": true" : "");
    put_text(out, ",\n     \"reason\": ", reason, length < REASON_MAX ? length : REASON_MAX);
    wgc_buf_text(out, "}");
}

size_t wgc_waiver_draft_put(struct wgc_buf *out, const struct wgc_record *record)
{
    cJSON *device = record->device == NULL ? NULL : cJSON_Parse(record->device);
    size_t number = 0;
    size_t i = 0;

    wgc_buf_text(out, "{\n  \"schema_version\": 1,\n  \"waivers\": [\n");
    while (i < record->result_count) {
        size_t count = 1;
        while (count < QUERIES_MAX && i + count < record->result_count &&
               are_alike(&record->result[i], &record->result[i + count])) {
            count++;
        }
        if (can_be_expected(record->result[i].state)) {
            put_waiver(out, record, i, count, ++number, device);
        }
        i += count;
    }
    wgc_buf_text(out, "\n  ]\n}\n");
    cJSON_Delete(device);
    return number;
}
