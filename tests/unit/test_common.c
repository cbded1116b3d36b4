/* What the cases of a cause share, and passing cases of the same functions do not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causes/causes.h"
#include "record_fixture.h"
#include "tests/unit/test.h"

static void add_wrong(struct wgc_record *record, const char *name, const char *kind,
                      const char *pattern)
{
    struct wgc_buf json = {0};

    wgc_buf_printf(&json, "{\"what\":\"wrong value\",\"kind\":\"%s\",\"data_pattern\":\"%s\"}",
                   kind, pattern);
    fixture_add(record, name, WGC_STATE_FAIL);
    record->result[record->result_count - 1].mismatch = wgc_record_mismatch_parse(json.data);
    wgc_buf_free(&json);
}

static void pass(struct wgc_record *record, const char *const *name, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fixture_add(record, name[i], WGC_STATE_PASS);
    }
}

/* The words, and how many cases of the same functions pass in the other language, where the cause
 * is of one language: no part of the title, which has no number of those in its own language. */
static void assert_common_and_other(const struct wgc_record *record, const char *common,
                                    size_t other)
{
    struct wgc_causes causes;
    struct wgc_err err;

    assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
    assert_int_equal(causes.count, 1);
    assert_string_equal(causes.cause[0].common, common);
    assert_non_null(strstr(causes.cause[0].title, common));
    assert_int_equal(causes.cause[0].other_passes, other);
    wgc_causes_free(&causes);
}

static void assert_common(const struct wgc_record *record, const char *common)
{
    const bool of_one_language = strstr(common, "OpenCL C") != NULL;

    assert_common_and_other(record, common, of_one_language ? 3 : 0);
}

TEST(a_language_is_common_where_the_other_one_passes)
{
    static const char *const spirv[] = {"spirv.work_group_all.int.1.plain",
                                        "spirv.work_group_all.int.2.loop",
                                        "spirv.work_group_all.int.3.plain"};
    static const char *const other[] = {"spirv.work_group_any.int.1.plain",
                                        "spirv.work_group_any.int.2.loop",
                                        "spirv.work_group_any.int.3.plain"};
    struct wgc_record *record = fixture_empty_record(16);

    add_wrong(record, "c.work_group_all.int.1.plain", "value", "all_true");
    add_wrong(record, "c.work_group_all.int.2.loop", "value", "all_true");
    add_wrong(record, "c.work_group_all.int.3.branch", "value", "all_true");
    pass(record, other, 3); /* another function */
    assert_common(record, ", in 3 forms of the call");
    pass(record, spirv, 2); /* too few */
    assert_common_and_other(record, ", all in OpenCL C, in 3 forms of the call", 2);
    pass(record, spirv + 2, 1);
    assert_common(record, ", only in OpenCL C, in 3 forms of the call");
    fixture_add(record, "c.work_group_all.int.5.alone", WGC_STATE_PASS);
    fixture_add(record, "c.work_group_all.int.4.loop", WGC_STATE_PASS);
    assert_common(record, ", only in OpenCL C, in 3 of 4 forms of the call (not alone: "
                          "nothing kept over the call)");
    wgc_record_free(record);
}

TEST(a_type_and_operators_are_common_where_others_pass)
{
    static const char *const types[] = {"c.work_group_reduce_min.int.1.plain",
                                        "c.work_group_reduce_max.uint.1.plain",
                                        "c.work_group_reduce_max.long.1.plain"};
    static const char *const operators[] = {"c.work_group_reduce_add.half.1.plain",
                                            "c.work_group_reduce_add.half.2.plain",
                                            "c.work_group_reduce_add.half.3.plain"};
    struct wgc_record *record = fixture_empty_record(16);

    add_wrong(record, "c.work_group_reduce_min.half.1.plain", "value", "random");
    add_wrong(record, "c.work_group_reduce_max.half.2.plain", "value", "random");
    add_wrong(record, "c.work_group_reduce_max.half.3.plain", "value", "random");
    assert_common(record, "");
    pass(record, types, 3);
    assert_common(record, ", only half");
    pass(record, operators, 3);
    assert_common(record, ", only min and max, half");
    wgc_record_free(record);
}

/* Where a form is part of the cause, cases of other forms do not show what it depends on. */
TEST(the_passing_cases_have_the_same_forms)
{
    static const char *const other[] = {"spirv.work_group_all.int.1.plain",
                                        "spirv.work_group_all.int.2.plain",
                                        "spirv.work_group_all.int.3.plain"};
    static const char *const same[] = {"spirv.work_group_all.int.1.past",
                                       "spirv.work_group_all.int.2.past",
                                       "spirv.work_group_all.int.3.past"};
    struct wgc_record *record = fixture_empty_record(16);

    add_wrong(record, "c.work_group_all.int.1.past", "value", "all_true");
    add_wrong(record, "c.work_group_all.int.2.past", "value", "all_true");
    add_wrong(record, "c.work_group_all.int.3.past", "value", "all_true");
    pass(record, other, 3);
    assert_common_and_other(record, ", all in OpenCL C", 0);
    pass(record, same, 3);
    assert_common(record, ", only in OpenCL C");
    wgc_record_free(record);
}

