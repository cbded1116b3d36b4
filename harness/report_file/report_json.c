#include "report_file/report_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/json.h"
#include "causes/causes.h"
#include "record/frames.h"
#include "record/sub_group_tally.h"
#include "record/suites.h"
#include "report_file/parts.h"

/* The largest integer that every JSON reader represents exactly. */
static const uint64_t exact_limit = UINT64_C(1) << 53;

static void put_seconds(struct wgc_buf *out, double seconds)
{
    wgc_buf_printf(out, "%.6f", isfinite(seconds) && seconds > 0.0 ? seconds : 0.0);
}

/* A member whose value is a string; left out when it is NULL. */
static void put_text(struct wgc_buf *out, const char *key, const char *text)
{
    if (text != NULL) {
        wgc_buf_text(out, key);
        wgc_json_put_string(out, text);
    }
}

/* A member whose value is JSON text; left out when it is NULL. */
static void put_json(struct wgc_buf *out, const char *key, const char *json)
{
    if (json != NULL) {
        wgc_buf_text(out, key);
        wgc_buf_text(out, json);
    }
}

static void put_waived(struct wgc_buf *out, const struct wgc_result_waived *waived)
{
    if (waived != NULL) {
        put_text(out, ",\"waived\":{\"state\":", wgc_state_name(waived->state));
        put_text(out, ",\"why\":", waived->why);
        put_text(out, ",\"link\":", waived->link);
        put_text(out, ",\"reason\":", waived->reason);
        wgc_buf_char(out, '}');
    }
}

static void put_list(struct wgc_buf *out, const char *key, char *const *item, size_t count)
{
    wgc_buf_text(out, key);
    for (size_t i = 0; i < count; i++) {
        wgc_buf_text(out, i == 0 ? "" : ",");
        wgc_json_put_string(out, item[i]);
    }
    wgc_buf_char(out, ']');
}

static void put_words(struct wgc_buf *out, const char *key, char *const *word)
{
    size_t count = 0;

    while (word != NULL && word[count] != NULL) {
        count++;
    }
    put_list(out, key, word, count);
}

static void put_result(struct wgc_buf *out, const struct wgc_result *result, const char *cause)
{
    put_text(out, "{\"name\":", wgc_or_empty(result->name));
    put_text(out, ",\"state\":", wgc_state_name(result->state));
    wgc_buf_text(out, ",\"seconds\":");
    put_seconds(out, result->seconds);
    if (result->sub_group_items > 0) {
        wgc_buf_printf(out, ",\"sub_group_items\":%zu", result->sub_group_items);
    }
    put_text(out, ",\"reason\":", result->reason);
    wgc_about_put_json(out, &result->about);
    if (result->spirv_version > 0) {
        wgc_buf_printf(out, ",\"spirv_version\":\"%u.%u\"",
                       WGC_VERSION_PARTS(result->spirv_version));
    }
    put_text(out, ",\"waiver\":", result->waiver);
    put_waived(out, result->waived);
    put_json(out, ",\"mismatch\":", result->mismatch == NULL ? NULL : result->mismatch->json);
    put_text(out, ",\"build_log\":", result->build_log);
    put_text(out, ",\"shape\":", result->shape);
    if (result->shape_kind != WGC_SHAPE_REDUCED) {
        put_text(out, ",\"shape_kind\":", wgc_shape_kind_name(result->shape_kind));
    }
    put_text(out, ",\"signal\":", result->signal);
    if (result->frames != NULL) {
        wgc_buf_text(out, ",\"frames\":");
        wgc_frames_put_json(out, result->frames);
    }
    put_json(out, ",\"attempts\":", result->attempts == NULL ? NULL : result->attempts->json);
    if (result->kernels != NULL && result->kernels[0] != NULL) {
        put_words(out, ",\"kernels\":[", result->kernels);
    }
    put_text(out, ",\"cause\":", cause);
    wgc_buf_text(out, result->after_refusal ? ",\"after_refused_build\":true" : "");
    wgc_buf_text(out, result->unselected ? ",\"selected\":false}" : "}");
}

void wgc_report_json_put_result(struct wgc_buf *out, const struct wgc_result *result)
{
    put_result(out, result, NULL);
}

static void put_or_null(struct wgc_buf *out, const char *key, const char *text)
{
    wgc_buf_text(out, key);
    if (text == NULL) {
        wgc_buf_text(out, "null");
    } else {
        wgc_json_put_string(out, text);
    }
}

/* Past 2^53 as a string: most readers would round the number. */
static void put_seed(struct wgc_buf *out, uint64_t seed)
{
    wgc_buf_printf(
        out, seed <= exact_limit ? ",\n\"seed\":%" PRIu64 : ",\n\"seed\":\"%" PRIu64 "\"", seed);
}

static void put_summary(struct wgc_buf *out, const struct wgc_record *record)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    wgc_buf_printf(out, ",\n\"summary\":{\"total\":%zu", wgc_record_total(record));
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        wgc_buf_printf(out, ",\"%s\":%zu", wgc_state_name((enum wgc_state)i), count[i]);
    }
    wgc_buf_char(out, '}');
}

/* Of each function of sub-groups: its cases with known sub-groups, and those in which one had more
 * than one work-item. */
static void put_sub_groups(struct wgc_buf *out, const struct wgc_suites *suites)
{
    bool first = true;

    for (size_t i = 0; i < suites->count; i++) {
        const struct wgc_suite *suite = &suites->suite[i];
        struct wgc_sub_group_tally tally = {0};
        for (size_t k = 0; k < suite->count; k++) {
            wgc_sub_group_tally_add(&tally, suite->result[k]);
        }
        if (tally.cases > 0) {
            wgc_buf_text(out, first ? ",\n\"sub_groups\":[\n" : ",\n");
            put_text(out, "{\"function\":", suite->name);
            wgc_buf_printf(out, ",\"cases\":%zu,\"several\":%zu}", tally.cases, tally.several);
            first = false;
        }
    }
    wgc_buf_text(out, first ? "" : "\n]");
}

