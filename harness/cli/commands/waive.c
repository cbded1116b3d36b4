#include "cli/commands/waive.h"

#include <stdio.h>

#include "base/file.h"
#include "base/plural.h"
#include "cli/commands/arguments.h"
#include "cli/commands/report_set.h"
#include "reports/waiver_draft.h"

enum wgc_status wgc_command_waive(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                  struct wgc_err *err)
{
    const struct wgc_arguments_rule rule = {1, 1, true, false};
    struct wgc_arguments arguments;
    struct wgc_report_set set = {0};
    struct wgc_buf text = {0};
    size_t count = 0;
    enum wgc_status status = wgc_arguments_parse(argc, argv, rule, &arguments, err);

    (void)out;
    (void)exit_status;
    if (status == WGC_OK) {
        status = wgc_report_set_read(arguments.file, arguments.file_count, &set, err);
    }
    if (status == WGC_OK) {
        count = wgc_waiver_draft_put(&text, set.record[0]);
        status = text.failed ? wgc_err_memory(err, "the waivers") : WGC_OK;
    }
    if (status == WGC_OK) {
        status = wgc_file_write(arguments.output, text.data, text.size, err);
    }
    if (status == WGC_OK) {
        (void)fprintf(
            stderr,
            "%zu waiver%s drafted, one for each cause; say in its reason what is known of it\n",
            count, wgc_plural(count));
    }
    wgc_buf_free(&text);
    wgc_report_set_free(&set);
    return status;
}
