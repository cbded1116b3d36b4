#include <string.h>

#include "base/plural.h"
#include "causes/causes.h"
#include "reports/detail.h"
#include "reports/parts.h"
#include "reports/summary.h"

static void put_failure(const struct wgc_record *record, const struct wgc_result *result,
                        size_t cause, const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_summary_paint(out, style, WGC_RED);
    wgc_buf_printf(out, "  %-13s", wgc_state_name(result->state));
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_printf(out, " %s (cause %zu)\n", result->name, cause);
    wgc_summary_evidence(result, out);
    wgc_summary_paint(out, style, WGC_DIM);
    wgc_buf_text(out, "       rerun: ");
    wgc_detail_rerun(out, record, result->name);
    wgc_buf_char(out, '\n');
    wgc_summary_paint(out, style, WGC_PLAIN);
}

/* Every failing case, by its cause. */
static void put_cases(const struct wgc_record *record, const struct wgc_causes *causes,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    for (size_t i = 0; i < causes->bad; i++) {
        for (size_t k = 0; k < causes->cause[i].count; k++) {
            put_failure(record, causes->cause[i].result[k], i + 1, style, out);
        }
    }
}

/* Causes of a state, and their cases. */
struct tally {
    size_t causes, cases;
};

/* "18 fail, 2 build_error", of all causes; "2 fail (3 cases)", of those left out. */
static void put_tallies(const struct wgc_causes *causes, const struct wgc_choice *choice,
                        bool left_out, struct wgc_buf *out)
{
    struct tally tally[WGC_STATE_COUNT] = {{0}};
    const char *before = "";

    for (size_t i = 0; i < causes->bad; i++) {
        if (!left_out || choice->level[i] == WGC_LEVEL_NONE) {
            tally[causes->cause[i].state].causes++;
            tally[causes->cause[i].state].cases += causes->cause[i].count;
        }
    }
    for (int state = 0; state < WGC_STATE_COUNT; state++) {
        if (tally[state].causes > 0) {
            wgc_buf_printf(out, "%s%zu %s", before, tally[state].causes,
                           wgc_state_name((enum wgc_state)state));
            if (left_out) { /* the totals have all of them */
                wgc_buf_printf(out, " (%zu case%s)", tally[state].cases,
                               wgc_plural(tally[state].cases));
            }
            before = ", ";
        }
    }
}

/* "23 causes of 190 failing cases, at most 23 defects, probably fewer: 18 fail, 3 crash, 2 timeout"
 */
