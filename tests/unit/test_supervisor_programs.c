/* What the supervisor makes of failures that no case shows alone: programs of several kernels that
 * do not build, and crashes after other cases. */
#include <stdio.h>
#include <string.h>

#include "null_worker.h"
#include "supervised_run.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

#define CASE    "c.f3.int.2.offset"
#define PROGRAM "query.shared_program"
#define PROCESS "query.shared_process"
#define FIXED   "query.program_work_group_int"

static void assert_reason(const struct wgc_result *result, const char *part)
{
    if (result->reason == NULL || strstr(result->reason, part) == NULL) {
        fail_msg("%s: \"%s\" is not in \"%s\"", result->name, part, result->reason);
    }
}

/* Every case of the plan but the checks passes; the checks have these states. */
static void assert_checks(const struct supervised *run, enum wgc_state fixed,
                          enum wgc_state program, enum wgc_state process)
{
    const size_t failures = (fixed != WGC_STATE_PASS ? 1U : 0U) +
                            (program != WGC_STATE_PASS ? 1U : 0U) +
                            (process != WGC_STATE_PASS ? 1U : 0U);

    assert_int_equal(run->status, WGC_OK);
    assert_int_equal(supervised_result(run, FIXED)->state, fixed);
    assert_int_equal(supervised_result(run, PROGRAM)->state, program);
    assert_int_equal(supervised_result(run, PROCESS)->state, process);
    assert_int_equal(run->by_state[WGC_STATE_PASS], run->total - failures);
    assert_int_equal(run->unselected, 0);
}

TEST(the_checks_pass)
{
    for (unsigned jobs = 1; jobs <= 3; jobs++) {
        struct supervised run = {.checks = true, .options = {.jobs = jobs, .repeat = jobs}};
        supervise(&run);
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
        assert_checks(&run, WGC_STATE_PASS, WGC_STATE_PASS, WGC_STATE_PASS);
        assert_null(supervised_result(&run, FIXED)->reason);
        assert_int_equal(run.record->warning_count, 0);
        assert_string_equal(run.record->result[run.total - 1].name, PROCESS);
        supervised_free(&run);
    }
}

/* A crash in a case that crashes only after others: the case passes, and the process bears it. */
TEST(a_crash_after_other_cases)
{
    static const struct {
        const char *rules;
        enum wgc_state state;
        const char *signal, *reason;
    } ways[] = {
        {"segv@run+used=" CASE, WGC_STATE_CRASH, "SIGSEGV",
         "the worker crashed (SIGSEGV) while the case ran; it was " CASE " after other cases in "
         "the same process, which alone in a new process does not do so (state: pass)"},
        {"hang@run+used=" CASE, WGC_STATE_TIMEOUT, NULL, "no answer within 1.5 s"},
        {"abort@after+used=" CASE, WGC_STATE_CRASH, "SIGABRT", "after the case had ended"},
        {"kill@run+first=" CASE, WGC_STATE_ERROR, "SIGKILL", "(state: pass)"},
        {"give_up@run+used=" CASE, WGC_STATE_ERROR, NULL, "the null device is lost"},
    };

    for (size_t i = 0; i < 2 * sizeof ways / sizeof ways[0]; i++) {
        bool checks = i % 2 == 1;
        struct supervised run = {.rules = ways[i / 2].rules,
                                 .checks = checks,
                                 .options = {.jobs = 1 + (unsigned)i % 3, .timeout = 1.5}};
        supervise(&run);
        const struct wgc_result *result = supervised_result(&run, PROCESS);
        assert_int_equal(run.status, WGC_OK);
        assert_int_equal(supervised_result(&run, CASE)->state, WGC_STATE_PASS);
        assert_int_equal(result->state, ways[i / 2].state);
        assert_reason(result, ways[i / 2].reason);
        assert_int_equal(result->unselected, !checks);
        assert_int_equal(run.unselected, !checks);
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - checks);
        assert_int_equal(wgc_record_exit_status(run.record), 1);
        if (ways[i / 2].signal != NULL) {
            assert_string_equal(result->signal, ways[i / 2].signal);
        }
        supervised_free(&run);
    }
}

