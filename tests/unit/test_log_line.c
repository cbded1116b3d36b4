/* base/log_line: the line of a log that a reason quotes. */
#include <string.h>

#include "base/log_line.h"
#include "tests/unit/test.h"

static void check(const char *log, enum wgc_log_pick pick, const char *expected)
{
    struct wgc_buf text = {0};

    assert_true(wgc_log_line_put(&text, ">", log, pick, false));
    assert_string_equal(text.data, expected);
    wgc_buf_free(&text);
}

static void check_none(const char *log, bool errors_only)
{
    struct wgc_buf text = {0};

    assert_false(wgc_log_line_put(&text, ">", log, WGC_LOG_PICK_FIRST, errors_only));
    assert_int_equal(text.size, 0);
    wgc_buf_free(&text);
}

TEST(has_an_error_or_a_refusal)
{
    assert_true(wgc_log_has_error("a.cl:1: warning: x\na.cl:2: error: y\n"));
    assert_true(wgc_log_has_error("a.cl:1: warning: x\nSegmentation fault\n"));
    assert_false(wgc_log_has_error("5:26: warning: extension unknown or unsupported - ignoring\n"));
    assert_false(wgc_log_has_error("a.cl:1: note: declare 'static'\n"));
    assert_false(wgc_log_has_error(""));
}

TEST(the_first_error_of_a_log)
{
    check("Compilation started\n1:1:35: error: use of undeclared identifier 'f'\n   ^~~\n"
          "1:1:53: error: another\nCompilation failed\n",
          WGC_LOG_PICK_FIRST, ">1:1:35: error: use of undeclared identifier 'f'");
    check("\t error: one \r\n", WGC_LOG_PICK_FIRST, ">error: one");
    check("FATAL: no device\nError: two", WGC_LOG_PICK_FIRST, ">FATAL: no device");
}

TEST(a_missing_symbol_before_other_errors)
{
    check("CompilerException Failed to lookup symbol k\nan error here\n"
          "JIT session error: Symbols not found: [ _Z20sub_group_reduce_addi.1 ]\n"
          "error: linking failed\n",
          WGC_LOG_PICK_FIRST,
          ">JIT session error: Symbols not found: [ _Z20sub_group_reduce_addi.1 ]");
    check("error: backend compiler failed\nundefined reference to `_Z3foo'\n", WGC_LOG_PICK_FIRST,
          ">undefined reference to `_Z3foo'");
    check("error: link\nerror : unresolved external symbol _Z3bari at offset 4\n",
          WGC_LOG_PICK_FIRST, ">error : unresolved external symbol _Z3bari at offset 4");
    check("a.so: undefined symbol: __alloca\nnote: an error might be reported\n", WGC_LOG_PICK_LAST,
          ">a.so: undefined symbol: __alloca");
}

TEST(a_long_line_ends_where_the_log_ends)
{
    enum { CHARACTERS = 150, KEPT = 115 }; /* of two bytes: the middle of one is the first place */
    static const char end[] = " error: y";
    char log[1 + 2 * CHARACTERS + sizeof end] = "x";
    char expected[1 + 2 * KEPT + sizeof end] = ">";

    for (size_t i = 0; i < CHARACTERS; i++) {
        memcpy(log + 1 + 2 * i, "\xC3\xA9", 2);
    }
    memcpy(log + 1 + 2 * CHARACTERS, end, sizeof end);
    for (size_t i = 0; i < KEPT; i++) {
        memcpy(expected + 1 + 2 * i, "\xC3\xA9", 2);
    }
    memcpy(expected + 1 + 2 * KEPT, end, sizeof end);
    check(log, WGC_LOG_PICK_FIRST, expected);
}

TEST(the_number_of_warnings_is_no_reason)
{
    check("kernel.cl:3:1: warning: unused\n1 warning generated.\n", WGC_LOG_PICK_LAST,
          ">kernel.cl:3:1: warning: unused");
    check("Could not find it\n12 warnings generated.\n", WGC_LOG_PICK_LAST, ">Could not find it");
    check("1 warning and 2 errors generated.\n", WGC_LOG_PICK_LAST,
          ">1 warning and 2 errors generated.");
    check_none("2 warnings generated.\n", false);
}

/* The last line is a forum's address. */
TEST(the_compilers_own_words_before_an_address)
{
    check("Internal compiler error: Unsupported type in FP intrinsic\n"
          "Please submit a bug report to\nhttps://example.com/forum/opencl-errors\n",
          WGC_LOG_PICK_LAST, ">Internal compiler error: Unsupported type in FP intrinsic");
    check("PLEASE submit a bug report to https://example.com/support\nStack dump:\n"
          "0.\tRunning pass \"a\"\n1.\tRunning pass \"b\"\n",
          WGC_LOG_PICK_LAST, ">1. Running pass \"b\"");
    check("see http://example.com\n", WGC_LOG_PICK_LAST, ">see http://example.com");
}

