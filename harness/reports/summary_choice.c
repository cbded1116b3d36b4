/* How much room each cause gets on a screen: the large ones most, whatever kind of failure. */
#include <stdlib.h>
#include <string.h>

#include "reports/parts.h"

/* What decides the room. */
struct chooser {
    const struct wgc_record *record;
    const struct wgc_causes *causes;
    const struct wgc_summary_style *style;
    struct wgc_choice choice;
    bool *has_half;  /* what is wrong is whole in half a row, and no other cause has the same one */
    size_t *by_size; /* the causes, the largest first */
    bool failed;
};

static bool fits(struct chooser *chooser)
{
    struct wgc_buf text = {0};

    wgc_summary_choice_put(chooser->record, chooser->causes, &chooser->choice, chooser->style,
                           &text);
    const bool fit = wgc_screen_rows(&text, chooser->style) <= chooser->style->rows;
    chooser->failed = chooser->failed || text.failed;
    wgc_buf_free(&text);
    return fit;
}

/* Whether no cause before it fails in the same way: the largest of its kind, or a wrong value. */
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
    enum wgc_level from, to; /* from that level, or one between the two */
    bool kinds;              /* one that is the first of its kind of failure too */
    bool first;              /* the first cause too */
};

static bool may_step(const struct chooser *chooser, const struct step *step, size_t i)
{
    const enum wgc_level level = chooser->choice.level[i];

    return (i > 0 || step->first) && level > step->to && level <= step->from &&
           (step->kinds || !is_first_of_kind(chooser->causes, i)) &&
           (step->to != WGC_LEVEL_HALF || chooser->has_half[i]);
}

/* The smallest cause that may gets less room; the first one stays. Returns whether there was one.
 */
static bool take_step(struct chooser *chooser, const struct step *step)
{
    for (size_t k = chooser->causes->bad; k > 0; k--) {
        const size_t i = chooser->by_size[k - 1];
        if (may_step(chooser, step, i)) {
            chooser->choice.shown -= chooser->choice.level[i] == WGC_LEVEL_SHORT;
            chooser->choice.level[i] = step->to;
            return true;
        }
    }
    return false;
}

/* Gives causes less room until the text fits: a row, then half a row, then a number alone. The
 * first one keeps its row. */
static void fold(struct chooser *chooser)
{
    static const struct step steps[] = {
        {WGC_LEVEL_SHORT, WGC_LEVEL_ROW, true, false},
        {WGC_LEVEL_ROW, WGC_LEVEL_HALF, true, false},
        {WGC_LEVEL_SHORT, WGC_LEVEL_ROW, true, true},
        {WGC_LEVEL_ROW, WGC_LEVEL_NONE, false, false},
        {WGC_LEVEL_ROW, WGC_LEVEL_NONE, true, false},
    };

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        bool taken = true;
        while (taken && (chooser->choice.shown > chooser->style->failure_limit || !fits(chooser))) {
            taken = take_step(chooser, &steps[i]);
        }
    }
}

/* Gives a cause another level. Returns false, and changes nothing, where that does not fit. */
static bool raise_to(struct chooser *chooser, size_t i, enum wgc_level level)
{
    const enum wgc_level before = chooser->choice.level[i];

    chooser->choice.level[i] = level;
    const bool fit = fits(chooser);
    chooser->choice.level[i] = fit ? level : before;
    chooser->choice.shown += fit && level == WGC_LEVEL_SHORT;
    return fit;
}

static void describe(struct chooser *chooser)
{
    for (size_t k = 0; k < chooser->causes->bad; k++) {
        const size_t i = chooser->by_size[k];
        const enum wgc_level level = chooser->choice.level[i];
        if ((level == WGC_LEVEL_HALF || level == WGC_LEVEL_ROW) &&
            chooser->choice.shown < chooser->style->failure_limit) {
            (void)raise_to(chooser, i, WGC_LEVEL_SHORT);
        }
    }
}

/* Uses the rows that are left: first for what is left out, then for rows in place of halves, then
 * for whole titles. */
static void show_more(struct chooser *chooser)
{
    for (size_t k = 0; k < chooser->causes->bad; k++) {
        const size_t i = chooser->by_size[k];
        if (chooser->choice.level[i] == WGC_LEVEL_NONE && !raise_to(chooser, i, WGC_LEVEL_ROW) &&
            chooser->has_half[i]) {
            (void)raise_to(chooser, i, WGC_LEVEL_HALF);
        }
    }
    for (size_t k = 0; k < chooser->causes->bad; k++) {
        const size_t i = chooser->by_size[k];
        if (chooser->choice.level[i] == WGC_LEVEL_HALF) {
            (void)raise_to(chooser, i, WGC_LEVEL_ROW);
        }
    }
    describe(chooser);
}

