/* Shards' reports as one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/merge.h"
#include "record_fixture.h"
#include "tests/unit/test.h"

enum { SHARDS = 3 };

/* Signatures a to g of two cases each; shard I has every third signature from the I-th on. */
static struct wgc_record *shard(unsigned number)
{
    struct wgc_record *record = fixture_empty_record(0);
    char text[64];

    fixture_rerun(record);
    free(record->command[1]);
    (void)snprintf(text, sizeof text, "--shard=%u/%d", number, SHARDS);
    record->command[1] = strdup(text);
    for (int letter = 'a'; letter <= 'g'; letter++) {
        for (int i = 0; (unsigned)(letter - 'a') % SHARDS == number - 1 && i < 2; i++) {
            (void)snprintf(text, sizeof text, "c.f.%c.%d.plain", (char)letter, 2 - i);
            fixture_add(record, text, WGC_STATE_PASS);
        }
    }
    record->total = record->result_count;
    record->finished = strdup("2026-11-20T22:37:00Z");
    record->seconds = 2.5;
    record->complete = true;
    fixture_device(record, "{\"index\":0,\"name\":\"d\",\"driver_version\":\"1\"}");
    return record;
}

/* Merges and frees count records of the list. */
static enum wgc_status merge(struct wgc_record **record, size_t count, struct wgc_record **out,
                             struct wgc_err *err)
{
    static const char *const path[] = {"one.json", "two.json", "three.json"};
    enum wgc_status status = wgc_merge(record, path, count, out, err);

    for (size_t i = 0; i < count; i++) {
        wgc_record_free(record[i]);
    }
    return status;
}

/* One case of each shard in turn. */
TEST(shards_in_any_order_give_the_whole)
{
    static const char *const in_turn[] = {"a2", "b2", "c2", "a1", "b1", "c1", "d2",
                                          "e2", "f2", "d1", "e1", "f1", "g2", "g1"};
    struct wgc_record *list[SHARDS] = {shard(3), shard(1), shard(2)};
    struct wgc_record *out;
    struct wgc_err err;

    free(list[1]->started);
    list[1]->started = strdup("2026-11-20T22:30:00Z");
    free(list[2]->finished);
    list[2]->finished = strdup("2026-11-20T22:40:00Z");
    assert_int_equal(wgc_record_warn(list[0], "w", &err), WGC_OK);
    assert_int_equal(wgc_record_warn(list[1], "w", &err), WGC_OK);
    assert_int_equal(merge(list, SHARDS, &out, &err), WGC_OK);
    assert_int_equal(out->result_count, 14);
    assert_int_equal(out->total, 14);
    for (size_t i = 0; i < out->result_count; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "c.f.%c.%c.plain", in_turn[i][0], in_turn[i][1]);
        assert_string_equal(out->result[i].name, name);
        assert_int_equal(out->result[i].order, i);
    }
    assert_true(out->complete);
    assert_string_equal(out->started, "2026-11-20T22:30:00Z");
    assert_string_equal(out->finished, "2026-11-20T22:40:00Z");
    assert_true(out->seconds > 7.4 && out->seconds < 7.6);
    assert_int_equal(out->warning_count, 1);
    assert_string_equal(out->device.driver_version, "1");
    assert_string_equal(out->host.system, "Linux");
    assert_string_equal(out->command[1], "--shard=1/3");
    assert_string_equal(out->rerun[2], "pocl");
    wgc_record_free(out);
}

TEST(a_missing_shard_is_a_warning)
{
    struct wgc_record *list[] = {shard(3), shard(1)};
    struct wgc_record *out;
    struct wgc_err err;

    assert_int_equal(merge(list, 2, &out, &err), WGC_OK);
    assert_false(out->complete);
    assert_int_equal(out->warning_count, 1);
    assert_string_equal(out->warning[0], "shard 2 of 3 is missing");
    wgc_record_free(out);
}

TEST(it_is_complete_only_when_all_are)
{
    struct wgc_record *list[] = {shard(1), shard(2), shard(3)};
    struct wgc_record *out;
    struct wgc_err err;

    list[1]->complete = false;
    list[1]->total += 5;
    assert_int_equal(merge(list, 3, &out, &err), WGC_OK);
    assert_false(out->complete);
    assert_int_equal(out->total, 19);
    wgc_record_free(out);
}

TEST(reports_without_shards_are_put_together)
{
    struct wgc_record *list[] = {fixture_empty_record(1), fixture_empty_record(1)};
    struct wgc_record *out;
    struct wgc_err err;

    fixture_add(list[0], "c.f.int.1.plain", WGC_STATE_PASS);
    fixture_add(list[1], "query.x", WGC_STATE_FAIL);
    list[0]->complete = list[1]->complete = true;
    assert_int_equal(wgc_record_machine_parse("{\"name\":\"another\"}", &list[1]->host, &err),
                     WGC_OK);
    assert_int_equal(merge(list, 2, &out, &err), WGC_OK);
    assert_true(out->complete);
    assert_int_equal(out->result_count, 2);
    assert_null(out->host.json);
    assert_null(out->host.system);
    wgc_record_free(out);
}