/* Passing cases of the same functions; where a form is what is wrong, in that form. */
TEST(cases_that_pass_are_counted)
{
    static const char *const names[] = {
        "c.work_group_all.int.5.past", "c.work_group_all.int.6.plain",
        "c.work_group_any.int.7.past", "spirv.work_group_all.int.7.past"};
    struct wgc_record *record = fixture_empty_record(16);
    struct wgc_causes causes;
    struct wgc_err err;

    add_wrong(record, "c.work_group_all.int.1.past", "value", "all_true");
    pass(record, names, 4);
    assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
    assert_int_equal(causes.cause[0].passes, 1);
    wgc_causes_free(&causes);
    add_wrong(record, "c.work_group_all.int.1.plain", "value", "all_true");
    assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
    assert_int_equal(causes.cause[0].passes, 2);
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* A wrong number from data with NaN is one defect with the NaN that other calls give. */
TEST(operands_with_nan_are_common)
{
    struct wgc_record *record = fixture_empty_record(8);
    struct wgc_causes causes;
    struct wgc_err err;

    add_wrong(record, "spirv.sub_group_reduce_min.half.8.loop", "nan", "nan_ignored");
    add_wrong(record, "spirv.sub_group_scan_inclusive_min.half.8.branch", "nan", "nan_ignored");
    add_wrong(record, "spirv.sub_group_clustered_reduce_min.half.8.past", "value", "nan_ignored");
    assert_common(record, ", operands include NaN, all in SPIR-V");
    add_wrong(record, "spirv.work_group_reduce_max.half.8.past", "value", "infinity");
    assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
    assert_int_equal(causes.count, 2);
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* What types have in common, where cases of other types pass. */
TEST(a_trait_of_types_is_common)
{
    static const char *const rows[][4] = {
        {"float3", "int3", "uchar3", ", only 3-component vectors"},
        {"float3", "int2", "uchar16", ", only vectors"},
        {"half", "ushort", "short", ", only 16-bit types"},
        {"half", "double", "half4", ", only floating-point types"},
        {"half", "uchar", "short", ", only 8- and 16-bit types"},
        {"half", "int", "short", ""}};
    char name[80];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(16);
        for (size_t k = 0; k < 3; k++) {
            (void)snprintf(name, sizeof name, "c.sub_group_broadcast.%s.8.plain", rows[i][k]);
            add_wrong(record, name, "value", "random");
            (void)snprintf(name, sizeof name, "c.sub_group_broadcast.uint.%zu.plain", k + 1);
            fixture_add(record, name, WGC_STATE_PASS);
        }
        assert_common(record, rows[i][3]);
        wgc_record_free(record);
    }
}

/* A size is no chance where enough cases pass in others. */
TEST(local_sizes_are_common)
{
    static const struct {
        size_t fails[4], passes[8];
        const char *common;
    } rows[] = {
        {{1, 2, 1, 2}, {8, 9, 16, 64, 65, 66, 67, 68}, ", only local sizes up to 2"},
        {{1, 1, 1, 1}, {8, 9, 16, 64, 65, 66, 67, 68}, ", only local size 1"},
        {{64, 96, 65, 64}, {1, 2, 3, 4, 8, 9, 16, 17}, ", only local sizes from 64 on"},
        {{9, 10, 9, 10}, {1, 2, 3, 4, 64, 65, 66, 67}, ""},
        {{1, 2, 1, 2}, {1, 2, 1, 2, 1, 2, 64, 65}, ""},
    };
    char name[80];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(16);
        for (size_t k = 0; k < 4; k++) {
            (void)snprintf(name, sizeof name, "c.work_group_all.int.%zu.plain", rows[i].fails[k]);
            add_wrong(record, name, "value", "all_true");
        }
        for (size_t k = 0; k < 8; k++) {
            (void)snprintf(name, sizeof name, "c.work_group_all.int.%zu.plain", rows[i].passes[k]);
            fixture_add(record, name, WGC_STATE_PASS);
        }
        assert_common(record, rows[i].common);
        wgc_record_free(record);
    }
}

/* Of failures that the driver puts into words, too. */
TEST(a_form_is_common_where_others_pass)
{
    static const char *const others[] = {
        "c.sub_group_all.int.8.plain", "c.sub_group_all.int.9.plain", "c.sub_group_any.int.9.loop"};
    static const char *const fails[] = {"c.sub_group_all.int.8.returned",
                                        "c.sub_group_any.int.9.returned",
                                        "c.sub_group_reduce_add.int.9.returned"};
    struct wgc_record *record = fixture_empty_record(8);

    for (size_t i = 0; i < 3; i++) {
        fixture_add(record, fails[i], WGC_STATE_CRASH);
        record->result[i].build_log = strdup("UNREACHABLE executed\n");
    }
    assert_common(record, ", all of form returned (some work-items return before a call)");
    pass(record, others, 3);
    assert_common(record, ", only form returned (some work-items return before a call)");
    wgc_record_free(record);
}

/* The number of a line in the driver's own list would read as that of a cause. */
TEST(a_title_has_no_number_of_a_list)
{
    static const char *const rows[][2] = {
        {"1.\tRunning pass \"v\"\n", "crash: Running pass \"v\""},
        {"3.5 is no number of a list\n", "crash: 3.5 is no number of a list"}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(1);
        struct wgc_causes causes;
        struct wgc_err err;
        fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_CRASH);
        record->result[0].build_log = strdup(rows[i][0]);
        assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
        assert_string_equal(causes.cause[0].what, rows[i][1]);
        wgc_causes_free(&causes);
        wgc_record_free(record);
    }
}
