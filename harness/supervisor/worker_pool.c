#include "supervisor/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"
#include "process/environment.h"
#include "plan/eligibility.h"

void wgc_warn(const struct wgc_supervisor *supervisor, const char *format, ...)
{
    struct wgc_err text;
    va_list args;

    if (supervisor->events->warning == NULL) {
        return;
    }
    va_start(args, format);
    (void)vsnprintf(text.text, sizeof text.text, format, args);
    va_end(args);
    supervisor->events->warning(supervisor->events->context, text.text);
}

size_t wgc_workers_in_state(const struct wgc_supervisor *supervisor, enum wgc_worker_state state)
{
    size_t count = 0;

    for (size_t i = 0; i < supervisor->workers; i++) {
        count += supervisor->worker[i]->state == state;
    }
    return count;
}

static void free_worker(struct wgc_worker *worker)
{
    wgc_process_free(&worker->process);
    if (worker->folder != NULL) {
        wgc_run_tmpdir_remove(worker->folder);
    }
    free(worker->folder);
    wgc_wire_reader_free(&worker->reader);
    free(worker->error);
    wgc_batch_free(worker->batch);
    wgc_result_free(&worker->pending);
    wgc_cause_free(&worker->refusal);
    free(worker);
}

void wgc_worker_remove(struct wgc_supervisor *supervisor, size_t at)
{
    free_worker(supervisor->worker[at]);
    supervisor->worker[at] = supervisor->worker[--supervisor->workers];
}

/* Sends a message and frees its payload. */
static enum wgc_status send_message(struct wgc_worker *worker, enum wgc_msg type,
                                    struct wgc_buf *payload, struct wgc_err *err)
{
    enum wgc_status status = wgc_process_send(&worker->process, type, payload, err);

    wgc_buf_free(payload);
    return status;
}

static enum wgc_status send_config(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                   int device)
{
    struct wgc_buf payload = {0};
    struct wgc_worker_config config = {
        .mode = WGC_WORKER_RUN,
        .device = device,
        .features =
            wgc_features_needed(supervisor->manifest, supervisor->plan, supervisor->options->impl),
        .impl = supervisor->options->impl,
        .profile = supervisor->options->profile,
        .seed = supervisor->options->seed,
        .unadvertised = supervisor->options->unadvertised,
        .build_options = supervisor->options->build_options,
        .suite_folder = wgc_supervisor_sends_suite(supervisor) ? "" : supervisor->manifest->folder,
        .suite_digest = supervisor->manifest->suite_digest,
    };

    wgc_worker_config_put(&payload, &config);
    return send_message(worker, WGC_MSG_CONFIG, &payload, supervisor->err);
}

static enum wgc_status start_process(struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    struct wgc_process_start start = {
        .program = supervisor->options->program,
        .debugger = supervisor->options->debug_worker,
        .command = supervisor->options->worker_command,
        .environment = environ, /* of a command: the agent creates the worker's environment */
        .limits = {supervisor->limits.memory_bytes, supervisor->limits.file_bytes},
    };

    if (start.command != NULL) {
        return wgc_process_start(&start, &worker->process, supervisor->err);
    }
    worker->folder = wgc_run_tmpdir_add(&supervisor->tmpdir, supervisor->err);
    if (worker->folder == NULL) {
        return supervisor->err->status;
    }
    char **environment = wgc_environment_make(worker->folder);
    if (environment == NULL) {
        return wgc_err_memory(supervisor->err, "a worker's environment");
    }
    start.environment = environment;
    enum wgc_status status = wgc_process_start(&start, &worker->process, supervisor->err);
    wgc_environment_free(environment);
    return status;
}

enum wgc_status wgc_worker_spawn(struct wgc_supervisor *supervisor, int device)
{
    struct wgc_worker **grown =
        realloc(supervisor->worker, (supervisor->workers + 1) * sizeof(struct wgc_worker *));

    if (grown == NULL) {
        return wgc_err_memory(supervisor->err, "a worker");
    }
    supervisor->worker = grown;
    struct wgc_worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) {
        return wgc_err_memory(supervisor->err, "a worker");
    }
    worker->process = (struct wgc_process){.request_fd = -1, .reply_fd = -1, .capture_fd = -1};
    worker->deadline = wgc_now() + supervisor->limits.open_seconds;
    enum wgc_status status = start_process(supervisor, worker);
    if (status == WGC_OK) {
        status = send_config(supervisor, worker, device);
    }
    if (status != WGC_OK) {
        free_worker(worker);
        return status;
    }
    supervisor->worker[supervisor->workers++] = worker;
    supervisor->stats->workers_started++;
    return WGC_OK;
}

