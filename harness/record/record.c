#include "record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/row.h"
#include "base/array.h"
#include "base/list.h"
#include "base/plural.h"

void wgc_result_waived_free(struct wgc_result_waived *waived)
{
    if (waived != NULL) {
        free(waived->why);
        free(waived->link);
        free(waived->reason);
        free(waived);
    }
}

void wgc_result_free(struct wgc_result *result)
{
    free(result->name);
    free(result->reason);
    free(result->waiver);
    wgc_result_waived_free(result->waived);
    free(result->shape);
    wgc_record_mismatch_free(result->mismatch);
    free(result->build_log);
    free(result->signal);
    free(result->frames);
    wgc_record_attempts_free(result->attempts);
    wgc_list_free(result->kernels);
    *result = (struct wgc_result){0};
}

void wgc_result_put_reason(struct wgc_buf *out, const struct wgc_result *result)
{
    if (result->reason == NULL || result->reason[0] == '\0') {
        return;
    }
    wgc_buf_text(out, result->reason);
    if (result->spirv_version > 0) {
        wgc_buf_printf(out, "; as SPIR-V %u.%u", WGC_VERSION_PARTS(result->spirv_version));
    }
}

enum wgc_state wgc_result_failure(const struct wgc_result *result)
{
    if (result->state != WGC_STATE_WAIVED) {
        return result->state;
    }
    return result->waived == NULL ? WGC_STATE_FAIL : result->waived->state;
}

const char *wgc_result_own_reason(const struct wgc_result *result)
{
    const char *reason = result->reason;

    if (result->state == WGC_STATE_WAIVED) {
        reason = result->waived == NULL ? NULL : result->waived->reason;
    }
    return wgc_or_empty(reason);
}

static const char *const shape_kinds[WGC_SHAPE_KIND_COUNT] = {
    [WGC_SHAPE_REDUCED] = "reduced",
    [WGC_SHAPE_CHANGING] = "changing_places",
    [WGC_SHAPE_PLACE] = "place",
};

const char *wgc_shape_kind_name(enum wgc_shape_kind kind)
{
    return shape_kinds[kind];
}

enum wgc_shape_kind wgc_shape_kind_by_name(const char *name)
{
    const int kind =
        wgc_row_by_name(shape_kinds, sizeof shape_kinds[0], WGC_SHAPE_KIND_COUNT, name);

    return kind < 0 ? WGC_SHAPE_REDUCED : (enum wgc_shape_kind)kind;
}

struct wgc_record *wgc_record_create(void)
{
    return calloc(1, sizeof(struct wgc_record));
}

void wgc_record_free(struct wgc_record *record)
{
    if (record == NULL) {
        return;
    }
    free(record->tool_version);
    free(record->tool_commit);
    free(record->tool_suite);
    wgc_record_git_free(&record->tool_git);
    wgc_list_free(record->command);
    wgc_list_free(record->rerun);
    free(record->started);
    free(record->finished);
    free(record->profile);
    free(record->impl);
    free(record->build_options);
    wgc_record_machine_free(&record->host);
    wgc_record_device_free(&record->device);
    free(record->unadvertised);
    free(record->audit);
    free(record->not_run);
    free(record->explore);
    wgc_list_free(record->warning);
    wgc_list_free(record->waiver_warning);
    for (size_t i = 0; i < record->result_count; i++) {
        wgc_result_free(&record->result[i]);
    }
    free(record->result);
    free(record);
}

enum wgc_status wgc_record_add(struct wgc_record *record, struct wgc_result *result,
                               struct wgc_err *err)
{
    struct wgc_result *grown = wgc_array_grow(record->result, record->result_count, sizeof *grown);

    if (grown == NULL) {
        return wgc_err_memory(err, "the results");
    }
    record->result = grown;
    result->seconds = round(result->seconds * 1e6) / 1e6;
    record->result[record->result_count++] = *result;
    *result = (struct wgc_result){0};
    return WGC_OK;
}

static bool has(char *const *list, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i], text) == 0) {
            return true;
        }
    }
    return false;
}

static enum wgc_status add_warning(char ***list, size_t *count, const char *text,
                                   struct wgc_err *err)
{
    return has(*list, *count, text) || wgc_list_add(list, count, text)
               ? WGC_OK
               : wgc_err_memory(err, "a warning");
}

