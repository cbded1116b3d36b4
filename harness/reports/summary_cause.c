/* One cause as text: a title that wraps, its example, and what failed in it. */
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "base/report_text.h"
#include "causes/form_group.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "reports/parts.h"

enum { FUNCTIONS_SHOWN = 3, TYPES_SHOWN = 11, INDENT = 5 };

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

/* The first line of the reason. */
static void put_first_line(const struct wgc_result *result, struct wgc_buf *out)
{
    struct wgc_buf reason = {0};

    wgc_result_put_reason(&reason, result);
    if (reason.data != NULL) {
        reason.data[strcspn(reason.data, "\n")] = '\0';
    }
    wgc_buf_text(out, "       ");
    wgc_report_text(out, wgc_buf_str(&reason));
    wgc_buf_char(out, '\n');
    out->failed = out->failed || reason.failed;
    wgc_buf_free(&reason);
}

void wgc_summary_evidence(const struct wgc_result *result, struct wgc_buf *out)
{
    if (result->reason != NULL && result->reason[0] != '\0') {
        put_first_line(result, out);
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

/* The first lines of what the compiler printed. */
static void put_log(const struct wgc_result *result, struct wgc_buf *out)
{
    enum { LINES = 6 };
    const char *line = wgc_or_empty(result->build_log);

    for (int i = 0; i < LINES && *line != '\0'; i++) {
        const size_t length = strcspn(line, "\n");
        struct wgc_buf text = {0};
        wgc_buf_add(&text, line, length);
        wgc_buf_text(out, "       log: ");
        wgc_report_text(out, wgc_buf_str(&text));
        wgc_buf_char(out, '\n');
        out->failed = out->failed || text.failed;
        wgc_buf_free(&text);
        line += length + (line[length] == '\n');
    }
}

/* "c.work_group_all, spirv.work_group_all and 4 more": all names if only one would be left
 * out. */
static void put_names(const struct wgc_name_list *list, size_t most, const char *before,
                      const char *what, struct wgc_buf *out)
{
    size_t shown = list->count > most + 1 ? most : list->count;

    for (size_t i = 0; i < shown; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? before : ", ", list->name[i]);
    }
    if (list->count > shown) {
        wgc_buf_printf(out, " and %zu more%s", list->count - shown, what);
    }
}

static bool has_case(const struct wgc_report_cause *cause)
{
    return cause->types.count > 0; /* a check's title begins with its name */
}

/* "     form past: dimensions past the third": what a form is, the first time that it is named. */
static void put_form(const char *form, const struct wgc_summary_style *style,
                     struct wgc_name_list *explained, struct wgc_buf *out)
{
    const char *why = strcmp(form, "plain") == 0 ? NULL : wgc_form_what(form);
    const size_t before = explained->count;
    struct wgc_buf line = {0};

    if (why == NULL) {
        return;
    }
    const bool added = wgc_name_list_add(explained, form, strlen(form));
    if (added && explained->count == before) {
        return;
    }
    wgc_buf_printf(&line, "form %s: %s", form, why);
    wgc_summary_paint(out, style, WGC_DIM);
    wgc_buf_text(out, "     ");
    wgc_buf_text(out, wgc_buf_str(&line));
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || line.failed || !added;
    wgc_buf_free(&line);
}

static void put_list(const char *before, const struct wgc_name_list *list, struct wgc_buf *out)
{
    for (size_t i = 0; i < list->count; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? before : ", ", list->name[i]);
    }
}

/* A name is no description: the forms that are named in the title. Where others fail too, the form
 * of the example is not what is wrong; the list of a saved report has those that fail, and of one
 * function those that pass. */
