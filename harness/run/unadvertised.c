#include "run/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "plan/eligibility.h"

/* In the order of precedence for a signature, and of the table. */
enum answer { WRONG, CRASHED, REJECTED, WORKS, NOT_RUN, ANSWERS };

static const struct {
    const char *text, *field;
} answers[ANSWERS] = {
    [WRONG] = {"accepted and wrong", "accepted_and_wrong"},
    [CRASHED] = {"crashed", "crashed"},
    [REJECTED] = {"rejected", "rejected"},
    [WORKS] = {"works", "works"},
    [NOT_RUN] = {"not run", "not_run"},
};

/* The outcome for a signature. */
struct row {
    bool unadvertised;
    size_t count[ANSWERS];
    char *example[ANSWERS], *detail[ANSWERS]; /* of the first case in the order of the plan */
    size_t order[ANSWERS];                    /* of that case */
};

struct run {
    const struct wgc_manifest *manifest;
    const struct wgc_plan *plan; /* of the cases that run now */
    struct row *row;             /* one a signature of the manifest */
};

static enum answer answer_of(const struct wgc_result *result)
{
    switch (result->state) {
    case WGC_STATE_PASS:
        return WORKS;
    case WGC_STATE_FAIL:
        return result->about.kind == WGC_ABOUT_CALL ? REJECTED : WRONG;
    case WGC_STATE_CRASH:
    case WGC_STATE_TIMEOUT:
        return CRASHED;
    case WGC_STATE_BUILD_ERROR:
        return REJECTED;
    default:
        return NOT_RUN;
    }
}

static enum wgc_status on_result(void *context, struct wgc_result *result, struct wgc_err *err)
{
    struct run *run = context;
    struct row *row = &run->row[run->plan->item[result->order].signature];
    enum answer answer = answer_of(result);
    struct wgc_buf detail = {0};

    if (row->count[answer]++ == 0 || result->order < row->order[answer]) {
        free(row->example[answer]);
        free(row->detail[answer]);
        row->example[answer] = result->name;
        wgc_result_put_reason(&detail, result);
        row->detail[answer] = detail.data;
        row->order[answer] = result->order;
        result->name = NULL;
    }
    wgc_result_free(result);
    return row->example[answer] != NULL && !detail.failed
               ? WGC_OK
               : wgc_err_memory(err, "the unadvertised run");
}

/* Whether the function is all that the device does not advertise: then the case can run. */
static enum wgc_status is_unadvertised(const struct wgc_manifest *manifest,
                                       const struct wgc_case *item,
                                       const struct wgc_device_info *device, enum wgc_impl impl,
                                       bool *unadvertised, struct wgc_err *err)
{
    struct wgc_obstacle obstacle, rest = {0};
    enum wgc_status status =
        wgc_case_eligibility(manifest, item, impl, false, device, &obstacle, err);

    if (status == WGC_OK && obstacle.reason != NULL) {
        status = wgc_case_eligibility(manifest, item, impl, true, device, &rest, err);
    }
    *unadvertised = status == WGC_OK && obstacle.reason != NULL && rest.reason == NULL;
    free(obstacle.reason);
    free(rest.reason);
    return status;
}

static bool is_plain(const struct wgc_manifest *manifest, const struct wgc_case *item)
{
    return strcmp(manifest->form[item->form].name, "plain") == 0;
}

/*
 * Selects the last plain case of each unadvertised signature: its shape has many work-items.
 * Without a plain case, selects the first of another form (forms come after plain).
 */
static enum wgc_status select_first(struct run *run, const struct wgc_plan *plan,
                                    const struct wgc_device_info *device, enum wgc_impl impl,
                                    struct wgc_plan *selected, struct wgc_err *err)
{
    size_t *place = calloc(run->manifest->signature_count, sizeof *place);
    enum wgc_status status = place == NULL ? wgc_err_memory(err, "the unadvertised run") : WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < plan->count; i++) {
        const struct wgc_case *item = &plan->item[i];
        bool unadvertised = false;
        if (!is_plain(run->manifest, item) && run->row[item->signature].unadvertised) {
            continue;
        }
        status = is_unadvertised(run->manifest, item, device, impl, &unadvertised, err);
        if (unadvertised) {
            if (!run->row[item->signature].unadvertised) {
                run->row[item->signature].unadvertised = true;
                place[item->signature] = selected->count++;
            }
            selected->item[place[item->signature]] = *item;
        }
    }
    free(place);
    return status;
}

