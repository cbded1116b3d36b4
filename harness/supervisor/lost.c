#include "supervisor/crew.h"

/*
 * A case that takes the whole machine down looks like a bad connection. A batch gets so many tries,
 * then its parts do, down to the case that loses its connection alone. What the worker said last is
 * no evidence: it may have said more that was lost.
 */
enum { TRIES = 4, TRIES_OF_PART = 2, PARTS = 10 };

static double pause_after(unsigned losses)
{
    return 0.1 * (double)(1U << (2 * (losses < TRIES ? losses : TRIES)));
}

static enum wgc_status requeue_parts(struct wgc_run *run, const struct wgc_batch *batch)
{
    const size_t size = (batch->count + PARTS - 1) / PARTS;
    struct wgc_batch *part = NULL;

    for (size_t i = 0; i < batch->count; i++) {
        if (part == NULL) {
            part = wgc_batch_create(size);
            if (part == NULL) {
                return wgc_err_memory(run->err, "a batch");
            }
            wgc_batch_share(part, batch->incident);
            part->losses = size > 1 ? TRIES - TRIES_OF_PART : 0;
        }
        part->entry[part->count++].index = batch->entry[i].index;
        if (part->count == size || i + 1 == batch->count) {
            wgc_queue_push(&run->fresh, part);
            part = NULL;
        }
    }
    return WGC_OK;
}

static enum wgc_status decide(struct wgc_run *run, const struct wgc_batch *batch,
                              const struct wgc_cause *cause)
{
    struct wgc_result result;

    if (!wgc_cause_result(cause, "; so it was each time that this case ran alone", &result)) {
        return wgc_err_memory(run->err, "a result");
    }
    return wgc_run_attempt(run, batch->entry[0].index, &result, WGC_ATTEMPT_ENOUGH);
}

/* A program is tried again as it is; in the end the lost connection is what came of it. */
static enum wgc_status recover_program(struct wgc_run *run, struct wgc_member *member,
                                       const struct wgc_cause *cause)
{
    struct wgc_program *program = member->program;

    wgc_warn(run, "%s; the program is tried again", cause->what);
    run->open_after = wgc_now() + pause_after(program->losses++);
    if (program->losses >= TRIES) {
        return wgc_programs_built(run, member, cause);
    }
    program->busy = false;
    member->program = NULL;
    return WGC_OK;
}

enum wgc_status wgc_crew_recover(struct wgc_run *run, struct wgc_member *member,
                                 const struct wgc_cause *cause)
{
    struct wgc_batch *batch = member->batch;
    enum wgc_status status;

    if (member->program != NULL) {
        return recover_program(run, member, cause);
    }
    wgc_warn(run, "%s; the cases that it had are tried again", cause->what);
    wgc_incident_release(batch->refusal); /* what is built again is refused again */
    batch->refusal = NULL;
    if (member->holds) {
        batch->entry[member->current].done = false;
        wgc_result_free(&member->held);
        member->holds = false;
    }
    wgc_batch_prune(batch, &run->cases);
    run->open_after = wgc_now() + pause_after(batch->losses++);
    if (batch->losses < TRIES || batch->count == 0) {
        wgc_queue_push(&run->fresh, batch);
        member->batch = NULL;
        return WGC_OK;
    }
    status = batch->count > 1 ? requeue_parts(run, batch) : decide(run, batch, cause);
    if (status == WGC_OK) {
        status = wgc_run_drop_batch(run, batch);
        member->batch = NULL;
    }
    return status;
}
