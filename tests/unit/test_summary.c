/* The end of a run as text: missing features, the table, skips by reason, causes, totals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causes/form_group.h"
#include "record_fixture.h"
#include "report_fixture.h"
#include "reports/skips.h"
#include "reports/summary.h"
#include "tests/unit/test.h"

static const char no_collectives[] = "{\"index\":0,\"name\":\"d\",\"features\":{\"collective_"
                                     "functions\":false,\"subgroups\":false}}";

static void assert_text(struct wgc_buf *out, const char *expected)
{
    assert_string_equal(out->data == NULL ? "" : out->data, expected);
    wgc_buf_free(out);
}

/* Whether the text has the words, wherever its rows end. */
static bool has_words(const struct wgc_buf *out, const char *words)
{
    struct wgc_buf text = {0};

    for (const char *at = out->data; *at != '\0'; at++) {
        const bool blank = *at == ' ' || *at == '\n';
        if (!blank || text.size == 0 || text.data[text.size - 1] != ' ') {
            wgc_buf_char(&text, blank ? ' ' : *at);
        }
    }
    const bool has = strstr(wgc_buf_str(&text), words) != NULL;
    wgc_buf_free(&text);
    return has;
}

TEST(a_device_without_collectives_is_described_in_one_sentence)
{
    const struct wgc_summary_style style = {.failure_limit = 20};
    struct wgc_record *record = fixture_empty_record(5);
    struct wgc_buf out = {0};

    fixture_device(record, no_collectives);
    fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_SKIP);
    fixture_add(record, "c.sub_group_all.int.1.plain", WGC_STATE_SKIP);
    wgc_summary_lack(record, &style, &out);
    assert_text(&out, "this device has no work-group collectives and no sub-groups: nothing could "
                      "be judged\n");
    assert_true(wgc_skips_only(record));
    fixture_add(record, "query.a", WGC_STATE_PASS);
    wgc_summary_lack(record, &style, &out);
    assert_text(&out, "this device has no work-group collectives and no sub-groups: 1 capability "
                      "check could be judged\n");
    assert_false(wgc_skips_only(record));
    fixture_add(record, "query.b", WGC_STATE_FAIL);
    fixture_add(record, "spirv.work_group_all.int.1.plain", WGC_STATE_PASS);
    wgc_summary_lack(record, &style, &out);
    assert_text(&out, "this device has no sub-groups: 3 of 5 cases could be judged\n");
    wgc_record_free(record);
}

/* Skips alone do not prove that the device lacks all functions: they may concern a type or a form.
 */
TEST(a_device_with_the_functions_is_not_described_as_lacking_them)
{
    const struct wgc_summary_style style = {.failure_limit = 20};
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_buf out = {0};

    fixture_device(record, "{\"features\":{\"collective_functions\":true}}");
    fixture_add(record, "c.work_group_reduce_add.half.1.plain", WGC_STATE_SKIP);
    wgc_summary_lack(record, &style, &out);
    assert_text(&out, "");
    wgc_record_free(record);
}

TEST(skips_are_summed_by_their_first_reason)
{
    const struct wgc_summary_style style = {.failure_limit = 20};
    struct wgc_record *record = fixture_empty_record(6);
    struct wgc_buf out = {0};

    fixture_add_because(record, "c.a.int.1.plain", WGC_STATE_SKIP,
                        "the device lacks cl_khr_subgroup_ballot; cl_khr_subgroup_rotate");
    fixture_add_because(record, "c.a.int.2.plain", WGC_STATE_SKIP,
                        "the device lacks cl_khr_subgroup_rotate");
    fixture_add_because(record, "c.a.int.3.plain", WGC_STATE_SKIP,
                        "the device lacks cl_khr_subgroup_ballot");
    fixture_add_because(
        record, "c.a.int.4.plain", WGC_STATE_SKIP,
        "a local size of 257 has 257 work-items and CL_DEVICE_MAX_WORK_GROUP_SIZE is 256");
    fixture_add_because(
        record, "c.a.int.5.plain", WGC_STATE_SKIP,
        "a local size of 8x64 has 512 work-items and CL_DEVICE_MAX_WORK_GROUP_SIZE is 256");
    fixture_add(record, "c.a.int.6.plain", WGC_STATE_PASS);
    wgc_summary_skips(record, &style, &out);
    assert_text(
        &out,
        "\nskipped, 5 cases:\n"
        "        2  a local size of N has N work-items and CL_DEVICE_MAX_WORK_GROUP_SIZE is N\n"
        "        2  the device lacks cl_khr_subgroup_ballot\n"
        "        1  the device lacks cl_khr_subgroup_rotate\n");
    wgc_record_free(record);
}

