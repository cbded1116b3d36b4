#include "options/report_queries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causes/causes.h"
#include "record/case_name.h"
#include "report_file/report_json.h"

unsigned wgc_states_not_passed(void)
{
    unsigned states = 0;

    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        states |= wgc_state_is_bad((enum wgc_state)i) ? 1U << i : 0U;
    }
    return states;
}

enum wgc_status wgc_parse_states(const char *text, unsigned *states, struct wgc_err *err)
{
    *states = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, ",");
        int found = -1;
        for (int i = 0; i < WGC_STATE_COUNT; i++) {
            const char *name = wgc_state_name((enum wgc_state)i);
            found = strlen(name) == length && strncmp(name, text, length) == 0 ? i : found;
        }
        if (found < 0) {
            return wgc_err_set(err, WGC_ERR_INPUT, "\"%.*s\" is not a state of a case", (int)length,
                               text);
        }
        *states |= 1U << found;
        text += length + (text[length] == ',');
    }
    return *states != 0 ? WGC_OK : wgc_err_set(err, WGC_ERR_INPUT, "a state is missing");
}

bool wgc_is_report_name(const char *path)
{
    static const char *const ends[] = {".json", ".json.gz"};
    const size_t length = strlen(path);
    bool is = false;

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t size = strlen(ends[i]);
        is = is || (length > size && strcmp(path + length - size, ends[i]) == 0);
    }
    return is;
}

/* Whether the cause has the id, or the number of its place, as reports list it. */
static bool is_chosen(const struct wgc_report_cause *cause, size_t place, const char *id)
{
    char number[32];

    (void)snprintf(number, sizeof number, "%zu", place + 1);
    return strcmp(cause->id, id) == 0 || strcmp(number, id) == 0;
}

/* A flag for each result: whether it has the cause. */
static enum wgc_status mark_cause(const struct wgc_record *record, const char *id, bool *marked,
                                  struct wgc_err *err)
{
    struct wgc_causes causes;
    bool found = false;
    enum wgc_status status = wgc_causes_make(record, &causes, err);

    if (status != WGC_OK) {
        return status;
    }
    for (size_t i = 0; i < causes.count; i++) {
        const struct wgc_report_cause *cause = &causes.cause[i];
        for (size_t k = 0; is_chosen(cause, i, id) && k < cause->count; k++) {
            marked[cause->result[k] - record->result] = true;
            found = true;
        }
    }
    wgc_causes_free(&causes);
    return found ? WGC_OK
                 : wgc_err_set(err, WGC_ERR_INPUT, "no cause has the id or the number %s", id);
}

enum wgc_status wgc_report_example(const struct wgc_record *record, const char *cause,
                                   const struct wgc_result **example, struct wgc_err *err)
{
    struct wgc_causes causes;
    enum wgc_status status = wgc_causes_make(record, &causes, err);

    if (status != WGC_OK) {
        return status;
    }
    *example = NULL;
    for (size_t i = 0; i < causes.count; i++) {
        if (cause == NULL ? causes.bad == 1 && i == 0 : is_chosen(&causes.cause[i], i, cause)) {
            *example = causes.cause[i].example;
        }
    }
    if (*example == NULL && cause != NULL) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "no cause has the id or the number %s", cause);
    } else if (*example == NULL) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "the report has %zu causes: choose with --cause",
                             causes.bad);
    }
    wgc_causes_free(&causes);
    return status;
}

enum wgc_status wgc_report_cause_id(const struct wgc_record *record, const char *cause,
                                    struct wgc_buf *id, struct wgc_err *err)
{
    struct wgc_causes causes;
    enum wgc_status status = wgc_causes_make(record, &causes, err);

    if (status != WGC_OK) {
        return status;
    }
    for (size_t i = 0; id->size == 0 && i < causes.count; i++) {
        if (is_chosen(&causes.cause[i], i, cause)) {
            wgc_buf_text(id, causes.cause[i].id);
        }
    }
    wgc_causes_free(&causes);
    if (id->size == 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "no cause has the id or the number %s", cause);
    }
    return id->failed ? wgc_err_memory(err, "the id of a cause") : WGC_OK;
}

static bool can_be_selected(const struct wgc_result *result)
{
    return !result->unselected && !wgc_case_name_is_explored(result->name);
}

enum wgc_status wgc_report_queries_put(struct wgc_buf *out, const struct wgc_record *record,
                                       unsigned states, const char *cause, struct wgc_err *err)
{
    bool *marked = calloc(record->result_count + 1, sizeof *marked);
    size_t count = 0;
    enum wgc_status status = marked == NULL ? wgc_err_memory(err, "the cases of a report") : WGC_OK;

    if (status == WGC_OK && cause != NULL) {
        status = mark_cause(record, cause, marked, err);
    }
    for (size_t i = 0; status == WGC_OK && i < record->result_count; i++) {
        const struct wgc_result *result = &record->result[i];
        if ((states >> result->state & 1U) != 0 && (cause == NULL || marked[i]) &&
            can_be_selected(result)) {
            wgc_buf_printf(out, "%s\n", result->name);
            count++;
        }
    }
    free(marked);
    if (status == WGC_OK && count == 0) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "no case of the report is in these states");
    }
    return status == WGC_OK && out->failed ? wgc_err_memory(err, "the cases of a report") : status;
}

enum wgc_status wgc_report_queries_read(const char *path, struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_record *record = NULL;
    enum wgc_status status = wgc_report_json_read(path, &record, err);

    if (status != WGC_OK) {
        return status;
    }
    status = wgc_report_queries_put(out, record, wgc_states_not_passed(), NULL, err);
    if (status == WGC_ERR_INPUT) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s: every case passed, was skipped or is waived",
                             path);
    }
    wgc_record_free(record);
    return status;
}
