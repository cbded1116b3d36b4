#include <unistd.h>

#include "commands/commands.h"
#include "commands/parts.h"
#include "compare/diff.h"
#include "run/progress.h"

enum wgc_status wgc_command_diff(const struct wgc_options *options, struct wgc_buf *out,
                                 int *exit_status, struct wgc_err *err)
{
    struct wgc_report_set set = {0};
    struct wgc_diff diff;
    enum wgc_status status =
        wgc_report_set_read(options->operand, options->operand_count, &set, err);

    if (status == WGC_OK) {
        status = wgc_diff_make(set.record[0], set.record[1], &diff, err);
    }
    if (status == WGC_OK) {
        const struct wgc_diff_style style = {.color = wgc_use_color(STDOUT_FILENO, false),
                                             .verbose = options->verbosity == WGC_VERBOSE};
        wgc_diff_put(out, &diff, &style);
        *exit_status = diff.changes[WGC_CHANGE_BROKE] > 0 ? 1 : 0;
        wgc_diff_free(&diff);
    }
    wgc_report_set_free(&set);
    return status;
}
