/* The HTML page as text: its data come back whole, and nothing in them is markup. tests/cli opens
 * it in a browser. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "record/frames.h"
#include "record_fixture.h"
#include "report_fixture.h"
#include "reports/parts.h"
#include "tests/unit/test.h"

enum { LARGE = 20000, LARGE_BYTES = 700 * 1000, FULL = 58578, FULL_BYTES = 10 * 1000 * 1000 };

static const char data_begin[] = "<script type=\"application/json\" id=\"data\">\n";
static const char data_end[] = "\n</script>\n";

static char *page_of(const struct wgc_record *const *record, size_t count)
{
    struct wgc_buf out = {0};
    struct wgc_err err = {0};

    assert_int_equal(wgc_html_put(&out, record, count, NULL, &err), WGC_OK);
    return out.data;
}

/* The contents of the page's data element; the caller frees them. */
static char *data_of(const char *page)
{
    const char *begin = strstr(page, data_begin);
    assert_non_null(begin);
    const char *end = strstr(begin, data_end);
    assert_non_null(end);
    return strndup(begin + sizeof data_begin - 1, (size_t)(end - begin) - (sizeof data_begin - 1));
}

static cJSON *member(const cJSON *object, const char *name)
{
    cJSON *found = cJSON_GetObjectItemCaseSensitive(object, name);
    assert_non_null(found);
    return found;
}

static int number_at(const cJSON *list, size_t place)
{
    const cJSON *item = cJSON_GetArrayItem(list, (int)place);
    assert_true(cJSON_IsNumber(item));
    return item->valueint;
}

static const char *text_at(const cJSON *list, int place)
{
    const char *text = cJSON_GetStringValue(cJSON_GetArrayItem(list, place));
    assert_non_null(text);
    return text;
}

/* The number of a case in runs of equal numbers. */
static int run_at(const cJSON *runs, size_t place)
{
    const int count = cJSON_GetArraySize(runs);

    for (size_t i = 0, end = 0; (int)i < count; i += 2) {
        end += (size_t)number_at(runs, i + 1);
        if (place < end) {
            return number_at(runs, i);
        }
    }
    return 0;
}

/* The name of a case, made of its three parts; the caller frees it. */
static char *name_at(const cJSON *root, size_t place)
{
    const cJSON *cases = member(root, "cases");
    const cJSON *suite = cJSON_GetArrayItem(member(root, "suites"), number_at(cases, 3 * place));
    const char *type = text_at(member(root, "types"), number_at(cases, 3 * place + 1));
    struct wgc_buf name = {0};

    wgc_buf_printf(&name, "%s%s%s%s", text_at(suite, 0), type[0] == '\0' ? "" : ".", type,
                   text_at(member(root, "tails"), number_at(cases, 3 * place + 2)));
    return name.data;
}

/* Fails the test unless the details of a case are the result's. */
static void assert_details(const cJSON *root, const cJSON *report, size_t place,
                           const struct wgc_result *result)
{
    static const char *const members[] = {"mismatch", "attempts"};
    const char *const texts[] = {result->mismatch == NULL ? NULL : result->mismatch->json,
                                 result->attempts == NULL ? NULL : result->attempts->json};
    char key[32];
    (void)snprintf(key, sizeof key, "%zu", place);
    const cJSON *details = cJSON_GetObjectItemCaseSensitive(member(report, "details"), key);

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i] != NULL) {
            cJSON *expected = cJSON_Parse(texts[i]);
            assert_true(cJSON_Compare(expected, member(details, members[i]), true));
            cJSON_Delete(expected);
        }
    }
    if (result->build_log != NULL) {
        const char *log = text_at(member(root, "texts"), member(details, "log")->valueint);
        assert_non_null(strstr(log, "</script>"));
    }
    if (result->frames != NULL) {
        struct wgc_buf json = {0};
        wgc_frames_put_json(&json, result->frames);
        cJSON *expected = cJSON_Parse(json.data);
        assert_true(cJSON_Compare(expected, member(details, "frames"), true));
        cJSON_Delete(expected);
        wgc_buf_free(&json);
    }
    if (result->waiver != NULL) {
        assert_string_equal(cJSON_GetStringValue(member(details, "waiver")), result->waiver);
    }
}

static void assert_report(const cJSON *root, const cJSON *report, const struct wgc_record *record)
{
    const char *states = cJSON_GetStringValue(member(report, "states"));
    size_t found = 0;

    for (size_t i = 0; i < strlen(states); i++) {
        if (states[i] == '-') {
            continue;
        }
        char *name = name_at(root, i);
        const struct wgc_result *result = &record->result[found];
        assert_string_equal(name, result->name);
        free(name);
        assert_int_equal(states[i] - '0', result->state);
        const int reason = run_at(member(report, "reasons"), i);
        assert_int_equal(reason > 0, result->reason != NULL);
        if (reason > 0) {
            assert_string_equal(text_at(member(root, "texts"), reason - 1), result->reason);
        }
        const bool has_cause = wgc_state_is_bad(result->state) || result->state == WGC_STATE_WAIVED;
        assert_int_equal(run_at(member(report, "causes_of"), i) > 0, has_cause);
        assert_details(root, report, i, result);
        found++;
    }
    assert_int_equal(found, record->result_count);
    assert_int_equal(member(report, "left_out")->valueint, 0);
}

