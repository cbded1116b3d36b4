/* Cases of which the caller expects how they fail, as a waiver does. */
#include <stdio.h>
#include <string.h>

#include "null_worker.h"
#include "supervised_run.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

#define CULPRIT "c.f3.int.2.plain"

/* One crash and one new process: nothing that ran with the case is run again. */
TEST(a_crash_is_decided_at_once)
{
    SCOPED_RUN run = {.rules = "segv@run=" CULPRIT, .crashes = CULPRIT, .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    const struct wgc_result *result = supervised_result(&run, CULPRIT);
    assert_int_equal(result->state, WGC_STATE_CRASH);
    assert_non_null(strstr(result->reason, "alone in a new process"));
    assert_int_equal(run.stats.workers_crashed, 1);
    assert_int_equal(run.stats.workers_started, 2);
}

/* The same without the expectation: the batch's worker, and that of the case alone. */
TEST(a_crash_that_nobody_expects_costs_two)
{
    SCOPED_RUN run = {.rules = "segv@run=" CULPRIT, .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 1);
    assert_int_equal(run.stats.workers_crashed, 2);
}

/* What is expected decides nothing: the cases run, and pass, fail or crash as they do. */
TEST(what_is_expected_runs)
{
    SCOPED_RUN run = {.rules = "fail@run=c.f1.*;segv@run=c.f7.int.1.loop",
                      .crashes = "c.f[135].*",
                      .options = {.jobs = 2}};

    supervise(&run);
    assert_int_equal(run.results, run.total);
    assert_int_equal(run.by_state[WGC_STATE_FAIL], 9);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 1);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 10);
}

/* Three cases of one kernel, each of which crashes first in its process. */
TEST(cases_of_a_kernel_crash_one_after_the_other)
{
    SCOPED_RUN run = {
        .rules = "segv@run=c.f3.int.*.loop", .crashes = "c.f3.int.*.loop", .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 3);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 3);
    assert_int_equal(run.stats.workers_crashed, 3);
}

/* Only the second case of the kernel crashes: that it is the case is known when it ran alone. */
TEST(a_crash_after_another_case_is_looked_into)
{
    SCOPED_RUN run = {.rules = "segv@run+used=c.f3.int.2.loop",
                      .crashes = "c.f3.int.*.loop",
                      .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 0);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_true(run.stats.workers_crashed > 0);
}

/* A kernel that the compiler crashes on: one process for all its cases. */
TEST(a_kernel_that_does_not_build)
{
    SCOPED_RUN run = {.rules = "segv@build=c.f3.int.*.loop",
                      .crashes = "c.f3.int.*.loop",
                      .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 3);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 3);
    assert_int_equal(run.stats.workers_crashed, 1);
}

/* One time limit, not two. */
TEST(a_timeout_is_waited_for_once)
{
    SCOPED_RUN run = {
        .rules = "hang@run=" CULPRIT, .hangs = CULPRIT, .options = {.jobs = 1, .timeout = 1.0}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_TIMEOUT], 1);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_int_equal(run.stats.workers_crashed, 1);
}

/* All others have their results before. */
TEST(they_come_last)
{
    SCOPED_RUN run = {.rules = "segv@run=c.f0.int.1.plain",
                      .crashes = "c.f0.int.1.plain",
                      .max_failures = 1,
                      .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.results, run.total);
}

/* A run of some cases counts them in their turn. */
TEST(they_count_among_the_first_cases)
{
    SCOPED_RUN run = {.rules = "segv@run=c.f0.int.1.plain",
                      .crashes = "c.f0.*",
                      .stop_after = 1000, /* it is not complete */
                      .options = {.jobs = 1, .most_cases = 5}};

    supervise(&run);
    assert_int_equal(run.results, 5);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 1);
    assert_int_equal(supervised_result(&run, "c.f0.int.1.plain")->state, WGC_STATE_CRASH);
}

TEST(every_case_is_expected_to_crash)
{
    SCOPED_RUN run = {.functions = 3,
                      .rules = "segv@run=c.f1.int.*.offset",
                      .crashes = "*",
                      .options = {.jobs = 3}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 3);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 3);
}

/* Several attempts at each case run as they do otherwise. */
TEST(repetitions)
{
    SCOPED_RUN run = {
        .rules = "segv@run=" CULPRIT, .crashes = "c.f3.*", .options = {.jobs = 2, .repeat = 3}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 1);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
}

/* What fails in a program with other kernels alone is right here: no kernel shares its program. */
TEST(what_is_to_fail_is_a_program_of_its_own)
{
    SCOPED_RUN run = {
        .rules = "fail@run+many=" CULPRIT, .fails = "c.f3.int.2.*", .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.unselected, 0);
}

/* The same without the expectation: the program is at fault, which takes new processes. */
TEST(what_nobody_expects_to_fail_is_not)
{
    SCOPED_RUN run = {.rules = "fail@run+many=" CULPRIT, .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.unselected, 1);
}

/* What fails alone does: in the worker of the others. */
TEST(what_fails_as_expected_costs_no_process)
{
    SCOPED_RUN run = {.rules = "fail@run=c.f3.*", .fails = "c.f3.*", .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_FAIL], 9);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 9);
    assert_int_equal(run.stats.workers_started, 1);
}

/* A kernel that is to be refused is in no program of several, so none of these is refused. */
TEST(what_is_to_be_refused_is_a_program_of_its_own)
{
    SCOPED_RUN run = {.rules = "refuse@build+many=c.f3.*;refuse@build=c.f3.int.*.loop",
                      .refused = "c.f3.*",
                      .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_BUILD_ERROR], 3);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 3);
    assert_int_equal(run.unselected, 0);
    assert_int_equal(run.stats.workers_started, 1);
}
