/* Workers that stay open from one run to the next (wgc_idle_workers). */
#include <signal.h>
#include <string.h>

#include "null_worker.h"
#include "supervised_run.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

TEST(the_second_run_starts_no_worker)
{
    SCOPED_RUN run = {.twice = true, .options = {.jobs = 2}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_in_range(run.started_first, 1, 2);
    assert_true(run.started_first + run.stats.workers_started <= 2);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.devices, 1); /* each run gets the device */
}

TEST(what_the_device_lacks_is_skipped_again)
{
    SCOPED_RUN run = {.twice = true, .halves = 2, .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.stats.workers_started, 0);
    assert_int_equal(run.by_state[WGC_STATE_SKIP], run.total / 5);
}

TEST(cases_alone_share_a_process_until_one_crashes)
{
    SCOPED_RUN run = {.twice = true,
                      .rules = "segv@run=c.f3.int.2.offset",
                      .options = {.jobs = 1, .alone = true}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 1);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_int_equal(supervised_result(&run, "c.f3.int.2.offset")->state, WGC_STATE_CRASH);
    assert_int_equal(run.started_first, 2);
    assert_int_equal(run.stats.workers_started, 1); /* in the place of the one that crashed */
}

TEST(a_crash_in_a_batch_is_found_in_a_new_process)
{
    SCOPED_RUN run = {.twice = true, .rules = "segv@run=c.f3.int.2.offset", .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_CRASH], 1);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    assert_non_null(
        strstr(supervised_result(&run, "c.f3.int.2.offset")->reason, "alone in a new process"));
}

TEST(a_worker_that_exits_between_runs_is_replaced)
{
    SCOPED_RUN run = {.twice = true, .rules = "exit@idle", .options = {.jobs = 1}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
}

TEST(an_interrupted_run_leaves_no_process)
{
    SCOPED_RUN run = {.twice = true,
                      .functions = 100,
                      .rules = "hang@run=c.f50.*",
                      .stop_after = 60,
                      .options = {.jobs = 3}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_true(run.seconds < 10.0);
}