/* A cause in half a row without its number of cases, which does not distinguish it; NULL:
 * it has no room there. */
static char *half_of(struct chooser *chooser, size_t i)
{
    struct wgc_report_cause cause = chooser->causes->cause[i];
    const size_t columns = wgc_summary_half_columns(chooser->style);
    struct wgc_buf text = {0};

    const bool has_room = wgc_summary_half(&cause, columns, &text);
    wgc_buf_clear(&text);
    cause.count = 0;
    (void)wgc_summary_half(&cause, columns, &text);
    chooser->failed = chooser->failed || text.failed;
    if (!has_room) {
        wgc_buf_free(&text);
    }
    return text.data;
}

/* Finds the causes that half a row is enough for. */
static bool find_halves(struct chooser *chooser)
{
    const size_t count = chooser->causes->bad;
    char **half = calloc(count + 1, sizeof *half);

    if (half == NULL) {
        chooser->failed = true;
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        half[i] = half_of(chooser, i);
    }
    for (size_t i = 0; i < count; i++) {
        chooser->has_half[i] = half[i] != NULL;
        for (size_t k = 0; chooser->has_half[i] && k < count; k++) {
            chooser->has_half[i] = k == i || half[k] == NULL || strcmp(half[k], half[i]) != 0;
        }
    }
    for (size_t i = 0; i < count; i++) {
        free(half[i]);
    }
    free(half);
    return true;
}

/* The largest first; of those with as many cases in their own order. */
static void sort_by_size(struct chooser *chooser)
{
    for (size_t i = 0; i < chooser->causes->bad; i++) {
        size_t k = i;
        for (; k > 0 && chooser->causes->cause[chooser->by_size[k - 1]].count <
                            chooser->causes->cause[i].count;
             k--) {
            chooser->by_size[k] = chooser->by_size[k - 1];
        }
        chooser->by_size[k] = i;
    }
}

/* All causes as far as they fit in part of a row, then more of the largest ones. */
static void choose(struct chooser *chooser)
{
    chooser->choice.words = true;
    fold(chooser);
    chooser->choice.words = fits(chooser);
    show_more(chooser);
    bool fit = true;
    for (size_t i = 0; fit && i < chooser->causes->bad; i++) {
        fit = chooser->choice.level[i] == WGC_LEVEL_SHORT && raise_to(chooser, i, WGC_LEVEL_FULL);
    }
}

/* The levels where any number of rows is there: in full, or past the limit in a row. */
static void set_levels(struct chooser *chooser)
{
    struct wgc_choice *choice = &chooser->choice;
    const bool is_screen = chooser->style->rows > 0;

    for (size_t i = 0; i < chooser->causes->bad; i++) {
        choice->level[i] = is_screen ? WGC_LEVEL_SHORT : WGC_LEVEL_FULL;
    }
    choice->shown = chooser->causes->bad;
    while (!is_screen && choice->shown > chooser->style->failure_limit) {
        choice->level[--choice->shown] = WGC_LEVEL_ROW;
    }
}

void wgc_summary_chosen(const struct wgc_record *record, const struct wgc_causes *causes,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct chooser chooser = {.record = record, .causes = causes, .style = style};

    chooser.choice.level = calloc(causes->bad + 1, sizeof *chooser.choice.level);
    chooser.has_half = calloc(causes->bad + 1, sizeof *chooser.has_half);
    chooser.by_size = calloc(causes->bad + 1, sizeof *chooser.by_size);
    if (chooser.choice.level == NULL || chooser.has_half == NULL || chooser.by_size == NULL) {
        chooser.failed = true;
    } else {
        set_levels(&chooser);
        sort_by_size(&chooser);
    }
    if (!chooser.failed && style->rows > 0 && find_halves(&chooser)) {
        choose(&chooser);
    }
    if (!chooser.failed) {
        wgc_summary_choice_put(record, causes, &chooser.choice, style, out);
    }
    out->failed = out->failed || chooser.failed;
    free(chooser.choice.level);
    free(chooser.has_half);
    free(chooser.by_size);
}
