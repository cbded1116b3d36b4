/* Waivers: the contents of a file, and their effect on a result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "tests/unit/manifest_fixture.h"
#include "tests/unit/test.h"
#include "waivers/waivers.h"

static const char device_json[] =
    "{\"name\":\"Chip 7\",\"platform\":\"Some OpenCL\",\"vendor\":\"V\","
    "\"platform_version\":\"OpenCL 3.0 of LLVM 18.1.8, debug\","
    "\"driver_version\":\"drv 6.0.3+x\","
    "\"device_version\":\"OpenCL 3.0 HSTR: cpu-i386-linux\",\"target\":{\"system\":\"Windows\"}}";

static enum wgc_status parse(struct wgc_waivers *waivers, const char *items, struct wgc_err *err)
{
    char text[2000];

    (void)snprintf(text, sizeof text, "{\"schema_version\": 1, \"waivers\": [%s]}", items);
    return wgc_waivers_parse(waivers, "f.json", text, strlen(text), err);
}

static void expect_error(const char *items, const char *part)
{
    struct wgc_waivers waivers = {0};
    struct wgc_err err = {0};

    assert_int_equal(parse(&waivers, items, &err), WGC_ERR_INPUT);
    assert_int_equal(strncmp(err.text, "f.json", 6), 0);
    if (strstr(err.text, part) == NULL) {
        fail_msg("\"%s\" does not contain \"%s\"", err.text, part);
    }
    wgc_waivers_free(&waivers);
}

TEST(refuses_what_the_schema_does_not_allow)
{
#define GOOD "\"id\":\"a\",\"query\":\"*\",\"states\":[\"fail\"]"
    expect_error("1", "waivers[0]: must be an object");
    expect_error("{" GOOD "}", "\"reason\" is missing");
    expect_error("{" GOOD ",\"reason\":\"\"}", "\"reason\"");
    expect_error("{" GOOD ",\"reason\":\"r\",\"x\":1}", "\"x\" is unknown");
    expect_error("{" GOOD ",\"reason\":\"r\",\"id\":\"b\"}", "\"id\" is there twice");
    expect_error("{" GOOD ",\"reason\":\"r\"},{" GOOD ",\"reason\":\"r\"}", "waivers[1]: id \"a\"");
    expect_error("{" GOOD ",\"reason\":\"r\",\"expires\":\"2026-13-01\"}", "\"expires\"");
    expect_error("{" GOOD ",\"reason\":\"r\",\"expires\":\"tomorrow\"}", "a date");
    expect_error("{" GOOD ",\"reason\":\"r\",\"flaky\":1}", "true or false");
    expect_error("{" GOOD ",\"reason\":\"r\",\"impl\":\"mine\"}", "builtin or emulated");
    expect_error("{" GOOD ",\"reason\":\"r\",\"driver\":{\"min\":\"v6\"}}", "\"min\"");
    expect_error("{" GOOD ",\"reason\":\"r\",\"driver\":{\"min\":\"6.\"}}", "\"min\"");
    expect_error("{" GOOD ",\"reason\":\"r\",\"driver\":[]}", "at least one version");
    expect_error("{" GOOD ",\"reason\":\"r\",\"driver\":[{\"min\":\"6\"},{\"max\":\"x\"}]}",
                 "\"max\"");
    expect_error("{" GOOD ",\"reason\":\"r\",\"driver\":[1]}", "an object");
    expect_error("{" GOOD ",\"reason\":\"r\",\"device\":{\"brand\":\"x\"}}",
                 "\"brand\" is unknown");
    expect_error("{" GOOD ",\"reason\":\"r\",\"device\":{\"device_version\":\"\"}}",
                 "\"device_version\"");
    expect_error("{" GOOD ",\"reason\":\"r\",\"device\":{\"platform_version\":18}}",
                 "\"platform_version\"");
    expect_error("{\"id\":\"a b\",\"query\":\"*\"}", "\"id\"");
    expect_error("{\"id\":\"a\",\"query\":[]}", "\"query\"");
    expect_error("{\"id\":\"a\",\"query\":[\"*\",7]}", "\"query\"");
    expect_error("{" GOOD ",\"reason\":\"r\",\"shape\":[]}", "\"shape\"");
    expect_error("{" GOOD ",\"reason\":\"r\",\"shape\":7}", "\"shape\": must be a pattern");
    expect_error("{\"id\":\"a\",\"query\":\"*\",\"states\":[]}", "\"states\"");
    expect_error("{\"id\":\"a\",\"query\":\"*\",\"states\":[\"pass\"]}", "\"states\"");
    expect_error("{\"id\":\"a\",\"query\":\"*\",\"states\":[\"fail\",\"fail\"]}", "\"states\"");
}

TEST(refuses_what_is_no_waiver_file)
{
    static const char *const texts[] = {"",
                                        "[]",
                                        "{}",
                                        "7",
                                        "{\"schema_version\":1}",
                                        "{\"schema_version\":2,\"waivers\":[]}",
                                        "{\"schema_version\":1,\"waivers\":[],\"more\":1}"};
    struct wgc_err err = {0};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct wgc_waivers waivers = {0};
        assert_int_equal(wgc_waivers_parse(&waivers, "f.json", texts[i], strlen(texts[i]), &err),
                         WGC_ERR_INPUT);
        assert_non_null(strstr(err.text, "f.json"));
        wgc_waivers_free(&waivers);
    }
}

TEST(refuses_too_many)
{
    struct wgc_waivers waivers = {0};
    struct wgc_buf text = {0};
    struct wgc_err err = {0};

    wgc_buf_text(&text, "{\"schema_version\":1,\"waivers\":[0");
    for (int i = 0; i < WGC_WAIVERS_MOST; i++) {
        wgc_buf_text(&text, ",0");
    }
    wgc_buf_text(&text, "]}");
    assert_int_equal(wgc_waivers_parse(&waivers, "f.json", text.data, text.size, &err),
                     WGC_ERR_INPUT);
    assert_string_equal(err.text, "f.json: 10001 waivers, more than 10000");
    wgc_waivers_free(&waivers);
    wgc_buf_free(&text);
}

/* Binds the waivers to the fixture's cases on the device above. */
static void bind_all(struct wgc_waivers *waivers, enum wgc_impl impl)
{
    struct wgc_selection selection = {.profile = WGC_PROFILE_FULL, .shard = 1, .shards = 1};
    const struct wgc_manifest *manifest = &fixture_suite;
    struct wgc_plan *plan;
    struct wgc_err err = {0};

    memset(selection.language, 1, sizeof selection.language);
    assert_int_equal(wgc_plan_make(manifest, &selection, &plan, &err), WGC_OK);
    struct wgc_record_device device = {0};
    assert_int_equal(wgc_record_device_parse(device_json, &device, &err), WGC_OK);
    const struct wgc_waivers_target target = {
        .device = &device, .impl = impl, .today = "2026-05-01", .manifest = manifest, .plan = plan};
    wgc_waivers_bind(waivers, &target);
    wgc_record_device_free(&device);
    wgc_plan_free(plan);
}

