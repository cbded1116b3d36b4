/* The commands that convert saved reports: junit and html. */
#include "commands/commands.h"
#include "commands/parts.h"
#include "reports/outputs.h"

/* Writes the reports as one file of that kind. */
static enum wgc_status convert(const struct wgc_options *options, enum wgc_output kind,
                               struct wgc_err *err)
{
    struct wgc_report_set set = {0};
    enum wgc_status status =
        wgc_report_set_read(options->operand, options->operand_count, &set, err);

    if (status == WGC_OK) {
        status = wgc_output_write(kind, options->output,
                                  (const struct wgc_record *const *)set.record, set.count, err);
    }
    wgc_report_set_free(&set);
    return status;
}

enum wgc_status wgc_command_junit(const struct wgc_options *options, struct wgc_buf *out,
                                  int *exit_status, struct wgc_err *err)
{
    (void)out;
    (void)exit_status;
    return convert(options, WGC_OUTPUT_JUNIT, err);
}

enum wgc_status wgc_command_html(const struct wgc_options *options, struct wgc_buf *out,
                                 int *exit_status, struct wgc_err *err)
{
    (void)out;
    (void)exit_status;
    return convert(options, WGC_OUTPUT_HTML, err);
}
