#include "supervisor/supervisor.h"

#include <stdlib.h>

#include "supervisor/parts.h"
#include "supervisor/state.h"

enum {
    DRAIN_ROUNDS = 64, /* reads of the rest of a pipe: an escaped process may write forever */
    POLLED = 3,
};
static const double tick_seconds = 0.1;
static const double kill_seconds =
    10.0; /* from SIGKILL to the exit; a process can hang in the kernel */
static const double open_seconds = 60.0;
static const double quit_seconds =
    20.0; /* GPU drivers are slow to close, several at once even more */
static const double debug_seconds = 1e9; /* of a worker under a debugger: 30 years */
static const uint64_t gibibyte = (uint64_t)1 << 30;

/* A debugger gets one worker, whose time does not matter. */
static struct wgc_run_options fill_options(const struct wgc_run_options *options)
{
    struct wgc_run_options filled = *options;

    if (options->debug_worker != NULL) {
        filled.jobs = 1;
        filled.timeout = debug_seconds;
        filled.limits.cpu_seconds = debug_seconds;
        filled.limits.open_seconds = debug_seconds;
        filled.limits.quit_seconds = debug_seconds;
    }
    return filled;
}

static struct wgc_worker_limits fill_limits(const struct wgc_run_options *options)
{
    struct wgc_worker_limits limits = options->limits;

    if (limits.memory_bytes == 0 && options->worker_command == NULL) {
        limits.memory_bytes =
            wgc_process_default_memory(); /* another machine has its own default */
    }
    if (limits.file_bytes == 0) {
        limits.file_bytes = gibibyte;
    }
    if (limits.open_seconds <= 0.0) {
        limits.open_seconds = options->timeout > open_seconds ? options->timeout : open_seconds;
    }
    if (limits.output_bytes == 0) {
        limits.output_bytes = gibibyte;
    }
    if (limits.quit_seconds <= 0.0) {
        limits.quit_seconds = quit_seconds;
    }
    return limits;
}

static bool is_ending(const struct wgc_worker *worker)
{
    return worker->process.reply_fd < 0 || worker->killed_at > 0.0;
}

/* Waits for a message, a deadline or the next tick. */
static enum wgc_status wait_for_events(struct wgc_supervisor *supervisor)
{
    struct pollfd *grown =
        realloc(supervisor->polled, (supervisor->workers * POLLED + 1) * sizeof *grown);
    double now = wgc_now();
    double until = supervisor->ticked + tick_seconds;

    if (grown == NULL) {
        return wgc_err_memory(supervisor->err, "the list of descriptors");
    }
    supervisor->polled = grown;
    for (size_t i = 0; i < supervisor->workers; i++) {
        const struct wgc_worker *worker = supervisor->worker[i];
        bool writes = wgc_process_has_unsent(&worker->process);
        grown[i * POLLED] = (struct pollfd){.fd = worker->process.reply_fd, .events = POLLIN};
        grown[i * POLLED + 1] = (struct pollfd){.fd = worker->process.capture_fd, .events = POLLIN};
        grown[i * POLLED + 2] =
            (struct pollfd){.fd = writes ? worker->process.request_fd : -1, .events = POLLOUT};
        if (is_ending(worker) && until > now + 0.001) {
            until = now + 0.001;
        }
        if (worker->state != WGC_WORKER_IDLE && worker->killed_at <= 0.0 &&
            until > worker->deadline) {
            until = worker->deadline;
        }
    }
    int milliseconds = until <= now ? 0 : (int)((until - now) * 1000.0) + 1;
    if (poll(grown, supervisor->workers * POLLED, milliseconds) <= 0) {
        for (size_t i = 0; i < supervisor->workers * POLLED; i++) {
            grown[i].revents = 0;
        }
    }
    return WGC_OK;
}

/* Reads a worker's output; too much of it is a protocol error. */
static void drain(const struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    wgc_process_drain(&worker->process);
    if (worker->process.printed - worker->printed > supervisor->limits.output_bytes &&
        worker->error == NULL) {
        wgc_worker_protocol_error(worker, "more than %llu bytes on standard output and error",
                                  (unsigned long long)supervisor->limits.output_bytes);
    }
}

