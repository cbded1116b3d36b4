#include "reports/lines.h"

#include <string.h>

#include "base/json.h"
#include "base/plural.h"
#include "base/report_text.h"
#include "record/case_name.h"

/* What the other runners distinguish. */
enum kind { PASSED, FAILED, SKIPPED };

static enum kind kind_of(enum wgc_state state)
{
    if (state == WGC_STATE_PASS) {
        return PASSED;
    }
    return state == WGC_STATE_SKIP || state == WGC_STATE_WAIVED ? SKIPPED : FAILED;
}

int wgc_lines_compare(const char *a, const char *b)
{
    const size_t left = wgc_case_name_test_suite(a), right = wgc_case_name_test_suite(b);
    const int order = strncmp(a, b, left < right ? left : right);

    if (order != 0 || left != right) {
        return order != 0 ? order : left < right ? -1 : 1;
    }
    return strcmp(a, b);
}

static bool has_same_suite(const char *a, const char *b)
{
    const size_t length = wgc_case_name_test_suite(a);

    return length == wgc_case_name_test_suite(b) && strncmp(a, b, length) == 0;
}

void wgc_lines_put_list(struct wgc_buf *out, char *const *name, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = wgc_case_name_test_suite(name[i]);
        if (i == 0 || !has_same_suite(name[i - 1], name[i])) {
            wgc_buf_printf(out, "%.*s.\n", (int)length, name[i]);
        }
        wgc_buf_printf(out, "  %s\n", name[i] + length + 1);
    }
}

void wgc_lines_put_start(struct wgc_buf *out, enum wgc_lines lines, size_t count)
{
    if (lines == WGC_LINES_GTEST) {
        wgc_buf_printf(out, "[==========] Running %zu test%s.\n", count, wgc_plural(count));
    }
}

/* The state and the reason between the lines of a test. No brackets: deqp-runner takes each word in
 * brackets as the end of the test. */
static void put_details(struct wgc_buf *out, const struct wgc_result *result)
{
    struct wgc_buf text = {0}, reason = {0};

    wgc_buf_printf(&text, "%s: ", wgc_state_name(result->state));
    wgc_result_put_reason(&reason, result);
    wgc_report_text(&text, wgc_buf_str(&reason));
    for (size_t i = 0; i < text.size && text.data != NULL; i++) {
        const char c = text.data[i];
        text.data[i] = c == '[' ? '(' : c == ']' ? ')' : c == '\n' || c == '\r' ? ' ' : c;
    }
    wgc_buf_add(out, wgc_buf_str(&text), text.size);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed || reason.failed;
    wgc_buf_free(&text);
    wgc_buf_free(&reason);
}

static void put_gtest(struct wgc_buf *out, const struct wgc_result *result)
{
    static const char *const words[] = {
        [PASSED] = "[       OK ]", [FAILED] = "[  FAILED  ]", [SKIPPED] = "[  SKIPPED ]"};

    wgc_buf_printf(out, "[ RUN      ] %s\n", result->name);
    if (result->state != WGC_STATE_PASS) {
        put_details(out, result);
    }
    wgc_buf_printf(out, "%s %s (%.0f ms)\n", words[kind_of(result->state)], result->name,
                   result->seconds * 1000.0);
}

void wgc_lines_put_result(struct wgc_buf *out, enum wgc_lines lines,
                          const struct wgc_result *result)
{
    static const char *const words[] = {[PASSED] = "pass", [FAILED] = "fail", [SKIPPED] = "skip"};
    const char *word = words[kind_of(result->state)];

    switch (lines) {
    case WGC_LINES_NONE:
        break;
    case WGC_LINES_GTEST:
        put_gtest(out, result);
        break;
    case WGC_LINES_PIGLIT: /* it has states of its own for these */
        word = result->state == WGC_STATE_CRASH     ? "crash"
               : result->state == WGC_STATE_TIMEOUT ? "timeout"
                                                    : word;
        wgc_buf_text(out, "PIGLIT: {\"subtest\": {");
        wgc_json_put_string(out, result->name);
        wgc_buf_printf(out, ": \"%s\"}}\n", word);
        break;
    case WGC_LINES_LAVA:
        wgc_buf_printf(out, "<LAVA_SIGNAL_TESTCASE TEST_CASE_ID=%s RESULT=%s>\n", result->name,
                       word);
        break;
    }
}

/* "[  FAILED  ] 2 tests, listed below:" and their names. */
static void put_names(struct wgc_buf *out, const struct wgc_record *record, enum kind kind,
                      const char *word, size_t count)
{
    wgc_buf_printf(out, "%s %zu test%s, listed below:\n", word, count, wgc_plural(count));
    for (size_t i = 0; i < record->result_count; i++) {
        if (kind_of(record->result[i].state) == kind) {
            wgc_buf_printf(out, "%s %s\n", word, record->result[i].name);
        }
    }
}

static void put_gtest_end(struct wgc_buf *out, const struct wgc_record *record,
                          const size_t count[3])
{
    const size_t left = wgc_record_total(record) - record->result_count;

    wgc_buf_printf(out, "[==========] %zu test%s ran. (%.0f ms total)\n", record->result_count,
                   wgc_plural(record->result_count), record->seconds * 1000.0);
    wgc_buf_printf(out, "[  PASSED  ] %zu test%s.\n", count[PASSED], wgc_plural(count[PASSED]));
    if (count[SKIPPED] > 0) {
        put_names(out, record, SKIPPED, "[  SKIPPED ]", count[SKIPPED]);
    }
    if (count[FAILED] > 0) {
        put_names(out, record, FAILED, "[  FAILED  ]", count[FAILED]);
        wgc_buf_printf(out, "\n%2zu FAILED %s\n", count[FAILED],
                       count[FAILED] == 1 ? "TEST" : "TESTS");
    }
    if (left > 0) {
        wgc_buf_printf(out, "\n%zu tests did not run\n", left);
    }
}

void wgc_lines_put_end(struct wgc_buf *out, enum wgc_lines lines, const struct wgc_record *record)
{
    size_t count[3] = {0};

    for (size_t i = 0; i < record->result_count; i++) {
        count[kind_of(record->result[i].state)]++;
    }
    switch (lines) {
    case WGC_LINES_NONE:
    case WGC_LINES_LAVA:
        break;
    case WGC_LINES_GTEST:
        put_gtest_end(out, record, count);
        break;
    case WGC_LINES_PIGLIT:
        wgc_buf_printf(out, "PIGLIT: {\"result\": \"%s\"}\n",
                       count[FAILED] > 0   ? "fail"
                       : count[PASSED] > 0 ? "pass"
                                           : "skip");
        break;
    }
}
