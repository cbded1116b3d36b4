#include <stdio.h>
#include <stdlib.h>

#include "supervisor/state.h"
#include "plan/eligibility.h"
#include "supervisor/parts.h"
#include "supervisor/spirv_target.h"

/* The first programs have one kernel each, then four, and so on: a case that has a value, right or
 * wrong, shows that more can be built at once. */
static void grow_batches(struct wgc_supervisor *supervisor, uint32_t index,
                         const struct wgc_result *result)
{
    enum { GROWTH = 4 };
    const struct wgc_case *item = &supervisor->plan->item[index];

    if (supervisor->batch_limit > 0 &&
        (result->state == WGC_STATE_PASS || result->mismatch != NULL) &&
        supervisor->manifest->signature[item->signature].language != WGC_LANGUAGE_QUERY) {
        supervisor->batch_limit *= GROWTH;
        supervisor->batch_limit =
            supervisor->batch_limit < WGC_BATCH_KERNELS ? supervisor->batch_limit : 0;
    }
}

enum wgc_status wgc_supervisor_attempt(struct wgc_supervisor *supervisor, uint32_t index,
                                       struct wgc_result *result, enum wgc_attempt kind)
{
    struct wgc_result verdict = {0};
    enum wgc_case_next next = WGC_CASE_OPEN;

    if (wgc_supervisor_is_interrupted(supervisor)) {
        wgc_result_free(result);
        return WGC_OK;
    }
    grow_batches(supervisor, index, result);
    if (result->state == WGC_STATE_SKIP && supervisor->admitted > 0) {
        supervisor->admitted--; /* another case may run in its place */
    }
    enum wgc_status status = wgc_cases_attempt(&supervisor->cases, index, result, kind, &next,
                                               &verdict, supervisor->err);
    if (status == WGC_OK && next == WGC_CASE_RERUN) {
        status = wgc_work_queue_rerun(&supervisor->queue, index, supervisor->err);
    } else if (status == WGC_OK && next == WGC_CASE_DECIDED) {
        wgc_forecast_on_verdict(supervisor, index, verdict.state);
        wgc_spirv_note_version(supervisor, &supervisor->plan->item[index], &verdict);
        status = supervisor->events->result(supervisor->events->context, &verdict, supervisor->err);
        wgc_result_free(&verdict);
    }
    return status;
}

enum wgc_status wgc_worker_commit_pending(struct wgc_supervisor *supervisor,
                                          struct wgc_worker *worker)
{
    const struct wgc_batch *batch = worker->batch;

    if (!worker->has_pending) {
        return WGC_OK;
    }
    const uint32_t index = batch->entry[worker->current].index;
    const struct wgc_case *item = &supervisor->plan->item[index];
    worker->has_pending = false;
    if (worker->pending.state != WGC_STATE_SKIP && worker->pending.state != WGC_STATE_BUILD_ERROR) {
        wgc_crash_likelihood_note_run(&supervisor->likelihood, item, false);
    }
    if (wgc_candidate_concerns(supervisor, batch, index, &worker->pending)) {
        return wgc_candidate_result(supervisor, worker->batch, index, &worker->pending);
    }
    if (batch->incident != NULL && batch->incident->kernels == 0) {
        (void)snprintf(batch->incident->alone, sizeof batch->incident->alone, "%s",
                       wgc_state_name(worker->pending.state));
    }
    return wgc_supervisor_attempt(supervisor, index, &worker->pending, WGC_ATTEMPT_USUAL);
}

/* Whether the kernel of that case was refused when it was built alone. */
static bool was_refused(const struct wgc_supervisor *supervisor, const struct wgc_batch *batch,
                        uint32_t index)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->entry[i].refused &&
            supervisor->queue.kernel[batch->entry[i].index] == supervisor->queue.kernel[index]) {
            return true;
        }
    }
    return false;
}

enum wgc_status wgc_supervisor_check_refusal(struct wgc_supervisor *supervisor,
                                             struct wgc_batch *batch)
{
    struct wgc_incident *refusal = batch->refusal;
    enum wgc_status status = WGC_OK;