static enum wgc_status read_all_replies(struct wgc_supervisor *supervisor)
{
    enum wgc_status status = WGC_OK;
    size_t workers = supervisor->workers;
    bool more;

    for (size_t i = 0; status == WGC_OK && i < workers; i++) {
        const struct pollfd *polled = &supervisor->polled[i * POLLED];
        if (polled[1].revents != 0) {
            drain(supervisor, supervisor->worker[i]);
        }
        if (polled[2].revents != 0) {
            wgc_process_flush(&supervisor->worker[i]->process);
        }
        if (polled[0].revents != 0) {
            status = wgc_worker_read_replies(supervisor, supervisor->worker[i], &more);
        }
    }
    return status;
}

/* Reads all output and replies that a worker has already written. */
static enum wgc_status drain_replies(struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    enum wgc_status status = WGC_OK;
    bool more = true;

    for (int i = 0; i < DRAIN_ROUNDS && worker->process.capture_fd >= 0; i++) {
        uint64_t before = worker->process.printed;
        wgc_process_drain(&worker->process);
        if (worker->process.printed == before) {
            break;
        }
    }
    for (int i = 0; i < DRAIN_ROUNDS && status == WGC_OK && more && worker->error == NULL &&
                    !worker->timed_out;
         i++) {
        status = wgc_worker_read_replies(supervisor, worker, &more);
    }
    return status;
}

static bool is_late(const struct wgc_supervisor *supervisor, const struct wgc_worker *worker)
{
    return wgc_now() >= worker->deadline || wgc_waiting_is_over(supervisor, worker);
}

/* Kills a worker past its deadline, unless replies that it has already sent extend the deadline. */
static enum wgc_status check_deadline(struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    if (worker->killed_at > 0.0 || worker->state == WGC_WORKER_IDLE ||
        !is_late(supervisor, worker)) {
        return WGC_OK;
    }
    enum wgc_status status = drain_replies(supervisor, worker);
    if (status != WGC_OK || worker->state == WGC_WORKER_IDLE || !is_late(supervisor, worker)) {
        return status;
    }
    if (worker->process.reply_fd < 0 && worker->state != WGC_WORKER_CLOSING) {
        wgc_worker_protocol_error(worker, "no more messages, but kept running");
    } else {
        worker->timed_out = true;
        worker->spun = wgc_now() < worker->deadline;
        wgc_worker_kill(worker);
    }
    return WGC_OK;
}

static void warn_of_output(struct wgc_supervisor *supervisor, const struct wgc_worker *worker)
{
    if (worker->process.printed > WGC_CAPTURE_LIMIT && !supervisor->warned_of_output) {
        supervisor->warned_of_output = true;
        wgc_warn(supervisor, "a worker's driver printed %.1f MB; only the end of it was kept",
                 (double)worker->process.printed * 1e-6);
    }
}

/* Handles the exit of the worker at that place, if it has exited. */
static enum wgc_status check_exit(struct wgc_supervisor *supervisor, size_t at)
{
    struct wgc_worker *worker = supervisor->worker[at];
    struct wgc_exit exit_of = {.by_signal = true, .code = SIGKILL};
    bool exited = wgc_process_reap(&worker->process, false, &exit_of);

    if (!exited && worker->killed_at > 0.0 && wgc_now() > worker->killed_at + kill_seconds) {
        wgc_warn(supervisor, "process %ld of a worker cannot be killed", (long)worker->process.pid);
        worker->process.pid = 0;
        exited = true;
    }
    if (!exited) {
        return WGC_OK;
    }
    enum wgc_status status = drain_replies(supervisor, worker);
    if (status == WGC_OK) {
        wgc_process_worker_exit(&worker->process, &exit_of);
        warn_of_output(supervisor, worker);
        /* when all cases are decided, an exit before the shutdown is ignored */
        bool matters = !wgc_supervisor_is_done(supervisor) || worker->state == WGC_WORKER_CLOSING;
        status = matters ? wgc_handle_exit(supervisor, worker, &exit_of) : WGC_OK;
    }
    wgc_worker_remove(supervisor, at);
    return status;
}

