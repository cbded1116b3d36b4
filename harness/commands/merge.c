#include <stdio.h>

#include "commands/commands.h"
#include "commands/parts.h"
#include "compare/merge.h"
#include "report_file/report_json.h"

static void print_warnings(const struct wgc_record *record)
{
    for (size_t i = 0; i < record->warning_count; i++) {
        (void)fprintf(stderr, "warning: %s\n", record->warning[i]);
    }
    if (!record->complete) {
        (void)fprintf(stderr,
                      "warning: the merged report is not complete: %zu of %zu known cases have a "
                      "result\n",
                      record->result_count, wgc_record_total(record));
    }
}

enum wgc_status wgc_command_merge(const struct wgc_options *options, struct wgc_buf *out,
                                  int *exit_status, struct wgc_err *err)
{
    struct wgc_report_set set = {0};
    struct wgc_record *merged = NULL;
    enum wgc_status status =
        wgc_report_set_read(options->operand, options->operand_count, &set, err);

    (void)out;
    (void)exit_status;
    if (status == WGC_OK) {
        status =
            wgc_merge(set.record, (const char *const *)options->operand, set.count, &merged, err);
    }
    if (status == WGC_OK) {
        status = wgc_report_json_write(options->output, merged, err);
    }
    if (status == WGC_OK) {
        print_warnings(merged);
    }
    wgc_record_free(merged);
    wgc_report_set_free(&set);
    return status;
}
