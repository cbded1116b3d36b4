#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "supervisor/crew.h"

/*
 * What follows from the end of a worker. One case in a new process is a verdict, and so is one
 * kernel that a new process builds first of all; anything else is split and run again. Crashing
 * batches are split into ten parts: a new process costs about as much as ten programs.
 */
enum { PARTS = 10 };

static double pause_after(unsigned failures)
{
    return failures < 2 ? 0.0 : 0.1 * (double)(1U << (failures < 6 ? failures : 6));
}

static enum wgc_status exit_while_opening(struct wgc_run *run, const struct wgc_member *member,
                                          const struct wgc_cause *cause)
{
    struct wgc_result told;

    run->open_failures++;
    run->open_after = wgc_now() + pause_after(run->open_failures);
    wgc_cause_free(&run->open_cause);
    if (!wgc_cause_copy(&run->open_cause, cause)) {
        return wgc_err_memory(run->err, "the reason of a worker's end");
    }
    if (run->device_known) {
        return WGC_OK;
    }
    if (member->gave_up) {
        return wgc_err_set(run->err, member->why, "%s", member->complaint);
    }
    if (run->open_failures < 2) {
        return WGC_OK;
    }
    if (!wgc_cause_result(cause, ", twice", &told)) {
        return wgc_err_memory(run->err, "the reason of a worker's end");
    }
    (void)wgc_err_set(run->err, WGC_ERR_DEVICE, "%s", told.reason);
    wgc_result_free(&told);
    return WGC_ERR_DEVICE;
}

/* Takes out of the batch, as a batch of their own, the entries that are being built (index NULL) or
 * those of a case. NULL without memory. */
static struct wgc_batch *take_out(struct wgc_batch *batch, const uint32_t *index)
{
    struct wgc_batch *taken = wgc_batch_create(batch->count);
    size_t kept = 0;

    for (size_t i = 0; taken != NULL && i < batch->count; i++) {
        const struct wgc_entry entry = batch->entry[i];
        if (index == NULL ? entry.building : entry.index == *index) {
            taken->entry[taken->count++].index = entry.index;
        } else {
            batch->entry[kept++] = entry;
        }
    }
    if (taken != NULL) {
        batch->count = kept;
    }
    return taken;
}

/* Deals a batch out again in parts of so many kernels. */
static enum wgc_status requeue(struct wgc_run *run, struct wgc_batch *batch, size_t kernels,
                               bool fresh)
{
    struct wgc_queue *queue = fresh ? &run->fresh : &run->queue;
    size_t at = 0;

    while (at < batch->count) {
        struct wgc_batch *part = wgc_batch_part(batch, &run->pool, &at, kernels);
        if (part == NULL) {
            return wgc_err_memory(run->err, "a batch");
        }
        wgc_queue_push(queue, part);
    }
    return WGC_OK;
}

/* What a crash left over has nothing to do with it: a part for each worker. */
static enum wgc_status requeue_rest(struct wgc_run *run, struct wgc_batch *batch)
{
    struct wgc_incident *incident = batch->incident;

    wgc_batch_prune(batch, &run->cases);
    batch->incident = NULL;
    enum wgc_status status = requeue(
        run, batch, (wgc_batch_kernels(batch, &run->pool) + run->jobs - 1) / run->jobs, false);
    batch->incident = incident;
    return status;
}

/* Every case of the batch gets the crash as its result: its only kernel shows it, in a new process.
 */
static enum wgc_status decide_kernel(struct wgc_run *run, struct wgc_batch *batch,
                                     const struct wgc_cause *cause)
{
    enum wgc_status status = WGC_OK;

    wgc_risk_note_build(&run->risk, &run->plan->item[batch->entry[0].index], true);
    for (size_t i = 0; status == WGC_OK && i < batch->count; i++) {
        struct wgc_result result;
        if (!wgc_cause_result(cause, ", the only one, in a new process", &result)) {
            return wgc_err_memory(run->err, "a result");
        }
        status = wgc_run_attempt(run, batch->entry[i].index, &result, WGC_ATTEMPT_ENOUGH);
    }
    return status;
}

