#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "causes/causes.h"
#include "reports/detail.h"
#include "reports/parts.h"
#include "reports/summary.h"

static void put_failure(const struct wgc_record *record, const struct wgc_result *result,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_summary_paint(out, style, WGC_RED);
    wgc_buf_printf(out, "  %-13s", wgc_state_name(result->state));
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_printf(out, " %s\n", result->name);
    wgc_summary_evidence(result, out);
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

/* How many causes are shown with a case, and how much of each. */
struct choice {
    size_t shown;
    bool words; /* what a cause and a form are */
    enum wgc_level *level;
};

/* Causes of a state, and their cases. */
struct tally {
    size_t causes, cases;
};

/* "18 fail (104 cases), 2 build_error (239 cases)", of the causes from first to end. */
static void put_tallies(const struct wgc_causes *causes, size_t first, size_t end,
                        struct wgc_buf *out)
{
    struct tally tally[WGC_STATE_COUNT] = {{0}};
    const char *before = "";

    for (size_t i = first; i < end; i++) {
        tally[causes->cause[i].state].causes++;
        tally[causes->cause[i].state].cases += causes->cause[i].count;
    }
    for (int state = 0; state < WGC_STATE_COUNT; state++) {
        if (tally[state].causes > 0) {
            wgc_buf_printf(out, "%s%zu %s (%zu case%s)", before, tally[state].causes,
                           wgc_state_name((enum wgc_state)state), tally[state].cases,
                           wgc_plural(tally[state].cases));
            before = ", ";
        }
    }
}

/* "23 causes of 190 failing cases: 18 fail (104 cases), 3 crash (84 cases), 2 timeout (2 cases)" */
static void put_header(const struct wgc_causes *causes, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
{
    struct wgc_buf text = {0};
    size_t cases = 0;

    for (size_t i = 0; i < causes->bad; i++) {
        cases += causes->cause[i].count;
    }
    wgc_buf_printf(&text, "%zu cause%s of %zu failing case%s:", causes->bad,
                   wgc_plural(causes->bad), cases, wgc_plural(cases));
    if (causes->bad > 1) {
        wgc_buf_char(&text, ' ');
        put_tallies(causes, 0, causes->bad, &text);
    }
    wgc_buf_text(out, style->rows == 0 ? "\n" : "");
    wgc_summary_paint(out, style, WGC_RED);
    if (style->rows == 0) {
        wgc_buf_text(out, wgc_buf_str(&text));
    } else {
        wgc_screen_wrap(out, wgc_buf_str(&text), "", 0, style);
    }
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* "11-18. left out here: 7 crash (48 cases), 1 timeout (1 case)": where numbers are missing, why.
 */
static void put_gap(const struct wgc_causes *causes, size_t first, size_t end, struct wgc_buf *out)
{
    if (end - first == 1) {
        wgc_buf_printf(out, "%3zu. left out here: ", end);
    } else {
        wgc_buf_printf(out, "%3zu-%zu. left out here: ", first + 1, end);
    }
    put_tallies(causes, first, end, out);
    wgc_buf_char(out, '\n');
}

/* Causes that have no room: one in a row, with its case, or two in a row. */
static void put_briefs(const struct wgc_causes *causes, size_t first, size_t end,
                       enum wgc_level level, const struct wgc_summary_style *style,
                       struct wgc_name_list *explained, struct wgc_buf *out)
{
    const size_t in_row = level == WGC_LEVEL_BRIEF ? 2 : 1;
    const size_t columns = wgc_screen_columns(style) / in_row;

    for (size_t i = first; i < end; i++) {
        const bool is_last = (i - first) % in_row + 1 == in_row || i + 1 == end;
        struct wgc_buf text = {0};
        wgc_summary_brief(&causes->cause[i], i + 1, columns - !is_last, level, explained, &text);
        const size_t width = wgc_screen_width(wgc_buf_str(&text));
        wgc_buf_text(out, wgc_buf_str(&text));
        wgc_buf_printf(out, "%*s", is_last ? 0 : (int)(columns - width), "");
        wgc_buf_text(out, is_last ? "\n" : "");
        out->failed = out->failed || text.failed;
        wgc_buf_free(&text);
    }
}

/* The causes from the first on that have its level, where that is none or brief. Returns how many
 * there are. */
static size_t put_folded(const struct wgc_causes *causes, size_t first, const struct choice *choice,
                         const struct wgc_summary_style *style, struct wgc_name_list *explained,
                         struct wgc_buf *out)
{
    const enum wgc_level level = choice->level[first];
    size_t end = first;

    while (end < causes->bad && level < WGC_LEVEL_SHORT && choice->level[end] == level) {
        end++;
    }
    if (end > first) {
        wgc_buf_text(out, style->rows == 0 ? "\n" : "");
        wgc_summary_paint(out, style, WGC_DIM);
        if (level == WGC_LEVEL_NONE) {
            put_gap(causes, first, end, out);
        } else {
            put_briefs(causes, first, end, level, style, explained, out);
        }
        wgc_summary_paint(out, style, WGC_PLAIN);
    }
    return end - first;
}

/* What the reader of a screen has to know, who may never have seen one. */
static void put_words(const struct wgc_causes *causes, const struct choice *choice,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf text = {0};
    bool has_brief = false;

    for (size_t i = 0; i < causes->bad; i++) {
        has_brief =
            has_brief || choice->level[i] == WGC_LEVEL_BRIEF || choice->level[i] == WGC_LEVEL_ROW;
    }
    if (causes->bad > 1) {
        wgc_buf_text(&text, "A cause is a group of cases that fail in one way; one defect can be "
                            "several causes. Wrong values come first, then the largest. ");
    }
    wgc_buf_text(&text, "A form, the end of a case's name, is a way to make the call that the "
                        "standard allows (--describe CASE).");
    if (has_brief) {
        wgc_buf_text(&text, " +4: and four more families of functions; (9): nine cases.");
    }
    wgc_summary_paint(out, style, WGC_DIM);
    wgc_screen_wrap(out, wgc_buf_str(&text), "", 0, style);
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

static void put_choice(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct choice *choice, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
{
    struct wgc_name_list explained = {0};

    put_header(causes, style, out);
    if (choice->words) {
        put_words(causes, choice, style, out);
    }
    for (size_t i = 0; i < causes->bad;) {
        const size_t folded = put_folded(causes, i, choice, style, &explained, out);
        if (folded == 0) {
            wgc_summary_cause(record, &causes->cause[i], i + 1, choice->level[i], style, &explained,
                              out);
        }
        i += folded == 0 ? 1 : folded;
    }
    if (!style->verbose) {
        const bool needs_command = choice->level[0] != WGC_LEVEL_FULL && style->report == NULL;
        wgc_buf_text(out, style->rows == 0 ? "\n" : "");
        wgc_summary_next(record, &causes->cause[0], needs_command, style, out);
    }
    wgc_name_list_free(&explained);
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
                        const struct choice *choice, size_t cause, enum wgc_level level,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const enum wgc_level before = choice->level[cause];

    if (before == WGC_LEVEL_SHORT && before < level) {
        choice->level[cause] = level;
        if (!fits(record, causes, choice, style, out)) {
            choice->level[cause] = before;
        }
    }
}

/* Whether no cause before it fails in the same way. */
static bool is_first_of_kind(const struct wgc_causes *causes, size_t i)
{
    bool first = true;

    for (size_t k = 0; first && k < i; k++) {
        first = causes->cause[k].state != causes->cause[i].state;
    }
    return first;
}

/* How a cause gets less room. */
struct step {
    enum wgc_level from, to;
    bool first_too; /* one that is the first of its kind of failure too */
    bool by_count;  /* the last one with the fewest cases, else the last one */
};

/* Returns whether there was a cause for it; the first cause stays. */
static bool take_step(const struct wgc_causes *causes, const struct step *step,
                      struct choice *choice)
{
    size_t chosen = 0;

    for (size_t i = 1; i < causes->bad; i++) {
        if (choice->level[i] == step->from && (step->first_too || !is_first_of_kind(causes, i)) &&
            (!step->by_count || chosen == 0 ||
             causes->cause[i].count <= causes->cause[chosen].count)) {
            chosen = i;
        }
    }
    if (chosen > 0) {
        choice->level[chosen] = step->to;
        choice->shown -= step->from == WGC_LEVEL_SHORT;
    }
    return chosen > 0;
}

/* Gives causes less room until the text fits: a row, then half a row, then a number alone. */
static void fold(const struct wgc_record *record, const struct wgc_causes *causes,
                 const struct wgc_summary_style *style, struct choice *choice, struct wgc_buf *out)
{
    static const struct step steps[] = {
        {WGC_LEVEL_SHORT, WGC_LEVEL_ROW, false, true},
        {WGC_LEVEL_SHORT, WGC_LEVEL_ROW, true, false},
        {WGC_LEVEL_ROW, WGC_LEVEL_BRIEF, false, false},
        {WGC_LEVEL_ROW, WGC_LEVEL_BRIEF, true, false},
        {WGC_LEVEL_BRIEF, WGC_LEVEL_NONE, false, false},
        {WGC_LEVEL_BRIEF, WGC_LEVEL_NONE, true, false},
    };

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        bool taken = true;
        while (taken && (choice->shown > style->failure_limit ||
                         !fits(record, causes, choice, style, out))) {
            taken = take_step(causes, &steps[i], choice);
        }
    }
}

/* Gives a folded cause more room. Returns false where that does not fit. */
static bool unfold(const struct wgc_record *record, const struct wgc_causes *causes,
                   const struct wgc_summary_style *style, struct choice *choice, size_t i,
                   enum wgc_level level, struct wgc_buf *out)
{
    const enum wgc_level before = choice->level[i];

    choice->level[i] = level;
    const bool fit = fits(record, causes, choice, style, out);
    choice->level[i] = fit ? level : before;
    choice->shown += fit && level == WGC_LEVEL_SHORT;
    return fit;
}

static bool is_folded(const struct choice *choice, size_t i)
{
    return choice->level[i] == WGC_LEVEL_BRIEF || choice->level[i] == WGC_LEVEL_ROW;
}

/* Uses the rows that are left: for the first of each kind of failure, for the first causes, for
 * rows in place of halves. */
static void show_more(const struct wgc_record *record, const struct wgc_causes *causes,
                      const struct wgc_summary_style *style, struct choice *choice,
                      struct wgc_buf *out)
{
    bool fit = true;

    for (size_t i = 1; i < causes->bad && choice->shown < style->failure_limit; i++) {
        if (is_folded(choice, i) && is_first_of_kind(causes, i)) {
            (void)unfold(record, causes, style, choice, i, WGC_LEVEL_SHORT, out);
        }
    }
    for (size_t i = 1; fit && i < causes->bad && choice->shown < style->failure_limit; i++) {
        if (is_folded(choice, i)) {
            fit = unfold(record, causes, style, choice, i, WGC_LEVEL_SHORT, out);
        }
    }
    for (size_t i = 1; i < causes->bad; i++) {
        if (choice->level[i] == WGC_LEVEL_BRIEF) {
            (void)unfold(record, causes, style, choice, i, WGC_LEVEL_ROW, out);
        }
    }
}

/* The cases of all causes, as far as they fit, the others in a part of a row; then more of the
 * first ones. */
static void choose(const struct wgc_record *record, const struct wgc_causes *causes,
                   const struct wgc_summary_style *style, struct choice *choice,
                   struct wgc_buf *out)
{
    choice->words = true;
    fold(record, causes, style, choice, out);
    choice->words = fits(record, causes, choice, style, out);
    show_more(record, causes, style, choice, out);
    for (size_t i = 0; i < causes->bad; i++) {
        raise_level(record, causes, choice, i, WGC_LEVEL_FULL, style, out);
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
        choice.level[i] = style->rows == 0 ? WGC_LEVEL_FULL : WGC_LEVEL_SHORT;
    }
    while (style->rows == 0 && choice.shown > style->failure_limit) {
        choice.level[--choice.shown] = WGC_LEVEL_ROW;
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
