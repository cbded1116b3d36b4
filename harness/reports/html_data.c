#include "reports/parts.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_put.h"
#include "record/case_name.h"
#include "causes/causes.h"
#include "causes/match.h"

/* The parts that all reports of a page share. */
struct page {
    struct wgc_html_strings names, suites, types, tails, texts;
    struct wgc_buf cases, reports;
    const struct wgc_html_links *links;
};

/* Adds the name's parts, once; false without memory. */
static bool add_case(struct page *page, const char *name, size_t *place)
{
    const size_t known = page->names.count;

    *place = wgc_html_strings_add(&page->names, name, strlen(name));
    if (*place != known) {
        return *place != SIZE_MAX;
    }
    const struct wgc_case_name parts = wgc_case_name_split(name);
    const char *type = parts.type_length > 0 ? parts.rest : "";
    const char *tail = parts.type_length > 0 ? type + parts.type_length : name + parts.suite_length;
    const size_t suite = wgc_html_strings_add(&page->suites, name, parts.suite_length);
    const size_t type_place = wgc_html_strings_add(&page->types, type, parts.type_length);
    const size_t tail_place = wgc_html_strings_add(&page->tails, tail, strlen(tail));
    wgc_buf_printf(&page->cases, known == 0 ? "%zu,%zu,%zu" : ",%zu,%zu,%zu", suite, type_place,
                   tail_place);
    return suite != SIZE_MAX && type_place != SIZE_MAX && tail_place != SIZE_MAX;
}

/* Appends the runs of equal numbers in value[0..count), as [number, how many, ...]. */
static void put_runs(struct wgc_buf *out, const char *key, const size_t *value, size_t count)
{
    wgc_buf_text(out, key);
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count && value[end] == value[i]) {
            end++;
        }
        wgc_buf_printf(out, i == 0 ? "%zu,%zu" : ",%zu,%zu", value[i], end - i);
        i = end;
    }
    wgc_buf_char(out, ']');
}

/* The results of one report by the places of their cases. place: of each result; by_case: room for
 * as many numbers as there are cases. */
static void put_cases(struct wgc_buf *out, const struct wgc_record *record, const size_t *place,
                      const struct wgc_causes *causes,
                      const struct wgc_report_cause *const *cause_of,
                      const struct wgc_html_details *details, size_t *by_case, size_t count)
{
    wgc_buf_text(out, ",\n\"states\":\"");
    const size_t start = out->size;
    for (size_t i = 0; i < count; i++) {
        wgc_buf_char(out, '-');
    }
    for (size_t i = 0; !out->failed && i < record->result_count; i++) {
        out->data[start + place[i]] = (char)('0' + (int)record->result[i].state);
    }
    memset(by_case, 0, count * sizeof *by_case);
    for (size_t i = 0; i < record->result_count; i++) {
        by_case[place[i]] = details->reason[i];
    }
    put_runs(out, "\",\n\"reasons\":[", by_case, count);
    memset(by_case, 0, count * sizeof *by_case);
    for (size_t i = 0; i < record->result_count; i++) {
        by_case[place[i]] = cause_of[i] == NULL ? 0 : (size_t)(cause_of[i] - causes->cause) + 1;
    }
    put_runs(out, ",\n\"causes_of\":[", by_case, count);
}

static bool add_report(struct page *page, const struct wgc_record *record, size_t limit,
                       const struct wgc_causes *causes)
{
    const struct wgc_report_cause **cause_of = wgc_causes_by_result(causes, record);
    size_t *place = calloc(record->result_count + 1, sizeof *place);
    size_t *by_case = NULL;
    struct wgc_html_details details = {0};
    bool whole = cause_of != NULL && place != NULL;

    for (size_t i = 0; whole && i < record->result_count; i++) {
        whole = add_case(page, wgc_or_empty(record->result[i].name), &place[i]);
    }
    if (whole) {
        by_case = calloc(page->names.count + 1, sizeof *by_case);
        whole = by_case != NULL && wgc_html_details_make(record, causes, cause_of, place,
                                                         &page->texts, limit, &details);
    }
    if (whole) {
        struct wgc_buf *out = &page->reports;
        wgc_html_report_put(out, record, causes, place, page->links);
        put_cases(out, record, place, causes, cause_of, &details, by_case, page->names.count);
        wgc_buf_text(out, ",\n\"details\":{");
        wgc_buf_add(out, details.json.data, details.json.size);
        wgc_buf_printf(out, "},\n\"left_out\":%zu}", details.left_out);
    }
    wgc_html_details_free(&details);
    free(by_case);
    free(place);
    free(cause_of);
    return whole;
}

