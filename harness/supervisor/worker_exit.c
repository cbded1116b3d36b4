#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "supervisor/state.h"
#include "supervisor/parts.h"

/*
 * What follows from the exit of a worker. The cases in flight get the crash as their verdict when
 * they are one case, or the cases of one kernel, that a new process worked on before all others;
 * anything else in flight is split and run again. The rest of the batch is run as before.
 *
 * Crashing batches are split into ten parts: a new process costs about as much as ten programs.
 */
enum { PARTS = 10 };

static double pause_after(unsigned failures)
{
    return failures < 2 ? 0.0 : 0.1 * (double)(1U << (failures < 6 ? failures : 6));
}

static enum wgc_status exit_while_opening(struct wgc_supervisor *supervisor,
                                          const struct wgc_worker *worker,
                                          const struct wgc_cause *cause)
{
    struct wgc_result result;

    supervisor->open_failures++;
    supervisor->open_after = wgc_now() + pause_after(supervisor->open_failures);
    wgc_cause_free(&supervisor->open_cause);
    if (!wgc_cause_copy(&supervisor->open_cause, cause)) {
        return wgc_err_memory(supervisor->err, "the reason of a worker's end");
    }
    if (supervisor->device_known) {
        return WGC_OK;
    }
    if (worker->failed) {
        return wgc_err_set(supervisor->err, worker->failure, "%s", worker->error);
    }
    if (supervisor->open_failures < 2) {
        return WGC_OK;
    }
    if (!wgc_cause_result(cause, ", twice", &result)) {
        return wgc_err_memory(supervisor->err, "the reason of a worker's end");
    }
    (void)wgc_err_set(supervisor->err, WGC_ERR_DEVICE, "%s", result.reason);
    wgc_result_free(&result);
    return WGC_ERR_DEVICE;
}

/* Queues a batch again in parts of so many kernels. */
static enum wgc_status requeue(struct wgc_supervisor *supervisor, struct wgc_batch *batch,
                               size_t kernels, bool fresh)
{
    struct wgc_batch_list *list = fresh ? &supervisor->ready_fresh : &supervisor->ready;
    size_t at = 0;

    while (at < batch->count) {
        struct wgc_batch *part = wgc_batch_part(batch, &supervisor->queue, &at, kernels);
        if (part == NULL) {
            return wgc_err_memory(supervisor->err, "a batch");
        }
        part->separate = batch->separate && fresh;
        wgc_batch_list_push(list, part);
    }
    return WGC_OK;
}

/* Queues the cases that were not in flight, a part for each worker. They no longer belong to the
 * incident of the batch. */
static enum wgc_status requeue_rest(struct wgc_supervisor *supervisor, struct wgc_batch *batch)
{
    struct wgc_incident *incident = batch->incident;

    wgc_batch_prune(batch, &supervisor->cases);
    batch->incident = NULL;
    enum wgc_status status = requeue(
        supervisor, batch,
        (wgc_batch_kernels(batch, &supervisor->queue) + supervisor->jobs - 1) / supervisor->jobs,
        batch->separate);
    batch->incident = incident;
    return status;
}

/* Starts an incident for the batch: of its kernels, or, where there is one, of its first case. */
static enum wgc_status begin_incident(struct wgc_supervisor *supervisor, struct wgc_batch *batch,
                                      const struct wgc_cause *cause, size_t kernels)
{
    uint32_t *kernel_case = calloc(kernels + 1, sizeof *kernel_case);
    struct wgc_incident *incident = NULL;
    size_t count = 0;

    for (size_t i = 0; kernel_case != NULL && kernels > 1 && i < batch->count; i++) {
        const uint32_t index = batch->entry[i].index;
        if (i == 0 || supervisor->queue.kernel[index] !=
                          supervisor->queue.kernel[batch->entry[i - 1].index]) {
            kernel_case[count++] = index;
        }
    }
    if (kernel_case != NULL) {
        incident = wgc_incident_create(cause, kernel_case, count);
    }
    free(kernel_case);
    if (incident == NULL) {
        return wgc_err_memory(supervisor->err, "a batch");
    }
    incident->index = batch->entry[0].index;
    wgc_batch_share(batch, incident);
    wgc_incident_release(incident);
    return WGC_OK;
}

/* A compiler often prints the function that crashes it. From now on, kernels related to that one
 * are built alone, which finds the culprit at once; only that build is a verdict. */
static enum wgc_status note_named_kernel(struct wgc_supervisor *supervisor,
                                         const struct wgc_incident *incident)
{
    const struct wgc_manifest *manifest = supervisor->manifest;
    const struct wgc_case *item = supervisor->plan->item;
    const char **name = calloc(incident->kernels + 1, sizeof *name);

    if (name == NULL) {
        return wgc_err_memory(supervisor->err, "the names of kernels");
    }
    for (size_t i = 0; i < incident->kernels; i++) {
        const struct wgc_case *one = &item[incident->kernel_case[i]];
        const struct wgc_kernel *kernel =
            wgc_manifest_kernel(manifest, &manifest->signature[one->signature], one->form,
                                one->shape, supervisor->options->impl);
        name[i] = kernel == NULL ? NULL : kernel->entry;
    }
    size_t named = wgc_named_kernel(incident->cause.output, name, incident->kernels);
    if (named < incident->kernels) {
        wgc_crash_likelihood_note_build(&supervisor->likelihood,
                                        &item[incident->kernel_case[named]], true);
    }
    free(name);
    return WGC_OK;
}

