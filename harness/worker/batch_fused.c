#include "worker/batch_steps.h"

#include <stdlib.h>

#include "worker/fused.h"
#include "worker/program.h"
#include "worker/run.h"

static uint32_t count_calls(const struct wgc_fused_plan *plan)
{
    size_t calls = 0;

    for (size_t i = 0; i < plan->count; i++) {
        calls += plan->kernel[i].calls;
    }
    return (uint32_t)calls;
}

/* A death from here on is of one of the launch's cases, or without a launch of one of all those
 * kernels: the driver may compile at any time. */
static enum wgc_status announce(const struct wgc_worker_batch *batch,
                                const struct wgc_fused_plan *plan,
                                const struct wgc_fused_launch *launch, struct wgc_err *err)
{
    uint32_t index[WGC_FUSED_CALLS], count = 0;

    for (size_t k = 0; launch != NULL && k < WGC_FUSED_CALLS; k++) {
        if (launch->job[k] != NULL) {
            index[count++] = launch->job[k]->index;
        }
    }
    return wgc_send_together(batch->session, batch->id, count_calls(plan), index, count, err);
}

static enum wgc_status build(const struct wgc_worker_batch *batch,
                             const struct wgc_fused_plan *plan, struct wgc_build *built,
                             struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    char options[WGC_BUILD_OPTIONS_MAX];
    struct wgc_buf text = {0};
    const char *one;
    enum wgc_status status;
    enum wgc_time before;

    for (size_t i = 0; i < plan->count; i++) {
        wgc_fused_kernel_text(&plan->kernel[i], &text);
    }
    wgc_build_options(options, plan->kernel[0].call[0]->standard, session->max_items);
    one = text.data;
    before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    status = text.failed
                 ? wgc_err_memory(err, "a program's text")
                 : wgc_build_source(&session->device, 1, &one, &text.size, options, built, err);
    (void)wgc_watch_enter(&session->watch, before);
    wgc_buf_free(&text);
    return status;
}

/* Names the company in the reason, for whoever has to find out why the case is right alone. */
static enum wgc_status name_company(const struct wgc_fused_kernel *fused, size_t k,
                                    struct wgc_outcome *outcome, struct wgc_err *err)
{
    struct wgc_buf reason = {0};

    wgc_buf_text(&reason, "right in a kernel of its own, but not in one with");
    for (size_t i = 0; i < fused->calls; i++) {
        if (i != k) {
            wgc_buf_printf(&reason, " %s", fused->call[i]->signature->function);
        }
    }
    wgc_buf_printf(&reason, ": %s", outcome->reason == NULL ? "" : outcome->reason);
    if (reason.failed) {
        wgc_buf_free(&reason);
        return wgc_err_memory(err, "a case's reason");
    }
    free(outcome->reason);
    outcome->reason = reason.data;
    return WGC_OK;
}

/* What a launch says of call k's case: a pass is a verdict, a failure is kept until the case ran
 * alone. */
static enum wgc_status take(const struct wgc_worker_batch *batch,
                            const struct wgc_fused_kernel *fused, size_t k,
                            const struct wgc_job *job, double seconds, struct wgc_outcome *outcome,
                            bool *decided, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    if (outcome->state == WGC_STATE_PASS) {
        decided[job - batch->job] = true;
        return wgc_batch_decide(batch, job->index, seconds, outcome, err);
    }
    if (outcome->state != WGC_STATE_FAIL) {
        wgc_outcome_free(outcome);
        return WGC_OK;
    }
    status = name_company(fused, k, outcome, err);
    batch->in_company[job->index] = *outcome;
    return status;
}

static enum wgc_status run_launch(const struct wgc_worker_batch *batch,
                                  const struct wgc_fused_kernel *fused,
                                  const struct wgc_fused_launch *launch,
                                  const struct wgc_run_kernel *kernel, bool *decided, bool *lost,
                                  struct wgc_err *err)
{
    struct wgc_outcome outcome[WGC_FUSED_CALLS];
    double begin = wgc_watch_now(), seconds;
    enum wgc_status status = WGC_OK, sent;
    struct wgc_err second;
    size_t k = 0;

