/* Causes while a run continues: each is named once, and its cases keep the number of that line. */
#include "record_fixture.h"
#include "report_fixture.h"
#include "run/parts.h"
#include "tests/unit/test.h"

static void count_new(void *context, const struct wgc_report_cause *cause, size_t number,
                      size_t so_far)
{
    size_t *count = context;

    assert_int_equal(number, ++*count);
    assert_in_range(so_far, 1, number);
    assert_non_null(cause->example);
}

static void look(struct wgc_live_causes *live, struct wgc_record *record, size_t *count)
{
    struct wgc_err err;

    assert_int_equal(wgc_live_causes_look(live, record, count_new, count, &err), WGC_OK);
}

TEST(later_cases_of_a_cause_get_the_number_of_its_line)
{
    struct wgc_record *record = fixture_empty_record(5);
    struct wgc_live_causes live = {0};
    size_t count = 0;

    fixture_add(record, "c.work_group_all.int.4.plain", WGC_STATE_CRASH);
    look(&live, record, &count);
    fixture_add(record, "c.sub_group_any.int.4.plain", WGC_STATE_PASS);
    fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_CRASH);
    fixture_add(record, "c.work_group_all.int.1.loop", WGC_STATE_TIMEOUT);
    look(&live, record, &count);
    assert_int_equal(count, 2);
    static const size_t number[] = {1, 0, 1, 2};
    static const bool is_example[] = {true, false, false, true};
    for (size_t i = 0; i < record->result_count; i++) {
        assert_int_equal(record->result[i].live, number[i]);
        assert_int_equal(record->result[i].is_live_example, is_example[i]);
    }
    wgc_record_free(record);
}

/* Those that a run had before it was resumed are not named again. */
TEST(a_cause_of_earlier_cases_has_no_line)
{
    struct wgc_record *record = fixture_empty_record(2);
    struct wgc_live_causes live = {.seen = 1};
    size_t count = 0;

    fixture_add(record, "c.work_group_all.int.4.plain", WGC_STATE_CRASH);
    fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_CRASH);
    look(&live, record, &count);
    assert_int_equal(count, 0);
    assert_int_equal(record->result[1].live, 0);
    wgc_record_free(record);
}
