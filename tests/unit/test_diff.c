/* Two reports compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/diff.h"
#include "record_fixture.h"
#include "report_fixture.h"
#include "tests/unit/test.h"

static const struct wgc_diff_style plain = {0};
static const struct wgc_diff_style colored = {.color = true};

static enum wgc_change change_between(enum wgc_state before, enum wgc_state after)
{
    SCOPED_RECORD *a = fixture_empty_record(1);
    SCOPED_RECORD *b = fixture_empty_record(1);
    struct wgc_diff diff;
    struct wgc_err err;

    fixture_add(a, "c.f.int.1.plain", before);
    fixture_add(b, "c.f.int.1.plain", after);
    assert_int_equal(wgc_diff_make(a, b, &diff, &err), WGC_OK);
    assert_int_equal(diff.count, 1);
    enum wgc_change change = diff.item[0].change;
    assert_int_equal(diff.changes[change], 1);
    wgc_diff_free(&diff);
    return change;
}

TEST(every_pair_of_states_has_its_kind)
{
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        for (int j = 0; j < WGC_STATE_COUNT; j++) {
            enum wgc_state before = (enum wgc_state)i;
            enum wgc_state after = (enum wgc_state)j;
            enum wgc_change change = change_between(before, after);
            bool was_bad = wgc_state_is_bad(before);
            bool is_bad = wgc_state_is_bad(after);
            assert_int_equal(change == WGC_CHANGE_NONE, before == after);
            assert_int_equal(change == WGC_CHANGE_BROKE, is_bad && !was_bad);
            assert_true(change != WGC_CHANGE_FIXED || (was_bad && !is_bad));
        }
    }
    assert_int_equal(change_between(WGC_STATE_FAIL, WGC_STATE_PASS), WGC_CHANGE_FIXED);
    assert_int_equal(change_between(WGC_STATE_FAIL, WGC_STATE_CRASH), WGC_CHANGE_OTHER);
    assert_int_equal(change_between(WGC_STATE_FAIL, WGC_STATE_SKIP), WGC_CHANGE_LOST);
    assert_int_equal(change_between(WGC_STATE_PASS, WGC_STATE_SKIP), WGC_CHANGE_LOST);
    assert_int_equal(change_between(WGC_STATE_SKIP, WGC_STATE_PASS), WGC_CHANGE_GAINED);
    assert_int_equal(change_between(WGC_STATE_WAIVED, WGC_STATE_PASS), WGC_CHANGE_OTHER);
    assert_int_equal(change_between(WGC_STATE_SKIP, WGC_STATE_FAIL), WGC_CHANGE_BROKE);
}

TEST(differences_are_listed)
{
    SCOPED_RECORD *a = fixture_empty_record(4);
    SCOPED_RECORD *b = fixture_empty_record(5);
    SCOPED_BUF out = {0};
    struct wgc_diff diff;
    struct wgc_err err;

    fixture_add(a, "c.f.int.1.plain", WGC_STATE_PASS);
    fixture_add(a, "c.f.int.2.plain", WGC_STATE_FAIL);
    fixture_add(a, "c.f.int.3.plain", WGC_STATE_PASS);
    fixture_add(a, "c.f.int.4.plain", WGC_STATE_PASS);
    fixture_add(b, "c.f.int.4.plain", WGC_STATE_PASS);
    fixture_add(b, "c.f.int.5.plain", WGC_STATE_FAIL);
    fixture_add(b, "c.f.int.2.plain", WGC_STATE_PASS);
    fixture_add_because(b, "c.f.int.1.plain", WGC_STATE_CRASH, "crashed \x1b[1mon\x1b[0m it");
    b->complete = true;
    assert_int_equal(wgc_diff_make(a, b, &diff, &err), WGC_OK);
    wgc_diff_put(&out, &diff, &plain);
    assert_non_null(strstr(out.data, "\nWhat broke (1)\n  pass -> crash        c.f.int.1.plain\n"
                                     "      crashed on it\n"));
    assert_non_null(
        strstr(out.data, "\nWhat was fixed (1)\n  fail -> pass         c.f.int.2.plain\n"));
    assert_non_null(
        strstr(out.data, "\nWhat is new (1)\n  fail                 c.f.int.5.plain\n"));
    assert_non_null(
        strstr(out.data, "\nWhat is gone (1)\n  pass                 c.f.int.3.plain\n"));
    assert_non_null(strstr(out.data, "\n1 broke, 1 fixed, 1 new, 1 gone, 1 as before\n"));
    assert_int_equal(fixture_count(out.data, "this run was cut short: 4 of 4"), 1);
    assert_null(strchr(out.data, '\x1b'));
    wgc_buf_clear(&out);
    wgc_diff_put(&out, &diff, &colored);
    assert_non_null(strstr(out.data, "\033[31mWhat broke"));
    wgc_diff_free(&diff);
}

static void put(struct wgc_buf *out, const struct wgc_record *a, const struct wgc_record *b,
                bool verbose)
{
    const struct wgc_diff_style style = {.verbose = verbose};
    struct wgc_diff diff;
    struct wgc_err err;

    assert_int_equal(wgc_diff_make(a, b, &diff, &err), WGC_OK);
    wgc_diff_put(out, &diff, &style);
    wgc_diff_free(&diff);
}

TEST(causes_are_followed_by_their_ids)
{
    SCOPED_RECORD *a = fixture_empty_record(3);
    SCOPED_RECORD *b = fixture_empty_record(3);
    SCOPED_BUF out = {0};

    fixture_add(a, "c.work_group_all.int.1.plain", WGC_STATE_TIMEOUT);
    fixture_add(a, "c.work_group_any.int.1.plain", WGC_STATE_TIMEOUT);
    fixture_add(a, "query.x", WGC_STATE_PASS);
    fixture_add(b, "c.work_group_all.int.1.plain", WGC_STATE_PASS);
    fixture_add(b, "c.work_group_any.int.1.plain", WGC_STATE_TIMEOUT);
    fixture_add_because(b, "query.x", WGC_STATE_FAIL, "it is 7");
    put(&out, a, b, false);
    assert_non_null(strstr(out.data, "\nCauses, and how many cases each has\n"
                                     "    [1] appeared      0 -> 1     query.x: it is 7\n"));
    assert_non_null(strstr(out.data, "    [2] stayed        1 -> 1     work_group_any: timeout\n"));
    assert_non_null(strstr(out.data, "    [3] gone          1 -> 0     work_group_all: timeout\n"));
    assert_non_null(strstr(out.data, "\nWhat broke (1)\n"));
}

/* 40 of 83 cases pass now, all of the form plain: the cause is the same, in forms alone. */
TEST(a_mend_makes_no_new_cause)
{
    enum { PLAIN = 40, FORMS = 43 };
    SCOPED_RECORD *a = fixture_empty_record(PLAIN + FORMS);
    SCOPED_RECORD *b = fixture_empty_record(PLAIN + FORMS);
    SCOPED_BUF out = {0};

    for (int i = 0; i < PLAIN + FORMS; i++) {
        static const char *const forms[] = {"loop", "branch", "required4", "guard"};
        char name[64];
        (void)snprintf(name, sizeof name, "c.work_group_all.int.%d.%s", i % PLAIN + 1,
                       i < PLAIN ? "plain" : forms[i % 4]);
        fixture_add(a, name, WGC_STATE_TIMEOUT);
        fixture_add(b, name, i < PLAIN ? WGC_STATE_PASS : WGC_STATE_TIMEOUT);
    }
    put(&out, a, b, false);
    assert_non_null(strstr(out.data, "    [1] stayed       83 -> 43    work_group_all: timeout, in "
                                     "4 of 5 forms of the call (not plain: a single "
                                     "call)\n"));
    assert_null(strstr(out.data, "[2]"));
    assert_non_null(strstr(out.data, "\n0 broke, 40 fixed, 43 as before\n"));
}