/* The state of a result after one waiver with these fields in addition to id and reason. shape: of
 * the result's program, or NULL. */
static enum wgc_state settled_shape(const char *fields, const char *shape, enum wgc_state from,
                                    enum wgc_impl impl)
{
    struct wgc_waivers waivers = {0};
    struct wgc_result result = {.name = strdup("c.work_group_reduce_add.int.64.plain"),
                                .shape = shape == NULL ? NULL : strdup(shape),
                                .state = from};
    struct wgc_err err = {0};
    char item[800];

    (void)snprintf(item, sizeof item, "{\"id\":\"w\",\"reason\":\"because\",%s}", fields);
    assert_int_equal(parse(&waivers, item, &err), WGC_OK);
    bind_all(&waivers, impl);
    assert_int_equal(wgc_waivers_apply(&waivers, &result, &err), WGC_OK);
    enum wgc_state to = result.state;
    if (to != from) {
        assert_string_equal(result.waiver, "w");
        assert_non_null(strstr(result.reason, "because"));
    } else {
        assert_null(result.waiver);
    }
    wgc_result_free(&result);
    wgc_waivers_free(&waivers);
    return to;
}

static enum wgc_state settled(const char *fields, enum wgc_state from, enum wgc_impl impl)
{
    return settled_shape(fields, NULL, from, impl);
}