    if (!wgc_run_fused(batch->session, fused, launch, kernel, outcome, lost)) {
        return WGC_OK;
    }
    seconds = (wgc_watch_now() - begin) / (double)fused->calls;
    wgc_send_hold(batch->session);
    for (; status == WGC_OK && k < fused->calls; k++) {
        if (launch->job[k] != NULL) {
            status = take(batch, fused, k, launch->job[k], seconds, &outcome[k], decided, err);
        }
    }
    for (; k < fused->calls; k++) {
        wgc_outcome_free(&outcome[k]);
    }
    sent = wgc_send_release(batch->session, status == WGC_OK ? err : &second);
    return status == WGC_OK ? sent : status;
}

static enum wgc_status run_kernel(const struct wgc_worker_batch *batch,
                                  const struct wgc_fused_plan *plan,
                                  const struct wgc_fused_kernel *fused, cl_program program,
                                  bool *decided, bool *lost, struct wgc_err *err)
{
    struct wgc_run_kernel kernel = {0};
    struct wgc_outcome refusal = {0};
    enum wgc_status status = announce(batch, plan, NULL, err);

    if (status == WGC_OK &&
        wgc_run_kernel_make(batch->session, program, fused->entry, &kernel, &refusal)) {
        for (size_t i = 0; status == WGC_OK && !*lost && i < fused->launch_count; i++) {
            status = announce(batch, plan, &fused->launch[i], err);
            if (status == WGC_OK) {
                status = run_launch(batch, fused, &fused->launch[i], &kernel, decided, lost, err);
            }
        }
    }
    *lost = *lost || refusal.device_lost;
    *lost = !wgc_run_kernel_free(batch->session, &kernel) || *lost;
    wgc_outcome_free(&refusal);
    return status;
}

static enum wgc_status run_plan(const struct wgc_worker_batch *batch,
                                const struct wgc_fused_plan *plan, bool *decided,
                                struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    struct wgc_build built = {0};
    enum wgc_status status = wgc_send_build(session, batch->id, count_calls(plan), err);
    bool lost = false;

    if (status == WGC_OK) {
        status = build(batch, plan, &built, err);
    }
    if (status == WGC_OK && built.program == NULL) {
        lost =
            built.code != CL_BUILD_PROGRAM_FAILURE && !wgc_dispatch_device_lives(&session->device);
    }
    for (size_t i = 0; status == WGC_OK && !lost && built.program != NULL && i < plan->count; i++) {
        status = run_kernel(batch, plan, &plan->kernel[i], built.program, decided, &lost, err);
    }
    wgc_build_free(&session->device, &built);
    if (status == WGC_OK && lost) {
        status = wgc_batch_reopen(session, err);
    }
    return status;
}

enum wgc_status wgc_batch_run_fused(struct wgc_worker_batch *batch, size_t first, size_t *end,
                                    struct wgc_err *err)
{
    struct wgc_fused_plan plan = {0};
    bool *decided = NULL;
    enum wgc_status status = WGC_OK;
    size_t kept = first;

    if (batch->apart || batch->session->config.impl != WGC_IMPL_BUILTIN) {
        return WGC_OK;
    }
    status = wgc_fused_plan_make(&batch->job[first], *end - first,
                                 wgc_facts_is_pocl_like(&batch->session->device.facts), &plan, err);
    if (status == WGC_OK && plan.count > 0) {
        decided = calloc(batch->count, sizeof *decided);
        status =
            decided == NULL ? wgc_err_memory(err, "a batch") : run_plan(batch, &plan, decided, err);
    }
    if (status == WGC_OK && decided != NULL) {
        for (size_t i = first; i < *end; i++) {
            if (!decided[i]) {
                batch->job[kept++] = batch->job[i];
            }
        }
        *end = kept;
    }
    free(decided);
    wgc_fused_plan_free(&plan);
    return status;
}
