#include "cli/commands/causes.h"

#include <stdint.h>
#include <unistd.h>

#include "cli/commands/arguments.h"
#include "cli/commands/report_set.h"
#include "cli/progress.h"
#include "reports/summary.h"

enum wgc_status wgc_command_causes(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                   struct wgc_err *err)
{
    const struct wgc_arguments_rule rule = {.least = 1, .most = 1, .verbose = true};
    struct wgc_summary_style style = {.color = wgc_wants_color(STDOUT_FILENO, false),
                                      .failure_limit = SIZE_MAX};
    struct wgc_arguments arguments;
    struct wgc_report_set set = {0};
    enum wgc_status status = wgc_arguments_parse(argc, argv, rule, &arguments, err);

    if (status == WGC_OK) {
        status = wgc_report_set_read(arguments.file, arguments.file_count, &set, err);
    }
    if (status == WGC_OK) {
        style.verbose = arguments.verbose;
        wgc_summary_lack(set.record[0], &style, out);
        wgc_summary_failures(set.record[0], &style, out);
        wgc_summary_totals(set.record[0], &style, out);
        *exit_status = wgc_record_exit_status(set.record[0]);
    }
    wgc_report_set_free(&set);
    return status;
}
