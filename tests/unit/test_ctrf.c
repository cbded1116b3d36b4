/* CTRF, read back; tests/cli checks real ones against schemas/ctrf.schema.json. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "record_fixture.h"
#include "report_fixture.h"
#include "reports/parts.h"
#include "tests/unit/test.h"

static const cJSON *at(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);

    if (item == NULL) {
        fail_msg("no \"%s\"", name);
    }
    return item;
}

static const char *text_at(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(at(object, name));

    assert_non_null(text);
    return text;
}

static cJSON *parsed(const struct wgc_record *record)
{
    char *text = fixture_put(wgc_ctrf_put, record);
    cJSON *root = cJSON_Parse(text);

    assert_non_null(root);
    free(text);
    return root;
}

TEST(each_state_has_its_status)
{
    static const char *const statuses[] = {"passed", "failed",  "failed", "failed",
                                           "failed", "skipped", "other",  "failed",
                                           "failed", "failed",  "passed"};
    SCOPED_RECORD *record = fixture_all_states();
    cJSON *root = parsed(record);
    const cJSON *tests = at(at(root, "results"), "tests");

    assert_int_equal(cJSON_GetArraySize(tests), record->result_count);
    for (size_t i = 0; i < record->result_count; i++) {
        const cJSON *test = cJSON_GetArrayItem(tests, (int)i);
        assert_string_equal(text_at(test, "name"), record->result[i].name);
        assert_string_equal(text_at(test, "rawStatus"), wgc_state_name(record->result[i].state));
        assert_string_equal(text_at(test, "status"), statuses[i]);
        assert_int_equal(cJSON_HasObjectItem(test, "message"), strcmp(statuses[i], "passed") != 0);
        assert_int_equal(cJSON_HasObjectItem(test, "flaky"),
                         record->result[i].state == WGC_STATE_FLAKY);
    }
    cJSON_Delete(root);
}

TEST(the_summary_counts_in_milliseconds)
{
    static const struct {
        const char *name;
        double value;
    } rows[] = {{"tests", 11},
                {"passed", 2},
                {"failed", 7},
                {"skipped", 1},
                {"pending", 0},
                {"other", 1},
                {"flaky", 1},
                {"suites", 2},
                {"start", 1795214160000.0},
                {"duration", 9000},
                {"stop", 1795214169000.0}};
    SCOPED_RECORD *record = fixture_all_states();
    cJSON *root = parsed(record);
    const cJSON *summary = at(at(root, "results"), "summary");

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double value = cJSON_GetNumberValue(at(summary, rows[i].name));
        if (value < rows[i].value || value > rows[i].value) {
            fail_msg("%s is %.0f, not %.0f", rows[i].name, value, rows[i].value);
        }
    }
    cJSON_Delete(root);
}

TEST(times_are_exact_to_the_millisecond)
{
    SCOPED_RECORD *record = fixture_all_states();

    free(record->started);
    free(record->finished);
    record->started = strdup("2026-11-20T22:36:00.250Z");
    record->finished = strdup("2026-11-20T22:36:01.007Z");
    cJSON *root = parsed(record);
    const cJSON *summary = at(at(root, "results"), "summary");
    assert_true(cJSON_GetNumberValue(at(summary, "start")) == 1795214160250.0);
    assert_true(cJSON_GetNumberValue(at(summary, "stop")) == 1795214161007.0);
    cJSON_Delete(root);
}

TEST(details_and_attempts_are_there)
{
    SCOPED_RECORD *record = fixture_all_states();
    cJSON *root = parsed(record);
    const cJSON *tests = at(at(root, "results"), "tests");
    const cJSON *fail = cJSON_GetArrayItem(tests, WGC_STATE_FAIL);
    const cJSON *flaky = cJSON_GetArrayItem(tests, WGC_STATE_FLAKY);

    assert_string_equal(text_at(fail, "message"), "because of <this> & \"that\"");
    assert_non_null(strstr(text_at(fail, "trace"), "expected: 28\nactual: 27 <&>\n"));
    assert_non_null(strstr(text_at(fail, "trace"), "red bell U+0007 nul-like U+0001"));
    assert_string_equal(text_at(at(at(fail, "extra"), "wgconform"), "rerun"),
                        "A_B='it'\\''s' scripts/with-device pocl 'X=wg conform' --device 'P/D <&>' "
                        "--profile quick --seed 7 "
                        "c.work_group_all.int.fail.plain");
    assert_int_equal(cJSON_GetArraySize(at(flaky, "retryAttempts")), 2);
    assert_int_equal((int)cJSON_GetNumberValue(at(flaky, "retries")), 2);
    assert_string_equal(text_at(cJSON_GetArrayItem(at(flaky, "retryAttempts"), 0), "status"),
                        "failed");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetArrayItem(at(fail, "suite"), 1)),
                        "work_group_all");
    cJSON_Delete(root);
}

TEST(a_report_that_was_cut_short_is_not_healthy)
{
    SCOPED_RECORD *record = fixture_empty_record(9);

    fixture_add(record, "c.work_group_any.int.1.plain", WGC_STATE_PASS);
    cJSON *root = parsed(record);
    assert_true(cJSON_IsFalse(at(at(at(root, "results"), "environment"), "healthy")));
    assert_false(cJSON_HasObjectItem(root, "timestamp"));
    cJSON_Delete(root);
}
