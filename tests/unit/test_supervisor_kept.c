/* Workers that stay open from one run to the next (wgc_idle_workers). */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "null_worker.h"
#include "supervised_run.h"

static void the_second_run_starts_no_worker(void **state)
{
    struct supervised run = {.twice = true, .options = {.jobs = 2}};

    (void)state;
    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_in_range(run.started_first, 1, 2);
    assert_true(run.started_first + run.stats.workers_started <= 2);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.devices, 1); /* each run gets the device */
    supervised_free(&run);
}

static void what_the_device_lacks_is_skipped_again(void **state)
{
    struct supervised run = {.twice = true, .halves = 2, .options = {.jobs = 1}};

    (void)state;
    supervise(&run);
    assert_int_equal(run.stats.workers_started, 0);
    assert_int_equal(run.by_state[WGC_STATE_SKIP], run.total / 5);
    supervised_free(&run);
}

static void cases_alone_share_a_process_until_one_crashes(void **state)
{
    struct supervised run = {.twice = true,
                             .rules = "segv@run=c.f3.int.2.offset",
                             .options = {.jobs = 1, .alone = true}};

    (void)state;
    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 1);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_int_equal(supervised_result(&run, "c.f3.int.2.offset")->state, WGC_STATE_CRASH);
    assert_int_equal(run.started_first, 2);
    assert_int_equal(run.stats.workers_started, 1); /* in the place of the one that crashed */
    supervised_free(&run);
}

static void a_crash_in_a_batch_is_found_in_a_new_process(void **state)
{
    struct supervised run = {
        .twice = true, .rules = "segv@run=c.f3.int.2.offset", .options = {.jobs = 1}};

    (void)state;
    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 1);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_non_null(
        strstr(supervised_result(&run, "c.f3.int.2.offset")->reason, "alone in a new process"));
    supervised_free(&run);
}

static void a_worker_that_exits_between_runs_is_replaced(void **state)
{
    struct supervised run = {.twice = true, .rules = "exit@idle", .options = {.jobs = 1}};

    (void)state;
    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    supervised_free(&run);
}

static void an_interrupted_run_leaves_no_process(void **state)
{
    struct supervised run = {.twice = true,
                             .functions = 100,
                             .rules = "hang@run=c.f50.*",
                             .stop_after = 60,
                             .options = {.jobs = 3}};

    (void)state;
    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_true(run.seconds < 10.0);
    supervised_free(&run);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_run_starts_no_worker),
        cmocka_unit_test(what_the_device_lacks_is_skipped_again),
        cmocka_unit_test(cases_alone_share_a_process_until_one_crashes),
        cmocka_unit_test(a_crash_in_a_batch_is_found_in_a_new_process),
        cmocka_unit_test(a_worker_that_exits_between_runs_is_replaced),
        cmocka_unit_test(an_interrupted_run_leaves_no_process),
    };

    if (argc > 1 && strcmp(argv[1], "--worker") == 0) {
        return null_worker_main(0, 3);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
