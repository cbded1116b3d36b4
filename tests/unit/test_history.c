/* Reports of several versions: which cause is present in which. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/history.h"
#include "record_fixture.h"
#include "report_fixture.h"
#include "tests/unit/test.h"
#include "waivers/waivers.h"

enum { MOST = 8 };

static const char one[] = "c.work_group_all.int.1.plain";
static const char two[] = "c.work_group_all.int.2.plain";

static struct wgc_record *record_of(const char *version)
{
    struct wgc_record *record = fixture_empty_record(2);
    char device[200];

    (void)snprintf(device, sizeof device, "{\"name\":\"d\",\"driver_version\":\"%s\"}", version);
    fixture_device(record, device);
    record->complete = true;
    return record;
}

static void free_all(struct wgc_record **record, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wgc_record_free(record[i]);
    }
}

static void make(struct wgc_record *const *record, size_t count, struct wgc_history *history)
{
    struct wgc_err err = {0};

    assert_int_equal(wgc_history_make(record, count, NULL, history, &err), WGC_OK);
}

static const struct wgc_history_row *find_timeout(const struct wgc_history *history)
{
    const struct wgc_history_row *found = NULL;

    for (size_t i = 0; i < history->row_count; i++) {
        if (history->row[i].cause->failure == WGC_STATE_TIMEOUT) {
            found = &history->row[i];
        }
    }
    assert_non_null(found);
    return found;
}

/* One case over versions 1, 2, ...: T times out, P passes, C crashes, S is skipped, - is missing.
 */
static void make_letters(const char *letters, struct wgc_record **record,
                         struct wgc_history *history)
{
    for (size_t i = 0; letters[i] != '\0'; i++) {
        char version[24];
        (void)snprintf(version, sizeof version, "%zu", i + 1);
        record[i] = record_of(version);
        if (letters[i] != '-') {
            fixture_add(record[i], one,
                        letters[i] == 'T'   ? WGC_STATE_TIMEOUT
                        : letters[i] == 'P' ? WGC_STATE_PASS
                        : letters[i] == 'C' ? WGC_STATE_CRASH
                                            : WGC_STATE_SKIP);
        }
    }
    make(record, strlen(letters), history);
}

TEST(changes_are_found)
{
    static const struct {
        const char *letters;
        enum wgc_trend trend;
        const char *text;
    } rows[] = {
        {"T", WGC_TREND_ALWAYS, "always"},
        {"TTT", WGC_TREND_ALWAYS, "always"},
        {"ST-", WGC_TREND_UNKNOWN, "no change seen"},
        {"TCT", WGC_TREND_UNKNOWN, "no change seen"},
        {"PPT", WGC_TREND_INTRODUCED, "introduced in 3"},
        {"PST", WGC_TREND_INTRODUCED, "introduced after 1, by 3"},
        {"PCTT", WGC_TREND_INTRODUCED, "introduced after 1, by 3"},
        {"TPP", WGC_TREND_FIXED, "fixed in 2"},
        {"TT-SP", WGC_TREND_FIXED, "fixed after 2, by 5"},
        {"PTTP", WGC_TREND_PAST, "introduced in 2, fixed in 4"},
        {"PT-P", WGC_TREND_PAST, "introduced in 2, fixed after 2, by 4"},
        {"TPT", WGC_TREND_INTERMITTENT, "intermittent"},
        {"PTPT", WGC_TREND_INTERMITTENT, "intermittent"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record[MOST];
        struct wgc_history history;
        struct wgc_buf text = {0};
        make_letters(rows[i].letters, record, &history);
        const struct wgc_history_row *row = find_timeout(&history);
        wgc_history_trend_put(&text, &history, row);
        assert_string_equal(text.data, rows[i].text);
        assert_int_equal(row->trend, rows[i].trend);
        wgc_buf_free(&text);
        wgc_history_free(&history);
        free_all(record, strlen(rows[i].letters));
    }
}

TEST(cells_count_the_cases_of_their_cause)
{
    static const struct wgc_history_cell cells[] = {
        {WGC_PRESENCE_FAILS, 2, 0, 0, 0},
        {WGC_PRESENCE_OTHER, 0, 1, 1, 0},
        {WGC_PRESENCE_PASSES, 0, 1, 0, 1},
        {WGC_PRESENCE_NOT_RUN, 0, 0, 0, 2},
    };
    struct wgc_record *record[] = {record_of("1"), record_of("2"), record_of("3"), record_of("4")};
    struct wgc_history history;

    fixture_add(record[0], one, WGC_STATE_TIMEOUT);
    fixture_add(record[0], two, WGC_STATE_TIMEOUT);
    fixture_add(record[1], two, WGC_STATE_CRASH);
    fixture_add(record[1], one, WGC_STATE_PASS);
    fixture_add(record[2], one, WGC_STATE_PASS);
    fixture_add(record[3], two, WGC_STATE_SKIP);
    make(record, 4, &history);
    assert_int_equal(history.row_count, 2);
    const struct wgc_history_row *row = find_timeout(&history);
    assert_int_equal(row->cases, 2);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(row->cell[i].presence, cells[i].presence);
        assert_int_equal(row->cell[i].failing, cells[i].failing);
        assert_int_equal(row->cell[i].passed, cells[i].passed);
        assert_int_equal(row->cell[i].other, cells[i].other);
        assert_int_equal(row->cell[i].not_run, cells[i].not_run);
    }
    assert_int_equal(history.report[0].failing, 2);
    assert_int_equal(history.report[3].ran, 0);
    wgc_history_free(&history);
    free_all(record, 4);
}

/* The second report alone has a cause of the form loop; both together have one cause, as plain
 * fails in the first. */
