#include "reports/github.h"

#include <string.h>

#include "base/plural.h"
#include "causes/causes.h"
#include "reports/detail.h"
#include "base/report_text.h"
#include "reports/skips.h"
#include "record/suites.h"

/* How far the causes and the waived ones may fill the summary; the table of the functions follows.
 */
enum {
    CAUSES_SHOWN = 100,
    ROOM_FOR_CAUSES = 600 * 1000,
    ROOM_FOR_WAIVED = 700 * 1000,
    ROOM_FOR_TABLE = 900 * 1000
};

/* Text as the message of a command, or as one of its properties, where : and , end it. Frees it. */
static void put_escaped(struct wgc_buf *out, struct wgc_buf *text, bool property)
{
    for (size_t i = 0; i < text->size; i++) {
        char c = text->data[i];
        if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','))) {
            wgc_buf_printf(out, "%%%02X", (unsigned)c);
        } else {
            wgc_buf_char(out, c);
        }
    }
    out->failed = out->failed || text->failed;
    wgc_buf_free(text);
}

static void annotate(struct wgc_buf *out, const struct wgc_record *record,
                     const struct wgc_report_cause *cause)
{
    const struct wgc_result *example = cause->example;
    struct wgc_buf text = {0};

    wgc_buf_printf(&text, "%s (%zu case%s)", cause->title, cause->count, wgc_plural(cause->count));
    wgc_buf_text(out, "::error title=");
    put_escaped(out, &text, true);
    wgc_buf_text(out, "::");
    wgc_buf_printf(&text, "%s %s\n", wgc_state_name(example->state), example->name);
    wgc_detail_line(&text, example);
    wgc_buf_text(&text, "\nrerun: ");
    wgc_detail_rerun(&text, record, example->name);
    put_escaped(out, &text, false);
    wgc_buf_char(out, '\n');
}

enum wgc_status wgc_github_annotations(struct wgc_buf *out, const struct wgc_record *record,
                                       struct wgc_err *err)
{
    struct wgc_causes causes;
    size_t left = WGC_GITHUB_ANNOTATIONS - (record->complete ? 0 : 1);
    enum wgc_status status = wgc_causes_make(record, &causes, err);

    if (status != WGC_OK) {
        return status;
    }
    size_t shown = causes.bad > left ? left - 1 : causes.bad;
    for (size_t i = 0; i < shown; i++) {
        annotate(out, record, &causes.cause[i]);
    }
    if (causes.bad > shown) {
        wgc_buf_printf(out, "::error title=wgconform::%zu more cause%s of failures\n",
                       causes.bad - shown, wgc_plural(causes.bad - shown));
    }
    if (!record->complete) {
        wgc_buf_text(out, "::error title=wgconform::");
        wgc_record_put_incomplete(out, record);
        wgc_buf_char(out, '\n');
    }
    wgc_causes_free(&causes);
    return out->failed ? wgc_err_memory(err, "the annotations") : WGC_OK;
}

/* Text in a line of Markdown: markup is escaped, line ends are spaces. */
static void put_markdown(struct wgc_buf *out, const char *text)
{
    struct wgc_buf clean = {0};

    wgc_report_text(&clean, text);
    for (size_t i = 0; i < clean.size; i++) {
        char c = clean.data[i];
        if (strchr("\\`*_{}[]()<>#+-!|~$&@", c) != NULL) {
            wgc_buf_printf(out, "&#%u;", (unsigned)c);
        } else {
            wgc_buf_char(out, c == '\n' || c == '\r' ? ' ' : c);
        }
    }
    out->failed = out->failed || clean.failed;
    wgc_buf_free(&clean);
}

static void put_member(struct wgc_buf *out, const char *before, const char *text)
{
    if (text != NULL) {
        wgc_buf_text(out, before);
        put_markdown(out, text);
    }
}

/* "## Work-group collectives: 2 causes of 45 failing cases" */
static void put_title(struct wgc_buf *out, const struct wgc_record *record,
                      const struct wgc_causes *causes)
{
    size_t cases = 0;

    for (size_t i = 0; i < causes->bad; i++) {
        cases += causes->cause[i].count;
    }
    wgc_buf_text(out, "## Work-group collectives: ");
    if (cases > 0) {
        wgc_buf_printf(out, "%zu cause%s of %zu failing case%s", causes->bad,
                       wgc_plural(causes->bad), cases, wgc_plural(cases));
    } else {
        wgc_buf_text(out, record->complete ? "no failure" : "not complete");
    }
    wgc_buf_text(out, "\n\n");
}

