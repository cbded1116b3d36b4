#include <stdio.h>

#include "base/file.h"
#include "base/plural.h"
#include "commands/commands.h"
#include "commands/parts.h"
#include "reports/deqp_lists.h"
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

/* Writes the list to OUTPUT-fails.txt, OUTPUT-skips.txt or OUTPUT-flakes.txt. */
static enum wgc_status write_deqp_list(const char *output, enum wgc_deqp_list list,
                                       const struct wgc_record *record, struct wgc_err *err)
{
    struct wgc_buf path = {0}, text = {0};

    wgc_buf_printf(&path, "%s-%s.txt", output, wgc_deqp_list_name(list));
    wgc_deqp_list_put(&text, list, record);
    enum wgc_status status = path.failed || text.failed
                                 ? wgc_err_memory(err, "the lists of --deqp")
                                 : wgc_file_write(path.data, wgc_buf_str(&text), text.size, err);
    wgc_buf_free(&path);
    wgc_buf_free(&text);
    return status;
}

static enum wgc_status write_deqp(const struct wgc_options *options, struct wgc_err *err)
{
    struct wgc_report_set set = {0};
    enum wgc_status status =
        wgc_report_set_read(options->operand, options->operand_count, &set, err);

    for (int list = 0; status == WGC_OK && list < WGC_DEQP_LISTS; list++) {
        status = write_deqp_list(options->output, (enum wgc_deqp_list)list, set.record[0], err);
    }
    wgc_report_set_free(&set);
    return status;
}

enum wgc_status wgc_command_waive(const struct wgc_options *options, struct wgc_buf *out,
                                  int *exit_status, struct wgc_err *err)
{
    if (options->deqp) {
        return write_deqp(options, err);
    }
    return options->check ? wgc_waive_check(options, out, exit_status, err) : draft(options, err);
}
