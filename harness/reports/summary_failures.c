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

/* How many causes are shown, and how much of each. */
struct choice {
    size_t shown;
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
static void put_gap(const struct wgc_causes *causes, size_t first, size_t end,
                    const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_buf_text(out, style->rows == 0 ? "\n" : "");
    if (end - first == 1) {
        wgc_buf_printf(out, "%3zu. left out here: ", end);
    } else {
        wgc_buf_printf(out, "%3zu-%zu. left out here: ", first + 1, end);
    }
    put_tallies(causes, first, end, out);
    wgc_buf_char(out, '\n');
}

static void put_choice(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct choice *choice, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
{
    struct wgc_name_list explained = {0};
    size_t gap = 0;

    put_header(causes, style, out);
    for (size_t i = 0; i < causes->bad; i++) {
        const bool hidden = choice->level[i] == WGC_LEVEL_NONE;
        gap += hidden;
        if (gap > 0 && (!hidden || i + 1 == causes->bad)) {
            const size_t end = hidden ? i + 1 : i;
            put_gap(causes, end - gap, end, style, out);
            gap = 0;
        }
        wgc_summary_cause(record, &causes->cause[i], i + 1, choice->level[i], style, &explained,
                          out);
    }
    if (!style->verbose) {
        const bool needs_command = choice->level[0] != WGC_LEVEL_FULL && style->report == NULL;
        wgc_buf_text(out, style->rows == 0 ? "\n" : "");
        wgc_summary_next(record, needs_command ? &causes->cause[0] : NULL, style, out);
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

    if (before != WGC_LEVEL_NONE && before < level) {
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

/* Hides a cause: of those that are not the first of their kind of failure, the last one with the
 * fewest cases, else the last one. */
static void hide_one(const struct wgc_causes *causes, struct choice *choice)
{
    size_t last = 0, chosen = 0;

    for (size_t i = 1; i < causes->bad; i++) {
        if (choice->level[i] != WGC_LEVEL_NONE) {
            last = i;
            if (!is_first_of_kind(causes, i) &&
                (chosen == 0 || causes->cause[i].count <= causes->cause[chosen].count)) {
                chosen = i;
            }
        }
    }
    choice->level[chosen > 0 ? chosen : last] = WGC_LEVEL_NONE;
    choice->shown--;
}

/* Shows hidden causes again, in their order, until one has no room: what was hidden last can be
 * longer than what was hidden before. */
static void show_more(const struct wgc_record *record, const struct wgc_causes *causes,
                      const struct wgc_summary_style *style, struct choice *choice,
                      struct wgc_buf *out)
{
    bool fit = true;

    for (size_t i = 0; fit && i < causes->bad && choice->shown < style->failure_limit; i++) {
        if (choice->level[i] == WGC_LEVEL_NONE) {
            choice->level[i] = WGC_LEVEL_LINE;
            fit = fits(record, causes, choice, style, out);
            choice->level[i] = fit ? WGC_LEVEL_LINE : WGC_LEVEL_NONE;
            choice->shown += fit;
        }
    }
}

/* A line for each cause, as far as they fit; then more of the first ones. */
static void choose(const struct wgc_record *record, const struct wgc_causes *causes,
                   const struct wgc_summary_style *style, struct choice *choice,
                   struct wgc_buf *out)
{
    if (style->report != NULL) { /* else the command has the case */
        choice->level[0] = WGC_LEVEL_SHORT;
    }
    while (choice->shown > 1 &&
           (choice->shown > style->failure_limit || !fits(record, causes, choice, style, out))) {
        hide_one(causes, choice);
    }
    show_more(record, causes, style, choice, out);
    raise_level(record, causes, choice, 0, WGC_LEVEL_FULL, style, out);
    for (size_t i = 0; i < causes->bad; i++) {
        raise_level(record, causes, choice, i, WGC_LEVEL_SHORT, style, out);
    }
    for (size_t i = 1; i < causes->bad; i++) {
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
        choice.level[i] = style->rows == 0 ? WGC_LEVEL_FULL : WGC_LEVEL_LINE;
    }
    while (style->rows == 0 && choice.shown > style->failure_limit) {
        choice.level[--choice.shown] = WGC_LEVEL_NONE;
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
