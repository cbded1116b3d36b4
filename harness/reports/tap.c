#include "reports/parts.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/plural.h"
#include "causes/causes.h"
#include "record/frames.h"
#include "reports/detail.h"
#include "base/report_text.h"

/* A line of the YAML block; a JSON string is a YAML string. */
static void put_field(struct wgc_buf *out, const char *name, const char *text)
{
    struct wgc_buf clean = {0};

    if (text == NULL) {
        return;
    }
    wgc_report_text(&clean, text);
    wgc_buf_printf(out, "  %s: ", name);
    wgc_json_put_string(out, wgc_buf_str(&clean));
    wgc_buf_char(out, '\n');
    out->failed = out->failed || clean.failed;
    wgc_buf_free(&clean);
}

static void put_mismatch(struct wgc_buf *out, const struct wgc_record_mismatch *mismatch)
{
    wgc_detail_place(out, "  work_group: [", &mismatch->work_group, ", ", "]\n");
    wgc_detail_place(out, "  local_id: [", &mismatch->local_id, ", ", "]\n");
    put_field(out, "pattern", mismatch->pattern);
    put_field(out, "input", mismatch->input);
    put_field(out, "expected", mismatch->expected);
    put_field(out, "actual", mismatch->actual);
    put_field(out, "tolerance", mismatch->tolerance);
}

static void put_block(struct wgc_buf *out, const struct wgc_record *record,
                      const struct wgc_result *result, const struct wgc_report_cause *cause)
{
    struct wgc_buf rerun = {0}, reason = {0};

    wgc_detail_rerun(&rerun, record, result->name);
    wgc_buf_text(out, "  ---\n");
    put_field(out, "state", wgc_state_name(result->state));
    wgc_result_put_reason(&reason, result);
    put_field(out, "message", reason.data);
    put_field(out, "cause", cause == NULL ? NULL : cause->title);
    put_field(out, "signal", result->signal);
    if (result->frames != NULL) {
        wgc_buf_text(out, "  frames: ");
        wgc_frames_put_json(out, result->frames);
        wgc_buf_char(out, '\n');
    }
    put_field(out, "waiver", result->waiver);
    if (result->mismatch != NULL) {
        put_mismatch(out, result->mismatch);
    }
    put_field(out, "log", result->build_log);
    put_field(out, "rerun", rerun.data);
    wgc_buf_text(out, "  ...\n");
    out->failed = out->failed || rerun.failed || reason.failed;
    wgc_buf_free(&rerun);
    wgc_buf_free(&reason);
}

static void put_result(struct wgc_buf *out, const struct wgc_record *record, size_t number,
                       const struct wgc_report_cause *cause)
{
    const struct wgc_result *result = &record->result[number];
    bool waived = result->state == WGC_STATE_WAIVED;
    bool bad = wgc_state_is_bad(result->state);

    wgc_buf_printf(out, "%s %zu - %s", bad || waived ? "not ok" : "ok", number + 1, result->name);
    if (waived || result->state == WGC_STATE_SKIP) {
        wgc_buf_text(out, waived ? " # TODO " : " # SKIP ");
        wgc_detail_line(out, result);
    }
    wgc_buf_char(out, '\n');
    if (bad || waived) {
        put_block(out, record, result, cause);
    }
}

/* "# 1. TITLE: 22 cases, example: CASE" */
static void put_causes(struct wgc_buf *out, const struct wgc_causes *causes)
{
    for (size_t i = 0; i < causes->bad; i++) {
        const struct wgc_report_cause *cause = &causes->cause[i];
        wgc_buf_printf(out, "# %zu. %s; %zu case%s, example: %s\n", i + 1, cause->title,
                       cause->count, wgc_plural(cause->count), cause->example->name);
    }
}

/*
 * The report in the Test Anything Protocol, version 13, for `prove` of Debian 12: a test point for
 * each case, in the record's order. A skip is `ok ... # SKIP reason`, a waived failure `not ok ...
 * # TODO reason`; a bad case has a YAML block with its state, message, cause, first mismatch and
 * the command that reruns it. The causes come first, as comments. Where cases have no result, it
 * ends with `Bail out!`.
 */
enum wgc_status wgc_tap_put(struct wgc_buf *out, const struct wgc_record *record,
                            struct wgc_err *err)
{
    struct wgc_causes causes;
    enum wgc_status status = wgc_causes_make(record, &causes, err);

    if (status != WGC_OK) {
        return status;
    }
    const struct wgc_report_cause **cause_of = wgc_causes_by_result(&causes, record);
    out->failed = out->failed || cause_of == NULL;
    wgc_buf_printf(out, "TAP version 13\n1..%zu%s\n", wgc_record_total(record),
                   wgc_record_total(record) == 0 ? " # SKIP nothing was selected" : "");
    put_causes(out, &causes);
    for (size_t i = 0; cause_of != NULL && i < record->result_count; i++) {
        put_result(out, record, i, cause_of[i]);
    }
    if (!record->complete) {
        wgc_buf_text(out, "Bail out! ");
        wgc_record_put_incomplete(out, record);
        wgc_buf_char(out, '\n');
    }
    free(cause_of);
    wgc_causes_free(&causes);
    return out->failed ? wgc_err_memory(err, "the TAP report") : WGC_OK;
}
