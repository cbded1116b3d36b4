#include "report_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record_fixture.h"
#include "report_file/parts.h"

const char fixture_hostile_text[] =
    "\x1b[1;31mred\x1b[0m bell \a nul-like \x01 escape \x1b! tab\there\nquote \" & <b> ]]> "
    "</script> <!-- %0A ::error:: `tick` | pipe # hash \\ \xC3\xA4 \xF0\x9F\x98\x80 \xFF "
    "\xEF\xBF\xBF end";

static const char mismatch[] =
    "{\"what\":\"wrong value\",\"kind\":\"value\",\"pattern\":\"all_true "
    "0\",\"work_group\":[1,2,3],"
    "\"local_id\":[4,0,0],\"linear_id\":4,\"input\":\"7 (0x7)\",\"expected\":\"28\","
    "\"actual\":\"27 <&>\",\"tolerance\":\"exact\",\"wrong_items\":2,\"judged_items\":64,"
    "\"wrong_groups\":1,\"judged_groups\":9,\"group_input\":[\"1\",\"2\"],"
    "\"group_expected\":[\"3\",\"3\"],\"group_actual\":[\"3\",\"4\"],\"group_wrong\":[false,true]}";

static void add_state(struct wgc_record *record, enum wgc_state state)
{
    char name[64];
    struct wgc_err err;
    bool waived = state == WGC_STATE_WAIVED || state == WGC_STATE_UNEXPECTED_PASS;

    (void)snprintf(name, sizeof name, "c.work_group_all.int.%s.plain", wgc_state_name(state));
    struct wgc_result result = {
        .name = strdup(name),
        .state = state,
        .seconds = 0.0125,
        .reason =
            state == WGC_STATE_PASS ? NULL : strdup("because \x1b[1mof\x1b[0m <this> & \"that\""),
        .waiver = waived ? strdup("driver-7") : NULL,
        .mismatch = state == WGC_STATE_FAIL ? wgc_record_mismatch_parse(mismatch) : NULL,
        .build_log = wgc_state_is_bad(state) ? strdup(fixture_hostile_text) : NULL,
        .signal = state == WGC_STATE_CRASH ? strdup("SIGSEGV") : NULL,
        .frames = state == WGC_STATE_CRASH ? strdup("libA<&>.so+0x1f\nlibB.so+0x2") : NULL,
        .attempts = state == WGC_STATE_FLAKY
                        ? wgc_record_attempts_parse(
                              "[{\"state\":\"fail\",\"seconds\":0.5,\"count\":2,\"reason\":\"x\"},"
                              "{\"state\":\"pass\",\"seconds\":0.25,\"count\":1}]")
                        : NULL,
        .order = record->result_count,
    };
    assert_int_equal(wgc_record_add(record, &result, &err), WGC_OK);
}

struct wgc_record *fixture_all_states(void)
{
    struct wgc_record *record = fixture_empty_record(WGC_STATE_COUNT + 1);

    fixture_rerun(record);
    record->finished = strdup("2026-11-20T22:36:09Z");
    record->seconds = 9;
    record->complete = true;
    fixture_device(record,
                   "{\"index\":3,\"name\":\"A \\u001b[1mdevice <&>\",\"vendor\":\"V\","
                   "\"selector\":\"P/D <&>\",\"platform\":\"P\",\"driver_version\":\"1.2\"}");
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        add_state(record, (enum wgc_state)i);
    }
    fixture_add(record, "query.version", WGC_STATE_PASS);
    return record;
}

void fixture_add_because(struct wgc_record *record, const char *name, enum wgc_state state,
                         const char *reason)
{
    fixture_add(record, name, state);
    record->result[record->result_count - 1].reason = strdup(reason);
    assert_int_equal(
        wgc_older_facts(&record->result[record->result_count - 1], &(struct wgc_err){0}), WGC_OK);
}

char *fixture_put(enum wgc_status (*put)(struct wgc_buf *, const struct wgc_record *,
                                         struct wgc_err *),
                  const struct wgc_record *record)
{
    struct wgc_buf out = {0};
    struct wgc_err err = {0};

    assert_int_equal(put(&out, record, &err), WGC_OK);
    assert_non_null(out.data);
    return out.data;
}

unsigned fixture_count(const char *text, const char *part)
{
    unsigned count = 0;

    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}
