#include "cli/commands/merge.h"

#include <stdint.h>
#include <stdio.h>

#include "cli/commands/arguments.h"
#include "cli/commands/report_set.h"
#include "reports/merge.h"
#include "reports/report_json.h"

static void say_incomplete(const struct wgc_record *record)
{
    for (size_t i = 0; i < record->warning_count; i++) {
        (void)fprintf(stderr, "warning: %s\n", record->warning[i]);
    }
    if (!record->complete) {
        (void)fprintf(
            stderr,
            "warning: the merged report is not complete: %zu of %zu cases known have a result\n",
            record->result_count, wgc_record_total(record));
    }
}

enum wgc_status wgc_command_merge(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                  struct wgc_err *err)
{
    const struct wgc_arguments_rule rule = {1, SIZE_MAX, true, false};
    struct wgc_arguments arguments;
    struct wgc_report_set set = {0};
    struct wgc_record *merged = NULL;
    enum wgc_status status = wgc_arguments_parse(argc, argv, rule, &arguments, err);

    (void)out;
    (void)exit_status;
    if (status == WGC_OK) {
        status = wgc_report_set_read(arguments.file, arguments.file_count, &set, err);
    }
    if (status == WGC_OK) {
        status =
            wgc_merge(set.record, (const char *const *)arguments.file, set.count, &merged, err);
    }
    if (status == WGC_OK) {
        status = wgc_report_json_write(arguments.output, merged, err);
    }
    if (status == WGC_OK) {
        say_incomplete(merged);
    }
    wgc_record_free(merged);
    wgc_report_set_free(&set);
    return status;
}
