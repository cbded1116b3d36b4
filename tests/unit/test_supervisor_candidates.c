/* Cases with wrong values in a program of several kernels: they run once more alone, and what their
 * program spoilt is a finding of the program. */
#include <stdio.h>
#include <string.h>

#include "null_worker.h"
#include "supervised_run.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

#define CASE    "c.f3.int.2.plain"
#define PROGRAM "query.shared_program"

static void assert_reason(const struct wgc_result *result, const char *part)
{
    if (result->reason == NULL || strstr(result->reason, part) == NULL) {
        fail_msg("%s: \"%s\" is not in \"%s\"", result->name, part,
                 result->reason == NULL ? "" : result->reason);
    }
}

/* The case passes, and the program bears its failure. */
static void assert_spoilt(struct supervised *run, const char *reason)
{
    supervise(run);
    const struct wgc_result *result = supervised_result(run, PROGRAM);
    assert_int_equal(run->status, WGC_OK);
    assert_int_equal(supervised_result(run, CASE)->state, WGC_STATE_PASS);
    assert_int_equal(result->state, WGC_STATE_FAIL);
    assert_reason(result, CASE " is right in a program of its own, and not in one of ");
    assert_reason(result, reason);
    assert_int_equal(result->unselected, !run->checks);
    assert_int_equal(wgc_record_exit_status(run->record), 1);
}

/* One other kernel spoils the case: of 20 it is found. */
TEST(a_kernel_that_spoils_another)
{
    for (unsigned i = 0; i < 4; i++) {
        struct supervised run = {
            .rules = "fail@run=" CASE "&c.f7.*.loop", .checks = i % 2 == 1, .options = {.jobs = 1}};
        assert_spoilt(&run, "; the smallest program that shows it has these 2 kernels: " CASE
                            ", c.f7.int.1.loop; its failure: ");
        char *const *kernels = supervised_result(&run, PROGRAM)->kernels;
        assert_string_equal(kernels[0], CASE);
        assert_string_equal(kernels[1], "c.f7.int.1.loop");
        assert_null(kernels[2]);
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - run.checks);
        assert_int_equal(run.record->warning_count, 0);
        supervised_free(&run);
    }
}

/* All cases of a kernel are spoilt: one is the verdict, the others are warnings. */
TEST(several_cases_are_spoilt)
{
    SCOPED_RUN run = {
        .rules = "fail@run=c.f3.*.plain&c.f7.*.loop", .checks = true, .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(supervised_result(&run, PROGRAM)->state, WGC_STATE_FAIL);
    assert_reason(supervised_result(&run, PROGRAM), "; the smallest program that shows it has ");
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_true(run.record->warning_count > 0);
}

/* How many warnings and verdicts of programs have that part. */
static size_t count_programs(struct supervised *run, const char *part)
{
    size_t count = strstr(supervised_result(run, PROGRAM)->reason, part) != NULL;

    for (size_t i = 0; i < run->record->warning_count; i++) {
        count += strstr(run->record->warning[i], part) != NULL;
    }
    return count;
}

/* One kernel spoils many cases at once: four searches are begun and no more, one of them is the
 * verdict, and each case passes. */
TEST(many_cases_are_spoilt_at_once)
{
    SCOPED_RUN run = {
        .rules = "fail@run=c.*.plain&c.f7.*.loop", .checks = true, .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_int_equal(count_programs(&run, "; the smallest program that shows it has "), 4);
    assert_true(count_programs(&run, "it takes was not looked into") > 4);
    assert_reason(supervised_result(&run, PROGRAM), "; the smallest program that shows it has ");
}

/* What is wrong alone too is the case's own failure, and no program is at fault. */
TEST(a_failure_of_the_case_alone)
{
    for (unsigned jobs = 1; jobs <= 3; jobs++) {
        struct supervised run = {
            .rules = "fail@run=" CASE, .checks = true, .options = {.jobs = jobs}};
        supervise(&run);
        assert_int_equal(supervised_result(&run, CASE)->state, WGC_STATE_FAIL);
        assert_int_equal(supervised_result(&run, PROGRAM)->state, WGC_STATE_PASS);
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
        supervised_free(&run);
    }
}

/* Wrong once, and never again: the failure is the case's, and no program is named. */
TEST(a_failure_that_does_not_come_again)
{
    SCOPED_RUN run = {.rules = "fail@run+first=" CASE, .checks = true, .options = {.jobs = 1}};

    supervise(&run);
    const struct wgc_result *result = supervised_result(&run, CASE);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(result->state, WGC_STATE_FAIL);
    assert_reason(result,
                  "; seen once, in a program of 20 kernels: it is right in a program of its "
                  "own, and when the same program ran again");
    assert_null(result->kernels);
    assert_int_equal(supervised_result(&run, PROGRAM)->state, WGC_STATE_PASS);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_int_equal(wgc_record_exit_status(run.record), 1);
}

/* The failure is the case's own, for that reason. */
static void assert_own(const char *rules, const char *reason)
{
    SCOPED_RUN run = {.rules = rules, .checks = true, .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(supervised_result(&run, CASE)->state, WGC_STATE_FAIL);
    assert_int_equal(supervised_result(&run, PROGRAM)->state, WGC_STATE_PASS);
    assert_string_equal(supervised_result(&run, CASE)->reason, reason);
}

/* Wrong in each program, and alone too, but for the first time alone. */
TEST(a_case_that_was_right_alone_by_chance)
{
    assert_own("fail@run+many=" CASE ";fail@run+new=" CASE, "set by a rule");
}

/* Nothing was judged alone: what was seen is not lost. */
TEST(a_case_that_is_skipped_alone)
{
    assert_own("skip@run=" CASE ";fail@run+many=" CASE,
               "set by a rule; seen once, in a program of 20 kernels: in a program of its own "
               "nothing was judged");
}

/* The same program ends the worker when it runs again, in a new process. */
TEST(a_program_that_ends_the_worker_when_it_runs_again)
{
    assert_own("fail@run+first=" CASE ";segv@run+later=" CASE "&c.f7.*.loop",
               "set by a rule; seen once, in a program of 20 kernels: it is right in a program of "
               "its own, and when the same ran again, the worker ended");
}

/* Any other kernel spoils the case: one of them is named. */
TEST(any_kernel_spoils_the_case)
{
    SCOPED_RUN run = {.rules = "fail@run+many=" CASE, .checks = true, .options = {.jobs = 1}};

    assert_spoilt(&run, "; the smallest program that shows it has these 2 kernels: ");
}

/* A worker that crashes with a smaller program ends the search. */
TEST(a_crash_while_it_is_reduced)
{
    SCOPED_RUN run = {.rules = "fail@run=" CASE "&c.f7.*.loop;"
                               "segv@run+used=" CASE "&c.f7.*.loop",
                      .checks = true,
                      .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(supervised_result(&run, CASE)->state, WGC_STATE_PASS);
}
