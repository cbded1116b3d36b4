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

/* Whether the cause may explain others: values that no number explains. */
static bool explains_others(const struct wgc_report_cause *cause)
{
    return cause->state == WGC_STATE_FAIL && cause->example->mismatch == NULL;
}

/* How a cause gets less room. */
struct step {
    enum wgc_level from, to; /* from that level, or one between the two */
    bool explains;           /* one that explains others; of NONE, the first of its kind */
    bool first;              /* the largest cause too */
};

static bool may_step(const struct chooser *chooser, const struct step *step, size_t i)
{
    const enum wgc_level level = chooser->choice.level[i];
    const bool explains = explains_others(&chooser->causes->cause[i]) ||
                          (step->to == WGC_LEVEL_NONE && is_first_of_kind(chooser->causes, i));

    if (wgc_summary_is_folded(chooser->causes, &chooser->choice, i)) {
        return false;
    }
    return (i != chooser->by_size[0] || step->first) && level > step->to && level <= step->from &&
           (step->explains || !explains);
}

/* The smallest cause that may gets less room. Returns whether there was one. */
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

/* Gives causes less room until the text fits: what it needs, then a row, then a number alone. */
static void fold(struct chooser *chooser)
{
    static const struct step steps[] = {
        {WGC_LEVEL_SHORT, WGC_LEVEL_ROW, true, false},
        {WGC_LEVEL_ROW, WGC_LEVEL_LINE, true, false},
        {WGC_LEVEL_SHORT, WGC_LEVEL_LINE, true, true},
        {WGC_LEVEL_LINE, WGC_LEVEL_BRIEF, false, false},
        {WGC_LEVEL_LINE, WGC_LEVEL_NONE, false, false},
        {WGC_LEVEL_LINE, WGC_LEVEL_BRIEF, true, false},
        {WGC_LEVEL_LINE, WGC_LEVEL_NONE, true, false},
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
        if ((level == WGC_LEVEL_LINE || level == WGC_LEVEL_ROW) &&
            !wgc_summary_is_folded(chooser->causes, &chooser->choice, i) &&
            chooser->choice.shown < chooser->style->failure_limit) {
            (void)raise_to(chooser, i, WGC_LEVEL_SHORT);
        }
    }
}

/* Gives each cause of a level the next one, the largest first, where that fits. */
static void raise_all(struct chooser *chooser, enum wgc_level from, enum wgc_level to)
{
    for (size_t k = 0; k < chooser->causes->bad; k++) {
        const size_t i = chooser->by_size[k];
        if (chooser->choice.level[i] == from &&
            !wgc_summary_is_folded(chooser->causes, &chooser->choice, i)) {
            (void)raise_to(chooser, i, to);
        }
    }
}

/* Uses the rows that are left: first for what is left out, then for cases, then for all that is
 * known, then for whole titles. */
static void show_more(struct chooser *chooser)
{
    raise_all(chooser, WGC_LEVEL_NONE, WGC_LEVEL_BRIEF);
    raise_all(chooser, WGC_LEVEL_BRIEF, WGC_LEVEL_LINE);
    raise_all(chooser, WGC_LEVEL_LINE, WGC_LEVEL_ROW);
    describe(chooser);
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

static size_t count_checks(const struct wgc_causes *causes)
{
    size_t count = 0;

    while (count < causes->bad && wgc_cause_is_check(&causes->cause[causes->bad - count - 1])) {
        count++;
    }
    return count;
}

/* The levels where any number of rows is there: in full, or past the limit in a row. */
static void set_levels(struct chooser *chooser)
{
    struct wgc_choice *choice = &chooser->choice;
    const bool is_screen = chooser->style->rows > 0;

    for (size_t i = 0; i < chooser->causes->bad; i++) {
        choice->level[i] = is_screen ? WGC_LEVEL_SHORT : WGC_LEVEL_FULL;
        if (wgc_summary_is_folded(chooser->causes, choice, i)) {
            choice->level[i] = WGC_LEVEL_NONE;
        }
    }
    choice->shown =
        chooser->causes->bad - (choice->folds_checks ? count_checks(chooser->causes) : 0);
    while (!is_screen && choice->shown > chooser->style->failure_limit) {
        choice->level[--choice->shown] = WGC_LEVEL_ROW;
    }
}

static bool has_room_for_all(const struct chooser *chooser)
{
    bool all = true;

    for (size_t i = 0; all && i < chooser->causes->bad; i++) {
        all = chooser->choice.level[i] > WGC_LEVEL_BRIEF;
    }
    return all;
}

static bool hides_cause(const struct chooser *chooser)
{
    bool hides = false;

    for (size_t i = 0; !hides && i < chooser->causes->bad; i++) {
        hides = chooser->choice.level[i] == WGC_LEVEL_NONE &&
                !wgc_summary_is_folded(chooser->causes, &chooser->choice, i);
    }
    return hides;
}

/* All causes as far as they fit in part of a row, then more of the largest ones. Where not each has
 * a row, checks have one together; where some have none, the forms are not explained. */
static void choose(struct chooser *chooser)
{
    fold(chooser);
    if (!has_room_for_all(chooser) && count_checks(chooser->causes) > 1) {
        chooser->choice.folds_checks = true;
        set_levels(chooser);
        fold(chooser);
    }
    show_more(chooser);
    if (hides_cause(chooser)) {
        chooser->choice.no_forms = true;
        set_levels(chooser);
        fold(chooser);
        show_more(chooser);
    }
    bool fit = true;
    for (size_t i = 0; fit && i < chooser->causes->bad; i++) {
        fit = chooser->choice.level[i] == WGC_LEVEL_SHORT && raise_to(chooser, i, WGC_LEVEL_FULL);
    }
}

void wgc_summary_chosen(const struct wgc_record *record, const struct wgc_causes *causes,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct chooser chooser = {.record = record, .causes = causes, .style = style};

    chooser.choice.level = calloc(causes->bad + 1, sizeof *chooser.choice.level);
    chooser.by_size = calloc(causes->bad + 1, sizeof *chooser.by_size);
    if (chooser.choice.level == NULL || chooser.by_size == NULL) {
        chooser.failed = true;
    } else {
        set_levels(&chooser);
        sort_by_size(&chooser);
    }
    if (!chooser.failed && style->rows > 0) {
        choose(&chooser);
    }
    if (!chooser.failed) {
        wgc_summary_choice_put(record, causes, &chooser.choice, style, out);
    }
    out->failed = out->failed || chooser.failed;
    free(chooser.choice.level);
    free(chooser.by_size);
}