TEST(a_waiver_with_shapes_is_for_programs_that_are_reduced_to_one)
{
#define SHAPED(patterns) "\"query\":\"*\",\"states\":[\"fail\"],\"shape\":" patterns
    static const char shape[] = "for { elect(int) if { elect(int) break } }";
    const enum wgc_impl builtin = WGC_IMPL_BUILTIN;

    assert_int_equal(settled_shape(SHAPED("\"*(* break *\""), shape, WGC_STATE_FAIL, builtin),
                     WGC_STATE_WAIVED);
    assert_int_equal(settled_shape(SHAPED("[\"x\", \"for {*\"]"), shape, WGC_STATE_FAIL, builtin),
                     WGC_STATE_WAIVED);
    assert_int_equal(settled_shape(SHAPED("\"*continue*\""), shape, WGC_STATE_FAIL, builtin),
                     WGC_STATE_FAIL);
    assert_int_equal(settled_shape(SHAPED("\"*\""), shape, WGC_STATE_CRASH, builtin),
                     WGC_STATE_CRASH);
    /* not reduced: nothing is known of it */
    assert_int_equal(settled_shape(SHAPED("\"*\""), NULL, WGC_STATE_FAIL, builtin), WGC_STATE_FAIL);
#undef SHAPED
}

#define FAIL "\"query\":\"c.*_add.int.*\",\"states\":[\"fail\",\"crash\"]"

TEST(expects_states)
{
    assert_int_equal(settled(FAIL, WGC_STATE_FAIL, WGC_IMPL_BUILTIN), WGC_STATE_WAIVED);
    assert_int_equal(settled(FAIL, WGC_STATE_CRASH, WGC_IMPL_BUILTIN), WGC_STATE_WAIVED);
    assert_int_equal(settled(FAIL, WGC_STATE_TIMEOUT, WGC_IMPL_BUILTIN), WGC_STATE_TIMEOUT);
    assert_int_equal(settled(FAIL, WGC_STATE_FLAKY, WGC_IMPL_BUILTIN), WGC_STATE_FLAKY);
    assert_int_equal(settled(FAIL, WGC_STATE_SKIP, WGC_IMPL_BUILTIN), WGC_STATE_SKIP);
    assert_int_equal(settled(FAIL, WGC_STATE_PASS, WGC_IMPL_BUILTIN), WGC_STATE_UNEXPECTED_PASS);
    assert_int_equal(settled(FAIL ",\"flaky\":true", WGC_STATE_PASS, WGC_IMPL_BUILTIN),
                     WGC_STATE_PASS);
    assert_int_equal(settled(FAIL ",\"flaky\":true", WGC_STATE_FLAKY, WGC_IMPL_BUILTIN),
                     WGC_STATE_WAIVED);
}

TEST(applies_only_to_what_it_names)
{
    static const char *const misses[] = {
        FAIL ",\"device\":{\"name\":\"Chip 8*\"}",
        FAIL ",\"device\":{\"vendor\":\"W\"}",
        FAIL ",\"device\":{\"platform\":\"Other*\"}",
        FAIL ",\"device\":{\"device_version\":\"*x86_64*\"}",
        FAIL ",\"device\":{\"device_version\":\"OpenCL 3.0\"}",
        FAIL ",\"device\":{\"platform_version\":\"*LLVM 15.*\"}",
        FAIL ",\"device\":{\"system\":\"Linux\"}",
        FAIL ",\"device\":{\"name\":\"Chip 8*\",\"device_version\":\"*i386*\"}",
        FAIL ",\"driver\":{\"min\":\"6.1\"}",
        FAIL ",\"driver\":{\"max\":\"6.0.2\"}",
        FAIL ",\"driver\":[{\"max\":\"5\"},{\"min\":\"6.1\"}]",
        FAIL ",\"impl\":\"emulated\"",
        FAIL ",\"expires\":\"2026-04-30\"",
        "\"query\":\"c.*_min.*\",\"states\":[\"fail\"]",
        "\"query\":[\"c.*\",\"!*.64.*\"],\"states\":[\"fail\"]",
    };
    static const char *const hits[] = {
        FAIL ",\"device\":{\"name\":\"Chip ?\",\"platform\":\"*OpenCL\",\"vendor\":\"V\"}",
        FAIL ",\"device\":{\"device_version\":\"*cpu-i386-*\"}",
        FAIL ",\"device\":{\"platform_version\":\"*LLVM 18.*\"}",
        FAIL ",\"device\":{\"system\":\"Win*\"}",
        FAIL ",\"driver\":{\"min\":\"6\",\"max\":\"6.0\"}",
        FAIL ",\"driver\":{\"min\":\"6.0.3.0\"}",
        FAIL ",\"driver\":[{\"max\":\"5\"},{\"min\":\"6\",\"max\":\"6\"}]",
        FAIL ",\"impl\":\"builtin\"",
        FAIL ",\"expires\":\"2026-05-01\"",
        "\"query\":[\"c.*\",\"!*.1.*\"],\"states\":[\"fail\"]",
        "\"query\":[\"!*.1.*\"],\"states\":[\"fail\"]",
    };

    for (size_t i = 0; i < sizeof misses / sizeof misses[0]; i++) {
        assert_int_equal(settled(misses[i], WGC_STATE_FAIL, WGC_IMPL_BUILTIN), WGC_STATE_FAIL);
        assert_int_equal(settled(misses[i], WGC_STATE_PASS, WGC_IMPL_BUILTIN), WGC_STATE_PASS);
    }
    for (size_t i = 0; i < sizeof hits / sizeof hits[0]; i++) {
        assert_int_equal(settled(hits[i], WGC_STATE_FAIL, WGC_IMPL_BUILTIN), WGC_STATE_WAIVED);
    }
}

