#include "reports/github.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "reports/detail.h"
#include "reports/report_text.h"
#include "reports/suites.h"

enum { CASES_SHOWN = 100, ENTRY_ROOM = 20000 };

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

static const struct wgc_result *first_bad(const struct wgc_suite *suite)
{
    size_t i = 0;

    while (!wgc_state_is_bad(suite->result[i]->state)) {
        i++;
    }
    return suite->result[i];
}

static void annotate_suite(struct wgc_buf *out, const struct wgc_record *record,
                           const struct wgc_suite *suite)
{
    const struct wgc_result *result = first_bad(suite);
    struct wgc_buf text = {0};

    wgc_buf_printf(&text, "%s: %zu of %zu cases went wrong", suite->name, suite->bad, suite->count);
    wgc_buf_text(out, "::error title=");
    put_escaped(out, &text, true);
    wgc_buf_text(out, "::");
    wgc_buf_printf(&text, "%s %s\n", wgc_state_name(result->state), result->name);
    wgc_detail_line(&text, result);
    wgc_buf_char(&text, '\n');
    wgc_detail_rerun(&text, record, result->name);
    put_escaped(out, &text, false);
    wgc_buf_char(out, '\n');
}

enum wgc_status wgc_github_annotations(struct wgc_buf *out, const struct wgc_record *record,
                                       struct wgc_err *err)
{
    struct wgc_suites suites;
    size_t bad = 0;
    size_t left = WGC_GITHUB_ANNOTATIONS - (record->complete ? 0 : 1);
    enum wgc_status status = wgc_suites_make(record, &suites, err);

    if (status != WGC_OK) {
        return status;
    }
    for (size_t i = 0; i < suites.count; i++) {
        bad += suites.suite[i].bad > 0;
    }
    size_t shown = bad > left ? left - 1 : bad;
    size_t done = 0;
    for (size_t i = 0; i < suites.count && done < shown; i++) {
        if (suites.suite[i].bad > 0) {
            annotate_suite(out, record, &suites.suite[i]);
            done++;
        }
    }
    if (bad > shown) {
        wgc_buf_printf(out, "::error title=wgconform::%zu more functions went wrong\n",
                       bad - shown);
    }
    if (!record->complete) {
        wgc_buf_printf(out,
                       "::error title=wgconform::not complete: %zu of %zu cases have no result\n",
                       record->total - record->result_count, record->total);
    }
    wgc_suites_free(&suites);
    return out->failed ? wgc_err_memory(err, "the annotations") : WGC_OK;
}

/* Text in a line of Markdown: what would be markup is escaped, line ends are spaces. */
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

static void put_member(struct wgc_buf *out, const char *before, const cJSON *object,
                       const char *field)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, field));

    if (text != NULL) {
        wgc_buf_text(out, before);
        put_markdown(out, text);
    }
}

static void put_head(struct wgc_buf *out, const struct wgc_record *record)
{
    cJSON *device = record->device == NULL ? NULL : cJSON_Parse(record->device);
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    wgc_buf_printf(out, "## Work-group collectives: %s\n\n",
                   wgc_record_exit_status(record) != 0 ? "something went wrong"
                   : record->complete                  ? "no failure"
                                                       : "not complete");
    put_member(out, "", device, "name");
    put_member(out, ", ", device, "platform");
    put_member(out, ", driver ", device, "driver_version");
    wgc_buf_printf(out, "%sprofile %s, seed %llu\n\n**%zu cases**", device == NULL ? "" : "; ",
                   record->profile == NULL ? "?" : record->profile,
                   (unsigned long long)record->seed, record->total);
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        if (count[i] > 0) {
            wgc_buf_printf(out, ", %zu %s", count[i], wgc_state_name((enum wgc_state)i));
        }
    }
    if (record->result_count < record->total) {
        wgc_buf_printf(out, ", **%zu without a result**", record->total - record->result_count);
    }
    wgc_buf_text(out, "\n\n");
    cJSON_Delete(device);
}

static void put_table(struct wgc_buf *out, const struct wgc_suites *suites)
{
    wgc_buf_text(out, "| function | passed | skipped | waived | wrong |\n|---|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < suites->count && out->size < WGC_GITHUB_SUMMARY_LIMIT / 2; i++) {
        const struct wgc_suite *suite = &suites->suite[i];
        wgc_buf_printf(out, "| `%s` | %zu | %zu | %zu | %s%zu%s |\n", suite->name,
                       suite->states[WGC_STATE_PASS], suite->states[WGC_STATE_SKIP],
                       suite->states[WGC_STATE_WAIVED], suite->bad > 0 ? "**" : "", suite->bad,
                       suite->bad > 0 ? "**" : "");
    }
}

static void put_case(struct wgc_buf *out, const struct wgc_record *record,
                     const struct wgc_result *result)
{
    wgc_buf_printf(out, "\n<details><summary>%s <code>%s</code></summary>\n\n",
                   wgc_state_name(result->state), result->name);
    struct wgc_buf line = {0};
    wgc_detail_line(&line, result);
    put_markdown(out, line.data == NULL ? "" : line.data);
    out->failed = out->failed || line.failed;
    wgc_buf_free(&line);
    wgc_buf_text(out, "\n\n```\n");
    wgc_detail_rerun(out, record, result->name);
    wgc_buf_text(out, "\n```\n</details>\n");
}

enum wgc_status wgc_github_summary(struct wgc_buf *out, const struct wgc_record *record,
                                   struct wgc_err *err)
{
    struct wgc_suites suites;
    size_t bad = 0;
    size_t shown = 0;
    enum wgc_status status = wgc_suites_make(record, &suites, err);

    if (status != WGC_OK) {
        return status;
    }
    put_head(out, record);
    put_table(out, &suites);
    for (size_t i = 0; i < record->result_count; i++) {
        if (!wgc_state_is_bad(record->result[i].state)) {
            continue;
        }
        bad++;
        if (shown < CASES_SHOWN && out->size < WGC_GITHUB_SUMMARY_LIMIT - ENTRY_ROOM) {
            put_case(out, record, &record->result[i]);
            shown++;
        }
    }
    if (bad > shown) {
        wgc_buf_printf(out, "\nand %zu more\n", bad - shown);
    }
    wgc_suites_free(&suites);
    return out->failed ? wgc_err_memory(err, "the step's summary") : WGC_OK;
}
