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
        wgc_buf_text(out, verbose ? "details below, with -v" : "see details below");
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

/* The number of the cause to begin with: the only one that is shown; the largest with wrong values,
 * which is the first; where there is none, the largest. */
static size_t first_to_see(const struct wgc_causes *causes, const struct wgc_summary_style *style)
{
    size_t found = 0;

    for (size_t i = 0; style->cause != NULL && i < causes->bad; i++) {
        if (strcmp(causes->cause[i].id, style->cause) == 0) {
            return i + 1;
        }
    }

    if (causes->cause[0].state == WGC_STATE_FAIL && causes->cause[0].example->mismatch != NULL) {
        return 1;
    }
    for (size_t i = 1; i < causes->bad; i++) {
        found = causes->cause[i].count > causes->cause[found].count ? i : found;
    }
    return found + 1;
}

/* The length of the shell's first words of a command that has at most columns characters, or of one
 * word. A word in quotes may have blanks. */
static size_t words_length(const char *text, size_t columns)
{
    size_t fits = 0;
    bool quoted = false;

    for (size_t i = 0; i <= columns || fits == 0; i++) {
        quoted = quoted != (text[i] == '\'');
        fits = (text[i] == ' ' && !quoted) || text[i] == '\0' ? i : fits;
        if (text[i] == '\0') {
            break;
        }
    }
    return fits;
}

void wgc_summary_command(const char *purpose, struct wgc_buf *command,
                         const struct wgc_summary_style *style, struct wgc_buf *out)
{
    enum { INDENT = 10, END = 2 };
    const char *rest = wgc_buf_str(command);
    const int length = (int)strlen(purpose);
    const int indent = length + 3 < INDENT ? INDENT : length + 3;
    const bool wraps = style->columns > 0 && style->columns < WGC_FILE_COLUMNS;
    const size_t columns = wraps ? wgc_screen_columns(style) - (size_t)indent : SIZE_MAX;

    wgc_buf_printf(out, " %s:%*s", purpose, indent - 2 - length, "");
    while (wgc_screen_width(rest) > columns) {
        const size_t words = words_length(rest, columns - END);
        if (rest[words] == '\0') {
            break;
        }
        wgc_buf_add(out, rest, words);
        wgc_buf_printf(out, " \\\n%*s", indent, "");
        rest += words + 1;
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

/* Which cause the commands are about. */
static void put_head(const struct wgc_causes *causes, size_t number,
                     const struct wgc_summary_style *style, struct wgc_buf *out)
{
    if (causes->bad == 1) {
        wgc_buf_text(out, "next:\n");
    } else if (style->report == NULL || style->cause != NULL) {
        wgc_buf_printf(out, "next, for cause %zu:\n", number);
    } else {
        wgc_buf_printf(out,
                       "next, for cause %zu (or the number of another; details explain its "
                       "forms; no --cause: all causes):\n",
                       number);
    }
}

void wgc_summary_next(const struct wgc_record *record, const struct wgc_causes *causes,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const size_t number = first_to_see(causes, style), crash = first_crash(causes);
    const struct wgc_report_cause *cause = &causes->cause[number - 1];
    struct wgc_buf all = {0}, details = {0}, describe = {0}, repro = {0}, rerun = {0};
    struct wgc_buf debug = {0};

    put_head(causes, number, style, out);
    const bool has_details = style->report != NULL && causes->bad > 1 && style->cause == NULL;
    if (has_details) {
        put_of_cause(record, "causes ", causes, number, style, &details);
        wgc_summary_command("details", &details, style, out);
    }
    if (!wgc_case_name_is_explored(cause->example->name) && !has_details) {
        put_program(record, "--describe ", &describe);
        wgc_buf_text(&describe, cause->example->name);
        wgc_summary_command("meaning", &describe, style, out);
    }
    put_of_cause(record, "repro ", causes, number, style, &repro);
    wgc_buf_text(&repro, " -o bug");
    wgc_summary_command("program", &repro, style, out);
    const bool of_report =
        style->report != NULL && !wgc_case_name_is_explored(cause->example->name);
    if (of_report) {
        put_of_cause(record, "rerun ", causes, number, style, &rerun);
    } else {
        wgc_detail_rerun(&rerun, record, cause->example->name);
    }
    wgc_summary_command(of_report ? "repeat" : "rerun", &rerun, style, out);
    const bool shows_crash = crash > 0 && (style->cause == NULL || crash == number);
    if (style->report != NULL && shows_crash && wgc_screen_is_roomy(style)) {
        put_of_cause(record, "repro ", causes, crash, style, &debug);
        wgc_buf_text(&debug, " -o dump");
        wgc_summary_command("crash", &debug, style, out);
    }
    if (!has_details) {
        wgc_summary_all_causes(record, style, &all);
        wgc_summary_command("all", &all, style, out);
    }
}
