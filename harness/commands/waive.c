#include <stdio.h>

#include "base/file.h"
#include "base/plural.h"
#include "commands/commands.h"
#include "commands/parts.h"
#include "reports/waiver_draft.h"

/* Writes the draft. */
static enum wgc_status draft(const struct wgc_options *options, struct wgc_err *err)
{
    struct wgc_report_set set = {0};
    struct wgc_buf text = {0};
    size_t count = 0;
    enum wgc_status status =
        wgc_report_set_read(options->operand, options->operand_count, &set, err);

    if (status == WGC_OK) {
        count = wgc_waiver_draft_put(&text, set.record[0]);
        status = text.failed ? wgc_err_memory(err, "the waivers") : WGC_OK;
    }
    if (status == WGC_OK) {
        status = wgc_file_write(options->output, text.data, text.size, err);
    }
    if (status == WGC_OK) {
        (void)fprintf(stderr, "%zu waiver%s drafted, one per cause; complete the reasons\n", count,
                      wgc_plural(count));
    }
    wgc_buf_free(&text);
    wgc_report_set_free(&set);
    return status;
}

enum wgc_status wgc_command_waive(const struct wgc_options *options, struct wgc_buf *out,
                                  int *exit_status, struct wgc_err *err)
{
    return options->check ? wgc_waive_check(options, out, exit_status, err) : draft(options, err);
}
