#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "report_file/journal.h"
#include "report_file/parts.h"
#include "report_file/report_json.h"

/* A journal during its merge into a report. */
struct merge {
    struct wgc_record *record;
    const char *path;
    size_t line;
    char **known; /* the names of the report's cases, sorted */
    size_t known_count;
};

static int by_name(const void *a, const void *b)
{
    const char *const *x = a;
    const char *const *y = b;

    return strcmp(*x, *y);
}

static enum wgc_status note_names(struct merge *merge, struct wgc_err *err)
{
    const struct wgc_record *record = merge->record;

    merge->known_count = record->result_count;
    merge->known = malloc((merge->known_count + 1) * sizeof(char *));
    if (merge->known == NULL) {
        return wgc_err_memory(err, "the report");
    }
    for (size_t i = 0; i < merge->known_count; i++) {
        merge->known[i] = record->result[i].name;
    }
    qsort(merge->known, merge->known_count, sizeof(char *), by_name);
    return WGC_OK;
}

static enum wgc_status add_result(struct merge *merge, const cJSON *object, struct wgc_err *err)
{
    struct wgc_result result;
    enum wgc_status status = wgc_report_json_get_result(object, &result, err);

    if (status == WGC_OK) {
        const char *name = result.name;
        if (bsearch(&name, merge->known, merge->known_count, sizeof(char *), by_name) == NULL) {
            result.order = merge->record->result_count;
            status = wgc_record_add(merge->record, &result, err);
        }
        wgc_result_free(&result);
    }
    return status;
}

static enum wgc_status add_line(struct merge *merge, const cJSON *object, struct wgc_err *err)
{
    const cJSON *device = cJSON_GetObjectItemCaseSensitive(object, "device");
    const cJSON *warning = cJSON_GetObjectItemCaseSensitive(object, "warning");

    if (cJSON_IsString(warning)) {
        const bool of_waiver = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "of_waiver"));
        enum wgc_status status = wgc_record_warn(merge->record, warning->valuestring, err);
        return status == WGC_OK && of_waiver
                   ? wgc_record_note_waiver(merge->record, warning->valuestring, err)
                   : status;
    }
    if (!cJSON_IsObject(device)) {
        return add_result(merge, object, err);
    }
    return wgc_record_device_read(device, &merge->record->device, err);
}

/* The first line must be that of this report's run. */
static enum wgc_status check_head(const struct merge *merge, const char *text, size_t size,
                                  struct wgc_err *err)
{
    struct wgc_buf head = {0};

    wgc_journal_put_head(&head, merge->record);
    if (head.failed) {
        wgc_buf_free(&head);
        return wgc_err_memory(err, "the journal");
    }
    bool ours = head.size == size && memcmp(head.data, text, size) == 0;
    wgc_buf_free(&head);
    return ours ? WGC_OK
                : wgc_err_set(err, WGC_ERR_INPUT,
                              "%s:1: it belongs to another run than the report (other start, seed "
                              "or number of cases)",
                              merge->path);
}

static enum wgc_status read_line(struct merge *merge, const char *text, size_t size,
                                 struct wgc_err *err)
{
    cJSON *root = NULL;

    if (merge->line == 1) {
        return check_head(merge, text, size, err);
    }
    enum wgc_status status = wgc_json_parse("", text, size, &root, err);
    if (status != WGC_OK) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s:%zu: not valid JSON", merge->path, merge->line);
    }
    status = add_line(merge, root, err);
    cJSON_Delete(root);
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s:%zu", merge->path, merge->line);
}

/* Text after the last line end is an unfinished line. */
static enum wgc_status read_lines(struct merge *merge, const char *text, size_t size,
                                  struct wgc_err *err)
{
    enum wgc_status status = note_names(merge, err);
    const char *end;

    while (status == WGC_OK && size > 0 && (end = memchr(text, '\n', size)) != NULL) {
        size_t length = (size_t)(end - text);
        merge->line++;
        status = read_line(merge, text, length, err);
        text += length + 1;
        size -= length + 1;
    }
    if (merge->record->open_ended) {
        wgc_record_fix_total(merge->record);
    }
    if (status == WGC_OK && merge->record->result_count > wgc_record_total(merge->record)) {
        status = wgc_err_set(
            err, WGC_ERR_INPUT, "%s: there are %zu results with the report's, but %zu cases",
            merge->path, merge->record->result_count, wgc_record_total(merge->record));
    }
    if (status == WGC_OK) {
        status = wgc_record_check_names(merge->record, err);
        status = status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", merge->path);
    }
    free(merge->known);
    return status;
}

enum wgc_status wgc_journal_apply(const char *name, const char *text, size_t size,
                                  struct wgc_record *record, struct wgc_err *err)
{
    struct merge merge = {.record = record, .path = name};

    return read_lines(&merge, text, size, err);
}

static enum wgc_status merge_journal(const char *path, struct wgc_record *record,
                                     struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_file_read(path, WGC_REPORT_LIMIT, WGC_ERR_INPUT, &text, err);

    if (status == WGC_OK) {
        status = wgc_journal_apply(path, text.data, text.size, record, err);
    }
    wgc_buf_free(&text);
    return status;
}

enum wgc_status wgc_journal_read(const char *report, struct wgc_record **out, struct wgc_err *err)
{
    enum wgc_status status = wgc_report_json_read(report, out, err);

    if (status != WGC_OK) {
        return status;
    }
    char *path = wgc_journal_path(report);
    if (path == NULL) {
        status = wgc_err_memory(err, "the journal");
    } else if (access(path, F_OK) == 0) {
        status = merge_journal(path, *out, err);
    }
    free(path);
    if (status != WGC_OK) {
        wgc_record_free(*out);
        *out = NULL;
    }
    return status;
}
