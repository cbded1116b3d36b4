#include "worker/batch.h"

#include <stdlib.h>
#include <string.h>

#include "suite/spirv.h"
#include "worker/job.h"
#include "worker/program.h"
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

/* Frees everything that depends on the context and opens the device again. */
static enum wgc_status reopen(struct wgc_session *session, struct wgc_err *err)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    enum wgc_status status;

    wgc_dispatch_free(&session->dispatch, &session->device);
    wgc_device_shut(&session->device);
    status = wgc_device_open(&session->device, err);
    (void)wgc_watch_enter(&session->watch, before);
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "after the device was lost");
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

static size_t count_kernels(const struct worker_batch *batch, size_t first, size_t end)
{
    size_t kernels = 1;

    for (size_t i = first + 1; i < end; i++) {
        kernels += !wgc_jobs_share_kernel(&batch->job[i - 1], &batch->job[i]);
    }
    return kernels;
}

static enum wgc_status find_prelude(struct wgc_session *session, const char **text, size_t *size,
                                    struct wgc_err *err)
{
    const struct wgc_buf *prelude;

    if (session->manifest == NULL) {
        *text = session->cases->prelude.data;
        *size = session->cases->prelude.size;
        return WGC_OK;
    }
    enum wgc_status status =
        wgc_sources_get(&session->sources, session->manifest->prelude, &prelude, err);
    if (status == WGC_OK) {
        *text = prelude->data;
        *size = prelude->size;
    }
    return status;
}

/* Builds the jobs' texts, one a kernel, after the emulation's where that is wanted; text and size
 * have room. */
static enum wgc_status build_texts(const struct worker_batch *batch, size_t first, size_t end,
                                   const char **text, size_t *size, struct wgc_build *build,
                                   struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    char options[WGC_BUILD_OPTIONS_MAX];
    size_t count = 0;

    if (session->config.impl == WGC_IMPL_EMULATED) {
        enum wgc_status status = find_prelude(session, &text[count], &size[count], err);
        if (status != WGC_OK) {
            return status;
        }
        count++;
    }
    for (size_t i = first; i < end; i++) {
        const struct wgc_job *job = &batch->job[i];
        if (i == first || !wgc_jobs_share_kernel(job - 1, job)) {
            text[count] = job->text;
            size[count++] = job->size;
        }
    }
    wgc_build_options(options, batch->job[first].standard, session->max_items);
    return wgc_build_source(&session->device, count, text, size, options, build, err);
}

static enum wgc_status build_c(const struct worker_batch *batch, size_t first, size_t end,
                               size_t kernels, struct wgc_build *build, struct wgc_err *err)
{
    const char **text = calloc(kernels + 1, sizeof *text);
    size_t *size = calloc(kernels + 1, sizeof *size);
    enum wgc_status status = text == NULL || size == NULL
                                 ? wgc_err_memory(err, "a program's text")
                                 : build_texts(batch, first, end, text, size, build, err);

    free(text);
    free(size);
    return status;
}

/* Builds the job's module in the version that was chosen for it. */
static enum wgc_status build_module(const struct worker_batch *batch, const struct wgc_job *job,
                                    struct wgc_build *build, struct wgc_err *err)
{
    struct wgc_buf module = {0};
    enum wgc_status status = WGC_OK;

    if (!wgc_spirv_set_version(job->text, job->size, job->spirv_version, &module)) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s: a broken SPIR-V module", job->kernel->file);
    } else if (module.failed) {
        status = wgc_err_memory(err, "a SPIR-V module");
    } else {
        status = wgc_build_il(&batch->session->device, module.data, module.size, build, err);
    }
    wgc_buf_free(&module);
    return status;
}

static enum wgc_status build(const struct worker_batch *batch, size_t first, size_t end,
                             size_t kernels, struct wgc_build *build, struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    const struct wgc_job *job = &batch->job[first];
    enum wgc_status status = wgc_send_build(session, batch->id, (uint32_t)kernels, err);
    enum wgc_time before;

    if (status != WGC_OK) {
        return status;
    }
    before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    status = job->standard == 0 ? build_module(batch, job, build, err)
                                : build_c(batch, first, end, kernels, build, err);
    (void)wgc_watch_enter(&session->watch, before);
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

/* Whether a build that failed took the device along: then the next would fail for nothing. */
static bool is_lost(const struct worker_batch *batch, const struct wgc_build *build)
{
    return build->code != CL_BUILD_PROGRAM_FAILURE &&
           !wgc_dispatch_device_lives(&batch->session->device);
}

/*
 * Builds and runs job[first..end), which can stand in one program. The recursion is as deep as the
 * logarithm of the number of kernels.
 */
static enum wgc_status run_range(const struct worker_batch *batch, size_t first, size_t end,
                                 struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    while (status == WGC_OK && first < end) {
        size_t kernels = count_kernels(batch, first, end), next = end;
        struct wgc_build built = {0};
        bool lost = false;

        status = build(batch, first, end, kernels, &built, err);
        if (status == WGC_OK && built.program != NULL) {
            status = run_program(batch, built.program, first, end, &next, &lost, err);
        } else if (status == WGC_OK && kernels > 1 && batch->job[first].standard != 0) {
            next = middle(batch, first, end, kernels);
            status = is_lost(batch, &built) ? reopen(batch->session, err) : WGC_OK;
            if (status == WGC_OK) {
                status = run_range(batch, first, next, err);
            }
        } else if (status == WGC_OK) {
            lost = is_lost(batch, &built);
            status = report_refusal(batch, first, end, &built, err);
        }
        wgc_build_free(&batch->session->device, &built);
        if (status == WGC_OK && lost) {
            status = reopen(batch->session, err);
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
    return status == WGC_OK && lost ? reopen(session, err) : status;
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
