#include "supervisor/supervisor.h"

#include <stdlib.h>

#include "supervisor/crew.h"

enum {
    DRAIN_ROUNDS = 64, /* of what is left in a pipe: a process that escaped may write for ever */
    POLLED = 3,
};
static const double tick_seconds = 0.1;
static const double die_seconds =
    10.0; /* from SIGKILL to the end; a process can hang in the kernel */
static const double open_seconds = 60.0;
static const double quit_seconds = 5.0;
static const uint64_t gibibyte = (uint64_t)1 << 30;

static struct wgc_worker_limits fill_limits(const struct wgc_run_options *options)
{
    struct wgc_worker_limits limits = options->limits;

    if (limits.memory_bytes == 0 && options->worker_command == NULL) {
        limits.memory_bytes = wgc_process_usual_memory(); /* another machine has its own */
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

static bool is_ending(const struct wgc_member *member)
{
    return member->process.reply_fd < 0 || member->killed > 0.0;
}

/* Waits until a worker says something, a deadline comes or the next tick is due. */
static enum wgc_status wait_for_news(struct wgc_run *run)
{
    struct pollfd *grown = realloc(run->polled, (run->members * POLLED + 1) * sizeof *grown);
    double now = wgc_now();
    double until = run->ticked + tick_seconds;

    if (grown == NULL) {
        return wgc_err_memory(run->err, "the list of descriptors");
    }
    run->polled = grown;
    for (size_t i = 0; i < run->members; i++) {
        const struct wgc_member *member = run->member[i];
        bool writes = wgc_process_has_unsent(&member->process);
        grown[i * POLLED] = (struct pollfd){.fd = member->process.reply_fd, .events = POLLIN};
        grown[i * POLLED + 1] = (struct pollfd){.fd = member->process.capture_fd, .events = POLLIN};
        grown[i * POLLED + 2] =
            (struct pollfd){.fd = writes ? member->process.request_fd : -1, .events = POLLOUT};
        if (is_ending(member) && until > now + 0.001) {
            until = now + 0.001;
        }
        if (member->duty != WGC_DUTY_IDLE && member->killed <= 0.0 && until > member->deadline) {
            until = member->deadline;
        }
    }
    int milliseconds = until <= now ? 0 : (int)((until - now) * 1000.0) + 1;
    if (poll(grown, run->members * POLLED, milliseconds) <= 0) {
        for (size_t i = 0; i < run->members * POLLED; i++) {
            grown[i].revents = 0;
        }
    }
    return WGC_OK;
}

/* Takes what a worker printed, up to its limit. */
static void drain(const struct wgc_run *run, struct wgc_member *member)
{
    wgc_process_drain(&member->process);
    if (member->process.printed - member->printed > run->limits.output_bytes &&
        member->complaint == NULL) {
        wgc_crew_complain(member, "more than %llu bytes on standard output and error",
                          (unsigned long long)run->limits.output_bytes);
    }
}

static enum wgc_status listen_to_all(struct wgc_run *run)
{
    enum wgc_status status = WGC_OK;
    size_t members = run->members;
    bool more;

    for (size_t i = 0; status == WGC_OK && i < members; i++) {
        const struct pollfd *polled = &run->polled[i * POLLED];
        if (polled[1].revents != 0) {
            drain(run, run->member[i]);
        }
        if (polled[2].revents != 0) {
            wgc_process_flush(&run->member[i]->process);
        }
        if (polled[0].revents != 0) {
            status = wgc_crew_listen(run, run->member[i], &more);
        }
    }
    return status;
}

/* Takes in all that a worker has said and printed up to now. */
static enum wgc_status hear_out(struct wgc_run *run, struct wgc_member *member)
{
    enum wgc_status status = WGC_OK;
    bool more = true;

    for (int i = 0; i < DRAIN_ROUNDS && member->process.capture_fd >= 0; i++) {
        uint64_t before = member->process.printed;
        wgc_process_drain(&member->process);
        if (member->process.printed == before) {
            break;
        }
    }
    for (int i = 0; i < DRAIN_ROUNDS && status == WGC_OK && more && member->complaint == NULL &&
                    !member->timed_out;
         i++) {
        status = wgc_crew_listen(run, member, &more);
    }
    return status;
}

/* Past its deadline? What it may have said in the meantime counts. */
static enum wgc_status check_deadline(struct wgc_run *run, struct wgc_member *member)
{
    if (member->killed > 0.0 || member->duty == WGC_DUTY_IDLE || wgc_now() < member->deadline) {
        return WGC_OK;
    }
    enum wgc_status status = hear_out(run, member);
    if (status != WGC_OK || member->duty == WGC_DUTY_IDLE || wgc_now() < member->deadline) {
        return status;
    }
    if (member->process.reply_fd < 0 && member->duty != WGC_DUTY_LEAVING) {
        wgc_crew_complain(member, "no more messages, but went on");
    } else {
        member->timed_out = true;
        wgc_crew_kill(member);
    }
    return WGC_OK;
}

static void warn_of_output(struct wgc_run *run, const struct wgc_member *member)
{
    if (member->process.printed > WGC_CAPTURE_LIMIT && !run->told_of_output) {
        run->told_of_output = true;
        wgc_warn(run, "a worker's driver printed %.1f MB; only the end of it was kept",
                 (double)member->process.printed * 1e-6);
    }
}

/* Sees whether the worker at that place is dead, and then draws the consequences. */
static enum wgc_status check_life(struct wgc_run *run, size_t at)
{
    struct wgc_member *member = run->member[at];
    struct wgc_exit exit_of = {.by_signal = true, .code = SIGKILL};
    bool dead = wgc_process_reap(&member->process, false, &exit_of);

    if (!dead && member->killed > 0.0 && wgc_now() > member->killed + die_seconds) {
        wgc_warn(run, "process %ld of a worker cannot be killed", (long)member->process.pid);
        member->process.pid = 0;
        dead = true;
    }
    if (!dead) {
        return WGC_OK;
    }
    enum wgc_status status = hear_out(run, member);
    if (status == WGC_OK) {
        wgc_process_worker_exit(&member->process, &exit_of);
        warn_of_output(run, member);
        /* when all is decided, what it still did was more than enough */
        bool matters = !wgc_run_is_over(run) || member->duty == WGC_DUTY_LEAVING;
        status = matters ? wgc_handle_exit(run, member, &exit_of) : WGC_OK;
    }
    wgc_crew_dismiss(run, at);
    return status;
}

/* Whether nobody waits for what a worker does. */
static bool is_superfluous(const struct wgc_run *run, const struct wgc_member *member)
{
    const struct wgc_batch *batch = member->batch;

    if (!run->device_known || !wgc_run_has_shared_left_only(run)) {
        return false;
    }
    if (member->duty == WGC_DUTY_BUSY) {
        return batch != NULL && batch->incident == NULL && batch->refusal == NULL;
    }
    return member->duty == WGC_DUTY_OPENING && wgc_run_is_over(run);
}

static enum wgc_status check_all(struct wgc_run *run, bool tick)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = run->members; status == WGC_OK && i-- > 0;) {
        struct wgc_member *member = run->member[i];
        if (is_superfluous(run, member)) {
            wgc_crew_kill(member);
        }
        status = check_deadline(run, member);
        if (status == WGC_OK && (tick || is_ending(member))) {
            status = check_life(run, i);
        }
    }
    return status;
}