/* Whether the worker was running a case, not building kernels. */
static bool is_running(const struct wgc_worker *worker)
{
    return worker->step == WGC_STEP_RUN || worker->step == WGC_STEP_DONE;
}

/* Moves the undecided entries in flight into a batch of their own; NULL without memory. */
static struct wgc_batch *extract_in_flight(const struct wgc_supervisor *supervisor,
                                           const struct wgc_worker *worker)
{
    struct wgc_batch *batch = worker->batch;
    struct wgc_batch *in_flight = wgc_batch_create(batch->count);
    size_t kept = 0;

    if (is_running(worker)) {
        batch->entry[worker->current].done = false; /* its result does not count */
    }
    wgc_batch_prune(batch, &supervisor->cases);
    for (size_t i = 0; in_flight != NULL && i < batch->count; i++) {
        const struct wgc_entry entry = batch->entry[i];
        if (entry.in_flight) {
            in_flight->entry[in_flight->count++].index = entry.index;
        } else {
            batch->entry[kept++] = entry;
        }
    }
    batch->count = in_flight == NULL ? batch->count : kept;
    return in_flight;
}

/* A case that crashes alone reproduces the incident of its crash, or of its kernel's, after others.
 */
static void mark_repeated(struct wgc_batch *batch)
{
    if (batch->incident != NULL && batch->incident->kernels == 0) {
        batch->incident->repeated = true;
    }
}

/* Whether each case is a batch of its own in a worker that has had others: then the caller looks
 * whether the crash repeats in a new process. */
static bool runs_in_kept(const struct wgc_supervisor *supervisor)
{
    return supervisor->options->alone && supervisor->options->idle != NULL;
}

/* Gives the cases in flight the crash as their result. */
static enum wgc_status decide(struct wgc_supervisor *supervisor, const struct wgc_batch *in_flight,
                              const struct wgc_cause *cause, bool running)
{
    const struct wgc_case *item = &supervisor->plan->item[in_flight->entry[0].index];
    enum wgc_status status = WGC_OK;

    if (running) {
        wgc_crash_likelihood_note_run(&supervisor->likelihood, item, true);
    } else {
        wgc_crash_likelihood_note_build(&supervisor->likelihood, item, true);
    }
    for (size_t i = 0; status == WGC_OK && i < in_flight->count; i++) {
        struct wgc_result result;
        if (!wgc_cause_result(cause,
                              runs_in_kept(supervisor) ? ""
                              : running                ? ", alone in a new process"
                                                       : ", the only one, in a new process",
                              &result)) {
            return wgc_err_memory(supervisor->err, "a result");
        }
        result.same_end = i > 0;
        status = wgc_supervisor_attempt(supervisor, in_flight->entry[i].index, &result,
                                        WGC_ATTEMPT_ENOUGH);
    }
    return status;
}

/* Queues a case for a new process; the repetitions follow when it has ended. */
static enum wgc_status queue_alone(struct wgc_supervisor *supervisor, struct wgc_batch *in_flight)
{
    struct wgc_batch *alone = wgc_batch_of_case(in_flight->entry[0].index, in_flight->incident);

    if (alone == NULL) {
        return wgc_err_memory(supervisor->err, "a batch");
    }
    wgc_batch_list_push(&supervisor->ready_fresh, alone);
    if (in_flight->count > 1) {
        alone->repetitions = wgc_batch_create(in_flight->count - 1);
        if (alone->repetitions == NULL) {
            return wgc_err_memory(supervisor->err, "a batch");
        }
        for (size_t i = 1; i < in_flight->count; i++) {
            alone->repetitions->entry[alone->repetitions->count++].index =
                in_flight->entry[i].index;
        }
    }
    return WGC_OK;
}

/* Runs the cases in flight again, in smaller parts, down to one case or kernel in a new process. */
static enum wgc_status split(struct wgc_supervisor *supervisor, struct wgc_batch *in_flight,
                             const struct wgc_cause *cause, bool running)
{
    const size_t kernels = wgc_batch_kernels(in_flight, &supervisor->queue);
    /* each timeout costs the full time limit, so its kernels are all separated at once */
    const size_t part = cause->state == WGC_STATE_TIMEOUT ? 1 : (kernels + PARTS - 1) / PARTS;
    enum wgc_status status = begin_incident(supervisor, in_flight, cause, kernels);

    if (status == WGC_OK && cause->state == WGC_STATE_CRASH && cause->output != NULL) {
        status = note_named_kernel(supervisor, in_flight->incident);
    }
    if (status != WGC_OK) {
        return status;
    }
    if (running) {
        wgc_crash_likelihood_note_run(&supervisor->likelihood,
                                      &supervisor->plan->item[in_flight->entry[0].index], true);
    }
    return running ? queue_alone(supervisor, in_flight)
                   : requeue(supervisor, in_flight, part, kernels == 1);
}