/* A finding about several cases replaces the case that one of the shards had; it is one
 * result. */
TEST(findings_of_shards_become_one)
{
    for (size_t selected = 0; selected < 2; selected++) {
        struct wgc_record *list[] = {shard(1), shard(2), shard(3)};
        struct wgc_record *out;
        struct wgc_err err;
        for (size_t i = 0; i < SHARDS; i++) {
            bool has_case = selected == 1 && i == 1;
            fixture_add(list[i], "query.shared_program",
                        has_case ? WGC_STATE_PASS : WGC_STATE_BUILD_ERROR);
            struct wgc_result *last = &list[i]->result[list[i]->result_count - 1];
            last->reason = has_case ? NULL : strdup(i == 0 ? "first" : "third");
            last->unselected = !has_case;
            list[i]->total += has_case;
        }
        assert_int_equal(merge(list, SHARDS, &out, &err), WGC_OK);
        assert_true(out->complete);
        assert_int_equal(out->total, 14 + selected);
        assert_int_equal(wgc_record_total(out), 15);
        assert_int_equal(out->result_count, 15);
        const struct wgc_result *finding = out->result;
        for (size_t i = 0; i < out->result_count; i++) {
            const bool is_finding = strcmp(out->result[i].name, "query.shared_program") == 0;
            finding = is_finding ? &out->result[i] : finding;
            assert_int_equal(out->result[i].order, i);
        }
        assert_string_equal(finding->name, "query.shared_program");
        assert_int_equal(finding->state, WGC_STATE_BUILD_ERROR);
        assert_int_equal(finding->unselected, selected == 0);
        assert_true(out->warning_count >= 1); /* the others' reasons */
        wgc_record_free(out);
    }
}

/* The numbers add up, and the cases have the order of the shards; a shard without an audit adds
 * nothing. */
TEST(audits_add_up)
{
    struct wgc_record *list[SHARDS] = {shard(3), shard(1), shard(2)};
    struct wgc_record *out;
    struct wgc_err err;

    list[0]->audit = strdup("{\"requested\":5,\"selected\":2,\"passed\":1,\"cases\":[{\"name\":"
                            "\"c.f.c.1.plain\",\"state\":\"fail\",\"seconds\":0.5,\"reason\":"
                            "\"no\"},{\"name\":\"c.f.c.2.plain\",\"state\":\"pass\",\"seconds\":"
                            "0}]}");
    list[1]->audit = strdup("{\"requested\":5,\"selected\":4,\"passed\":1,\"cases\":[{\"name\":"
                            "\"c.f.a.1.plain\",\"state\":\"pass\",\"seconds\":0.25}]}");
    assert_int_equal(merge(list, SHARDS, &out, &err), WGC_OK);
    assert_string_equal(out->audit,
                        "{\"requested\":10,\"selected\":6,\"passed\":2,\"cases\":[{\"name\":"
                        "\"c.f.a.1.plain\",\"state\":\"pass\",\"seconds\":0.25},{\"name\":"
                        "\"c.f.c.1.plain\",\"state\":\"fail\",\"seconds\":0.5,\"reason\":\"no\"},"
                        "{\"name\":\"c.f.c.2.plain\",\"state\":\"pass\",\"seconds\":0}]}");
    assert_null(out->unadvertised);
    wgc_record_free(out);
}

/* A row of "unadvertised"; the answer has to fit the numbers. */
static void put_row(char *text, size_t size, const char *type, const char *answer,
                    const size_t number[2])
{
    (void)snprintf(text, size,
                   "{\"function\":\"c.f\",\"type\":\"%s\",\"answer\":\"%s\",\"accepted_and_wrong\":"
                   "%zu,\"crashed\":0,\"rejected\":0,\"works\":%zu,\"not_run\":0,\"example\":"
                   "\"c.f.%s\",\"detail\":\"%s\"}",
                   type, answer, number[0], number[1], type, answer);
}

static char *rows_of(const char *first, const char *second)
{
    char text[1000];

    (void)snprintf(text, sizeof text, "[%s%s%s]", first, second[0] == '\0' ? "" : ",", second);
    return strdup(text);
}

/* One row for each function and type, in the order of the results, with the worst answer. */
TEST(unadvertised_rows_are_joined)
{
    static const size_t works[] = {0, 3}, wrong[] = {2, 1}, both[] = {2, 4};
    struct wgc_record *list[SHARDS] = {shard(3), shard(1), shard(2)};
    char c[300], b[300], b_wrong[300], b_both[300], expected[1000];
    struct wgc_record *out;
    struct wgc_err err;

    put_row(c, sizeof c, "c", "works", works);
    put_row(b, sizeof b, "b", "works", works);
    put_row(b_wrong, sizeof b_wrong, "b", "accepted and wrong", wrong);
    put_row(b_both, sizeof b_both, "b", "accepted and wrong", both);
    list[0]->unadvertised = rows_of(b_wrong, ""); /* the third shard */
    list[1]->unadvertised = rows_of(c, b);
    assert_int_equal(merge(list, SHARDS, &out, &err), WGC_OK);
    (void)snprintf(expected, sizeof expected, "[%s,%s]", b_both, c);
    assert_string_equal(out->unadvertised, expected);
    assert_null(out->audit);
    wgc_record_free(out);
}

