/* What the supervisor makes of workers that misbehave: each scenario of null_worker.h at each
 * place. */
#include <stdio.h>
#include <string.h>

#include "null_worker.h"
#include "supervised_run.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

#define CULPRIT "c.f3.int.2.offset"

TEST(everything_passes)
{
    SCOPED_RUN run = {0};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.devices, 1);
    assert_int_equal(run.stats.workers_crashed, 0);
    assert_true(run.stats.driver_seconds >= 1.0);
    assert_true(run.stats.data_seconds == 2.0 * run.stats.driver_seconds);
    assert_true(run.stats.judge_seconds == 3.0 * run.stats.driver_seconds);
    assert_true(run.stats.worker_seconds == 8.0 * run.stats.driver_seconds);
    assert_string_equal(run.record->result[0].name, "c.f0.int.1.plain");
    assert_null(run.record->result[0].reason);
    assert_null(run.record->result[0].attempts);
    assert_int_equal(run.record->warning_count, 0);
}

/* One case is the culprit; all others pass. */
struct scenario {
    const char *action, *place;
    enum wgc_state state;
    const char *signal, *reason; /* part of it */
};

static void check_scenario(const struct scenario *scenario, unsigned jobs, const char *condition)
{
    char rules[100];
    SCOPED_RUN run = {.rules = rules, .options = {.jobs = jobs, .timeout = 1.5}};
    const struct wgc_result *result;

    (void)snprintf(rules, sizeof rules, "print@%s=" CULPRIT ";%s@%s%s=" CULPRIT, scenario->place,
                   scenario->action, scenario->place, condition);
    supervise(&run);
    result = supervised_result(&run, CULPRIT);
    if (run.status != WGC_OK || result->state != scenario->state || result->reason == NULL ||
        strstr(result->reason, scenario->reason) == NULL ||
        strstr(result->reason, "null driver: assertion") == NULL) {
        fail_msg("%s: status %d, state %s, reason %s", rules, (int)run.status,
                 wgc_state_name(result->state), result->reason);
    }
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    if (scenario->signal == NULL) {
        assert_null(result->signal);
    } else {
        assert_string_equal(result->signal, scenario->signal);
    }
    assert_non_null(result->build_log);
    assert_non_null(strstr(result->build_log, "null driver: assertion failed"));
    assert_string_equal(result->name, CULPRIT);
}

static const struct scenario in_a_case[] = {
    {"segv", "run", WGC_STATE_CRASH, "SIGSEGV", "crashed (SIGSEGV) while the case ran"},
    {"abort", "run", WGC_STATE_CRASH, "SIGABRT", "crashed (SIGABRT)"},
    {"kill", "run", WGC_STATE_ERROR, "SIGKILL",
     "the worker was killed (SIGKILL) while the case ran; not by wgconform"},
    {"xcpu", "run", WGC_STATE_TIMEOUT, "SIGXCPU", "crashed (SIGXCPU)"},
    {"exit", "run", WGC_STATE_CRASH, NULL, "exited with status 7"},
    {"exit0", "run", WGC_STATE_CRASH, NULL, "exited with status 0"},
    {"hang", "run", WGC_STATE_TIMEOUT, NULL, "no answer within 1.5 s"},
    {"garbage", "run", WGC_STATE_CRASH, NULL, "bytes that are no message"},
    {"half", "run", WGC_STATE_CRASH, NULL, "exited with status 0"},
    {"wrong", "run", WGC_STATE_CRASH, NULL, "out of place"},
    {"orphan", "run", WGC_STATE_CRASH, "SIGSEGV", "crashed (SIGSEGV)"},
    {"eof", "run", WGC_STATE_CRASH, NULL, "no more messages, but kept running"},
    {"give_up", "run", WGC_STATE_ERROR, NULL, "the worker gave up (the null device is lost)"},
    {"segv", "after", WGC_STATE_CRASH, "SIGSEGV", "after the case had ended (state: pass)"},
    {"exit", "after", WGC_STATE_CRASH, NULL, "exited with status 7 after the case"},
    {"hang", "after", WGC_STATE_TIMEOUT, NULL, "no answer within 1.5 s after the case"},
    {"garbage", "after", WGC_STATE_CRASH, NULL, "bytes that are no message"},
};

TEST(one_case_is_the_culprit)
{
    for (size_t i = 0; i < sizeof in_a_case / sizeof in_a_case[0]; i++) {
        check_scenario(&in_a_case[i], 1 + (unsigned)i % 3, "");
    }
}