/* Whether no verdict depends on the worker any more. */
static bool is_unneeded(const struct wgc_supervisor *supervisor, const struct wgc_worker *worker)
{
    const struct wgc_batch *batch = worker->batch;

    if (!supervisor->device_known || !wgc_supervisor_only_shared_left(supervisor)) {
        return false;
    }
    if (worker->state == WGC_WORKER_BUSY) {
        return batch != NULL && batch->incident == NULL && batch->refusal == NULL &&
               batch->candidate == NULL;
    }
    return worker->state == WGC_WORKER_OPENING && supervisor->options->idle == NULL &&
           wgc_supervisor_is_done(supervisor);
}

static enum wgc_status check_workers(struct wgc_supervisor *supervisor, bool tick)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = supervisor->workers; status == WGC_OK && i-- > 0;) {
        struct wgc_worker *worker = supervisor->worker[i];
        if (is_unneeded(supervisor, worker)) {
            wgc_worker_kill(worker);
        }
        status = check_deadline(supervisor, worker);
        if (status == WGC_OK && (tick || is_ending(worker))) {
            status = check_exit(supervisor, i);
        }
    }
    return status;
}

bool wgc_supervisor_is_interrupted(const struct wgc_supervisor *supervisor)
{
    return supervisor->options->interrupted != NULL && *supervisor->options->interrupted != 0;
}

/* Whether no worker is left to wait for. */
static bool may_end(const struct wgc_supervisor *supervisor)
{
    return supervisor->options->idle == NULL ? supervisor->workers == 0
                                             : wgc_idle_workers_are_all(supervisor);
}

static enum wgc_status work(struct wgc_supervisor *supervisor)
{
    enum wgc_status status = WGC_OK;

    while (status == WGC_OK && !wgc_supervisor_is_interrupted(supervisor) &&
           (!wgc_supervisor_is_done(supervisor) || !may_end(supervisor))) {
        status = wgc_schedule(supervisor);
        if (status == WGC_OK) {
            status = wait_for_events(supervisor);
        }
        if (status == WGC_OK) {
            status = read_all_replies(supervisor);
        }
        bool tick = wgc_now() >= supervisor->ticked + tick_seconds;
        if (tick) {
            supervisor->ticked = wgc_now();
            if (supervisor->events->tick != NULL) {
                supervisor->events->tick(
                    supervisor->events->context,
                    supervisor->kernel_progress == NULL
                        ? -1.0
                        : wgc_forecast_left(&supervisor->forecast, supervisor->ticked));
            }
        }
        if (status == WGC_OK) {
            status = check_workers(supervisor, tick);
        }
    }
    return status;
}

enum wgc_status wgc_supervise(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                              const unsigned char *skip, const struct wgc_run_options *options,
                              const struct wgc_run_events *events, struct wgc_run_stats *stats,
                              struct wgc_err *err)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction before;
    const struct wgc_run_options filled = fill_options(options);
    struct wgc_supervisor supervisor = {.manifest = manifest,
                                        .plan = plan,
                                        .options = &filled,
                                        .events = events,
                                        .stats = stats,
                                        .err = err,
                                        .limits = fill_limits(&filled),
                                        .tmpdir = {.lock = -1}};

    *stats = (struct wgc_run_stats){0};
    enum wgc_status status = wgc_cases_init(&supervisor.cases, manifest, plan, skip,
                                            options->repeat, options->retries, err);
    if (status == WGC_OK) {
        status = wgc_crash_likelihood_init(&supervisor.likelihood, manifest, err);
    }
    if (status == WGC_OK && supervisor.cases.undecided > 0) {
        status = filled.idle == NULL ? wgc_run_tmpdir_open(&supervisor.tmpdir, err)
                                     : wgc_idle_workers_take(&supervisor);
        if (status == WGC_OK) {
            (void)sigaction(SIGPIPE, &ignore,
                            &before); /* a worker may exit while the supervisor writes to it */
            status = work(&supervisor);
            wgc_programs_abandon(&supervisor);
            (void)sigaction(SIGPIPE, &before, NULL);
        }
        if (filled.idle != NULL) {
            wgc_idle_workers_keep(&supervisor);
        }
    }
    wgc_supervisor_free(&supervisor);
    return status;
}
