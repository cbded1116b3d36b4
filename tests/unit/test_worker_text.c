/* harness/worker: driver's strings, error names, build options and mismatches as text. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include <cjson/cJSON.h>

#include "device/cl_error.h"
#include "worker/parts.h"
#include "device/program.h"
#include "device/text.h"

static void check_clean(const char *bytes, size_t size, enum wgc_text_lines lines,
                        const char *expected)
{
    char *clean = wgc_text_clean(bytes, size, lines);

    assert_non_null(clean);
    assert_string_equal(clean, expected);
    free(clean);
}

TEST(test_clean_keeps_what_is_right)
{
    check_clean("AMD EPYC", 8, WGC_TEXT_ONE_LINE, "AMD EPYC");
    check_clean("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 11, WGC_TEXT_ONE_LINE,
                "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    check_clean("a\n\tb", 4, WGC_TEXT_LINES, "a\n\tb");
    check_clean(NULL, 0, WGC_TEXT_LINES, "");
}

TEST(test_clean_cuts_and_blanks)
{
    check_clean("  name \n", 8, WGC_TEXT_ONE_LINE, "name");
    check_clean("   ", 3, WGC_TEXT_ONE_LINE, "");
    check_clean("a\0b", 3, WGC_TEXT_ONE_LINE, "a");
    check_clean("abc", 2, WGC_TEXT_ONE_LINE, "ab");
    check_clean("\x1b[31mred\r", 9, WGC_TEXT_ONE_LINE, "[31mred");
    check_clean("a\x7f\nb\x01", 5, WGC_TEXT_LINES, "a \nb ");
    check_clean("a\nb", 3, WGC_TEXT_ONE_LINE, "a b");
}

TEST(test_clean_replaces_what_is_no_character)
{
    static const char *const bad[] = {
        "\xff", /* never a byte of UTF-8 */
        "\x80", /* a continuation alone */
        "\xc3", /* cut off */
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        check_clean(bad[i], 1, WGC_TEXT_LINES, "\xef\xbf\xbd");
    }
    check_clean("\xc0\xaf", 2, WGC_TEXT_LINES, "\xef\xbf\xbd\xef\xbf\xbd"); /* overlong */
    check_clean("\xed\xa0\x80", 3, WGC_TEXT_LINES,
                "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); /* a surrogate */
    check_clean("\xf4\x90\x80\x80", 4, WGC_TEXT_LINES,
                "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");        /* past U+10FFFF */
    check_clean("\xc2\x9b", 2, WGC_TEXT_LINES, "\xef\xbf\xbd\xef\xbf\xbd"); /* a C1 control */
    check_clean("a\xe2\x82z", 4, WGC_TEXT_LINES, "a\xef\xbf\xbd\xef\xbf\xbdz");
}

TEST(test_log_leaves_the_middle_out)
{
    static const char first[] = {'f', 'i', 'r', 's', 't'}, last[] = {'l', 'a', 's', 't'};
    char bytes[1000];
    char *log;

    memset(bytes, 'x', sizeof bytes);
    memcpy(bytes, first, sizeof first);
    memcpy(bytes + sizeof bytes - sizeof last, last, sizeof last);
    log = wgc_text_log(bytes, sizeof bytes, 256);
    assert_non_null(log);
    assert_memory_equal(log, "first", 5);
    assert_non_null(strstr(log, "\n[744 bytes left out]\n"));
    assert_string_equal(log + strlen(log) - 4, "last");
    free(log);
    log = wgc_text_log(bytes, sizeof bytes, sizeof bytes);
    assert_non_null(log);
    assert_int_equal(strlen(log), sizeof bytes);
    free(log);
}

TEST(test_log_grows_in_cleaning)
{
    char bytes[1000];
    char *log;

    memset(bytes, 0xff, sizeof bytes);
    log = wgc_text_log(bytes, sizeof bytes, 256);
    assert_non_null(log);
    assert_int_equal(strlen(log), (size_t)3 * 256 + strlen("\n[744 bytes left out]\n"));
    free(log);
}

TEST(test_words)
{
    const char *list = "cl_khr_fp16_more cl_khr_fp64 cl_khr_fp16";

    assert_true(wgc_text_has_word(list, "cl_khr_fp16"));
    assert_true(wgc_text_has_word(list, "cl_khr_fp64"));
    assert_true(wgc_text_has_word(list, "cl_khr_fp16_more"));
    assert_false(wgc_text_has_word(list, "cl_khr_fp"));
    assert_false(wgc_text_has_word(list, "khr_fp16"));
    assert_false(wgc_text_has_word(list, ""));
    assert_false(wgc_text_has_word("", "cl_khr_fp16"));
}

TEST(test_versions)
{
    assert_int_equal(wgc_text_version("OpenCL 3.0 PoCL", "OpenCL "), 300);
    assert_int_equal(wgc_text_version("OpenCL 1.2", "OpenCL "), 120);
    assert_int_equal(wgc_text_version("OpenCL C 2.0 ", "OpenCL C "), 200);
    assert_int_equal(wgc_text_version("SPIR-V_1.6 SPIR-V_1.0", "SPIR-V_"), 160);
    assert_int_equal(wgc_text_version("OpenCL C 2.0", "OpenCL "), 0);
    assert_int_equal(wgc_text_version("OpenCL x.0", "OpenCL "), 0);
    assert_int_equal(wgc_text_version("OpenCL 3", "OpenCL "), 0);
    assert_int_equal(wgc_text_version("", "OpenCL "), 0);
}