TEST(rows_in_which_nothing_failed_are_counted_only)
{
    struct wgc_summary_style style = {.failure_limit = 20};
    struct wgc_record *record = fixture_empty_record(5);
    struct wgc_buf out = {0};

    fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_PASS);
    fixture_add(record, "c.work_group_any.int.1.plain", WGC_STATE_SKIP);
    fixture_add(record, "c.work_group_broadcast.int.1.plain", WGC_STATE_SKIP);
    wgc_summary_table(record, &style, &out);
    assert_text(&out, "1 function passed, 2 were skipped (run with -v)\n");
    fixture_add(record, "c.work_group_reduce_add.uint.1.plain", WGC_STATE_PASS);
    fixture_add(record, "c.work_group_reduce_add.uint.2.plain", WGC_STATE_WAIVED);
    wgc_buf_clear(&out);
    wgc_summary_table(record, &style, &out);
    assert_text(&out, "passed/run                  uint\n"
                      "c.work_group_reduce_add      1/2\n"
                      "1 function passed altogether (run with -v)\n"
                      "2 functions were skipped altogether (run with -v)\n");
    style.verbose = true;
    wgc_summary_table(record, &style, &out);
    assert_non_null(strstr(out.data, "\nc.work_group_any         "));
    assert_non_null(strstr(out.data, "     skip        -\n"));
    assert_null(strstr(out.data, "altogether"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* A table that is wider than the terminal comes in blocks of types. */
TEST(a_wide_table_has_blocks)
{
    const struct wgc_summary_style style = {.failure_limit = 20, .verbose = true, .columns = 60};
    static const char *const types[] = {"int", "uint", "long", "ulong", "half", "float"};
    struct wgc_record *record = fixture_empty_record(8);
    struct wgc_buf out = {0};
    char name[80];

    for (size_t i = 0; i < 6; i++) {
        (void)snprintf(name, sizeof name, "c.work_group_reduce_add.%s.1.plain", types[i]);
        fixture_add(record, name, WGC_STATE_PASS);
    }
    fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_PASS);
    wgc_summary_table(record, &style, &out);
    assert_text(&out, "passed/run                   int     uint     long    ulong\n"
                      "c.work_group_all             1/1        -        -        -\n"
                      "c.work_group_reduce_add      1/1      1/1      1/1      1/1\n"
                      "passed/run                  half    float\n"
                      "c.work_group_reduce_add      1/1      1/1\n");
    wgc_record_free(record);
}

TEST(causes_come_before_cases)
{
    struct wgc_summary_style style = {.failure_limit = 20, .report = "my report.json"};
    struct wgc_record *record = fixture_empty_record(4);
    struct wgc_buf out = {0};

    record->seed = 1;
    fixture_add_because(record, "c.work_group_any.int.64.plain", WGC_STATE_TIMEOUT, "60 s");
    fixture_add_because(record, "c.work_group_any.int.7.plain", WGC_STATE_TIMEOUT, "60 s again");
    fixture_add_because(record, "query.a", WGC_STATE_FAIL, "it is 7");
    fixture_add_because(record, "c.work_group_all.int.7.plain", WGC_STATE_WAIVED,
                        "fail as expected: known (f.md); it is wrong");
    record->result[3].waiver = strdup("w-1");
    wgc_summary_causes(record, &style, &out);
    assert_text(&out,
                "\nknown, 1 waived case:\n"
                "        1  w-1: known (f.md)\n"
                "\n3 of 4 cases that ran went wrong, in 2 ways (causes): 2 timeout (1), 1 fail "
                "(failing check 2)\n"
                "\n  1. work_group_any: timeout\n"
                "     timeout, 2 cases: c.work_group_any; int, none of the same function passes\n"
                "     example: c.work_group_any.int.7.plain\n"
                "       60 s again\n"
                "     rule: the device has work-group collective functions (OpenCL C 2.0, or 3.0 "
                "with __opencl_c_work_group_collective_functions), so a kernel that uses this runs "
                "to its end\n"
                "     rerun: wgconform --profile quick c.work_group_any.int.7.plain\n"
                "\n  2. query.a: it is 7\n"
                "     fail\n"
                "     rerun: wgconform --profile quick query.a\n"
                "\nnext, for cause 1, which has the most cases; for another put its number:\n"
                " wgconform causes 'my report.json' --cause 1        # all about it; no "
                "--cause: every cause\n"
                " wgconform repro 'my report.json' --cause 1 -o bug  # writes folder bug: a C "
                "program\n"
                " wgconform rerun 'my report.json' --cause 1         # runs its cases again\n");
    style.report = NULL;
    wgc_summary_causes(record, &style, &out);
    assert_non_null(
        strstr(out.data, " for another put its number; run with -v for every cause:\n"));
    assert_non_null(strstr(out.data, "     rerun: wgconform --profile quick query.a\n"));
    assert_non_null(
        strstr(out.data, "\n wgconform --profile quick c.work_group_any.int.7.plain  "));
    assert_non_null(strstr(out.data, "\n wgconform --describe c.work_group_any.int.7.plain  "));
    assert_non_null(strstr(out.data, " wgconform repro c.work_group_any.int.7.plain -o bug  "));
    wgc_buf_clear(&out);
    style.verbose = true;
    wgc_summary_causes(record, &style, &out);
    assert_int_equal(fixture_count(out.data, "c.work_group_any.int.64.plain"), 2);
    wgc_buf_free(&out);
    style = (struct wgc_summary_style){.failure_limit = 1};
    wgc_summary_causes(record, &style, &out);
    assert_non_null(strstr(out.data, "\n  2. query.a: it is 7\n"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

TEST(a_single_form_is_explained)
{
    const struct wgc_summary_style style = {.failure_limit = 20};
    struct wgc_record *record = fixture_empty_record(3);
    struct wgc_buf out = {0};

    fixture_add_because(record, "c.work_group_any.int.64.loop", WGC_STATE_TIMEOUT, "60 s");
    fixture_add_because(record, "c.sub_group_any.int.7.plain", WGC_STATE_TIMEOUT, "60 s");
    wgc_summary_causes(record, &style, &out);
    assert_non_null(strstr(out.data, "     case: c.work_group_any.int.64.loop\n"
                                     "     form loop: a call in a loop that reads data of the "
                                     "previous round\n       60 s\n"));
    assert_null(strstr(out.data, "form plain"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Failures of so many functions, waived cases of so many waivers, skips for so many reasons. */
static struct wgc_record *fill_record(int failures, int waivers, int reasons)
{
    struct wgc_record *record = fixture_empty_record((size_t)(failures + waivers + reasons + 1));
    char name[80], text[200];

    fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_PASS);
    for (int i = 0; i < failures; i++) {
        (void)snprintf(name, sizeof name, "c.f%c%c_with_a_name_of_some_length.int.8.plain",
                       'a' + i / 26, 'a' + i % 26);
        fixture_add(record, name, WGC_STATE_TIMEOUT);
    }
    for (int i = 0; i < waivers; i++) {
        (void)snprintf(name, sizeof name, "c.w%c.int.8.plain", 'a' + i);
        (void)snprintf(text, sizeof text,
                       "fail as expected: a reason that is longer than a row of "
                       "the screen, as \xc3\xa4 and \xc3\xb6 do not make it shorter (f.md); 1");
        fixture_add_because(record, name, WGC_STATE_WAIVED, text);
        (void)snprintf(name, sizeof name, "w-%c", 'a' + i);
        record->result[record->result_count - 1].waiver = strdup(name);
    }
    for (int i = 0; i < reasons; i++) {
        (void)snprintf(name, sizeof name, "c.s%c.int.8.plain", 'a' + i);
        (void)snprintf(text, sizeof text, "the device lacks a feature %c", 'a' + i);
        fixture_add_because(record, name, WGC_STATE_SKIP, text);
    }
    return record;
}

/* The end of a run with these numbers; its length in rows is checked. */
static void put_screen(int failures, int waivers, int reasons, size_t rows, struct wgc_buf *out)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = rows, .color = true};
    struct wgc_record *record = fill_record(failures, waivers, reasons);

    wgc_buf_clear(out);
    wgc_summary_put(record, &style, out);
    assert_false(out->failed);
    assert_in_range(wgc_screen_rows(out, &style), 1, rows);
    wgc_record_free(record);
}

TEST(the_end_is_one_screen)
{
    struct wgc_buf out = {0};

    for (int failures = 0; failures < 30; failures += failures < 6 ? 1 : 7) {
        for (int waivers = 0; waivers < 26; waivers += waivers < 4 ? 1 : 10) {
            for (int reasons = 0; reasons < 14; reasons += 6) {
                put_screen(failures, waivers, reasons, 16, &out);
                put_screen(failures, waivers, reasons, 23, &out);
                put_screen(failures, waivers, reasons, 60, &out);
            }
        }
    }
    wgc_buf_free(&out);
}

/* Nothing of a sentence is cut: it takes rows. */
TEST(a_long_sentence_takes_rows)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 24, .columns = 80};
    struct wgc_record *record = fixture_empty_record(2);
    struct wgc_buf out = {0};

    fixture_add(record, "c.sub_group_ballot_bit_count.uint4.8.plain", WGC_STATE_BUILD_ERROR);
    record->result[0].build_log =
        strdup("Cannot find symbol _Z26sub_group_ballot_bit_countDv4_j in kernel library\n");
    fixture_add(record, "c.sub_group_ballot_find_lsb.uint4.16.plain", WGC_STATE_BUILD_ERROR);
    record->result[1].build_log =
        strdup("Cannot find symbol _Z25sub_group_ballot_find_lsbDv4_j in kernel library\n");
    wgc_summary_causes(record, &style, &out);
    assert_non_null(strstr(out.data,
                           "  1. sub_group_ballot_bit_count, sub_group_ballot_find_lsb: "
                           "build_error, for\n     example: Cannot find symbol "
                           "_Z26sub_group_ballot_bit_countDv4_j in kernel\n     library (2 cases "
                           "fail, none of the same functions passes)\n"));
    assert_true(has_words(&out, "; rule: the device has cl_khr_subgroup_ballot, so a kernel that "
                                "uses this builds "));
    assert_null(strstr(out.data, "..."));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* At its first use. */
TEST(a_form_is_explained_once)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 24, .columns = 100};
    struct wgc_record *record = fixture_empty_record(4);
    struct wgc_buf out = {0};

    fixture_add(record, "c.work_group_any.int.64.loop", WGC_STATE_TIMEOUT);
    fixture_add(record, "c.work_group_any.int.64.branch", WGC_STATE_TIMEOUT);
    fixture_add(record, "c.sub_group_any.int.7.loop", WGC_STATE_CRASH);
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out,
                          "timeout, forms loop, branch (call "
                          "under a uniform condition) (2 cases fail, none of the same function "
                          "and forms passes; same form as 1) "));
    assert_true(has_words(
        &out,
        "crash, form loop (call in a data-dependent loop) (1 case fails, none of the same function "
        "and form passes) "));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Of a few forms what they are, or have in common. */
