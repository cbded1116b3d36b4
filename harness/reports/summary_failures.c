#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "causes/causes.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "base/report_text.h"
#include "reports/summary.h"
#include "reports/parts.h"

/* Of more causes than a few, the others have no evidence and no command: one screen is enough. */
enum { FUNCTIONS_SHOWN = 3, TYPES_SHOWN = 11, CAUSES_IN_FULL = 3 };

static void put_mismatch(const struct wgc_record_mismatch *mismatch, struct wgc_buf *out)
{
    wgc_buf_printf(out, "       %s", mismatch->what == NULL ? "wrong" : mismatch->what);
    wgc_detail_place(out, ", work-group (", &mismatch->work_group, ", ", ")");
    wgc_detail_place(out, ", local id (", &mismatch->local_id, ", ", ")");
    if (mismatch->expected != NULL && mismatch->actual != NULL) {
        wgc_buf_printf(out, ": expected %s, got %s", mismatch->expected, mismatch->actual);
    }
    if (mismatch->pattern != NULL) {
        wgc_buf_printf(out, " [pattern %s]", mismatch->pattern);
    }
    wgc_buf_char(out, '\n');
}

static void put_first_line(const char *text, struct wgc_buf *out)
{
    char *line = strndup(text, strcspn(text, "\n"));

    out->failed = out->failed || line == NULL;
    wgc_buf_text(out, "       ");
    wgc_report_text(out, line == NULL ? "" : line);
    wgc_buf_char(out, '\n');
    free(line);
}

/* The failure of a case. */
static void put_evidence(const struct wgc_result *result, struct wgc_buf *out)
{
    if (result->reason != NULL && result->reason[0] != '\0') {
        put_first_line(result->reason, out);
    } else if (result->mismatch != NULL) {
        put_mismatch(result->mismatch,
                     out); /* the reason of a failure describes its first mismatch */
    }
    if (result->frames != NULL) {
        wgc_buf_text(out, "       ");
        (void)wgc_detail_crash(out, result);
        wgc_buf_char(out, '\n');
    }
}

static void put_failure(const struct wgc_record *record, const struct wgc_result *result,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_summary_paint(out, style, WGC_RED);
    wgc_buf_printf(out, "  %-13s", wgc_state_name(result->state));
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_printf(out, " %s\n", result->name);
    put_evidence(result, out);
    wgc_summary_paint(out, style, WGC_DIM);
    wgc_buf_text(out, "       rerun: ");
    wgc_detail_rerun(out, record, result->name);
    wgc_buf_char(out, '\n');
    wgc_summary_paint(out, style, WGC_PLAIN);
}

/* Every failing case, in the record's order. */
static void put_cases(const struct wgc_record *record, const struct wgc_summary_style *style,
                      struct wgc_buf *out)
{
    for (size_t i = 0; i < record->result_count; i++) {
        if (wgc_state_is_bad(record->result[i].state)) {
            put_failure(record, &record->result[i], style, out);
        }
    }
}

/* "c.work_group_all, spirv.work_group_all and 4 more" */
static void put_functions(const struct wgc_name_list *functions, struct wgc_buf *out)
{
    size_t shown = functions->count > FUNCTIONS_SHOWN + 1 ? FUNCTIONS_SHOWN : functions->count;

    for (size_t i = 0; i < shown; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? "" : ", ", functions->name[i]);
    }
    if (functions->count > shown) {
        wgc_buf_printf(out, " and %zu more", functions->count - shown);
    }
}

/* "; int, uint and 4 more types" */
static void put_types(const struct wgc_name_list *types, struct wgc_buf *out)
{
    size_t shown = types->count > TYPES_SHOWN + 1 ? TYPES_SHOWN : types->count;

    for (size_t i = 0; i < shown; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? "; " : ", ", types->name[i]);
    }
    if (types->count > shown) {
        wgc_buf_printf(out, " and %zu more types", types->count - shown);
    }
}

static void put_title(const struct wgc_report_cause *cause, size_t number,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_buf_printf(out, "\n%3zu. ", number);
    wgc_summary_paint(out, style, WGC_BOLD);
    wgc_buf_text(out, cause->title);
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_text(out, "\n     ");
    wgc_summary_paint(out, style, WGC_RED);
    wgc_buf_text(out, wgc_state_name(cause->state));
    wgc_summary_paint(out, style, WGC_PLAIN);
}

/* Title, state and smallest case. */
static void put_cause_in_short(const struct wgc_report_cause *cause, size_t number,
                               const struct wgc_summary_style *style, struct wgc_buf *out)
{
    put_title(cause, number, style, out);
    if (cause->types.count > 0) {
        wgc_buf_printf(out, ", %zu case%s; %s%s", cause->count, wgc_plural(cause->count),
                       cause->count == 1 ? "" : "smallest: ", cause->example->name);
    }
    wgc_buf_char(out, '\n');
}

