/* The end of a run as text: missing features, the table, skips by reason, causes, totals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                "\n2 causes of 3 failing cases, at most 2 defects, probably fewer; causes by kind, "
                "largest first: 1 fail, 1 timeout\n"
                "\n  1. work_group_any: timeout\n"
                "     timeout, 2 cases: c.work_group_any; int\n"
                "     smallest: c.work_group_any.int.7.plain\n"
                "       60 s again\n"
                "     rerun: wgconform --profile quick c.work_group_any.int.7.plain\n"
                "\n  2. query.a: it is 7\n"
                "     fail\n"
                "     rerun: wgconform --profile quick query.a\n"
                "\nnext, of cause 1, the first (--cause N: another): 1 all causes and skips (-v: "
                "cases); 2 what a case checks (--dump-kernel: its kernel); 3 a program; 4 a "
                "rerun\n"
                "  1. wgconform causes 'my report.json'\n"
                "  2. wgconform --describe c.work_group_any.int.7.plain\n"
                "  3. wgconform repro 'my report.json' --cause 1 -o bug\n"
                "  4. wgconform rerun 'my report.json' --cause 1\n");
    style.report = NULL;
    wgc_summary_causes(record, &style, &out);
    assert_non_null(strstr(out.data, "\n  1. run with -v\n"));
    assert_non_null(strstr(out.data, "     rerun: wgconform --profile quick query.a\n"));
    assert_non_null(
        strstr(out.data, "\n  4. wgconform --profile quick c.work_group_any.int.7.plain\n"));
    assert_non_null(strstr(out.data, " wgconform repro c.work_group_any.int.7.plain -o bug\n"));
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

/* What is wrong comes last in a title, so nothing of it is cut: it takes rows. */
TEST(a_long_title_takes_rows)
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
                           "_Z26sub_group_ballot_bit_countDv4_j in kernel\n     library"));
    assert_null(strstr(out.data, "..."));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* At its first use, on a screen too; a cause whose title has words on its forms needs no line. */
TEST(a_form_is_explained_once)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 24, .columns = 100};
    struct wgc_record *record = fixture_empty_record(4);
    struct wgc_buf out = {0};

    fixture_add(record, "c.work_group_any.int.64.loop", WGC_STATE_TIMEOUT);
    fixture_add(record, "c.work_group_any.int.64.branch", WGC_STATE_TIMEOUT);
    fixture_add(record, "c.sub_group_any.int.7.loop", WGC_STATE_CRASH);
    wgc_summary_causes(record, &style, &out);
    assert_int_equal(fixture_count(out.data, "form loop: a call in a loop that reads data"), 1);
    assert_int_equal(fixture_count(out.data, "form branch: "), 1);
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Of many forms the screen has the number: each that it names is explained. */
TEST(the_forms_of_a_title_are_explained_or_counted)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 40, .columns = 100};
    static const char *const forms[] = {"some", "either", "trips", "leave"};
    struct wgc_buf out = {0};
    char name[64];

    struct wgc_record *one = fixture_empty_record(1);
    fixture_add(one, "c.sub_group_all.int.16x4.steps", WGC_STATE_TIMEOUT);
    wgc_summary_causes(one, &style, &out);
    assert_non_null(strstr(out.data, "\n     form steps: sub-groups that make different numbers of "
                                     "sub_group_barrier calls\n"));
    wgc_buf_clear(&out);
    wgc_record_free(one);
    for (size_t count = 2; count <= 4; count += 2) {
        struct wgc_record *record = fixture_empty_record(count);
        for (size_t i = 0; i < count; i++) {
            (void)snprintf(name, sizeof name, "c.sub_group_%s.int.%zu.%s", i % 2 ? "all" : "any",
                           8 + i, forms[i]);
            fixture_add(record, name, WGC_STATE_TIMEOUT);
        }
        wgc_summary_causes(record, &style, &out);
        assert_int_equal(fixture_count(out.data, count == 2 ? "(forms some, either)" : "(4 forms)"),
                         1);
        assert_int_equal(fixture_count(out.data, "\n     form "), count == 2 ? 2 : 0);
        assert_int_equal(fixture_count(out.data, "form some: a call that some"), count == 2);
        wgc_buf_clear(&out);
        wgc_record_free(record);
    }
    wgc_buf_free(&out);
}

