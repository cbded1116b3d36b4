/* Records: results, states, totals, order, warnings; their parts that come as JSON; JSON kept as
 * text. */
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "record_fixture.h"
#include "suite/tables.h"
#include "tests/unit/test.h"

TEST(every_state_has_a_name)
{
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        assert_int_equal(wgc_state_by_name(wgc_state_name((enum wgc_state)i)), i);
    }
    assert_int_equal(wgc_state_by_name("passed"), -1);
    assert_int_equal(wgc_state_by_name(""), -1);
}

/* cli.md: 0 when every case passed, was skipped or failed as waived. */
TEST(exit_status_is_of_the_worst)
{
    static const bool bad[WGC_STATE_COUNT] = {[WGC_STATE_FAIL] = true,
                                              [WGC_STATE_CRASH] = true,
                                              [WGC_STATE_TIMEOUT] = true,
                                              [WGC_STATE_BUILD_ERROR] = true,
                                              [WGC_STATE_UNEXPECTED_PASS] = true,
                                              [WGC_STATE_FLAKY] = true,
                                              [WGC_STATE_ERROR] = true};

    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        struct wgc_record *record = fixture_empty_record(3);
        fixture_add(record, "a", WGC_STATE_PASS);
        fixture_add(record, "b", WGC_STATE_SKIP);
        assert_int_equal(wgc_record_exit_status(record), 0);
        fixture_add(record, "c", (enum wgc_state)i);
        assert_int_equal(wgc_state_is_bad((enum wgc_state)i), bad[i]);
        assert_int_equal(wgc_record_exit_status(record), bad[i] ? 1 : 0);
        wgc_record_free(record);
    }
}

TEST(results_are_counted_and_sorted)
{
    SCOPED_RECORD *record = fixture_empty_record(1000);
    size_t count[WGC_STATE_COUNT];
    struct wgc_err err;

    for (size_t i = 0; i < 1000; i++) {
        char name[8] = {'c', (char)('0' + i / 100), (char)('0' + i / 10 % 10), (char)('0' + i % 10),
                        '\0'};
        fixture_add(record, name, (enum wgc_state)(i % WGC_STATE_COUNT));
        record->result[i].order = i * 7919 % 1000;
    }
    wgc_record_count(record, count);
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        assert_int_equal(count[i], 100);
    }
    wgc_record_sort(record);
    for (size_t i = 0; i < 1000; i++) {
        assert_int_equal(record->result[i].order, i);
    }
    assert_int_equal(wgc_record_check_names(record, &err), WGC_OK);
    fixture_add(record, "c500", WGC_STATE_PASS);
    assert_int_equal(wgc_record_check_names(record, &err), WGC_ERR_INPUT);
    assert_string_equal(err.text, "case c500 has two results");
}

TEST(a_warning_is_kept_once)
{
    SCOPED_RECORD *record = fixture_empty_record(0);
    struct wgc_err err;

    for (int i = 0; i < 5; i++) {
        assert_int_equal(wgc_record_warn(record, i % 2 == 0 ? "even" : "odd", &err), WGC_OK);
    }
    assert_int_equal(record->warning_count, 2);
    wgc_record_free(NULL);
}

static void check_tidy(const char *text, const char *tidy)
{
    char *made = wgc_json_tidy_object(text);

    if (tidy == NULL) {
        assert_null(made);
    } else {
        assert_non_null(made);
        assert_string_equal(made, tidy);
    }
    free(made);
}

TEST(json_text_is_tidied)
{
    check_tidy("{}", "{}");
    check_tidy(" { \"a\" : [ 1 , 2.5 , -0 , 1e3 ] ,\n\"b\":{\"c\":null} } ",
               "{\"a\":[1,2.5,0,1000],\"b\":{\"c\":null}}");
    check_tidy("{\"a\":\"line\nbreak \\u0041 \xFF \xC3\xA4\"}",
               "{\"a\":\"line\\nbreak A \xEF\xBF\xBD \xC3\xA4\"}");
    check_tidy("{\"n\":9007199254740992,\"m\":1e999}", "{\"n\":9007199254740992,\"m\":null}");
    check_tidy("{\"t\":true,\"f\":false}", "{\"t\":true,\"f\":false}");
    check_tidy("[]", NULL);
    check_tidy("", NULL);
    check_tidy("{\"a\":}", NULL);
    check_tidy("{} x", NULL);
    check_tidy("\"text\"", NULL);
}

