#include "supervisor/state.h"

/*
 * A case that crashes the whole machine looks like a bad connection. A batch gets TRIES attempts,
 * then its parts do, down to one case that loses its connection alone. The worker's last message is
 * no evidence: later messages may be lost.
 */
enum { TRIES = 4, TRIES_OF_PART = 2, PARTS = 10 };

static double pause_after(unsigned connections_lost)
{
    return 0.1 * (double)(1U << (2 * (connections_lost < TRIES ? connections_lost : TRIES)));
}

static enum wgc_status requeue_parts(struct wgc_supervisor *supervisor,
                                     const struct wgc_batch *batch)
{
    const size_t size = (batch->count + PARTS - 1) / PARTS;
    struct wgc_batch *part = NULL;

    for (size_t i = 0; i < batch->count; i++) {
        if (part == NULL) {
            part = wgc_batch_create(size);
            if (part == NULL) {
                return wgc_err_memory(supervisor->err, "a batch");
            }
            wgc_batch_share(part, batch->incident);
            part->connections_lost = size > 1 ? TRIES - TRIES_OF_PART : 0;
        }
        part->entry[part->count++].index = batch->entry[i].index;
        if (part->count == size || i + 1 == batch->count) {
            wgc_batch_list_push(&supervisor->ready_fresh, part);
            part = NULL;
        }
    }
    return WGC_OK;
}

static enum wgc_status decide(struct wgc_supervisor *supervisor, const struct wgc_batch *batch,
                              const struct wgc_cause *cause)
{
    struct wgc_result result;

    if (!wgc_cause_result(cause, "; so it was each time that this case ran alone", &result)) {
        return wgc_err_memory(supervisor->err, "a result");
    }
    return wgc_supervisor_attempt(supervisor, batch->entry[0].index, &result, WGC_ATTEMPT_ENOUGH);
}

/* Retries the same program; after TRIES attempts the lost connection is its result. */
static enum wgc_status recover_program(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                       const struct wgc_cause *cause)
{
    struct wgc_joint_program *program = worker->program;

    wgc_warn(supervisor, "%s; the program is tried again", cause->what);
    supervisor->open_after = wgc_now() + pause_after(program->connections_lost++);
    if (program->connections_lost >= TRIES) {
        return wgc_programs_built(supervisor, worker, cause);
    }
    program->busy = false;
    worker->program = NULL;
    return WGC_OK;
}

enum wgc_status wgc_worker_recover(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                   const struct wgc_cause *cause)
{
    struct wgc_batch *batch = worker->batch;
    enum wgc_status status;

    if (worker->program != NULL) {
        return recover_program(supervisor, worker, cause);
    }
    wgc_warn(supervisor, "%s; the cases that it had are tried again", cause->what);
    wgc_incident_release(batch->refusal); /* building it again repeats the refusal */
    batch->refusal = NULL;
    if (worker->has_pending) {
        batch->entry[worker->current].done = false;
        wgc_result_free(&worker->pending);
        worker->has_pending = false;
    }
    if (batch->candidate == NULL) {
        wgc_batch_prune(batch, &supervisor->cases);
    }
    supervisor->open_after = wgc_now() + pause_after(batch->connections_lost++);
    if (batch->connections_lost < TRIES || batch->count == 0) {
        wgc_batch_list_push(&supervisor->ready_fresh, batch);
        worker->batch = NULL;
        return WGC_OK;
    }
    status = wgc_candidate_end_batch(supervisor, batch, true);
    if (status != WGC_OK) {
        return status;
    }
    status = batch->count > 1 ? requeue_parts(supervisor, batch) : decide(supervisor, batch, cause);
    if (status == WGC_OK) {
        status = wgc_supervisor_drop_batch(supervisor, batch);
        worker->batch = NULL;
    }
    return status;
}
