#include "base/shell_word.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "reports/parts.h"

/* A step: its number, what it is for, and the command. */
static void put_step(unsigned number, const char *what, const struct wgc_buf *command,
                     struct wgc_buf *out)
{
    enum { WHAT_WIDTH = 22 };

    wgc_buf_printf(out, "%s%u. %-*s %s\n", number == 1 ? "  next: " : "        ", number,
                   WHAT_WIDTH, what, wgc_buf_str(command));
}

/* FILE means a report that was not written. */
static void put_commands(const struct wgc_record *record, const char *name, const char *report,
                         struct wgc_buf *out)
{
    struct wgc_buf command[4] = {{0}}, file = {0};

    wgc_shell_word(&file, report == NULL ? "FILE" : report);
    for (size_t i = 0; i < 4; i++) {
        wgc_detail_program(&command[i], record);
    }
    wgc_buf_printf(&command[0], " causes %s%s", wgc_buf_str(&file),
                   report == NULL ? "  (-o writes FILE)" : "");
    wgc_buf_printf(&command[1], " --describe %s", name);
    wgc_buf_printf(&command[2], " repro %s --cause 1 -o bug", wgc_buf_str(&file));
    wgc_buf_printf(&command[3], " rerun %s --cause 1", wgc_buf_str(&file));
    put_step(1, "all causes in full", &command[0], out);
    put_step(2, "what a case checks", &command[1], out);
    put_step(3, "cause 1 as a program", &command[2], out);
    put_step(4, "cause 1 after a change", &command[3], out);
    for (size_t i = 0; i < 4; i++) {
        out->failed = out->failed || command[i].failed;
        wgc_buf_free(&command[i]);
    }
    out->failed = out->failed || file.failed;
    wgc_buf_free(&file);
}

void wgc_summary_next(const struct wgc_record *record, const struct wgc_report_cause *first,
                      bool rerun, const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const bool is_case = first->types.count > 0;

    if (rerun) {
        wgc_summary_paint(out, style, WGC_DIM);
        wgc_buf_text(out, "  rerun the smallest case of cause 1: ");
        wgc_detail_rerun(out, record, first->example->name);
        wgc_buf_char(out, '\n');
        wgc_summary_paint(out, style, WGC_PLAIN);
    }
    put_commands(record, is_case ? first->example->name : "CASE", style->report, out);
}