static bool is_interrupted(const struct wgc_run *run)
{
    return run->stopped || (run->options->interrupted != NULL && *run->options->interrupted != 0);
}

static enum wgc_status work(struct wgc_run *run)
{
    enum wgc_status status = WGC_OK;

    while (status == WGC_OK && !is_interrupted(run) &&
           (!wgc_run_is_over(run) || run->members > 0)) {
        status = wgc_run_staff(run);
        if (status == WGC_OK) {
            status = wait_for_news(run);
        }
        if (status == WGC_OK) {
            status = listen_to_all(run);
        }
        bool tick = wgc_now() >= run->ticked + tick_seconds;
        if (tick) {
            run->ticked = wgc_now();
            if (run->events->tick != NULL) {
                run->events->tick(run->events->context);
            }
        }
        if (status == WGC_OK) {
            status = check_all(run, tick);
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
    struct wgc_run run = {.manifest = manifest,
                          .plan = plan,
                          .options = options,
                          .events = events,
                          .stats = stats,
                          .err = err,
                          .limits = fill_limits(options),
                          .scratch = {.lock = -1}};

    *stats = (struct wgc_run_stats){0};
    enum wgc_status status =
        wgc_cases_init(&run.cases, manifest, plan, skip, options->repeat, options->retries, err);
    if (status == WGC_OK) {
        status = wgc_risk_init(&run.risk, manifest, err);
    }
    if (status == WGC_OK && run.cases.undecided > 0) {
        status = wgc_scratch_open(&run.scratch, err);
        if (status == WGC_OK) {
            (void)sigaction(SIGPIPE, &ignore, &before); /* a worker may die while we write to it */
            status = work(&run);
            wgc_programs_abandon(&run);
            (void)sigaction(SIGPIPE, &before, NULL);
        }
    }
    wgc_run_free(&run);
    return status;
}