/* Gives the batch an incident of its own, of these kernels or of its first case. */
static enum wgc_status begin_incident(struct wgc_run *run, struct wgc_batch *batch,
                                      const struct wgc_cause *cause, size_t kernels)
{
    uint32_t *kernel_case = calloc(kernels + 1, sizeof *kernel_case);
    struct wgc_incident *incident = NULL;
    size_t count = 0;

    for (size_t i = 0; kernel_case != NULL && kernels > 1 && i < batch->count; i++) {
        const uint32_t index = batch->entry[i].index;
        if (i == 0 || run->pool.kernel[index] != run->pool.kernel[batch->entry[i - 1].index]) {
            kernel_case[count++] = index;
        }
    }
    if (kernel_case != NULL) {
        incident = wgc_incident_create(cause, kernel_case, count);
    }
    free(kernel_case);
    if (incident == NULL) {
        return wgc_err_memory(run->err, "a batch");
    }
    incident->index = batch->entry[0].index;
    wgc_batch_share(batch, incident);
    wgc_incident_release(incident);
    return WGC_OK;
}

/* Splits what was being built until a kernel stands alone in a new worker. */
static enum wgc_status split(struct wgc_run *run, struct wgc_batch *built,
                             const struct wgc_cause *cause)
{
    size_t kernels = wgc_batch_kernels(built, &run->pool);
    /* each round of a hang costs the whole timeout, so there all kernels are separated at once */
    size_t part = cause->state == WGC_STATE_TIMEOUT ? 1 : (kernels + PARTS - 1) / PARTS;
    enum wgc_status status = begin_incident(run, built, cause, kernels);

    return status == WGC_OK ? requeue(run, built, part, kernels == 1) : status;
}

/* Takes out what was being built; all, where the worker has said nothing of a program. */
static struct wgc_batch *take_built(struct wgc_batch *batch)
{
    bool any = false;

    for (size_t i = 0; i < batch->count; i++) {
        any = any || batch->entry[i].building;
    }
    for (size_t i = 0; !any && i < batch->count; i++) {
        batch->entry[i].building = true;
    }
    return take_out(batch, NULL);
}

static enum wgc_status exit_while_building(struct wgc_run *run, struct wgc_member *member,
                                           const struct wgc_cause *cause)
{
    struct wgc_batch *batch = member->batch;
    const bool first = !member->used && member->builds <= 1; /* of the process */
    enum wgc_status status = WGC_OK;

    wgc_batch_prune(batch, &run->cases);
    struct wgc_batch *built = take_built(batch);
    if (built == NULL) {
        return wgc_err_memory(run->err, "a batch");
    }
    if (batch->incident != NULL) {
        batch->incident->repeated = true;
    }
    if (built->count > 0) {
        status = first && wgc_batch_kernels(built, &run->pool) == 1
                     ? decide_kernel(run, built, cause)
                     : split(run, built, cause);
    }
    wgc_batch_free(built);
    return status == WGC_OK ? requeue_rest(run, batch) : status;
}

/* A case that crashes alone shows what it or its kernel had shown after others. */
static void mark_repeated(struct wgc_batch *batch)
{
    if (batch->incident != NULL && batch->incident->kernels == 0) {
        batch->incident->repeated = true;
    }
}

/* The case is run again alone; the rest goes on as it was. */
static enum wgc_status isolate(struct wgc_run *run, struct wgc_batch *batch, uint32_t index,
                               const struct wgc_cause *cause)
{
    struct wgc_batch *alone = wgc_batch_of_case(index, NULL);
    struct wgc_batch *repetitions = take_out(batch, &index);

    if (alone == NULL || repetitions == NULL || begin_incident(run, alone, cause, 1) != WGC_OK) {
        wgc_batch_free(alone);
        wgc_batch_free(repetitions);
        return wgc_err_memory(run->err, "a batch");
    }
    if (repetitions->count > 0) {
        alone->after = repetitions;
    } else {
        wgc_batch_free(repetitions);
    }
    wgc_queue_push(&run->fresh, alone);
    return requeue_rest(run, batch);
}

