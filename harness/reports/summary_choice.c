/* How much room each cause gets on a screen: the first and the large ones most. */
#include <stdlib.h>
#include <string.h>

#include "reports/parts.h"

enum { LIST_ROWS = 5 };

/* What decides the room. */
struct chooser {
    const struct wgc_record *record;
    const struct wgc_causes *causes;
    const struct wgc_summary_style *style;
    struct wgc_choice choice;
    size_t *by_rank; /* the causes: the first, then the largest */
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

static bool is_folded(const struct chooser *chooser, size_t i)
{
    return wgc_summary_is_folded(chooser->causes, &chooser->choice, i);
}

/* Gives a cause another level. */
static void set_level(struct chooser *chooser, size_t i, enum wgc_level level)
{
    chooser->choice.shown += level == WGC_LEVEL_FULL;
    chooser->choice.shown -= chooser->choice.level[i] == WGC_LEVEL_FULL;
    chooser->choice.level[i] = level;
}

/* The last cause by rank, from the place least on, that is above the level gets it. Returns whether
 * there was one. Of NONE, the first of each kind keeps its room. */
static bool lower_one(struct chooser *chooser, enum wgc_level level, size_t least)
{
    for (size_t k = chooser->causes->bad; k > least; k--) {
        const size_t i = chooser->by_rank[k - 1];
        const bool kept = level == WGC_LEVEL_NONE && is_first_of_kind(chooser->causes, i);
        if (chooser->choice.level[i] > level && !is_folded(chooser, i) && !kept) {
            set_level(chooser, i, level);
            return true;
        }
    }
    return false;
}

/* Lowers causes, the last by rank first, until the text fits. */
static bool lower(struct chooser *chooser, enum wgc_level level, size_t least)
{
    bool fit = fits(chooser);

    while (!fit && lower_one(chooser, level, least)) {
        fit = fits(chooser);
    }
    return fit;
}

/* Whether the cause before it, which is larger where it is of the same kind, has no room. */
static bool follows_hidden(const struct chooser *chooser, size_t i)
{
    const struct wgc_report_cause *cause = &chooser->causes->cause[i];

    return i > 0 && chooser->choice.level[i - 1] == WGC_LEVEL_NONE &&
           wgc_cause_kind(cause) == wgc_cause_kind(cause - 1);
}

/* Raises causes to the level, the first by rank first, where they fit. */
static void raise_all(struct chooser *chooser, enum wgc_level from, enum wgc_level to)
{
    for (size_t k = 0; k < chooser->causes->bad; k++) {
        const size_t i = chooser->by_rank[k];
        const bool is_within =
            to != WGC_LEVEL_FULL || chooser->choice.shown < chooser->style->failure_limit;
        if (chooser->choice.level[i] == from && !is_folded(chooser, i) && is_within &&
            !follows_hidden(chooser, i)) {
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
        for (; k > 1 && chooser->causes->cause[chooser->by_rank[k - 1]].count <
                            chooser->causes->cause[i].count;
             k--) {
            chooser->by_rank[k] = chooser->by_rank[k - 1];
        }
        chooser->by_rank[k] = i;
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

/* The first cause, and then the largest ones, in full; the others as the level. */
static void set_levels(struct chooser *chooser, size_t full, enum wgc_level level)
{
    for (size_t k = 0; k < chooser->causes->bad; k++) {
        const size_t i = chooser->by_rank[k];
        set_level(chooser, i,
                  is_folded(chooser, i) ? WGC_LEVEL_NONE
                  : k < full            ? WGC_LEVEL_FULL
                                        : level);
    }
}

/* A way to fit: at least and at most so many causes in full, the others from a level on down to
 * another one. */
struct attempt {
    size_t least, most;
    enum wgc_level from, to;
};

/* With as many causes in full as possible, lowers the others. Returns whether that fits. */
static bool settle(struct chooser *chooser, const struct attempt *attempt)
{
    const size_t limit = chooser->style->failure_limit;
    bool fit = false;

    for (size_t full = attempt->most; !fit && full >= attempt->least; full--) {
        if (full <= limit || full == attempt->least) {
            set_levels(chooser, full < limit ? full : limit, attempt->from);
            fit = lower(chooser, attempt->to, full);
        }
    }
    return fit;
}

/* Causes in rows of their own, as far as two are in full. */
static bool settle_rows(struct chooser *chooser)
{
    static const struct attempt attempts[] = {
        {2, 3, WGC_LEVEL_ROW, WGC_LEVEL_BRIEF},
        {1, 1, WGC_LEVEL_ROW, WGC_LEVEL_BRIEF},
    };
    bool fit = false;

    for (size_t i = 0; !fit && i < sizeof attempts / sizeof attempts[0]; i++) {
        fit = settle(chooser, &attempts[i]);
    }
    return fit;
}

/* Gives lists of causes as many rows as fit. */
static void grow_lists(struct chooser *chooser)
{
    bool fit = chooser->choice.list_rows > 0;

    while (fit && chooser->choice.list_rows < LIST_ROWS) {
        chooser->choice.list_rows++;
        fit = fits(chooser);
    }
    chooser->choice.list_rows -= chooser->choice.list_rows > 0 && !fit;
}

/* A few causes in full, the others in a sentence or a brief one each; then checks in a row
 * together; then the smallest of each kind are summed up. */
static void choose(struct chooser *chooser)
{
    const size_t checks = count_checks(chooser->causes);

    bool fit = settle_rows(chooser);
    if (!fit && checks > 1 && checks < chooser->causes->bad) {
        chooser->choice.folds_checks = true;
        fit = settle_rows(chooser);
    }
    for (size_t rows = LIST_ROWS; !fit && rows > 0; rows--) {
        chooser->choice.list_rows = rows;
        set_levels(chooser, 1, WGC_LEVEL_BRIEF);
        fit = lower(chooser, WGC_LEVEL_NONE, 1);
    }
    fit = fit || lower(chooser, WGC_LEVEL_BRIEF, 0);
    grow_lists(chooser);
    raise_all(chooser, WGC_LEVEL_NONE, WGC_LEVEL_BRIEF);
    raise_all(chooser, WGC_LEVEL_BRIEF, WGC_LEVEL_ROW);
    raise_all(chooser, WGC_LEVEL_ROW, WGC_LEVEL_FULL);
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
    if (chooser.choice.level == NULL || chooser.by_rank == NULL) {
        chooser.failed = true;
    } else {
        sort_by_rank(&chooser);
        set_levels(&chooser, 0, WGC_LEVEL_ROW);
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
}