TEST(describes_expired_and_unused_waivers)
{
    struct wgc_waivers waivers = {0};
    struct wgc_err text = {0};

    assert_int_equal(
        parse(&waivers,
              "{\"id\":\"a\",\"reason\":\"r\"," FAIL "},"
              "{\"id\":\"b\",\"reason\":\"r\",\"expires\":\"2020-01-01\",\"owner\":\"me\"," FAIL
              "},"
              "{\"id\":\"c\",\"reason\":\"r\",\"query\":\"none.*\",\"states\":[\"fail\"]},"
              "{\"id\":\"d\",\"reason\":\"r\",\"flaky\":true," FAIL "}",
              &text),
        WGC_OK);
    assert_false(wgc_waiver_describe_unused(&waivers.item[0], &text)); /* not bound yet */
    bind_all(&waivers, WGC_IMPL_BUILTIN);
    assert_true(wgc_waiver_describe_unused(&waivers.item[0], &text));
    assert_false(wgc_waiver_describe_expired(&waivers.item[0], &text));
    assert_true(wgc_waiver_describe_expired(&waivers.item[1], &text));
    assert_non_null(strstr(text.text, "2020-01-01"));
    assert_non_null(strstr(text.text, "me"));
    assert_false(wgc_waiver_describe_unused(&waivers.item[1], &text));
    assert_false(wgc_waiver_describe_unused(&waivers.item[2], &text)); /* nothing selected */
    assert_false(wgc_waiver_describe_unused(&waivers.item[3], &text)); /* its cases may pass */
    struct wgc_result result = {.name = strdup("c.work_group_reduce_add.int.1.plain"),
                                .state = WGC_STATE_CRASH};
    assert_int_equal(wgc_waivers_apply(&waivers, &result, &text), WGC_OK);
    assert_false(wgc_waiver_describe_unused(&waivers.item[0], &text));
    wgc_result_free(&result);
    wgc_waivers_free(&waivers);
}

/* A result of a report, with the reason and the waiver that it has there. */
static struct wgc_result saved(enum wgc_state state, const char *reason, const char *waiver)
{
    return (struct wgc_result){.name = strdup("c.work_group_reduce_add.int.64.plain"),
                               .state = state,
                               .reason = reason == NULL ? NULL : strdup(reason),
                               .waiver = waiver == NULL ? NULL : strdup(waiver)};
}

static void assert_result(const struct wgc_result *result, enum wgc_state state, const char *reason)
{
    assert_int_equal(result->state, state);
    assert_null(result->waiver);
    assert_int_equal(result->reason == NULL, reason == NULL);
    if (result->reason != NULL && reason != NULL) {
        assert_string_equal(result->reason, reason);
    }
}