TEST(forms_have_names_or_what_they_have_in_common)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 40, .columns = 100};
    static const char *const forms[] = {"some", "either", "trips", "leave"};
    struct wgc_buf out = {0};
    char name[64];

    struct wgc_record *one = fixture_empty_record(1);
    fixture_add(one, "c.sub_group_all.int.16x4.steps", WGC_STATE_TIMEOUT);
    wgc_summary_causes(one, &style, &out);
    assert_true(
        has_words(&out, "form steps (sub-groups call sub_group_barrier unequally often) (1 case "));
    wgc_buf_clear(&out);
    wgc_record_free(one);
    struct wgc_record *record = fixture_empty_record(4);
    for (size_t i = 0; i < 4; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_%s.int.%zu.%s", i % 2 ? "all" : "any", 8 + i,
                       forms[i]);
        fixture_add(record, name, WGC_STATE_TIMEOUT);
    }
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, "timeout where sub-groups of a work-group take different branches "
                                "(4 cases fail, none of the same functions and forms passes) "));
    wgc_record_free(record);
    wgc_buf_free(&out);
}

/* On a screen each cause has words; the first ones have an example and a rule. */
TEST(each_cause_has_words)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 44, .columns = 100};
    struct wgc_record *record = fill_record(29, 0, 0);
    struct wgc_buf out = {0};
    char text[100];

    wgc_summary_put(record, &style, &out);
    assert_in_range(wgc_screen_rows(&out, &style), 36, 44);
    for (int i = 0; i < 29; i++) {
        (void)snprintf(text, sizeof text, " %d. f%c%c_with_a_name_of_some_length: timeout (1",
                       i + 1, 'a' + i / 26, 'a' + i % 26);
        assert_true(has_words(&out, text));
    }
    assert_non_null(strstr(out.data, "\n     c.faa_with_a_name_of_some_length.int.8.plain\n"));
    assert_null(strstr(out.data, "no room for"));
    assert_true(has_words(
        &out, "29 of 30 cases that ran went wrong, in 29 ways (causes): 29 timeout (1-29) "));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* A failure of the state FAIL with a wrong value, in the driver's words where there are some. */
static void add_wrong(struct wgc_record *record, const char *name)
{
    static const char mismatch[] =
        "{\"what\":\"wrong\",\"work_group\":[0,0,0],\"local_id\":[0,0,0],\"expected\":\"1\","
        "\"actual\":\"2\",\"pattern\":\"p\"}";

    fixture_add(record, name, WGC_STATE_FAIL);
    record->result[record->result_count - 1].mismatch = wgc_record_mismatch_parse(mismatch);
}

static void add_refused(struct wgc_record *record, const char *name, const char *log)
{
    fixture_add(record, name, WGC_STATE_BUILD_ERROR);
    record->result[record->result_count - 1].build_log = strdup(log);
}

/* Twenty-six wrong values of a form and a function each, and a refusal of 40 cases in two
 * functions. */
static struct wgc_record *fill_unlike(void)
{
    struct wgc_record *record = fixture_empty_record(90);
    char name[80];

    for (int i = 0; i < 26; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_f%c.int.8.formed%c", 'a' + i, 'a' + i);
        add_wrong(record, name);
    }
    for (int i = 0; i < 40; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_ballot_%s.uint4.%d.plain",
                       i % 2 ? "bit_count" : "find_msb", 15 + i);
        add_refused(record, name,
                    "Cannot find symbol _Z25sub_group_ballot_find_msbDv4_j in kernel library\n");
    }
    fixture_add_because(record, "query.a", WGC_STATE_FAIL, "it is 7");
    fixture_add_because(record, "query.b", WGC_STATE_FAIL, "it is 8");
    return record;
}

/* Each cause is on the screen, with its own function, number of cases and values, also where others
 * have the same words; the wrong values come first, and what to run next is about the first. */
TEST(each_cause_has_its_function_and_its_count)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 34, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_unlike();
    struct wgc_buf out = {0};
    char text[100];

    wgc_summary_causes(record, &style, &out);
    assert_in_range(wgc_screen_rows(&out, &style), 26, 34);
    for (int i = 0; i < 26; i++) {
        (void)snprintf(text, sizeof text, " %d. sub_group_f%c: wrong", i + 1, 'a' + i);
        assert_true(has_words(&out, text));
    }
    assert_true(has_words(&out, " 26. sub_group_fz: wrong: expected 1, got 2 (1) "));
    assert_non_null(strstr(out.data, "; 26. "));
    assert_true(has_words(&out, " 27. sub_group_ballot_find_msb, sub_group_ballot_bit_count: "
                                "build_error: Cannot find symbol "
                                "_Z25sub_group_ballot_find_msbDv4_j in kernel library (40); 28. "
                                "query.a: it is 7 29. query.b: it is 8 "));
    assert_true(has_words(&out, "28 fail (wrong values 1-26: 26, failing checks 28-29: 2), 40 "
                                "build_error (27) "));
    const char *next = strstr(out.data, "\nnext, for cause 1; the largest is 27: 40 cases; for "
                                        "another put its number:\n");
    assert_non_null(next);
    assert_non_null(strstr(next, "\n wgconform repro r.json --cause 1 -o bug  # "));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* The first cause is the largest, one of the largest, or another one is; of single cases nothing.
 */
TEST(what_to_run_next_names_the_largest_cause)
{
    static const struct {
        int first, second;
        const char *words;
    } rows[] = {{1, 1, " for cause 1; for another put its number: "},
                {2, 1, " for cause 1, which has the most cases; for another put its number: "},
                {2, 2, " for cause 1; none has more cases; for another put its number: "},
                {2, 3, " for cause 1; the largest is 2: 3 cases; for another put its number: "}};
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 34, .columns = 100, .report = "r.json"};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(6);
        struct wgc_buf out = {0};
        char name[40];
        for (int k = 0; k < rows[i].first + rows[i].second; k++) {
            const bool is_first = k < rows[i].first;
            (void)snprintf(name, sizeof name, "c.f%c.int.%d.plain", is_first ? 'a' : 'b', k + 1);
            fixture_add(record, name, is_first ? WGC_STATE_CRASH : WGC_STATE_TIMEOUT);
        }
        wgc_summary_causes(record, &style, &out);
        assert_true(has_words(&out, rows[i].words));
        wgc_buf_free(&out);
        wgc_record_free(record);
    }
}