    if (refusal == NULL) {
        return WGC_OK;
    }
    bool *left_out = calloc(refusal->kernels + 1, sizeof *left_out);
    if (left_out == NULL) {
        return wgc_err_memory(supervisor->err, "a program");
    }
    for (size_t i = 0; i < refusal->kernels; i++) {
        left_out[i] = was_refused(supervisor, batch, refusal->kernel_case[i]);
    }
    status = wgc_programs_add(supervisor, refusal, left_out);
    free(left_out);
    wgc_incident_release(refusal);
    batch->refusal = NULL;
    return status;
}

enum wgc_status wgc_supervisor_drop_batch(struct wgc_supervisor *supervisor,
                                          struct wgc_batch *batch)
{
    enum wgc_status status = WGC_OK;

    if (batch->incident != NULL && batch->incident->references == 1) {
        status = wgc_shared_end_incident(supervisor, batch->incident);
    }
    wgc_batch_free(batch);
    return status;
}

enum wgc_status wgc_worker_end_batch(struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    struct wgc_batch *batch = worker->batch;
    enum wgc_status status = wgc_supervisor_check_refusal(supervisor, batch);

    if (batch->likely_build_crash) {
        wgc_crash_likelihood_note_build(&supervisor->likelihood,
                                        &supervisor->plan->item[batch->entry[0].index], false);
    }
    if (status == WGC_OK) {
        status = wgc_worker_commit_pending(supervisor, worker);
    }
    if (status == WGC_OK) {
        status = wgc_candidate_end_batch(supervisor, batch, false);
    }
    if (status == WGC_OK && batch->likely_crash) {
        status = wgc_schedule_rejoin(supervisor);
    }
    if (batch->repetitions != NULL) {
        wgc_batch_list_push(&supervisor->ready, batch->repetitions);
        batch->repetitions = NULL;
    }
    if (status == WGC_OK) {
        status = wgc_supervisor_drop_batch(supervisor, batch);
        worker->batch = NULL;
    }
    return status;
}

enum wgc_status wgc_supervisor_skip_ineligible(struct wgc_supervisor *supervisor)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < supervisor->plan->count; i++) {
        struct wgc_result skip = {.state = WGC_STATE_SKIP};
        struct wgc_obstacle obstacle;
        if (supervisor->cases.row[i].decided) {
            continue;
        }
        status = wgc_case_eligibility(supervisor->manifest, &supervisor->plan->item[i],
                                      supervisor->options->impl, supervisor->options->unadvertised,
                                      &supervisor->device, &obstacle, supervisor->err);
        if (status == WGC_OK && obstacle.reason != NULL) {
            skip.reason = obstacle.reason;
            skip.about = obstacle.about;
            status = wgc_supervisor_attempt(supervisor, (uint32_t)i, &skip, WGC_ATTEMPT_LAST);
        }
    }
    return status;
}

enum wgc_status wgc_supervisor_give_up(struct wgc_supervisor *supervisor)
{
    enum wgc_status status = WGC_OK;

    wgc_warn(supervisor, "no worker can open the device any more: %s", supervisor->open_cause.what);
    wgc_programs_abandon(supervisor);
    supervisor->candidates = 0;
    for (size_t i = 0; status == WGC_OK && i < supervisor->plan->count &&
                       !wgc_supervisor_is_interrupted(supervisor);
         i++) {
        struct wgc_result result = {0};
        if (supervisor->cases.row[i].decided) {
            continue;
        }
        if (!wgc_cause_result(&supervisor->open_cause,
                              "; not run, as no worker can open the device any more", &result)) {
            return wgc_err_memory(supervisor->err, "a result");
        }
        result.state = WGC_STATE_ERROR;
        status = wgc_supervisor_attempt(supervisor, (uint32_t)i, &result, WGC_ATTEMPT_LAST);
    }
    return status;
}
