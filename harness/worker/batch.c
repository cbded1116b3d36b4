#include "worker/batch.h"

#include <stdlib.h>
#include <string.h>

#include "worker/job_build.h"
#include "worker/query.h"
#include "worker/run.h"

struct worker_batch {
    struct wgc_session *session;
    uint32_t id;
    struct wgc_job *job;
    size_t count;
};

/* Sends the verdict and frees it. */
static enum wgc_status decide(const struct worker_batch *batch, uint32_t index, double seconds,
                              struct wgc_outcome *outcome, struct wgc_err *err)
{
    enum wgc_status status =
        wgc_send_result(batch->session, batch->id, index, seconds, outcome, err);

    wgc_outcome_free(outcome);
    return status;
}

/* Runs job[first..end) of one program; *next is where it stopped: end, or behind a job that lost
 * the device. */
static enum wgc_status run_program(const struct worker_batch *batch, cl_program program,
                                   size_t first, size_t end, size_t *next, bool *lost,
                                   struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    struct wgc_run_kernel kernel = {0};
    enum wgc_status status = WGC_OK;

    *lost = false;
    for (*next = first; status == WGC_OK && *next < end && !*lost; ++*next) {
        const struct wgc_job *job = &batch->job[*next];
        struct wgc_outcome outcome = {.state = WGC_STATE_ERROR};
        double begin = wgc_watch_now();

        /* before the next case is announced, for what happens there is of the one before */
        if (kernel.kernel != NULL && !wgc_jobs_share_kernel(job, job - 1) &&
            !wgc_run_kernel_free(session, &kernel)) {
            *lost = true;
            break;
        }
        status = wgc_send_start(session, batch->id, job->index, err);
        if (status != WGC_OK) {
            break;
        }
        if (kernel.kernel != NULL ||
            wgc_run_kernel_make(session, program, job->kernel->entry, &kernel, &outcome)) {
            wgc_run_job(session, job, &kernel, &outcome);
        }
        *lost = outcome.device_lost;
        status = decide(batch, job->index, wgc_watch_now() - begin, &outcome, err);
    }
    *lost = !wgc_run_kernel_free(session, &kernel) || *lost;
    return status;
}

/* Says which program is built: by a case of each of its kernels. */
static enum wgc_status announce(const struct worker_batch *batch, size_t first, size_t end,
                                struct wgc_err *err)
{
    uint32_t *index = calloc(end - first, sizeof *index);
    uint32_t count = 0;

    if (index == NULL) {
        return wgc_err_memory(err, "a message");
    }
    for (size_t i = first; i < end; i++) {
        if (i == first || !wgc_jobs_share_kernel(&batch->job[i - 1], &batch->job[i])) {
            index[count++] = batch->job[i].index;
        }
    }
    enum wgc_status status = wgc_send_build(batch->session, batch->id, index, count, err);
    free(index);
    return status;
}

static enum wgc_status report_refusal(const struct worker_batch *batch, size_t first, size_t end,
                                      const struct wgc_build *build, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = first; status == WGC_OK && i < end; i++) {
        struct wgc_outcome outcome = {0};
        wgc_outcome_set(&outcome, WGC_STATE_BUILD_ERROR, "%s", build->reason);
        outcome.build_log = build->log != NULL ? strdup(build->log) : NULL;
        status = decide(batch, batch->job[i].index, 0, &outcome, err);
    }
    return status;
}

/* The first job of the middle kernel: where a program of several kernels is split. */
static size_t middle(const struct worker_batch *batch, size_t first, size_t end, size_t kernels)
{
    size_t seen = 0, at = first;

    for (at = first + 1; at < end; at++) {
        seen += !wgc_jobs_share_kernel(&batch->job[at - 1], &batch->job[at]);
        if (seen == kernels / 2) {
            break;
        }
    }
    return at;
}

/*
 * Builds and runs job[first..end), which can stand in one program. The recursion is as deep as the
 * logarithm of the number of kernels.
 */
static enum wgc_status run_range(const struct worker_batch *batch, size_t first, size_t end,
                                 struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    enum wgc_status status = WGC_OK;

    while (status == WGC_OK && first < end) {
        size_t kernels = wgc_jobs_kernels(&batch->job[first], end - first), next = end;
        struct wgc_build built = {0};
        bool lost = false;

        status = announce(batch, first, end, err);
        if (status == WGC_OK) {
            status = wgc_jobs_build(session, &batch->job[first], end - first, &built, err);
        }
        if (status == WGC_OK && built.program != NULL) {
            status = run_program(batch, built.program, first, end, &next, &lost, err);
        } else if (status == WGC_OK && kernels > 1 && batch->job[first].standard != 0) {
            next = middle(batch, first, end, kernels);
            status = wgc_send_refused(session, batch->id, built.reason, built.log, err);
            if (status == WGC_OK && wgc_build_lost_device(session, &built)) {
                status = wgc_session_reopen(session, err);
            }
            if (status == WGC_OK) {
                status = run_range(batch, first, next, err);
            }
        } else if (status == WGC_OK) {
            lost = wgc_build_lost_device(session, &built);
            status = report_refusal(batch, first, end, &built, err);
        }
        wgc_build_free(&session->device, &built);
        if (status == WGC_OK && lost) {
            status = wgc_session_reopen(session, err);
        }
        first = next;
    }
    return status;
}

