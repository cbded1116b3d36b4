#include "cli/unadvertised.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "supervisor/fits.h"

/* In the order in which one of them stands for a signature, and in which the table lists them. */
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

/* What is known of a signature. */
struct row {
    bool unclaimed;
    size_t count[ANSWERS];
    char *example[ANSWERS], *detail[ANSWERS]; /* of the first case in the plan's order */
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
        /* a call that gave an error is the reason then, as "clEnqueueNDRangeKernel: ..." */
        return result->reason != NULL && strncmp(result->reason, "cl", 2) == 0 ? REJECTED : WRONG;
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

    if (row->count[answer]++ == 0 || result->order < row->order[answer]) {
        free(row->example[answer]);
        free(row->detail[answer]);
        row->example[answer] = result->name;
        row->detail[answer] = result->reason;
        row->order[answer] = result->order;
        result->name = NULL;
        result->reason = NULL;
    }
    wgc_result_free(result);
    return row->example[answer] != NULL ? WGC_OK : wgc_err_memory(err, "the unadvertised run");
}

/* Whether the function is all that the device does not claim: then there is something to run. */
static enum wgc_status is_unclaimed(const struct wgc_manifest *manifest,
                                    const struct wgc_case *item,
                                    const struct wgc_device_info *device, enum wgc_impl impl,
                                    bool *unclaimed, struct wgc_err *err)
{
    char *obstacle = NULL, *rest = NULL;
    enum wgc_status status = wgc_case_obstacle(manifest, item, impl, false, device, &obstacle, err);

    if (status == WGC_OK && obstacle != NULL) {
        status = wgc_case_obstacle(manifest, item, impl, true, device, &rest, err);
    }
    *unclaimed = status == WGC_OK && obstacle != NULL && rest == NULL;
    free(obstacle);
    free(rest);
    return status;
}

static bool is_plain(const struct wgc_manifest *manifest, const struct wgc_case *item)
{
    return strcmp(manifest->form[item->form].name, "plain") == 0;
}

/* The last plain case of each unclaimed signature, which is a shape of many work-items. */
static enum wgc_status choose_first(struct run *run, const struct wgc_plan *plan,
                                    const struct wgc_device_info *device, enum wgc_impl impl,
                                    struct wgc_plan *chosen, struct wgc_err *err)
{
    size_t *place = calloc(run->manifest->signature_count, sizeof *place);
    enum wgc_status status = place == NULL ? wgc_err_memory(err, "the unadvertised run") : WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < plan->count; i++) {
        const struct wgc_case *item = &plan->item[i];
        bool unclaimed = false;
        if (!is_plain(run->manifest, item)) {
            continue;
        }
        status = is_unclaimed(run->manifest, item, device, impl, &unclaimed, err);
        if (unclaimed) {
            if (!run->row[item->signature].unclaimed) {
                run->row[item->signature].unclaimed = true;
                place[item->signature] = chosen->count++;
            }
            chosen->item[place[item->signature]] = *item;
        }
    }
    free(place);
    return status;
}

static bool is_same(const struct wgc_case *a, const struct wgc_case *b)
{
    return a->signature == b->signature && a->form == b->form && a->shape == b->shape;
}

/* The other cases of the signatures that the device accepted; chosen, the first ones, is replaced.
 */
static enum wgc_status choose_rest(struct run *run, const struct wgc_plan *plan,
                                   const struct wgc_device_info *device, enum wgc_impl impl,
                                   struct wgc_plan *chosen, struct wgc_err *err)
{
    struct wgc_plan rest = {.item = calloc(plan->count + 1, sizeof *rest.item)};
    struct wgc_case *first = calloc(run->manifest->signature_count, sizeof *first);
    enum wgc_status status = WGC_OK;

    if (rest.item == NULL || first == NULL) {
        status = wgc_err_memory(err, "the unadvertised run");
    }
    for (size_t i = 0; status == WGC_OK && i < chosen->count; i++) {
        first[chosen->item[i].signature] = chosen->item[i];
    }
    for (size_t i = 0; status == WGC_OK && i < plan->count; i++) {
        const struct wgc_case *item = &plan->item[i];
        const size_t *count = run->row[item->signature].count;
        bool unclaimed = false;
        if (count[WRONG] + count[WORKS] > 0 && !is_same(item, &first[item->signature])) {
            status = is_unclaimed(run->manifest, item, device, impl, &unclaimed, err);
        }
        if (unclaimed) {
            rest.item[rest.count++] = *item;
        }
    }
    free(first);
    if (status != WGC_OK) {
        free(rest.item);
        return status;
    }
    free(chosen->item);
    *chosen = rest;
    return WGC_OK;
}