/* A build that goes wrong costs all cases of the kernel: 3 shapes of two forms. */
TEST(one_kernel_is_the_culprit)
{
    static const struct scenario builds[] = {
        {"segv", "build", WGC_STATE_CRASH, "SIGSEGV", "crashed (SIGSEGV) while it built 1 kernel"},
        {"exit", "build", WGC_STATE_CRASH, NULL, "exited with status 7 while it built"},
        {"hang", "build", WGC_STATE_TIMEOUT, NULL, "no answer within 1.5 s while it built"},
        {"garbage", "build", WGC_STATE_CRASH, NULL, "bytes that are no message"},
        {"segv", "batch", WGC_STATE_CRASH, "SIGSEGV", "before it built anything"},
        {"eof", "batch", WGC_STATE_CRASH, NULL, "no more messages"},
    };

    for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++) {
        char rules[100];
        struct supervised run = {.rules = rules, .options = {.jobs = 2, .timeout = 1.5}};
        (void)snprintf(rules, sizeof rules, "%s@%s=c.f3.*.plain", builds[i].action,
                       builds[i].place);
        supervise(&run);
        const struct wgc_result *result = supervised_result(&run, CULPRIT);
        assert_int_equal(run.status, WGC_OK);
        assert_int_equal(run.by_state[builds[i].state], 6);
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 6);
        assert_int_equal(result->state, builds[i].state);
        if (strstr(result->reason, builds[i].reason) == NULL) {
            fail_msg("%s: %s", rules, result->reason);
        }
        supervised_free(&run);
    }
}

/* One crash a case is the minimum; more than a few others would slow down a crashing run. */
TEST(similar_cases_crash_once_each)
{
    struct supervised crashing = {
        .functions = 60, .rules = "segv@run=c.*.int.1.plain", .options = {.jobs = 2}};
    SCOPED_RUN twice = {.functions = 60,
                        .shapes = 10,
                        .rules = "segv@run=c.f[0-2].int.1.plain",
                        .options = {.jobs = 2}};

    supervise(&crashing);
    assert_int_equal(crashing.by_state[WGC_STATE_CRASH], 60);
    assert_int_equal(crashing.by_state[WGC_STATE_PASS], crashing.total - 60);
    assert_in_range(crashing.stats.workers_crashed, 60, 66);
    supervised_free(&crashing);
    /* three crashes do not make the other 57 run alone forever */
    supervise(&twice);
    assert_int_equal(twice.by_state[WGC_STATE_CRASH], 3);
    assert_in_range(twice.stats.workers_started, 6, 20);
}

/* Once a kernel has crashed the compiler, those of the same function and type are built alone. */
TEST(related_kernels_crash_once_each)
{
    SCOPED_RUN run = {.functions = 60, .rules = "segv@build=c.f7.*", .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 9); /* two kernels, of three forms */
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 9);
    /* one is found by tenths of a batch, then alone, and again in a new process; the other, which
     * is in the next tenth, kills that tenth and then is known */
    assert_in_range(run.stats.workers_crashed, 2, 3 + 1 + 1 + 1);
}

/* A kernel that crashes the compiler alone in a new process costs that one process, however many
 * cases have it: none of them could be built. */
TEST(a_kernel_costs_one_process)
{
    SCOPED_RUN run = {
        .functions = 1, .shapes = 6, .rules = "segv@build=c.f0.*.plain", .options = {.jobs = 2}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 12); /* plain and offset */
    assert_int_equal(run.by_state[WGC_STATE_PASS], 6);   /* loop */
    assert_int_equal(run.stats.workers_crashed, 1);
    assert_in_range(run.stats.workers_started, 2, 3);
    for (size_t i = 0; i < run.record->result_count; i++) {
        const struct wgc_result *result = &run.record->result[i];
        assert_null(result->attempts);
        if (result->state == WGC_STATE_CRASH) {
            assert_string_equal(result->reason, "the worker crashed (SIGSEGV) while it built 1 "
                                                "kernel, the only one, in a new process");
            assert_string_equal(result->signal, "SIGSEGV");
        }
    }
}

/* A compiler that names the kernel at which it crashes saves the search for it; it decides nothing.
 */
TEST(a_kernel_that_the_compiler_names)
{
    static const struct {
        const char *rules;
        unsigned least, most; /* workers that crashed */
    } ways[] = {
        /* the batch, and each of the two kernels alone */
        {"name@build=c.f7.*;segv@build=c.f7.*", 3, 3},
        /* an innocent one: the others are found as if none had been named */
        {"name@build=c.f3.*;segv@build=c.f7.*", 4, 6},
        /* several: likewise */
        {"name@build=c.f3.*;name@build=c.f7.*;segv@build=c.f7.*", 4, 6},
    };

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct supervised run = {
            .functions = 60, .kernels = true, .rules = ways[i].rules, .options = {.jobs = 1}};
        supervise(&run);
        assert_int_equal(run.by_state[WGC_STATE_CRASH], 9);
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 9);
        assert_int_equal(supervised_result(&run, "c.f7.int.1.loop")->state, WGC_STATE_CRASH);
        assert_int_equal(run.unselected, 0);
        assert_in_range(run.stats.workers_crashed, ways[i].least, ways[i].most);
        supervised_free(&run);
    }
}

