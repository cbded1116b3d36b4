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

/* "18 fail, 2 build_error": causes by their states. */
static void put_tallies(const struct wgc_causes *causes, struct wgc_buf *out)
{
    size_t tally[WGC_STATE_COUNT] = {0};
    const char *before = "";

    for (size_t i = 0; i < causes->bad; i++) {
        tally[causes->cause[i].state]++;
    }
    for (int state = 0; state < WGC_STATE_COUNT; state++) {
        if (tally[state] > 0) {
            wgc_buf_printf(out, "%s%zu %s", before, tally[state],
                           wgc_state_name((enum wgc_state)state));
            before = ", ";
        }
    }
}

/* ", 9 to 15 defects": related causes may be one defect. */
static void put_defects(const struct wgc_causes *causes, struct wgc_buf *out)
{
    if (causes->unrelated < causes->bad) {
        wgc_buf_printf(out, ", %zu to %zu defects (%zu if each \"as in N\" is one with N)",
                       causes->unrelated, causes->bad, causes->unrelated);
    } else {
        wgc_buf_printf(out, ", at most %zu defects, probably fewer", causes->bad);
    }
}

/* "23 causes of 190 failing cases, at most 23 defects, probably fewer; causes by kind, largest
 * first: 18 fail, 5 crash"
 */
static void put_header(const struct wgc_causes *causes, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
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
        put_defects(causes, &text);
        wgc_buf_text(&text, "; causes by kind, largest first: ");
        put_tallies(causes, &text);
    }
    if (style->announced > causes->bad) {
        const size_t merged = style->announced - causes->bad;
        wgc_buf_printf(&text, "; %zu of %zu named while it ran %s", merged, style->announced,
                       merged == 1 ? "is part of another" : "are parts of others");
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

enum { NUMBER_COLUMNS = 5 }; /* " 12. " */

/* Causes that have a row or two. Those that are left out have none. */
static void put_rows(const struct wgc_causes *causes, const struct wgc_choice *choice, size_t first,
                     size_t end, const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const size_t columns = wgc_screen_columns(style) - NUMBER_COLUMNS;

    for (size_t i = first; i < end; i++) {
        struct wgc_buf text = {0};
        if (choice->level[i] != WGC_LEVEL_NONE && !wgc_summary_is_folded(causes, choice, i)) {
            wgc_summary_row(&causes->cause[i], choice->level[i], columns, &text);
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
                         struct wgc_buf *out)
{
    size_t end = first;

    while (end < causes->bad && choice->level[end] < WGC_LEVEL_SHORT) {
        end++;
    }
    if (end > first) {
        wgc_buf_text(out, style->rows == 0 ? "\n" : "");
        put_rows(causes, choice, first, end, style, out);
    }
    return end - first;
}

void wgc_summary_choice_put(const struct wgc_record *record, const struct wgc_causes *causes,
                            const struct wgc_choice *choice, const struct wgc_summary_style *style,
                            struct wgc_buf *out)
{
    struct wgc_name_list explained = {0};
    const size_t first = out->size;

    put_header(causes, style, out);
    for (size_t i = 0; i < causes->bad;) {
        const size_t folded = put_folded(causes, i, choice, style, out);
        if (folded == 0 && !wgc_summary_is_folded(causes, choice, i)) {
            wgc_summary_cause(record, &causes->cause[i], i + 1, choice->level[i], style, &explained,
                              out);
        }
        i += folded == 0 ? 1 : folded;
    }
    wgc_summary_checks(causes, choice, style, out);
    wgc_summary_hidden(record, causes, choice, style, out);
    if (wgc_screen_is_roomy(style) && style->rows > 0 && !choice->no_forms) {
        wgc_summary_forms(causes, choice, style, first, &explained, out);
    }
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