static void put_row(const struct wgc_signature *signature, const struct row *row,
                    struct wgc_buf *out)
{
    enum answer answer = 0;

    while (answer < NOT_RUN && row->count[answer] == 0) {
        answer++;
    }
    wgc_buf_printf(out, "%s{\"function\":\"%s.%s\",\"type\":\"%s\",\"answer\":\"%s\"",
                   out->size == 1 ? "" : ",", wgc_language_name(signature->language),
                   signature->function, wgc_type_info(signature->type)->name, answers[answer].text);
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
        if (run->row[i].unclaimed) {
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

static enum wgc_status run_chosen(struct run *run, const struct wgc_plan *chosen,
                                  const struct wgc_run_options *options, struct wgc_err *err)
{
    const struct wgc_run_events events = {.context = run, .result = on_result};
    struct wgc_run_stats stats = {0};

    run->plan = chosen;
    return chosen->count == 0
               ? WGC_OK
               : wgc_supervise(run->manifest, chosen, NULL, options, &events, &stats, err);
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
    struct wgc_plan chosen = {.item = calloc(plan->count + 1, sizeof *chosen.item)};
    struct wgc_run_options options = *base;
    enum wgc_status status = run.row == NULL || chosen.item == NULL
                                 ? wgc_err_memory(err, "the unadvertised run")
                                 : WGC_OK;

    options.device = (int)device->index;
    options.unadvertised = true;
    options.retries = 0;
    options.repeat = 1;
    if (status == WGC_OK) {
        status = choose_first(&run, plan, device, base->impl, &chosen, err);
    }
    if (status == WGC_OK) {
        status = run_chosen(&run, &chosen, &options, err);
    }
    if (status == WGC_OK) {
        status = choose_rest(&run, plan, device, base->impl, &chosen, err);
    }
    if (status == WGC_OK) {
        status = run_chosen(&run, &chosen, &options, err);
    }
    if (status == WGC_OK) {
        status = put_rows(&run, record, err);
    }
    free_rows(&run);
    free(chosen.item);
    return status;
}

static const char *text_of(const cJSON *entry, const char *field)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(entry, field);

    return cJSON_IsString(item) ? item->valuestring : "";
}

static size_t number_of(const cJSON *entry, const char *field)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(entry, field);

    return cJSON_IsNumber(item) && item->valuedouble > 0 ? (size_t)item->valuedouble : 0;
}

static bool has(const cJSON *entry, const char *answer, const char *function)
{
    return strcmp(text_of(entry, "answer"), answer) == 0 &&
           strcmp(text_of(entry, "function"), function) == 0;
}

/* One line for the function and this answer, with the types that gave it, at the first of them. */
static void put_function(const cJSON *array, const cJSON *first, const char *answer,
                         struct wgc_buf *out)
{
    const char *function = text_of(first, "function");
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
            wgc_buf_printf(out, " %s", text_of(entry, "type"));
            in += number_of(entry, answers[WRONG].field);
            for (int i = 0; i < ANSWERS; i++) {
                of += number_of(entry, answers[i].field);
            }
        }
    }
    wgc_buf_char(out, '\n');
    if (strcmp(answer, answers[WRONG].text) == 0) {
        wgc_buf_printf(out, "      %zu of %zu cases, as %s: %s\n", in, of,
                       text_of(first, "example"), text_of(first, "detail"));
    }
}

void wgc_unadvertised_table(const struct wgc_record *record, struct wgc_buf *out)
{
    cJSON *array = record->unadvertised == NULL ? NULL : cJSON_Parse(record->unadvertised);
    const cJSON *entry;

    if (array == NULL) {
        return;
    }
    wgc_buf_text(out, "\nnot claimed by the device, run all the same (no part of the verdicts):\n");
    for (int i = 0; i < ANSWERS; i++) {
        cJSON_ArrayForEach(entry, array)
        {
            if (strcmp(text_of(entry, "answer"), answers[i].text) == 0) {
                put_function(array, entry, answers[i].text, out);
            }
        }
    }
    if (cJSON_GetArraySize(array) == 0) {
        wgc_buf_text(out, "  nothing: it claims every function of the plan\n");
    }
    cJSON_Delete(array);
}
