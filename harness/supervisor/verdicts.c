#include <stdio.h>
#include <stdlib.h>

#include "supervisor/crew.h"
#include "supervisor/fits.h"
#include "supervisor/shared.h"

enum wgc_status wgc_run_attempt(struct wgc_run *run, uint32_t index, struct wgc_result *result,
                                enum wgc_attempt kind)
{
    struct wgc_result verdict = {0};
    enum wgc_case_next next = WGC_CASE_OPEN;

    if (run->stopped) {
        wgc_result_free(result);
        return WGC_OK;
    }
    enum wgc_status status =
        wgc_cases_attempt(&run->cases, index, result, kind, &next, &verdict, run->err);
    if (status == WGC_OK && next == WGC_CASE_AGAIN) {
        status = wgc_pool_again(&run->pool, index, run->err);
    } else if (status == WGC_OK && next == WGC_CASE_DECIDED) {
        run->bad += wgc_state_is_bad(verdict.state);
        run->stopped = run->options->max_failures > 0 && run->bad >= run->options->max_failures;
        status = run->events->result(run->events->context, &verdict, run->err);
        wgc_result_free(&verdict);
    }
    return status;
}

enum wgc_status wgc_run_release_held(struct wgc_run *run, struct wgc_member *member)
{
    const struct wgc_batch *batch = member->batch;

    if (!member->holds) {
        return WGC_OK;
    }
    member->holds = false;
    if (batch->incident != NULL && batch->incident->kernels == 0) {
        (void)snprintf(batch->incident->alone, sizeof batch->incident->alone, "%s",
                       wgc_state_name(member->held.state));
    }
    return wgc_run_attempt(run, batch->entry[member->current].index, &member->held,
                           WGC_ATTEMPT_USUAL);
}

/* Whether the kernel of that case did not build alone. */
static bool was_refused(const struct wgc_run *run, const struct wgc_batch *batch, uint32_t index)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->entry[i].refused &&
            run->pool.kernel[batch->entry[i].index] == run->pool.kernel[index]) {
            return true;
        }
    }
    return false;
}

enum wgc_status wgc_run_end_refusal(struct wgc_run *run, struct wgc_batch *batch)
{
    struct wgc_incident *refusal = batch->refusal;
    enum wgc_status status = WGC_OK;

    if (refusal == NULL) {
        return WGC_OK;
    }
    bool *left_out = calloc(refusal->kernels + 1, sizeof *left_out);
    if (left_out == NULL) {
        return wgc_err_memory(run->err, "a program");
    }
    for (size_t i = 0; i < refusal->kernels; i++) {
        left_out[i] = was_refused(run, batch, refusal->kernel_case[i]);
    }
    status = wgc_programs_add(run, refusal, left_out);
    free(left_out);
    wgc_incident_release(refusal);
    batch->refusal = NULL;
    return status;
}

enum wgc_status wgc_run_drop_batch(struct wgc_run *run, struct wgc_batch *batch)
{
    enum wgc_status status = WGC_OK;

    if (batch->incident != NULL && batch->incident->references == 1) {
        status = wgc_run_end_incident(run, batch->incident);
    }
    wgc_batch_free(batch);
    return status;
}

enum wgc_status wgc_run_end_batch(struct wgc_run *run, struct wgc_member *member)
{
    struct wgc_batch *batch = member->batch;
    enum wgc_status status = wgc_run_end_refusal(run, batch);

    if (batch->risky_build) {
        wgc_risk_note_build(&run->risk, &run->plan->item[batch->entry[0].index], false);
    }
    if (status == WGC_OK && batch->risky) {
        wgc_risk_note(&run->risk, &run->plan->item[batch->entry[0].index], false);
        status = wgc_run_join_again(run);
    }
    if (status == WGC_OK) {
        status = wgc_run_release_held(run, member);
    }
    if (batch->after != NULL) {
        wgc_queue_push(&run->queue, batch->after);
        batch->after = NULL;
    }
    if (status == WGC_OK) {
        status = wgc_run_drop_batch(run, batch);
        member->batch = NULL;
    }
    return status;
}

enum wgc_status wgc_run_skip_unfit(struct wgc_run *run)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < run->plan->count; i++) {
        struct wgc_result skip = {.state = WGC_STATE_SKIP};
        if (run->cases.row[i].decided) {
            continue;
        }
        status =
            wgc_case_obstacle(run->manifest, &run->plan->item[i], run->options->impl,
                              run->options->unadvertised, &run->device, &skip.reason, run->err);
        if (status == WGC_OK && skip.reason != NULL) {
            status = wgc_run_attempt(run, (uint32_t)i, &skip, WGC_ATTEMPT_LAST);
        }
    }
    return status;
}

enum wgc_status wgc_run_give_up(struct wgc_run *run)
{
    enum wgc_status status = WGC_OK;

    wgc_warn(run, "no worker can open the device any more: %s", run->open_cause.what);
    wgc_programs_abandon(run);
    for (size_t i = 0; status == WGC_OK && i < run->plan->count && !run->stopped; i++) {
        struct wgc_result result = {0};
        if (run->cases.row[i].decided) {
            continue;
        }
        if (!wgc_cause_result(&run->open_cause,
                              "; not run, as no worker can open the device any more", &result)) {
            return wgc_err_memory(run->err, "a result");
        }
        result.state = WGC_STATE_ERROR;
        status = wgc_run_attempt(run, (uint32_t)i, &result, WGC_ATTEMPT_LAST);
    }
    return status;
}
