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

    fixture_add_because(record, "c.a.int.1.plain", WGC_STATE_SKIP, "the device lacks A (1.2); B");
    fixture_add_because(record, "c.a.int.2.plain", WGC_STATE_SKIP, "the device lacks B");
    fixture_add_because(record, "c.a.int.3.plain", WGC_STATE_SKIP, "the device lacks A (1.2)");
    fixture_add_because(record, "c.a.int.4.plain", WGC_STATE_SKIP,
                        "a local size of 257 has 257 work-items and the limit is 256");
    fixture_add_because(record, "c.a.int.5.plain", WGC_STATE_SKIP,
                        "a local size of 8x64 has 512 work-items and the limit is 256");
    fixture_add(record, "c.a.int.6.plain", WGC_STATE_PASS);
    wgc_summary_skips(record, &style, &out);
    assert_text(&out, "\nskipped, 5 cases:\n"
                      "        2  a local size of N has N work-items and the limit is N\n"
                      "        2  the device lacks A (1.2)\n"
                      "        1  the device lacks B\n");
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
    assert_text(&out, "1 function passed altogether (-v shows them)\n"
                      "2 functions were skipped altogether (-v shows them)\n");
    fixture_add(record, "c.work_group_reduce_add.uint.1.plain", WGC_STATE_PASS);
    fixture_add(record, "c.work_group_reduce_add.uint.2.plain", WGC_STATE_WAIVED);
    wgc_buf_clear(&out);
    wgc_summary_table(record, &style, &out);
    assert_text(&out, "passed/run                  uint\n"
                      "c.work_group_reduce_add      1/2\n"
                      "1 function passed altogether (-v shows them)\n"
                      "2 functions were skipped altogether (-v shows them)\n");
    style.verbose = true;
    wgc_summary_table(record, &style, &out);
    assert_non_null(strstr(out.data, "\nc.work_group_any         "));
    assert_non_null(strstr(out.data, "     skip        -\n"));
    assert_null(strstr(out.data, "altogether"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

TEST(causes_come_before_cases)
{
    struct wgc_summary_style style = {.failure_limit = 20};
    struct wgc_record *record = fixture_empty_record(4);
    struct wgc_buf out = {0};

    record->seed = 1;
    fixture_add_because(record, "c.work_group_any.int.64.plain", WGC_STATE_TIMEOUT, "60 s");
    fixture_add_because(record, "c.work_group_any.int.7.plain", WGC_STATE_TIMEOUT, "60 s again");
    fixture_add_because(record, "query.a", WGC_STATE_FAIL, "it is 7");
    fixture_add_because(record, "c.work_group_all.int.7.plain", WGC_STATE_WAIVED,
                        "fail as expected: known (f.md); it is wrong");
    record->result[3].waiver = strdup("w-1");
    wgc_summary_failures(record, &style, &out);
    assert_text(&out,
                "\nknown, 1 waived case:\n"
                "        1  w-1: known (f.md)\n"
                "\n2 causes of 3 failing cases:\n"
                "\n  1. work_group_any: timeout\n"
                "     timeout, 2 cases: c.work_group_any; int\n"
                "     smallest: c.work_group_any.int.7.plain\n"
                "       60 s again\n"
                "     rerun: wgconform --profile quick c.work_group_any.int.7.plain\n"
                "\n  2. query.a: it is 7\n"
                "     fail\n"
                "     rerun: wgconform --profile quick query.a\n"
                "\n  next: a rerun line; `wgconform repro CASE -o FOLDER`, a program for a bug "
                "report; `wgconform rerun REPORT`, all of them again; -v, every case\n");
    style.verbose = true;
    wgc_summary_failures(record, &style, &out);
    assert_int_equal(fixture_count(out.data, "c.work_group_any.int.64.plain"), 2);
    wgc_buf_free(&out);
    style = (struct wgc_summary_style){.failure_limit = 1};
    wgc_summary_failures(record, &style, &out);
    assert_non_null(strstr(out.data, "\n  and 1 more cause (-v names them all"));
    wgc_buf_free(&out);
    wgc_record_free(record);
}

/* Many causes are on one screen: the first three in full, of the others two lines. */
TEST(many_causes_are_short)
{
    struct wgc_summary_style style = {.failure_limit = 15};
    struct wgc_record *record = fixture_empty_record(20);
    struct wgc_buf out = {0};

    for (int i = 0; i < 20; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "c.f%c.int.8.plain", 'a' + i);
        fixture_add(record, name, WGC_STATE_TIMEOUT);
    }
    wgc_summary_failures(record, &style, &out);
    assert_int_equal(fixture_count(out.data, "rerun: "), 3);
    assert_int_equal(fixture_count(out.data, ": timeout\n"), 15);
    assert_non_null(strstr(out.data, "  4. fd: timeout\n     timeout, 1 case; c.fd.int.8.plain\n"));
    assert_non_null(strstr(out.data, "\n  and 5 more causes (-v names them all"));
    assert_in_range(fixture_count(out.data, "\n"), 1, 66);
    wgc_buf_clear(&out);
    style.full = true;
    wgc_summary_failures(record, &style, &out);
    assert_int_equal(fixture_count(out.data, "rerun: "), 15);
    wgc_buf_free(&out);
    wgc_record_free(record);
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
    assert_non_null(strstr(out.data, "\n5 more functions failed in part or altogether (-v shows"));
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
