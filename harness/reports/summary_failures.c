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

const char *wgc_summary_kind_name(enum wgc_cause_kind kind, size_t count)
{
    static const char *const names[WGC_CAUSE_KINDS][2] = {
        [WGC_CAUSE_WRONG_VALUE] = {"wrong value", "wrong values"},
        [WGC_CAUSE_CRASH] = {"crash", "crashes"},
        [WGC_CAUSE_TIMEOUT] = {"timeout", "timeouts"},
        [WGC_CAUSE_BUILD_ERROR] = {"build error", "build errors"},
        [WGC_CAUSE_OTHER] = {"other failure", "other failures"},
        [WGC_CAUSE_CHECK] = {"failing check", "failing checks"}};

    return names[kind][count != 1];
}

/* "14 wrong values (1-14: 86 cases), 2 build errors (15-16: 159)": causes by kind, which is their
 * order, with their numbers. */
static void put_tallies(const struct wgc_causes *causes, struct wgc_buf *out)
{
    const char *unit = " cases";

    for (size_t i = 0, first; i < causes->bad;) {
        const enum wgc_cause_kind kind = wgc_cause_kind(&causes->cause[i]);
        size_t cases = 0;
        for (first = i; i < causes->bad && wgc_cause_kind(&causes->cause[i]) == kind; i++) {
            cases += causes->cause[i].count;
        }
        wgc_buf_printf(out, "%s%zu %s", first == 0 ? "" : ", ", i - first,
                       wgc_summary_kind_name(kind, i - first));
        if (causes->bad > 1) {
            wgc_buf_printf(out, i - first > 1 ? " (%zu-%zu: " : " (%zu: ", first + 1, i);
            wgc_buf_printf(out, "%zu%s)", cases, cases == 1 && first == 0 ? " case" : unit);
            unit = "";
        }
    }
}

static size_t count_ran(const struct wgc_record *record)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    return record->result_count - count[WGC_STATE_SKIP];
}

/* "190 of 2052 cases that ran fail, in 23 ways (causes): 18 wrong values (1-18: 140 cases), ..." */
static void put_header(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf text = {0};
    size_t cases = 0;

    for (size_t i = 0; i < causes->bad; i++) {
        cases += causes->cause[i].count;
    }
    wgc_buf_printf(&text, "%zu of %zu case%s that ran fail%s, in %zu %s: ", cases,
                   count_ran(record), wgc_plural(count_ran(record)), cases == 1 ? "s" : "",
                   causes->bad, causes->bad == 1 ? "way (cause)" : "ways (causes)");
    put_tallies(causes, &text);
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
                    const struct wgc_summary_style *style, struct wgc_name_list *explained,
                    struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    wgc_summary_row(cause, level, wgc_screen_columns(style) - NUMBER_COLUMNS, explained, &text);
    wgc_summary_announced(cause, number == 1, style->announced, &text);
    wgc_buf_printf(out, "%3zu. ", number);
    wgc_screen_wrap(out, wgc_buf_str(&text), "", NUMBER_COLUMNS, style);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* Appends the causes; explained: the forms that their text explains. */
static void put_causes(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct wgc_choice *choice, const struct wgc_summary_style *style,
                       struct wgc_name_list *explained, struct wgc_buf *out)
{
    bool full = true;

    for (size_t i = 0; i < causes->bad; i++) {
        const enum wgc_level level = choice->level[i];
        if (level == WGC_LEVEL_FULL) {
            wgc_summary_cause(record, &causes->cause[i], i + 1, style, explained, out);
        } else if (level != WGC_LEVEL_NONE) {
            wgc_buf_text(out, style->rows == 0 && full ? "\n" : "");
            put_row(&causes->cause[i], i + 1, level, style, explained, out);
        }
        full = level == WGC_LEVEL_FULL;
        if (style->cause == NULL) {
            wgc_summary_hidden(causes, choice, i + 1, style, out);
        }
    }
}

void wgc_summary_choice_put(const struct wgc_record *record, const struct wgc_causes *causes,
                            const struct wgc_choice *choice, const struct wgc_summary_style *style,
                            struct wgc_buf *out)
{
    struct wgc_name_list explained = {0};

    if (style->cause == NULL) {
        put_header(record, causes, style, out);
    }
    put_causes(record, causes, choice, style, &explained, out);
    wgc_summary_checks(causes, choice, style, out);
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