TEST(the_last_of_several_errors_before_a_crash)
{
    check("error: of another program\nLLVM ERROR: first\nLLVM ERROR: out of registers\n\n",
          WGC_LOG_PICK_LAST, ">LLVM ERROR: out of registers");
    check("driver: worked so far\ndriver: a: Assertion `x' failed.\nAborted (error)\n",
          WGC_LOG_PICK_LAST, ">driver: a: Assertion `x' failed.");
    check("k.cl:1: error: no\n28 errors generated.\n", WGC_LOG_PICK_LAST, ">k.cl:1: error: no");
}

TEST(a_temporary_file_is_left_out)
{
    check("error: /tmp/run-ab12/tempfile_oAWrCd.cl:1:35: use of undeclared identifier",
          WGC_LOG_PICK_FIRST, ">error: 1:35: use of undeclared identifier");
    check("error: /tmp/run-ab12/tempfile_oAWrCd.cl:23:31 <Spelling=/usr/include/k.h:1085:26>: no f",
          WGC_LOG_PICK_FIRST, ">error: 23:31: no f");
    check("error: a <Spelling=b", WGC_LOG_PICK_FIRST, ">error: a <Spelling=b");
    check("dlopen(\"/tmp/run-1/k.so\") failed with '/tmp/run-1/k.so: undefined symbol: __alloca'.",
          WGC_LOG_PICK_LAST, ">undefined symbol: __alloca'.");
    check("prog: /src/a.cpp:12: f: Assertion `x' failed.", WGC_LOG_PICK_LAST,
          ">prog: 12: f: Assertion `x' failed.");
    check("error: a/b:c and d:1", WGC_LOG_PICK_FIRST, ">error: a/b:c and d:1");
}

TEST(a_long_line_keeps_its_error)
{
    char line[2000];
    struct wgc_buf text = {0};

    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\0';
    memcpy(line + 1000, "undefined symbol: _Z3foo", 24);
    assert_true(wgc_log_line_put(&text, "", line, WGC_LOG_PICK_LAST, true));
    assert_int_equal(text.size, WGC_LOG_LINE_MAX);
    assert_non_null(strstr(text.data, "undefined symbol: _Z3foo"));
    wgc_buf_free(&text);
    memcpy(line + 1960, "undefined symbol: _Z4last", 25);
    memset(line + 1000, 'x', 24);
    assert_true(wgc_log_line_put(&text, "", line, WGC_LOG_PICK_LAST, true));
    assert_non_null(strstr(text.data, "undefined symbol: _Z4last"));
    wgc_buf_free(&text);
    for (size_t i = 0; i + 2 < sizeof line; i += 2) {
        memcpy(line + i, "\xc3\xa9", 2); /* no character is cut */
    }
    assert_true(wgc_log_line_put(&text, "", line, WGC_LOG_PICK_LAST, false));
    assert_int_equal(text.size % 2, 0);
    assert_int_equal((unsigned char)text.data[0], 0xC3);
    wgc_buf_free(&text);
}

TEST(an_error_that_is_not_named_so)
{
    struct wgc_buf text = {0};

    assert_true(wgc_log_line_put(&text, "",
                                 "linking\nConflicting SPIR-V versions: 1.0 vs 1.3\ndone\n",
                                 WGC_LOG_PICK_ERROR, true));
    assert_string_equal(text.data, "Conflicting SPIR-V versions: 1.0 vs 1.3");
    wgc_buf_clear(&text);
    assert_true(wgc_log_line_put(&text, "", "x.cl:9: warning: unused 'a'\nSegmentation fault\n\n",
                                 WGC_LOG_PICK_ERROR, true));
    assert_string_equal(text.data, "Segmentation fault");
    wgc_buf_free(&text);
    check_none("linking\ndone\n", true);
}

TEST(an_error_before_a_warning)
{
    check("warning: unused 'a'\nlinking\nunknown intrinsic\n", WGC_LOG_PICK_NO_WARNING,
          ">unknown intrinsic");
    check("warning: unused 'a'\nlinking\n", WGC_LOG_PICK_NO_WARNING, ">warning: unused 'a'");
    check("linking\nunknown intrinsic\n", WGC_LOG_PICK_NO_WARNING, ">linking");
}

TEST(nothing_to_quote)
{
    check_none("", false);
    check_none(" \n\t\r\n", false);
    check_none("Compilation started\nlinking done\n", true);
    check_none("3 errors generated.\nsee https://example.com\n", true);
}

/* A mark that began in front of the part that is quoted does not end in it. */
TEST(a_quotation_mark_without_its_beginning_is_left_out)
{
    static const struct {
        const char *log, *quoted;
    } rows[] = {
        {"dlopen(\"/t/a.so\") failed with '/t/a.so: undefined symbol: __pocl_x'.\n",
         "; it printed: undefined symbol: __pocl_x"},
        {"/t/a.so: undefined symbol: 'x'.\n", "; it printed: undefined symbol: 'x'."},
        {"error: it isn't there.\n", "; it printed: error: it isn't there."},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_buf text = {0};
        assert_true(wgc_log_line_quote(&text, "; it printed: ", rows[i].log, true));
        assert_string_equal(text.data, rows[i].quoted);
        wgc_buf_free(&text);
    }
}
