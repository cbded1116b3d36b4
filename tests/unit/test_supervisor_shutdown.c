/* How workers shut down at the end of a run, and which of them are sent QUIT. */
#include <string.h>

#include "null_worker.h"
#include "supervised_run.h"
#include "supervisor/state.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

/* Whether an idle worker is sent QUIT when all cases are decided. */
static bool is_sent_quit(double killed_at)
{
    const struct wgc_run_options options = {.jobs = 1};
    struct wgc_plan plan = {0};
    struct wgc_err err;
    struct wgc_worker worker = {.state = WGC_WORKER_IDLE, .killed_at = killed_at};
    struct wgc_worker *workers[] = {&worker};
    struct wgc_supervisor supervisor = {.options = &options,
                                        .plan = &plan,
                                        .err = &err,
                                        .worker = workers,
                                        .workers = 1,
                                        .device_known = true,
                                        .jobs = 1};

    worker.process.request_fd = -1;
    for (int i = 0; i < WGC_QUERY_COUNT; i++) {
        supervisor.shared_index[i] = WGC_NO_CASE;
    }
    supervisor.cases.repeat = 1;
    assert_int_equal(wgc_schedule(&supervisor), WGC_OK);
    wgc_buf_free(&worker.process.outbound);
    return worker.state == WGC_WORKER_CLOSING;
}

/* An unneeded worker is killed. Its DEVICE message can arrive after that, while its driver takes
 * seconds to exit: it gets no QUIT then, and the kill is no finding about its shutdown. */
TEST(a_killed_worker_is_not_sent_quit)
{
    assert_true(is_sent_quit(0.0));
    assert_false(is_sent_quit(1.0));
}

/* A shutdown may be slow. */
TEST(a_slow_shutdown_is_no_warning)
{
    SCOPED_RUN run = {.rules = "slow@quit",
                      .options = {.jobs = 4, .limits = {.quit_seconds = 20.0}}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.record->warning_count, 0);
}
