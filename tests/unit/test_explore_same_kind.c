/* explore_run/same_kind: an exploration ends where no program works and each fails in one way. */
#include <stdlib.h>

#include "explore_run/parts.h"
#include "tests/unit/test.h"

static void note(struct wgc_same_kind *same, enum wgc_state state, char *log, unsigned times)
{
    struct wgc_err err = {0};
    const struct wgc_result result = {.name = (char[]){"c.explore.7"},
                                      .state = state,
                                      .reason = (char[]){"clBuildProgram"},
                                      .build_log = log};

    for (unsigned i = 0; i < times; i++) {
        assert_int_equal(wgc_same_kind_note(same, &result, &err), WGC_OK);
    }
}

TEST(the_same_failure_of_many_stops)
{
    struct wgc_same_kind same = {0};
    char log[] = "error: unknown option";

    note(&same, WGC_STATE_SKIP, NULL, 1);
    note(&same, WGC_STATE_BUILD_ERROR, log, WGC_SAME_KIND_PROGRAMS - 1);
    assert_false(wgc_same_kind_stops(&same));
    note(&same, WGC_STATE_BUILD_ERROR, log, 1);
    assert_true(wgc_same_kind_stops(&same));
    wgc_buf_free(&same.kind);
}

TEST(timeouts_are_few)
{
    struct wgc_same_kind same = {0};

    note(&same, WGC_STATE_TIMEOUT, NULL, WGC_SAME_KIND_TIMEOUTS);
    assert_true(wgc_same_kind_stops(&same));
    wgc_buf_free(&same.kind);
}

TEST(one_that_works_or_fails_otherwise_is_enough)
{
    static const enum wgc_state others[] = {WGC_STATE_PASS, WGC_STATE_CRASH};
    char log[] = "error: unknown option";

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct wgc_same_kind same = {0};
        note(&same, WGC_STATE_BUILD_ERROR, log, 1);
        note(&same, others[i], NULL, 1);
        note(&same, WGC_STATE_BUILD_ERROR, log, 2 * WGC_SAME_KIND_PROGRAMS);
        assert_false(wgc_same_kind_stops(&same));
        wgc_buf_free(&same.kind);
    }
}

TEST(a_wrong_value_is_a_value)
{
    struct wgc_same_kind same = {0};
    struct wgc_err err = {0};
    struct wgc_record_mismatch mismatch = {0};
    const struct wgc_result result = {
        .name = (char[]){"c.explore.7"}, .state = WGC_STATE_FAIL, .mismatch = &mismatch};

    for (unsigned i = 0; i < 2 * WGC_SAME_KIND_PROGRAMS; i++) {
        assert_int_equal(wgc_same_kind_note(&same, &result, &err), WGC_OK);
    }
    assert_false(wgc_same_kind_stops(&same));
    wgc_buf_free(&same.kind);
}
