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

/* Those of the cause's state are of several kinds; NULL: of one. */
static const char *name_of_kind(enum wgc_cause_kind kind, size_t count)
{
    static const char *const names[][2] = {
        [WGC_CAUSE_WRONG_VALUE] = {"wrong value", "wrong values"},
        [WGC_CAUSE_OTHER] = {"other failure", "other failures"},
        [WGC_CAUSE_CHECK] = {"failing check", "failing checks"}};

    return names[kind][count != 1];
}

/* The causes of a state, and of a kind where the state has several. */
struct tally {
    const struct wgc_causes *causes;
    enum wgc_state state;
    enum wgc_cause_kind kind;
    bool of_kind;
};

static bool counts(const struct tally *tally, size_t i)
{
    const struct wgc_report_cause *cause = &tally->causes->cause[i];

    return cause->state == tally->state &&
           (!tally->of_kind || wgc_cause_kind(cause) == tally->kind);
}

static size_t count_causes(const struct tally *tally, size_t *cases)
{
    size_t count = 0;

    *cases = 0;
    for (size_t i = 0; i < tally->causes->bad; i++) {
        count += counts(tally, i);
        *cases += counts(tally, i) ? tally->causes->cause[i].count : 0;
    }
    return count;
}

/* "1-14", "3,5-6": the numbers of the causes. */
static void put_numbers(const struct tally *tally, struct wgc_buf *out)
{
    const char *before = "";

    for (size_t i = 0, first; i < tally->causes->bad; i++) {
        for (first = i; i < tally->causes->bad && counts(tally, i); i++) {
        }
        if (i > first) {
            wgc_buf_printf(out, "%s%zu", before, first + 1);
            before = ",";
        }
        if (i > first + 1) {
            wgc_buf_printf(out, "-%zu", i);
        }
    }
}

/* "wrong values 1-14: 89, failing checks 28-32: 5": the parts of the failures, by what is wrong. */
static void put_kinds(const struct wgc_causes *causes, struct wgc_buf *out)
{
    static const enum wgc_cause_kind kinds[] = {WGC_CAUSE_WRONG_VALUE, WGC_CAUSE_OTHER,
                                                WGC_CAUSE_CHECK};
    struct tally tally = {causes, WGC_STATE_FAIL, WGC_CAUSE_KINDS, false};
    const char *before = "";
    size_t all, cases;

    (void)count_causes(&tally, &all);
    tally.of_kind = true;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        tally.kind = kinds[i];
        const size_t count = count_causes(&tally, &cases);
        if (count > 0) {
            wgc_buf_printf(out, "%s%s", before, name_of_kind(kinds[i], count));
            before = ", ";
            if (causes->bad > 1) {
                wgc_buf_char(out, ' ');
                put_numbers(&tally, out);
            }
            if (cases < all) {
                wgc_buf_printf(out, ": %zu", cases);
            }
        }
    }
}

/* "94 fail (wrong values 1-14: 89, failing checks 28-32: 5), 56 crash (15-23)": the cases of each
 * state, as the totals have them, and the numbers of their causes. */
static void put_tallies(const struct wgc_causes *causes, struct wgc_buf *out)
{
    for (size_t i = 0; i < causes->bad; i++) {
        const struct tally tally = {causes, causes->cause[i].state, WGC_CAUSE_KINDS, false};
        size_t cases;
        bool seen = false;
        for (size_t k = 0; k < i; k++) {
            seen = seen || causes->cause[k].state == tally.state;
        }
        if (seen) {
            continue;
        }
        (void)count_causes(&tally, &cases);
        wgc_buf_printf(out, "%s%zu %s", i == 0 ? "" : ", ", cases, wgc_state_name(tally.state));
        if (tally.state == WGC_STATE_FAIL) {
            wgc_buf_text(out, " (");
            put_kinds(causes, out);
            wgc_buf_char(out, ')');
        } else if (causes->bad > 1) {
            wgc_buf_text(out, " (");
            put_numbers(&tally, out);
            wgc_buf_char(out, ')');
        }
    }
}

static size_t count_ran(const struct wgc_record *record)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    return record->result_count - count[WGC_STATE_SKIP];
}

/* Whether a line named one of the causes while it ran. */
static bool has_lines(const struct wgc_causes *causes)
{
    bool found = false;

    for (size_t i = 0; !found && i < causes->bad; i++) {
        for (size_t k = 0; !found && k < causes->cause[i].count; k++) {
            found = causes->cause[i].result[k]->live > 0;
        }
    }
    return found;
}

/* "190 of 2052 cases that ran went wrong, in 23 ways (causes): 140 fail (wrong values 1-18), ..."
 */
static void put_header(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf text = {0};
    size_t cases = 0;

    for (size_t i = 0; i < causes->bad; i++) {
        cases += causes->cause[i].count;
    }
    wgc_buf_printf(&text, "%zu of %zu case%s that ran went wrong, in %zu %s: ", cases,
                   count_ran(record), wgc_plural(count_ran(record)), causes->bad,
                   causes->bad == 1 ? "way (cause)" : "ways (causes)");
    put_tallies(causes, &text);
    if (has_lines(causes)) {
        wgc_buf_text(&text, "; [A]: printed as \"new cause [A]\" while it ran");
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

/* Appends the causes; explained: the forms that their text explains. A list ends where a row
 * follows. */
static void put_causes(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct wgc_choice *choice, const struct wgc_summary_style *style,
                       struct wgc_name_list *explained, struct wgc_buf *out)
{
    struct wgc_cause_list list = {.own_rows = choice->own_rows};
    bool full = true;

    for (size_t i = 0; i < causes->bad; i++) {
        const struct wgc_report_cause *cause = &causes->cause[i];
        const enum wgc_level level = choice->level[i];
        if (level >= WGC_LEVEL_ROW) {
            wgc_summary_list_end(&list, style, out);
        }
        if (level == WGC_LEVEL_FULL) {
            wgc_summary_cause(record, cause, i + 1, style, explained, out);
        } else if (level == WGC_LEVEL_ROW) {
            wgc_buf_text(out, style->rows == 0 && full ? "\n" : "");
            wgc_summary_list_add(&list, cause, i + 1, level, style, explained, out);
            wgc_summary_list_end(&list, style, out);
        } else if (level == WGC_LEVEL_SHARED) {
            wgc_summary_list_share(&list, causes, choice, i, style, out);
        } else if (style->cause == NULL) {
            wgc_summary_list_add(&list, cause, i + 1, level, style, explained, out);
        }
        full = level == WGC_LEVEL_FULL;
    }
    wgc_summary_list_end(&list, style, out);
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
