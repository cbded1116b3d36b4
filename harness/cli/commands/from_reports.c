#include "cli/commands/from_reports.h"

#include <stdint.h>

#include "cli/commands/arguments.h"
#include "cli/outputs.h"
#include "cli/commands/report_set.h"

/* Reads most reports at the most and writes them as kind. */
static enum wgc_status convert(int argc, char **argv, size_t most, enum wgc_output kind,
                               struct wgc_err *err)
{
    const struct wgc_arguments_rule rule = {1, most, true, false};
    struct wgc_arguments arguments;
    struct wgc_report_set set = {0};
    enum wgc_status status = wgc_arguments_parse(argc, argv, rule, &arguments, err);

    if (status == WGC_OK) {
        status = wgc_report_set_read(arguments.file, arguments.file_count, &set, err);
    }
    if (status == WGC_OK) {
        status = wgc_output_write(kind, arguments.output,
                                  (const struct wgc_record *const *)set.record, set.count, err);
    }
    wgc_report_set_free(&set);
    return status;
}

enum wgc_status wgc_command_junit(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                  struct wgc_err *err)
{
    (void)out;
    (void)exit_status;
    return convert(argc, argv, 1, WGC_OUTPUT_JUNIT, err);
}

enum wgc_status wgc_command_html(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                 struct wgc_err *err)
{
    (void)out;
    (void)exit_status;
    return convert(argc, argv, SIZE_MAX, WGC_OUTPUT_HTML, err);
}
