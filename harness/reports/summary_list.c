/* The causes without a row of their own: checks that are folded, and what has no room. */
#include <string.h>

#include "base/plural.h"
#include "reports/parts.h"

enum { CHECK_ROWS = 2, INDENT = 5, LOST = 6 };

bool wgc_summary_is_folded(const struct wgc_causes *causes, const struct wgc_choice *choice,
                           size_t i)
{
    return choice->folds_checks && wgc_cause_is_check(&causes->cause[i]);
}

/* "query.a: it is 7; query.b: it is 8", or the names alone. */
static void put_checks(const struct wgc_causes *causes, size_t first, bool reasons,
                       struct wgc_buf *out)
{
    wgc_buf_printf(out, "%zu failing checks, a case each: ", causes->bad - first);
    for (size_t i = first; i < causes->bad; i++) {
        const struct wgc_report_cause *cause = &causes->cause[i];
        wgc_buf_text(out, i == first ? "" : reasons ? "; " : ", ");
        wgc_buf_text(out, cause->example->name);
        if (reasons) {
            wgc_buf_text(out, ": ");
            wgc_buf_text(out, cause->what);
        }
    }
}

void wgc_summary_checks(const struct wgc_causes *causes, const struct wgc_choice *choice,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf text = {0}, numbers = {0};
    size_t first = causes->bad;

    for (size_t i = causes->bad; i > 0 && wgc_summary_is_folded(causes, choice, i - 1); i--) {
        first = i - 1;
    }
    if (first == causes->bad) {
        return;
    }
    wgc_buf_printf(&numbers, "%3zu-%zu. ", first + 1, causes->bad);
    const size_t room = CHECK_ROWS * (wgc_screen_columns(style) - numbers.size);
    put_checks(causes, first, true, &text);
    if (wgc_screen_width(wgc_buf_str(&text)) > room) {
        wgc_buf_clear(&text);
        put_checks(causes, first, false, &text);
    }
    wgc_buf_text(out, wgc_buf_str(&numbers));
    wgc_screen_wrap(out, wgc_buf_str(&text), "", numbers.size, style);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed || numbers.failed;
    wgc_buf_free(&text);
    wgc_buf_free(&numbers);
}

static bool is_hidden(const struct wgc_causes *causes, const struct wgc_choice *choice, size_t i)
{
    return choice->level[i] == WGC_LEVEL_NONE && !wgc_summary_is_folded(causes, choice, i);
}

/* The hidden causes of a kind, which ends before the place end. */
struct hidden {
    const struct wgc_causes *causes;
    const struct wgc_choice *choice;
    size_t begin, end;
};

/* Whether the cause is hidden, and has the words of the other one. */
static bool has_same_words(const struct hidden *hidden, size_t i, size_t other)
{
    const struct wgc_report_cause *a = &hidden->causes->cause[i],
                                  *b = &hidden->causes->cause[other];

    return is_hidden(hidden->causes, hidden->choice, i) && a->what_alone == b->what_alone &&
           memcmp(a->what, b->what, b->what_alone) == 0;
}

/* Adds the numbers of the causes that are like the first one: "7", "7-8,11". Returns how many. */
static size_t put_numbers(const struct hidden *hidden, size_t first, size_t *cases,
                          struct wgc_buf *out)
{
    size_t count = 0;

    *cases = 0;
    for (size_t i = first, from; i < hidden->end; i++) {
        for (from = i; i < hidden->end && has_same_words(hidden, i, first); i++) {
            *cases += hidden->causes->cause[i].count;
            count++;
        }
        if (i > from) {
            wgc_buf_text(out, from > first ? "," : "");
            wgc_buf_printf(out, "%zu", from + 1);
        }
        if (i > from + 1) {
            wgc_buf_printf(out, "-%zu", i);
        }
    }
    return count;
}

/* "7. result not written (5); 8-9,11. wrong value (3)": what is wrong, and in how many cases, as
 * far as columns have room. */
static void put_list(const struct hidden *hidden, size_t columns, struct wgc_buf *out)
{
    enum { REST = sizeof "; 100 more causes (100 cases)" - 1 };
    const char *before = " ";
    size_t left = 0, left_cases = 0;

    for (size_t i = hidden->begin; i < hidden->end; i++) {
        const struct wgc_report_cause *cause = &hidden->causes->cause[i];
        struct wgc_buf text = {0};
        size_t cases;
        bool first = is_hidden(hidden->causes, hidden->choice, i);
        for (size_t k = hidden->begin; first && k < i; k++) {
            first = !has_same_words(hidden, k, i);
        }
        if (!first) {
            continue;
        }
        wgc_buf_text(&text, before);
        const size_t count = put_numbers(hidden, i, &cases, &text);
        wgc_buf_printf(&text, ".%c", WGC_SCREEN_NO_BREAK);
        wgc_buf_add(&text, cause->what, cause->what_alone);
        wgc_buf_printf(&text, "%c(%zu)", WGC_SCREEN_NO_BREAK, cases);
        if (left == 0 && out->size + text.size + REST <= columns) {
            wgc_buf_text(out, wgc_buf_str(&text));
            before = "; ";
        } else {
            left += count;
            left_cases += cases;
        }
        out->failed = out->failed || text.failed;
        wgc_buf_free(&text);
    }
    if (left > 0) {
        wgc_buf_printf(out, "%s%zu more cause%s (%zu case%s)", before, left, wgc_plural(left),
                       left_cases, wgc_plural(left_cases));
    }
}

void wgc_summary_hidden(const struct wgc_causes *causes, const struct wgc_choice *choice,
                        size_t end, const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const enum wgc_cause_kind kind = wgc_cause_kind(&causes->cause[end - 1]);
    const size_t columns = wgc_screen_columns(style);
    size_t begin = end, hidden = 0;
    struct wgc_buf text = {0};

    if (end < causes->bad && wgc_cause_kind(&causes->cause[end]) == kind) {
        return;
    }
    for (; begin > 0 && wgc_cause_kind(&causes->cause[begin - 1]) == kind; begin--) {
        hidden += is_hidden(causes, choice, begin - 1);
    }
    if (hidden > 0) {
        wgc_buf_printf(&text, "%s%s:", hidden < end - begin ? "further " : "",
                       wgc_summary_kind_name(kind, hidden));
        const struct hidden list = {causes, choice, begin, end};
        const size_t rows = choice->list_rows;
        put_list(&list, rows * (columns - INDENT) - (rows - 1) * columns / LOST, &text);
        wgc_buf_printf(out, "%*s", INDENT, "");
        wgc_screen_wrap(out, wgc_buf_str(&text), "", INDENT, style);
        wgc_buf_char(out, '\n');
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}
