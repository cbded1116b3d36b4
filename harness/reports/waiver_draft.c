#include "reports/waiver_draft.h"

#include <string.h>

#include "base/json.h"
#include "causes/causes.h"

enum { ID_MAX = 80 }; /* of a waiver: schemas/waivers.schema.json */

/* States that a waiver can expect; a person has to look at the others. */
static bool can_be_expected(enum wgc_state state)
{
    return state == WGC_STATE_FAIL || state == WGC_STATE_CRASH || state == WGC_STATE_TIMEOUT ||
           state == WGC_STATE_BUILD_ERROR || state == WGC_STATE_ERROR || state == WGC_STATE_FLAKY;
}

static void put_text(struct wgc_buf *out, const char *before, const char *text, size_t length)
{
    struct wgc_buf cut = {0};

    wgc_buf_add(&cut, text, length);
    wgc_buf_text(out, before);
    wgc_json_put_string(out, cut.failed ? "" : wgc_buf_str(&cut));
    out->failed = out->failed || cut.failed;
    wgc_buf_free(&cut);
}

/* The device and the run of dotted numbers in its driver's version. */
static void put_device(struct wgc_buf *out, const struct wgc_record_device *device)
{
    const char *platform = device->platform;
    const char *driver = device->driver_version;

    if (platform != NULL && platform[0] != '\0') {
        put_text(out, ",\n     \"device\": {\"platform\": ", platform, strlen(platform));
        wgc_buf_text(out, "}");
    }
    const char *version = driver == NULL ? NULL : strpbrk(driver, "0123456789");
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

static void put_waiver(struct wgc_buf *out, const struct wgc_record *record,
                       const struct wgc_report_cause *cause, size_t number)
{
    bool is_flaky = cause->state == WGC_STATE_FLAKY;
    size_t length = strlen(cause->id);
    size_t cut = length > ID_MAX ? length - ID_MAX : 0;

    put_text(out, number == 1 ? "    {\"id\": " : ",\n    {\"id\": ", cause->id + cut,
             length - cut);
    wgc_buf_text(out, ",\n     \"query\": [");
    for (size_t i = 0; i < cause->count; i++) {
        wgc_buf_text(out, i == 0 ? "" : ",\n       ");
        wgc_json_put_string(out, cause->result[i]->name);
    }
    wgc_buf_text(out, "]");
    put_device(out, &record->device);
    if (record->impl != NULL) {
        put_text(out, ",\n     \"impl\": ", record->impl, strlen(record->impl));
    }
    wgc_buf_printf(out, ",\n     \"states\": [\"%s\"]%s",
                   is_flaky ? "fail" : wgc_state_name(cause->state),
                   is_flaky ? ", \"flaky\": true" : "");
    put_text(out, ",\n     \"reason\": ", cause->title, strlen(cause->title));
    wgc_buf_text(out, "}");
}

size_t wgc_waiver_draft_put(struct wgc_buf *out, const struct wgc_record *record)
{
    struct wgc_causes causes;
    struct wgc_err err;
    size_t number = 0;

    if (wgc_causes_make(record, &causes, &err) != WGC_OK) {
        out->failed = true;
    }
    wgc_buf_text(out, "{\n  \"schema_version\": 1,\n  \"waivers\": [\n");
    for (size_t i = 0; i < causes.bad; i++) {
        if (can_be_expected(causes.cause[i].state)) {
            put_waiver(out, record, &causes.cause[i], ++number);
        }
    }
    wgc_buf_text(out, "\n  ]\n}\n");
    wgc_causes_free(&causes);
    return number;
}
