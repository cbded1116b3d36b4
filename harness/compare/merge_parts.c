#include "compare/parts.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/json_text.h"
#include "record/case_name.h"

enum { ANSWERS = 5 };

/* The outcomes of an unadvertised run. The outcome of a row is the first one with a case. */
static const char *const answers[ANSWERS] = {"accepted and wrong", "crashed", "rejected", "works",
                                             "not run"};
static const char *const counts[ANSWERS] = {"accepted_and_wrong", "crashed", "rejected", "works",
                                            "not_run"};

/* Replaces *text by the value. */
static enum wgc_status put_back(char **text, const cJSON *value, struct wgc_err *err)
{
    struct wgc_buf out = {0};

    wgc_json_put_value(&out, value);
    if (out.failed) {
        wgc_buf_free(&out);
        return wgc_err_memory(err, "the merged report");
    }
    free(*text);
    *text = out.data;
    return WGC_OK;
}

/* Adds a field of *from to that of *to. */
static enum wgc_status add_number(cJSON *to, const cJSON *from, const char *field,
                                  struct wgc_err *err)
{
    cJSON *mine = cJSON_GetObjectItemCaseSensitive(to, field);
    int64_t a = 0, b = 0;
    enum wgc_status status = wgc_json_integer(to, field, 0, INT32_MAX, &a, err);

    if (status == WGC_OK) {
        status = wgc_json_integer(from, field, 0, INT32_MAX, &b, err);
    }
    if (status == WGC_OK) {
        (void)cJSON_SetNumberHelper(mine, (double)(a + b));
    }
    return status;
}

/* Moves the items of an array to another's end. */
static void move_items(cJSON *to, cJSON *from)
{
    while (from->child != NULL) {
        (void)cJSON_AddItemToArray(to, cJSON_DetachItemViaPointer(from, from->child));
    }
}

static enum wgc_status add_audit(cJSON *to, cJSON *from, struct wgc_err *err)
{
    static const char *const fields[] = {"requested", "selected", "passed"};
    const cJSON *mine, *theirs;
    enum wgc_status status = wgc_json_array(to, "cases", &mine, err);

    if (status == WGC_OK) {
        status = wgc_json_array(from, "cases", &theirs, err);
    }
    for (size_t i = 0; status == WGC_OK && i < sizeof fields / sizeof fields[0]; i++) {
        status = add_number(to, from, fields[i], err);
    }
    if (status == WGC_OK) {
        move_items(cJSON_GetObjectItemCaseSensitive(to, "cases"),
                   cJSON_GetObjectItemCaseSensitive(from, "cases"));
    }
    return status;
}

static cJSON *find_row(cJSON *rows, const cJSON *key)
{
    cJSON *row;

    cJSON_ArrayForEach(row, rows)
    {
        if (strcmp(wgc_json_text(row, "function"), wgc_json_text(key, "function")) == 0 &&
            strcmp(wgc_json_text(row, "type"), wgc_json_text(key, "type")) == 0) {
            return row;
        }
    }
    return NULL;
}

/* The index of a row's answer; ANSWERS where it has none. */
static size_t answer_of(const cJSON *row)
{
    size_t answer = 0;

    while (answer < ANSWERS && strcmp(wgc_json_text(row, "answer"), answers[answer]) != 0) {
        answer++;
    }
    return answer;
}

/* Replaces the row's answer by the other's, with its example. */
static void replace_answer(cJSON *row, cJSON *other)
{
    static const char *const fields[] = {"answer", "example", "detail"};

    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        cJSON *mine = cJSON_GetObjectItemCaseSensitive(row, fields[i]);
        cJSON *theirs = cJSON_GetObjectItemCaseSensitive(other, fields[i]);
        if (mine != NULL && theirs != NULL) {
            (void)cJSON_ReplaceItemViaPointer(row, mine, cJSON_DetachItemViaPointer(other, theirs));
        }
    }
}

static enum wgc_status add_row(cJSON *row, cJSON *other, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < ANSWERS; i++) {
        status = add_number(row, other, counts[i], err);
    }
    if (status == WGC_OK && answer_of(other) < answer_of(row)) {
        replace_answer(row, other);
    }
    return status;
}

static enum wgc_status add_unadvertised(cJSON *to, cJSON *from, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    while (status == WGC_OK && from->child != NULL) {
        cJSON *other = cJSON_DetachItemViaPointer(from, from->child);
        cJSON *row = find_row(to, other);
        if (row == NULL) {
            (void)cJSON_AddItemToArray(to, other);
            continue;
        }
        status = add_row(row, other, err);
        cJSON_Delete(other);
    }
    return status;
}

static cJSON *find_reason(cJSON *reasons, const cJSON *key)
{
    cJSON *row;

    cJSON_ArrayForEach(row, reasons)
    {
        if (strcmp(wgc_json_text(row, "reason"), wgc_json_text(key, "reason")) == 0) {
            return row;
        }
    }
    return NULL;
}

/* The share is set when all results are there. */
static enum wgc_status add_not_run(cJSON *to, cJSON *from, struct wgc_err *err)
{
    const cJSON *there;
    enum wgc_status status = wgc_json_array(to, "reasons", &there, err);

    if (status == WGC_OK) {
        status = wgc_json_array(from, "reasons", &there, err);
    }
    if (status == WGC_OK) {
        status = add_number(to, from, "cases", err);
    }
    cJSON *mine = cJSON_GetObjectItemCaseSensitive(to, "reasons");
    cJSON *theirs = cJSON_GetObjectItemCaseSensitive(from, "reasons");
    while (status == WGC_OK && theirs->child != NULL) {
        cJSON *other = cJSON_DetachItemViaPointer(theirs, theirs->child);
        cJSON *row = find_reason(mine, other);
        if (row == NULL) {
            (void)cJSON_AddItemToArray(mine, other);
            continue;
        }
        status = add_number(row, other, "cases", err);
        cJSON_Delete(other);
    }
    return status;
}

