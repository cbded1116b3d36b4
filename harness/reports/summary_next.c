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
        wgc_buf_text(out, verbose ? "causes -v, below" : "causes, below");
    } else {
        wgc_summary_all_causes(record, style, out);
        wgc_buf_text(out, verbose ? " -v" : "");
    }
}

/* The place of the cause to begin with: the only one that is shown, else the first. */
static size_t first_to_see(const struct wgc_causes *causes, const struct wgc_summary_style *style)
{
    size_t place = 0;

    for (size_t i = 0; style->cause != NULL && i < causes->bad; i++) {
        place = strcmp(causes->cause[i].id, style->cause) == 0 ? i : place;
    }
    return place;
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

enum { INDENT_OF_STEP = 1 };

bool wgc_summary_is_screen(const struct wgc_summary_style *style)
{
    return style->columns > 0 && style->columns < WGC_FILE_COLUMNS;
}

/* Appends the command, after so many blanks but in the first row, in rows that end with a backslash
 * between two of its words. Returns the columns of the last row. */
static size_t put_wrapped(const char *command, size_t indent, const struct wgc_summary_style *style,
                          struct wgc_buf *out)
{
    enum { END = 2 };
    const size_t columns =
        wgc_summary_is_screen(style) ? wgc_screen_columns(style) - indent : SIZE_MAX;

    while (wgc_screen_width(command) > columns) {
        const size_t words = words_length(command, columns - END);
        if (command[words] == '\0') {
            break;
        }
        wgc_buf_add(out, command, words);
        wgc_buf_printf(out, " \\\n%*s", (int)indent, "");
        command += words + 1;
    }
    wgc_buf_text(out, command);
    return wgc_screen_width(command);
}

void wgc_summary_command(const char *purpose, struct wgc_buf *command,
                         const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const size_t indent = strlen(purpose) + sizeof " : " - 1;

    wgc_buf_printf(out, " %s: ", purpose);
    (void)put_wrapped(wgc_buf_str(command), indent, style, out);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || command->failed;
    wgc_buf_free(command);
}

enum { STEPS = 4 };
static const char short_name[] = "wgc";

/* Commands that follow a run, each with what it does. */
struct steps {
    struct {
        struct wgc_buf command;
        const char *what;
    } item[STEPS];
    size_t count;
};

/* Adds " REST" after the program, or its short name; of a report with the cause. */
static void add_step(struct steps *steps, const char *program, const char *rest, const char *what)
{
    struct wgc_buf *const command = &steps->item[steps->count].command;

    wgc_buf_printf(command, "%s %s", program, rest);
    steps->item[steps->count++].what = what;
}

/* "repro REPORT --cause 3 -o bug", or without a report the example */
static void add_of_cause(struct steps *steps, const char *program, const char *verb,
                         const char *subject, const char *end, const char *what)
{
    struct wgc_buf rest = {0};

    wgc_buf_printf(&rest, "%s %s%s", verb, subject, end);
    add_step(steps, program, wgc_buf_str(&rest), what);
    steps->item[steps->count - 1].command.failed |= rest.failed;
    wgc_buf_free(&rest);
}

/* What to run for the cause at that place, whose program is called that way. */
static void make_steps(const struct wgc_record *record, const struct wgc_causes *causes,
                       size_t place, const struct wgc_summary_style *style, const char *program,
                       struct steps *steps)
{
    const struct wgc_report_cause *cause = &causes->cause[place];
    const bool is_explored = wgc_case_name_is_explored(cause->example->name);
    struct wgc_buf subject = {0};

    if (style->report != NULL) {
        wgc_shell_word(&subject, style->report);
        wgc_buf_printf(&subject, " --cause %zu", place + 1);
    } else {
        wgc_shell_word(&subject, cause->example->name);
    }
    const char *of = wgc_buf_str(&subject);
    if (style->report != NULL && causes->bad > 1 && style->cause == NULL) {
        add_of_cause(steps, program, "causes", of, "", "all about it; no --cause: every cause");
    } else if (!is_explored) {
        add_of_cause(steps, program, "--describe", cause->example->name, "", "what the case tests");
    }
    add_of_cause(steps, program, "repro", of, " -o bug", "writes folder bug: a C program");
    if (style->report != NULL && !is_explored) {
        add_of_cause(steps, program, "rerun", of, "", "runs its cases again");
    } else {
        wgc_detail_rerun(&steps->item[steps->count].command, record, cause->example->name);
        steps->item[steps->count++].what = "runs it again";
    }
    if (style->report != NULL && (causes->bad == 1 || style->cause != NULL)) {
        struct wgc_buf all = {0};
        wgc_shell_word(&all, style->report);
        add_of_cause(steps, program, "causes", wgc_buf_str(&all), "", "every cause, every skip");
        wgc_buf_free(&all);
    }
    steps->item[0].command.failed |= subject.failed;
    wgc_buf_free(&subject);
}

static void free_steps(struct steps *steps)
{
    for (size_t i = 0; i < steps->count; i++) {
        wgc_buf_free(&steps->item[i].command);
    }
    *steps = (struct steps){0};
}

/* The columns of the longest command, which what they do follows. */
static size_t width_of(const struct steps *steps)
{
    size_t most = 0;

    for (size_t i = 0; i < steps->count; i++) {
        const size_t width = wgc_screen_width(wgc_buf_str(&steps->item[i].command));
        most = width > most ? width : most;
    }
    return most;
}

/* Whether each command has a row of the style with what it does. */
static bool fits(const struct steps *steps, const struct wgc_summary_style *style)
{
    size_t most = 0;

    for (size_t i = 0; i < steps->count; i++) {
        const size_t width = strlen(steps->item[i].what);
        most = width > most ? width : most;
    }
    return !wgc_summary_is_screen(style) ||
           width_of(steps) + most + sizeof "   # " - 1 <= wgc_screen_columns(style);
}

/* Appends the command, and what it does as the comment of a shell, from a column on. */
static void put_step(const char *command, const char *what, size_t column,
                     const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf comment = {0};

    wgc_buf_printf(out, "%*s", INDENT_OF_STEP, "");
    const size_t width = put_wrapped(command, INDENT_OF_STEP, style, out);

    wgc_buf_printf(&comment, "%*s  # %s", width < column ? (int)(column - width) : 0, "", what);
    const bool has_room = !wgc_summary_is_screen(style) ||
                          INDENT_OF_STEP + width + comment.size <= wgc_screen_columns(style);
    wgc_buf_text(out, has_room ? wgc_buf_str(&comment) : "");
    wgc_buf_char(out, '\n');
    out->failed = out->failed || comment.failed;
    wgc_buf_free(&comment);
}

/* The place of the largest cause, the first of several, and how many have so many cases. */
static size_t find_largest(const struct wgc_causes *causes, size_t *equals)
{
    size_t found = 0;

    *equals = 0;
    for (size_t i = 0; i < causes->bad; i++) {
        const size_t cases = causes->cause[i].count, most = causes->cause[found].count;
        *equals = cases > most ? 1 : *equals + (cases == most);
        found = cases > most ? i : found;
    }
    return found;
}

/* "; the largest is 27: 40 cases", ", which has the most cases"; nothing where each has one. */
static void put_largest(const struct wgc_causes *causes, size_t place, struct wgc_buf *out)
{
    size_t equals;
    const size_t largest = find_largest(causes, &equals), cases = causes->cause[largest].count;

    if (causes->cause[place].count < cases) {
        wgc_buf_printf(out, "; the largest is %zu: %zu cases", largest + 1, cases);
    } else if (cases > 1) {
        wgc_buf_text(out, equals == 1 ? ", which has the most cases" : "; none has more cases");
    }
}

/* Which cause the commands are about, and which one is the largest. */
static void put_head(const struct wgc_causes *causes, size_t place,
                     const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    if (causes->bad == 1) {
        wgc_buf_text(&text, "next:");
    } else if (style->cause != NULL) {
        wgc_buf_printf(&text, "next, for cause %zu:", place + 1);
    } else {
        wgc_buf_printf(&text, "next, for cause %zu", place + 1);
        put_largest(causes, place, &text);
        wgc_buf_text(&text, "; for another put its number");
        wgc_buf_text(&text, style->report == NULL ? "; run with -v for every cause:" : ":");
    }
    if (style->rows == 0) {
        wgc_buf_text(out, wgc_buf_str(&text));
    } else {
        wgc_screen_wrap(out, wgc_buf_str(&text), "", 0, style);
    }
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

void wgc_summary_next(const struct wgc_record *record, const struct wgc_causes *causes,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const size_t place = first_to_see(causes, style);
    struct wgc_buf program = {0}, name = {0};
    struct steps steps = {0};

    wgc_detail_program(&program, record);
    put_head(causes, place, style, out);
    make_steps(record, causes, place, style, wgc_buf_str(&program), &steps);
    if (!fits(&steps, style) && program.size > sizeof "wgconform") {
        free_steps(&steps);
        make_steps(record, causes, place, style, short_name, &steps);
        wgc_buf_printf(&name, "%s() { %s \"$@\"; }", short_name, wgc_buf_str(&program));
        put_step(wgc_buf_str(&name), "a short name", 0, style, out);
    }
    const size_t column = fits(&steps, style) ? width_of(&steps) : 0;
    for (size_t i = 0; i < steps.count; i++) {
        put_step(wgc_buf_str(&steps.item[i].command), steps.item[i].what, column, style, out);
        out->failed = out->failed || steps.item[i].command.failed;
    }
    out->failed = out->failed || program.failed || name.failed;
    free_steps(&steps);
    wgc_buf_free(&program);
    wgc_buf_free(&name);
}
