#include "record_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/list.h"

struct wgc_record *fixture_empty_record(size_t total)
{
    struct wgc_record *record = wgc_record_create();

    assert_non_null(record);
    record->tool_version = strdup("1.2.3");
    record->tool_commit = strdup("0123abcd");
    record->tool_suite = strdup("abcdef01");
    record->command = calloc(3, sizeof(char *));
    assert_non_null(record->command);
    record->command[0] = strdup("wgconform");
    record->command[1] = strdup("--seed=\"7\"\n");
    record->started = strdup("2026-11-20T22:36:00Z");
    record->seed = 7;
    record->profile = strdup("quick");
    record->impl = strdup("builtin");
    struct wgc_err err;
    assert_int_equal(
        wgc_record_machine_parse("{\"system\":\"Linux\",\"processors\":2}", &record->host, &err),
        WGC_OK);
    record->total = total;
    return record;
}

void fixture_device(struct wgc_record *record, const char *json)
{
    struct wgc_err err;

    assert_int_equal(wgc_record_device_parse(json, &record->device, &err), WGC_OK);
}

void fixture_rerun(struct wgc_record *record)
{
    record->rerun = calloc(5, sizeof(char *));
    assert_non_null(record->rerun);
    record->rerun[0] = strdup("A_B=it's");
    record->rerun[1] = strdup("scripts/with-device");
    record->rerun[2] = strdup("pocl");
    record->rerun[3] = strdup("X=wg conform");
}

void fixture_add(struct wgc_record *record, const char *name, enum wgc_state state)
{
    struct wgc_err err;
    struct wgc_result result = {
        .name = strdup(name), .state = state, .seconds = 0.25, .order = record->result_count};

    assert_int_equal(wgc_record_add(record, &result, &err), WGC_OK);
    assert_null(result.name);
}

struct wgc_record *fixture_record(void)
{
    struct wgc_record *record = fixture_empty_record(3);

    fixture_rerun(record);
    struct wgc_result full = {
        .name = strdup("c.work_group_reduce_add.int.7x5x3.plain"),
        .state = WGC_STATE_FLAKY,
        .seconds = 12.5,
        .reason = strdup("quote \" backslash \\ newline \n tab \t bell \a escape \x1b[31m"),
        .waiver = strdup("pocl-1"),
        .mismatch = wgc_record_mismatch_parse(
            "{\"work_group\":[1,2,3],\"expected\":\"15\",\"deep\":{\"list\":[true,"
            "false,null,0.5]}}"),
        .build_log = strdup("umlaut \xC3\xA4, emoji \xF0\x9F\x98\x80, </script> & ]]>"),
        .signal = strdup("SIGSEGV"),
        .frames = strdup("lib\"a\".so+0x12\ngenerated code"),
        .attempts = wgc_record_attempts_parse(
            "[{\"state\":\"pass\",\"seconds\":0.100000,\"count\":3},"
            "{\"state\":\"fail\",\"seconds\":0.5,\"count\":1,\"reason\":\"wrong\"}]"),
        .order = 1,
    };
    struct wgc_err err;

    record->finished = strdup("2026-11-20T22:36:59Z");
    record->seconds = 59.125;
    record->seed = UINT64_MAX;
    record->complete = true;
    fixture_device(record,
                   "{\"index\":0,\"name\":\"null\",\"limits\":{\"max_work_group_size\":4096}}");
    fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_PASS);
    assert_int_equal(wgc_record_add(record, &full, &err), WGC_OK);
    fixture_add(record, "c.work_group_any.int.1.plain", WGC_STATE_SKIP);
    record->result[2].unselected = true;
    size_t kernels = 0;
    assert_true(wgc_list_add(&record->result[2].kernels, &kernels, "c.work_group_all.int.1.plain"));
    assert_true(wgc_list_add(&record->result[2].kernels, &kernels, "c.work_group_any.int.1.plain"));
    record->total = 2;
    record->audit =
        strdup("{\"requested\":2,\"selected\":1,\"passed\":1,\"cases\":[{\"name\":\"c.a\","
               "\"state\":\"timeout\",\"seconds\":0.5}]}");
    assert_int_equal(wgc_record_warn(record, "a worker hung", &err), WGC_OK);
    return record;
}

static void assert_same_text(const char *a, const char *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a != NULL && b != NULL) {
        assert_string_equal(a, b);
    }
}

static void assert_same_result(const struct wgc_result *a, const struct wgc_result *b)
{
    assert_same_text(a->name, b->name);
    assert_int_equal(a->state, b->state);
    assert_true(a->seconds - b->seconds < 1e-6 && b->seconds - a->seconds < 1e-6);
    assert_same_text(a->reason, b->reason);
    assert_same_text(a->waiver, b->waiver);
    assert_int_equal(a->mismatch == NULL, b->mismatch == NULL);
    if (a->mismatch != NULL && b->mismatch != NULL) {
        assert_string_equal(a->mismatch->json, b->mismatch->json);
    }
    assert_same_text(a->build_log, b->build_log);
    assert_same_text(a->signal, b->signal);
    assert_same_text(a->frames, b->frames);
    assert_int_equal(a->attempts == NULL, b->attempts == NULL);
    assert_int_equal(a->unselected, b->unselected);
    assert_int_equal(a->kernels == NULL, b->kernels == NULL);
    for (size_t i = 0; a->kernels != NULL && b->kernels != NULL; i++) {
        assert_same_text(a->kernels[i], b->kernels[i]);
        if (a->kernels[i] == NULL) {
            break;
        }
    }
    assert_int_equal(a->order, b->order);
}

void assert_same_record(const struct wgc_record *a, const struct wgc_record *b)
{
    size_t i;

    assert_same_text(a->tool_version, b->tool_version);
    assert_same_text(a->tool_commit, b->tool_commit);
    assert_same_text(a->tool_suite, b->tool_suite);
    for (i = 0; a->command[i] != NULL; i++) {
        assert_same_text(a->command[i], b->command[i]);
    }
    assert_null(b->command[i]);
    assert_int_equal(a->rerun != NULL, b->rerun != NULL);
    if (a->rerun != NULL && b->rerun != NULL) {
        for (i = 0; a->rerun[i] != NULL; i++) {
            assert_same_text(a->rerun[i], b->rerun[i]);
        }
        assert_null(b->rerun[i]);
    }
    assert_same_text(a->started, b->started);
    assert_same_text(a->finished, b->finished);
    assert_true(a->seconds - b->seconds < 1e-6 && b->seconds - a->seconds < 1e-6);
    assert_true(a->seed == b->seed);
    assert_same_text(a->profile, b->profile);
    assert_same_text(a->impl, b->impl);
    assert_int_equal(a->complete, b->complete);
    assert_same_text(a->host.json, b->host.json);
    assert_same_text(a->device.json, b->device.json);
    assert_same_text(a->audit, b->audit);
    assert_int_equal(a->warning_count, b->warning_count);
    for (i = 0; i < a->warning_count; i++) {
        assert_same_text(a->warning[i], b->warning[i]);
    }
    assert_int_equal(a->total, b->total);
    assert_int_equal(a->result_count, b->result_count);
    for (i = 0; i < a->result_count; i++) {
        assert_same_result(&a->result[i], &b->result[i]);
    }
}
