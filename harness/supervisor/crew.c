#include "supervisor/crew.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "supervisor/environment.h"
#include "supervisor/fits.h"

void wgc_warn(const struct wgc_run *run, const char *format, ...)
{
    struct wgc_err text;
    va_list args;

    if (run->events->warning == NULL) {
        return;
    }
    va_start(args, format);
    (void)vsnprintf(text.text, sizeof text.text, format, args);
    va_end(args);
    run->events->warning(run->events->context, text.text);
}

size_t wgc_crew_count(const struct wgc_run *run, enum wgc_duty duty)
{
    size_t count = 0;

    for (size_t i = 0; i < run->members; i++) {
        count += run->member[i]->duty == duty;
    }
    return count;
}

static void free_member(struct wgc_member *member)
{
    wgc_process_free(&member->process);
    if (member->folder != NULL) {
        wgc_scratch_remove(member->folder);
    }
    free(member->folder);
    wgc_wire_reader_free(&member->reader);
    free(member->complaint);
    wgc_batch_free(member->batch);
    wgc_result_free(&member->held);
    free(member);
}

void wgc_crew_dismiss(struct wgc_run *run, size_t at)
{
    free_member(run->member[at]);
    run->member[at] = run->member[--run->members];
}

/* Frees the payload. */
static enum wgc_status send_message(struct wgc_member *member, enum wgc_msg type,
                                    struct wgc_buf *payload, struct wgc_err *err)
{
    enum wgc_status status = wgc_process_send(&member->process, type, payload, err);

    wgc_buf_free(payload);
    return status;
}

static enum wgc_status send_config(struct wgc_run *run, struct wgc_member *member, int device)
{
    static char none[] = "";
    struct wgc_buf payload = {0};
    struct wgc_worker_config config = {
        .mode = WGC_WORKER_RUN,
        .device = device,
        .wanted = wgc_wanted_features(run->manifest, run->plan, run->options->impl),
        .impl = run->options->impl,
        .profile = run->options->profile,
        .seed = run->options->seed,
        .unadvertised = run->options->unadvertised,
        /* a worker elsewhere is sent what it needs of it, batch by batch */
        .suite_folder = run->options->worker_command == NULL ? run->manifest->folder : none,
    };

    wgc_worker_config_put(&payload, &config);
    return send_message(member, WGC_MSG_CONFIG, &payload, run->err);
}

static enum wgc_status start_process(struct wgc_run *run, struct wgc_member *member)
{
    struct wgc_process_start start = {
        .program = run->options->program,
        .command = run->options->worker_command,
        .environment = environ, /* of a command: the agent makes the worker's */
        .limits = {run->limits.memory_bytes, run->limits.file_bytes},
    };

    if (start.command != NULL) {
        return wgc_process_start(&start, &member->process, run->err);
    }
    member->folder = wgc_scratch_add(&run->scratch, run->err);
    if (member->folder == NULL) {
        return run->err->status;
    }
    char **environment = wgc_environment_make(member->folder);
    if (environment == NULL) {
        return wgc_err_memory(run->err, "a worker's environment");
    }
    start.environment = environment;
    enum wgc_status status = wgc_process_start(&start, &member->process, run->err);
    wgc_environment_free(environment);
    return status;
}

enum wgc_status wgc_crew_hire(struct wgc_run *run, int device)
{
    struct wgc_member **grown =
        realloc(run->member, (run->members + 1) * sizeof(struct wgc_member *));

    if (grown == NULL) {
        return wgc_err_memory(run->err, "a worker");
    }
    run->member = grown;
    struct wgc_member *member = calloc(1, sizeof *member);
    if (member == NULL) {
        return wgc_err_memory(run->err, "a worker");
    }
    member->process = (struct wgc_process){.request_fd = -1, .reply_fd = -1, .capture_fd = -1};
    member->deadline = wgc_now() + run->limits.open_seconds;
    enum wgc_status status = start_process(run, member);
    if (status == WGC_OK) {
        status = send_config(run, member, device);
    }
    if (status != WGC_OK) {
        free_member(member);
        return status;
    }
    run->member[run->members++] = member;
    run->stats->workers_started++;
    return WGC_OK;
}