TEST(a_device_has_its_fields_and_its_text)
{
    static const char text[] =
        "{\"index\":2,\"name\":\"N\",\"platform\":7,\"driver_version\":\"1.2\",\"compiler\":false,"
        "\"latest_conformance_version_passed\":\"v\",\"features\":{\"subgroups\":true,\"fp16\":"
        "true,"
        "\"collective_functions\":false},\"feature_evidence\":{\"fp16\":\"so\"},"
        "\"limits\":{\"max_work_group_size\":64,\"max_work_item_sizes\":[64,32,-1]},"
        "\"target\":{\"machine\":\"aarch64\"},\"loader\":{\"version\":\"3\"},\"new\":[1,2]}";
    struct wgc_record_device device = {0};
    struct wgc_err err;

    for (int i = 0; i < 2; i++) { /* the second replaces the first */
        assert_int_equal(wgc_record_device_parse(text, &device, &err), WGC_OK);
    }
    assert_string_equal(device.json, text);
    assert_string_equal(device.name, "N");
    assert_null(device.platform);
    assert_null(device.vendor);
    assert_string_equal(device.driver_version, "1.2");
    assert_string_equal(device.conformance_version, "v");
    assert_true(device.no_compiler);
    assert_true(device.features ==
                (UINT64_C(1) << WGC_FEATURE_subgroups | UINT64_C(1) << WGC_FEATURE_fp16));
    assert_true(device.features_missing == UINT64_C(1) << WGC_FEATURE_collective_functions);
    assert_int_equal(device.max_work_group_size, 64);
    assert_int_equal(device.max_work_item_size[1], 32);
    assert_int_equal(device.max_work_item_size[2], 0);
    assert_string_equal(device.target.machine, "aarch64");
    assert_null(device.target.system);
    assert_string_equal(device.loader.version, "3");
    assert_int_equal(wgc_record_device_parse("[]", &device, &err), WGC_ERR_INPUT);
    assert_null(device.json);
    assert_null(device.name);
    assert_null(device.target.json);
    wgc_record_device_free(&device);
}

TEST(the_sources_have_commits_and_files)
{
    struct wgc_record_git git = {0};
    struct wgc_err err;

    assert_int_equal(
        wgc_record_git_parse("{\"tag\":null,\"patches\":[\"a\",1,\"b\"],\"modified\":[\"f\"]}",
                             &git, &err),
        WGC_OK);
    assert_null(git.tag);
    assert_int_equal(git.patch_count, 2);
    assert_string_equal(git.patch[1], "b");
    assert_int_equal(git.modified_count, 1);
    assert_string_equal(git.modified[0], "f");
    wgc_record_git_free(&git);
    assert_null(git.json);
}

TEST(a_mismatch_has_its_fields_and_its_text)
{
    static const char text[] =
        "{\"what\":\"wrong "
        "value\",\"kind\":\"value\",\"damage\":\"alone\",\"work_group\":[1,2,3],\"local_id\":[4,0],"
        "\"expected\":\"28\",\"actual\":1,\"group_wrong\":[false,true,true],"
        "\"deep\":{\"list\":[null]}}";
    struct wgc_record_mismatch *mismatch = wgc_record_mismatch_parse(text);

    assert_non_null(mismatch);
    assert_string_equal(mismatch->json, text);
    assert_string_equal(mismatch->what, "wrong value");
    assert_int_equal(mismatch->damage, WGC_DAMAGE_ALONE);
    assert_string_equal(mismatch->expected, "28");
    assert_null(mismatch->actual);
    assert_true(mismatch->work_group.known);
    assert_int_equal(mismatch->work_group.id[2], 3);
    assert_false(mismatch->local_id.known);
    assert_int_equal(mismatch->group_items, 3);
    assert_int_equal(mismatch->group_wrong, 2);
    wgc_record_mismatch_free(mismatch);
    mismatch = wgc_record_mismatch_parse("{\"what\":\"wrong value\"}"); /* an older report */
    assert_int_equal(mismatch->damage, WGC_DAMAGE_UNKNOWN);
    wgc_record_mismatch_free(mismatch);
    assert_null(wgc_record_mismatch_parse("[]"));
    assert_null(wgc_record_mismatch_parse("{"));
}

TEST(attempts_are_read)
{
    static const char text[] =
        "[{\"state\":\"fail\",\"seconds\":0.5,\"count\":2,\"reason\":\"x\"},"
        "{\"state\":\"none\",\"count\":1},{\"state\":\"fail\",\"count\":0},7,"
        "{\"state\":\"pass\",\"count\":3}]";
    struct wgc_record_attempts *attempts = wgc_record_attempts_parse(text);

    assert_non_null(attempts);
    assert_string_equal(attempts->json, text);
    assert_int_equal(attempts->count, 2);
    assert_int_equal(attempts->item[0].state, WGC_STATE_FAIL);
    assert_int_equal(attempts->item[0].count, 2);
    assert_true(attempts->item[0].seconds > 0.4 && attempts->item[0].seconds < 0.6);
    assert_string_equal(attempts->item[0].reason, "x");
    assert_int_equal(attempts->item[1].state, WGC_STATE_PASS);
    assert_null(attempts->item[1].reason);
    wgc_record_attempts_free(attempts);
    assert_null(wgc_record_attempts_parse("{}"));
}