/* Whether the worker has run no other case of its batch, which is one kernel. */
static bool is_first_of_kernel(const struct wgc_supervisor *supervisor,
                               const struct wgc_worker *worker)
{
    return worker->done == 0 && supervisor->cases.repeat == 1 &&
           wgc_batch_kernels(worker->batch, &supervisor->queue) == 1;
}

static enum wgc_status exit_in_flight(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                      const struct wgc_cause *cause)
{
    struct wgc_batch *batch = worker->batch;
    const bool running = is_running(worker);
    const bool first_case = batch->count == 1 || is_first_of_kernel(supervisor, worker);
    struct wgc_batch *in_flight = extract_in_flight(supervisor, worker);
    enum wgc_status status = WGC_OK;

    if (in_flight == NULL) {
        return wgc_err_memory(supervisor->err, "a batch");
    }
    const bool conclusive =
        (runs_in_kept(supervisor) || (!worker->used && worker->builds <= 1)) &&
        (running ? first_case : wgc_batch_kernels(in_flight, &supervisor->queue) == 1);
    if (!running && batch->incident != NULL) {
        batch->incident->repeated = true;
    } else if (conclusive) {
        mark_repeated(batch);
    }
    if (in_flight->count > 0) {
        status = conclusive ? decide(supervisor, in_flight, cause, running)
                            : split(supervisor, in_flight, cause, running);
    }
    wgc_batch_free(in_flight);
    return status == WGC_OK ? requeue_rest(supervisor, batch) : status;
}

/* The exit follows a bad result: that case gets the crash as well. */
static enum wgc_status exit_after_bad(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                      const struct wgc_cause *cause)
{
    struct wgc_buf reason = {0};
    struct wgc_result *pending = &worker->pending;

    if (pending->reason != NULL) {
        wgc_buf_text(&reason, pending->reason);
        wgc_buf_text(&reason, "; then ");
    }
    wgc_buf_text(&reason, cause->what);
    if (reason.failed) {
        wgc_buf_free(&reason);
        return wgc_err_memory(supervisor->err, "a result");
    }
    free(pending->reason);
    pending->reason = reason.data;
    mark_repeated(worker->batch);
    enum wgc_status status = wgc_worker_commit_pending(supervisor, worker);
    return status == WGC_OK ? requeue_rest(supervisor, worker->batch) : status;
}

static enum wgc_status exit_in_batch(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                     const struct wgc_cause *cause)
{
    if (worker->has_pending && wgc_state_is_bad(worker->pending.state)) {
        return exit_after_bad(supervisor, worker, cause);
    }
    wgc_result_free(&worker->pending);
    worker->has_pending = false;
    return exit_in_flight(supervisor, worker, cause);
}

static enum wgc_status exit_while_busy(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                       const struct wgc_cause *cause)
{
    if (worker->program != NULL) {
        return wgc_programs_built(supervisor, worker, cause);
    }
    if (worker->step == WGC_STEP_NONE && worker->used) {
        /* earlier work may be the cause: a new worker gets the untouched batch */
        wgc_warn(supervisor, "%s", cause->what);
        wgc_batch_list_push(&supervisor->ready_fresh, worker->batch);
        worker->batch = NULL;
        return WGC_OK;
    }
    enum wgc_status status = wgc_supervisor_check_refusal(supervisor, worker->batch);
    if (status == WGC_OK) {
        status = wgc_candidate_end_batch(supervisor, worker->batch, true);
    }
    if (status == WGC_OK) {
        status = exit_in_batch(supervisor, worker, cause);
    }
    if (status == WGC_OK) {
        status = wgc_supervisor_drop_batch(supervisor, worker->batch);
        worker->batch = NULL;
    }
    return status;
}

enum wgc_status wgc_handle_exit(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                const struct wgc_exit *exit_of)
{
    struct wgc_cause cause;
    enum wgc_status status = WGC_OK;
    bool is_clean =
        worker->state == WGC_WORKER_CLOSING && !exit_of->by_signal && exit_of->code == 0;

    if (is_clean) {
        return WGC_OK;
    }
    supervisor->stats->workers_crashed++;
    if (worker->state == WGC_WORKER_CLOSING && worker->timed_out) {
        wgc_warn(supervisor, "a worker did not close the device within %g s and was killed",
                 supervisor->limits.quit_seconds);
        return WGC_OK;
    }
    status = wgc_exit_cause(supervisor, worker, exit_of, &cause);
    if (status != WGC_OK) {
        return status;
    }
    if (worker->state == WGC_WORKER_OPENING) {
        status = exit_while_opening(supervisor, worker, &cause);
    } else if (worker->state == WGC_WORKER_BUSY) {
        bool lost = exit_of->lost && !worker->timed_out && worker->error == NULL;
        status = lost ? wgc_worker_recover(supervisor, worker, &cause)
                      : exit_while_busy(supervisor, worker, &cause);
    } else {
        wgc_warn(supervisor, "%s", cause.what);
    }
    wgc_cause_free(&cause);
    return status;
}
