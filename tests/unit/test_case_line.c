/* Which part of a worker's output belongs to a case that failed. */
#include <string.h>

#include "tests/unit/test.h"
#include "wire/case_line.h"

static void expect(const char *output, uint32_t index, const char *expected)
{
    struct wgc_buf found = {0};

    assert_int_equal(wgc_case_line_find(output, 3, index, &found), expected != NULL);
    if (expected != NULL) {
        assert_string_equal(found.data == NULL ? "" : found.data, expected);
    }
    wgc_buf_free(&found);
}

TEST(each_case_has_its_own_output)
{
    struct wgc_buf text = {0}, rest = {0};

    wgc_buf_text(&text, "error: a");
    wgc_case_line_put(&text, 3, 1);
    wgc_case_line_put(&text, 3, 12);
    wgc_buf_text(&text, "b\nc\n");
    wgc_case_line_put(&text, 3, 2);
    wgc_buf_text(&text, "of the next\n");
    expect(text.data, 1, "error: a");
    expect(text.data, 12, "");
    expect(text.data, 2, "b\nc\n");
    expect(text.data, 3, NULL);
    wgc_case_line_remove(text.data, &rest);
    assert_string_equal(rest.data, "error: ab\nc\nof the next\n");
    wgc_buf_free(&rest);
    wgc_buf_free(&text);
}

TEST(what_a_driver_prints_is_no_line_of_a_case)
{
    struct wgc_buf rest = {0};

    expect("wgconform: a case ended\t3 1\n", 1, NULL); /* no line before it */
    expect("\nwgconform: a case ended\t3 1", 1, NULL);
    expect("", 1, NULL);
    wgc_case_line_remove("", &rest);
    assert_string_equal(rest.data, "");
    wgc_buf_free(&rest);
}
