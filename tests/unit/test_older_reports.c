/* What the reader finds in the sentences of reports of older versions. */
#include <stdio.h>
#include <string.h>

#include "report_file/parts.h"
#include "report_file/report_json.h"
#include "suite/tables.h"
#include "tests/unit/test.h"

/* An older result with that reason; owned by the caller. */
static struct wgc_result read_result(const char *name, enum wgc_state state, const char *reason)
{
    struct wgc_result result = {.name = strdup(name), .state = state, .reason = strdup(reason)};
    struct wgc_err err;

    assert_int_equal(wgc_older_facts(&result, &err), WGC_OK);
    return result;
}

TEST(the_parts_of_a_waived_reason)
{
    static const struct {
        const char *reason;
        enum wgc_state failure;
        const char *why, *link, *rest;
    } rows[] = {
        {"crash as expected: it crashes (on x) (results/f.md); the worker", WGC_STATE_CRASH,
         "it crashes (on x)", "results/f.md", "the worker"},
        {"fail as expected: wrong; got 1", WGC_STATE_FAIL, "wrong", NULL, "got 1"},
        {"build_error as expected: wrong (#12.3)", WGC_STATE_BUILD_ERROR, "wrong", "#12.3", ""},
        {"passes, but waiver w expects it not to: wrong (a/b); on 2", WGC_STATE_PASS, "wrong",
         "a/b", "on 2"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const bool passes = rows[i].failure == WGC_STATE_PASS;
        struct wgc_result result =
            read_result("c.work_group_all.int.64.plain",
                        passes ? WGC_STATE_UNEXPECTED_PASS : WGC_STATE_WAIVED, rows[i].reason);
        assert_non_null(result.waived);
        assert_int_equal(result.waived->state, rows[i].failure);
        assert_string_equal(result.waived->why, rows[i].why);
        assert_int_equal(result.waived->link == NULL, rows[i].link == NULL);
        if (rows[i].link != NULL) {
            assert_string_equal(result.waived->link, rows[i].link);
        }
        assert_int_equal(result.waived->reason == NULL, rows[i].rest[0] == '\0');
        if (result.waived->reason != NULL) {
            assert_string_equal(result.waived->reason, rows[i].rest);
        }
        wgc_result_free(&result);
    }
}

TEST(a_waived_reason_that_names_no_state_stays)
{
    static const char *const reasons[] = {"something else", "skip as expected: no", ""};

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        struct wgc_result result =
            read_result("c.work_group_all.int.64.plain", WGC_STATE_WAIVED, reasons[i]);
        assert_null(result.waived);
        assert_int_equal(wgc_result_failure(&result), WGC_STATE_FAIL);
        wgc_result_free(&result);
    }
}

