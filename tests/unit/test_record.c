/* Records: results, states, totals, order, warnings; and JSON that is kept as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/json_text.h"
#include "record_fixture.h"

static void every_state_has_a_name(void **state)
{
    (void)state;
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        assert_int_equal(wgc_state_by_name(wgc_state_name((enum wgc_state)i)), i);
    }
    assert_int_equal(wgc_state_by_name("passed"), -1);
    assert_int_equal(wgc_state_by_name(""), -1);
}

/* cli.md: 0 when every case passed, was skipped or failed as waived. */
static void exit_status_is_of_the_worst(void **state)
{
    static const bool bad[WGC_STATE_COUNT] = {[WGC_STATE_FAIL] = true,
                                              [WGC_STATE_CRASH] = true,
                                              [WGC_STATE_TIMEOUT] = true,
                                              [WGC_STATE_BUILD_ERROR] = true,
                                              [WGC_STATE_UNEXPECTED_PASS] = true,
                                              [WGC_STATE_FLAKY] = true,
                                              [WGC_STATE_ERROR] = true};

    (void)state;
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

static void results_are_counted_and_sorted(void **state)
{
    struct wgc_record *record = fixture_empty_record(1000);
    size_t count[WGC_STATE_COUNT];
    struct wgc_err err;

    (void)state;
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
    wgc_record_free(record);
}

static void a_warning_is_kept_once(void **state)
{
    struct wgc_record *record = fixture_empty_record(0);
    struct wgc_err err;

    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(wgc_record_warn(record, i % 2 == 0 ? "even" : "odd", &err), WGC_OK);
    }
    assert_int_equal(record->warning_count, 2);
    wgc_record_free(record);
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

static void json_text_is_tidied(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_has_a_name),
        cmocka_unit_test(exit_status_is_of_the_worst),
        cmocka_unit_test(results_are_counted_and_sorted),
        cmocka_unit_test(a_warning_is_kept_once),
        cmocka_unit_test(json_text_is_tidied),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
