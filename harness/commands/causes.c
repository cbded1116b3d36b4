#include <stdint.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/parts.h"
#include "options/report_queries.h"
#include "reports/summary.h"
#include "run/progress.h"

enum wgc_status wgc_command_causes(const struct wgc_options *options, struct wgc_buf *out,
                                   int *exit_status, struct wgc_err *err)
{
    struct wgc_summary_style style = {.color = wgc_use_color(STDOUT_FILENO, false),
                                      .verbose = options->verbosity == WGC_VERBOSE,
                                      .failure_limit = SIZE_MAX,
                                      .report = options->operand[0]};
    struct wgc_report_set set = {0};
    struct wgc_buf id = {0};
    enum wgc_status status =
        wgc_report_set_read(options->operand, options->operand_count, &set, err);

    if (status == WGC_OK && options->explore.cause != NULL) {
        status = wgc_report_cause_id(set.record[0], options->explore.cause, &id, err);
        style.cause = id.data;
    }
    if (status == WGC_OK && style.cause != NULL) {
        wgc_summary_device(set.record[0], out);
        wgc_summary_causes(set.record[0], &style, out);
    } else if (status == WGC_OK) {
        wgc_summary_device(set.record[0], out);
        wgc_summary_lack(set.record[0], &style, out);
        if (style.verbose) {
            wgc_summary_table(set.record[0], &style, out);
        }
        wgc_summary_skips(set.record[0], &style, out);
        wgc_summary_causes(set.record[0], &style, out);
        wgc_summary_not_run(set.record[0], out);
        wgc_summary_totals(set.record[0], &style, out);
    }
    if (status == WGC_OK) {
        *exit_status = wgc_record_exit_status(set.record[0]);
    }
    wgc_buf_free(&id);
    wgc_report_set_free(&set);
    return status;
}
