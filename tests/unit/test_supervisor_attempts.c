/* Cases that are run more than once (--repeat, --retries), and what the report has of them. */
#include <string.h>

#include "null_worker.h"
#include "supervised_run.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

#define CULPRIT "c.f3.int.2.offset"

TEST(repetitions_are_reported)
{
    SCOPED_RUN run = {.functions = 4, .options = {.jobs = 2, .repeat = 5}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_string_equal(run.record->result[0].attempts->json,
                        "[{\"state\":\"pass\",\"seconds\":0.005000,\"count\":5}]");
    assert_null(run.record->result[0].reason);
    assert_true(run.record->result[0].seconds > 0.0049);
}

/* A driver that is wrong once in fifty is caught, and the report shows how often. */
TEST(wrong_once_in_fifty)
{
    SCOPED_RUN run = {.functions = 1,
                      .shapes = 1,
                      .rules = "seldom@run=c.f0.int.1.plain",
                      .options = {.jobs = 1, .repeat = 200}};

    supervise(&run);
    const struct wgc_result *result = supervised_result(&run, "c.f0.int.1.plain");
    assert_int_equal(result->state, WGC_STATE_FLAKY);
    assert_string_equal(result->reason,
                        "passed 196 of 200 times; fail 4; the first: set by a rule");
    assert_string_equal(result->mismatch->json, "{\"what\":\"wrong value\",\"kind\":\"value\"}");
    assert_non_null(strstr(result->attempts->json,
                           "{\"state\":\"pass\",\"seconds\":0.049000,\"count\":49},"
                           "{\"state\":\"fail\",\"seconds\":0.001000,\"count\":1,"
                           "\"reason\":\"set by a rule\"}"));
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
}

TEST(wrong_each_time_is_not_flaky)
{
    struct supervised repeated = {.rules = "fail@run=" CULPRIT,
                                  .options = {.jobs = 2, .repeat = 3}};
    struct supervised retried = {.rules = "fail@run=" CULPRIT,
                                 .options = {.jobs = 2, .retries = 2}};
    struct supervised *const runs[] = {&repeated, &retried};

    for (size_t i = 0; i < 2; i++) {
        supervise(runs[i]);
        const struct wgc_result *result = supervised_result(runs[i], CULPRIT);
        assert_int_equal(result->state, WGC_STATE_FAIL);
        assert_string_equal(result->reason, "set by a rule");
        assert_non_null(strstr(result->attempts->json, "\"count\":3"));
        assert_int_equal(runs[i]->by_state[WGC_STATE_PASS], runs[i]->total - 1);
        supervised_free(runs[i]);
    }
}

TEST(right_the_second_time_is_flaky)
{
    SCOPED_RUN run = {.rules = "fail@run+first=" CULPRIT, .options = {.jobs = 2, .retries = 3}};

    supervise(&run);
    const struct wgc_result *result = supervised_result(&run, CULPRIT);
    assert_int_equal(result->state, WGC_STATE_FLAKY);
    assert_string_equal(result->reason, "passed 1 of 2 times; fail 1; the first: set by a rule");
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_null(supervised_result(&run, "c.f0.int.1.plain")->attempts);
}

/* Skips are no failures: they are not tried again. */
TEST(skips_are_not_retried)
{
    SCOPED_RUN run = {.rules = "skip@run=" CULPRIT, .options = {.jobs = 1, .retries = 3}};

    supervise(&run);
    assert_int_equal(supervised_result(&run, CULPRIT)->state, WGC_STATE_SKIP);
    assert_null(supervised_result(&run, CULPRIT)->attempts);
}

/* A crash or a hang is sure after it came again alone: 200 repetitions of it would take for ever.
 */
TEST(crashes_are_not_repeated)
{
    static const struct {
        const char *rules;
        enum wgc_state state;
    } ways[] = {{"segv@run=" CULPRIT, WGC_STATE_CRASH}, {"hang@run=" CULPRIT, WGC_STATE_TIMEOUT}};

    for (size_t i = 0; i < 2; i++) {
        struct supervised run = {.rules = ways[i].rules,
                                 .options = {.jobs = 2, .repeat = 200, .timeout = 1.5}};
        supervise(&run);
        assert_int_equal(supervised_result(&run, CULPRIT)->state, ways[i].state);
        assert_null(supervised_result(&run, CULPRIT)->attempts);
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
        assert_true(run.stats.workers_crashed <= 3);
        supervised_free(&run);
    }
}

/* The case passes alone each time; the crash is reported all the same (test_supervisor_programs.c).
 */
TEST(a_crash_after_others_only_is_not_the_case_s)
{
    struct supervised retried = {.rules = "segv@run+first=" CULPRIT,
                                 .options = {.jobs = 2, .retries = 1}};
    struct supervised repeated = {.rules = "segv@run+first=" CULPRIT,
                                  .options = {.jobs = 2, .repeat = 4}};
    struct supervised *const runs[] = {&repeated, &retried};

    for (size_t i = 0; i < 2; i++) {
        supervise(runs[i]);
        assert_int_equal(runs[i]->by_state[WGC_STATE_PASS], runs[i]->total);
        assert_int_equal(supervised_result(runs[i], "query.shared_process")->state,
                         WGC_STATE_CRASH);
        supervised_free(runs[i]);
    }
}

/* Alone in a new process it crashes once, and not when it is tried again. */
TEST(a_case_that_crashes_alone_at_times_is_flaky)
{
    SCOPED_RUN run = {.rules = "segv@run+first=" CULPRIT,
                      .options = {.jobs = 1, .retries = 1, .alone = true}};

    supervise(&run);
    const struct wgc_result *result = supervised_result(&run, CULPRIT);
    assert_int_equal(result->state, WGC_STATE_FLAKY);
    assert_string_equal(result->signal, "SIGSEGV");
    assert_non_null(strstr(result->reason, "crash 1; the first: the worker crashed (SIGSEGV)"));
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_int_equal(run.unselected, 0);
}

/* A kernel that crashes the compiler is built again as often as a case is tried again, for all its
 * cases at once. */
TEST(a_kernel_that_crashes_is_retried_for_all_its_cases)
{
    struct supervised always = {
        .functions = 1, .rules = "segv@build=c.f0.*.plain", .options = {.jobs = 1, .retries = 2}};
    SCOPED_RUN once = {.functions = 1,
                       .shapes = 4,
                       .rules = "segv@build+first=c.f0.*.plain",
                       .options = {.jobs = 2, .retries = 2}};

    supervise(&always);
    const struct wgc_result *result = supervised_result(&always, "c.f0.int.3.offset");
    assert_int_equal(always.by_state[WGC_STATE_CRASH], 6);
    assert_int_equal(always.by_state[WGC_STATE_PASS], 3);
    assert_non_null(strstr(result->attempts->json, "\"count\":3"));
    assert_in_range(always.stats.workers_crashed, 3, 6); /* 18 attempts */
    supervised_free(&always);
    supervise(&once);
    assert_int_equal(once.by_state[WGC_STATE_FLAKY], 8);
    assert_int_equal(once.by_state[WGC_STATE_PASS], 4);
    assert_int_equal(once.stats.workers_crashed, 1);
}

/* Many failures, each tried again: they go in batches, and all get their verdict. */
TEST(everything_fails_and_is_retried)
{
    SCOPED_RUN run = {.functions = 50,
                      .rules = "fail@run;segv@run=c.f7.int.1.*",
                      .options = {.jobs = 3, .retries = 2}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_FAIL], run.total - 3);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 3);
    for (size_t i = 0; i < run.record->result_count; i++) {
        assert_non_null(strstr(run.record->result[i].attempts->json, "\"count\":3"));
    }
}