/* Adds theirs, JSON text, to *mine; either may be NULL. */
static enum wgc_status add_part(char **mine, const char *theirs, const char *name,
                                enum wgc_status (*add)(cJSON *, cJSON *, struct wgc_err *),
                                struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    if (theirs == NULL) {
        return WGC_OK;
    }
    if (*mine == NULL) {
        *mine = strdup(theirs);
        return *mine == NULL ? wgc_err_memory(err, "the merged report") : WGC_OK;
    }
    cJSON *to = cJSON_Parse(*mine);
    cJSON *from = cJSON_Parse(theirs);
    if (to == NULL || from == NULL) {
        status = wgc_err_memory(err, "the merged report"); /* both were read before */
    } else {
        status = add(to, from, err);
        status = status == WGC_OK ? put_back(mine, to, err) : wgc_err_wrap(err, "%s", name);
    }
    cJSON_Delete(to);
    cJSON_Delete(from);
    return status;
}

enum wgc_status wgc_merge_add_parts(struct wgc_record *out, const struct wgc_record *record,
                                    struct wgc_err *err)
{
    enum wgc_status status = add_part(&out->audit, record->audit, "audit", add_audit, err);

    if (status == WGC_OK) {
        status = add_part(&out->unadvertised, record->unadvertised, "unadvertised",
                          add_unadvertised, err);
    }
    return status == WGC_OK ? add_part(&out->not_run, record->not_run, "not_run", add_not_run, err)
                            : status;
}

/* Sets the share of the cases that ran, among those that ran and those of `not_run`. */
static enum wgc_status set_share(struct wgc_record *out, struct wgc_err *err)
{
    cJSON *not_run = out->not_run == NULL ? NULL : cJSON_Parse(out->not_run);
    int64_t left = 0;
    double ran = 0.0;

    if (out->not_run == NULL) {
        return WGC_OK;
    }
    for (size_t i = 0; i < out->result_count; i++) {
        ran += !out->result[i].unselected && out->result[i].state != WGC_STATE_SKIP ? 1.0 : 0.0;
    }
    enum wgc_status status = not_run == NULL
                                 ? wgc_err_memory(err, "the merged report")
                                 : wgc_json_integer(not_run, "cases", 1, INT32_MAX, &left, err);
    if (status == WGC_OK) {
        cJSON *share = cJSON_GetObjectItemCaseSensitive(not_run, "share");
        share = share != NULL ? share : cJSON_AddNumberToObject(not_run, "share", 0.0); /* older */
        status = share == NULL ? wgc_err_memory(err, "the merged report") : WGC_OK;
        if (status == WGC_OK) {
            (void)cJSON_SetNumberHelper(share, ran / (ran + (double)left));
            status = put_back(&out->not_run, not_run, err);
        }
    }
    cJSON_Delete(not_run);
    return status == WGC_OK ? status : wgc_err_wrap(err, "not_run");
}

/* The place of the first result of the row's function and type. */
static size_t place_of(const struct wgc_record *record, const cJSON *row)
{
    const char *function = wgc_json_text(row, "function");
    const char *type = wgc_json_text(row, "type");
    const size_t length = strlen(function);
    const size_t type_length = strlen(type);
    size_t place = 0;

    for (; place < record->result_count; place++) {
        const struct wgc_case_name parts = wgc_case_name_split(record->result[place].name);
        if (parts.suite_length == length && strncmp(parts.text, function, length) == 0 &&
            parts.type_length == type_length && strncmp(parts.rest, type, type_length) == 0) {
            break;
        }
    }
    return place;
}

struct placed {
    size_t place, before; /* of its first result; among the rows as they were */
    cJSON *row;
};

static int by_place(const void *a, const void *b)
{
    const struct placed *left = a;
    const struct placed *right = b;

    if (left->place != right->place) {
        return left->place < right->place ? -1 : 1;
    }
    return (left->before > right->before) - (left->before < right->before);
}

static enum wgc_status sort_rows(struct wgc_record *out, struct wgc_err *err)
{
    cJSON *rows = out->unadvertised == NULL ? NULL : cJSON_Parse(out->unadvertised);
    const size_t count = (size_t)cJSON_GetArraySize(rows);
    enum wgc_status status = WGC_OK;

    if (out->unadvertised == NULL) {
        return WGC_OK;
    }
    struct placed *placed = calloc(count + 1, sizeof *placed);
    if (rows == NULL || placed == NULL) {
        status = wgc_err_memory(err, "the merged report");
    }
    for (size_t i = 0; status == WGC_OK && i < count; i++) {
        cJSON *row = cJSON_DetachItemViaPointer(rows, rows->child);
        placed[i] = (struct placed){place_of(out, row), i, row};
    }
    if (status == WGC_OK) {
        qsort(placed, count, sizeof *placed, by_place);
        for (size_t i = 0; i < count; i++) {
            (void)cJSON_AddItemToArray(rows, placed[i].row);
        }
        status = put_back(&out->unadvertised, rows, err);
    }
    free(placed);
    cJSON_Delete(rows);
    return status;
}

enum wgc_status wgc_merge_end_parts(struct wgc_record *out, struct wgc_err *err)
{
    enum wgc_status status = sort_rows(out, err);

    return status == WGC_OK ? set_share(out, err) : status;
}