/* A program has no type either, and is no check: it is one of the other failures. */
TEST(a_program_is_no_check)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 34, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_unlike();
    struct wgc_buf out = {0};

    fixture_add_because(record, "c.program.small", WGC_STATE_FAIL, "it is 9");
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, " other failure 28: 1, failing checks 29-30: 2)"));
    assert_true(has_words(&out, " 28. c.program.small: fail: it is 9"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Where not all fit, the smallest with the same words share an entry, and none is named out of
 * order or left out: "5-26. wrong (22)". */
TEST(the_smallest_share_an_entry)
{
    struct wgc_summary_style style = {.failure_limit = 15, .columns = 80, .report = "r.json"};
    struct wgc_record *record = fill_unlike();
    struct wgc_buf out = {0};

    for (style.rows = 12; style.rows < 60; style.rows++) {
        char text[80], shared[80];
        int named = 0;
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
        assert_in_range(wgc_screen_rows(&out, &style), 11, style.rows);
        for (char c = 'a'; c <= 'z'; c++) {
            (void)snprintf(text, sizeof text, " %d. sub_group_f%c: wrong", c - 'a' + 1, c);
            assert_true(!has_words(&out, text) || named == c - 'a');
            named += has_words(&out, text);
        }
        (void)snprintf(text, sizeof text, " %d-26. wrong (%d) ", named + 1, 26 - named);
        (void)snprintf(shared, sizeof shared, " %d-26. sub_group_f%c, ", named + 1, 'a' + named);
        assert_true(named == 26 || has_words(&out, text) || has_words(&out, shared));
        assert_true(has_words(&out, " 27. sub_group_ballot_find_msb"));
        assert_true(has_words(&out, " 28. query.a") || has_words(&out, " 28-29. query.a, query.b"));
        assert_null(strstr(out.data, "more cause"));
    }
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Those that share an entry are those of a kind, from wherever, with their functions where that
 * fits, all of their cases, and the letters of their lines. */
TEST(an_entry_of_several_causes_has_all_of_them)
{
    static const char log[] = "error: %s is unknown\n";
    struct wgc_summary_style style = {.failure_limit = 15, .columns = 80, .report = "r.json"};
    struct wgc_record *record = fixture_empty_record(90);
    struct wgc_buf out = {0};
    char name[60], text[60];

    for (int i = 0; i < 12; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_f%c.int.8.formed%c", 'a' + i, 'a' + i);
        add_wrong(record, name);
        record->result[i].live = (size_t)i + 1;
        record->result[i].is_live_example = true;
    }
    for (int i = 0; i < 9; i++) {
        (void)snprintf(name, sizeof name, "c.work_group_g%c.int.8.plain", 'a' + i);
        (void)snprintf(text, sizeof text, log, (const char *[]){"that", "this"}[i % 2]);
        add_refused(record, name, text);
    }
    style.rows = 12;
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, " 4. sub_group_fd: wrong (1) [D] 5-12. sub_group_fe, sub_group_ff, "
                                "sub_group_fg, sub_group_fh, sub_group_fi, sub_group_fj, "
                                "sub_group_fk, sub_group_fl: wrong (8) [E,F,G,H,I,J,K,L] "));
    wgc_buf_clear(&out);
    style.rows = 10;
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, "; 4-12. wrong (9) [D,E,F,G,H,I,J,K,L] "));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Where not even that fits, the smallest of each kind are counted. */
TEST(what_has_no_room_is_counted_last)
{
    struct wgc_summary_style style = {
        .failure_limit = 15, .columns = 80, .rows = 14, .report = "r.json"};
    struct wgc_record *record = fixture_empty_record(26);
    struct wgc_buf out = {0};
    char name[60], text[60];

    for (int i = 0; i < 26; i++) {
        (void)snprintf(name, sizeof name, "c.work_group_g%c.int.8.plain", 'a' + i);
        (void)snprintf(text, sizeof text, "undefined symbol: _Z9a_symbol%c\n", 'a' + i);
        add_refused(record, name, text);
    }
    wgc_summary_causes(record, &style, &out);
    assert_in_range(wgc_screen_rows(&out, &style), 12, 14);
    assert_true(
        has_words(&out, " 1. work_group_gm: build_error: undefined symbol: _Z9a_symbolm (1) "));
    assert_non_null(strstr(out.data, " more causes ("));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Each wrong value has what was expected before the first cause has its example. */
TEST(values_come_before_an_example)
{
    struct wgc_summary_style style = {.failure_limit = 15, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_unlike();
    struct wgc_buf out = {0};
    int examples = 0;

    for (style.rows = 16; style.rows < 60; style.rows++) {
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
        if (has_words(&out, " c.sub_group_fa.int.8.formeda: wrong: expected 1, got 2 at ")) {
            examples++;
            assert_in_range(fixture_count(out.data, "expected"), 26, 27);
        }
    }
    assert_in_range(examples, 15, 40);
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* However full a screen is, a form that is named has what it is where it is named first. */
TEST(a_form_has_words_on_a_full_screen)
{
    struct wgc_summary_style style = {.failure_limit = 15, .columns = 80};
    static const char *const forms[] = {"steps", "past", "loop",   "branch", "local", "reqd",
                                        "bare",  "ids",  "vector", "many",   "root",  "plain"};
    struct wgc_record *record = fixture_empty_record(20);
    struct wgc_buf out = {0};
    char name[80];

    for (int i = 0; i < 12; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_with_a_name_%c.int.8.%s", 'a' + i, forms[i]);
        add_wrong(record, name);
    }
    for (style.rows = 18; style.rows < 60; style.rows++) {
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
        assert_in_range(wgc_screen_rows(&out, &style), 15, style.rows);
        for (int i = 0; i < 11; i++) {
            (void)snprintf(name, sizeof name, ", form %s ", forms[i]);
            const bool named = has_words(&out, name);
            (void)snprintf(name, sizeof name, ", form %s (%s)", forms[i], wgc_form_words(forms[i]));
            assert_int_equal(has_words(&out, name), named);
        }
        assert_false(has_words(&out, "form plain"));
    }
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* An example has what it gave, where, the operands and the rule. */
TEST(an_example_has_its_values_and_its_rule)
{
    static const char mismatch[] =
        "{\"what\":\"wrong value\",\"kind\":\"value\",\"work_group\":[0,1,0],\"local_id\":[4,0,0],"
        "\"wrong_groups\":7,\"judged_groups\":34,\"input\":\"247 (0xf7)\",\"expected\":\"253 "
        "(0xfd)\",\"actual\":\"248 (0xf8)\","
        "\"group_input\":[%s]}";
    static const char *const rows[][2] = {
        {"\"4 (0x04)\",\"9 (0x09)\"", "; operands: 4, 9; rule: "},
        {"\"4 (0x04)\",\"4 (0x04)\"", "; operands: 2 times 4; rule: "},
        {"", "; its operand: 247; rule: "}};
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 30, .columns = 100};
    struct wgc_buf out = {0};
    char text[400];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(1);
        fixture_add(record, "c.sub_group_reduce_add.uchar.8.plain", WGC_STATE_FAIL);
        (void)snprintf(text, sizeof text, mismatch, rows[i][0]);
        record->result[0].mismatch = wgc_record_mismatch_parse(text);
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
        assert_true(has_words(&out,
                              "c.sub_group_reduce_add.uchar.8.plain: expected 253, got 248 "
                              "at work-group (0,1,0), local id (4,0,0), in 7 of 34 sub-groups;"));
        assert_true(has_words(&out, rows[i][1]));
        assert_true(
            has_words(&out, "rule: every work-item of the group gets a0 op a1 op ... op a(n-1) "));
        wgc_record_free(record);
    }
    wgc_buf_free(&out);
}

/* A result that is not written has the initial value. Any other value may be an answer of the
 * function, also where it is that of before the launch. */
TEST(an_example_names_a_value_of_before_the_launch)
{
    static const char *const facts[] = {"\"kind\":\"value\",\"unwritten\":true",
                                        "\"kind\":\"not_written\",\"unwritten\":true"};
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 30, .columns = 100};
    struct wgc_buf out = {0};
    char text[300];

    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        struct wgc_record *record = fixture_empty_record(1);
        fixture_add(record, "c.sub_group_reduce_add.int.8.plain", WGC_STATE_FAIL);
        (void)snprintf(text, sizeof text,
                       "{\"what\":\"wrong value\",%s,\"work_group\":[0,0,0],"
                       "\"local_id\":[4,0,0],\"expected\":\"9\",\"actual\":\"8\"}",
                       facts[i]);
        record->result[0].mismatch = wgc_record_mismatch_parse(text);
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
        assert_true(has_words(&out, i == 0 ? "expected 9, got 8 at work-group"
                                           : "expected 9, got the initial 8 at work-group"));
        wgc_record_free(record);
    }
    wgc_buf_free(&out);
}

