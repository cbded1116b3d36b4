#include "package/contents.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "package/details.h"
#include "package/official.h"
#include "package/sums.h"
#include "reports/detail.h"

#define README   "README.txt"
#define VERSIONS "versions.json"

const char *const wgc_package_files[] = {
    WGC_PACKAGE_REPORT, WGC_PACKAGE_DEVICE, VERSIONS, README, WGC_PACKAGE_DETAILS, NULL};

static const char readme_end[] =
    "\n"
    "report.json             all results, in the order of the suite\n"
    "device.json             what the device reports of itself\n"
    "versions.json           program and its sources, suite, driver, loader and host\n"
    "submission_details.txt  who submits what, for Khronos\n"
    "logs/                   the cases that went wrong or were waived, and what a compiler "
    "printed, a file each\n"
    "SHA256SUMS              the checksums of all these files: sha256sum -c SHA256SUMS\n"
    "\n"
    "wgconform verify PACKAGE checks that it is complete, unmodified and unfiltered;\n"
    "wgconform html report.json -o report.html makes a page of it.\n";

bool wgc_package_has_log(const struct wgc_result *result)
{
    return wgc_state_is_bad(result->state) || result->state == WGC_STATE_WAIVED ||
           (result->build_log != NULL && result->build_log[0] != '\0');
}

void wgc_package_log_name(struct wgc_buf *out, const struct wgc_result *result)
{
    wgc_buf_printf(out, "logs/%s.txt", result->name);
}

static enum wgc_status add_log(struct wgc_bundle *bundle, const struct wgc_record *record,
                               const struct wgc_result *result, struct wgc_err *err)
{
    struct wgc_buf name = {0};
    struct wgc_buf text = {0};

    wgc_package_log_name(&name, result);
    wgc_buf_printf(&text, "%s: %s\n", result->name, wgc_state_name(result->state));
    wgc_detail_text(&text, result);
    wgc_buf_text(&text, "rerun: ");
    wgc_detail_rerun(&text, record, result->name);
    wgc_buf_char(&text, '\n');
    enum wgc_status status =
        name.failed ? wgc_err_memory(err, "a log") : wgc_bundle_add(bundle, name.data, &text, err);
    wgc_buf_free(&name);
    wgc_buf_free(&text);
    return status;
}

/* A copy of a member, null where there is none. */
static void copy_member(cJSON *to, const cJSON *from, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(from, name);

    (void)cJSON_AddItemToObject(to, name,
                                item == NULL ? cJSON_CreateNull() : cJSON_Duplicate(item, 1));
}

static void add_text(cJSON *to, const char *name, const char *text)
{
    (void)cJSON_AddItemToObject(to, name,
                                text == NULL ? cJSON_CreateNull() : cJSON_CreateString(text));
}

/* The text of a part as a tree, to be indented; null where the report lacks the part. */
static cJSON *tree_of(const char *json)
{
    return json == NULL ? cJSON_CreateNull() : cJSON_Parse(json);
}

static cJSON *versions(const struct wgc_record *record, const cJSON *device)
{
    static const char *const fields[] = {"platform",
                                         "platform_version",
                                         "device_version",
                                         "driver_version",
                                         "opencl_c_versions",
                                         "il_version",
                                         "latest_conformance_version_passed",
                                         "loader"};
    cJSON *root = cJSON_CreateObject();
    cJSON *tool = cJSON_AddObjectToObject(root, "wgconform");

    add_text(tool, "version", record->tool_version);
    add_text(tool, "commit", record->tool_commit);
    add_text(tool, "suite", record->tool_suite);
    (void)cJSON_AddItemToObject(tool, "git", tree_of(record->tool_git.json));
    cJSON *opencl = cJSON_AddObjectToObject(root, "opencl");
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        copy_member(opencl, device, fields[i]);
    }
    (void)cJSON_AddItemToObject(root, "host", tree_of(record->host.json));
    return root;
}

static enum wgc_status add_json(struct wgc_bundle *bundle, const char *name, const cJSON *value,
                                struct wgc_err *err)
{
    struct wgc_buf text = {0};
    char *printed = cJSON_Print(value);

    if (printed == NULL) {
        return wgc_err_memory(err, name);
    }
    wgc_buf_text(&text, printed);
    wgc_buf_char(&text, '\n');
    free(printed);
    enum wgc_status status = wgc_bundle_add(bundle, name, &text, err);
    wgc_buf_free(&text);
    return status;
}

static enum wgc_status add_readme(struct wgc_bundle *bundle, const struct wgc_record *record,
                                  struct wgc_err *err)
{
    struct wgc_buf text = {0};
    struct wgc_buf unofficial = {0};

    wgc_buf_text(&text, "A run of wgconform, the conformance suite of OpenCL's work-group "
                        "collective functions.\n\n");
    wgc_detail_origin(&text, record);
    wgc_buf_text(&text, "\n");
    wgc_official_check(record, &unofficial);
    if (unofficial.size > 0) {
        wgc_buf_printf(&text, "\nNot for submission:\n%s", unofficial.data);
    }
    text.failed = text.failed || unofficial.failed;
    wgc_buf_text(&text, readme_end);
    enum wgc_status status = wgc_bundle_add(bundle, README, &text, err);
    wgc_buf_free(&unofficial);
    wgc_buf_free(&text);
    return status;
}

static enum wgc_status add_details(struct wgc_bundle *bundle, const struct wgc_record *record,
                                   struct wgc_buf *details, struct wgc_err *err)
{
    struct wgc_buf form = {0};
    enum wgc_status status = details != NULL ? WGC_OK : wgc_details_put(&form, record, err);

    if (status == WGC_OK) {
        status =
            wgc_bundle_add(bundle, WGC_PACKAGE_DETAILS, details != NULL ? details : &form, err);
    }
    wgc_buf_free(&form);
    return status;
}

enum wgc_status wgc_package_fill(struct wgc_bundle *bundle, const struct wgc_record *record,
                                 struct wgc_buf *report, struct wgc_buf *details,
                                 struct wgc_err *err)
{
    cJSON *device = tree_of(record->device.json);
    cJSON *all_versions = versions(record, device);
    enum wgc_status status = wgc_bundle_add(bundle, WGC_PACKAGE_REPORT, report, err);

    if (status == WGC_OK) {
        status = add_json(bundle, WGC_PACKAGE_DEVICE, device, err);
    }
    if (status == WGC_OK) {
        status = add_json(bundle, VERSIONS, all_versions, err);
    }
    if (status == WGC_OK) {
        status = add_readme(bundle, record, err);
    }
    if (status == WGC_OK) {
        status = add_details(bundle, record, details, err);
    }
    for (size_t i = 0; status == WGC_OK && i < record->result_count; i++) {
        if (wgc_package_has_log(&record->result[i])) {
            status = add_log(bundle, record, &record->result[i], err);
        }
    }
    cJSON_Delete(device);
    cJSON_Delete(all_versions);
    return status == WGC_OK ? wgc_sums_add(bundle, err) : status;
}
