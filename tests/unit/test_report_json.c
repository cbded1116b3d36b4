/* The JSON report: written, read back, bent in every way, and large. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "record_fixture.h"
#include "report_file/report_json.h"
#include "tests/unit/test.h"

enum { LARGE = 50000 };

static char *report_text(const struct wgc_record *record, size_t *size)
{
    struct wgc_buf out = {0};

    wgc_report_json_put(&out, record);
    assert_false(out.failed);
    *size = out.size;
    return out.data;
}

TEST(what_is_written_is_read)
{
    struct wgc_record *record = fixture_record();
    SCOPED_RECORD *empty = fixture_empty_record(9);
    struct wgc_record *back;
    struct wgc_err err;
    size_t size;

    char *text = report_text(record, &size);
    assert_int_equal(wgc_report_json_parse("r.json", text, size, &back, &err), WGC_OK);
    assert_same_record(record, back);
    free(text);
    wgc_record_free(back);
    wgc_record_free(record);

    text = report_text(empty, &size);
    assert_int_equal(wgc_report_json_parse("r.json", text, size, &back, &err), WGC_OK);
    assert_same_record(empty, back);
    assert_false(back->complete);
    free(text);
    wgc_record_free(back);
}

/* Else the id of a cause, which is made of words up to a length, is another one when they are read.
 */
TEST(bytes_that_are_no_utf8_are_read_as_they_are_written)
{
    static const char text[] = "[\"\xC3\xA4\xFFx\xC3\",\n1]";
    cJSON *root;
    struct wgc_err err;

    assert_int_equal(wgc_json_parse("r", text, strlen(text), &root, &err), WGC_OK);
    assert_string_equal(cJSON_GetArrayItem(root, 0)->valuestring,
                        "\xC3\xA4\xEF\xBF\xBDx\xEF\xBF\xBD");
    cJSON_Delete(root);
    assert_int_equal(wgc_json_parse("r", text, strlen(text) - 1, &root, &err), WGC_ERR_INPUT);
    assert_string_equal(err.text, "r:2: not valid JSON (the file is cut short)");
}

/* Writing a record that was read gives the same bytes: nothing is lost or reordered. */
TEST(a_second_writing_is_the_same)
{
    SCOPED_RECORD *record = fixture_record();
    struct wgc_record *back;
    struct wgc_record *again;
    struct wgc_err err;
    size_t size, size2;

    char *text = report_text(record, &size);
    assert_int_equal(wgc_report_json_parse("r", text, size, &back, &err), WGC_OK);
    char *text2 = report_text(back, &size2);
    assert_int_equal(wgc_report_json_parse("r", text2, size2, &again, &err), WGC_OK);
    assert_same_record(back, again);
    free(text);
    free(text2);
    wgc_record_free(back);
    wgc_record_free(again);
}

TEST(bytes_are_what_they_are)
{
    SCOPED_RECORD *record = fixture_empty_record(1);
    size_t size;

    fixture_add(record, "c.x.int.1.plain", WGC_STATE_PASS);
    record->result[0].reason = strdup("bad \xC0\x80 utf-8 \xED\xA0\x80");
    char *text = report_text(record, &size);
    assert_string_equal(
        text,
        "{\n\"schema_version\":1,\n\"tool\":{\"name\":\"wgconform\",\"version\":\"1.2.3\","
        "\"commit\":\"0123abcd\",\"suite\":\"abcdef01\"},\n"
        "\"command\":[\"wgconform\",\"--seed=\\\"7\\\"\\n\"],\n\"started\":\"2026-11-20T22:36:"
        "00Z\",\n"
        "\"finished\":null,\n\"seconds\":0.000000,\n\"seed\":7,\n\"profile\":\"quick\",\n\"impl\":"
        "\"builtin\",\n"
        "\"complete\":false,\n\"host\":{\"system\":\"Linux\",\"processors\":2},\n\"device\":null,"
        "\n\"warnings\":[],\n"
        "\"summary\":{\"total\":1,\"pass\":1,\"fail\":0,\"crash\":0,\"timeout\":0,\"build_error\":"
        "0,\"skip\":0,"
        "\"waived\":0,\"unexpected_pass\":0,\"flaky\":0,\"error\":0},\n\"causes\":[],\n"
        "\"results\":[\n"
        "{\"name\":\"c.x.int.1.plain\",\"state\":\"pass\",\"seconds\":0.250000,\"reason\":\"bad "
        "\xEF\xBF\xBD\xEF\xBF\xBD utf-8 \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"}\n]\n}\n");
    free(text);
}

