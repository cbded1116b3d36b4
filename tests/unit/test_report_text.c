/* Text of drivers made fit for reports. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/report_text.h"
#include "base/utf8.h"
#include "record/case_name.h"
#include "report_fixture.h"
#include "reports/detail.h"
#include "tests/unit/test.h"

static const struct {
    const char *in, *out, *why;
} rows[] = {
    {"", "", "nothing stays nothing"},
    {"plain\ttext\r\n", "plain\ttext\r\n", "tabs and line ends stay"},
    {"\x1b[1;31mred\x1b[0m", "red", "colours go"},
    {"a\x1b[2Kb\x1b[10;20Hc", "abc", "movements go"},
    {"\x1bM", "", "a sequence of two characters goes"},
    {"\x1b", "U+001B", "an escape alone is spelled"},
    {"\x1b[1;3", "U+001B[1;3", "an unfinished sequence is spelled"},
    {"\a\b\x7f", "U+0007U+0008U+007F", "control characters are spelled"},
    {"\xC3\xA4\xF0\x9F\x98\x80", "\xC3\xA4\xF0\x9F\x98\x80", "UTF-8 stays"},
    {"\xFFx\xC3", "\xEF\xBF\xBDx\xEF\xBF\xBD", "what is no UTF-8 is replaced"},
    {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", "a surrogate is no UTF-8"},
    {"\xEF\xBF\xBE\xEF\xBF\xBF", "U+FFFEU+FFFF", "noncharacters are spelled"},
};

TEST(every_row_is_made_fit_for_reports)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_buf out = {0};
        wgc_report_text(&out, rows[i].in);
        if (strcmp(out.data == NULL ? "" : out.data, rows[i].out) != 0) {
            fail_msg("%s: got \"%s\"", rows[i].why, out.data);
        }
        wgc_buf_free(&out);
    }
}

/* Any two bytes of a driver become UTF-8 of allowed characters. */
TEST(every_pair_of_bytes_becomes_allowed_text)
{
    for (unsigned pair = 0x0101; pair <= 0xFFFF; pair++) {
        const char in[] = {(char)(pair >> 8), (char)(pair & 0xFF), 'm', '\0'};
        struct wgc_buf out = {0};
        wgc_report_text(&out, in);
        const unsigned char *at = (const unsigned char *)(out.data == NULL ? "" : out.data);
        while (*at != '\0') {
            size_t length = wgc_utf8_length(at);
            assert_true(length > 0);
            assert_true(*at >= 0x20 || *at == '\t' || *at == '\n' || *at == '\r');
            at += length;
        }
        wgc_buf_free(&out);
    }
}

TEST(names_are_split)
{
    static const struct {
        const char *name;
        size_t language, suite;
        const char *rest;
        size_t type;
        unsigned dimensions;
        size_t test_suite;
    } names[] = {
        {"c.work_group_all.int.64.plain", 1, 16, "int.64.plain", 3, 1, 23},
        {"spirv.sycl_exclusive_scan_plus_init.float.16x4.loop", 5, 35, "float.16x4.loop", 5, 2, 46},
        {"c.f.int.7x5x3.plain", 1, 3, "int.7x5x3.plain", 3, 3, 13},
        {"c.f.int.max.plain", 1, 3, "int.max.plain", 3, 1, 11},
        {"query.version", 5, 5, "version", 0, 0, 5},
        {"query.a.b", 5, 5, "a.b", 0, 0, 5},
        {"c.program.a", 1, 9, "a", 0, 0, 9},
        {"alone", 5, 5, "", 0, 0, 0},
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct wgc_case_name parts = wgc_case_name_split(names[i].name);
        assert_int_equal(parts.language_length, names[i].language);
        assert_int_equal(parts.suite_length, names[i].suite);
        assert_string_equal(parts.rest, names[i].rest);
        assert_int_equal(parts.type_length, names[i].type);
        assert_int_equal(parts.dimensions, names[i].dimensions);
        assert_int_equal(wgc_case_name_test_suite(names[i].name), names[i].test_suite);
    }
}

TEST(a_place_is_three_numbers)
{
    static const struct {
        const char *json, *separator, *out;
    } places[] = {
        {"[1,20,3]", ", ", "<1, 20, 3>"},
        {"[0,4,5]", " ", "<0 4 5>"},
        {"[1,\"x\",null]", ",", "<1,0,0>"},
        {"[7]", ", ", "-"},
        {"[1,2,3,4]", ", ", "-"},
        {"[]", ", ", "-"},
        {"{\"a\":1,\"b\":2,\"c\":3}", ", ", "-"},
        {"3", ", ", "-"},
    };

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char text[64];
        struct wgc_buf out = {0};
        (void)snprintf(text, sizeof text, "{\"local_id\":%s}", places[i].json);
        struct wgc_record_mismatch *mismatch = wgc_record_mismatch_parse(text);
        assert_non_null(mismatch);
        wgc_detail_place(&out, "<", &mismatch->local_id, places[i].separator, ">");
        assert_string_equal(out.size == 0 ? "-" : out.data, places[i].out);
        wgc_buf_free(&out);
        wgc_record_mismatch_free(mismatch);
    }
}
