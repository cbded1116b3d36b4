#include "run/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "patterns/random.h"

/* The state of an audit. */
struct audit {
    const struct wgc_audit_spec *spec;
    struct wgc_record *record;
    struct wgc_result **passed; /* of the record; the selected ones come first */
    struct wgc_result *found;   /* one per selected case; without a name if it has not ended */
    size_t selected;
};

/* Replaces a pass by an error with the result of the audit. */
static enum wgc_status withdraw(struct wgc_result *pass, struct wgc_result *found,
                                struct wgc_err *err)
{
    struct wgc_buf reason = {0};

    wgc_buf_printf(&reason,
                   "passed in the run, but not in the audit, alone in a new process (state: %s)",
                   wgc_state_name(found->state));
    if (found->reason != NULL) {
        wgc_buf_text(&reason, ": ");
        wgc_result_put_reason(&reason, found);
    }
    if (reason.failed) {
        wgc_buf_free(&reason);
        return wgc_err_memory(err, "the audit");
    }
    free(found->reason);
    found->reason = reason.data;
    found->about = (struct wgc_about){0};
    found->spirv_version = 0;
    found->order = pass->order;
    found->state = WGC_STATE_ERROR;
    wgc_result_free(pass);
    *pass = *found;
    *found = (struct wgc_result){0};
    return WGC_OK;
}

static enum wgc_status on_result(void *context, struct wgc_result *result, struct wgc_err *err)
{
    struct audit *audit = context;

    (void)err;
    wgc_progress_result(audit->spec->progress, result);
    audit->found[result->order] = *result;
    *result = (struct wgc_result){0};
    return WGC_OK;
}

static void on_tick(void *context, double seconds_left)
{
    const struct audit *audit = context;
    const struct wgc_run_events *events = audit->spec->events;

    if (events->tick != NULL) {
        events->tick(events->context, seconds_left);
    }
}

static void on_warning(void *context, const char *text)
{
    const struct audit *audit = context;
    const struct wgc_run_events *events = audit->spec->events;

    if (events->warning != NULL) {
        events->warning(events->context, text);
    }
}

/* Collects the passed cases of the record; those that the seed selects come first, in its order. */
static enum wgc_status select_cases(struct audit *audit, struct wgc_err *err)
{
    struct wgc_record *record = audit->record;
    struct wgc_random random = {audit->spec->base->seed};
    size_t count = 0;

    audit->passed = calloc(record->result_count + 1, sizeof(struct wgc_result *));
    audit->found = calloc(record->result_count + 1, sizeof *audit->found);
    if (audit->passed == NULL || audit->found == NULL) {
        return wgc_err_memory(err, "the audit");
    }
    wgc_record_sort(record); /* results arrive in another order each time */
    for (size_t i = 0; i < record->result_count; i++) {
        if (record->result[i].state == WGC_STATE_PASS) {
            audit->passed[count++] = &record->result[i];
        }
    }
    audit->selected = count < audit->spec->requested ? count : audit->spec->requested;
    for (size_t i = 0; i < audit->selected; i++) {
        size_t other = i + (size_t)wgc_random_below(&random, count - i);
        struct wgc_result *chosen = audit->passed[other];
        audit->passed[other] = audit->passed[i];
        audit->passed[i] = chosen;
    }
    return WGC_OK;
}

static enum wgc_status rerun(struct audit *audit, struct wgc_err *err)
{
    const struct wgc_audit_spec *spec = audit->spec;
    const struct wgc_run_events events = {
        .context = audit, .result = on_result, .tick = on_tick, .warning = on_warning};
    struct wgc_run_options options = *spec->base;
    struct wgc_run_stats stats;
    struct wgc_plan plan = {.count = audit->selected};
    enum wgc_status status;