static double cpu_allowance(const struct wgc_run *run, size_t entries)
{
    if (run->limits.cpu_seconds > 0.0) {
        return run->limits.cpu_seconds;
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return run->options->timeout * (double)(cores < 1 ? 1 : cores) * (double)(entries + 2);
}

static void begin_work(struct wgc_run *run, struct wgc_member *member, double limit, size_t kernels)
{
    member->duty = WGC_DUTY_BUSY;
    member->batch_id = ++run->last_batch_id;
    member->limit = limit;
    member->deadline = wgc_now() + limit;
    member->printed = member->process.printed;
    /* what it printed before has nothing to do with this */
    wgc_buf_clear(&member->process.capture);
    wgc_process_allow_cpu(&member->process, cpu_allowance(run, kernels));
}

/* Sends the names of the cases, and before them what they need of the suite where the worker cannot
 * read it. */
static enum wgc_status send_cases(struct wgc_run *run, struct wgc_member *member, enum wgc_msg type,
                                  const struct wgc_case *item, size_t count)
{
    struct wgc_buf payload = {0};
    char name[WGC_CASE_NAME_MAX];
    enum wgc_status status = WGC_OK;

    if (run->options->worker_command != NULL) {
        status = wgc_crew_send_suite(run, member, item, count);
    }
    if (status != WGC_OK) {
        return status;
    }
    wgc_wire_put_u32(&payload, member->batch_id);
    wgc_wire_put_u32(&payload, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        wgc_case_name(run->manifest, &item[i], name);
        wgc_wire_put_str(&payload, name);
    }
    return send_message(member, type, &payload, run->err);
}

enum wgc_status wgc_crew_send_batch(struct wgc_run *run, struct wgc_member *member,
                                    struct wgc_batch *batch)
{
    struct wgc_case *item = calloc(batch->count + 1, sizeof *item);

    member->batch = batch;
    member->phase = WGC_PHASE_SENT;
    member->done = 0;
    begin_work(run, member, run->options->timeout, batch->count);
    if (item == NULL) {
        return wgc_err_memory(run->err, "a message to a worker");
    }
    for (size_t i = 0; i < batch->count; i++) {
        item[i] = run->plan->item[batch->entry[i].index];
    }
    enum wgc_status status = send_cases(run, member, WGC_MSG_BATCH, item, batch->count);
    free(item);
    return status;
}

/* The whole may take as long as its kernels did alone, and once more. */
static double program_limit(const struct wgc_run *run, const struct wgc_program *program)
{
    return run->options->timeout + 2.0 * program->alone_seconds;
}

enum wgc_status wgc_crew_send_program(struct wgc_run *run, struct wgc_member *member,
                                      struct wgc_program *program)
{
    const struct wgc_program_check *check = &program->check;
    struct wgc_case *item = calloc(check->count + 1, sizeof *item);

    member->program = program;
    program->busy = true;
    program->begun = wgc_now();
    begin_work(run, member, program_limit(run, program), check->count);
    if (item == NULL) {
        return wgc_err_memory(run->err, "a message to a worker");
    }
    for (size_t i = 0; i < check->count; i++) {
        item[i] = program->kernel[check->set[i]];
    }
    enum wgc_status status = send_cases(run, member, WGC_MSG_PROGRAM, item, check->count);
    free(item);
    return status;
}

enum wgc_status wgc_crew_send_quit(struct wgc_run *run, struct wgc_member *member)
{
    struct wgc_buf payload = {0};

    member->duty = WGC_DUTY_LEAVING;
    member->deadline = wgc_now() + run->limits.quit_seconds;
    return send_message(member, WGC_MSG_QUIT, &payload, run->err);
}

void wgc_crew_kill(struct wgc_member *member)
{
    if (member->killed <= 0.0) {
        member->killed = wgc_now();
    }
    wgc_process_kill(&member->process);
}

void wgc_run_free(struct wgc_run *run)
{
    for (size_t i = 0; i < run->members; i++) {
        wgc_crew_kill(run->member[i]); /* all at once, so that they die at the same time */
    }
    while (run->members > 0) {
        wgc_crew_dismiss(run, run->members - 1);
    }
    free(run->member);
    free(run->polled);
    wgc_queue_free(&run->queue);
    wgc_queue_free(&run->fresh);
    wgc_risk_free(&run->risk);
    wgc_programs_free(&run->programs);
    wgc_pool_free(&run->pool);
    wgc_cases_free(&run->cases);
    wgc_cause_free(&run->open_cause);
    wgc_device_info_free(&run->device);
    wgc_sources_free(&run->sources);
    wgc_scratch_close(&run->scratch);
}