/* The waiver's reason has what separates it from the result's own. */
TEST(undoes_what_it_applied)
{
    static const char item[] = "{\"id\":\"w\",\"reason\":\"known; see (a/b); really\","
                               "\"link\":\"x/y.md\"," FAIL "}";
    static const struct {
        enum wgc_state state;
        const char *reason;
    } rows[] = {{WGC_STATE_FAIL, "wrong value; 3 of 4 (a.b)"},
                {WGC_STATE_CRASH, NULL},
                {WGC_STATE_PASS, NULL},
                {WGC_STATE_PASS, "on a device with; a word"}};
    struct wgc_waivers waivers = {0};
    struct wgc_err err = {0};

    assert_int_equal(parse(&waivers, item, &err), WGC_OK);
    bind_all(&waivers, WGC_IMPL_BUILTIN);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_result result = saved(rows[i].state, rows[i].reason, NULL);
        assert_int_equal(wgc_waivers_apply(&waivers, &result, &err), WGC_OK);
        assert_string_equal(result.waiver, "w");
        /* the facts are in the result: the sentence and the file are of no use */
        assert_string_equal(result.waived->why, "known; see (a/b); really");
        assert_string_equal(result.waived->link, "x/y.md");
        assert_int_equal(wgc_waivers_undo(&result, &err), WGC_OK);
        assert_null(result.waived);
        assert_result(&result, rows[i].state, rows[i].reason);
        assert_int_equal(wgc_waivers_undo(&result, &err), WGC_OK); /* nothing to undo */
        assert_result(&result, rows[i].state, rows[i].reason);
        wgc_result_free(&result);
    }
    wgc_waivers_free(&waivers);
}

TEST(an_unknown_state_cannot_be_undone)
{
    struct wgc_result result = saved(WGC_STATE_WAIVED, "we know of it", "w");
    struct wgc_err err = {0};

    assert_int_equal(wgc_waivers_undo(&result, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "c.work_group_reduce_add.int.64.plain is waived"));
    assert_int_equal(result.state, WGC_STATE_WAIVED);
    wgc_result_free(&result);
}

static struct wgc_record *saved_record(void)
{
    static const char *const names[] = {"c.f.int.1.plain", "c.f.int.2.plain", "c.g.int.1.plain"};
    struct wgc_record *record = wgc_record_create();
    struct wgc_err err = {0};

    assert_non_null(record);
    for (size_t i = 0; i < 3; i++) {
        struct wgc_result result = {
            .name = strdup(names[i]), .state = WGC_STATE_FAIL, .unselected = i == 2};
        assert_int_equal(wgc_record_add(record, &result, &err), WGC_OK);
    }
    return record;
}

TEST(applies_to_a_saved_record)
{
    struct wgc_record *record = saved_record();
    const struct wgc_waivers_target target = {
        .device = &record->device, .today = "2026-05-01", .record = record};
    struct wgc_waivers waivers = {0};
    struct wgc_err err = {0};
    size_t undone = 0;

    assert_int_equal(
        parse(&waivers,
              "{\"id\":\"a\",\"reason\":\"r\",\"query\":\"c.f.*\",\"states\":[\"fail\"]},"
              "{\"id\":\"other\",\"reason\":\"r\",\"query\":\"c.g.*\",\"states\":[\"fail\"],"
              "\"device\":{\"name\":\"of somebody else\"}},"
              "{\"id\":\"b\",\"reason\":\"r\",\"query\":\"c.g.*\",\"states\":[\"fail\"]}",
              &err),
        WGC_OK);
    wgc_waivers_bind(&waivers, &target);
    assert_true(waivers.item[0].selected);
    assert_false(waivers.item[2].selected); /* no selected case */
    for (size_t times = 0; times < 2; times++) {
        assert_int_equal(wgc_waivers_reapply(&waivers, record, &undone, &err), WGC_OK);
        assert_int_equal(undone, times == 0 ? 0 : 3);
        assert_int_equal(record->result[0].state, WGC_STATE_WAIVED);
        assert_string_equal(record->result[0].reason, "fail as expected: r");
        assert_int_equal(record->result[1].state, WGC_STATE_WAIVED);
        assert_int_equal(record->result[2].state, WGC_STATE_WAIVED); /* a finding */
        assert_string_equal(record->result[2].waiver, "b");
    }
    wgc_waivers_free(&waivers);
    wgc_record_free(record);
}

/* Of a crash that may as well be a failure the failure is expected; of a case that is wrong now and
 * then, nothing. */