/* A change to the fixture's report, and the text of the error. */
struct bend {
    const char *from, *to, *error;
};

static const struct bend bends[] = {
    {"\"schema_version\":1", "\"schema_version\":2",
     "r.json: schema_version is 2; this program reads 1"},
    {"\"schema_version\":1", "\"schema_version\":1.5", "schema_version must be a whole number"},
    {"\"schema_version\":1,", "", "field \"schema_version\" is missing"},
    {"\"tool\":{", "\"tool\":[{}],\"t\":{", "field \"tool\" must be an object"},
    {"\"version\":\"1.2.3\",", "", "field \"version\" is missing"},
    {"\"commit\":\"0123abcd\"", "\"commit\":3", "field \"commit\" must be a string or null"},
    {"\"command\":[", "\"command\":[1,", "field \"command\" must be an array of strings"},
    {"\"rerun\":[", "\"rerun\":[1,", "field \"rerun\" must be an array of strings"},
    {"\"started\":\"2026-11-20T22:36:00Z\",", "", "field \"started\" is missing"},
    {"\"started\":\"2026-11-20T22:36:00Z\"", "\"started\":\"2026-\\u0011-20T22:36:00Z\"",
     "field \"started\" must be a time such as"},
    {"\"finished\":\"2026-11-20T22:36:59Z\"", "\"finished\":\"2026-11-20T22:36:59Z \"",
     "field \"finished\" must be a time such as"},
    {"\"name\":\"c.work_group_reduce_add.int.7x5x3.plain\"", "\"name\":\"c.a b\"",
     "results[1]: field \"name\" must be a case's name"},
    {"\"name\":\"c.work_group_reduce_add.int.7x5x3.plain\"", "\"name\":\"plain\"",
     "results[1]: field \"name\" must be a case's name"},
    {"\"name\":\"c.work_group_reduce_add.int.7x5x3.plain\"", "\"name\":\"c..plain\"",
     "results[1]: field \"name\" must be a case's name"},
    {"\"seconds\":59.125000", "\"seconds\":-1",
     "field \"seconds\" must be a number that is not negative"},
    {"\"seconds\":59.125000", "\"seconds\":1e999", "field \"seconds\" must be a number"},
    {"\"seed\":\"18446744073709551615\"", "\"seed\":\"18446744073709551616\"",
     "field \"seed\" must be"},
    {"\"seed\":\"18446744073709551615\"", "\"seed\":-1", "field \"seed\" must be a whole number"},
    {"\"seed\":\"18446744073709551615\"", "\"seed\":\"\"", "field \"seed\" must be a whole number"},
    {"\"complete\":true", "\"complete\":1", "field \"complete\" must be true or false"},
    {"\"host\":{", "\"host\":[],\"h\":{", "field \"host\" must be an object"},
    {"\"warnings\":[", "\"warnings\":{},\"w\":[", "field \"warnings\" must be an array"},
    {"\"total\":3", "\"total\":2", "summary: total is 2, but there are 3 results"},
    {"\"total\":3", "\"total\":4", "summary: total is 4, but there are 3 results"},
    {"\"pass\":1", "\"pass\":2", "summary: pass is 2, but 1 results are"},
    {"\"summary\":{", "\"summary\":null,\"s\":{", "summary: must be an object"},
    {"\"results\":[", "\"results\":[7,", "results[0]: a result must be an object"},
    {"\"state\":\"pass\"", "\"state\":\"passed\"", "results[0]: there is no state \"passed\""},
    {"\"state\":\"skip\"", "\"state\":null", "results[2]: field \"state\" must be a string"},
    {"\"selected\":false", "\"selected\":true",
     "results[2]: field \"selected\" must be false where it is there"},
    {"\"audit\":{", "\"audit\":[],\"b\":{", "field \"audit\" must be an object"},
    {"\"signal\":\"SIGSEGV\"", "\"signal\":11", "results[1]: field \"signal\" must be a string"},
    {"\"frames\":[", "\"frames\":{},\"f\":[", "results[1]: field \"frames\" must be an array"},
    {"\"frames\":[", "\"frames\":[],\"f\":[", "results[1]: field \"frames\" must be one to five"},
    {"\"frames\":[", "\"frames\":[7,", "results[1]: field \"frames\" must be one to five"},
    {"\"frames\":[", "\"frames\":[\"a\\n+0x1\",", "results[1]: field \"frames\" must be one"},
    {"\"frames\":[", "\"frames\":[\"a+0x1\",\"a+0x1\",\"a+0x1\",\"a+0x1\",",
     "results[1]: field \"frames\" must be one to five"},
    {"\"mismatch\":{", "\"mismatch\":[],\"m\":{",
     "results[1]: field \"mismatch\" must be an object"},
    {"\"attempts\":[", "\"attempts\":{},\"a\":[",
     "results[1]: field \"attempts\" must be an array"},
    {"\"name\":\"c.work_group_any.int.1.plain\"", "\"name\":\"\"",
     "results[2]: field \"name\" must be a case's name"},
    {"c.work_group_any", "c.work_group_all", "case c.work_group_all.int.1.plain has two results"},
    {"\"results\":[", "\"results\":[,", "r.json:21: not valid JSON"},
};