TEST(test_error_names)
{
    char text[WGC_CL_TEXT_MAX];
    struct wgc_err err;

    assert_string_equal(wgc_cl_error_name(-5), "CL_OUT_OF_RESOURCES");
    assert_string_equal(wgc_cl_error_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
    assert_string_equal(wgc_cl_error_name(0), "CL_SUCCESS");
    assert_null(wgc_cl_error_name(-9999));
    assert_string_equal(wgc_cl_error_text(text, "clFinish", -9999),
                        "clFinish: unknown error (-9999)");
    assert_int_equal(wgc_cl_fail(&err, WGC_ERR_DEVICE, "clBuildProgram", -6), WGC_ERR_DEVICE);
    assert_string_equal(err.text, "clBuildProgram: CL_OUT_OF_HOST_MEMORY (-6)");
}

TEST(test_build_options)
{
    char options[WGC_BUILD_OPTIONS_MAX];

    wgc_build_options(options, 120, 4096, "");
    assert_string_equal(options, "-cl-std=CL1.2 -DWGC_MAX_ITEMS=4096");
    wgc_build_options(options, 300, 8192, "-g");
    assert_string_equal(options, "-cl-std=CL3.0 -DWGC_MAX_ITEMS=8192 -g");
}

/* Fields of a mismatch are not const. */
static char *writable(const char *text)
{
    char *copy = strdup(text);

    assert_non_null(copy);
    return copy;
}

static struct wgc_mismatch make_mismatch(void)
{
    return (struct wgc_mismatch){
        .what = writable("wrong value"),
        .damage = WGC_DAMAGE_OTHER_ITEM,
        .data_pattern = "hot",
        .pattern = writable("hot \"item\""),
        .kind = WGC_WRONG_VALUE,
        .work_group = {3, 1, 0},
        .local_id = {5, 0, 2},
        .linear_id = 77,
        .input = writable("1"),
        .expected = writable("15"),
        .actual = writable("14"),
        .tolerance = writable("exact"),
        .wrong_items = 9,
        .judged_items = 640,
        .wrong_groups = 2,
        .judged_groups = 10,
        .group_input = writable("[\"1\",\"2\"]"),
        .group_wrong = writable("[true,false]"),
        .group_actual = NULL, /* left out */
    };
}

static void free_mismatch(struct wgc_mismatch *mismatch)
{
    free(mismatch->what);
    free(mismatch->pattern);
    free(mismatch->input);
    free(mismatch->expected);
    free(mismatch->actual);
    free(mismatch->tolerance);
    free(mismatch->group_input);
    free(mismatch->group_wrong);
    free(mismatch->group_actual);
}

TEST(test_mismatch_as_json)
{
    struct wgc_mismatch mismatch = make_mismatch();
    char *text = wgc_mismatch_json(&mismatch);

    assert_non_null(text);
    assert_string_equal(
        text, "{\"what\":\"wrong "
              "value\",\"kind\":\"value\",\"damage\":\"other_item\",\"data_pattern\":\"hot\","
              "\"pattern\":\"hot "
              "\\\"item\\\"\",\"work_group\":[3,1,0],"
              "\"local_id\":[5,0,2],\"linear_id\":77,\"input\":\"1\",\"expected\":\"15\","
              "\"actual\":\"14\",\"tolerance\":\"exact\",\"wrong_items\":9,\"judged_items\":640,"
              "\"wrong_groups\":2,\"judged_groups\":10,\"group_input\":[\"1\",\"2\"],"
              "\"group_wrong\":[true,false]}");
    cJSON_free(text);
    mismatch.is_fill = true;
    text = wgc_mismatch_json(&mismatch);
    assert_non_null(text);
    assert_non_null(strstr(text, "\"actual\":\"14\",\"unwritten\":true,\"tolerance\""));
    cJSON_free(text);
    mismatch.is_fill = false;
    mismatch.is_overwritten = true;
    text = wgc_mismatch_json(&mismatch);
    assert_non_null(text);
    assert_non_null(strstr(text, "\"actual\":\"14\",\"overwritten\":true,\"tolerance\""));
    cJSON_free(text);
    free_mismatch(&mismatch);
}

TEST(test_mismatch_in_a_line)
{
    struct wgc_mismatch mismatch = make_mismatch();
    char *line = wgc_mismatch_line(&mismatch);

    assert_non_null(line);
    assert_string_equal(
        line, "wrong value: expected 15, got 14 at work-group (3,1,0), local id "
              "(5,0,2), input pattern \"hot \"item\"\"; 9 of 640 values are wrong, in 2 of "
              "10 groups");
    free(line);
    mismatch.is_fill = true;
    line = wgc_mismatch_line(&mismatch);
    assert_non_null(
        strstr(line, "got 14, which filled the buffer before the launch, at work-group"));
    free(line);
    mismatch.wrong_groups = 0; /* past the end of a group: no result of one */
    line = wgc_mismatch_line(&mismatch);
    assert_non_null(line);
    assert_string_equal(strstr(line, "; 9 of "), "; 9 of 640 values are wrong");
    free(line);
    free_mismatch(&mismatch);
}