/* Without a run of its cases, nothing is known about a cause. */
TEST(what_did_not_run_neither_appeared_nor_went)
{
    SCOPED_RECORD *a = fixture_empty_record(2);
    SCOPED_RECORD *b = fixture_empty_record(2);
    SCOPED_BUF out = {0};

    fixture_add(a, "c.work_group_all.int.1.plain", WGC_STATE_TIMEOUT);
    fixture_add(a, "c.work_group_any.int.1.plain", WGC_STATE_SKIP);
    fixture_add(b, "c.work_group_any.int.1.plain", WGC_STATE_CRASH);
    put(&out, a, b, false);
    assert_non_null(strstr(out.data, "    [1] not run       - -> 1     work_group_any: crash\n"));
    assert_non_null(strstr(out.data, "    [2] not run       1 -> -     work_group_all: timeout\n"));
}

TEST(of_one_device_the_first_cases_are_named)
{
    enum { CASES = 50 };
    SCOPED_RECORD *a = fixture_empty_record(CASES);
    SCOPED_RECORD *b = fixture_empty_record(CASES);
    SCOPED_BUF out = {0};

    for (int i = 0; i < CASES; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "c.work_group_all.int.%d.plain", i + 1);
        fixture_add(a, name, WGC_STATE_PASS);
        fixture_add(b, name, WGC_STATE_TIMEOUT);
    }
    put(&out, a, b, false);
    assert_int_equal(fixture_count(out.data, "\n  pass -> timeout"), 20);
    assert_non_null(strstr(out.data, "\n  and 30 more (-v names them all)\n"));
    wgc_buf_clear(&out);
    put(&out, a, b, true);
    assert_int_equal(fixture_count(out.data, "\n  pass -> timeout"), CASES);
}

