#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "supervisor/crew.h"

/*
 * What a death costs is the new process with its first build, as much as some ten programs: so a
 * batch is split into many parts at once.
 */
enum { PARTS = 10 };

static double pause_after(unsigned failures)
{
    return failures < 2 ? 0.0 : 0.1 * (double)(1U << (failures < 6 ? failures : 6));
}

static enum wgc_status bury_opening(struct wgc_run *run, const struct wgc_member *member,
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

/* The suspicion that the batch's parts shall share; made when there is none yet. */
static enum wgc_status suspect_batch(struct wgc_run *run, struct wgc_batch *batch,
                                     const struct wgc_cause *cause)
{
    if (batch->suspicion != NULL) {
        return WGC_OK;
    }
    struct wgc_suspicion *suspicion = calloc(1, sizeof *suspicion);
    if (suspicion == NULL || !wgc_cause_copy(&suspicion->cause, cause)) {
        free(suspicion);
        return wgc_err_memory(run->err, "a batch");
    }
    wgc_batch_share(batch, suspicion);
    return WGC_OK;
}

static void mark_found(struct wgc_batch *batch)
{
    if (batch->suspicion != NULL) {
        batch->suspicion->found = true;
    }
}

/* Every case of the batch gets the death as its result: its only kernel did it, alone. */
static enum wgc_status blame_all(struct wgc_run *run, struct wgc_batch *batch,
                                 const struct wgc_cause *cause)
{
    enum wgc_status status = WGC_OK;

    mark_found(batch);
    wgc_risk_note_build(&run->risk, &run->plan->item[batch->entry[0].index], true);
    for (size_t i = 0; status == WGC_OK && i < batch->count; i++) {
        struct wgc_result result;
        if (!wgc_cause_result(cause, "; it was the only kernel, in a new process", &result)) {
            return wgc_err_memory(run->err, "a result");
        }
        status = wgc_run_attempt(run, batch->entry[i].index, &result, WGC_ATTEMPT_ENOUGH);
    }
    return status;
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

/* What a death left over, a part for each worker. */
static enum wgc_status requeue_rest(struct wgc_run *run, struct wgc_batch *batch)
{
    wgc_batch_prune(batch, &run->cases);
    return requeue(run, batch, (wgc_batch_kernels(batch, &run->pool) + run->jobs - 1) / run->jobs,
                   false);
}

/* It died while it built, or before: the batch is split until the kernel stands alone in a new
 * worker. */
static enum wgc_status bury_builder(struct wgc_run *run, struct wgc_member *member,
                                    const struct wgc_cause *cause)
{
    struct wgc_batch *batch = member->batch;

    wgc_batch_prune(batch, &run->cases);
    size_t kernels = wgc_batch_kernels(batch, &run->pool);
    if (kernels == 0) {
        return WGC_OK;
    }
    if (kernels == 1 && !member->used) {
        return blame_all(run, batch, cause);
    }
    enum wgc_status status = suspect_batch(run, batch, cause);
    if (status != WGC_OK) {
        return status;
    }
    /* each round of a hang costs the whole timeout, so there all kernels are separated at once */
    return requeue(run, batch,
                   cause->state == WGC_STATE_TIMEOUT ? 1 : (kernels + PARTS - 1) / PARTS,
                   kernels == 1);
}

/* Takes the entries of a case out of the batch, as a batch of their own; NULL in *out when there
 * are none. */
static enum wgc_status take_repetitions(struct wgc_run *run, struct wgc_batch *batch,
                                        uint32_t index, struct wgc_batch **out)
{
    struct wgc_batch *taken = wgc_batch_create(batch->count);
    size_t kept = 0;

    *out = NULL;
    if (taken == NULL) {
        return wgc_err_memory(run->err, "a batch");
    }
    for (size_t i = 0; i < batch->count; i++) {
        const struct wgc_entry entry = batch->entry[i];
        if (entry.index == index) {
            taken->entry[taken->count++].index = index;
        } else {
            batch->entry[kept++] = entry;
        }
    }
    batch->count = kept;
    if (taken->count == 0) {
        wgc_batch_free(taken);
    } else {
        *out = taken;
    }
    return WGC_OK;
}

/* The case is run again alone, with the memory of what it did; the rest goes on as it was. */
static enum wgc_status isolate(struct wgc_run *run, struct wgc_batch *batch, uint32_t index,
                               const struct wgc_cause *cause)
{
    struct wgc_batch *alone = wgc_batch_of_case(index, NULL);

    if (alone == NULL) {
        return wgc_err_memory(run->err, "a batch");
    }
    alone->suspect = calloc(1, sizeof *alone->suspect);
    if (alone->suspect == NULL || !wgc_cause_copy(alone->suspect, cause)) {
        wgc_batch_free(alone);
        return wgc_err_memory(run->err, "a batch");
    }
    mark_found(batch);
    wgc_queue_push(&run->fresh, alone);
    enum wgc_status status = take_repetitions(run, batch, index, &alone->after);
    return status == WGC_OK ? requeue_rest(run, batch) : status;
}

/* It died in a case, or right after one. */
static enum wgc_status bury_runner(struct wgc_run *run, struct wgc_member *member,
                                   const struct wgc_cause *cause)
{
    struct wgc_batch *batch = member->batch;
    uint32_t index = batch->entry[member->current].index;
    bool alone = batch->count == 1 && !member->used;

    batch->entry[member->current].done = true;
    wgc_batch_prune(batch, &run->cases);
    if (!alone) {
        return isolate(run, batch, index, cause);
    }
    struct wgc_result result;
    mark_found(batch);
    wgc_risk_note(&run->risk, &run->plan->item[index], true);
    if (!wgc_cause_result(cause, ", alone in a new process", &result)) {
        return wgc_err_memory(run->err, "a result");
    }
    return wgc_run_attempt(run, index, &result, WGC_ATTEMPT_ENOUGH);
}

/* It died after a case that was bad anyway: that one carries it. */
static enum wgc_status bury_after_bad(struct wgc_run *run, struct wgc_member *member,
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
    mark_found(member->batch);
    enum wgc_status status = wgc_run_release_held(run, member);
    return status == WGC_OK ? requeue_rest(run, member->batch) : status;
}

/* It may have died of what it did before, in the moment when it got the batch: a new one gets it.
 */
static enum wgc_status bury_unheard(struct wgc_run *run, struct wgc_member *member,
                                    const struct wgc_cause *cause)
{
    wgc_warn(run, "%s", cause->what);
    wgc_queue_push(&run->fresh, member->batch);
    member->batch = NULL;
    return WGC_OK;
}

static enum wgc_status bury_busy(struct wgc_run *run, struct wgc_member *member,
                                 const struct wgc_cause *cause)
{
    if (member->phase == WGC_PHASE_SENT && member->used) {
        return bury_unheard(run, member, cause);
    }
    if (member->phase == WGC_PHASE_CASE) {
        return bury_runner(run, member, cause);
    }
    if (!member->holds) {
        return bury_builder(run, member, cause);
    }
    if (wgc_state_is_bad(member->held.state)) {
        return bury_after_bad(run, member, cause);
    }
    /* it had seemed to be all right */
    wgc_result_free(&member->held);
    member->holds = false;
    return bury_runner(run, member, cause);
}

enum wgc_status wgc_crew_bury(struct wgc_run *run, struct wgc_member *member,
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
    status = wgc_death_cause(run, member, exit_of, &cause);
    if (status != WGC_OK) {
        return status;
    }
    if (member->duty == WGC_DUTY_OPENING) {
        status = bury_opening(run, member, &cause);
    } else if (member->duty == WGC_DUTY_BUSY) {
        bool lost = exit_of->lost && !member->timed_out && member->complaint == NULL;
        status = lost ? wgc_crew_recover(run, member, &cause) : bury_busy(run, member, &cause);
    } else {
        wgc_warn(run, "%s", cause.what);
    }
    wgc_cause_free(&cause);
    return status;
}