enum wgc_status wgc_record_warn(struct wgc_record *record, const char *text, struct wgc_err *err)
{
    return add_warning(&record->warning, &record->warning_count, text, err);
}

enum wgc_status wgc_record_note_waiver(struct wgc_record *record, const char *text,
                                       struct wgc_err *err)
{
    return add_warning(&record->waiver_warning, &record->waiver_warning_count, text, err);
}

bool wgc_record_is_of_waiver(const struct wgc_record *record, const char *warning)
{
    return has(record->waiver_warning, record->waiver_warning_count, warning);
}

void wgc_record_remove_waiver_warnings(struct wgc_record *record)
{
    size_t kept = 0;

    for (size_t i = 0; i < record->warning_count; i++) {
        if (wgc_record_is_of_waiver(record, record->warning[i])) {
            free(record->warning[i]);
        } else {
            record->warning[kept++] = record->warning[i];
        }
    }
    if (record->warning != NULL) {
        record->warning[kept] = NULL;
    }
    record->warning_count = kept;
    wgc_list_free(record->waiver_warning);
    record->waiver_warning = NULL;
    record->waiver_warning_count = 0;
}

static int by_order(const void *a, const void *b)
{
    const struct wgc_result *x = a;
    const struct wgc_result *y = b;

    return (x->order > y->order) - (x->order < y->order);
}

void wgc_record_sort(struct wgc_record *record)
{
    if (record->result_count > 1) {
        qsort(record->result, record->result_count, sizeof *record->result, by_order);
    }
}

static int by_name(const void *a, const void *b)
{
    const char *const *x = a;
    const char *const *y = b;

    return strcmp(*x, *y);
}

enum wgc_status wgc_record_check_names(const struct wgc_record *record, struct wgc_err *err)
{
    const char **name = malloc((record->result_count + 1) * sizeof(char *));
    enum wgc_status status = WGC_OK;

    if (name == NULL) {
        return wgc_err_memory(err, "the results' names");
    }
    for (size_t i = 0; i < record->result_count; i++) {
        name[i] = record->result[i].name;
    }
    qsort(name, record->result_count, sizeof(char *), by_name);
    for (size_t i = 1; status == WGC_OK && i < record->result_count; i++) {
        if (strcmp(name[i - 1], name[i]) == 0) {
            status = wgc_err_set(err, WGC_ERR_INPUT, "case %s has two results", name[i]);
        }
    }
    free(name);
    return status;
}

const struct wgc_result *wgc_record_find(const struct wgc_record *record, const char *name)
{
    const struct wgc_result *found = NULL;

    for (size_t i = 0; found == NULL && i < record->result_count; i++) {
        found = strcmp(record->result[i].name, name) == 0 ? &record->result[i] : NULL;
    }
    return found;
}

void wgc_record_count(const struct wgc_record *record, size_t count[WGC_STATE_COUNT])
{
    memset(count, 0, WGC_STATE_COUNT * sizeof *count);
    for (size_t i = 0; i < record->result_count; i++) {
        count[record->result[i].state]++;
    }
}

static size_t count_unselected(const struct wgc_record *record)
{
    size_t count = 0;

    for (size_t i = 0; i < record->result_count; i++) {
        count += record->result[i].unselected;
    }
    return count;
}

size_t wgc_record_total(const struct wgc_record *record)
{
    return record->total + count_unselected(record);
}

void wgc_record_fix_total(struct wgc_record *record)
{
    record->total = record->result_count - count_unselected(record);
}

void wgc_record_put_incomplete(struct wgc_buf *out, const struct wgc_record *record)
{
    const size_t total = wgc_record_total(record);

    if (record->result_count < total) {
        wgc_buf_printf(out, "not complete: %zu of %zu cases have no result",
                       total - record->result_count, total);
    } else {
        wgc_buf_printf(out, "not complete: it ended early, after %zu case%s", total,
                       wgc_plural(total));
    }
}

int wgc_record_exit_status(const struct wgc_record *record)
{
    for (size_t i = 0; i < record->result_count; i++) {
        if (wgc_state_is_bad(record->result[i].state)) {
            return 1;
        }
    }
    return 0;
}