TEST(names_what_is_expected)
{
    struct wgc_record *record = saved_record();
    const struct wgc_waivers_target target = {
        .device = &record->device, .today = "2026-05-01", .record = record};
    const unsigned crash = 1U << WGC_STATE_CRASH, timeout = 1U << WGC_STATE_TIMEOUT,
                   fails = 1U << WGC_STATE_FAIL;
    struct wgc_waivers waivers = {0};
    struct wgc_err err = {0};

#define WAIVER(id, query, states)                                                                  \
    "{\"id\":\"" id "\",\"reason\":\"r\",\"query\":\"" query "\",\"states\":[" states "]"
    static const char items[] = WAIVER("a", "c.f.int.1.plain", "\"crash\"") "}," WAIVER(
        "b", "c.f.int.2.plain",
        "\"fail\",\"crash\"") "}," WAIVER("c", "c.*.loop",
                                          "\"fail\",\"timeout\"") "}," WAIVER("d",
                                                                              "c.f.int.3.plain",
                                                                              "\"crash\"") ",\"expi"
                                                                                           "res\":"
                                                                                           "\"2020-"
                                                                                           "01-"
                                                                                           "01\"}";
#undef WAIVER

    assert_int_equal(parse(&waivers, items, &err), WGC_OK);
    assert_int_equal(wgc_waivers_expected(&waivers, "c.f.int.1.plain"), 0); /* not bound */
    wgc_waivers_bind(&waivers, &target);
    for (size_t i = 0; i < waivers.count; i++) {
        waivers.item[i].selected = true;
    }
    assert_int_equal(wgc_waivers_expected(&waivers, "c.f.int.1.plain"), crash);
    assert_int_equal(wgc_waivers_expected(&waivers, "c.f.int.2.plain"), fails);
    assert_int_equal(wgc_waivers_expected(&waivers, "c.g.int.2.loop"), fails | timeout);
    waivers.item[1].flaky = true;
    assert_int_equal(wgc_waivers_expected(&waivers, "c.f.int.2.plain"), 0);
    assert_int_equal(wgc_waivers_expected(&waivers, "c.f.int.3.plain"), 0); /* expired */
    assert_int_equal(wgc_waivers_expected(&waivers, "c.g.int.1.plain"), 0);
    wgc_waivers_free(&waivers);
    wgc_record_free(record);
}

static void warn_of_waiver(struct wgc_record *record, const char *text)
{
    struct wgc_err err;

    assert_int_equal(wgc_record_warn(record, text, &err), WGC_OK);
    assert_int_equal(wgc_record_note_waiver(record, text, &err), WGC_OK);
}

TEST(removes_its_own_warnings_only)
{
    struct wgc_record *record = saved_record();
    const struct wgc_waivers_target target = {
        .device = &record->device, .today = "2026-05-01", .record = record};
    struct wgc_waivers waivers = {0};
    struct wgc_err text = {0};

    assert_int_equal(
        parse(&waivers,
              "{\"id\":\"a\",\"reason\":\"r\",\"query\":\"c.f.*\",\"states\":[\"crash\"]},"
              "{\"id\":\"b\",\"reason\":\"r\",\"query\":\"c.f.*\",\"states\":[\"fail\"],"
              "\"expires\":\"2020-01-01\"}",
              &text),
        WGC_OK);
    wgc_waivers_bind(&waivers, &target);
    assert_true(wgc_waiver_describe_unused(&waivers.item[0], &text));
    warn_of_waiver(record, text.text);
    assert_true(wgc_waiver_describe_expired(&waivers.item[1], &text));
    warn_of_waiver(record, text.text);
    assert_int_equal(wgc_record_warn(record, "a worker hung: waiver", &text), WGC_OK);
    assert_int_equal(wgc_waivers_note_files(&waivers, record, &text), WGC_OK);
    assert_int_equal(record->warning_count, 4);
    assert_string_equal(record->warning[3], "waivers were applied after the run: f.json");
    wgc_record_remove_waiver_warnings(record);
    assert_int_equal(record->warning_count, 1);
    assert_string_equal(record->warning[0], "a worker hung: waiver");
    wgc_waivers_free(&waivers);
    wgc_record_free(record);
}

TEST(compares_versions)
{
    assert_true(wgc_version_within("6.0+debian", "6.0", "6.0"));
    assert_true(wgc_version_within("6.10", "6.9", NULL));
    assert_false(wgc_version_within("6.10", NULL, "6.9"));
    assert_true(wgc_version_within("2026.22.10.0.01_160000", "2026.22", "2026.22"));
    assert_false(wgc_version_within("5", "5.1", NULL));
    assert_true(wgc_version_within("5", "5.0", "5.0"));
    assert_false(wgc_version_within("none", "1", NULL));
    assert_true(wgc_version_within("none", NULL, NULL));
}