/* In a list a wrong value has what was expected; what the title has is not repeated, and where
 * nothing was written there is no value that was given. */
TEST(a_list_has_values_where_they_are_news)
{
    static const char *const facts[] = {"\"what\":\"wrong value\",\"kind\":\"value\"",
                                        "\"what\":\"wrong value\",\"kind\":\"value\"",
                                        "\"what\":\"not written\",\"kind\":\"not_written\"",
                                        "\"what\":\"\",\"kind\":\"value\",\"truth\":true",
                                        ("\"what\":\"written by a work-item that makes no call\","
                                         "\"overwritten\":true")};
    struct wgc_summary_style style = {.failure_limit = 15, .rows = 9, .columns = 200};
    struct wgc_record *record = fixture_empty_record(8);
    struct wgc_buf out = {0};
    char text[300];

    for (size_t i = 0; i < 5; i++) {
        (void)snprintf(text, sizeof text, "c.sub_group_f%zu.int.8.form%zu", i, i);
        fixture_add(record, text, WGC_STATE_FAIL);
        (void)snprintf(text, sizeof text, "{%s,\"expected\":\"9\",\"actual\":\"8\"}", facts[i]);
        record->result[i].mismatch = wgc_record_mismatch_parse(text);
    }
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, " sub_group_f1: wrong value, form form1: expected 9, got 8 (1"));
    assert_true(has_words(&out, " sub_group_f2: result not written, form form2: expected 9 (1"));
    assert_true(has_words(&out, " sub_group_f3: false instead of true, form form3 (1"));
    assert_true(has_words(&out, " sub_group_f4: written by a work-item that makes no call, form "
                                "form4 (1"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Passing cases are those of the same functions, in each language: one number does not leave out
 * those that another one counts. */
TEST(the_cases_that_pass_are_counted_by_language)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 30, .columns = 100};
    struct wgc_record *record = fixture_empty_record(12);
    struct wgc_buf out = {0};
    char name[64];

    for (int i = 0; i < 3; i++) {
        (void)snprintf(name, sizeof name, "spirv.work_group_any.int.%d.plain", 4 + i);
        add_wrong(record, name);
        (void)snprintf(name, sizeof name, "c.work_group_any.int.%d.plain", 4 + i);
        fixture_add(record, name, WGC_STATE_PASS);
    }
    fixture_add(record, "spirv.work_group_any.int.9.plain", WGC_STATE_PASS);
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, ", only in SPIR-V (3 cases fail, of the same function 1 passes in "
                                "SPIR-V, 3 in OpenCL C) "));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* A form that is what is wrong has why a kernel may do so, where that is not plain. */
TEST(a_form_has_why_it_is_legal)
{
    static const char *const rows[][2] = {
        {"steps", "; legal: sub-groups need not make a call together "},
        {"leaving", "; legal: not all work-items of a sub-group need to call "},
        {"arms", "; legal: all work-items of a group take one branch "},
        {"past", "any of them "}};
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 40, .columns = 100};
    struct wgc_buf out = {0};
    char name[64];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(1);
        (void)snprintf(name, sizeof name, "c.sub_group_any.int.16.%s", rows[i][0]);
        fixture_add(record, name, WGC_STATE_FAIL);
        record->result[0].mismatch =
            wgc_record_mismatch_parse("{\"what\":\"wrong\",\"expected\":\"1\"}");
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
        assert_true(has_words(&out, rows[i][1]));
        assert_int_equal(has_words(&out, "; legal: "), i < 3);
        wgc_record_free(record);
    }
    wgc_buf_free(&out);
}

/* A check has what must hold. */
TEST(a_check_has_its_rule)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 30, .columns = 100};
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_buf out = {0};

    fixture_add_because(record, "query.c_standard_default", WGC_STATE_FAIL, "it is 300, not 120");
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, " 1. query.c_standard_default: it is 300, not 120; rule: without "
                                "-cl-std a program is built as OpenCL C 1.2, the highest 1.x "));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Of many operands it has the number of those that decide: the false ones, or the NaN. */
TEST(an_example_counts_the_operands_that_decide)
{
    static const struct {
        const char *name, *facts, *value, *words;
    } rows[] = {{"c.sub_group_all.int.16.plain", "\"truth\":false", "\"0 (0x00000000)\"",
                 "; its operand: -4 (of the sub-group's 18, 2 are 0); rule: "},
                {"spirv.sub_group_reduce_min.double.16.plain",
                 "\"kind\":\"nan\",\"data_pattern\":\"nan_ignored\"",
                 "\"-nan (0xfff8000000000005)\"",
                 "; its operand: -4 (of the sub-group's 18, 2 are NaN); rule: "},
                {"c.sub_group_reduce_add.int.16.plain", "\"kind\":\"value\"", "\"0 (0x00000000)\"",
                 "; its operand: -4; rule: "}};
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 30, .columns = 100};
    struct wgc_buf text = {0}, out = {0};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(1);
        fixture_add(record, rows[i].name, WGC_STATE_FAIL);
        wgc_buf_clear(&text);
        wgc_buf_printf(&text,
                       "{\"what\":\"wrong value\",%s,\"work_group\":[0,1,0],\"local_id\":[4,0,0],"
                       "\"input\":\"-4\",\"expected\":\"0\",\"actual\":\"1\",\"group_input\":[",
                       rows[i].facts);
        for (int k = 0; k < 16; k++) {
            wgc_buf_printf(&text, "\"%d\",", k - 20);
        }
        wgc_buf_printf(&text, "%s,%s]}", rows[i].value, rows[i].value);
        record->result[0].mismatch = wgc_record_mismatch_parse(wgc_buf_str(&text));
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
        assert_true(has_words(&out, rows[i].words));
        assert_int_equal(has_words(&out, "; of a number and a NaN it takes the number "), i == 1);
        wgc_record_free(record);
    }
    wgc_buf_free(&text);
    wgc_buf_free(&out);
}

