#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "supervisor/crew.h"
#include "supervisor/fits.h"

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

/* Makes of a result what the death of an earlier worker wants: it stands, whatever the case did
 * now. */
static enum wgc_status blame(struct wgc_run *run, const struct wgc_cause *cause, const char *more,
                             struct wgc_result *result)
{
    struct wgc_result blamed;

    if (!wgc_cause_result(cause, more, &blamed)) {
        return wgc_err_memory(run->err, "a result");
    }
    blamed.seconds = result->seconds;
    blamed.mismatch = result->mismatch;
    result->mismatch = NULL;
    wgc_result_free(result);
    *result = blamed;
    return WGC_OK;
}

enum wgc_status wgc_run_release_held(struct wgc_run *run, struct wgc_member *member)
{
    const struct wgc_batch *batch = member->batch;
    enum wgc_status status = WGC_OK;
    char more[160];

    if (!member->holds) {
        return WGC_OK;
    }
    member->holds = false;
    if (batch->suspect != NULL) {
        (void)snprintf(more, sizeof more,
                       " after other cases had run in the same process; alone in a new one it does "
                       "not (state: %s)",
                       wgc_state_name(member->held.state));
        status = blame(run, batch->suspect, more, &member->held);
    }
    if (status == WGC_OK) {
        status = wgc_run_attempt(run, batch->entry[member->current].index, &member->held,
                                 WGC_ATTEMPT_USUAL);
    }
    return status;
}

static bool is_last_suspect(const struct wgc_batch *batch)
{
    return batch->suspicion != NULL && batch->suspicion->references == 1 &&
           !batch->suspicion->found;
}

static void warn_of_suspicion(const struct wgc_run *run, const struct wgc_batch *batch)
{
    wgc_warn(run, "%s, and built in smaller parts none did it again", batch->suspicion->cause.what);
}

void wgc_run_drop_batch(const struct wgc_run *run, struct wgc_batch *batch)
{
    if (is_last_suspect(batch)) {
        warn_of_suspicion(run, batch);
    }
    wgc_batch_free(batch);
}

enum wgc_status wgc_run_end_batch(struct wgc_run *run, struct wgc_member *member)
{
    struct wgc_batch *batch = member->batch;
    enum wgc_status status = WGC_OK;

    if (is_last_suspect(batch)) {
        static const char more[] =
            "; this case was the last of them, and built in smaller parts none did it again";
        warn_of_suspicion(run, batch);
        /* many kernels may take longer than the limit for one, which is no fault */
        if (batch->suspicion->cause.state != WGC_STATE_TIMEOUT && member->holds &&
            !wgc_state_is_bad(member->held.state)) {
            status = blame(run, &batch->suspicion->cause, more, &member->held);
        }
    }
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
    wgc_batch_free(batch);
    member->batch = NULL;
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