TEST(the_version_of_spirv)
{
    static const struct {
        const char *name, *reason, *rest;
        enum wgc_state state;
        unsigned version;
    } rows[] = {
        {"spirv.work_group_all.int.64.plain", "wrong value; as SPIR-V 1.2", "wrong value",
         WGC_STATE_FAIL, 120},
        {"spirv.work_group_all.int.64.plain", "fail as expected: known; wrong; as SPIR-V 1.4",
         "wrong", WGC_STATE_WAIVED, 140},
        {"c.work_group_all.int.64.plain", "wrong value; as SPIR-V 1.2",
         "wrong value; as SPIR-V 1.2", WGC_STATE_FAIL, 0},
        {"spirv.work_group_all.int.64.plain", "wrong value", "wrong value", WGC_STATE_FAIL, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_result result = read_result(rows[i].name, rows[i].state, rows[i].reason);
        struct wgc_buf reason = {0};
        assert_int_equal(result.spirv_version, rows[i].version);
        assert_string_equal(wgc_result_own_reason(&result), rows[i].rest);
        wgc_result_put_reason(&reason, &result); /* the sentence is the same */
        assert_string_equal(wgc_buf_str(&reason), rows[i].reason);
        wgc_buf_free(&reason);
        wgc_result_free(&result);
    }
}

TEST(what_a_reason_is_about)
{
    static const struct {
        enum wgc_state state;
        const char *reason;
        struct wgc_about about;
    } rows[] = {
        {WGC_STATE_SKIP,
         "the device lacks half precision (cl_khr_fp16); a compiler "
         "(CL_DEVICE_COMPILER_AVAILABLE)",
         {.kind = WGC_ABOUT_LACKS,
          .lacks = UINT64_C(1) << WGC_FEATURE_fp16 | UINT64_C(1) << WGC_LACKS_COMPILER,
          .first = WGC_FEATURE_fp16}},
        {WGC_STATE_SKIP, "the device lacks a word of tomorrow", {.kind = WGC_ABOUT_OTHER}},
        {WGC_STATE_SKIP,
         "a local size of 8x8x128 has side 128 and CL_DEVICE_MAX_WORK_ITEM_SIZES[2] is 64",
         {.kind = WGC_ABOUT_LOCAL_SIZE, .limit = WGC_LIMIT_SIDE}},
        {WGC_STATE_SKIP,
         "a local size of 300 has 300 work-items and CL_KERNEL_WORK_GROUP_SIZE is 256",
         {.kind = WGC_ABOUT_LOCAL_SIZE, .limit = WGC_LIMIT_KERNEL}},
        {WGC_STATE_FAIL,
         "the kernel requires sub-groups of 16 work-items; the largest has 8",
         {.kind = WGC_ABOUT_REQUIRED_SIZE}},
        {WGC_STATE_FAIL, "clFinish: CL_OUT_OF_RESOURCES (-5)", {.kind = WGC_ABOUT_CALL}},
        {WGC_STATE_WAIVED,
         "fail as expected: x; clFinish: CL_OUT_OF_RESOURCES (-5)",
         {.kind = WGC_ABOUT_CALL}},
        {WGC_STATE_FAIL, "wrong value", {.kind = WGC_ABOUT_OTHER}},
        {WGC_STATE_CRASH, "clFinish: CL_OUT_OF_RESOURCES (-5)", {.kind = WGC_ABOUT_OTHER}},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_result result =
            read_result("c.work_group_all.int.64.plain", rows[i].state, rows[i].reason);
        assert_int_equal(result.about.kind, rows[i].about.kind);
        assert_int_equal(result.about.lacks, rows[i].about.lacks);
        assert_int_equal(result.about.first, rows[i].about.first);
        assert_int_equal(result.about.limit, rows[i].about.limit);
        wgc_result_free(&result);
    }
}

TEST(kinds_of_wrong)
{
    static const struct {
        const char *what, *expected, *actual, *type;
        enum wgc_wrong_kind kind;
    } rows[] = {
        {"wrong value", "3 (0x00000003)", "4 (0x00000004)", "int", WGC_WRONG_VALUE},
        {"not written", "3 (0x00000003)", "4 (0x00000004)", "int", WGC_WRONG_NOT_WRITTEN},
        {"guard overwritten", "", "", "int", WGC_WRONG_OTHER},
        {"wrong value, whatever the sub-groups are, here of 5 work-items", "3", "4", "int",
         WGC_WRONG_VALUE},
        {"wrong value", "1 (0x1p+0)", "1.00000024 (0x1.000004p+0)", "float", WGC_WRONG_INEXACT},
        {"wrong value", "1 (0x1p+0)", "1.5 (0x1.8p+0)", "float", WGC_WRONG_VALUE},
        {"wrong value", "1 (0x1p+0)", "nan (0x7fc00000)", "float", WGC_WRONG_NAN},
        {"wrong value", "nan (0x7fc00000)", "1 (0x1p+0)", "float", WGC_WRONG_NO_NAN},
        {"wrong value", "1e-40 (0x1.16c2p-133)", "0 (0x0p+0)", "float", WGC_WRONG_FLUSHED},
        {"wrong value", "1e-40 (0x1.16c2p-133)", "0 (0x0p+0)", "double", WGC_WRONG_VALUE},
        {"wrong value", "-0 (-0x0p+0)", "0 (0x0p+0)", "float", WGC_WRONG_ZERO_SIGN},
        {"wrong value", "inf (0x7c00)", "65504 (0x1.ffcp+15)", "half", WGC_WRONG_VALUE},
        {"wrong value", "any value", "1 (0x1p+0)", "float", WGC_WRONG_VALUE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[64], text[200];
        (void)snprintf(name, sizeof name, "c.f.%s.64.plain", rows[i].type);
        (void)snprintf(text, sizeof text, "{\"what\":\"%s\",\"expected\":\"%s\",\"actual\":\"%s\"}",
                       rows[i].what, rows[i].expected, rows[i].actual);
        struct wgc_record_mismatch *mismatch = wgc_record_mismatch_parse(text);
        assert_non_null(mismatch);
        wgc_older_mismatch(name, mismatch);
        assert_string_equal(wgc_wrong_name(mismatch->kind), wgc_wrong_name(rows[i].kind));
        assert_false(mismatch->is_truth);
        wgc_record_mismatch_free(mismatch);
    }
}

TEST(what_was_written_where_nothing_may_be)
{
    static const struct {
        const char *json;
        bool overwritten;
    } rows[] = {
        {"{\"kind\":\"other\",\"what\":\"written past the end of a smaller work-group\"}", true},
        {"{\"kind\":\"other\",\"what\":\"guard behind the output overwritten\"}", true},
        {"{\"kind\":\"other\",\"what\":\"sub-group ids not dense\"}", false},
        {"{\"kind\":\"not_written\",\"what\":\"not written\"}", false},
        {"{\"what\":\"overwritten\"}", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record_mismatch *mismatch = wgc_record_mismatch_parse(rows[i].json);
        assert_non_null(mismatch);
        wgc_older_overwritten(mismatch);
        assert_int_equal(mismatch->is_overwritten, rows[i].overwritten);
        wgc_record_mismatch_free(mismatch);
    }
    struct wgc_record_mismatch *mismatch = wgc_record_mismatch_parse("{\"overwritten\":true}");
    assert_non_null(mismatch);
    assert_true(mismatch->is_overwritten);
    wgc_record_mismatch_free(mismatch);
}

TEST(truth_values)
{
    static const char *const expected[] = {"0", "any non-zero value"};

    for (size_t i = 0; i < 2; i++) {
        char text[100];
        (void)snprintf(text, sizeof text,
                       "{\"what\":\"wrong value, or not written\",\"expected\":\"%s\"}",
                       expected[i]);
        struct wgc_record_mismatch *mismatch = wgc_record_mismatch_parse(text);
        assert_non_null(mismatch);
        wgc_older_mismatch("c.work_group_all.int.64.plain", mismatch);
        assert_int_equal(mismatch->kind, WGC_WRONG_VALUE);
        assert_true(mismatch->is_truth);
        assert_int_equal(mismatch->truth, i);
        wgc_record_mismatch_free(mismatch);
    }
}

TEST(what_a_shape_is)
{
    static const struct {
        const char *shape;
        enum wgc_shape_kind kind;
    } rows[] = {
        {"not reduced, crashed in libA.so+0x1", WGC_SHAPE_PLACE},
        {"store f(int), crashes at changing places", WGC_SHAPE_CHANGING},
        {"store f(int)", WGC_SHAPE_REDUCED},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_result result = {.shape = strdup(rows[i].shape)};
        struct wgc_err err;
        result.name = strdup("c.explore.1");
        assert_int_equal(wgc_older_facts(&result, &err), WGC_OK);
        assert_int_equal(result.shape_kind, rows[i].kind);
        wgc_result_free(&result);
    }
}

TEST(the_size_of_sub_groups_of_a_program)
{
    static const struct {
        const char *input;
        size_t size;
    } rows[] = {{"data seed 1, sub-groups of 16 work-items", 16}, {"data seed 1", 0}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[100];
        (void)snprintf(text, sizeof text, "{\"input\":\"%s\"}", rows[i].input);
        struct wgc_record_mismatch *mismatch = wgc_record_mismatch_parse(text);
        assert_non_null(mismatch);
        assert_int_equal(wgc_older_sub_group_size(mismatch), rows[i].size);
        wgc_record_mismatch_free(mismatch);
    }
}

TEST(what_the_data_has)
{
    static const struct {
        const char *pattern;
        bool has_nan;
    } rows[] = {{"nan_ignored 0, sub-group 0", true},
                {"nan 3", true},
                {"nan_of_another 1", false},
                {"random 2", false},
                {"", false}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[100];
        (void)snprintf(text, sizeof text, "{\"pattern\":\"%s\"}", rows[i].pattern);
        struct wgc_record_mismatch *mismatch = wgc_record_mismatch_parse(text);
        assert_non_null(mismatch);
        assert_false(mismatch->nan_operands); /* a sentence is not parsed */
        wgc_older_pattern(mismatch);
        assert_int_equal(mismatch->nan_operands, rows[i].has_nan);
        wgc_record_mismatch_free(mismatch);
    }
}

TEST(warnings_about_waivers)
{
    static const char *const about[] = {
        "waivers were applied after the run: f.json",
        "f.json: waiver a was not used: no selected case failed as it describes",
        "f.json: waiver a expired after 2020-01-01 and does not apply; its owner is x",
        "f.json: waiver a expires after 2020-01-01: in 3 days",
    };
    struct wgc_record *record = wgc_record_create();
    struct wgc_err err;

    assert_non_null(record);
    assert_int_equal(wgc_record_warn(record, "a worker hung: waiver", &err), WGC_OK);
    for (size_t i = 0; i < sizeof about / sizeof about[0]; i++) {
        assert_int_equal(wgc_record_warn(record, about[i], &err), WGC_OK);
    }
    assert_int_equal(wgc_older_warnings(record, &err), WGC_OK);
    assert_int_equal(record->waiver_warning_count, sizeof about / sizeof about[0]);
    wgc_record_remove_waiver_warnings(record);
    assert_int_equal(record->warning_count, 1);
    assert_string_equal(record->warning[0], "a worker hung: waiver");
    wgc_record_free(record);
}

/* The sentences of a report of today do not matter: its facts are fields. */
TEST(a_report_of_today_has_the_facts)
{
    struct wgc_record *record = wgc_record_create(), *read = NULL;
    struct wgc_result result = {.name = strdup("c.explore.1"), .state = WGC_STATE_CRASH};
    struct wgc_buf text = {0};
    struct wgc_err err;

    assert_non_null(record);
    result.shape = strdup("elsewhere");
    result.shape_kind = WGC_SHAPE_PLACE;
    assert_int_equal(wgc_record_add(record, &result, &err), WGC_OK);
    record->total = 1;
    assert_int_equal(wgc_record_warn(record, "w", &err), WGC_OK);
    assert_int_equal(wgc_record_note_waiver(record, "w", &err), WGC_OK);
    wgc_report_json_put(&text, record);
    assert_int_equal(wgc_report_json_parse("r", text.data, text.size, &read, &err), WGC_OK);
    assert_int_equal(read->result[0].shape_kind, WGC_SHAPE_PLACE);
    assert_int_equal(read->waiver_warning_count, 1);
    assert_string_equal(read->waiver_warning[0], "w");
    wgc_buf_free(&text);
    wgc_record_free(read);
    wgc_record_free(record);
}

TEST(build_options_of_explore)
{
    struct wgc_record *record = wgc_record_create(), *read = NULL;
    struct wgc_buf text = {0};
    struct wgc_err err;

    assert_non_null(record);
    record->explore = strdup("{\"programs\":1,\"build_options\":\"-g -w\"}");
    wgc_report_json_put(&text, record);
    assert_int_equal(wgc_report_json_parse("r", text.data, text.size, &read, &err), WGC_OK);
    assert_string_equal(read->build_options, "-g -w");
    wgc_buf_free(&text);
    wgc_record_free(read);
    wgc_record_free(record);
}