static void put_all_sub_groups(struct wgc_buf *out, const struct wgc_record *record)
{
    struct wgc_suites suites;
    struct wgc_err err;

    if (wgc_suites_make(record, &suites, &err) != WGC_OK) {
        out->failed = true;
        return;
    }
    put_sub_groups(out, &suites);
    wgc_suites_free(&suites);
}

static void put_head(struct wgc_buf *out, const struct wgc_record *record)
{
    wgc_buf_printf(out, "{\n\"schema_version\":%d,\n\"tool\":{\"name\":\"wgconform\"",
                   WGC_REPORT_VERSION);
    put_or_null(out, ",\"version\":", record->tool_version);
    put_or_null(out, ",\"commit\":", record->tool_commit);
    put_text(out, ",\"suite\":", record->tool_suite);
    put_json(out, ",\"git\":", record->tool_git.json);
    wgc_buf_char(out, '}');
    put_words(out, ",\n\"command\":[", record->command);
    if (record->rerun != NULL) {
        put_words(out, ",\n\"rerun\":[", record->rerun);
    }
    put_or_null(out, ",\n\"started\":", record->started);
    put_or_null(out, ",\n\"finished\":", record->finished);
    wgc_buf_text(out, ",\n\"seconds\":");
    put_seconds(out, record->seconds);
    put_seed(out, record->seed);
    put_or_null(out, ",\n\"profile\":", record->profile);
    put_or_null(out, ",\n\"impl\":", record->impl);
    put_text(out, ",\n\"build_options\":", record->build_options);
    wgc_buf_printf(out, ",\n\"complete\":%s", record->complete ? "true" : "false");
    put_json(out, ",\n\"host\":", record->host.json == NULL ? "null" : record->host.json);
    put_json(out, ",\n\"device\":", record->device.json == NULL ? "null" : record->device.json);
    put_json(out, ",\n\"unadvertised\":", record->unadvertised);
    put_json(out, ",\n\"audit\":", record->audit);
    put_json(out, ",\n\"not_run\":", record->not_run);
    put_json(out, ",\n\"explore\":", record->explore);
    put_list(out, ",\n\"warnings\":[", record->warning, record->warning_count);
    if (record->waiver_warning_count > 0) {
        put_list(out, ",\n\"waiver_warnings\":[", record->waiver_warning,
                 record->waiver_warning_count);
    }
    put_summary(out, record);
}

static void put_cause(struct wgc_buf *out, const struct wgc_report_cause *cause)
{
    put_text(out, "{\"id\":", cause->id);
    put_text(out, ",\"title\":", cause->title);
    put_text(out, ",\"state\":", wgc_state_name(cause->state));
    put_text(out, ",\"failure\":", wgc_state_name(cause->failure));
    wgc_buf_printf(out, ",\"cases\":%zu", cause->count);
    put_list(out, ",\"functions\":[", cause->functions.name, cause->functions.count);
    put_list(out, ",\"types\":[", cause->types.name, cause->types.count);
    put_list(out, ",\"forms\":[", cause->forms.name, cause->forms.count);
    put_text(out, ",\"example\":", cause->example->name);
    put_text(out, ",\"waiver\":", cause->waiver);
    put_text(out, ",\"link\":", cause->link);
    wgc_buf_char(out, '}');
}

/* `,"causes":[...]`: the causes in their order, each on a line of its own. */
static void put_causes(struct wgc_buf *out, const struct wgc_causes *causes)
{
    wgc_buf_text(out, ",\n\"causes\":[");
    for (size_t i = 0; i < causes->count; i++) {
        wgc_buf_text(out, i == 0 ? "\n" : ",\n");
        put_cause(out, &causes->cause[i]);
    }
    wgc_buf_text(out, causes->count == 0 ? "]" : "\n]");
}

void wgc_report_json_put(struct wgc_buf *out, const struct wgc_record *record)
{
    struct wgc_causes causes;
    struct wgc_err err;
    const struct wgc_report_cause **cause_of = NULL;

    put_head(out, record);
    put_all_sub_groups(out, record);
    if (wgc_causes_make(record, &causes, &err) == WGC_OK) {
        cause_of = wgc_causes_by_result(&causes, record);
    }
    if (cause_of == NULL) {
        out->failed = true;
    } else {
        put_causes(out, &causes);
        wgc_buf_text(out, ",\n\"results\":[");
        for (size_t i = 0; i < record->result_count; i++) {
            wgc_buf_text(out, i == 0 ? "\n" : ",\n");
            put_result(out, &record->result[i], cause_of[i] == NULL ? NULL : cause_of[i]->id);
        }
        wgc_buf_text(out, "\n]\n}\n");
    }
    free(cause_of);
    wgc_causes_free(&causes);
}

enum wgc_status wgc_report_json_write(const char *path, const struct wgc_record *record,
                                      struct wgc_err *err)
{
    struct wgc_buf out = {0};

    struct wgc_buf packed = {0};
    bool gzip = wgc_gzip_is_path(path);

    wgc_report_json_put(&out, record);
    enum wgc_status status = out.failed ? wgc_err_memory(err, "the report") : WGC_OK;
    if (status == WGC_OK && gzip) {
        status = wgc_gzip_pack(out.data, out.size, &packed, err);
    }
    if (status == WGC_OK) {
        const struct wgc_buf *text = gzip ? &packed : &out;
        status = wgc_file_write(path, text->data, text->size, err);
    }
    wgc_buf_free(&packed);
    wgc_buf_free(&out);
    return status;
}