    options.device = spec->device;
    options.alone = true;
    options.repeat = 1;
    options.retries = 0;
    plan.item = calloc(audit->selected + 1, sizeof *plan.item);
    if (plan.item == NULL) {
        return wgc_err_memory(err, "the audit");
    }
    for (size_t i = 0; i < audit->selected; i++) {
        plan.item[i] = spec->plan->item[audit->passed[i]->order];
    }
    status = wgc_supervise(spec->manifest, &plan, NULL, &options, &events, &stats, err);
    free(plan.item);
    return status;
}

static void put_case(struct wgc_buf *out, const struct wgc_result *found, const char *separator)
{
    struct wgc_buf reason = {0};

    wgc_buf_printf(out, "%s{\"name\":", separator);
    wgc_json_put_string(out, found->name);
    wgc_buf_printf(out, ",\"state\":\"%s\",\"seconds\":%.6f", wgc_state_name(found->state),
                   found->seconds);
    wgc_result_put_reason(&reason, found);
    if (reason.data != NULL) {
        wgc_buf_text(out, ",\"reason\":");
        wgc_json_put_string(out, reason.data);
    }
    out->failed = out->failed || reason.failed;
    wgc_buf_free(&reason);
    wgc_buf_char(out, '}');
}

/* Sets record->audit. */
static enum wgc_status put_report(const struct audit *audit, struct wgc_err *err)
{
    struct wgc_buf json = {0};
    const char *separator = "";
    size_t passed = 0;

    for (size_t i = 0; i < audit->selected; i++) {
        passed += audit->found[i].name != NULL && audit->found[i].state == WGC_STATE_PASS;
    }
    wgc_buf_printf(&json, "{\"requested\":%zu,\"selected\":%zu,\"passed\":%zu,\"cases\":[",
                   audit->spec->requested, audit->selected, passed);
    for (size_t i = 0; i < audit->selected; i++) {
        if (audit->found[i].name != NULL) {
            put_case(&json, &audit->found[i], separator);
            separator = ",";
        }
    }
    wgc_buf_text(&json, "]}");
    if (json.failed) {
        wgc_buf_free(&json);
        return wgc_err_memory(err, "the audit");
    }
    free(audit->record->audit);
    audit->record->audit = json.data;
    return WGC_OK;
}

static enum wgc_status withdraw_all(struct audit *audit, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < audit->selected; i++) {
        if (audit->found[i].name != NULL && audit->found[i].state != WGC_STATE_PASS) {
            status = withdraw(audit->passed[i], &audit->found[i], err);
        }
    }
    return status;
}

enum wgc_status wgc_audit_run(const struct wgc_audit_spec *spec, struct wgc_record *record,
                              struct wgc_err *err)
{
    struct audit audit = {.spec = spec, .record = record};
    enum wgc_status status = select_cases(&audit, err);

    if (status == WGC_OK && audit.selected > 0) {
        status = rerun(&audit, err);
    }
    if (status == WGC_OK) {
        status = put_report(&audit, err);
    }
    if (status == WGC_OK) {
        status = withdraw_all(&audit, err);
    }
    for (size_t i = 0; audit.found != NULL && i < audit.selected; i++) {
        wgc_result_free(&audit.found[i]);
    }
    free(audit.found);
    free(audit.passed);
    return status;
}

static size_t number_of(const cJSON *object, const char *field)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, field);

    return cJSON_IsNumber(item) && item->valuedouble >= 0.0 ? (size_t)item->valuedouble : 0;
}

void wgc_audit_summary(const struct wgc_record *record, struct wgc_buf *out)
{
    cJSON *audit = record->audit == NULL ? NULL : cJSON_Parse(record->audit);
    size_t selected, run;

    if (audit == NULL) {
        return;
    }
    selected = number_of(audit, "selected");
    run = (size_t)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(audit, "cases"));
    wgc_buf_printf(out, "audit: %zu of %zu passes run again alone, %zu passed again", run, selected,
                   number_of(audit, "passed"));
    wgc_buf_text(out, run < selected ? "; interrupted\n" : "\n");
    cJSON_Delete(audit);
}