static void put_head(struct wgc_buf *out, const struct wgc_record *record,
                     const struct wgc_causes *causes)
{
    const struct wgc_record_device *device = &record->device;
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    put_title(out, record, causes);
    put_member(out, "", device->name);
    put_member(out, ", ", device->platform);
    put_member(out, ", driver ", device->driver_version);
    wgc_buf_printf(
        out, "%sprofile %s, seed %llu\n\n**%zu case%s**", device->json == NULL ? "" : "; ",
        record->profile == NULL ? "?" : record->profile, (unsigned long long)record->seed,
        wgc_record_total(record), wgc_plural(wgc_record_total(record)));
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        if (count[i] > 0) {
            wgc_buf_printf(out, ", %zu %s", count[i], wgc_state_name((enum wgc_state)i));
        }
    }
    if (record->result_count < wgc_record_total(record)) {
        wgc_buf_printf(out, ", **%zu without a result**",
                       wgc_record_total(record) - record->result_count);
    }
    wgc_buf_text(out, "\n\n");
    struct wgc_buf lack = {0};
    if (wgc_skips_lack(record, &lack) && lack.data != NULL) {
        wgc_buf_printf(out, "%s\n\n", lack.data);
    }
    wgc_buf_free(&lack);
}

/* A row for each function in which something ran. */
static void put_table(struct wgc_buf *out, const struct wgc_suites *suites)
{
    size_t left_out = 0;

    wgc_buf_text(out, "\n| function | passed | skipped | waived | wrong |\n"
                      "|---|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < suites->count && out->size < ROOM_FOR_TABLE; i++) {
        const struct wgc_suite *suite = &suites->suite[i];
        if (suite->states[WGC_STATE_SKIP] == suite->count) {
            left_out++;
            continue;
        }
        wgc_buf_printf(out, "| `%s` | %zu | %zu | %zu | %s%zu%s |\n", suite->name,
                       suite->states[WGC_STATE_PASS], suite->states[WGC_STATE_SKIP],
                       suite->states[WGC_STATE_WAIVED], suite->bad > 0 ? "**" : "", suite->bad,
                       suite->bad > 0 ? "**" : "");
    }
    if (left_out > 0) {
        wgc_buf_printf(out, "\n%zu function%s skipped altogether\n", left_out,
                       left_out == 1 ? " was" : "s were");
    }
}

static void put_code(struct wgc_buf *out, const struct wgc_name_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        wgc_buf_printf(out, "%s`%s`", i == 0 ? "" : ", ", list->name[i]);
    }
}

/* A bad cause: its example, and the command that reruns it. */
static void put_cause(struct wgc_buf *out, const struct wgc_record *record,
                      const struct wgc_report_cause *cause)
{
    struct wgc_buf line = {0};

    wgc_buf_text(out, "\n<details><summary>");
    put_markdown(out, cause->title);
    wgc_buf_printf(out, " (%s, %zu case%s)</summary>\n\n", wgc_state_name(cause->state),
                   cause->count, wgc_plural(cause->count));
    put_code(out, &cause->functions);
    wgc_buf_text(out, cause->types.count > 0 ? "; " : "");
    put_code(out, &cause->types);
    wgc_buf_printf(out, "\n\nexample: `%s`\n\n", cause->example->name);
    wgc_detail_line(&line, cause->example);
    put_markdown(out, wgc_buf_str(&line));
    out->failed = out->failed || line.failed;
    wgc_buf_free(&line);
    wgc_buf_text(out, "\n\n```\n");
    wgc_detail_rerun(out, record, cause->example->name);
    wgc_buf_text(out, "\n```\n</details>\n");
}

static void put_waived(struct wgc_buf *out, const struct wgc_causes *causes)
{
    if (causes->count > causes->bad) {
        wgc_buf_text(out, "\nknown, and waived:\n\n");
    }
    for (size_t i = causes->bad; i < causes->count && out->size < ROOM_FOR_WAIVED; i++) {
        const struct wgc_report_cause *cause = &causes->cause[i];
        wgc_buf_text(out, "- ");
        put_markdown(out, cause->title);
        wgc_buf_printf(out, " (%zu case%s of ", cause->count, wgc_plural(cause->count));
        put_code(out, &cause->functions);
        wgc_buf_text(out, ")\n");
    }
}

enum wgc_status wgc_github_summary(struct wgc_buf *out, const struct wgc_record *record,
                                   struct wgc_err *err)
{
    struct wgc_suites suites;
    struct wgc_causes causes = {0};
    size_t shown = 0;
    enum wgc_status status = wgc_suites_make(record, &suites, err);

    if (status == WGC_OK) {
        status = wgc_causes_make(record, &causes, err);
    }
    if (status != WGC_OK) {
        wgc_suites_free(&suites);
        return status;
    }
    put_head(out, record, &causes);
    while (shown < causes.bad && shown < CAUSES_SHOWN && out->size < ROOM_FOR_CAUSES) {
        put_cause(out, record, &causes.cause[shown++]);
    }
    if (causes.bad > shown) {
        wgc_buf_printf(out, "\nand %zu more cause%s\n", causes.bad - shown,
                       wgc_plural(causes.bad - shown));
    }
    put_waived(out, &causes);
    put_table(out, &suites);
    wgc_causes_free(&causes);
    wgc_suites_free(&suites);
    return out->failed ? wgc_err_memory(err, "the step's summary") : WGC_OK;
}