static char *replace(const char *text, const char *from, const char *to)
{
    struct wgc_buf out = {0};
    const char *at = strstr(text, from);

    if (at == NULL) {
        fail_msg("the report does not hold %s", from);
    }
    wgc_buf_add(&out, text, (size_t)(at - text));
    wgc_buf_text(&out, to);
    wgc_buf_text(&out, at + strlen(from));
    assert_false(out.failed);
    return out.data;
}

TEST(errors_name_the_place)
{
    SCOPED_RECORD *record = fixture_record();
    size_t size;

    char *text = report_text(record, &size);
    for (size_t i = 0; i < sizeof bends / sizeof bends[0]; i++) {
        struct wgc_record *back = NULL;
        struct wgc_err err = {0};
        char *bent = replace(text, bends[i].from, bends[i].to);
        enum wgc_status status = wgc_report_json_parse("r.json", bent, strlen(bent), &back, &err);
        if (status != WGC_ERR_INPUT || back != NULL || strstr(err.text, bends[i].error) == NULL ||
            strncmp(err.text, "r.json:", 7) != 0) {
            fail_msg("%s -> %s: status %d, %s", bends[i].from, bends[i].to, (int)status, err.text);
        }
        free(bent);
    }
    free(text);
}

/* A report cut short anywhere is an error, never a crash and never a shorter report. */
TEST(every_prefix_is_an_error)
{
    SCOPED_RECORD *record = fixture_record();
    struct wgc_record *back;
    struct wgc_err err;
    size_t size;

    char *text = report_text(record, &size);
    for (size_t i = 0; i + 2 < size; i++) {
        char *cut = malloc(i == 0 ? 1 : i);
        assert_non_null(cut);
        memcpy(cut, text, i);
        assert_int_equal(wgc_report_json_parse("r.json", cut, i, &back, &err), WGC_ERR_INPUT);
        assert_null(back);
        free(cut);
    }
    free(text);
}

TEST(nesting_is_limited)
{
    enum { DEPTH = 100000 };
    SCOPED_BUF deep = {0};
    struct wgc_record *back;
    struct wgc_err err;

    wgc_buf_text(&deep, "{\"schema_version\":");
    for (int i = 0; i < DEPTH; i++) {
        wgc_buf_char(&deep, '[');
    }
    assert_int_equal(wgc_report_json_parse("r.json", deep.data, deep.size, &back, &err),
                     WGC_ERR_INPUT);
    assert_int_equal(wgc_report_json_read("/nowhere/r.json", &back, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "/nowhere/r.json"));
    assert_int_equal(wgc_report_json_read("/", &back, &err), WGC_ERR_INPUT);
}

static double seconds_of_process(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* 50,000 results are written and read; the time is printed, and never a verdict. */
TEST(large_reports)
{
    SCOPED_RECORD *record = fixture_empty_record(LARGE);
    struct wgc_record *back;
    char path[] = "/tmp/wgc-report-XXXXXX";
    struct wgc_err err;

    for (size_t i = 0; i < LARGE; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "c.work_group_scan_exclusive_add.ulong.%zu.plain", i);
        fixture_add(record, name, i % 10 == 0 ? WGC_STATE_FAIL : WGC_STATE_PASS);
        if (i % 10 == 0) {
            record->result[i].reason = strdup("wrong value: expected 15, got 14");
            record->result[i].mismatch = wgc_record_mismatch_parse(
                "{\"work_group\":[0,0,0],\"expected\":\"15\",\"actual\":\"14\"}");
        }
    }
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
    double begin = seconds_of_process();
    assert_int_equal(wgc_report_json_write(path, record, &err), WGC_OK);
    double written = seconds_of_process();
    assert_int_equal(wgc_report_json_read(path, &back, &err), WGC_OK);
    print_message("%d results: written in %.3f s, read in %.3f s\n", LARGE, written - begin,
                  seconds_of_process() - written);
    assert_same_record(record, back);
    (void)unlink(path);
    wgc_record_free(back);
}
