#include <stdint.h>
#include <string.h>

#include "base/plural.h"
#include "causes/causes.h"
#include "causes/form_group.h"
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

/* The kinds of causes, in their order. */
enum tally { WRONG, CRASHES, TIMEOUTS, BUILD_ERRORS, OTHERS, CHECKS, TALLIES };

static enum tally tally_of(const struct wgc_report_cause *cause)
{
    if (wgc_cause_is_check(cause)) {
        return CHECKS;
    }
    switch (cause->state) {
    case WGC_STATE_CRASH:
        return CRASHES;
    case WGC_STATE_TIMEOUT:
        return TIMEOUTS;
    case WGC_STATE_BUILD_ERROR:
        return BUILD_ERRORS;
    case WGC_STATE_FAIL:
        return cause->example->mismatch != NULL ? WRONG : OTHERS;
    case WGC_STATE_PASS:
    case WGC_STATE_SKIP:
    case WGC_STATE_WAIVED:
    case WGC_STATE_UNEXPECTED_PASS:
    case WGC_STATE_FLAKY:
    case WGC_STATE_ERROR:
    case WGC_STATE_COUNT:
        break;
    }
    return OTHERS;
}

/* "18 wrong values, 2 build errors": causes by kind. */
static void put_tallies(const struct wgc_causes *causes, struct wgc_buf *out)
{
    static const char *const names[TALLIES][2] = {[WRONG] = {"wrong value", "wrong values"},
                                                  [CRASHES] = {"crash", "crashes"},
                                                  [TIMEOUTS] = {"timeout", "timeouts"},
                                                  [BUILD_ERRORS] = {"build error", "build errors"},
                                                  [OTHERS] = {"other failure", "other failures"},
                                                  [CHECKS] = {"failing check", "failing checks"}};
    size_t count[TALLIES] = {0};
    const char *before = "";

    for (size_t i = 0; i < causes->bad; i++) {
        count[tally_of(&causes->cause[i])]++;
    }
    for (int i = 0; i < TALLIES; i++) {
        if (count[i] > 0) {
            wgc_buf_printf(out, "%s%zu %s", before, count[i], names[i][count[i] != 1]);
            before = ", ";
        }
    }
}

/* "; the largest: 25 (150 cases), 15 (35 cases)", where the first cause is not the largest. */
static void put_largest(const struct wgc_causes *causes, struct wgc_buf *out)
{
    enum { SHOWN = 2 };
    size_t last = SIZE_MAX, shown = 0;

    for (bool found = causes->bad > 1; found && shown < SHOWN; shown += found) {
        size_t largest = 0;
        for (size_t i = 0; i < causes->bad; i++) {
            const size_t count = causes->cause[i].count;
            if (count < last && count > causes->cause[largest].count) {
                largest = i;
            }
        }
        found = largest != 0 && causes->cause[largest].count < last;
        if (found) {
            last = causes->cause[largest].count;
            wgc_buf_printf(out, "%s%zu (%zu cases)", shown == 0 ? "; the largest: " : ", ",
                           largest + 1, last);
        }
    }
}

static size_t count_ran(const struct wgc_record *record)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    return record->result_count - count[WGC_STATE_SKIP];
}

/* Whether the text has a row more with the end. */
static bool adds_row(const struct wgc_buf *text, const struct wgc_buf *end,
                     const struct wgc_summary_style *style)
{
    const size_t width = wgc_screen_width(wgc_buf_str(text));
    const size_t columns = wgc_screen_columns(style);

    return style->rows > 0 && width % columns + wgc_screen_width(wgc_buf_str(end)) > columns;
}