/* A case that crashes after others and fails alone gets its failure; the crash is a finding of the
 * process. */
TEST(a_crash_and_a_failure)
{
    SCOPED_RUN run = {.rules = "segv@run+first=" CASE ";fail@run=" CASE, .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(supervised_result(&run, CASE)->state, WGC_STATE_FAIL);
    assert_reason(supervised_result(&run, PROCESS), "(state: fail)");
}

/* Two kernels do not build together: the compiler refuses, or crashes. Of 20 kernels these two are
 * found, in the run's own programs and in the fixed one. */
TEST(two_kernels_that_do_not_build_together)
{
    static const struct {
        const char *action;
        enum wgc_state state;
        const char *what;
    } ways[] = {
        {"refuse", WGC_STATE_BUILD_ERROR, "clBuildProgram: CL_BUILD_PROGRAM_FAILURE (-11): no"},
        {"segv", WGC_STATE_CRASH, "crashed (SIGSEGV) while it built a program of 2 kernels"},
        {"exit", WGC_STATE_CRASH, "exited with status 7 while it built a program of 2 kernels"},
    };

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char rules[100];
        struct supervised run = {.rules = rules, .checks = true, .options = {.jobs = 1}};
        (void)snprintf(rules, sizeof rules, "%s@build=c.f2.*.plain&c.f7.*.plain", ways[i].action);
        supervise(&run);
        assert_checks(&run, ways[i].state, ways[i].state, WGC_STATE_PASS);
        assert_reason(supervised_result(&run, PROGRAM), ways[i].what);
        assert_reason(supervised_result(&run, PROGRAM),
                      "; the smallest set that fails is these 2 kernels, which build alone: "
                      "c.f2.int.1.plain, c.f7.int.1.plain");
        char *const *kernels = supervised_result(&run, PROGRAM)->kernels;
        assert_string_equal(kernels[0], "c.f2.int.1.plain");
        assert_string_equal(kernels[1], "c.f7.int.1.plain");
        assert_null(kernels[2]);
        assert_reason(supervised_result(&run, FIXED), ways[i].what);
        assert_reason(supervised_result(&run, FIXED), ": c.f2.int.1.plain, c.f7.int.1.plain");
        assert_null(strstr(supervised_result(&run, FIXED)->reason, "left out"));
        supervised_free(&run);
    }
}

/* The name and the set are the same whatever the workers do, and without the checks in the plan. */
TEST(the_finding_is_the_same_each_time)
{
    char first[2000] = "";

    for (unsigned i = 0; i < 6; i++) {
        struct supervised run = {.rules = "refuse@build=c.f2.*.loop&c.f3.*.plain",
                                 .functions = 4,
                                 .checks = i % 2 == 1,
                                 .options = {.jobs = 1}};
        supervise(&run);
        const struct wgc_result *result = supervised_result(&run, PROGRAM);
        assert_int_equal(result->state, WGC_STATE_BUILD_ERROR);
        assert_int_equal(run.unselected, i % 2 == 0);
        if (first[0] == '\0') {
            (void)snprintf(first, sizeof first, "%s", result->reason);
        }
        assert_string_equal(result->reason, first);
        supervised_free(&run);
    }
    assert_non_null(strstr(first, ": c.f2.int.1.loop, c.f3.int.1.plain"));
}

/* A kernel that does not build alone is its own cases' matter. */
TEST(kernels_that_fail_alone_explain_it)
{
    static const struct {
        const char *rules;
        enum wgc_state state;
        const char *left_out;
    } ways[] = {
        {"refuse@build=c.f2.*.plain;refuse@build=c.f5.*.plain", WGC_STATE_BUILD_ERROR,
         "2 of its 10 kernels do not build alone and are left out"},
        {"segv@build=c.f2.*.plain;segv@build=c.f5.*.plain", WGC_STATE_CRASH,
         "2 of its 10 kernels do not build alone and are left out"},
    };

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct supervised run = {
            .rules = ways[i].rules, .checks = true, .options = {.jobs = 1 + (unsigned)i}};
        supervise(&run);
        assert_int_equal(run.by_state[ways[i].state], 2 * 6);
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - (size_t)2 * 6);
        assert_int_equal(supervised_result(&run, PROGRAM)->state, WGC_STATE_PASS);
        assert_int_equal(supervised_result(&run, PROCESS)->state, WGC_STATE_PASS);
        assert_string_equal(supervised_result(&run, FIXED)->reason, ways[i].left_out);
        supervised_free(&run);
    }
}

