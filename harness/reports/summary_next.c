#include <inttypes.h>
#include <stdint.h>
#include <string.h>

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

bool wgc_summary_has_steps(const struct wgc_record *record, const struct wgc_summary_style *style)
{
    bool fails = false;

    for (size_t i = 0; i < record->result_count; i++) {
        fails = fails || wgc_state_is_bad(record->result[i].state);
    }
    return fails && style->report != NULL && !style->verbose;
}

void wgc_summary_hint(const struct wgc_record *record, const struct wgc_summary_style *style,
                      bool verbose, struct wgc_buf *out)
{
    if (style->report == NULL) {
        wgc_buf_text(out, "run with -v");
    } else if (wgc_summary_has_steps(record, style)) {
        wgc_buf_text(out, verbose ? "step 1, with -v" : "step 1");
    } else {
        wgc_summary_all_causes(record, style, out);
        wgc_buf_text(out, verbose ? " -v" : "");
    }
}

/* The number of the first crash; 0: there is none. */
static size_t first_crash(const struct wgc_causes *causes)
{
    size_t found = 0;

    for (size_t i = 0; found == 0 && i < causes->bad; i++) {
        found = causes->cause[i].state == WGC_STATE_CRASH ? i + 1 : 0;
    }
    return found;
}

/* Whether the debugger's command has room. */
static bool shows_crash(const struct wgc_causes *causes, const struct wgc_summary_style *style)
{
    return style->report != NULL && first_crash(causes) > 0 && wgc_screen_is_roomy(style);
}

/* What the steps are for, and why they are about these causes. */
static void put_meaning(const struct wgc_causes *causes, const struct wgc_summary_style *style,
                        struct wgc_buf *out)
{
    const bool has_crash = shows_crash(causes, style);
    struct wgc_buf text = {0};

    wgc_buf_text(&text, "next");
    if (causes->bad > 1) {
        wgc_buf_text(&text, ", of cause 1, the first");
        wgc_buf_text(&text, style->report != NULL ? " (--cause N: another)" : "");
    }
    wgc_buf_text(&text,
                 ": 1 all causes and skips (-v: cases); 2 what a case checks (--dump-kernel: "
                 "its kernel); 3 a program; 4 a rerun");
    wgc_buf_text(&text, has_crash ? "; 5 where the first crash happens" : "");
    if (style->rows == 0) {
        wgc_buf_text(out, wgc_buf_str(&text));
    } else {
        wgc_screen_wrap(out, wgc_buf_str(&text), "", 0, style);
    }
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* A command in rows that end with a backslash between two words; it is freed. Quoted words may have
 * blanks, so a command with these is one line. */
static void put_command(unsigned number, struct wgc_buf *command,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    enum { INDENT = 5, END = 2 };
    const size_t columns = style->rows == 0 ? SIZE_MAX : wgc_screen_columns(style) - INDENT;
    const bool quoted = strchr(wgc_buf_str(command), '\'') != NULL;
    const char *rest = wgc_buf_str(command);

    wgc_buf_printf(out, "%3u. ", number);
    while (!quoted && wgc_screen_width(rest) > columns) {
        size_t length = strcspn(rest, " ");
        for (size_t next = length; rest[next] == ' ' && next <= columns - END;
             next += 1 + strcspn(rest + next + 1, " ")) {
            length = next;
        }
        if (rest[length] == '\0') {
            break;
        }
        wgc_buf_add(out, rest, length);
        wgc_buf_printf(out, " \\\n%*s", INDENT, "");
        rest += length + 1;
    }
    wgc_buf_printf(out, "%s\n", rest);
    out->failed = out->failed || command->failed;
    wgc_buf_free(command);
}

/* "wgconform repro REPORT --cause 3", or without a report the smallest case. */
static void put_of_cause(const struct wgc_record *record, const char *verb,
                         const struct wgc_causes *causes, size_t number,
                         const struct wgc_summary_style *style, struct wgc_buf *out)
{
    put_program(record, verb, out);
    if (style->report != NULL) {
        wgc_shell_word(out, style->report);
        wgc_buf_printf(out, " --cause %zu", number);
    } else {
        wgc_shell_word(out, causes->cause[number - 1].example->name);
    }
}

void wgc_summary_next(const struct wgc_record *record, const struct wgc_causes *causes,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const size_t crash = first_crash(causes);
    const struct wgc_report_cause *cause = &causes->cause[0];
    struct wgc_buf all = {0}, describe = {0}, repro = {0}, rerun = {0};
    struct wgc_buf debug = {0}, start = {0};

    put_meaning(causes, style, out);
    wgc_summary_all_causes(record, style, &all);
    put_command(1, &all, style, out);
    put_program(record, "--describe ", &describe);
    wgc_buf_text(&describe, cause->types.count > 0 ? cause->example->name : "CASE");
    put_command(2, &describe, style, out);
    put_of_cause(record, "repro ", causes, 1, style, &repro);
    wgc_buf_text(&repro, " -o bug");
    put_command(3, &repro, style, out);
    if (style->report != NULL && !wgc_case_name_is_explored(cause->example->name)) {
        put_of_cause(record, "rerun ", causes, 1, style, &rerun);
    } else {
        wgc_detail_rerun(&rerun, record, cause->example->name);
    }
    put_command(4, &rerun, style, out);
    if (shows_crash(causes, style)) {
        put_of_cause(record, "repro ", causes, crash, style, &debug);
        wgc_buf_text(&debug, " -o crash && ");
        wgc_detail_start(&start, record);
        wgc_detail_debugger(&debug, "crash", "", wgc_buf_str(&start));
        debug.failed = debug.failed || start.failed;
        put_command(5, &debug, style, out);
        wgc_buf_free(&start);
    }
}
