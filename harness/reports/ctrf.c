#include "reports/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "base/report_text.h"
#include "record/suites.h"

enum status { PASSED, FAILED, SKIPPED, OTHER, STATUS_COUNT };

static const char *const status_name[STATUS_COUNT] = {"passed", "failed", "skipped", "other"};

static enum status status_of(enum wgc_state state)
{
    switch (state) {
    case WGC_STATE_PASS:
        return PASSED;
    case WGC_STATE_SKIP:
        return SKIPPED;
    case WGC_STATE_WAIVED:
        return OTHER;
    default:
        return FAILED;
    }
}

static double milliseconds(double seconds)
{
    return isfinite(seconds) && seconds > 0.0 ? floor(seconds * 1e3 + 0.5) : 0.0;
}

/* Milliseconds since 1970 of "YYYY-MM-DDThh:mm:ss.123Z"; 0 for another text. */
static double epoch(const char *text)
{
    struct tm parts = {0};
    const char *end = text == NULL ? NULL : strptime(text, "%Y-%m-%dT%H:%M:%S", &parts);

    if (end == NULL) {
        return 0.0;
    }
    return (double)timegm(&parts) * 1e3 + (*end == '.' ? milliseconds(strtod(end, NULL)) : 0.0);
}

/* before, and the text in a form for reports as a JSON string; nothing for NULL. */
static void put_text(struct wgc_buf *out, const char *before, const char *text)
{
    struct wgc_buf clean = {0};

    if (text == NULL) {
        return;
    }
    wgc_report_text(&clean, text);
    wgc_buf_text(out, before);
    wgc_json_put_string(out, wgc_buf_str(&clean));
    out->failed = out->failed || clean.failed;
    wgc_buf_free(&clean);
}

/* The same with the text of a buffer, which is freed. */
static void put_made(struct wgc_buf *out, const char *before, struct wgc_buf *text)
{
    put_text(out, before, wgc_buf_str(text));
    out->failed = out->failed || text->failed;
    wgc_buf_free(text);
}

/* "retries", and the attempts with their ends; a result that ran once has none. */
static void put_attempts(struct wgc_buf *out, const struct wgc_record_attempts *attempts)
{
    uint64_t runs = 0;

    wgc_buf_text(out, ",\"retryAttempts\":[");
    for (size_t i = 0; i < attempts->count; i++) {
        const struct wgc_record_attempt *attempt = &attempts->item[i];
        wgc_buf_printf(out, "%s{\"attempt\":%zu,\"status\":\"%s\",\"duration\":%.0f",
                       i == 0 ? "" : ",", i + 1, status_name[status_of(attempt->state)],
                       milliseconds(attempt->seconds));
        put_text(out, ",\"message\":", attempt->reason);
        wgc_buf_printf(out, ",\"extra\":{\"wgconform\":{\"count\":%" PRIu64 "}}}", attempt->count);
        runs += attempt->count;
    }
    wgc_buf_printf(out, "],\"retries\":%" PRIu64, runs > 0 ? runs - 1 : 0);
}

static void put_suite(struct wgc_buf *out, const char *name)
{
    struct wgc_case_name parts = wgc_case_name_split(name);
    const size_t language = parts.language_length;

    wgc_buf_text(out, ",\"suite\":[");
    if (language < parts.suite_length) {
        wgc_buf_printf(out, "\"%.*s\",\"%.*s\"]", (int)language, name,
                       (int)(parts.suite_length - language - 1), name + language + 1);
    } else {
        wgc_buf_printf(out, "\"%.*s\"]", (int)parts.suite_length, name);
    }
}

static void put_test(struct wgc_buf *out, const struct wgc_record *record,
                     const struct wgc_result *result)
{
    enum status status = status_of(result->state);
    struct wgc_buf line = {0};
    struct wgc_buf text = {0};

    put_text(out, "{\"name\":", result->name);
    wgc_buf_printf(out, ",\"status\":\"%s\",\"duration\":%.0f,\"rawStatus\":\"%s\"",
                   status_name[status], milliseconds(result->seconds),
                   wgc_state_name(result->state));
    put_suite(out, result->name);
    if (status != PASSED) {
        wgc_detail_line(&line, result);
        put_made(out, ",\"message\":", &line);
    }
    if (status == FAILED || status == OTHER) {
        wgc_detail_text(&text, result);
        put_made(out, ",\"trace\":", &text);
        wgc_detail_rerun(&text, record, result->name);
        put_made(out, ",\"extra\":{\"wgconform\":{\"rerun\":", &text);
        wgc_buf_text(out, "}}");
    }
    if (result->attempts != NULL) {
        put_attempts(out, result->attempts);
    }
    wgc_buf_text(out, result->state == WGC_STATE_FLAKY ? ",\"flaky\":true}" : "}");
}