/* It ended in a case, or right after one. */
static enum wgc_status exit_while_running(struct wgc_run *run, struct wgc_member *member,
                                          const struct wgc_cause *cause)
{
    struct wgc_batch *batch = member->batch;
    uint32_t index = batch->entry[member->current].index;
    bool alone = batch->count == 1 && !member->used;
    struct wgc_result result;

    batch->entry[member->current].done = true;
    wgc_batch_prune(batch, &run->cases);
    if (!alone) {
        return isolate(run, batch, index, cause);
    }
    mark_repeated(batch);
    wgc_risk_note(&run->risk, &run->plan->item[index], true);
    if (!wgc_cause_result(cause, ", alone in a new process", &result)) {
        return wgc_err_memory(run->err, "a result");
    }
    return wgc_run_attempt(run, index, &result, WGC_ATTEMPT_ENOUGH);
}

/* It ended after a case that was bad anyway: that one bears it. */
static enum wgc_status exit_after_bad(struct wgc_run *run, struct wgc_member *member,
                                      const struct wgc_cause *cause)
{
    struct wgc_buf reason = {0};
    struct wgc_result *held = &member->held;

    if (held->reason != NULL) {
        wgc_buf_text(&reason, held->reason);
        wgc_buf_text(&reason, "; then ");
    }
    wgc_buf_text(&reason, cause->what);
    if (reason.failed) {
        wgc_buf_free(&reason);
        return wgc_err_memory(run->err, "a result");
    }
    free(held->reason);
    held->reason = reason.data;
    mark_repeated(member->batch);
    enum wgc_status status = wgc_run_release_held(run, member);
    return status == WGC_OK ? requeue_rest(run, member->batch) : status;
}

static enum wgc_status exit_in_batch(struct wgc_run *run, struct wgc_member *member,
                                     const struct wgc_cause *cause)
{
    if (member->phase == WGC_PHASE_CASE) {
        return exit_while_running(run, member, cause);
    }
    if (!member->holds) {
        return exit_while_building(run, member, cause);
    }
    if (wgc_state_is_bad(member->held.state)) {
        return exit_after_bad(run, member, cause);
    }
    /* it had seemed to be all right */
    wgc_result_free(&member->held);
    member->holds = false;
    return exit_while_running(run, member, cause);
}

static enum wgc_status exit_while_busy(struct wgc_run *run, struct wgc_member *member,
                                       const struct wgc_cause *cause)
{
    if (member->program != NULL) {
        return wgc_programs_built(run, member, cause);
    }
    if (member->phase == WGC_PHASE_SENT && member->used) {
        /* it may have crashed of what it did before, as it got the batch: a new one gets it */
        wgc_warn(run, "%s", cause->what);
        wgc_queue_push(&run->fresh, member->batch);
        member->batch = NULL;
        return WGC_OK;
    }
    enum wgc_status status = wgc_run_end_refusal(run, member->batch);
    if (status == WGC_OK) {
        status = exit_in_batch(run, member, cause);
    }
    if (status == WGC_OK) {
        status = wgc_run_drop_batch(run, member->batch);
        member->batch = NULL;
    }
    return status;
}

enum wgc_status wgc_handle_exit(struct wgc_run *run, struct wgc_member *member,
                                const struct wgc_exit *exit_of)
{
    struct wgc_cause cause;
    enum wgc_status status = WGC_OK;
    bool in_order = member->duty == WGC_DUTY_LEAVING && !exit_of->by_signal && exit_of->code == 0;

    if (in_order) {
        return WGC_OK;
    }
    run->stats->workers_died++;
    if (member->duty == WGC_DUTY_LEAVING && member->timed_out) {
        wgc_warn(run, "a worker did not close the device within %g s and was killed",
                 run->limits.quit_seconds);
        return WGC_OK;
    }
    status = wgc_exit_cause(run, member, exit_of, &cause);
    if (status != WGC_OK) {
        return status;
    }
    if (member->duty == WGC_DUTY_OPENING) {
        status = exit_while_opening(run, member, &cause);
    } else if (member->duty == WGC_DUTY_BUSY) {
        bool lost = exit_of->lost && !member->timed_out && member->complaint == NULL;
        status =
            lost ? wgc_crew_recover(run, member, &cause) : exit_while_busy(run, member, &cause);
    } else {
        wgc_warn(run, "%s", cause.what);
    }
    wgc_cause_free(&cause);
    return status;
}
