/*
 * Reports, with NULs between them: each is read and written in every format; two are compared, all
 * are merged. (Whatever takes a report - --resume, diff, merge, html, junit, verify - reads it so.)
 */
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "reports/parts.h"
#include "compare/diff.h"
#include "reports/github.h"
#include "compare/merge.h"
#include "report_file/report_json.h"
#include "reports/summary.h"
#include "reports/waiver_draft.h"
#include "tests/fuzz/fuzz.h"
#include "waivers/waivers.h"

enum { REPORTS = 4 };

/* A written report is read, and written the same. */
static void write_and_read(const struct wgc_record *record)
{
    struct wgc_buf once = {0};
    struct wgc_buf twice = {0};
    struct wgc_record *copy = NULL;
    struct wgc_err err = {0};

    wgc_report_json_put(&once, record);
    fuzz_require(!once.failed, "a report can be written");
    fuzz_require(wgc_report_json_parse("copy", once.data, once.size, &copy, &err) == WGC_OK,
                 "a report that was written can be read");
    wgc_report_json_put(&twice, copy);
    fuzz_require(!twice.failed && strcmp(once.data, twice.data) == 0,
                 "a report that was read is written as it was");
    wgc_record_free(copy);
    wgc_buf_free(&once);
    wgc_buf_free(&twice);
}

static void ignore_error(void *context, const char *text, ...)
{
    (void)context;
    (void)text;
}

static void put_junit(const struct wgc_record *record)
{
    struct wgc_buf text = {0};
    struct wgc_err err = {0};

    fuzz_require(wgc_junit_put(&text, record, &err) == WGC_OK, "JUnit of any report");
    xmlSetGenericErrorFunc(NULL, ignore_error);
    xmlDocPtr document = xmlReadMemory(text.data, (int)text.size, "junit", NULL,
                                       XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR);
    fuzz_require(document != NULL, "JUnit is XML");
    xmlFreeDoc(document);
    wgc_buf_free(&text);
}

static void put_json(enum wgc_status (*put)(struct wgc_buf *, const struct wgc_record *,
                                            struct wgc_err *),
                     const struct wgc_record *record, const char *what)
{
    struct wgc_buf text = {0};
    struct wgc_err err = {0};

    fuzz_require(put(&text, record, &err) == WGC_OK, what);
    fuzz_require_json(&text, what);
    wgc_buf_free(&text);
}

static void put_texts(const struct wgc_record *record)
{
    const struct wgc_summary_style style = {.color = true, .verbose = true, .failure_limit = 1000};
    struct wgc_buf text = {0};
    struct wgc_err err = {0};

    fuzz_require(wgc_tap_put(&text, record, &err) == WGC_OK, "TAP of any report");
    fuzz_require(wgc_html_put(&text, &record, 1, NULL, &err) == WGC_OK, "HTML of any report");
    fuzz_require(wgc_github_annotations(&text, record, &err) == WGC_OK, "annotations");
    wgc_summary_table(record, &style, &text);
    wgc_summary_causes(record, &style, &text);
    wgc_summary_totals(record, &style, &text);
    fuzz_require(!text.failed, "memory for texts");
    wgc_buf_clear(&text);
    fuzz_require(wgc_github_summary(&text, record, &err) == WGC_OK &&
                     text.size <= WGC_GITHUB_SUMMARY_LIMIT,
                 "GitHub's summary keeps to its limit");
    wgc_buf_free(&text);
}

static void put_waivers(const struct wgc_record *record)
{
    struct wgc_buf text = {0};

    (void)wgc_waiver_draft_put(&text, record);
    fuzz_require_json(&text, "a draft of waivers");
    wgc_buf_free(&text);
}

static void compare(const struct wgc_record *before, const struct wgc_record *after)
{
    const struct wgc_diff_style style = {.verbose = true};
    struct wgc_diff diff;
    struct wgc_err err = {0};
    struct wgc_buf text = {0};

    fuzz_require(wgc_diff_make(before, after, &diff, &err) == WGC_OK, "any two can be compared");
    wgc_diff_put(&text, &diff, &style);
    wgc_diff_free(&diff);
    wgc_buf_free(&text);
}

static void merge(struct wgc_record **record, size_t count)
{
    static const char *const path[REPORTS] = {"a", "b", "c", "d"};
    struct wgc_record *whole = NULL;
    struct wgc_err err = {0};
    size_t results = 0;

    for (size_t i = 0; i < count; i++) {
        results += record[i]->result_count;
    }
    if (wgc_merge(record, path, count, &whole, &err) == WGC_OK) {
        fuzz_require(whole->result_count == results, "merging loses no result");
        write_and_read(whole);
        wgc_record_free(whole);
    } else {
        fuzz_require(err.status == WGC_ERR_INPUT && err.text[0] != '\0',
                     "what cannot be merged is an error with a text");
    }
}

static void use(struct wgc_record **record, size_t count)
{
    const struct wgc_record *all[REPORTS];
    struct wgc_err err = {0};
    struct wgc_buf page = {0};

    for (size_t i = 0; i < count; i++) {
        all[i] = record[i];
        write_and_read(record[i]);
        put_junit(record[i]);
        put_json(wgc_ctrf_put, record[i], "CTRF");
        put_json(wgc_cts_shape_put, record[i], "the shape of OpenCL-CTS");
        put_texts(record[i]);
        put_waivers(record[i]);
    }
    fuzz_require(wgc_html_put(&page, all, count, NULL, &err) == WGC_OK, "HTML of several");
    wgc_buf_free(&page);
    compare(record[0], record[count - 1]);
    merge(record, count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *piece[REPORTS];
    struct wgc_record *record[REPORTS];
    struct wgc_err err = {0};
    size_t pieces = fuzz_pieces(data, size, piece, REPORTS);
    size_t count = 0;

    for (size_t i = 0; i < pieces; i++) {
        if (wgc_report_json_parse("report", piece[i], strlen(piece[i]), &record[count], &err) ==
            WGC_OK) {
            count++;
        } else {
            fuzz_require(err.status == WGC_ERR_INPUT && err.text[0] != '\0',
                         "a bad report is an error with a text");
        }
        free(piece[i]);
    }
    if (count > 0) {
        use(record, count);
    }
    for (size_t i = 0; i < count; i++) {
        wgc_record_free(record[i]);
    }
    return 0;
}
