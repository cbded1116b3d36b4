/* The HTML page as text: its data come back whole, and nothing in them is markup. tests/cli opens
 * it in a browser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "record_fixture.h"
#include "report_fixture.h"
#include "reports/html.h"
#include "reports/report_json.h"

enum { LARGE = 20000, LARGE_BYTES = 8 * 1000 * 1000 };

static const char data_begin[] = "<script type=\"application/json\" id=\"data\">\n";
static const char data_end[] = "\n</script>\n";

static char *page_of(const struct wgc_record *const *record, size_t count)
{
    struct wgc_buf out = {0};
    struct wgc_err err = {0};

    assert_int_equal(wgc_html_put(&out, record, count, &err), WGC_OK);
    return out.data;
}

/* What stands in the page's element of data; the caller frees it. */
static char *data_of(const char *page)
{
    const char *begin = strstr(page, data_begin);
    assert_non_null(begin);
    const char *end = strstr(begin, data_end);
    assert_non_null(end);
    return strndup(begin + sizeof data_begin - 1, (size_t)(end - begin) - (sizeof data_begin - 1));
}

static void the_data_are_the_reports(void **state)
{
    struct wgc_record *first = fixture_all_states();
    struct wgc_record *second = fixture_record();
    const struct wgc_record *const list[] = {first, second};
    char *page = page_of(list, 2);
    char *data = data_of(page);
    cJSON *root = cJSON_Parse(data);

    (void)state;
    assert_int_equal(cJSON_GetArraySize(root), 2);
    for (int i = 0; i < 2; i++) {
        const cJSON *entry = cJSON_GetArrayItem(root, i);
        struct wgc_buf text = {0};
        wgc_report_json_put(&text, list[i]);
        cJSON *report = cJSON_Parse(text.data);
        assert_non_null(report);
        assert_true(cJSON_Compare(report, cJSON_GetObjectItemCaseSensitive(entry, "report"), true));
        cJSON_Delete(report);
        wgc_buf_free(&text);
    }
    assert_string_equal(cJSON_GetStringValue(
                            cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(root, 0), "again")),
                        "A_B='it'\\''s' scripts/with-device pocl 'X=wg conform' --device 'P/D <&>' "
                        "--profile quick --seed 7 CASE");
    cJSON_Delete(root);
    free(data);
    free(page);
    wgc_record_free(first);
    wgc_record_free(second);
}

static void nothing_in_the_data_is_markup(void **state)
{
    struct wgc_record *record = fixture_all_states();
    const struct wgc_record *const list[] = {record};
    char *page = page_of(list, 1);
    char *data = data_of(page);

    (void)state;
    assert_null(strchr(data, '<'));
    assert_non_null(strstr(data, "\\u003c/script>"));
    assert_int_equal(fixture_count(page, "</script>"), 2);
    assert_int_equal(fixture_count(page, "<!--"), 0);
    free(data);
    free(page);
    wgc_record_free(record);
}

static void nothing_is_loaded_from_elsewhere(void **state)
{
    static const char *const parts[] = {"http:", "https:", "src=",      "@import", "url(",
                                        "<link", "fetch(", "innerHTML", "eval("};
    struct wgc_record *record = fixture_all_states();
    const struct wgc_record *const list[] = {record};
    char *page = page_of(list, 1);

    (void)state;
    assert_non_null(strstr(page, "content=\"default-src 'none'; "));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strstr(page, parts[i]) != NULL) {
            fail_msg("the page has \"%s\"", parts[i]);
        }
    }
    free(page);
    wgc_record_free(record);
}

static void without_a_script_it_tells_the_totals(void **state)
{
    struct wgc_record *record = fixture_all_states();
    const struct wgc_record *const list[] = {record};
    char *page = page_of(list, 1);

    (void)state;
    assert_non_null(strstr(page, "<noscript>"));
    assert_non_null(strstr(page, "<p>11 cases, 2 pass, 1 fail, 1 crash, "));
    free(page);
    wgc_record_free(record);
}

static void twenty_thousand_cases_make_a_page_of_a_few_megabytes(void **state)
{
    struct wgc_record *record = fixture_empty_record(LARGE);
    const struct wgc_record *const list[] = {record};

    (void)state;
    for (int i = 0; i < LARGE; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "c.f%d.int.%d.plain", i % 117, i);
        fixture_add_because(record, name, WGC_STATE_SKIP, "the device lacks <it>");
    }
    char *page = page_of(list, 1);
    assert_in_range(strlen(page), LARGE * 50, LARGE_BYTES);
    free(page);
    wgc_record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_data_are_the_reports),
        cmocka_unit_test(nothing_in_the_data_is_markup),
        cmocka_unit_test(nothing_is_loaded_from_elsewhere),
        cmocka_unit_test(without_a_script_it_tells_the_totals),
        cmocka_unit_test(twenty_thousand_cases_make_a_page_of_a_few_megabytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