static void put_cause(const struct wgc_record *record, const struct wgc_report_cause *cause,
                      size_t number, const struct wgc_summary_style *style, struct wgc_buf *out)
{
    put_title(cause, number, style, out);
    if (cause->types.count > 0) {
        wgc_buf_printf(out, ", %zu case%s: ", cause->count, wgc_plural(cause->count));
        put_functions(&cause->functions, out);
        put_types(&cause->types, out);
        wgc_buf_printf(out, "\n     %s: %s", cause->count == 1 ? "case" : "smallest",
                       cause->example->name);
    }
    wgc_buf_char(out, '\n');
    /* a check's title is its reason, unless that was cut */
    if (cause->types.count > 0 || strstr(cause->title, "...") != NULL ||
        wgc_case_name_is_program(cause->example->name)) {
        put_evidence(cause->example, out);
    }
    wgc_summary_paint(out, style, WGC_DIM);
    wgc_buf_text(out, "     rerun: ");
    wgc_detail_rerun(out, record, cause->example->name);
    wgc_buf_char(out, '\n');
    wgc_summary_paint(out, style, WGC_PLAIN);
}

static const char *waiver_of(const struct wgc_report_cause *cause)
{
    return cause->waiver == NULL ? "" : cause->waiver;
}

/* All causes of a waiver in one line. */
static void put_waiver(const struct wgc_causes *causes, size_t first, struct wgc_buf *out)
{
    const struct wgc_report_cause *cause = &causes->cause[first];
    size_t cases = 0;

    for (size_t i = causes->bad; i < causes->count; i++) {
        bool same = strcmp(waiver_of(&causes->cause[i]), waiver_of(cause)) == 0;
        if (same && i < first) {
            return; /* it has its line */
        }
        cases += same ? causes->cause[i].count : 0;
    }
    wgc_buf_printf(out, "  %7zu  ", cases);
    wgc_report_text(out, waiver_of(cause));
    wgc_buf_printf(out, ": %s", cause->title);
    if (cause->link != NULL) {
        wgc_buf_text(out, " (");
        wgc_report_text(out, cause->link);
        wgc_buf_char(out, ')');
    }
    wgc_buf_char(out, '\n');
}

static void put_waived(const struct wgc_causes *causes, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
{
    size_t cases = 0;

    for (size_t i = causes->bad; i < causes->count; i++) {
        cases += causes->cause[i].count;
    }
    if (cases > 0) {
        wgc_buf_char(out, '\n');
        wgc_summary_paint(out, style, WGC_YELLOW);
        wgc_buf_printf(out, "known, %zu waived case%s:\n", cases, wgc_plural(cases));
        wgc_summary_paint(out, style, WGC_PLAIN);
    }
    for (size_t i = causes->bad; i < causes->count; i++) {
        put_waiver(causes, i, out);
    }
}

static void put_causes(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct wgc_summary_style *style, struct wgc_buf *out)
{
    size_t shown = causes->bad < style->failure_limit ? causes->bad : style->failure_limit;
    size_t cases = 0;

    for (size_t i = 0; i < causes->bad; i++) {
        cases += causes->cause[i].count;
    }
    if (cases > 0) {
        wgc_buf_char(out, '\n');
        wgc_summary_paint(out, style, WGC_RED);
        wgc_buf_printf(out, "%zu cause%s of %zu failing case%s:\n", causes->bad,
                       wgc_plural(causes->bad), cases, wgc_plural(cases));
        wgc_summary_paint(out, style, WGC_PLAIN);
    }
    for (size_t i = 0; i < shown; i++) {
        if (i < CAUSES_IN_FULL || style->full) {
            put_cause(record, &causes->cause[i], i + 1, style, out);
        } else {
            put_cause_in_short(&causes->cause[i], i + 1, style, out);
        }
    }
    if (causes->bad > shown) {
        wgc_buf_printf(out, "\n  and %zu more cause%s (-v names them all; the report has each)\n",
                       causes->bad - shown, wgc_plural(causes->bad - shown));
    }
    if (causes->bad > 0 && !style->verbose) {
        wgc_buf_text(
            out, "\n  next: a rerun line; `wgconform repro CASE -o FOLDER`, a program for a bug "
                 "report; `wgconform rerun REPORT`, all of them again; -v, every case\n");
    }
}

void wgc_summary_failures(const struct wgc_record *record, const struct wgc_summary_style *style,
                          struct wgc_buf *out)
{
    struct wgc_causes causes;
    struct wgc_err err;

    if (wgc_causes_make(record, &causes, &err) != WGC_OK) {
        out->failed = true;
        return;
    }
    if (style->verbose && causes.bad > 0) {
        wgc_buf_char(out, '\n');
        put_cases(record, style, out);
    }
    put_waived(&causes, style, out);
    put_causes(record, &causes, style, out);
    wgc_causes_free(&causes);
}
