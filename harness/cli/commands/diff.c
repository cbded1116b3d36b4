#include "cli/commands/diff.h"

#include <unistd.h>

#include "cli/commands/arguments.h"
#include "cli/commands/report_set.h"
#include "cli/progress.h"
#include "reports/diff.h"

enum wgc_status wgc_command_diff(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                 struct wgc_err *err)
{
    const struct wgc_arguments_rule rule = {.least = 2, .most = 2, .verbose = true};
    struct wgc_arguments arguments;
    struct wgc_report_set set = {0};
    struct wgc_diff diff;
    enum wgc_status status = wgc_arguments_parse(argc, argv, rule, &arguments, err);

    if (status == WGC_OK) {
        status = wgc_report_set_read(arguments.file, arguments.file_count, &set, err);
    }
    if (status == WGC_OK) {
        status = wgc_diff_make(set.record[0], set.record[1], &diff, err);
    }
    if (status == WGC_OK) {
        const struct wgc_diff_style style = {.color = wgc_wants_color(STDOUT_FILENO, false),
                                             .verbose = arguments.verbose};
        wgc_diff_put(out, &diff, &style);
        *exit_status = diff.changes[WGC_CHANGE_BROKE] > 0 ? 1 : 0;
        wgc_diff_free(&diff);
    }
    wgc_report_set_free(&set);
    return status;
}
