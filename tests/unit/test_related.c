/* What the cases of a cause differ in, causes that share a form or a symbol, and words of forms. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causes/causes.h"
#include "causes/form_group.h"
#include "record_fixture.h"
#include "tests/unit/test.h"

static void make(const struct wgc_record *record, struct wgc_causes *causes)
{
    struct wgc_err err;

    assert_int_equal(wgc_causes_make(record, causes, &err), WGC_OK);
}

static void add_kind(struct wgc_record *record, const char *name, const char *mismatch)
{
    fixture_add(record, name, WGC_STATE_FAIL);
    record->result[record->result_count - 1].mismatch = wgc_record_mismatch_parse(mismatch);
}

static void add_log(struct wgc_record *record, const char *name, enum wgc_state state,
                    const char *log)
{
    fixture_add(record, name, state);
    record->result[record->result_count - 1].build_log = strdup(log);
}

/* A title has no more than its cases show. */
TEST(a_title_has_what_most_cases_give)
{
    static const char nan[] = "{\"what\":\"wrong value\",\"kind\":\"nan\","
                              "\"data_pattern\":\"nan_ignored\"}";
    static const char value[] = "{\"what\":\"wrong value\",\"kind\":\"value\","
                                "\"data_pattern\":\"nan_ignored\"}";
    static const struct {
        size_t nans, values;
        const char *what;
    } rows[] = {{3, 0, "NaN instead of a number"},
                {3, 1, "NaN instead of a number (in 3 of 4)"},
                {1, 3, "wrong value (in 3 of 4)"},
                {2, 2, "wrong values, for example NaN instead of a number"}};
    char name[80];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(8);
        struct wgc_causes causes;
        for (size_t k = 0; k < rows[i].nans + rows[i].values; k++) {
            (void)snprintf(name, sizeof name, "spirv.sub_group_reduce_min.half.%zu.plain", k + 8);
            add_kind(record, name, k < rows[i].nans ? nan : value);
        }
        make(record, &causes);
        assert_int_equal(causes.count, 1);
        assert_string_equal(causes.cause[0].what, rows[i].what);
        assert_non_null(strstr(causes.cause[0].title, rows[i].what));
        wgc_causes_free(&causes);
        wgc_record_free(record);
    }
}

/* On a screen too: the row is made of the same words. */
TEST(a_line_of_some_cases_is_an_example)
{
    static const char *const names[] = {"a", "b", "c"};
    struct wgc_causes causes;
    char name[80], log[80];

    for (size_t same = 1; same <= 3; same++) {
        struct wgc_record *record = fixture_empty_record(3);
        for (size_t i = 0; i < 3; i++) {
            (void)snprintf(name, sizeof name, "c.sub_group_all.int.%zu.plain", i + 8);
            (void)snprintf(log, sizeof log, "error: no room in kernel wgc_%s\n",
                           names[i < same ? 0 : i]);
            add_log(record, name, WGC_STATE_BUILD_ERROR, log);
        }
        make(record, &causes);
        assert_int_equal(causes.count, 1);
        assert_string_equal(causes.cause[0].what,
                            same == 1   ? "build_error, for example: error: no room in kernel wgc_a"
                            : same == 2 ? "build_error, in 2 of 3: error: no room in kernel wgc_a"
                                        : "build_error: error: no room in kernel wgc_a");
        wgc_causes_free(&causes);
        wgc_record_free(record);
    }
}

static const struct wgc_report_cause *cause_of(const struct wgc_causes *causes, const char *name)
{
    const struct wgc_report_cause *found = NULL;

    for (size_t i = 0; i < causes->count; i++) {
        if (strcmp(causes->cause[i].example->name, name) == 0) {
            found = &causes->cause[i];
        }
    }
    assert_non_null(found);
    return found;
}

TEST(causes_with_a_form_or_a_symbol_are_related)
{
    static const char value[] = "{\"what\":\"wrong value\",\"kind\":\"value\"}";
    struct wgc_record *record = fixture_empty_record(8);
    struct wgc_causes causes;

    add_kind(record, "c.sub_group_all.int.8.samecall", value);
    add_kind(record, "c.sub_group_reduce_add.int.8.plain", value);
    fixture_add(record, "c.sub_group_broadcast.int.9.samecall_debug", WGC_STATE_TIMEOUT);
    add_log(record, "c.sub_group_ballot.uint4.8.plain", WGC_STATE_BUILD_ERROR,
            "Cannot find symbol get_other_thing in library\n");
    add_log(record, "c.sub_group_any.int.8.plain", WGC_STATE_CRASH,
            "UNREACHABLE executed: get_other_thing\n");
    fixture_add(record, "query.a", WGC_STATE_FAIL);
    make(record, &causes);
    assert_int_equal(causes.count, 6);
    assert_int_equal(causes.unrelated, 4);
    assert_null(cause_of(&causes, "c.sub_group_reduce_add.int.8.plain")->relation);
    assert_null(cause_of(&causes, "query.a")->relation);
    const struct wgc_report_cause *cause =
        cause_of(&causes, "c.sub_group_broadcast.int.9.samecall_debug");
    assert_string_equal(cause->relation, "form");
    assert_string_equal(causes.cause[cause->related].example->name,
                        "c.sub_group_all.int.8.samecall");
    cause = cause_of(&causes, "c.sub_group_ballot.uint4.8.plain");
    assert_string_equal(cause->relation, "symbol");
    assert_string_equal(causes.cause[cause->related].example->name, "c.sub_group_any.int.8.plain");
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* What forms built with -g share is the option, not what one of them does otherwise. */
TEST(a_group_of_forms_is_no_form_of_another_cause)
{
    static const char value[] = "{\"what\":\"wrong value\",\"kind\":\"value\"}";
    static const char *const forms[] = {"wayout_debug", "branches_debug", "arms_debug"};
    struct wgc_record *record = fixture_empty_record(8);
    struct wgc_causes causes;
    char name[80];

    add_kind(record, "c.sub_group_all.int.8.wayout", value);
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_reduce_add.int.%zu.%s", i + 8, forms[i]);
        add_log(record, name, WGC_STATE_BUILD_ERROR, "error: option is unknown\n");
    }
    make(record, &causes);
    assert_int_equal(causes.count, 2);
    assert_int_equal(causes.unrelated, 2);
    assert_null(causes.cause[1].relation);
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* A name is no description: each form has words, and a few of them. */
TEST(each_form_has_six_words_at_most)
{
    static const char *const forms[] = {
#define WGC_FORM(id, variant, geometry, slots, scope, feature, what, fault) #id,
#include "suite/forms.def"
#undef WGC_FORM
    };

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const char *words = wgc_form_words(forms[i]);
        size_t count = 1;
        assert_non_null(words);
        for (const char *at = words; *at != '\0'; at++) {
            count += *at == ' ';
        }
        if (count > 6) {
            fail_msg("form %s needs a row of causes/form_words.def: %s", forms[i], words);
        }
    }
    assert_string_equal(wgc_form_words("samecall_debug"), wgc_form_words("samecall"));
    assert_null(wgc_form_words("no_form"));
}
