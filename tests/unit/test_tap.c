/* TAP, the shape of OpenCL-CTS, and the output for GitHub: line by line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "record_fixture.h"
#include "report_fixture.h"
#include "reports/parts.h"
#include "reports/github.h"
#include "tests/unit/test.h"

static void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        fail_msg("\"%s\" is not in:\n%s", part, text);
    }
}

/* No control character but line ends: a log cannot begin a line of its own, or end the block. */
static void assert_one_line_fields(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        assert_true((unsigned char)*at >= 0x20 || *at == '\n');
    }
}

TEST(tap_has_a_point_for_each_case)
{
    SCOPED_RECORD *record = fixture_all_states();
    char *text = fixture_put(wgc_tap_put, record);

    assert_int_equal(strncmp(text, "TAP version 13\n1..11\n", 21), 0);
    assert_int_equal(fixture_count(text, "\nok "), 3);
    assert_int_equal(fixture_count(text, "\nnot ok "), 8);
    assert_int_equal(fixture_count(text, "\n  ---\n"), fixture_count(text, "\n  ...\n"));
    assert_has(text, "\nok 6 - c.work_group_all.int.skip.plain # SKIP because of <this>");
    assert_has(text,
               "\nnot ok 7 - c.work_group_all.int.waived.plain # TODO waiver driver-7: because");
    assert_has(text, "\nok 11 - query.version\n");
    assert_has(text, "\n  state: \"crash\"\n");
    assert_has(text, "\n  signal: \"SIGSEGV\"\n");
    assert_has(text, "\n  frames: [\"libA<&>.so+0x1f\",\"libB.so+0x2\"]\n");
    assert_has(text, "\n  work_group: [1, 2, 3]\n  local_id: [4, 0, 0]\n");
    assert_has(text, "\n  expected: \"28\"\n  actual: \"27 <&>\"\n");
    assert_has(text, "\n  rerun: \"A_B='it'\\\\''s' scripts/with-device pocl 'X=wg conform' "
                     "--device 'P/D <&>' --profile quick --seed 7 "
                     "c.work_group_all.int.fail.plain\"\n");
    assert_one_line_fields(text);
    assert_null(strstr(text, "Bail out!"));
    free(text);
}

/* Only the whole run reproduces a finding about several cases. */
TEST(a_finding_is_shown_by_the_whole_run)
{
    static const char *const words[] = {"wgconform",    "-d",    "3",      "-p",     "quick",
                                        "--device=all", "-o",    "r.json", "--html", "r.html",
                                        "--resume=r",   "c.a.*", "-dpocl", "!*.1.*"};
    SCOPED_RECORD *record = fixture_all_states();

    for (size_t i = 0; record->command[i] != NULL; i++) {
        free(record->command[i]);
    }
    free(record->command);
    record->command = calloc(sizeof words / sizeof words[0] + 1, sizeof(char *));
    assert_non_null(record->command);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        record->command[i] = strdup(words[i]);
    }
    fixture_add_because(record, "query.shared_program", WGC_STATE_CRASH, "two kernels");
    char *text = fixture_put(wgc_tap_put, record);
    assert_has(text, " --device 'P/D <&>' -p quick 'c.a.*' '!*.1.*'\"\n");
    free(text);
}

TEST(tap_bails_out_where_cases_are_missing)
{
    SCOPED_RECORD *record = fixture_empty_record(5);

    fixture_add(record, "c.f.int.1.plain", WGC_STATE_PASS);
    char *text = fixture_put(wgc_tap_put, record);
    assert_has(text, "1..5\nok 1 - c.f.int.1.plain\nBail out! not complete: 4 of 5");
    free(text);
    record->total = 1;
    text = fixture_put(wgc_tap_put, record);
    assert_has(text, "\nBail out! not complete: it ended early, after 1 case\n");
    free(text);
}

