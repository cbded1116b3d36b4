#include "commands/commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "commands/parts.h"
#include "package/archive.h"
#include "package/contents.h"
#include "package/details.h"
#include "package/official.h"
#include "package/sums.h"
#include "report_file/journal.h"
#include "report_file/report_json.h"

/* Reads the text of the file unchanged, so that it can be compared with it; if the run was cut
 * short, the report completed from its journal. */
static enum wgc_status read_report(const char *path, struct wgc_buf *text,
                                   struct wgc_record **record, struct wgc_err *err)
{
    enum wgc_status status = wgc_report_text_read(path, text, err);

    if (status == WGC_OK) {
        status = wgc_report_json_parse(path, wgc_buf_str(text), text->size, record, err);
    }
    if (status != WGC_OK || (*record)->complete) {
        return status;
    }
    if (strcmp(path, "-") != 0) {
        wgc_record_free(*record);
        *record = NULL;
        status = wgc_journal_read(path, record, err);
    }
    if (status == WGC_OK) {
        wgc_buf_clear(text);
        wgc_report_json_put(text, *record);
        (void)fprintf(stderr, "warning: the run was cut short: %zu of %zu cases have a result\n",
                      (*record)->result_count, wgc_record_total(*record));
    }
    return status;
}

/* The end of the run: a report gives the same package each time. */
static int64_t time_of(const struct wgc_record *record)
{
    struct tm parts = {0};
    const char *text = record->finished != NULL ? record->finished : record->started;

    if (text == NULL || strptime(text, "%Y-%m-%dT%H:%M:%S", &parts) == NULL) {
        return 0;
    }
    return (int64_t)timegm(&parts);
}

/* Nobody can check results that come from unpublished sources. */
static enum wgc_status check_official(const struct wgc_record *record, bool unofficial,
                                      struct wgc_err *err)
{
    struct wgc_buf problems = {0};
    enum wgc_status status = WGC_OK;

    wgc_official_check(record, &problems);
    if (problems.failed) {
        status = wgc_err_memory(err, "the report's origin");
    } else if (problems.size > 0 && !unofficial) {
        problems.data[strcspn(problems.data, "\n")] = '\0';
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "%s: run a build of a commit, or use --unofficial for a package that "
                             "is not for submission",
                             problems.data);
    }
    wgc_buf_free(&problems);
    return status;
}

/* Writes FILE.sig. */
static enum wgc_status sign(const char *key, const struct wgc_buf *archive, const char *path,
                            struct wgc_err *err)
{
    struct wgc_buf signature = {0};
    struct wgc_buf name = {0};
    enum wgc_status status = wgc_ssh_signature_make(key, archive, &signature, err);

    wgc_ssh_signature_name(&name, path);
    if (status == WGC_OK) {
        status = name.failed ? wgc_err_memory(err, "the signature's name")
                             : wgc_file_write(name.data, signature.data, signature.size, err);
    }
    wgc_buf_free(&signature);
    wgc_buf_free(&name);
    return status;
}

static enum wgc_status fill_bundle(struct wgc_bundle *bundle, const struct wgc_record *record,
                                   struct wgc_buf *report, const char *path, struct wgc_err *err)
{
    struct wgc_buf details = {0};
    enum wgc_status status = WGC_OK;

    if (path != NULL) {
        status = wgc_file_read(path, WGC_DETAILS_LIMIT, WGC_ERR_INPUT, &details, err);
    }
    if (status == WGC_OK) {
        status = wgc_package_fill(bundle, record, report, path == NULL ? NULL : &details, err);
    }
    wgc_buf_free(&details);
    return status;
}

static enum wgc_status write_package(const struct wgc_record *record, struct wgc_buf *report,
                                     const struct wgc_options *options, struct wgc_buf *out,
                                     struct wgc_err *err)
{
    const char *path = options->output;
    struct wgc_bundle bundle = {0};
    struct wgc_buf archive = {0};
    char hex[WGC_SUM_LENGTH + 1];
    enum wgc_status status = fill_bundle(&bundle, record, report, options->package.details, err);

    if (status == WGC_OK) {
        status = wgc_archive_put(&archive, &bundle, time_of(record), err);
    }
    if (status == WGC_OK && options->package.sign != NULL) {
        status = sign(options->package.sign, &archive, path, err);
    }
    if (status == WGC_OK) {
        status = wgc_file_write(path, archive.data, archive.size, err);
    }
    if (status == WGC_OK && strcmp(path, "-") != 0) {
        wgc_sum(archive.data, archive.size, hex);
        wgc_buf_printf(out, "%s  %s\n", hex, path);
    }
    wgc_buf_free(&archive);
    wgc_bundle_free(&bundle);
    return status;
}

enum wgc_status wgc_command_package(const struct wgc_options *options, struct wgc_buf *out,
                                    int *exit_status, struct wgc_err *err)
{
    struct wgc_buf report = {0};
    struct wgc_record *record = NULL;
    enum wgc_status status = WGC_OK;

    (void)exit_status;
    if (options->package.sign != NULL && strcmp(options->output, "-") == 0) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "--sign writes the signature next to the package: -o - has no file");
    }
    if (status == WGC_OK) {
        status = read_report(options->operand[0], &report, &record, err);
    }
    if (status == WGC_OK) {
        status = check_official(record, options->package.unofficial, err);
        status = status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", options->operand[0]);
    }
    if (status == WGC_OK) {
        status = write_package(record, &report, options, out, err);
    }
    wgc_buf_free(&report);
    wgc_record_free(record);
    return status;
}

enum wgc_status wgc_command_details(const struct wgc_options *options, struct wgc_buf *out,
                                    int *exit_status, struct wgc_err *err)
{
    struct wgc_buf report = {0};
    struct wgc_buf form = {0};
    struct wgc_record *record = NULL;
    enum wgc_status status = read_report(options->operand[0], &report, &record, err);

    (void)out;
    (void)exit_status;
    if (status == WGC_OK) {
        status = wgc_details_put(&form, record, err);
    }
    if (status == WGC_OK) {
        status = wgc_file_write(options->output, form.data, form.size, err);
    }
    wgc_buf_free(&report);
    wgc_buf_free(&form);
    wgc_record_free(record);
    return status;
}