/* The kernel that is named builds alone: what crashed is a finding of the program, and all pass. */
TEST(a_kernel_that_is_named_and_builds_alone)
{
    SCOPED_RUN run = {.functions = 20,
                      .kernels = true,
                      .rules = "name@build+many=c.f7.*;segv@build+many=c.f7.*",
                      .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(supervised_result(&run, "query.shared_program")->state, WGC_STATE_CRASH);
}

/* That many kernels together take longer than one may is no fault of any. */
TEST(slow_builds_are_split)
{
    SCOPED_RUN run = {
        .rules = "hang@build+many", .functions = 4, .options = {.jobs = 2, .timeout = 1.5}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_true(supervised_warned(&run, "no answer within 1.5 s while it built"));
}

/* A case that failed before the worker crashed keeps its state; its reason has the crash. */
TEST(failed_and_crashed)
{
    SCOPED_RUN run = {.rules = "fail@run=" CULPRIT ";segv@after=" CULPRIT, .options = {.jobs = 2}};

    supervise(&run);
    const struct wgc_result *result = supervised_result(&run, CULPRIT);
    assert_int_equal(result->state, WGC_STATE_FAIL);
    assert_non_null(strstr(result->reason, "set by a rule; then the worker crashed (SIGSEGV)"));
    assert_string_equal(result->mismatch->json, "{\"what\":\"wrong value\",\"kind\":\"value\"}");
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
}

TEST(states_come_through)
{
    SCOPED_RUN run = {
        .rules = "fail@run=c.f1.*;skip@run=c.f2.*;build_error@run=c.f3.*;error@run=c.f4.*"};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_FAIL], 9);
    assert_int_equal(run.by_state[WGC_STATE_SKIP], 9);
    assert_int_equal(run.by_state[WGC_STATE_BUILD_ERROR], 9);
    assert_int_equal(run.by_state[WGC_STATE_ERROR], 9);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 36);
    assert_string_equal(supervised_result(&run, "c.f3.int.1.loop")->build_log, "error: no");
}

/* A crash after a batch belongs to no case: a warning. */
TEST(teardown_is_a_warning)
{
    static const struct {
        const char *rules, *warning;
    } endings[] = {
        {"segv@quit", "crashed (SIGSEGV) while it closed the device"},
        {"hang@quit", "did not close the device within 0.3 s"},
        {"exit@quit", "exited with status 7 while it closed"},
        {"exit0@idle+first", "exited with status 0 while"},
    };

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        struct supervised run = {.rules = endings[i].rules,
                                 .options = {.jobs = 2, .limits = {.quit_seconds = 0.3}}};
        supervise(&run);
        assert_int_equal(run.status, WGC_OK);
        if (i < 3) {
            assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
            assert_true(supervised_warned(&run, endings[i].warning));
        }
        supervised_free(&run);
    }
}

TEST(output_is_swallowed)
{
    SCOPED_RUN run = {.rules = "flood@run=" CULPRIT ";flood@build+first", .options = {.jobs = 2}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_true(supervised_warned(&run, "only the end of it was kept"));
}

/* The limit is for each case, not for the batch. */
TEST(slow_is_not_hung)
{
    SCOPED_RUN run = {
        .rules = "slow@run;slow@build", .functions = 3, .options = {.jobs = 1, .timeout = 1.5}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_true(run.seconds > run.options.timeout);
    assert_true(run.ticks >= 3);
    assert_in_range(run.forecasts, 1, run.ticks - 1); /* the first ticks have no forecast */
    assert_true(run.last_forecast < run.seconds);
}

/* Everything that happens, at once. */
TEST(all_at_once)
{
    SCOPED_RUN run = {.functions = 40,
                      .rules = "segv@run=c.f1.*;exit@build=c.f5.*.loop;hang@run=c.f7.int.1."
                               "plain;garbage@run=c.f9.int.2.loop;"
                               "fail@run=c.f11.*;abort@after=c.f13.int.3.loop;orphan@build="
                               "c.f15.*.plain;segv@idle;litter@run;"
                               "kill@quit;flood@run=c.f17.int.1.plain",
                      .options = {.jobs = 4, .timeout = 1.5}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 9 + 3 + 1 + 1 + 6);
    assert_int_equal(run.by_state[WGC_STATE_TIMEOUT], 1);
    assert_int_equal(run.by_state[WGC_STATE_FAIL], 9);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 30);
}
