#include "package/verify.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "package/contents.h"
#include "package/details.h"
#include "package/official.h"
#include "package/parts.h"
#include "package/sums.h"
#include "report_file/report_json.h"

/* The expected files of a package follow from its report; other files are a problem. */
struct listing {
    const struct wgc_bundle *bundle;
    unsigned char *expected; /* for each file of the bundle */
    struct wgc_buf *missing;
};

static void call_for(struct listing *listing, const char *name)
{
    const struct wgc_bundle_file *file = wgc_bundle_find(listing->bundle, name);

    if (file == NULL) {
        wgc_buf_printf(listing->missing, "%s is not there\n", name);
    } else {
        listing->expected[file - listing->bundle->file] = 1;
    }
}

static enum wgc_status check_files(const struct wgc_bundle *bundle, const struct wgc_record *record,
                                   struct wgc_verdict *verdict, struct wgc_err *err)
{
    struct listing listing = {bundle, calloc(bundle->count + 1, 1), &verdict->complete};
    struct wgc_buf name = {0};

    if (listing.expected == NULL) {
        return wgc_err_memory(err, "the list of files");
    }
    for (const char *const *file = wgc_package_files; *file != NULL; file++) {
        call_for(&listing, *file);
    }
    call_for(&listing, WGC_SUMS_NAME);
    for (size_t i = 0; i < record->result_count; i++) {
        if (wgc_package_has_log(&record->result[i])) {
            wgc_buf_clear(&name);
            wgc_package_log_name(&name, &record->result[i]);
            call_for(&listing, name.failed ? "" : name.data);
        }
    }
    for (size_t i = 0; i < bundle->count; i++) {
        if (listing.expected[i] == 0) {
            wgc_buf_printf(&verdict->unmodified, "%s is no file of a package of this report\n",
                           bundle->file[i].name);
        }
    }
    bool failed = name.failed;
    wgc_buf_free(&name);
    free(listing.expected);
    return failed ? wgc_err_memory(err, "the list of files") : WGC_OK;
}

static void check_complete(const struct wgc_record *record, struct wgc_buf *problems)
{
    if (!record->complete || record->finished == NULL) {
        wgc_buf_printf(problems, "the run was cut short: %zu of %zu cases have a result\n",
                       record->result_count, wgc_record_total(record));
    }
    if (record->device.json == NULL) {
        wgc_buf_text(problems, "the report names no device\n");
    }
}

/* device.json must be the device of the report; its checksum does not prove that. */
static void check_device(const struct wgc_bundle *bundle, const struct wgc_record *record,
                         struct wgc_buf *problems)
{
    const struct wgc_bundle_file *file = wgc_bundle_find(bundle, WGC_PACKAGE_DEVICE);

    if (file == NULL || record->device.json == NULL) {
        return;
    }
    cJSON *packed = file->data.size == 0 ? NULL : cJSON_Parse(file->data.data);
    cJSON *reported = cJSON_Parse(record->device.json);
    if (!cJSON_Compare(packed, reported, 1)) {
        wgc_buf_printf(problems, "%s is not the device of %s\n", WGC_PACKAGE_DEVICE,
                       WGC_PACKAGE_REPORT);
    }
    cJSON_Delete(packed);
    cJSON_Delete(reported);
}

static enum wgc_status check_details(const struct wgc_bundle *bundle,
                                     const struct wgc_record *record, struct wgc_verdict *verdict,
                                     struct wgc_err *err)
{
    const struct wgc_bundle_file *file = wgc_bundle_find(bundle, WGC_PACKAGE_DETAILS);

    return file == NULL ? WGC_OK /* check_files reported it */
                        : wgc_details_check(&file->data, record, &verdict->unmodified,
                                            &verdict->details, err);
}

static void note_warnings(const struct wgc_record *record, struct wgc_buf *notes)
{
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
    check_complete(record, &verdict->complete);
    status = check_files(bundle, record, verdict, err);
    if (status != WGC_OK) {
        return status;
    }
    check_device(bundle, record, &verdict->unmodified);
    status = check_details(bundle, record, verdict, err);
    if (status != WGC_OK) {
        return status;
    }
    wgc_official_check(record, &verdict->official);
    note_warnings(record, &verdict->notes);
    status = wgc_selection_check(manifest, record, &verdict->unfiltered, &verdict->notes, err);
    bool failed = verdict->complete.failed || verdict->unmodified.failed ||
                  verdict->unfiltered.failed || verdict->official.failed ||
                  verdict->details.failed || verdict->notes.failed;
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
    enum wgc_status status = wgc_report_json_parse(WGC_PACKAGE_REPORT, wgc_buf_str(&report->data),
                                                   report->data.size, record, err);
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
    wgc_buf_free(&verdict->official);
    wgc_buf_free(&verdict->details);
    wgc_buf_free(&verdict->notes);
}