static void put_summary(struct wgc_buf *out, const struct wgc_record *record, size_t suites)
{
    double start = epoch(record->started);
    double stop =
        record->finished == NULL ? start + milliseconds(record->seconds) : epoch(record->finished);
    size_t count[WGC_STATE_COUNT];
    size_t total[STATUS_COUNT] = {0};

    wgc_record_count(record, count);
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        total[status_of((enum wgc_state)i)] += count[i];
    }
    wgc_buf_printf(out, ",\n\"summary\":{\"tests\":%zu,\"passed\":%zu,\"failed\":%zu",
                   record->result_count, total[PASSED], total[FAILED]);
    wgc_buf_printf(out, ",\"skipped\":%zu,\"pending\":0,\"other\":%zu,\"flaky\":%zu",
                   total[SKIPPED], total[OTHER], count[WGC_STATE_FLAKY]);
    wgc_buf_printf(out, ",\"suites\":%zu,\"start\":%.0f,\"stop\":%.0f,\"duration\":%.0f}", suites,
                   start, stop, milliseconds(record->seconds));
}

static void put_environment(struct wgc_buf *out, const struct wgc_record *record)
{
    const struct wgc_record_device *device = &record->device;

    wgc_buf_printf(out, ",\n\"environment\":{\"healthy\":%s", record->complete ? "true" : "false");
    put_text(out, ",\"appName\":", device->name);
    put_text(out, ",\"appVersion\":", device->driver_version);
    put_text(out, ",\"osPlatform\":", record->host.system);
    put_text(out, ",\"osRelease\":", record->host.release);
    wgc_buf_printf(out, ",\"extra\":{\"wgconform\":{\"seed\":\"%llu\",\"selected\":%zu",
                   (unsigned long long)record->seed, wgc_record_total(record));
    put_text(out, ",\"profile\":", record->profile);
    put_text(out, ",\"impl\":", record->impl);
    put_text(out, ",\"platform\":", device->platform);
    put_text(out, ",\"device_version\":", device->device_version);
    wgc_buf_text(out, "}}}");
}

/*
 * The report in the Common Test Report Format (JSON), version 1.0.0: a test for each case, in the
 * record's order, with the state as rawStatus. pass is passed, skip skipped, waived other, a bad
 * state failed. Times are milliseconds. The device is in results.environment.extra under
 * "wgconform"; healthy is false when the report is not complete.
 */
enum wgc_status wgc_ctrf_put(struct wgc_buf *out, const struct wgc_record *record,
                             struct wgc_err *err)
{
    struct wgc_suites suites;
    enum wgc_status status = wgc_suites_make(record, &suites, err);

    if (status != WGC_OK) {
        return status;
    }
    wgc_buf_text(out, "{\n\"reportFormat\":\"CTRF\",\n\"specVersion\":\"1.0.0\"");
    put_text(out, ",\n\"timestamp\":", record->finished);
    wgc_buf_text(out, ",\n\"generatedBy\":\"wgconform\",\n\"results\":{\n\"tool\":{\"name\":"
                      "\"wgconform\"");
    put_text(out, ",\"version\":", record->tool_version);
    wgc_buf_char(out, '}');
    put_summary(out, record, suites.count);
    wgc_buf_text(out, ",\n\"tests\":[");
    for (size_t i = 0; i < record->result_count; i++) {
        wgc_buf_text(out, i == 0 ? "\n" : ",\n");
        put_test(out, record, &record->result[i]);
    }
    wgc_buf_text(out, "\n]");
    put_environment(out, record);
    wgc_buf_text(out, "\n}\n}\n");
    wgc_suites_free(&suites);
    return out->failed ? wgc_err_memory(err, "the CTRF report") : WGC_OK;
}