/* The worker ended before it had built the parts: the kernel that fails alone is found all the
 * same. The end of the worker, which no part reproduces, is reported. */
TEST(a_worker_that_ends_after_a_refusal)
{
    struct supervised gives_up = {.rules = "refuse@build=c.f2.*.plain;give_up@refused+first",
                                  .options = {.jobs = 1}};
    SCOPED_RUN crashes = {.rules = "refuse@build=c.f2.*.plain;segv@refused+first",
                          .options = {.jobs = 1}};

    supervise(&gives_up);
    assert_int_equal(gives_up.by_state[WGC_STATE_BUILD_ERROR], 6);
    assert_int_equal(gives_up.by_state[WGC_STATE_PASS], gives_up.total - 6);
    assert_int_equal(gives_up.unselected, 0);
    supervised_free(&gives_up);
    supervise(&crashes);
    assert_int_equal(crashes.by_state[WGC_STATE_BUILD_ERROR], 6);
    assert_int_equal(crashes.by_state[WGC_STATE_PASS], crashes.total - 6);
    assert_int_equal(supervised_result(&crashes, PROGRAM)->state, WGC_STATE_CRASH);
    assert_true(supervised_result(&crashes, PROGRAM)->after_refusal);
    assert_reason(supervised_result(&crashes, PROGRAM), "; built once more, the program of these ");
}

/* Both: a kernel that fails alone, and a pair that fails together. */
TEST(a_pair_next_to_a_kernel_that_fails_alone)
{
    SCOPED_RUN run = {.rules = "refuse@build=c.f2.*.plain;"
                               "refuse@build=c.f4.*.plain&c.f6.*.plain",
                      .checks = true,
                      .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(supervised_result(&run, PROGRAM)->state, WGC_STATE_BUILD_ERROR);
    assert_reason(supervised_result(&run, PROGRAM), ": c.f4.int.1.plain, c.f6.int.1.plain");
    assert_reason(supervised_result(&run, FIXED), ": c.f4.int.1.plain, c.f6.int.1.plain");
    assert_int_equal(run.by_state[WGC_STATE_BUILD_ERROR], 6 + 2);
}

/* Every program of more than one kernel fails: any two are the smallest set. */
TEST(no_two_kernels_build_together)
{
    static const char *const rules[] = {"refuse@build+many", "segv@build+many"};

    for (size_t i = 0; i < 2; i++) {
        struct supervised run = {
            .rules = rules[i], .functions = 4, .checks = true, .options = {.jobs = 2}};
        supervise(&run);
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 2);
        assert_reason(supervised_result(&run, PROGRAM), "is these 2 kernels");
        assert_reason(supervised_result(&run, FIXED), "is these 2 kernels");
        supervised_free(&run);
    }
}

/* It crashes once and never again, as when somebody kills a worker: the program bears it, under its
 * name, and its kernels are named. */