TEST(the_data_have_each_case_of_each_report)
{
    struct wgc_record *first = fixture_all_states();
    struct wgc_record *second = fixture_record();
    const struct wgc_record *const list[] = {first, second};
    char *page = page_of(list, 2);
    char *data = data_of(page);
    cJSON *root = cJSON_Parse(data);

    assert_non_null(root);
    assert_int_equal(cJSON_GetArraySize(member(root, "states")), WGC_STATE_COUNT);
    assert_int_equal(cJSON_GetArraySize(member(root, "reports")), 2);
    for (int i = 0; i < 2; i++) {
        assert_report(root, cJSON_GetArrayItem(member(root, "reports"), i), list[i]);
    }
    const cJSON *report = cJSON_GetArrayItem(member(root, "reports"), 0);
    assert_string_equal(cJSON_GetStringValue(member(report, "again")),
                        "A_B='it'\\''s' scripts/with-device pocl 'X=wg conform' --device 'P/D <&>' "
                        "--profile quick --seed 7 CASE");
    cJSON_Delete(root);
    free(data);
    free(page);
    wgc_record_free(first);
    wgc_record_free(second);
}

static bool is_there(const char *path)
{
    return strcmp(path, "findings/a.md") == 0;
}

TEST(only_links_to_files_that_are_there_lead_from_the_page)
{
    static const struct wgc_html_links links = {"./../", is_there};
    struct wgc_record *record = fixture_empty_record(2);
    struct wgc_buf out = {0};
    struct wgc_err err = {0};

    fixture_add_because(record, "c.work_group_all.int.1.plain", WGC_STATE_WAIVED,
                        "fail as expected: one (findings/a.md); x");
    fixture_add_because(record, "c.work_group_any.int.1.plain", WGC_STATE_WAIVED,
                        "fail as expected: two (findings/b.md); x");
    assert_int_equal(
        wgc_html_put(&out, (const struct wgc_record *const[]){record}, 1, &links, &err), WGC_OK);
    assert_int_equal(fixture_count(out.data, "\"href\":"), 1);
    assert_non_null(strstr(out.data, "\"href\":\"./../findings/a.md\""));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Half of the cases fail, of 485 causes; each has values of its own, of a kilobyte. */
TEST(past_its_limit_the_page_has_the_examples)
{
    static char values[1000];
    struct wgc_record *record = fixture_empty_record(FULL);
    const struct wgc_record *const list[] = {record};

    memset(values, '1', sizeof values - 1);
    for (int i = 0; i < FULL; i++) {
        struct wgc_buf text = {0};
        char name[64];
        (void)snprintf(name, sizeof name, "c.f%d.float.%dx2.plain", i % 97, i + 1);
        fixture_add(record, name, i % 2 == 0 ? WGC_STATE_FAIL : WGC_STATE_SKIP);
        wgc_buf_printf(&text, "{\"what\":\"wrong %d\",\"expected\":\"%s\"}", i % 10, values);
        struct wgc_result *result = &record->result[i];
        result->mismatch = i % 2 == 0 ? wgc_record_mismatch_parse(text.data) : NULL;
        wgc_buf_free(&text);
    }
    char *page = page_of(list, 1);
    assert_in_range(strlen(page), WGC_HTML_DETAILS_LIMIT / 2, FULL_BYTES);
    char *data = data_of(page);
    cJSON *root = cJSON_Parse(data);
    const cJSON *report = cJSON_GetArrayItem(member(root, "reports"), 0);
    assert_in_range(member(report, "left_out")->valueint, 1000, FULL / 2);
    const cJSON *cause = NULL;
    int causes = 0;
    cJSON_ArrayForEach(cause, member(report, "causes"))
    {
        char key[32];
        (void)snprintf(key, sizeof key, "%d", member(cause, "example")->valueint);
        assert_non_null(member(member(member(report, "details"), key), "mismatch"));
        causes++;
    }
    assert_int_equal(causes, 485);
    cJSON_Delete(root);
    free(data);
    free(page);
    wgc_record_free(record);
}

TEST(nothing_in_the_data_is_markup)
{
    struct wgc_record *record = fixture_all_states();
    const struct wgc_record *const list[] = {record};
    char *page = page_of(list, 1);
    char *data = data_of(page);

    assert_null(strchr(data, '<'));
    assert_non_null(strstr(data, "\\u003c/script>"));
    assert_int_equal(fixture_count(page, "</script>"), 2);
    assert_int_equal(fixture_count(page, "<!--"), 0);
    free(data);
    free(page);
    wgc_record_free(record);
}

TEST(nothing_is_loaded_from_elsewhere)
{
    static const char *const parts[] = {"http:", "https:", "src=",      "@import", "url(",
                                        "<link", "fetch(", "innerHTML", "eval("};
    struct wgc_record *record = fixture_all_states();
    const struct wgc_record *const list[] = {record};
    char *page = page_of(list, 1);

    assert_non_null(strstr(page, "content=\"default-src 'none'; "));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strstr(page, parts[i]) != NULL) {
            fail_msg("the page has \"%s\"", parts[i]);
        }
    }
    free(page);
    wgc_record_free(record);
}

TEST(without_scripts_it_shows_the_totals)
{
    struct wgc_record *record = fixture_all_states();
    const struct wgc_record *const list[] = {record};
    char *page = page_of(list, 1);

    assert_non_null(strstr(page, "<noscript>"));
    assert_non_null(strstr(page, "<p>11 cases, 2 pass, 1 fail, 1 crash, "));
    free(page);
    wgc_record_free(record);
}

TEST(twenty_thousand_cases_make_a_page_below_a_megabyte)
{
    struct wgc_record *record = fixture_empty_record(LARGE);
    const struct wgc_record *const list[] = {record};

    for (int i = 0; i < LARGE; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "c.f%d.int.%d.plain", i % 117, i);
        fixture_add_because(record, name, WGC_STATE_SKIP, "the device lacks <it>");
    }
    char *page = page_of(list, 1);
    assert_in_range(strlen(page), LARGE * 5, LARGE_BYTES);
    free(page);
    wgc_record_free(record);
}