/* On a screen each cause has words, and the name of a case. */
TEST(each_cause_has_words)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 44, .columns = 100};
    struct wgc_record *record = fill_record(29, 0, 0);
    struct wgc_buf out = {0};
    char text[100], row[100];

    wgc_summary_put(record, &style, &out);
    assert_in_range(wgc_screen_rows(&out, &style), 30, 44);
    for (int i = 0; i < 29; i++) {
        (void)snprintf(text, sizeof text, "%3d. f%c%c_with_a_name_of_some_length: timeout%s", i + 1,
                       'a' + i / 26, 'a' + i % 26, i == 0 ? "\n" : " (1 case): c.f");
        (void)snprintf(row, sizeof row, "%3d. timeout (1 case): c.f%c%c_with_a_name_of", i + 1,
                       'a' + i / 26, 'a' + i % 26);
        assert_int_equal(fixture_count(out.data, text) + fixture_count(out.data, row), 1);
    }
    assert_null(strstr(out.data, "no room here"));
    assert_true(has_words(&out, ", at most 29 defects, probably fewer; causes by kind, largest "
                                "first: 29 timeout "));
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
    struct wgc_record *record = fixture_empty_record(80);
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

/* The reason of a row is whole, and the largest cause has its row, whatever its kind. */
TEST(large_causes_have_rows_and_reasons_are_whole)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 22, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_unlike();
    struct wgc_buf out = {0};

    wgc_summary_causes(record, &style, &out);
    assert_in_range(wgc_screen_rows(&out, &style), 20, 22);
    const char *large = strstr(out.data, "\n 27. ");
    assert_non_null(large);
    const char *reason =
        strstr(large, "Cannot find symbol _Z25sub_group_ballot_find_msbDv4_j in kernel");
    assert_non_null(reason);
    assert_true(reason - large < 200);
    /* what has no room has one case: the last of those; checks have one row */
    const char *left = strstr(out.data, "\nno room here (step 1): ");
    assert_non_null(left);
    assert_true(has_words(&out, "-26 fail ("));
    assert_non_null(strstr(out.data, "\n 28-29. 2 failing checks, a case each: query.a: it is 7; "
                                     "query.b: it is 8\n"));
    assert_null(strstr(left, "build_error"));
    /* the steps are about the first one */
    assert_non_null(strstr(left, "\n  3. wgconform repro r.json --cause 1 -o bug\n"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* A program has no type either, and is no check: it has a row, or is among what has no room. */
TEST(a_program_is_not_folded_with_the_checks)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 22, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_unlike();
    struct wgc_buf out = {0};

    fixture_add_because(record, "c.program.small", WGC_STATE_FAIL, "it is 9");
    wgc_summary_causes(record, &style, &out);
    assert_non_null(strstr(out.data, "\n 29-30. 2 failing checks, a case each: "));
    assert_true(strstr(out.data, "\n 28. ") != NULL || strstr(out.data, ", 28 fail (") != NULL);
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* A large screen has the functions and forms of what has no room, and what its forms are. */
TEST(a_large_screen_explains_more)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 32, .columns = 100, .report = "r.json"};
    struct wgc_record *record = fill_unlike();
    struct wgc_buf out = {0};

    add_wrong(record, "c.sub_group_reduce_add.int.8.steps");
    add_wrong(record, "c.sub_group_reduce_add.int.9.steps");
    add_wrong(record, "c.sub_group_any.int.9.samecall_debug");
    for (int i = 0; i < 12; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "c.other%d.int.8.plain", i);
        fixture_add(record, name, WGC_STATE_TIMEOUT);
    }
    wgc_summary_causes(record, &style, &out);
    assert_in_range(wgc_screen_rows(&out, &style), 30, 32);
    assert_true(has_words(&out, "no room here (step 1): "));
    assert_true(has_words(&out, " more; forms formed"));
    assert_int_equal(fixture_count(out.data, "forms: "), 0); /* the causes need its rows */
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Where each cause has a row, the screen has what its forms are. */
TEST(a_large_screen_explains_its_forms)
{
    const struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 32, .columns = 100, .report = "r.json"};
    static const char *const forms[] = {"steps", "past", "loop",   "branch", "local", "reqd",
                                        "bare",  "ids",  "vector", "many",   "root",  "plain"};
    struct wgc_record *record = fixture_empty_record(20);
    struct wgc_buf out = {0};
    char name[80];

    for (int i = 0; i < 12; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_f%c.int.8.%s", 'a' + i, forms[i]);
        add_wrong(record, name);
    }
    wgc_summary_causes(record, &style, &out);
    assert_in_range(wgc_screen_rows(&out, &style), 15, 32);
    assert_true(has_words(&out, "steps (sub-groups call sub_group_barrier unequally often)"));
    assert_null(strstr(out.data, "plain ("));
    assert_int_equal(fixture_count(out.data, "forms: "), 1);
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Of a small cause a row has what is wrong and where, without the case, if both are too long. */
TEST(a_brief_row_has_what_is_wrong)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 14, .columns = 80};
    static const char *const forms[] = {"some", "either", "trips", "leave", "active", "lanes"};
    struct wgc_record *record = fixture_empty_record(40);
    struct wgc_buf out = {0};
    char name[100];

    for (int i = 0; i < 24; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_with_a_long_name_%c.int.%d.%s", 'a' + i % 4,
                       8 + i, forms[i % 6]);
        add_wrong(record, name);
    }
    add_refused(record, "c.sub_group_all.int.8.plain", "a line of the driver\n");
    wgc_summary_causes(record, &style, &out);
    assert_in_range(wgc_screen_rows(&out, &style), 8, 14);
    assert_int_equal(fixture_count(out.data, " where sub-groups of a work-group take different") +
                         fixture_count(out.data, ", forms some, either, trips, leave"),
                     1);
    assert_null(strstr(out.data, "no room here"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* What is cut is marked, and the name of a case comes after it. */
TEST(a_cut_row_has_a_name)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 20, .columns = 80};
    struct wgc_record *record = fixture_empty_record(20);
    struct wgc_buf out = {0};
    char name[100], log[100];

    for (int i = 0; i < 10; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_any.int.%d.plain", 8 + i);
        (void)snprintf(log, sizeof log,
                       "error: %c is in none of the many kernels of the library "
                       "that this compiler has built\n",
                       'a' + i);
        add_refused(record, name, log);
    }
    wgc_summary_causes(record, &style, &out);
    assert_in_range(wgc_screen_rows(&out, &style), 15, 20);
    assert_in_range(fixture_count(out.data, "... (1): c.sub_group_any...\n"), 8, 9);
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Every row names a case, where there is room. */
TEST(a_row_names_a_case)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 25, .columns = 80};
    static const char *const functions[] = {"sub_group_clustered_reduce_logical_or_of_some",
                                            "sub_group_clustered_reduce_logical_or_of_one"};
    struct wgc_record *record = fixture_empty_record(60);
    struct wgc_buf out = {0};
    char name[100];

    for (int i = 0; i < 24; i++) {
        (void)snprintf(name, sizeof name, "c.%s%c.int.8.plain", functions[i % 2], 'a' + i / 2);
        fixture_add(record, name, WGC_STATE_TIMEOUT);
    }
    wgc_summary_causes(record, &style, &out);
    assert_in_range(fixture_count(out.data, ". timeout (1): c.sub_group_clustered_"), 12, 24);
    assert_int_equal(fixture_count(out.data, ". timeout (1)"),
                     fixture_count(out.data, ". timeout (1): c.sub_group_clustered_"));
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
    assert_true(has_words(&out,
                          " wrong, in 4 of 5 forms (not alone) fail, 4 cases: c.work_group_all; "
                          "int smallest: c.work_group_all.int.6.past "));
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
        .failure_limit = 15, .rows = 34, .columns = 80, .report = "a-folder/report.json"};
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_buf out = {0};

    record->rerun = calloc(2, sizeof(char *));
    assert_non_null(record->rerun);
    record->rerun[0] = strdup("a-long-folder/of/the/program/bin/wgconform");
    fixture_add(record, "c.sub_group_non_uniform_scan_inclusive_mul.int.7.plain", WGC_STATE_CRASH);
    wgc_summary_causes(record, &style, &out);
    assert_non_null(strstr(out.data, "  2. a-long-folder/of/the/program/bin/wgconform --describe "
                                     "\\\n     c.sub_group_non_uniform_scan_inclusive_mul.int.7."
                                     "plain\n"));
    assert_true(has_words(&out, "; 5 where the first crash happens "));
    assert_true(has_words(&out, " -o crash "));
    assert_true(has_words(&out, " && cc -g -o crash/repro "));
    assert_true(has_words(&out, " gdb -batch --cd=crash -ex run -ex bt "));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Causes that were named while it ran, and are one with others at the end. */