TEST(cts_shape_has_the_results_without_waivers)
{
    static const char *const words[] = {"pass", "fail", "fail", "fail", "fail", "skip",
                                        "fail", "pass", "fail", "fail", "pass"};
    SCOPED_RECORD *record = fixture_all_states();
    char *text = fixture_put(wgc_cts_shape_put, record);
    cJSON *root = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(root, "results");

    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "cmd")),
                        "wgconform");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "args")),
                        "--seed=\"7\"\n");
    assert_int_equal(cJSON_GetArraySize(results), record->result_count);
    for (size_t i = 0; i < record->result_count; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(results, record->result[i].name);
        assert_string_equal(cJSON_GetStringValue(item), words[i]);
    }
    cJSON_Delete(root);
    free(text);
}

TEST(annotations_name_the_cause_and_its_example)
{
    SCOPED_RECORD *record = fixture_all_states();
    char *text = fixture_put(wgc_github_annotations, record);

    assert_int_equal(fixture_count(text, "\n"), 7);
    assert_has(text, "::error title=work_group_all%3A timeout (1 case)::timeout "
                     "c.work_group_all.int.timeout.plain%0Abecause of <this>");
    assert_has(
        text, "%0Arerun: A_B='it'\\''s' scripts/with-device pocl 'X=wg conform' --device 'P/D <&>' "
              "--profile quick --seed 7 "
              "c.work_group_all.int.fail.plain\n");
    free(text);
}

TEST(annotations_are_ten_at_the_most)
{
    SCOPED_RECORD *record = fixture_empty_record(40);

    for (int i = 0; i < 30; i++) {
        char name[64];
        char reason[64];
        (void)snprintf(name, sizeof name, "c.f%02d.int.1.plain", i);
        (void)snprintf(reason, sizeof reason, "100%% wrong, %.*s", i + 1,
                       "abcdefghijklmnopqrstuvwxyzabcd");
        fixture_add_because(record, name, WGC_STATE_FAIL, reason);
    }
    char *text = fixture_put(wgc_github_annotations, record);
    assert_int_equal(fixture_count(text, "::error title="), WGC_GITHUB_ANNOTATIONS);
    assert_int_equal(fixture_count(text, "\n"), WGC_GITHUB_ANNOTATIONS);
    assert_has(text, "100%25 wrong, a");
    assert_has(text, "::error title=wgconform::22 more causes of failures\n");
    assert_has(text, "not complete: 10 of 40 cases have no result\n");
    free(text);
}

TEST(the_step_s_summary_has_totals_and_failures)
{
    SCOPED_RECORD *record = fixture_all_states();
    char *text = fixture_put(wgc_github_summary, record);

    assert_has(text, "## Work-group collectives: 7 causes of 7 failing cases\n");
    assert_has(text, "A device &#60;&#38;&#62;, P, driver 1.2; profile quick, seed 7");
    assert_has(text, "**11 cases**, 2 pass, 1 fail, 1 crash");
    assert_has(text, "| `c.work_group_all` | 1 | 1 | 1 | **7** |\n");
    assert_int_equal(fixture_count(text, "<details>"), 7);
    assert_has(text, "<details><summary>work&#95;group&#95;all: timeout (timeout, 1 case)</summary>"
                     "\n\n`c.work_group_all`; `int`\n\n"
                     "example: `c.work_group_all.int.timeout.plain`\n");
    assert_has(text, "\nknown, and waived:\n\n- because of");
    assert_int_equal(fixture_count(text, "<this>"), 0);
    free(text);
}

TEST(the_step_s_summary_stays_below_the_limit)
{
    enum { CASES = 3000, LENGTH = 9000 };
    SCOPED_RECORD *record = fixture_empty_record(CASES);
    char *reason = malloc(LENGTH + 1);

    assert_non_null(reason);
    memset(reason, '<', LENGTH);
    reason[LENGTH] = '\0';
    for (int i = 0; i < CASES; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "c.f%d.int.%d.plain", i, i);
        for (int k = 0; k < 12; k++) { /* in letters: numbers do not distinguish causes */
            reason[k] = (i >> k & 1) != 0 ? 'a' : 'b';
        }
        fixture_add_because(record, name, WGC_STATE_FAIL, reason);
    }
    char *text = fixture_put(wgc_github_summary, record);
    assert_in_range(strlen(text), 100 * 1000, WGC_GITHUB_SUMMARY_LIMIT);
    assert_has(text, " more causes\n");
    free(reason);
    free(text);
}