/* "190 of 2052 cases that ran fail, in 23 ways (causes): 18 wrong values, 5 crashes" */
static void put_header(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf text = {0}, named = {0};
    size_t cases = 0;

    for (size_t i = 0; i < causes->bad; i++) {
        cases += causes->cause[i].count;
    }
    wgc_buf_printf(&text, "%zu of %zu case%s that ran fail%s, in %zu %s: ", cases,
                   count_ran(record), wgc_plural(count_ran(record)), cases == 1 ? "s" : "",
                   causes->bad, causes->bad == 1 ? "way (cause)" : "ways (causes)");
    put_tallies(causes, &text);
    put_largest(causes, &text);
    if (style->announced > causes->bad) {
        wgc_buf_printf(&named, "; %zu of the %zu named while it ran turned out to be %s",
                       style->announced - causes->bad, style->announced,
                       style->announced - causes->bad == 1 ? "part of another" : "parts of others");
    }
    if (!adds_row(&text, &named, style)) {
        wgc_buf_text(&text, wgc_buf_str(&named));
    }
    text.failed = text.failed || named.failed;
    wgc_buf_free(&named);
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

/* A cause in a sentence of its own. */
static void put_row(const struct wgc_report_cause *cause, size_t number, enum wgc_level level,
                    const struct wgc_summary_style *style, struct wgc_forms_named *forms,
                    struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    wgc_summary_row(cause, level, wgc_screen_columns(style) - NUMBER_COLUMNS, forms, &text);
    wgc_buf_printf(out, "%3zu. ", number);
    wgc_screen_wrap(out, wgc_buf_str(&text), "", NUMBER_COLUMNS, style);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* Appends the causes; explained: the forms that their text explains. */
static void put_causes(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct wgc_choice *choice, const struct wgc_summary_style *style,
                       struct wgc_forms_named *forms, struct wgc_buf *out)
{
    bool full = true;

    for (size_t i = 0; i < causes->bad;) {
        const enum wgc_level level = choice->level[i];
        if (level == WGC_LEVEL_PACKED) {
            wgc_summary_packed(causes, choice, style, forms, &i, out);
            continue;
        }
        if (level == WGC_LEVEL_FULL) {
            wgc_summary_cause(record, &causes->cause[i], i + 1, style, forms, out);
        } else if (level != WGC_LEVEL_NONE) {
            wgc_buf_text(out, style->rows == 0 && full ? "\n" : "");
            put_row(&causes->cause[i], i + 1, level, style, forms, out);
        }
        full = level == WGC_LEVEL_FULL;
        i++;
    }
}

/* "forms: steps (sub-groups call ...), bare (...)": those that the causes name alone. */
static void put_legend(const struct wgc_forms_named *forms, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    for (size_t i = 0; i < forms->open.count; i++) {
        const char *name = forms->open.name[i];
        if (!wgc_name_list_has(&forms->explained, name, strlen(name))) {
            wgc_buf_printf(&text, "%s%s (%s)", text.size == 0 ? "forms: " : ", ", name,
                           wgc_form_words(name));
        }
    }
    if (text.size > 0) {
        wgc_summary_paint(out, style, WGC_DIM);
        wgc_screen_wrap(out, wgc_buf_str(&text), "", 0, style);
        wgc_summary_paint(out, style, WGC_PLAIN);
        wgc_buf_char(out, '\n');
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

void wgc_summary_choice_put(const struct wgc_record *record, const struct wgc_causes *causes,
                            const struct wgc_choice *choice, const struct wgc_summary_style *style,
                            struct wgc_buf *out)
{
    struct wgc_forms_named forms = {0};

    if (style->cause == NULL) {
        put_header(record, causes, style, out);
    }
    put_causes(record, causes, choice, style, &forms, out);
    wgc_summary_checks(causes, choice, style, out);
    if (style->cause == NULL) {
        wgc_summary_hidden(record, causes, choice, style, out);
    }
    if (choice->has_forms) {
        put_legend(&forms, style, out);
    }
    if (!style->verbose) {
        wgc_buf_text(out, style->rows == 0 ? "\n" : "");
        wgc_summary_next(record, causes, style, out);
    }
    wgc_name_list_free(&forms.explained);
    wgc_name_list_free(&forms.open);
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