static enum wgc_status run_query(const struct worker_batch *batch, const struct wgc_job *job,
                                 struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    struct wgc_outcome outcome = {.state = WGC_STATE_ERROR};
    double begin = wgc_watch_now();
    enum wgc_status status = wgc_send_start(session, batch->id, job->index, err);

    if (status != WGC_OK) {
        return status;
    }
    wgc_query_run(session, job->signature->query, &outcome);
    bool lost = outcome.device_lost;
    status = decide(batch, job->index, wgc_watch_now() - begin, &outcome, err);
    return status == WGC_OK && lost ? wgc_session_reopen(session, err) : status;
}

/* Takes the names out of the message; cases that need no device to be decided are decided at once.
 */
static enum wgc_status take(struct worker_batch *batch, struct wgc_wire_view *message,
                            uint32_t count, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (uint32_t i = 0; status == WGC_OK && i < count; i++) {
        struct wgc_outcome outcome = {0};
        char *name;
        if (!wgc_wire_get_str(message, &name)) {
            return wgc_err_set(err, WGC_ERR_RUN, "a request for a batch that cannot be read");
        }
        if (wgc_job_make(batch->session, name, i, &batch->job[batch->count], &outcome)) {
            batch->count++;
            wgc_outcome_free(&outcome);
        } else {
            status = decide(batch, i, 0, &outcome, err);
        }
        free(name);
    }
    if (status == WGC_OK && !wgc_wire_at_end(message)) {
        status = wgc_err_set(err, WGC_ERR_RUN, "a request for a batch with more than its cases");
    }
    return status;
}

enum wgc_status wgc_batch_run(struct wgc_session *session, struct wgc_wire_view *message,
                              struct wgc_err *err)
{
    struct worker_batch batch = {.session = session};
    enum wgc_status status;
    uint32_t count;

    wgc_watch_start(&session->watch);
    wgc_answers_free(&session->answers); /* a check that is run again asks again */
    /* a name takes at least its length's four bytes */
    if (!wgc_wire_get_u32(message, &batch.id) || !wgc_wire_get_u32(message, &count) ||
        count > message->size / sizeof(uint32_t)) {
        return wgc_err_set(err, WGC_ERR_RUN, "a request for a batch that cannot be read");
    }
    batch.job = calloc((size_t)count + 1, sizeof *batch.job);
    status = batch.job == NULL ? wgc_err_memory(err, "a batch") : take(&batch, message, count, err);
    wgc_jobs_sort(batch.job, batch.count);
    for (size_t first = 0, end; status == WGC_OK && first < batch.count; first = end) {
        for (end = first + 1; end < batch.count; end++) {
            if (!wgc_jobs_share_program(&batch.job[first], &batch.job[end])) {
                break;
            }
        }
        if (wgc_job_is_query(&batch.job[first])) {
            status = run_query(&batch, &batch.job[first], err);
            continue;
        }
        status = run_range(&batch, first, end, err);
    }
    free(batch.job);
    return status == WGC_OK ? wgc_send_batch_end(session, batch.id, err) : status;
}

/* Makes the jobs of the kernels that the message names; those that cannot be built here stay out.
 */
static enum wgc_status take_kernels(struct wgc_session *session, struct wgc_wire_view *message,
                                    uint32_t count, struct wgc_job *job, size_t *jobs,
                                    struct wgc_err *err)
{
    for (uint32_t i = 0; i < count; i++) {
        struct wgc_outcome outcome = {0};
        char *name;
        if (!wgc_wire_get_str(message, &name)) {
            return wgc_err_set(err, WGC_ERR_RUN, "a request for a program that cannot be read");
        }
        *jobs += wgc_job_make(session, name, i, &job[*jobs], &outcome) &&
                 !wgc_job_is_query(&job[*jobs]) && wgc_jobs_share_program(&job[0], &job[*jobs]);
        wgc_outcome_free(&outcome);
        free(name);
    }
    return wgc_wire_at_end(message)
               ? WGC_OK
               : wgc_err_set(err, WGC_ERR_RUN,
                             "a request for a program with more than its kernels");
}

enum wgc_status wgc_batch_build_program(struct wgc_session *session, struct wgc_wire_view *message,
                                        struct wgc_err *err)
{
    struct wgc_build built = {0};
    uint32_t id, count;
    size_t jobs = 0;

    if (!wgc_wire_get_u32(message, &id) || !wgc_wire_get_u32(message, &count) ||
        count > message->size / sizeof(uint32_t)) {
        return wgc_err_set(err, WGC_ERR_RUN, "a request for a program that cannot be read");
    }
    struct wgc_job *job = calloc((size_t)count + 1, sizeof *job);
    enum wgc_status status = job == NULL ? wgc_err_memory(err, "a program")
                                         : take_kernels(session, message, count, job, &jobs, err);
    if (status == WGC_OK && jobs == 0) {
        status = wgc_err_set(err, WGC_ERR_RUN, "a request for a program without kernels");
    }
    if (status == WGC_OK) {
        wgc_jobs_sort(job, jobs);
        status = wgc_jobs_build(session, job, jobs, &built, err);
    }
    if (status == WGC_OK) {
        status = wgc_send_built(session, id, &built, err);
    }
    bool lost = status == WGC_OK && built.program == NULL && wgc_build_lost_device(session, &built);
    wgc_build_free(&session->device, &built);
    free(job);
    return lost ? wgc_session_reopen(session, err) : status;
}