TEST(causes_that_were_named_are_counted)
{
    struct wgc_summary_style style = {
        .failure_limit = 15, .rows = 24, .columns = 100, .announced = 3};
    struct wgc_record *record = fill_record(2, 0, 0);
    struct wgc_buf out = {0};

    wgc_summary_causes(record, &style, &out);
    assert_true(has_words(&out, " 2 timeout; 1 of 3 named while it ran is part of another "));
    style.announced = 2;
    wgc_buf_clear(&out);
    wgc_summary_causes(record, &style, &out);
    assert_null(strstr(out.data, "named"));
    wgc_buf_free(&out);
    wgc_record_free(record);
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
        assert_true(has_words(&out, failures ? "25 were skipped (step 1, with -v) "
                                             : "(wgconform causes r.json -v) "));
        assert_true(
            has_words(&out, failures ? "more reasons " : "more reasons (wgconform causes r.json)"));
        wgc_record_free(record);
    }
    wgc_buf_free(&out);
}

/* The program is where the run had it: with scripts/with-device, which set its PATH. */
TEST(what_to_run_next_can_be_pasted)
{
    const struct wgc_summary_style style = {.failure_limit = 15, .rows = 40, .report = "r.json"};
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
    assert_non_null(strstr(out.data, " scripts/with-device pocl wgconform causes r.json\n"));
    assert_non_null(
        strstr(out.data, " scripts/with-device pocl wgconform rerun r.json --cause 1\n"));
    assert_non_null(strstr(out.data, " scripts/with-device pocl wgconform --describe "
                                     "c.work_group_any.int.7.plain\n"));
    assert_non_null(
        strstr(out.data, " scripts/with-device pocl wgconform repro r.json --cause 1 -o bug\n"));
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
    assert_non_null(strstr(out.data,
                           "30 causes of 31 failing cases, at most 30 defects, probably fewer; "
                           "causes by\nkind, largest first: 1 fail, 28 timeout, 1 build_error\n"));
    assert_int_equal(fixture_count(out.data, " 30. g: fail: it is 7 (1 case): c.g.int.4.plain\n"),
                     1);
    assert_int_equal(fixture_count(out.data, ": build_error (2 cases), smallest: c.f28."), 1);
    assert_in_range(fixture_count(out.data, ": timeout (1 case): c.f"), 8, 27);
    assert_int_equal(fixture_count(out.data, "no room here (step 1"), 0);
    assert_int_equal(fixture_count(out.data, "no room here (run with -v): "), 1);
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* What is left out is counted; the causes come first, then the waivers, the skips, the table. */
TEST(what_does_not_fit_is_counted)
{
    struct wgc_buf out = {0};

    put_screen(29, 20, 12, 23, &out);
    assert_true(has_words(&out, "29 causes of 29 failing cases, at most 29 defects, probably "
                                "fewer; causes by kind, largest first: 29 timeout\033[0m "));
    assert_int_equal(fixture_count(out.data, " (1 case): "), 9);
    assert_non_null(
        strstr(out.data, "no room here (run with -v): 10-29 timeout (20 cases)\033[0m\n"));
    assert_int_equal(fixture_count(out.data, "\n  4. wgconform "), 1);
    assert_non_null(strstr(out.data, "known: 20 cases are waived by 20 waivers (run with -v)\n"));
    assert_non_null(strstr(out.data, "skipped, 12 cases for 12 reasons\n"));
    assert_non_null(
        strstr(out.data, "49 functions failed in part or altogether, 1 passed, 12 were"));
    assert_null(strstr(out.data, "passed/run"));
    put_screen(2, 1, 1, 36, &out);
    assert_int_equal(fixture_count(out.data, "rerun: "), 2);
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
    wgc_record_free(record);
}