/* What a small cause's cases have in common stays in its row: without it the row is not true. */
TEST(a_brief_row_has_what_its_cases_have_in_common)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 34, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_unlike();
    struct wgc_buf out = {0};
    char name[80];

    for (int i = 0; i < 4; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_fb.half.%d.formedb", 9 + i);
        add_wrong(record, name);
        (void)snprintf(name, sizeof name, "c.sub_group_fb.float.%d.formedb", 9 + i);
        fixture_add(record, name, WGC_STATE_PASS);
    }
    for (int i = 0; i < 12; i++) { /* two larger ones have the room */
        (void)snprintf(name, sizeof name, "c.sub_group_f%c.int.%d.formed%c", 'c' + i % 2, 9 + i,
                       'c' + i % 2);
        add_wrong(record, name);
    }
    record->result[1].state = WGC_STATE_PASS; /* of int */
    wgc_summary_causes(record, &style, &out);
    assert_true(
        has_words(&out, " 3. sub_group_fb: wrong, form formedb, only half: expected 1, got 2 (4)"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* A cause in a list begins a row where all of them can; else it follows another one where all of it
 * fits in the row, so that its number is never before a part of it. */
TEST(a_cause_in_a_list_is_not_split)
{
    struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 50, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_unlike();
    struct wgc_buf out = {0};

    for (style.rows = 50; style.rows > 25; style.rows -= 25) {
        size_t begin = 0;
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
        for (int i = 20; i < 26; i++) {
            char text[40], *found;
            (void)snprintf(text, sizeof text, "%d. sub_group_f%c: wrong", i + 1, 'a' + i);
            found = strstr(out.data, text);
            assert_non_null(found);
            begin += found[-2] == '\n';
            assert_true(strcspn(found, "\n") > strlen(text));
        }
        assert_int_equal(begin == 6, style.rows == 50);
    }
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* A check's reason ends after a part or a word, and no name is cut. */
TEST(a_reason_ends_with_a_word)
{
    static const char reason[] =
        "the first property is wrong; the second property is wrong; the third";
    struct wgc_buf out = {0};

    wgc_screen_whole(&out, reason, sizeof reason);
    assert_string_equal(out.data, reason);
    wgc_buf_clear(&out);
    wgc_screen_whole(&out, reason, 66);
    assert_string_equal(out.data, "the first property is wrong; and more");
    wgc_buf_clear(&out);
    wgc_screen_whole(&out, reason, 20);
    assert_string_equal(out.data, "the first ...");
    wgc_buf_clear(&out);
    wgc_screen_whole(&out, "clGetKernelSubGroupInfo(SIZE) gave 0", 20);
    assert_string_equal(out.data, "clGetKernelSubGro...");
    wgc_buf_free(&out);
}

/* One cause alone, in full, by its id. */
TEST(one_cause_is_shown_alone)
{
    struct wgc_summary_style style = {.failure_limit = 15, .report = "r.json"};
    struct wgc_record *record = fill_record(4, 0, 0);
    struct wgc_causes causes;
    struct wgc_buf out = {0};
    struct wgc_err err;

    assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
    style.cause = causes.cause[2].id;
    wgc_summary_causes(record, &style, &out);
    assert_int_equal(fixture_count(out.data, "timeout, 1 case: "), 1);
    assert_non_null(strstr(out.data, "\n  3. fac_with_a_name_of_some_length: timeout\n"));
    assert_non_null(strstr(out.data, "\n wgconform repro r.json --cause 3 -o bug "));
    assert_null(strstr(out.data, "  4. "));
    wgc_causes_free(&causes);
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Of several forms that have nothing in common none is named: they are counted, with those that
 * pass, and the list of a saved report has them. */
TEST(no_form_of_several_is_named)
{
    struct wgc_summary_style style = {.failure_limit = 15, .rows = 24, .columns = 100};
    static const char *const forms[] = {"plain", "loop", "branch", "past"};
    struct wgc_record *record = fixture_empty_record(8);
    struct wgc_buf out = {0};
    char name[80];

    for (int i = 0; i < 4; i++) {
        (void)snprintf(name, sizeof name, "c.work_group_all.int.%d.%s", 9 - i, forms[i]);
        add_wrong(record, name);
    }
    fixture_add(record, "c.work_group_all.int.8.alone", WGC_STATE_PASS);
    fixture_add(record, "c.work_group_all.int.9.loop", WGC_STATE_PASS);
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(
        &out,
        " wrong, in 4 of 5 forms of the call (not alone: nothing kept over "
        "the call) (4 cases fail, 2 of "
        "the same function pass) c.work_group_all.int.9.plain: wrong: expected 1, got 2 at "));
    assert_null(strstr(out.data, "form past"));
    style.rows = 0;
    wgc_buf_clear(&out);
    wgc_summary_causes(record, &style, &out);
    assert_non_null(strstr(out.data, "     forms that fail: plain, loop, branch, past; forms that "
                                     "pass alone: alone\n"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* A command that is longer than a row is broken between words, so that a shell takes all of it. */
TEST(a_long_command_has_a_backslash)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 34, .columns = 80, .report = "a folder/report.json"};
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_buf out = {0};

    char path[120];
    record->rerun = calloc(2, sizeof(char *));
    assert_non_null(record->rerun);
    record->rerun[0] = strdup("a-long-folder/of/the/program/bin/wgconform");
    fixture_add(record, "c.sub_group_non_uniform_scan_inclusive_mul.int.7.plain", WGC_STATE_CRASH);
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out,
                          "next: wgc() { a-long-folder/of/the/program/bin/wgconform "
                          "\"$@\"; } # a short name wgc --describe c.sub_group_non_uniform_"));
    assert_non_null(strstr(out.data, "\n wgc repro 'a folder/report.json' --cause 1 -o bug\n"));
    assert_non_null(strstr(out.data, "\n wgc rerun 'a folder/report.json' --cause 1  # runs its "));
    wgc_buf_clear(&out);
    (void)snprintf(path, sizeof path, "%0100d/wgconform", 0);
    free(record->rerun[0]);
    record->rerun[0] = strdup(path);
    wgc_summary_causes(record, &style, &out);
    assert_non_null(strstr(out.data, "0/wgconform \\\n \"$@\"; }"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* The lines while it ran have letters, which the end has too: of causes that are one now, both, and
 * of one that was a part of another then, those of that. */
TEST(causes_have_the_letters_of_the_lines_while_it_ran)
{
    static const char meaning[] = "[A]: printed as \"new cause [A]\" while it ran ";
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 24, .columns = 200};
    struct wgc_record *record = fill_record(4, 0, 0);
    struct wgc_buf out = {0};

    wgc_summary_causes(record, &style, &out);
    assert_null(strchr(out.data, '['));
    wgc_buf_clear(&out);
    for (size_t i = 0; i < 4; i++) { /* the cases of faa, fab, fac and fad */
        record->result[i + 1].live = (size_t[]){3, 1, 28, 1}[i];
        record->result[i + 1].is_live_example = i != 3;
    }
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, meaning));
    static const char *const letters[] = {"C", "A", "AB", "A"};
    for (size_t i = 0; i < 4; i++) {
        char text[120];
        (void)snprintf(text, sizeof text,
                       " %zu. fa%c_with_a_name_of_some_length: timeout (1 case fails, none of the "
                       "same function passes) [%s] ",
                       i + 1, (char)('a' + i), letters[i]);
        assert_true(has_words(&out, text + (i == 0)));
    }
    wgc_record_free(record);
    wgc_buf_free(&out);
}

/* Each line that named a case of it, but not one that named a part of another cause. */
TEST(a_cause_has_the_letters_of_several_lines)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 24, .columns = 200};
    struct wgc_record *record = fixture_empty_record(7);
    struct wgc_buf out = {0};

    for (size_t i = 0; i < 7; i++) {
        char name[60];
        (void)snprintf(name, sizeof name, "c.sub_group_scan_inclusive_add.int.%zu.plain", i + 4);
        fixture_add(record, name, WGC_STATE_TIMEOUT);
        record->result[i].live = 7 - i;
        record->result[i].is_live_example = i == 1 || i == 4;
    }
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, " passes) [C,F] "));
    wgc_buf_clear(&out);
    for (size_t i = 0; i < 7; i++) {
        record->result[i].is_live_example = true;
    }
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, " passes) [A,B,C,D,...] "));
    wgc_record_free(record);
    wgc_buf_free(&out);
}

