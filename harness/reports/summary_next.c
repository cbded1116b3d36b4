#include <inttypes.h>

#include "base/shell_word.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "reports/parts.h"

static void put_program(const struct wgc_record *record, const char *rest, struct wgc_buf *out)
{
    wgc_detail_program(out, record);
    wgc_buf_printf(out, " %s", rest);
}

void wgc_summary_all_causes(const struct wgc_record *record, const struct wgc_summary_style *style,
                            struct wgc_buf *out)
{
    if (style->report == NULL) {
        wgc_buf_text(out, "run with -v");
        return;
    }
    put_program(record, "causes ", out);
    wgc_shell_word(out, style->report);
}

void wgc_summary_hint(const struct wgc_record *record, const struct wgc_summary_style *style,
                      bool verbose, struct wgc_buf *out)
{
    bool has_steps = false;

    for (size_t i = 0; i < record->result_count; i++) {
        has_steps = has_steps || wgc_state_is_bad(record->result[i].state);
    }
    if (style->report == NULL) {
        wgc_buf_text(out, "run with -v");
    } else if (has_steps && !style->verbose) {
        wgc_buf_text(out, verbose ? "step 1 below, with -v" : "step 1 below");
    } else {
        wgc_summary_all_causes(record, style, out);
        wgc_buf_text(out, verbose ? " -v" : "");
    }
}

/* Runs the cases of the first cause again, or without a report the smallest one. */
static void put_rerun(const struct wgc_record *record, const struct wgc_report_cause *first,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    if (style->report == NULL) {
        wgc_detail_rerun(out, record, first->example->name);
        return;
    }
    put_program(record, "rerun ", out);
    wgc_shell_word(out, style->report);
    wgc_buf_text(out, " --cause 1");
}

/* A step: its number, what it is for, and the command, which is freed. */
static void put_step(unsigned number, const char *what, struct wgc_buf *command,
                     struct wgc_buf *out)
{
    enum { WHAT_WIDTH = 21 };

    wgc_buf_printf(out, "%s%u. %-*s %s\n", number == 1 ? "  next: " : "        ", number,
                   WHAT_WIDTH, what, wgc_buf_str(command));
    out->failed = out->failed || command->failed;
    wgc_buf_free(command);
}

void wgc_summary_next(const struct wgc_record *record, const struct wgc_report_cause *first,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const char *name = first->types.count > 0 ? first->example->name : "CASE";
    struct wgc_buf all = {0}, describe = {0}, repro = {0}, rerun = {0};

    wgc_summary_all_causes(record, style, &all);
    put_program(record, "--describe ", &describe);
    wgc_buf_text(&describe, name);
    put_program(record, "repro ", &repro);
    if (style->report != NULL) {
        wgc_shell_word(&repro, style->report);
        wgc_buf_text(&repro, " --cause 1");
    } else {
        wgc_shell_word(&repro, first->example->name);
    }
    wgc_buf_text(&repro, " -o bug");
    put_rerun(record, first, style, &rerun);
    put_step(1, "all causes and skips", &all, out);
    put_step(2, "what the case checks", &describe, out);
    put_step(3, "a program in bug/", &repro, out);
    put_step(4, "runs cause 1 again", &rerun, out);
}