static bool is_same(const struct wgc_case *a, const struct wgc_case *b)
{
    return a->signature == b->signature && a->form == b->form && a->shape == b->shape;
}

/* Replaces the first cases in selected by the other cases of the signatures that were accepted. */
static enum wgc_status select_rest(struct run *run, const struct wgc_plan *plan,
                                   const struct wgc_device_info *device, enum wgc_impl impl,
                                   struct wgc_plan *selected, struct wgc_err *err)
{
    struct wgc_plan rest = {.item = calloc(plan->count + 1, sizeof *rest.item)};
    struct wgc_case *first = calloc(run->manifest->signature_count, sizeof *first);
    enum wgc_status status = WGC_OK;

    if (rest.item == NULL || first == NULL) {
        status = wgc_err_memory(err, "the unadvertised run");
    }
    for (size_t i = 0; status == WGC_OK && i < selected->count; i++) {
        first[selected->item[i].signature] = selected->item[i];
    }
    for (size_t i = 0; status == WGC_OK && i < plan->count; i++) {
        const struct wgc_case *item = &plan->item[i];
        const size_t *count = run->row[item->signature].count;
        bool unadvertised = false;
        if (count[WRONG] + count[WORKS] > 0 && !is_same(item, &first[item->signature])) {
            status = is_unadvertised(run->manifest, item, device, impl, &unadvertised, err);
        }
        if (unadvertised) {
            rest.item[rest.count++] = *item;
        }
    }
    free(first);
    if (status != WGC_OK) {
        free(rest.item);
        return status;
    }
    free(selected->item);
    *selected = rest;
    return WGC_OK;
}

static void put_row(const struct wgc_signature *signature, const struct row *row,
                    struct wgc_buf *out)
{
    enum answer answer = 0;
    char type[WGC_TYPE_NAME_MAX];

    while (answer < NOT_RUN && row->count[answer] == 0) {
        answer++;
    }
    wgc_buf_printf(out, "%s{\"function\":\"%s.%s\",\"type\":\"%s\",\"answer\":\"%s\"",
                   out->size == 1 ? "" : ",", wgc_language_name(signature->language),
                   signature->function, wgc_signature_type(signature, type), answers[answer].text);
    for (int i = 0; i < ANSWERS; i++) {
        wgc_buf_printf(out, ",\"%s\":%zu", answers[i].field, row->count[i]);
    }
    wgc_buf_text(out, ",\"example\":");
    wgc_json_put_string(out, row->example[answer] != NULL ? row->example[answer] : "");
    wgc_buf_text(out, ",\"detail\":");
    wgc_json_put_string(out, row->detail[answer] != NULL ? row->detail[answer] : "");
    wgc_buf_char(out, '}');
}

static enum wgc_status put_rows(const struct run *run, struct wgc_record *record,
                                struct wgc_err *err)
{
    struct wgc_buf json = {0};

    wgc_buf_char(&json, '[');
    for (size_t i = 0; i < run->manifest->signature_count; i++) {
        if (run->row[i].unadvertised) {
            put_row(&run->manifest->signature[i], &run->row[i], &json);
        }
    }
    wgc_buf_char(&json, ']');
    if (json.failed) {
        wgc_buf_free(&json);
        return wgc_err_memory(err, "the unadvertised run");
    }
    free(record->unadvertised);
    record->unadvertised = json.data;
    return WGC_OK;
}

static enum wgc_status run_selected(struct run *run, const struct wgc_plan *selected,
                                    const struct wgc_run_options *options, struct wgc_err *err)
{
    const struct wgc_run_events events = {.context = run, .result = on_result};
    struct wgc_run_stats stats = {0};

    run->plan = selected;
    return selected->count == 0
               ? WGC_OK
               : wgc_supervise(run->manifest, selected, NULL, options, &events, &stats, err);
}