static double cpu_allowance(const struct wgc_supervisor *supervisor, size_t entries)
{
    if (supervisor->limits.cpu_seconds > 0.0) {
        return supervisor->limits.cpu_seconds;
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return supervisor->options->timeout * (double)(cores < 1 ? 1 : cores) * (double)(entries + 2);
}

static void begin_work(struct wgc_supervisor *supervisor, struct wgc_worker *worker, double limit,
                       size_t kernels)
{
    worker->state = WGC_WORKER_BUSY;
    worker->batch_id = ++supervisor->last_batch_id;
    worker->limit = limit;
    worker->deadline = wgc_now() + limit;
    worker->printed = worker->process.printed;
    /* earlier output does not belong to this work */
    wgc_buf_clear(&worker->process.capture);
    wgc_process_allow_cpu(&worker->process, cpu_allowance(supervisor, kernels));
}

/* Sends the numbers of the cases, and first their suite data where the worker cannot read the
 * suite.
 */
static enum wgc_status send_cases(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                  const struct wgc_case *item, size_t count)
{
    struct wgc_buf payload = {0};
    enum wgc_status status = WGC_OK;

    if (wgc_supervisor_sends_suite(supervisor)) {
        status = wgc_worker_send_suite(supervisor, worker, item, count);
    }
    if (status != WGC_OK) {
        return status;
    }
    wgc_wire_put_u32(&payload, worker->batch_id);
    wgc_wire_put_u32(&payload, worker->program != NULL);
    wgc_wire_put_u32(&payload, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        wgc_wire_put_u32(&payload, item[i].signature);
        wgc_wire_put_u32(&payload, item[i].form);
        wgc_wire_put_u32(&payload, item[i].shape);
    }
    return send_message(worker, WGC_MSG_BATCH, &payload, supervisor->err);
}

enum wgc_status wgc_worker_send_batch(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                      struct wgc_batch *batch)
{
    struct wgc_case *item = calloc(batch->count + 1, sizeof *item);

    worker->batch = batch;
    worker->step = WGC_STEP_NONE;
    worker->done = 0;
    begin_work(supervisor, worker, supervisor->options->timeout, batch->count);
    if (item == NULL) {
        return wgc_err_memory(supervisor->err, "a message to a worker");
    }
    for (size_t i = 0; i < batch->count; i++) {
        item[i] = supervisor->plan->item[batch->entry[i].index];
        batch->entry[i].in_flight = true; /* until the worker reports its first step */
    }
    enum wgc_status status = send_cases(supervisor, worker, item, batch->count);
    free(item);
    return status;
}

/* The time limit of a whole program: twice the time of its kernels alone, and the timeout. */
static double program_limit(const struct wgc_supervisor *supervisor,
                            const struct wgc_joint_program *program)
{
    return supervisor->options->timeout + 2.0 * program->alone_seconds;
}

enum wgc_status wgc_worker_send_program(struct wgc_supervisor *supervisor,
                                        struct wgc_worker *worker,
                                        struct wgc_joint_program *program)
{
    const struct wgc_program_check *check = &program->check;
    struct wgc_case *item = calloc(check->count + 1, sizeof *item);

    worker->program = program;
    program->busy = true;
    program->begun = wgc_now();
    begin_work(supervisor, worker, program_limit(supervisor, program), check->count);
    if (item == NULL) {
        return wgc_err_memory(supervisor->err, "a message to a worker");
    }
    for (size_t i = 0; i < check->count; i++) {
        item[i] = program->kernel[check->set[i]];
    }
    enum wgc_status status = send_cases(supervisor, worker, item, check->count);
    free(item);
    return status;
}

enum wgc_status wgc_worker_send_quit(struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    struct wgc_buf payload = {0};

    worker->state = WGC_WORKER_CLOSING;
    worker->deadline = wgc_now() + supervisor->limits.quit_seconds;
    return send_message(worker, WGC_MSG_QUIT, &payload, supervisor->err);
}

void wgc_worker_kill(struct wgc_worker *worker)
{
    if (worker->killed_at <= 0.0) {
        worker->killed_at = wgc_now();
    }
    wgc_process_kill(&worker->process);
}

void wgc_supervisor_free(struct wgc_supervisor *supervisor)
{
    for (size_t i = 0; i < supervisor->workers; i++) {
        wgc_worker_kill(supervisor->worker[i]); /* all first, so that they exit at the same time */
    }
    while (supervisor->workers > 0) {
        wgc_worker_remove(supervisor, supervisor->workers - 1);
    }
    free(supervisor->worker);
    free(supervisor->polled);
    wgc_batch_list_free(&supervisor->ready);
    wgc_batch_list_free(&supervisor->ready_fresh);
    wgc_batch_list_free(&supervisor->deferred);
    wgc_candidate_free(supervisor->candidates_waiting);
    supervisor->candidates_waiting = NULL;
    wgc_crash_likelihood_free(&supervisor->likelihood);
    wgc_programs_free(&supervisor->programs);
    wgc_work_queue_free(&supervisor->queue);
    free(supervisor->kernel_progress);
    wgc_cases_free(&supervisor->cases);
    wgc_cause_free(&supervisor->open_cause);
    wgc_device_info_free(&supervisor->device);
    wgc_sources_free(&supervisor->sources);
    wgc_run_tmpdir_close(&supervisor->tmpdir);
}
