#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "causes/causes.h"
#include "causes/form_group.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "base/report_text.h"
#include "reports/summary.h"
#include "reports/parts.h"

enum { FUNCTIONS_SHOWN = 3, TYPES_SHOWN = 11 };

static void put_mismatch(const struct wgc_record_mismatch *mismatch, struct wgc_buf *out)
{
    wgc_buf_printf(out, "       %s", mismatch->what == NULL ? "wrong" : mismatch->what);
    wgc_detail_place(out, ", work-group (", &mismatch->work_group, ", ", ")");
    wgc_detail_place(out, ", local id (", &mismatch->local_id, ", ", ")");
    if (mismatch->expected != NULL && mismatch->actual != NULL) {
        wgc_buf_printf(out, ": expected %s, got %s", mismatch->expected, mismatch->actual);
    }
    if (mismatch->pattern != NULL) {
        wgc_buf_printf(out, " [pattern %s]", mismatch->pattern);
    }
    wgc_buf_char(out, '\n');
}

/* The first line of the reason. */
static void put_first_line(const struct wgc_result *result, struct wgc_buf *out)
{
    struct wgc_buf reason = {0};

    wgc_result_put_reason(&reason, result);
    if (reason.data != NULL) {
        reason.data[strcspn(reason.data, "\n")] = '\0';
    }
    wgc_buf_text(out, "       ");
    wgc_report_text(out, wgc_buf_str(&reason));
    wgc_buf_char(out, '\n');
    out->failed = out->failed || reason.failed;
    wgc_buf_free(&reason);
}

/* The failure of a case. */
static void put_evidence(const struct wgc_result *result, struct wgc_buf *out)
{
    if (result->reason != NULL && result->reason[0] != '\0') {
        put_first_line(result, out);
    } else if (result->mismatch != NULL) {
        put_mismatch(result->mismatch,
                     out); /* the reason of a failure describes its first mismatch */
    }
    if (result->frames != NULL) {
        wgc_buf_text(out, "       ");
        (void)wgc_detail_crash(out, result);
        wgc_buf_char(out, '\n');
    }
}

static void put_failure(const struct wgc_record *record, const struct wgc_result *result,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_summary_paint(out, style, WGC_RED);
    wgc_buf_printf(out, "  %-13s", wgc_state_name(result->state));
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_printf(out, " %s\n", result->name);
    put_evidence(result, out);
    wgc_summary_paint(out, style, WGC_DIM);
    wgc_buf_text(out, "       rerun: ");
    wgc_detail_rerun(out, record, result->name);
    wgc_buf_char(out, '\n');
    wgc_summary_paint(out, style, WGC_PLAIN);
}

/* Every failing case, in the record's order. */
static void put_cases(const struct wgc_record *record, const struct wgc_summary_style *style,
                      struct wgc_buf *out)
{
    for (size_t i = 0; i < record->result_count; i++) {
        if (wgc_state_is_bad(record->result[i].state)) {
            put_failure(record, &record->result[i], style, out);
        }
    }
}

/* "c.work_group_all, spirv.work_group_all and 4 more" */
static void put_functions(const struct wgc_name_list *functions, struct wgc_buf *out)
{
    size_t shown = functions->count > FUNCTIONS_SHOWN + 1 ? FUNCTIONS_SHOWN : functions->count;

    for (size_t i = 0; i < shown; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? "" : ", ", functions->name[i]);
    }
    if (functions->count > shown) {
        wgc_buf_printf(out, " and %zu more", functions->count - shown);
    }
}

/* "; int, uint and 4 more types" */
static void put_types(const struct wgc_name_list *types, struct wgc_buf *out)
{
    size_t shown = types->count > TYPES_SHOWN + 1 ? TYPES_SHOWN : types->count;

    for (size_t i = 0; i < shown; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? "; " : ", ", types->name[i]);
    }
    if (types->count > shown) {
        wgc_buf_printf(out, " and %zu more types", types->count - shown);
    }
}