/* Each reason once; the share is that of the whole: 14 cases ran, one of them was skipped, 7 are
 * left. */
TEST(cases_without_a_result_are_added)
{
    struct wgc_record *list[SHARDS] = {shard(3), shard(1), shard(2)};
    struct wgc_record *out;
    struct wgc_err err;

    list[0]->result[0].state = WGC_STATE_SKIP; /* the third shard */
    list[0]->not_run = strdup("{\"cases\":3,\"share\":0.5,\"reasons\":[{\"reason\":\"--time "
                              "1\",\"cases\":2},{\"reason\":\"a crash\",\"cases\":1}]}");
    list[1]->not_run = strdup("{\"cases\":10,\"share\":0.25,\"reasons\":[{\"reason\":\"a crash\","
                              "\"cases\":10}]}");
    list[0]->total += 3;
    list[1]->total += 10;
    list[0]->complete = list[1]->complete = false;
    assert_int_equal(merge(list, SHARDS, &out, &err), WGC_OK);
    assert_string_equal(out->not_run,
                        "{\"cases\":13,\"share\":0.5,\"reasons\":[{\"reason\":\"a crash\","
                        "\"cases\":11},{\"reason\":\"--time 1\",\"cases\":2}]}");
    assert_false(out->complete);
    wgc_record_free(out);
}

TEST(an_older_report_has_no_share_of_the_cases_that_ran)
{
    struct wgc_record *list[SHARDS] = {shard(3), shard(1), shard(2)};
    struct wgc_record *out;
    struct wgc_err err;

    list[0]->not_run = strdup("{\"cases\":1,\"reasons\":[{\"reason\":\"a crash\",\"cases\":1}]}");
    list[0]->total++;
    list[0]->complete = false;
    assert_int_equal(merge(list, SHARDS, &out, &err), WGC_OK);
    assert_non_null(strstr(out->not_run, "\"share\":0.9"));
    wgc_record_free(out);
}

TEST(cases_without_a_result_that_break_the_schema_are_refused)
{
    struct wgc_record *list[] = {shard(1), shard(2)};
    struct wgc_record *out;
    struct wgc_err err;

    list[0]->not_run = strdup("{\"cases\":1,\"share\":0,\"reasons\":[]}");
    list[1]->not_run = strdup("{\"cases\":\"all\",\"share\":0,\"reasons\":[]}");
    assert_int_equal(merge(list, 2, &out, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "two.json: not_run: "));
}

static void assert_refused(struct wgc_record *a, struct wgc_record *b, const char *what)
{
    struct wgc_record *list[] = {a, b};
    struct wgc_record *out;
    struct wgc_err err;

    assert_int_equal(merge(list, 2, &out, &err), WGC_ERR_INPUT);
    if (strstr(err.text, what) == NULL) {
        fail_msg("\"%s\" is not in \"%s\"", what, err.text);
    }
}

static void replace(char **text, const char *by)
{
    free(*text);
    *text = strdup(by);
}

TEST(what_does_not_belong_together_is_refused_by_name)
{
    struct wgc_record *other;

    other = shard(2);
    other->seed = 8;
    assert_refused(shard(1), other, "one.json and two.json differ in the seed: 7 and 8");
    other = shard(2);
    replace(&other->profile, "full");
    assert_refused(shard(1), other, "profile: \"quick\" and \"full\"");
    other = shard(2);
    replace(&other->impl, "emulated");
    assert_refused(shard(1), other, "implementation");
    other = shard(2);
    replace(&other->tool_version, "9");
    assert_refused(shard(1), other, "tool's version");
    other = shard(2);
    replace(&other->tool_commit, "9");
    assert_refused(shard(1), other, "tool's commit");
    other = shard(2);
    fixture_device(other, "{\"index\":0,\"name\":\"d\",\"driver_version\":\"2\"}");
    assert_refused(shard(1), other, "driver's version: \"1\" and \"2\"");
    other = shard(2);
    replace(&other->command[1], "--shard=2/4");
    assert_refused(shard(1), other, "number of shards: 3 and 4");
    struct wgc_record *audited = shard(1);
    audited->audit = strdup("{\"requested\":1,\"selected\":1,\"passed\":1,\"cases\":[]}");
    other = shard(2);
    other->audit = strdup("{\"requested\":1,\"selected\":1,\"passed\":1}");
    assert_refused(audited, other, "two.json: audit: field \"cases\" is missing");
    assert_refused(shard(1), shard(1), "c.f.a.1.plain has two results");
}
