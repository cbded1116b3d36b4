#include "cli/commands/package.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "cli/commands/arguments.h"
#include "package/archive.h"
#include "package/contents.h"
#include "package/sums.h"
#include "record/journal.h"
#include "reports/report_json.h"

/* The report's bytes as they are, so that they can be compared with the file; of a run that was cut
 * short, the report with what its journal adds. */
static enum wgc_status read_report(const char *path, struct wgc_buf *text,
                                   struct wgc_record **record, struct wgc_err *err)
{
    enum wgc_status status = wgc_file_read(path, WGC_REPORT_LIMIT, WGC_ERR_INPUT, text, err);

    if (status == WGC_OK) {
        status = wgc_report_json_parse(path, text->data == NULL ? "" : text->data, text->size,
                                       record, err);
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

/* When the run ended, so that a report makes the same package every time. */
static int64_t time_of(const struct wgc_record *record)
{
    struct tm parts = {0};
    const char *text = record->finished != NULL ? record->finished : record->started;

    if (text == NULL || strptime(text, "%Y-%m-%dT%H:%M:%S", &parts) == NULL) {
        return 0;
    }
    return (int64_t)timegm(&parts);
}

static enum wgc_status write_package(const struct wgc_record *record, struct wgc_buf *report,
                                     const char *path, struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_bundle bundle = {0};
    struct wgc_buf archive = {0};
    char hex[WGC_SUM_LENGTH + 1];
    enum wgc_status status = wgc_package_fill(&bundle, record, report, err);

    if (status == WGC_OK) {
        status = wgc_archive_put(&archive, &bundle, time_of(record), err);
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

enum wgc_status wgc_command_package(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                    struct wgc_err *err)
{
    const struct wgc_arguments_rule rule = {1, 1, true, false};
    struct wgc_arguments arguments;
    struct wgc_buf report = {0};
    struct wgc_record *record = NULL;
    enum wgc_status status = wgc_arguments_parse(argc, argv, rule, &arguments, err);

    (void)exit_status;
    if (status == WGC_OK) {
        status = read_report(arguments.file[0], &report, &record, err);
    }
    if (status == WGC_OK) {
        status = write_package(record, &report, arguments.output, out, err);
    }
    wgc_buf_free(&report);
    wgc_record_free(record);
    return status;
}
