/* How much room each cause gets on a screen: the first and the large ones most. */
#include <stdlib.h>
#include <string.h>

#include "reports/parts.h"

/* What decides the room. */
struct chooser {
    const struct wgc_record *record;
    const struct wgc_causes *causes;
    const struct wgc_summary_style *style;
    struct wgc_choice choice;
    size_t *by_rank;  /* the causes: the first, then the largest */
    size_t *in_order; /* the causes in their own order: wrong values first */
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

/* Gives a cause another level. */
static void set_level(struct chooser *chooser, size_t i, enum wgc_level level)
{
    chooser->choice.shown += level == WGC_LEVEL_FULL;
    chooser->choice.shown -= chooser->choice.level[i] == WGC_LEVEL_FULL;
    chooser->choice.level[i] = level;
}

/* The last cause of an order that is above the level gets it. Returns whether there was one. Of
 * NONE, the first of each kind keeps its room, and of SHARED the first of all. */
static bool lower_one(struct chooser *chooser, const size_t *order, enum wgc_level level)
{
    for (size_t k = chooser->causes->bad; k > 0; k--) {
        const size_t i = order[k - 1];
        const bool kept = level == WGC_LEVEL_NONE ? is_first_of_kind(chooser->causes, i)
                                                  : level == WGC_LEVEL_SHARED && i == 0;
        if (chooser->choice.level[i] > level && !kept) {
            set_level(chooser, i, level);
            return true;
        }
    }
    return false;
}

/* Lowers causes, the last of an order first, until the text fits. */
static bool lower(struct chooser *chooser, const size_t *order, enum wgc_level level)
{
    bool fit = fits(chooser);

    while (!fit && lower_one(chooser, order, level)) {
        fit = fits(chooser);
    }
    return fit;
}

/* Whether the cause before it, which is larger where it is of the same kind, has less room: a list
 * follows the rows of its kind, and has its causes in their order. */
static bool would_overtake(const struct chooser *chooser, size_t i, enum wgc_level to)
{
    const struct wgc_report_cause *cause = &chooser->causes->cause[i];
    const enum wgc_level least = to >= WGC_LEVEL_ROW      ? WGC_LEVEL_ROW
                                 : to == WGC_LEVEL_SHARED ? WGC_LEVEL_SHARED
                                                          : WGC_LEVEL_NAME;

    return i > 0 && chooser->choice.level[i - 1] < least &&
           wgc_cause_kind(cause) == wgc_cause_kind(cause - 1);
}

/* Raises causes to the level, the first of an order first, where they fit; at most so many. */
static void raise_some(struct chooser *chooser, const size_t *order, enum wgc_level from,
                       enum wgc_level to, size_t most)
{
    for (size_t k = 0; k < chooser->causes->bad && k < most; k++) {
        const size_t i = order[k];
        const bool is_within =
            to != WGC_LEVEL_FULL || chooser->choice.shown < chooser->style->failure_limit;
        if (chooser->choice.level[i] == from && is_within && !would_overtake(chooser, i, to)) {
            set_level(chooser, i, to);
            if (!fits(chooser)) {
                set_level(chooser, i, from);
            }
        }
    }
}

/* The first cause, then the largest; of those with as many cases in their own order. */
static void sort_by_rank(struct chooser *chooser)
{
    for (size_t i = 0; i < chooser->causes->bad; i++) {
        size_t k = i;
        chooser->in_order[i] = i;
        for (; k > 1 && chooser->causes->cause[chooser->by_rank[k - 1]].count <
                            chooser->causes->cause[i].count;
             k--) {
            chooser->by_rank[k] = chooser->by_rank[k - 1];
        }
        chooser->by_rank[k] = i;
    }
}

static void set_levels(struct chooser *chooser, enum wgc_level level)
{
    for (size_t i = 0; i < chooser->causes->bad; i++) {
        set_level(chooser, i, level);
    }
}

/* Each cause in a list, the wrong values with what was expected; where they do not fit with a row
 * for each, several share one, the last ones have their names alone, the smallest share an entry
 * with those that have the same words, without their functions if need be, and the smallest are
 * counted, until all fit. Then the first one gets its example, and the others get more words, as
 * far as they fit. */
static void choose(struct chooser *chooser)
{
    const size_t all = chooser->causes->bad;
    const size_t *rank = chooser->by_rank, *order = chooser->in_order;

    set_levels(chooser, WGC_LEVEL_ENTRY);
    chooser->choice.own_rows = true;
    chooser->choice.own_rows = fits(chooser);
    chooser->choice.shared_have_names = true;
    if (!lower(chooser, order, WGC_LEVEL_NAME) && !lower(chooser, rank, WGC_LEVEL_SHARED)) {
        chooser->choice.shared_have_names = false;
        (void)lower(chooser, rank, WGC_LEVEL_NONE);
    }
    raise_some(chooser, rank, WGC_LEVEL_NONE, WGC_LEVEL_SHARED, all);
    raise_some(chooser, rank, WGC_LEVEL_SHARED, WGC_LEVEL_NAME, all);
    raise_some(chooser, order, WGC_LEVEL_NAME, WGC_LEVEL_ENTRY, all);
    raise_some(chooser, rank, WGC_LEVEL_ENTRY, WGC_LEVEL_FULL, 1);
    raise_some(chooser, rank, WGC_LEVEL_ENTRY, WGC_LEVEL_BRIEF, all);
    raise_some(chooser, rank, WGC_LEVEL_BRIEF, WGC_LEVEL_ROW, all);
    raise_some(chooser, rank, WGC_LEVEL_ROW, WGC_LEVEL_FULL, all);
}

/* Where any number of rows is there: in full, or past the limit in a sentence; or one cause alone.
 */
static void set_all(struct chooser *chooser)
{
    const struct wgc_summary_style *style = chooser->style;

    for (size_t i = 0; i < chooser->causes->bad; i++) {
        const bool is_chosen = style->cause == NULL
                                   ? i < style->failure_limit
                                   : strcmp(style->cause, chooser->causes->cause[i].id) == 0;
        set_level(chooser, i,
                  is_chosen              ? WGC_LEVEL_FULL
                  : style->cause != NULL ? WGC_LEVEL_NONE
                                         : WGC_LEVEL_ROW);
    }
}

void wgc_summary_chosen(const struct wgc_record *record, const struct wgc_causes *causes,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct chooser chooser = {.record = record, .causes = causes, .style = style};

    chooser.choice.level = calloc(causes->bad + 1, sizeof *chooser.choice.level);
    chooser.by_rank = calloc(causes->bad + 1, sizeof *chooser.by_rank);
    chooser.in_order = calloc(causes->bad + 1, sizeof *chooser.in_order);
    if (chooser.choice.level == NULL || chooser.by_rank == NULL || chooser.in_order == NULL) {
        chooser.failed = true;
    } else {
        sort_by_rank(&chooser);
        if (style->rows == 0) {
            set_all(&chooser);
        }
    }
    if (!chooser.failed && style->rows > 0) {
        choose(&chooser);
    }
    if (!chooser.failed) {
        wgc_summary_choice_put(record, causes, &chooser.choice, style, out);
    }
    out->failed = out->failed || chooser.failed;
    free(chooser.choice.level);
    free(chooser.by_rank);
    free(chooser.in_order);
}
