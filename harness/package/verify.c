#include "package/verify.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "package/contents.h"
#include "package/selection.h"
#include "package/sums.h"
#include "reports/report_json.h"

static void check_files(const struct wgc_bundle *bundle, const struct wgc_record *record,
                        struct wgc_buf *problems)
{
    struct wgc_buf name = {0};

    for (const char *const *file = wgc_package_files; *file != NULL; file++) {
        if (wgc_bundle_find(bundle, *file) == NULL) {
            wgc_buf_printf(problems, "%s is not there\n", *file);
        }
    }
    for (size_t i = 0; i < record->result_count; i++) {
        if (!wgc_package_has_log(&record->result[i])) {
            continue;
        }
        wgc_buf_clear(&name);
        wgc_package_log_name(&name, &record->result[i]);
        if (name.failed) {
            problems->failed = true;
        } else if (wgc_bundle_find(bundle, name.data) == NULL) {
            wgc_buf_printf(problems, "%s is not there\n", name.data);
        }
    }
    wgc_buf_free(&name);
}

static void check_complete(const struct wgc_bundle *bundle, const struct wgc_record *record,
                           struct wgc_buf *problems)
{
    if (!record->complete || record->finished == NULL) {
        wgc_buf_printf(problems, "the run was cut short: %zu of %zu cases have a result\n",
                       record->result_count, wgc_record_total(record));
    }
    if (record->device == NULL) {
        wgc_buf_text(problems, "the report names no device\n");
    }
    check_files(bundle, record, problems);
}

/* device.json has to say what the report says; its checksum does not show that. */
static void check_device(const struct wgc_bundle *bundle, const struct wgc_record *record,
                         struct wgc_buf *problems)
{
    const struct wgc_bundle_file *file = wgc_bundle_find(bundle, WGC_PACKAGE_DEVICE);

    if (file == NULL || record->device == NULL) {
        return;
    }
    cJSON *told = file->data.size == 0 ? NULL : cJSON_Parse(file->data.data);
    cJSON *reported = cJSON_Parse(record->device);
    if (!cJSON_Compare(told, reported, 1)) {
        wgc_buf_printf(problems, "%s is not the device of %s\n", WGC_PACKAGE_DEVICE,
                       WGC_PACKAGE_REPORT);
    }
    cJSON_Delete(told);
    cJSON_Delete(reported);
}

static void note_origin(const struct wgc_record *record, struct wgc_buf *notes)
{
    static const char dirty[] = "-dirty";
    const char *commit = record->tool_commit == NULL ? "" : record->tool_commit;
    size_t length = strlen(commit);

    if (length >= sizeof dirty && strcmp(commit + length - (sizeof dirty - 1), dirty) == 0) {
        wgc_buf_text(notes, "wgconform was built of sources that no commit has\n");
    }
    for (size_t i = 0; i < record->warning_count; i++) {
        wgc_buf_printf(notes, "the run warned: %s\n", record->warning[i]);
    }
}

static enum wgc_status judge(const struct wgc_bundle *bundle, const struct wgc_manifest *manifest,
                             const struct wgc_record *record, struct wgc_verdict *verdict,
                             struct wgc_err *err)
{
    enum wgc_status status = wgc_sums_check(bundle, &verdict->unmodified, err);

    if (status != WGC_OK) {
        return status;
    }
    check_complete(bundle, record, &verdict->complete);
    check_device(bundle, record, &verdict->unmodified);
    note_origin(record, &verdict->notes);
    status = wgc_selection_check(manifest, record, &verdict->unfiltered, &verdict->notes, err);
    bool failed = verdict->complete.failed || verdict->unmodified.failed ||
                  verdict->unfiltered.failed || verdict->notes.failed;
    return status == WGC_OK && failed ? wgc_err_memory(err, "the verdict") : status;
}

enum wgc_status wgc_package_verify(const struct wgc_bundle *bundle,
                                   const struct wgc_manifest *manifest, struct wgc_verdict *verdict,
                                   struct wgc_record **record, struct wgc_err *err)
{
    const struct wgc_bundle_file *report = wgc_bundle_find(bundle, WGC_PACKAGE_REPORT);

    *record = NULL;
    if (report == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "there is no %s in it", WGC_PACKAGE_REPORT);
    }
    enum wgc_status status = wgc_report_json_parse(
        WGC_PACKAGE_REPORT, report->data.data == NULL ? "" : report->data.data, report->data.size,
        record, err);
    if (status == WGC_OK) {
        status = judge(bundle, manifest, *record, verdict, err);
    }
    if (status != WGC_OK) {
        wgc_verdict_free(verdict);
        wgc_record_free(*record);
        *record = NULL;
    }
    return status;
}

void wgc_verdict_free(struct wgc_verdict *verdict)
{
    wgc_buf_free(&verdict->complete);
    wgc_buf_free(&verdict->unmodified);
    wgc_buf_free(&verdict->unfiltered);
    wgc_buf_free(&verdict->notes);
}
