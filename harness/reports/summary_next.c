#include "base/shell_word.h"
#include "reports/detail.h"
#include "reports/parts.h"

static void put_line(const char *start, const char *command, const char *what, struct wgc_buf *out)
{
    enum { COMMAND_WIDTH = 40 };

    wgc_buf_printf(out, "%s%-*s %s\n", start, COMMAND_WIDTH, command, what);
}

/* FILE means a report that was not written. */
static void put_commands(const char *report, struct wgc_buf *out)
{
    struct wgc_buf causes = {0}, rerun = {0}, file = {0};

    wgc_shell_word(&file, report == NULL ? "FILE" : report);
    wgc_buf_printf(&causes, "wgconform causes %s", wgc_buf_str(&file));
    wgc_buf_printf(&rerun, "wgconform rerun %s --cause 1", wgc_buf_str(&file));
    put_line("  next: ", wgc_buf_str(&causes),
             report == NULL ? "all in full (-o writes FILE)" : "all in full", out);
    put_line("        ", wgc_buf_str(&rerun), "the cases of cause 1, again", out);
    put_line("        ", "wgconform --describe CASE", "what a case checks, and why", out);
    put_line("        ", "wgconform repro CASE -o FOLDER", "a program for a bug report", out);
    out->failed = out->failed || causes.failed || rerun.failed || file.failed;
    wgc_buf_free(&causes);
    wgc_buf_free(&rerun);
    wgc_buf_free(&file);
}

void wgc_summary_next(const struct wgc_record *record, const struct wgc_report_cause *first,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    if (first != NULL) {
        wgc_summary_paint(out, style, WGC_DIM);
        wgc_buf_text(out, "  rerun the smallest case of cause 1: ");
        wgc_detail_rerun(out, record, first->example->name);
        wgc_buf_char(out, '\n');
        wgc_summary_paint(out, style, WGC_PLAIN);
    }
    put_commands(style->report, out);
}