static void put_forms(const struct wgc_report_cause *cause, const struct wgc_summary_style *style,
                      struct wgc_name_list *explained, struct wgc_buf *out)
{
    for (size_t i = 0; (cause->names_forms || cause->forms.count == 1) && i < cause->forms.count;
         i++) {
        put_form(cause->forms.name[i], style, explained, out);
    }
    if (!cause->names_forms && cause->forms.count > 1) {
        put_list("     forms that fail: ", &cause->forms, out);
        put_list("; forms that pass alone: ", &cause->passing, out);
        wgc_buf_char(out, '\n');
    }
}

/* On a screen: the sentence, the example, the rule. */
static void put_of_screen(const struct wgc_report_cause *cause, size_t number,
                          const struct wgc_summary_style *style, struct wgc_name_list *explained,
                          struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    wgc_buf_printf(out, "%3zu. ", number);
    wgc_summary_row(cause, WGC_LEVEL_FULL, wgc_screen_columns(style) - INDENT, explained, &text);
    wgc_summary_lines(&cause, 1, &text);
    wgc_summary_paint(out, style, WGC_BOLD);
    wgc_screen_wrap(out, wgc_buf_str(&text), "", INDENT, style);
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_char(out, '\n');
    wgc_summary_example(cause, style, out);
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

static void put_title(const struct wgc_report_cause *cause, size_t number,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_buf_printf(out, "\n%3zu. ", number);
    wgc_summary_paint(out, style, WGC_BOLD);
    wgc_buf_text(out, cause->title);
    wgc_summary_relation(cause, "; ", out);
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_char(out, '\n');
}

/* Without limited rows: all that is known. */
static void put_full(const struct wgc_record *record, const struct wgc_report_cause *cause,
                     size_t number, const struct wgc_summary_style *style,
                     struct wgc_name_list *explained, struct wgc_buf *out)
{
    struct wgc_buf rule = {0};

    put_title(cause, number, style, out);
    wgc_buf_text(out, "     ");
    wgc_summary_paint(out, style, WGC_RED);
    wgc_buf_text(out, wgc_state_name(cause->state));
    wgc_summary_paint(out, style, WGC_PLAIN);
    if (has_case(cause)) {
        wgc_buf_printf(out, ", %zu case%s: ", cause->count, wgc_plural(cause->count));
        put_names(&cause->functions, FUNCTIONS_SHOWN, "", "", out);
        put_names(&cause->types, TYPES_SHOWN, "; ", " types", out);
        wgc_summary_passes(cause, out);
        wgc_buf_printf(out, "\n     %s: %s", cause->count == 1 ? "case" : "example",
                       cause->example->name);
    }
    wgc_buf_char(out, '\n');
    put_forms(cause, style, explained, out);
    /* a check's title is its reason, unless that was cut */
    if (has_case(cause) || cause->title_is_cut || wgc_case_name_is_program(cause->example->name)) {
        wgc_summary_evidence(cause->example, out);
    }
    wgc_summary_rule(cause, &rule);
    if (rule.size > 0) {
        wgc_buf_printf(out, "     %s\n", wgc_buf_str(&rule));
    }
    out->failed = out->failed || rule.failed;
    wgc_buf_free(&rule);
    if (cause->state == WGC_STATE_BUILD_ERROR) {
        if (record->build_options != NULL) {
            wgc_buf_printf(out, "       built with: %s\n", record->build_options);
        }
        put_log(cause->example, out);
    }
    wgc_summary_paint(out, style, WGC_DIM);
    wgc_buf_text(out, "     rerun: ");
    wgc_detail_rerun(out, record, cause->example->name);
    wgc_buf_char(out, '\n');
    wgc_summary_paint(out, style, WGC_PLAIN);
}

void wgc_summary_cause(const struct wgc_record *record, const struct wgc_report_cause *cause,
                       size_t number, const struct wgc_summary_style *style,
                       struct wgc_name_list *explained, struct wgc_buf *out)
{
    if (style->rows == 0) {
        put_full(record, cause, number, style, explained, out);
    } else {
        put_of_screen(cause, number, style, explained, out);
    }
}