/* Each hint names the command: the step on a screen with causes, else the whole command. */
TEST(hints_name_the_command)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 9, .columns = 100, .report = "r.json"};
    struct wgc_buf out = {0};

    for (int failures = 0; failures < 2; failures++) {
        struct wgc_record *record = fill_record(failures, 0, 25);
        wgc_buf_clear(&out);
        wgc_summary_put(record, &style, &out);
        assert_true(failures || has_words(&out, "(wgconform causes r.json -v) "));
        assert_true(
            has_words(&out, failures ? "more reasons " : "more reasons (wgconform causes r.json)"));
        wgc_record_free(record);
    }
    wgc_buf_free(&out);
}

/* The row of the skips has the two largest reasons in few words, however much failed. */
TEST(a_row_has_two_reasons_of_skips)
{
    static const char *const reasons[] = {
        ("the device lacks work-group collective functions (OpenCL C 2.0, or 3.0 with "
         "__opencl_c_work_group_collective_functions)"),
        "the device lacks the SPIR-V capability Groups (CL_DEVICE_IL_VERSION)",
        "nothing was judged: the standard determines none of the results"};
    struct wgc_summary_style style = {.rows = 1, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_record(1, 0, 0);
    struct wgc_buf out = {0};
    char name[80];

    record->total += 6;
    for (int i = 0; i < 6; i++) {
        (void)snprintf(name, sizeof name, "c.s.int.%d.plain", i);
        fixture_add_because(record, name, WGC_STATE_SKIP, reasons[i < 3 ? 0 : i < 5 ? 1 : 2]);
    }
    wgc_summary_skips(record, &style, &out);
    assert_text(&out, "skipped, 75 %: 3 no work-group collective functions; 2 no SPIR-V capability "
                      "Groups; 1 for 1 more\n");
    style.rows = 2;
    wgc_summary_skips(record, &style, &out);
    assert_text(&out, "skipped, 6 of 8 cases (75 %): 3 no work-group collective functions; 2 no "
                      "SPIR-V capability Groups; 1\nfor 1 more reason\n");
    style = (struct wgc_summary_style){.rows = 1, .columns = 80, .report = "r.json"};
    wgc_summary_skips(record, &style, &out);
    assert_text(&out, "skipped, 75 %: 3 no work-group collective functions; 3 for 2 more\n");
    style.columns = 40;
    wgc_summary_skips(record, &style, &out);
    assert_text(&out, "skipped, 6 of 8 cases (75 %) for 3 reasons\n");
    style.columns = 100;
    style.rows = 3;
    wgc_summary_skips(record, &style, &out);
    assert_true(has_words(&out, "; 2 the device lacks the SPIR-V capability Groups (CL_"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* A program that is not built with an option breaks the rule that has the option. */
TEST(a_refused_option_has_its_rule)
{
    static const char of_option[] = "; rule: the OpenCL API has -g among clBuildProgram's options "
                                    "for debugging, so a kernel builds with it ";
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 40, .columns = 200};
    struct wgc_buf out = {0};

    for (int others = 0; others < 3; others++) {
        struct wgc_record *record = fixture_empty_record(3);
        add_refused(record, "c.work_group_all.int.8.debug", "error: unknown argument\n");
        add_refused(record, "c.work_group_any.int.8.exits_debug", "error: unknown argument\n");
        if (others > 0) {
            const char *name =
                others == 1 ? "c.work_group_all.int.8.loop" : "spirv.work_group_all.int.8.debug";
            add_refused(record, name, "error: unknown argument\n");
        }
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
        assert_int_equal(has_words(&out, of_option), others == 0);
        assert_int_equal(has_words(&out, "; rule: the device has work-group collective functions"),
                         others > 0);
        wgc_record_free(record);
    }
    wgc_buf_free(&out);
}

/* Kinds have their order, and in each the largest comes first. The head has the cases of each
 * state, as the totals have them: a check that crashes is a crash. */
TEST(kinds_have_ranges_of_numbers)
{
    static const struct {
        const char *name;
        enum wgc_state state;
    } rows[] = {
        {"c.fa.int.4.plain", WGC_STATE_TIMEOUT},     {"c.fb.int.4.plain", WGC_STATE_CRASH},
        {"c.fc.int.4.plain", WGC_STATE_BUILD_ERROR}, {"c.fc.int.5.plain", WGC_STATE_BUILD_ERROR},
        {"c.fc.int.6.plain", WGC_STATE_BUILD_ERROR}, {"c.fa.int.5.plain", WGC_STATE_TIMEOUT},
        {"c.fd.int.4.plain", WGC_STATE_FAIL}};
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 40, .columns = 100};
    struct wgc_record *record = fixture_empty_record(9);
    struct wgc_buf out = {0};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fixture_add(record, rows[i].name, rows[i].state);
    }
    add_wrong(record, "c.fe.int.4.plain");
    fixture_add(record, "query.shared_process", WGC_STATE_CRASH);
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out,
                          "9 of 9 cases that ran went wrong, in 6 ways (causes): 2 fail (wrong "
                          "value 1: 1, other failure 6: 1), 2 crash (2-3), 2 timeout (4), 3 "
                          "build_error (5) "));
    assert_true(has_words(&out, " 4. fa: timeout"));
    assert_true(has_words(&out, " 5. fc: build_error"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* The least rows in which each of twelve causes has its own, with a program of that length. */
static size_t rows_for_all(int length)
{
    struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 12, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_record(12, 0, 0);
    struct wgc_buf out = {0};
    char path[120];

    record->rerun = calloc(2, sizeof(char *));
    assert_non_null(record->rerun);
    (void)snprintf(path, sizeof path, "%0*d/wgconform", length, 0);
    record->rerun[0] = strdup(path);
    do {
        style.rows++;
        wgc_buf_clear(&out);
        wgc_summary_causes(record, &style, &out);
    } while (fixture_count(out.data, ". f") < 12 && style.rows < 60);
    wgc_buf_free(&out);
    wgc_record_free(record);
    return style.rows;
}

/* A long path of the program has a row once, not in each command. */
TEST(the_path_of_the_program_does_not_decide_what_is_shown)
{
    const size_t rows = rows_for_all(10);

    assert_in_range(rows, 12, 16);
    assert_in_range(rows_for_all(70), rows, rows + 1);
}

/* The program is where the run had it: with scripts/with-device, which set its PATH. */
TEST(what_to_run_next_can_be_pasted)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 40, .columns = 100, .report = "r.json"};
    static const char *const words[] = {"POCL_DEBUG=1", "scripts/with-device", "pocl", "wgconform"};
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_buf out = {0};

    record->seed = 1;
    record->rerun = calloc(5, sizeof(char *));
    assert_non_null(record->rerun);
    for (size_t i = 0; i < 4; i++) {
        record->rerun[i] = strdup(words[i]);
    }
    fixture_add(record, "c.work_group_any.int.7.plain", WGC_STATE_TIMEOUT);
    wgc_summary_causes(record, &style, &out);
    assert_non_null(strstr(out.data, "\n wgc() { scripts/with-device pocl wgconform \"$@\"; }"));
    assert_non_null(strstr(out.data, "\n wgc rerun r.json --cause 1 "));
    assert_non_null(strstr(out.data, "\n wgc --describe c.work_group_any.int.7.plain "));
    assert_non_null(strstr(out.data, "\n wgc repro r.json --cause 1 -o bug "));
    assert_non_null(strstr(out.data, "\n wgc causes r.json "));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* However many causes are wrong values, the first of each other kind of failure has its line. */
TEST(each_kind_of_failure_is_shown)
{
    struct wgc_record *record = fixture_empty_record(31);
    struct wgc_summary_style style = {.failure_limit = 15, .rows = 24, .columns = 80};
    struct wgc_buf out = {0};
    char name[64];

    for (int i = 0; i < 30; i++) {
        (void)snprintf(name, sizeof name, "c.f%d.int.4.plain", i);
        fixture_add(record, name, i < 28 ? WGC_STATE_TIMEOUT : WGC_STATE_BUILD_ERROR);
    }
    fixture_add_because(record, "c.g.int.4.plain", WGC_STATE_FAIL, "it is 7");
    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out,
                          "31 of 31 cases that ran went wrong, in 30 ways (causes): 28 timeout "
                          "(1-28), 2 build_error (29), 1 fail (other failure 30) "));
    assert_true(has_words(&out, " 30. g: fail: it is 7 (1"));
    assert_true(has_words(&out, "29. f28 and 1 more: build_error") ||
                has_words(&out, "29. f28, f29: build_error"));
    assert_true(has_words(&out, "; 28. f9: timeout (1) 29. "));
    assert_null(strstr(out.data, "more cause"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* What is left out is counted; the causes come first, then the waivers, the skips, the table. */
TEST(what_does_not_fit_is_counted)
{
    struct wgc_buf out = {0};

    put_screen(29, 20, 12, 23, &out);
    assert_true(has_words(&out, "29 of 50 cases that ran went wrong, in 29 ways (causes): 29 "
                                "timeout (1-29)\033[0m "));
    assert_true(has_words(&out, " 13. fam_with_a_name_of_some_length: timeout (1); 14-29. timeout "
                                "(16) "));
    assert_true(has_words(&out, " for another put its number; run with -v for every cause: "));
    assert_non_null(strstr(out.data, "known: 20 cases are waived by 20 waivers (run with -v)\n"));
    assert_non_null(strstr(out.data, "skipped, 19 %: 1 no a feature a; 1 no a feature b; 10 for 10 "
                                     "more\n"));
    assert_null(strstr(out.data, "passed/run"));
    put_screen(2, 1, 1, 36, &out);
    assert_int_equal(fixture_count(out.data, "rule: "), 0);
    assert_int_equal(fixture_count(out.data, "\n     c.f"), 2);
    assert_non_null(strstr(out.data, "        1  w-a: a reason that is longer than a row of the "));
    assert_null(strstr(out.data, "shorter (f.md)"));
    assert_non_null(strstr(out.data, "\nskipped, 1 case:\n"));
    assert_non_null(strstr(out.data, "passed/run"));
    put_screen(0, 0, 0, 23, &out);
    assert_string_equal(out.data, "1 function passed (run with -v)\n");
    wgc_buf_free(&out);
}

TEST(a_screen_counts_what_is_seen)
{
    struct wgc_summary_style style = {0};
    struct wgc_buf text = {0};

    wgc_buf_text(&text, "\n");
    for (int i = 0; i < WGC_SCREEN_COLUMNS; i++) {
        wgc_buf_text(&text, "\033[31m\xc3\xa4\033[0m");
    }
    wgc_buf_text(&text, "\n");
    assert_int_equal(wgc_screen_rows(&text, &style), 2);
    text.size--;
    wgc_buf_text(&text, "x\n");
    assert_int_equal(wgc_screen_rows(&text, &style), 3);
    style.columns = 2 * WGC_SCREEN_COLUMNS;
    assert_int_equal(wgc_screen_rows(&text, &style), 2);
    wgc_buf_free(&text);
}

TEST(a_long_table_has_the_worst_rows)
{
    struct wgc_summary_style style = {.failure_limit = 15};
    struct wgc_record *record = fixture_empty_record(40);
    struct wgc_buf out = {0};

    for (int i = 0; i < 20; i++) {
        char name[64];
        for (int k = 0; k < (i == 19 ? 3 : 1); k++) {
            (void)snprintf(name, sizeof name, "c.f%c.int.%d.plain", 'a' + i, k + 8);
            fixture_add(record, name, WGC_STATE_TIMEOUT);
        }
    }
    wgc_summary_table(record, &style, &out);
    assert_int_equal(fixture_count(out.data, "\nc.f"), 15);
    assert_non_null(strstr(out.data, "\nc.ft          0/3\n")); /* the last one by name */
    assert_non_null(
        strstr(out.data, "\n5 more functions failed in part or altogether (run with -v)\n"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

TEST(one_case_is_a_case)
{
    const struct wgc_summary_style style = {.failure_limit = 20};
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_buf out = {0};

    fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_PASS);
    wgc_summary_totals(record, &style, &out);
    assert_text(&out, "1 case, 1 pass in 0.0 s\n");
    record->total = 2;
    wgc_summary_totals(record, &style, &out);
    assert_text(&out, "2 cases, 1 pass, 1 not run in 0.0 s\n");
    record->seconds = 1700.6; /* tenths would not be seen, and need room */
    wgc_summary_totals(record, &style, &out);
    assert_text(&out, "2 cases, 1 pass, 1 not run in 1701 s\n");
    wgc_record_free(record);
}