static void put_title(const struct wgc_report_cause *cause, size_t number,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_buf_printf(out, "%3zu. ", number);
    wgc_summary_paint(out, style, WGC_BOLD);
    wgc_buf_text(out, cause->title);
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_text(out, "\n     ");
    wgc_summary_paint(out, style, WGC_RED);
    wgc_buf_text(out, wgc_state_name(cause->state));
    wgc_summary_paint(out, style, WGC_PLAIN);
}

/* The title; of several families the first alone, where all do not fit: what is wrong comes last.
 */
static void put_short_title(const struct wgc_report_cause *cause, size_t room, struct wgc_buf *out)
{
    const char *rest = cause->title + cause->subject;

    if (strlen(cause->title) > room && cause->subject > 0 && cause->families.count > 1) {
        wgc_buf_printf(out, "%s and %zu more%s", cause->families.name[0], cause->families.count - 1,
                       rest);
    } else {
        wgc_buf_text(out, cause->title);
    }
}

/* Title, cut to one row, state and number of cases. */
static void put_cause_in_a_line(const struct wgc_report_cause *cause, size_t number,
                                const struct wgc_summary_style *style, struct wgc_buf *out)
{
    char before[32], after[64];
    struct wgc_buf title = {0};

    (void)snprintf(before, sizeof before, "%3zu. ", number);
    (void)snprintf(after, sizeof after, " (%zu %s)", cause->count, wgc_state_name(cause->state));
    wgc_buf_text(out, before);
    wgc_summary_paint(out, style, WGC_BOLD);
    const size_t room = wgc_screen_columns(style) - strlen(before) - strlen(after);
    put_short_title(cause, room, &title);
    wgc_screen_cut(out, wgc_buf_str(&title), room);
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_printf(out, "%s\n", after);
    out->failed = out->failed || title.failed;
    wgc_buf_free(&title);
}

/* Title, state and smallest case. */
static void put_cause_in_short(const struct wgc_report_cause *cause, size_t number,
                               const struct wgc_summary_style *style, struct wgc_buf *out)
{
    put_title(cause, number, style, out);
    if (cause->types.count > 0) {
        wgc_buf_printf(out, ", %zu case%s; %s%s", cause->count, wgc_plural(cause->count),
                       cause->count == 1 ? "" : "smallest: ", cause->example->name);
    }
    wgc_buf_char(out, '\n');
}

/* What the form is about, of a cause in a single one: its name alone is no description. */
static void put_form(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    const char *form = cause->forms.count == 1 ? cause->forms.name[0] : "plain";
    const char *why = strcmp(form, "plain") == 0 ? NULL : wgc_form_why(form);

    if (why != NULL) {
        wgc_buf_printf(out, "\n     form %s: %s", form, why);
    }
}

static void put_cause(const struct wgc_record *record, const struct wgc_report_cause *cause,
                      size_t number, const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_buf_char(out, '\n');
    put_title(cause, number, style, out);
    if (cause->types.count > 0) {
        wgc_buf_printf(out, ", %zu case%s: ", cause->count, wgc_plural(cause->count));
        put_functions(&cause->functions, out);
        put_types(&cause->types, out);
        wgc_buf_printf(out, "\n     %s: %s", cause->count == 1 ? "case" : "smallest",
                       cause->example->name);
        put_form(cause, out);
    }
    wgc_buf_char(out, '\n');
    /* a check's title is its reason, unless that was cut */
    if (cause->types.count > 0 || cause->title_is_cut ||
        wgc_case_name_is_program(cause->example->name)) {
        put_evidence(cause->example, out);
    }
    wgc_summary_paint(out, style, WGC_DIM);
    wgc_buf_text(out, "     rerun: ");
    wgc_detail_rerun(out, record, cause->example->name);
    wgc_buf_char(out, '\n');
    wgc_summary_paint(out, style, WGC_PLAIN);
}