/* Two devices differ in thousands of cases: a row for each function shows them. */
TEST(two_devices_are_a_table)
{
    SCOPED_RECORD *a = fixture_empty_record(8);
    SCOPED_RECORD *b = fixture_empty_record(8);
    SCOPED_BUF out = {0};

    fixture_device(a, "{\"name\":\"one\",\"platform\":\"p\"}");
    fixture_device(b, "{\"name\":\"two\",\"platform\":\"p\"}");
    fixture_add(a, "c.sub_group_all.int.1.plain", WGC_STATE_PASS);
    fixture_add(b, "c.sub_group_all.int.1.plain", WGC_STATE_SKIP);
    fixture_add(a, "c.sub_group_reduce_add.int.1.plain", WGC_STATE_SKIP);
    fixture_add(b, "c.sub_group_reduce_add.int.1.plain", WGC_STATE_PASS);
    fixture_add(a, "c.work_group_all.int.1.plain", WGC_STATE_PASS);
    fixture_add(b, "c.work_group_all.int.1.plain", WGC_STATE_TIMEOUT);
    fixture_add(a, "c.work_group_all.int.2.plain", WGC_STATE_PASS);
    fixture_add(b, "c.work_group_all.int.2.plain", WGC_STATE_PASS);
    fixture_add(a, "query.x", WGC_STATE_PASS);
    fixture_add(b, "query.x", WGC_STATE_PASS);
    put(&out, a, b, false);
    char rows[200];
    (void)snprintf(rows, sizeof rows, "\n  %-22s%12s%12s  causes\n  %-22s%12s%12s  [1]\n",
                   "passed/run", "old", "new", "c.work_group_all", "2/2", "1/2");
    assert_non_null(strstr(out.data, rows));
    assert_non_null(strstr(out.data, "\n  1 function passed on the old one only: sub_group_all\n"));
    assert_non_null(
        strstr(out.data, "\n  1 function passed on the new one only: sub_group_reduce\n"));
    assert_non_null(
        strstr(out.data, "\n  1 function with nothing wrong on both, or skipped on both\n"));
    assert_null(strstr(out.data, "What broke"));
    assert_non_null(strstr(out.data, "\n1 broke, "));
}

TEST(nothing_against_nothing)
{
    SCOPED_RECORD *a = fixture_empty_record(0);
    SCOPED_BUF out = {0};
    struct wgc_diff diff;
    struct wgc_err err;

    assert_int_equal(wgc_diff_make(a, a, &diff, &err), WGC_OK);
    assert_int_equal(diff.count, 0);
    wgc_diff_put(&out, &diff, &plain);
    assert_non_null(strstr(out.data, "\n0 broke\n"));
    wgc_diff_free(&diff);
}