/* [[name, family], ...] */
static void put_suites(struct wgc_buf *out, const struct wgc_html_strings *suites)
{
    struct wgc_buf name = {0};

    wgc_buf_text(out, "[");
    for (size_t i = 0; i < suites->count; i++) {
        wgc_buf_clear(&name);
        wgc_buf_add(&name, suites->item[i].text, suites->item[i].length);
        wgc_buf_text(&name, "");
        wgc_buf_text(out, i == 0 ? "" : ",");
        wgc_html_suite_put(out, name.failed ? "" : name.data);
        out->failed = out->failed || name.failed;
    }
    wgc_buf_char(out, ']');
    wgc_buf_free(&name);
}

static void put_page(struct wgc_buf *out, const struct page *page)
{
    wgc_buf_text(out, "{\"states\":[");
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        wgc_buf_printf(out, i == 0 ? "\"%s\"" : ",\"%s\"", wgc_state_name((enum wgc_state)i));
    }
    wgc_buf_text(out, "],\n\"suites\":");
    put_suites(out, &page->suites);
    wgc_buf_text(out, ",\n\"types\":");
    wgc_html_strings_put(out, &page->types);
    wgc_buf_text(out, ",\n\"tails\":");
    wgc_html_strings_put(out, &page->tails);
    wgc_buf_text(out, ",\n\"cases\":[");
    wgc_buf_add(out, page->cases.data, page->cases.size);
    wgc_buf_text(out, "],\n\"texts\":");
    wgc_html_strings_put(out, &page->texts);
    wgc_buf_text(out, ",\n\"reports\":[");
    wgc_buf_add(out, page->reports.data, page->reports.size);
    wgc_buf_text(out, "]}");
    out->failed = out->failed || page->cases.failed || page->reports.failed;
}

static void free_page(struct page *page)
{
    wgc_html_strings_free(&page->names);
    wgc_html_strings_free(&page->suites);
    wgc_html_strings_free(&page->types);
    wgc_html_strings_free(&page->tails);
    wgc_html_strings_free(&page->texts);
    wgc_buf_free(&page->cases);
    wgc_buf_free(&page->reports);
}

static bool is_same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* The causes of a report; of the one before it, if that is of the same device, they have its ids.
 */
static enum wgc_status make_causes(const struct wgc_record *const *record, size_t i,
                                   const struct wgc_causes *before, struct wgc_causes *causes,
                                   struct wgc_err *err)
{
    enum wgc_status status = wgc_causes_make(record[i], causes, err);

    if (status == WGC_OK && i > 0 && is_same(record[i - 1]->device.name, record[i]->device.name) &&
        is_same(record[i - 1]->device.platform, record[i]->device.platform)) {
        status = wgc_causes_follow(before, causes, err);
        if (status != WGC_OK) {
            wgc_causes_free(causes);
        }
    }
    return status;
}

enum wgc_status wgc_html_data_put(struct wgc_buf *out, const struct wgc_record *const *record,
                                  size_t count, const struct wgc_html_links *links,
                                  struct wgc_err *err)
{
    struct page page = {.links = links};
    struct wgc_causes before = {0};
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < count; i++) {
        struct wgc_causes causes = {0};
        status = make_causes(record, i, &before, &causes, err);
        if (status != WGC_OK) {
            break;
        }
        wgc_buf_text(&page.reports, i == 0 ? "\n" : ",\n");
        if (!add_report(&page, record[i], WGC_HTML_DETAILS_LIMIT / count, &causes)) {
            status = wgc_err_memory(err, "the data of the HTML report");
        }
        wgc_causes_free(&before);
        before = causes;
    }
    wgc_causes_free(&before);
    if (status == WGC_OK) {
        put_page(out, &page);
        status = out->failed ? wgc_err_memory(err, "the data of the HTML report") : WGC_OK;
    }
    free_page(&page);
    return status;
}