static void put_header(const struct wgc_causes *causes, const struct wgc_choice *choice,
                       const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf text = {0};
    size_t cases = 0;

    for (size_t i = 0; i < causes->bad; i++) {
        cases += causes->cause[i].count;
    }
    wgc_buf_printf(&text, "%zu cause%s of %zu failing case%s", causes->bad, wgc_plural(causes->bad),
                   cases, wgc_plural(cases));
    if (causes->bad == 1) {
        wgc_buf_char(&text, ':');
    } else {
        wgc_buf_printf(&text, ", at most %zu defects, probably fewer: ", causes->bad);
        put_tallies(causes, choice, false, &text);
    }
    if (style->announced > causes->bad) {
        wgc_buf_printf(&text,
                       "; of the %zu that were named while it ran %zu proved to be the same "
                       "as others",
                       style->announced, style->announced - causes->bad);
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

/* "14, 18-21" */
static void put_numbers(const struct wgc_causes *causes, const struct wgc_choice *choice,
                        struct wgc_buf *out)
{
    const char *before = "";

    for (size_t i = 0; i < causes->bad; i++) {
        const size_t first = i;
        while (i < causes->bad && choice->level[i] == WGC_LEVEL_NONE) {
            i++;
        }
        if (i > first) {
            wgc_buf_printf(out, i - first > 1 ? "%s%zu-%zu" : "%s%zu", before, first + 1, i);
            before = ", ";
        }
    }
}

/* "left out here (step 1): causes 14, 18-21 with 4 crash (4 cases), 1 timeout (1 case)" */
static void put_left_out(const struct wgc_record *record, const struct wgc_causes *causes,
                         const struct wgc_choice *choice, const struct wgc_summary_style *style,
                         struct wgc_buf *out)
{
    struct wgc_buf text = {0};
    size_t count = 0;

    for (size_t i = 0; i < causes->bad; i++) {
        count += choice->level[i] == WGC_LEVEL_NONE;
    }
    if (count == 0) {
        return;
    }
    wgc_buf_text(&text, "left out here (");
    wgc_summary_hint(record, style, false, &text);
    wgc_buf_printf(&text, "): cause%s ", wgc_plural(count));
    put_numbers(causes, choice, &text);
    wgc_buf_text(&text, " with ");
    put_tallies(causes, choice, true, &text);
    wgc_summary_paint(out, style, WGC_DIM);
    wgc_screen_wrap(out, wgc_buf_str(&text), "", 0, style);
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

enum { NUMBER_COLUMNS = 5 }; /* " 12. " */

/* Causes that have a row or two. Those that are left out have none. */
static void put_rows(const struct wgc_causes *causes, const struct wgc_choice *choice, size_t first,
                     size_t end, const struct wgc_summary_style *style,
                     struct wgc_name_list *explained, struct wgc_buf *out)
{
    const size_t columns = wgc_screen_columns(style) - NUMBER_COLUMNS;

    for (size_t i = first; i < end; i++) {
        struct wgc_buf text = {0};
        if (choice->level[i] != WGC_LEVEL_NONE) {
            wgc_summary_row(&causes->cause[i], choice->level[i], columns, explained, &text);
            wgc_buf_printf(out, "%3zu. ", i + 1);
            wgc_screen_wrap(out, wgc_buf_str(&text), "", NUMBER_COLUMNS, style);
            wgc_buf_char(out, '\n');
        }
        out->failed = out->failed || text.failed;
        wgc_buf_free(&text);
    }
}

/* The causes from the first on that have a row or less. Returns how many there are. */
static size_t put_folded(const struct wgc_causes *causes, size_t first,
                         const struct wgc_choice *choice, const struct wgc_summary_style *style,
                         struct wgc_name_list *explained, struct wgc_buf *out)
{
    size_t end = first;

    while (end < causes->bad && choice->level[end] < WGC_LEVEL_SHORT) {
        end++;
    }
    if (end > first) {
        wgc_buf_text(out, style->rows == 0 ? "\n" : "");
        put_rows(causes, choice, first, end, style, explained, out);
    }
    return end - first;
}

void wgc_summary_choice_put(const struct wgc_record *record, const struct wgc_causes *causes,
                            const struct wgc_choice *choice, const struct wgc_summary_style *style,
                            struct wgc_buf *out)
{
    struct wgc_name_list explained = {0};

    put_header(causes, choice, style, out);
    for (size_t i = 0; i < causes->bad;) {
        const size_t folded = put_folded(causes, i, choice, style, &explained, out);
        if (folded == 0) {
            wgc_summary_cause(record, &causes->cause[i], i + 1, choice->level[i], style, &explained,
                              out);
        }
        i += folded == 0 ? 1 : folded;
    }
    put_left_out(record, causes, choice, style, out);
    if (!style->verbose) {
        wgc_buf_text(out, style->rows == 0 ? "\n" : "");
        wgc_summary_next(record, causes, style, out);
    }
    wgc_name_list_free(&explained);
}

void wgc_summary_failures(const struct wgc_record *record, const struct wgc_causes *causes,
                          const struct wgc_summary_style *style, struct wgc_buf *out)
{
    if (style->verbose && causes->bad > 0) {
        wgc_buf_char(out, '\n');
        put_cases(record, causes, style, out);
    }
    if (causes->bad > 0) {
        wgc_summary_chosen(record, causes, style, out);
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
    wgc_summary_waived(record, &causes, style, out);
    wgc_summary_failures(record, &causes, style, out);
    wgc_causes_free(&causes);
}