TEST(a_build_that_crashes_once)
{
    SCOPED_RUN run = {.rules = "kill@build+first=c.f3.*", .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    const struct wgc_result *result = supervised_result(&run, PROGRAM);
    assert_int_equal(result->state, WGC_STATE_ERROR);
    assert_string_equal(result->signal, "SIGKILL");
    assert_reason(result, "the worker was killed (SIGKILL) while it built");
    assert_reason(result, "; not by wgconform");
    assert_reason(result, "; built once more, the program of these ");
    assert_reason(result, " kernels does not fail: c.f");
}

/* One kernel's build crashes after other batches in the process, and alone it does not. */
TEST(a_single_build_that_crashes_after_others)
{
    SCOPED_RUN run = {
        .functions = 40, .rules = "segv@build+used=c.f39.*.loop", .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.unselected, 1);
    assert_int_equal(run.record->result[run.total].state, WGC_STATE_CRASH);
    assert_false(run.record->result[run.total].after_refusal); /* no build was refused */
}

/* That many kernels together take longer than one may is no fault of any. */
TEST(slow_programs_are_no_finding)
{
    SCOPED_RUN run = {.rules = "hang@build+many=c.f0.*.loop",
                      .functions = 3,
                      .options = {.jobs = 2, .timeout = 1.5}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.unselected, 0);
    assert_true(supervised_warned(&run, "in smaller programs they took less"));
}

/* The fixed program may take as long as its kernels take alone; one that hangs is a timeout. */
TEST(a_fixed_program_that_hangs)
{
    SCOPED_RUN run = {.rules = "hang@build=c.f0.*.plain&c.f2.*.plain",
                      .functions = 3,
                      .checks = true,
                      .options = {.jobs = 2, .timeout = 1.0}};

    supervise(&run);
    assert_int_equal(supervised_result(&run, FIXED)->state, WGC_STATE_TIMEOUT);
    assert_reason(supervised_result(&run, FIXED), "while it built a program of 3 kernels");
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
}

/* A second finding of the kind is a warning, and a known set is not looked for again. */
TEST(later_findings_are_warnings)
{
    SCOPED_RUN run = {.functions = 60,
                      .rules = "refuse@build=c.f2.*.plain&c.f3.*.plain;"
                               "refuse@build=c.f32.*.plain&c.f33.*.plain;"
                               "segv@run+used=c.f8.int.1.plain;"
                               "abort@run+used=c.f28.int.1.plain",
                      .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.unselected, 2);
    assert_reason(supervised_result(&run, PROGRAM), ": c.f2.int.1.plain, c.f3.int.1.plain");
    assert_true(supervised_warned(&run, ": c.f32.int.1.plain, c.f33.int.1.plain"));
    assert_reason(supervised_result(&run, PROCESS), "(SIGSEGV)");
    assert_true(supervised_warned(&run, "(SIGABRT)"));
}

/* A device without the functions has no program of them. */
TEST(too_few_kernels_are_a_skip)
{
    struct supervised run = {.checks = true, .functions = 3, .halves = 2, .options = {.jobs = 1}};
    SCOPED_RUN refused = {
        .checks = true, .functions = 3, .rules = "refuse@build=c.f[01].*", .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(supervised_result(&run, FIXED)->state, WGC_STATE_SKIP);
    assert_reason(supervised_result(&run, FIXED), "the device has fewer than two of the functions");
    supervised_free(&run);
    supervise(&refused);
    assert_int_equal(supervised_result(&refused, FIXED)->state, WGC_STATE_SKIP);
    assert_reason(supervised_result(&refused, FIXED),
                  "2 of its 3 kernels do not build alone and are left out");
}

/* In an audit each program gets a process of its own. */
TEST(alone_a_program_is_built_in_a_new_process)
{
    SCOPED_RUN run = {.checks = true,
                      .functions = 2,
                      .rules = "segv@build+used",
                      .options = {.jobs = 1, .alone = true}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.stats.workers_started, run.total - 2);
}

/* A run that is cut short warns of the programs that it has not checked. */
TEST(an_interrupted_run_warns)
{
    SCOPED_RUN run = {.rules = "refuse@build=c.f2.*.plain&c.f7.*.plain",
                      .stop_after = 90,
                      .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.results, run.total);
    assert_int_equal(run.unselected, 0);
    assert_true(supervised_warned(&run, "which of them it takes was not looked into"));
}

/* A finding is a bad result: --max-failures counts it. */
TEST(findings_are_failures)
{
    SCOPED_RUN run = {
        .rules = "segv@run+used=c.f1.int.1.plain", .max_failures = 1, .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.unselected, 1);
    assert_true(run.results < run.total);
}