static void free_rows(struct run *run)
{
    for (size_t i = 0; run->row != NULL && i < run->manifest->signature_count; i++) {
        for (int k = 0; k < ANSWERS; k++) {
            free(run->row[i].example[k]);
            free(run->row[i].detail[k]);
        }
    }
    free(run->row);
}

enum wgc_status wgc_unadvertised_run(const struct wgc_manifest *manifest,
                                     const struct wgc_plan *plan,
                                     const struct wgc_device_info *device,
                                     const struct wgc_run_options *base, struct wgc_record *record,
                                     struct wgc_err *err)
{
    struct run run = {.manifest = manifest,
                      .row = calloc(manifest->signature_count, sizeof *run.row)};
    struct wgc_plan selected = {.item = calloc(plan->count + 1, sizeof *selected.item)};
    struct wgc_run_options options = *base;
    enum wgc_status status = run.row == NULL || selected.item == NULL
                                 ? wgc_err_memory(err, "the unadvertised run")
                                 : WGC_OK;

    options.device = (int)device->index;
    options.unadvertised = true;
    options.retries = 0;
    options.repeat = 1;
    if (status == WGC_OK) {
        status = select_first(&run, plan, device, base->impl, &selected, err);
    }
    if (status == WGC_OK) {
        status = run_selected(&run, &selected, &options, err);
    }
    if (status == WGC_OK) {
        status = select_rest(&run, plan, device, base->impl, &selected, err);
    }
    if (status == WGC_OK) {
        status = run_selected(&run, &selected, &options, err);
    }
    if (status == WGC_OK) {
        status = put_rows(&run, record, err);
    }
    free_rows(&run);
    free(selected.item);
    return status;
}

static size_t number_of(const cJSON *entry, const char *field)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(entry, field);

    return cJSON_IsNumber(item) && item->valuedouble > 0 ? (size_t)item->valuedouble : 0;
}

static bool has(const cJSON *entry, const char *answer, const char *function)
{
    return strcmp(wgc_json_text(entry, "answer"), answer) == 0 &&
           strcmp(wgc_json_text(entry, "function"), function) == 0;
}

/* At the first entry of a function with this answer: appends one line with all of its types. */
static void put_function(const cJSON *array, const cJSON *first, const char *answer,
                         struct wgc_buf *out)
{
    const char *function = wgc_json_text(first, "function");
    const cJSON *entry;
    size_t in = 0, of = 0;

    for (entry = array->child; entry != first; entry = entry->next) {
        if (has(entry, answer, function)) {
            return;
        }
    }
    wgc_buf_printf(out, "  %-18s  %-44s ", answer, function);
    for (entry = first; entry != NULL; entry = entry->next) {
        if (has(entry, answer, function)) {
            wgc_buf_printf(out, " %s", wgc_json_text(entry, "type"));
            in += number_of(entry, answers[WRONG].field);
            for (int i = 0; i < ANSWERS; i++) {
                of += number_of(entry, answers[i].field);
            }
        }
    }
    wgc_buf_char(out, '\n');
    if (strcmp(answer, answers[WRONG].text) == 0) {
        wgc_buf_printf(out, "      %zu of %zu cases, as %s: %s\n", in, of,
                       wgc_json_text(first, "example"), wgc_json_text(first, "detail"));
    }
}

void wgc_unadvertised_table(const struct wgc_record *record, struct wgc_buf *out)
{
    cJSON *array = record->unadvertised == NULL ? NULL : cJSON_Parse(record->unadvertised);
    const cJSON *entry;

    if (array == NULL) {
        return;
    }
    wgc_buf_text(out, "\nnot advertised by the device, run anyway (not part of the verdicts):\n");
    for (int i = 0; i < ANSWERS; i++) {
        cJSON_ArrayForEach(entry, array)
        {
            if (strcmp(wgc_json_text(entry, "answer"), answers[i].text) == 0) {
                put_function(array, entry, answers[i].text, out);
            }
        }
    }
    if (cJSON_GetArraySize(array) == 0) {
        wgc_buf_text(out, "  nothing: the device advertises every function of the plan\n");
    }
    cJSON_Delete(array);
}