/* How much of a cause is shown. */
enum level { LEVEL_NONE, LEVEL_LINE, LEVEL_SHORT, LEVEL_FULL };

/* How many causes are shown, and how much of each. */
struct choice {
    size_t shown;
    enum level *level;
};

static void put_level(const struct wgc_record *record, const struct wgc_report_cause *cause,
                      size_t number, enum level level, const struct wgc_summary_style *style,
                      struct wgc_buf *out)
{
    switch (level) {
    case LEVEL_NONE:
        break;
    case LEVEL_LINE:
        put_cause_in_a_line(cause, number, style, out);
        break;
    case LEVEL_SHORT:
        put_cause_in_short(cause, number, style, out);
        break;
    case LEVEL_FULL:
        put_cause(record, cause, number, style, out);
        break;
    }
}

/* "23 causes (18 fail, 3 crash, 2 build_error) of 190 failing cases, the first 15:" */
static void put_header(const struct wgc_causes *causes, const struct choice *choice,
                       const struct wgc_summary_style *style, struct wgc_buf *out)
{
    size_t cases = 0;
    size_t of_state[WGC_STATE_COUNT] = {0};
    const char *before = " (";

    for (size_t i = 0; i < causes->bad; i++) {
        cases += causes->cause[i].count;
        of_state[causes->cause[i].state]++;
    }
    wgc_buf_text(out, style->rows == 0 ? "\n" : "");
    wgc_summary_paint(out, style, WGC_RED);
    wgc_buf_printf(out, "%zu cause%s", causes->bad, wgc_plural(causes->bad));
    for (int state = 0; causes->bad > 1 && state < WGC_STATE_COUNT; state++) {
        if (of_state[state] > 0) {
            wgc_buf_printf(out, "%s%zu %s", before, of_state[state],
                           wgc_state_name((enum wgc_state)state));
            before = ", ";
        }
    }
    wgc_buf_printf(out, "%s of %zu failing case%s", causes->bad > 1 ? ")" : "", cases,
                   wgc_plural(cases));
    if (choice->shown < causes->bad) {
        bool first = true;
        for (size_t i = 0; i < choice->shown; i++) {
            first = first && choice->level[i] != LEVEL_NONE;
        }
        wgc_buf_printf(out, first ? ", the first %zu" : ", %zu of them", choice->shown);
    }
    wgc_buf_text(out, ":");
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_char(out, '\n');
}

/* "  and 9 more: 7 crash (48 cases), 2 build_error (239 cases)": of those that are not shown. */
static void put_rest(const struct wgc_causes *causes, const struct choice *choice,
                     struct wgc_buf *out)
{
    size_t of_state[WGC_STATE_COUNT] = {0}, cases[WGC_STATE_COUNT] = {0};
    const char *before = "";

    for (size_t i = 0; i < causes->bad; i++) {
        if (choice->level[i] == LEVEL_NONE) {
            of_state[causes->cause[i].state]++;
            cases[causes->cause[i].state] += causes->cause[i].count;
        }
    }
    wgc_buf_printf(out, "  and %zu more: ", causes->bad - choice->shown);
    for (int state = 0; state < WGC_STATE_COUNT; state++) {
        if (of_state[state] > 0) {
            wgc_buf_printf(out, "%s%zu %s (%zu case%s)", before, of_state[state],
                           wgc_state_name((enum wgc_state)state), cases[state],
                           wgc_plural(cases[state]));
            before = ", ";
        }
    }
    wgc_buf_char(out, '\n');
}

