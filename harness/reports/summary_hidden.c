/* The causes without a row of their own: checks that are folded, and what has no room. */
#include <string.h>

#include "base/plural.h"
#include "reports/parts.h"

enum { CHECK_ROWS = 2, PACKED_INDENT = 1 };

void wgc_summary_packed(const struct wgc_causes *causes, const struct wgc_choice *choice,
                        const struct wgc_summary_style *style, struct wgc_forms_named *forms,
                        size_t *first, struct wgc_buf *out)
{
    const size_t columns = wgc_screen_columns(style);
    const char *before = "";
    struct wgc_buf text = {0};

    for (; *first < causes->bad && choice->level[*first] == WGC_LEVEL_PACKED; ++*first) {
        wgc_buf_printf(&text, "%s%zu.%c", before, *first + 1, WGC_SCREEN_NO_BREAK);
        wgc_summary_row(&causes->cause[*first], WGC_LEVEL_PACKED, columns, forms, &text);
        before = "; ";
    }
    wgc_buf_printf(out, "%*s", PACKED_INDENT, "");
    wgc_screen_wrap(out, wgc_buf_str(&text), "", PACKED_INDENT, style);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

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

/* "14, 18-21": of one state, in the order of the causes, which is by state. */
static void put_numbers(const struct wgc_causes *causes, const struct wgc_choice *choice,
                        enum wgc_state state, struct wgc_buf *out)
{
    const char *before = "";

    for (size_t i = 0; i < causes->bad; i++) {
        const size_t first = i;
        while (i < causes->bad && causes->cause[i].state == state && is_hidden(causes, choice, i)) {
            i++;
        }
        if (i > first) {
            wgc_buf_printf(out, i - first > 1 ? "%s%zu-%zu" : "%s%zu", before, first + 1, i);
            before = ", ";
        }
    }
}

/* "18-21 (crash, 4 cases)"; nothing where none of the state is hidden. */
static void put_state(const struct wgc_causes *causes, const struct wgc_choice *choice,
                      enum wgc_state state, const char *before, struct wgc_buf *out)
{
    size_t cases = 0;

    for (size_t i = 0; i < causes->bad; i++) {
        const struct wgc_report_cause *cause = &causes->cause[i];
        cases += cause->state == state && is_hidden(causes, choice, i) ? cause->count : 0;
    }
    if (cases > 0) {
        wgc_buf_text(out, before);
        put_numbers(causes, choice, state, out);
        wgc_buf_printf(out, " (%s, %zu case%s)", wgc_state_name(state), cases, wgc_plural(cases));
    }
}

void wgc_summary_hidden(const struct wgc_record *record, const struct wgc_causes *causes,
                        const struct wgc_choice *choice, const struct wgc_summary_style *style,
                        struct wgc_buf *out)
{
    struct wgc_buf text = {0}, states = {0};

    for (int state = 0; state < WGC_STATE_COUNT; state++) {
        put_state(causes, choice, (enum wgc_state)state, states.size == 0 ? "" : ", ", &states);
    }
    if (states.size > 0) {
        wgc_buf_printf(&text, "no room for %s: ", wgc_buf_str(&states));
        wgc_summary_hint(record, style, false, &text);
        wgc_summary_paint(out, style, WGC_DIM);
        wgc_screen_wrap(out, wgc_buf_str(&text), "", 0, style);
        wgc_summary_paint(out, style, WGC_PLAIN);
        wgc_buf_char(out, '\n');
    }
    out->failed = out->failed || text.failed || states.failed;
    wgc_buf_free(&text);
    wgc_buf_free(&states);
}
