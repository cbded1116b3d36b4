/* A worker under a debugger's command (--debug-worker). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "null_worker.h"
#include "supervised_run.h"

/* Takes the place of a debugger: prints on standard output and starts the program. */
#define DEBUGGER "sh -c 'echo debugger; exec \"$@\"' debugger"

/* Each case takes longer than the timeout, which counts only without the debugger. */
static void no_time_limits_and_one_worker(void **state)
{
    struct supervised run = {.functions = 1,
                             .shapes = 1,
                             .rules = "slow@run",
                             .options = {.jobs = 4, .timeout = 0.03, .debug_worker = DEBUGGER}};
    SCOPED_RUN limited = {
        .functions = 1, .shapes = 1, .rules = "slow@run", .options = {.jobs = 4, .timeout = 0.03}};

    (void)state;
    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.stats.workers_started, 1);
    supervised_free(&run);
    supervise(&limited);
    assert_true(limited.by_state[WGC_STATE_TIMEOUT] > 0);
}

static void a_crash_is_attributed_as_without(void **state)
{
    SCOPED_RUN run = {.functions = 2,
                      .shapes = 1,
                      .rules = "segv@run=c.f1.int.1.loop",
                      .options = {.debug_worker = DEBUGGER}};

    (void)state;
    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_int_equal(supervised_result(&run, "c.f1.int.1.loop")->state, WGC_STATE_CRASH);
}

/* The command gets the program and its arguments whole, and is the worker's parent or itself. */
static void the_command_starts_the_program(void **state)
{
    struct supervised run = {
        .functions = 1,
        .shapes = 1,
        .options = {.debug_worker = "sh -c 'test \"$2\" = --worker && exec \"$@\"' x"}};
    SCOPED_RUN wrong = {
        .functions = 1, .shapes = 1, .options = {.debug_worker = "sh -c 'exit 5' x"}};

    (void)state;
    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    supervised_free(&run);
    supervise(&wrong);
    assert_int_equal(wrong.status, WGC_ERR_DEVICE);
    assert_non_null(strstr(wrong.err.text, "the worker exited with status 5"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_time_limits_and_one_worker),
        cmocka_unit_test(a_crash_is_attributed_as_without),
        cmocka_unit_test(the_command_starts_the_program),
    };

    if (argc > 1 && strcmp(argv[1], "--worker") == 0) {
        return null_worker_main(argc > 2 ? atoi(argv[2]) : 0, 3);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