static void put_choice(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct choice *choice, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
{
    put_header(causes, choice, style, out);
    for (size_t i = 0; i < causes->bad; i++) {
        put_level(record, &causes->cause[i], i + 1, choice->level[i], style, out);
    }
    if (choice->shown < causes->bad) {
        wgc_buf_text(out, style->rows == 0 ? "\n" : "");
        put_rest(causes, choice, out);
    }
    if (!style->verbose) {
        const bool has_command = choice->shown > 0 && choice->level[0] == LEVEL_FULL;
        wgc_buf_text(out, style->rows == 0 ? "\n" : "");
        wgc_summary_next(record, has_command ? NULL : &causes->cause[0], style, out);
    }
}

static bool fits(const struct wgc_record *record, const struct wgc_causes *causes,
                 const struct choice *choice, const struct wgc_summary_style *style,
                 struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    put_choice(record, causes, choice, style, &text);
    const bool fit = wgc_screen_rows(&text, style) <= style->rows;
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
    return fit;
}

/* Shows more of a cause if that fits. */
static void raise_level(const struct wgc_record *record, const struct wgc_causes *causes,
                        const struct choice *choice, size_t cause, enum level level,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const enum level before = choice->level[cause];

    if (before != LEVEL_NONE && before < level) {
        choice->level[cause] = level;
        if (!fits(record, causes, choice, style, out)) {
            choice->level[cause] = before;
        }
    }
}

/* Hides a cause: the last one that is not the first of its kind of failure, else the last one. */
static void hide_one(const struct wgc_causes *causes, struct choice *choice)
{
    size_t last = 0, chosen = 0;

    for (size_t i = 1; i < causes->bad; i++) {
        bool first = true;
        for (size_t k = 0; first && k < i; k++) {
            first = causes->cause[k].state != causes->cause[i].state;
        }
        last = choice->level[i] != LEVEL_NONE ? i : last;
        chosen = choice->level[i] != LEVEL_NONE && !first ? i : chosen;
    }
    choice->level[chosen > 0 ? chosen : last] = LEVEL_NONE;
    choice->shown--;
}

/* A line for each cause, as far as they fit; then more of the first ones. */
static void choose(const struct wgc_record *record, const struct wgc_causes *causes,
                   const struct wgc_summary_style *style, struct choice *choice,
                   struct wgc_buf *out)
{
    while (choice->shown > 1 &&
           (choice->shown > style->failure_limit || !fits(record, causes, choice, style, out))) {
        hide_one(causes, choice);
    }
    raise_level(record, causes, choice, 0, LEVEL_FULL, style, out);
    for (size_t i = 0; i < causes->bad; i++) {
        raise_level(record, causes, choice, i, LEVEL_SHORT, style, out);
    }
    for (size_t i = 1; i < causes->bad; i++) {
        raise_level(record, causes, choice, i, LEVEL_FULL, style, out);
    }
}

static void put_causes(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct choice choice = {.shown = causes->bad,
                            .level = calloc(causes->bad + 1, sizeof *choice.level)};

    if (choice.level == NULL) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < causes->bad; i++) {
        choice.level[i] = style->rows == 0 ? LEVEL_FULL : LEVEL_LINE;
    }
    while (style->rows == 0 && choice.shown > style->failure_limit) {
        choice.level[--choice.shown] = LEVEL_NONE;
    }
    if (style->rows > 0) {
        choose(record, causes, style, &choice, out);
    }
    put_choice(record, causes, &choice, style, out);
    free(choice.level);
}

void wgc_summary_failures(const struct wgc_record *record, const struct wgc_causes *causes,
                          const struct wgc_summary_style *style, struct wgc_buf *out)
{
    if (style->verbose && causes->bad > 0) {
        wgc_buf_char(out, '\n');
        put_cases(record, style, out);
    }
    if (causes->bad > 0) {
        put_causes(record, causes, style, out);
    }
}

void wgc_summary_causes(const struct wgc_record *record, const struct wgc_summary_style *style,
                        struct wgc_buf *out)
{
    struct wgc_causes causes;
    struct wgc_err err;

    if (wgc_causes_make(record, &causes, &err) != WGC_OK) {
        out->failed = true;
        return;
    }
    wgc_summary_waived(&causes, style, out);
    wgc_summary_failures(record, &causes, style, out);
    wgc_causes_free(&causes);
}
