/*
 * The replies of a worker to the supervisor of a small run: messages, complete and malformed, in
 * and out of place. In the end the worker crashes. No case ever gets two verdicts.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "supervisor/state.h"
#include "tests/fuzz/fuzz.h"

enum { HEADER = 8, PIPE = 32 * 1024, CASES = 64 };

static enum wgc_status on_result(void *context, struct wgc_result *result, struct wgc_err *err)
{
    unsigned *seen = context;

    (void)err;
    fuzz_require(result->unselected || (result->order < CASES && seen[result->order]++ == 0),
                 "one verdict a case");
    wgc_result_free(result);
    return WGC_OK;
}

static void open_worker(struct wgc_supervisor *supervisor, int *pipe_end)
{
    struct wgc_worker *worker = calloc(1, sizeof *worker);
    int fds[2];

    fuzz_require(worker != NULL && pipe2(fds, O_CLOEXEC | O_NONBLOCK) == 0, "a worker made up");
    worker->process = (struct wgc_process){.request_fd = -1, .reply_fd = fds[0], .capture_fd = -1};
    worker->deadline = wgc_now() + 1000.0;
    supervisor->worker = malloc(sizeof(struct wgc_worker *));
    fuzz_require(supervisor->worker != NULL, "memory for a worker");
    supervisor->worker[supervisor->workers++] = worker;
    *pipe_end = fds[1];
}

/* Gives an idle worker the next batch, as the supervisor would. */
static void assign(struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    struct wgc_batch *batch = NULL;

    if (worker->state != WGC_WORKER_IDLE || worker->error != NULL) {
        return;
    }
    fuzz_require(wgc_work_queue_next(&supervisor->queue, 2, &batch, supervisor->err) == WGC_OK,
                 "a batch");
    if (batch != NULL) {
        fuzz_require(wgc_worker_send_batch(supervisor, worker, batch) == WGC_OK, "a message");
    }
}

/* The bytes of the next message, as far as its header shows. */
static size_t message_size(const uint8_t *data, size_t size)
{
    size_t length = HEADER;

    if (size >= HEADER) {
        length += (size_t)data[4] | (size_t)data[5] << 8;
    }
    return length < size ? length : size;
}

static void send_replies(struct wgc_supervisor *supervisor, const uint8_t *data, size_t size)
{
    struct wgc_worker *worker = supervisor->worker[0];
    int pipe_end = supervisor->polled[0].fd;
    bool more;

    while (size > 0 && worker->error == NULL) {
        size_t length = message_size(data, size);
        fuzz_require(write(pipe_end, data, length) == (ssize_t)length, "a pipe with room");
        do {
            fuzz_require(wgc_worker_read_replies(supervisor, worker, &more) == WGC_OK,
                         "the supervisor continues to read");
        } while (more && worker->error == NULL);
        assign(supervisor, worker);
        data += length;
        size -= length;
    }
    (void)close(pipe_end);
    fuzz_require(wgc_worker_read_replies(supervisor, worker, &more) == WGC_OK, "the end of a pipe");
}

static void run_with(const struct wgc_plan *plan, const uint8_t *data, size_t size)
{
    const struct wgc_exit crash = {.by_signal = true, .code = SIGSEGV};
    const struct wgc_run_options options = {.timeout = 60.0, .repeat = 2, .retries = 1};
    unsigned seen[CASES] = {0};
    const struct wgc_run_events events = {.context = seen, .result = on_result};
    struct wgc_run_stats stats = {0};
    struct wgc_err err = {0};
    struct wgc_supervisor supervisor = {
        .manifest = fuzz_suite(),
        .plan = plan,
        .options = &options,
        .events = &events,
        .stats = &stats,
        .err = &err,
        .jobs = 1,
        .limits = {.quit_seconds = 5.0, .open_seconds = 60.0},
        .tmpdir = {.lock = -1},
    };

    fuzz_require(plan->count <= CASES &&
                     wgc_cases_init(&supervisor.cases, supervisor.manifest, plan, NULL,
                                    options.repeat, options.retries, &err) == WGC_OK &&
                     wgc_crash_likelihood_init(&supervisor.likelihood, supervisor.manifest, &err) ==
                         WGC_OK,
                 "a run of the small suite");
    supervisor.polled = calloc(1, sizeof *supervisor.polled);
    fuzz_require(supervisor.polled != NULL, "memory for a run");
    open_worker(&supervisor, &supervisor.polled[0].fd);
    send_replies(&supervisor, data, size);
    enum wgc_status status = wgc_handle_exit(&supervisor, supervisor.worker[0], &crash);
    fuzz_require(status == WGC_OK || (!supervisor.device_known && err.text[0] != '\0'),
                 "a worker can crash anywhere, and only without a device is that the end");
    wgc_supervisor_free(&supervisor);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wgc_selection selection = {.profile = WGC_PROFILE_FULL, .shard = 1, .shards = 1};
    struct wgc_plan *plan = NULL;
    struct wgc_err err = {0};

    selection.language[WGC_LANGUAGE_C] = true;
    fuzz_require(wgc_plan_make(fuzz_suite(), &selection, &plan, &err) == WGC_OK, "a plan");
    run_with(plan, data, size < PIPE ? size : PIPE);
    wgc_plan_free(plan);
    return 0;
}