TEST(forms_do_not_split_a_cause_of_another_version)
{
    static const char loop[] = "c.work_group_all.int.1.loop";
    struct wgc_record *record[] = {record_of("1"), record_of("2")};
    struct wgc_history history;

    fixture_add(record[0], one, WGC_STATE_TIMEOUT);
    fixture_add(record[0], loop, WGC_STATE_TIMEOUT);
    fixture_add(record[1], one, WGC_STATE_PASS);
    fixture_add(record[1], loop, WGC_STATE_TIMEOUT);
    make(record, 2, &history);
    assert_int_equal(history.row_count, 1);
    assert_int_equal(history.row[0].cell[0].failing, 2);
    assert_int_equal(history.row[0].cell[1].failing, 1);
    assert_int_equal(history.row[0].trend, WGC_TREND_ALWAYS);
    wgc_history_free(&history);
    free_all(record, 2);
}

TEST(waivers_do_not_count)
{
    struct wgc_record *record[] = {record_of("1"), record_of("2"), record_of("3")};
    struct wgc_history history;

    fixture_add(record[0], one, WGC_STATE_TIMEOUT);
    fixture_add_because(record[1], one, WGC_STATE_WAIVED, "timeout as expected: slow");
    fixture_add_because(record[2], one, WGC_STATE_UNEXPECTED_PASS,
                        "passes, but waiver w expects it not to: slow");
    make(record, 3, &history);
    assert_int_equal(history.row_count, 1);
    assert_int_equal(history.row[0].trend, WGC_TREND_FIXED);
    assert_int_equal(history.row[0].fixed.in, 2);
    assert_int_equal(history.report[1].failing, 1);
    assert_int_equal(history.report[2].failing, 0);
    wgc_history_free(&history);
    free_all(record, 3);
}

TEST(versions_have_an_order_and_labels)
{
    static const char *const labels[] = {"d", "c", "b", "a"};
    static const char *const same[] = {"d", "c", "b", "c"};
    struct wgc_record *record[] = {record_of("main"), record_of("v10.2"), record_of("9.11"),
                                   record_of("9.11")};
    struct wgc_history history;
    struct wgc_err err = {0};

    make(record, 4, &history);
    assert_string_equal(history.report[0].label, "9.11");
    assert_ptr_equal(history.report[0].record, record[2]);
    assert_string_equal(history.report[1].label, "9.11 (2)");
    assert_string_equal(history.report[2].label, "v10.2");
    assert_string_equal(history.report[3].label, "main");
    wgc_history_free(&history);
    assert_int_equal(wgc_history_make(record, 4, labels, &history, &err), WGC_OK);
    assert_string_equal(history.report[0].label, "d");
    assert_ptr_equal(history.report[0].record, record[0]);
    wgc_history_free(&history);
    assert_int_equal(wgc_history_make(record, 4, same, &history, &err), WGC_ERR_INPUT);
    assert_string_equal(err.text, "two reports have the label \"c\"");
    record[1]->explore = strdup("{}");
    assert_int_equal(wgc_history_make(record, 4, NULL, &history, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "report 2 is of explore"));
    free_all(record, 4);
}

TEST(versions_are_compared_by_number)
{
    assert_true(wgc_version_compare("2021.12", "2023.1") < 0);
    assert_true(wgc_version_compare("v10", "9") > 0);
    assert_true(wgc_version_compare("6.0+debian", "6.0.1") < 0);
    assert_true(wgc_version_compare("6.0.1", "6.0") > 0);
    assert_int_equal(wgc_version_compare("6", "6.0"), 0);
    assert_true(wgc_version_compare("main", "7") > 0);
    assert_int_equal(wgc_version_compare("main", "none"), 0);
}

TEST(every_format_has_the_table)
{
    static const struct wgc_history_style plain = {.verbose = true};
    struct wgc_record *record[] = {record_of("1<2>&"), record_of("2\\u001b[31m")};
    struct wgc_history history;
    SCOPED_BUF out = {0};

    fixture_add(record[0], one, WGC_STATE_TIMEOUT);
    fixture_add(record[1], one, WGC_STATE_PASS);
    make(record, 2, &history);
    wgc_history_text_put(&out, &history, &plain);
    assert_non_null(strstr(out.data, "    [1]    [2]  cause\n      1      .  work_group_all: "
                                     "timeout\n"));
    assert_non_null(strstr(out.data, "fixed in 2; example: c.work_group_all.int.1.plain\n"));
    assert_non_null(strstr(out.data, "id: work_group_all-timeout-"));
    assert_non_null(strstr(out.data, "functions: c.work_group_all\n"));
    assert_non_null(strstr(out.data, "\n1 cause, 1 fixed\n"));
    assert_null(strchr(out.data, '\x1b'));
    wgc_buf_clear(&out);
    wgc_history_html_put(&out, &history);
    assert_non_null(strstr(out.data, "<th scope=\"col\">1&lt;2&gt;&amp;</th>"));
    assert_non_null(strstr(out.data, "<td class=\"cell fails\">1</td>"
                                     "<td class=\"cell passes\">passes</td>"));
    assert_null(strchr(out.data, '\x1b'));
    wgc_buf_clear(&out);
    wgc_history_json_put(&out, &history);
    assert_non_null(strstr(out.data, "\"trend\":\"fixed\",\"fixed\":{\"in\":1,\"after\":0}"));
    wgc_history_free(&history);
    free_all(record, 2);
}

TEST(nothing_failed)
{
    static const struct wgc_history_style plain = {0};
    struct wgc_record *record[] = {record_of("1")};
    struct wgc_history history;
    SCOPED_BUF out = {0};

    make(record, 1, &history);
    wgc_history_text_put(&out, &history, &plain);
    assert_non_null(strstr(out.data, "\nno case failed\n"));
    wgc_history_free(&history);
    free_all(record, 1);
}
