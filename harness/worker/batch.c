#include "worker/parts.h"

#include <stdlib.h>
#include <string.h>

struct worker_batch {
    struct wgc_session *session;
    uint32_t id;
    uint32_t build_only; /* 1: one program, and no case runs */
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

/* Runs job[first..end) of one program. *next: end, or the job after one that lost the device. */
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

        /* before the next case is in flight: an error here belongs to the case before */
        if (kernel.kernel != NULL && !wgc_jobs_share_kernel(job, job - 1) &&
            !wgc_run_kernel_free(session, &kernel)) {
            *lost = true;
            break;
        }
        status = wgc_send_in_flight(session, batch->id, WGC_STEP_RUN, &job->index, 1, err);
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

/* Reports the program in flight: a case of each of its kernels. */
static enum wgc_status send_program(const struct worker_batch *batch, size_t first, size_t end,
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
    enum wgc_status status =
        wgc_send_in_flight(batch->session, batch->id, WGC_STEP_BUILD, index, count, err);
    free(index);
    return status;
}

/*
 * The verdict on a kernel that the driver refuses to build alone. A required sub-group size may be
 * refused, although the device has it (cl_intel_required_subgroup_size, additions to section 6.7.2
 * of OpenCL C), and so may a cluster for which no sub-group has room; any error but that of the
 * compiler stays a failure.
 */
static void judge_refusal(struct wgc_session *session, const struct wgc_job *job,
                          const struct wgc_build *build, struct wgc_outcome *outcome)
{
    const bool by_compiler = build->code == CL_BUILD_PROGRAM_FAILURE;

    if (build->allowed) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP, "the driver has no binary of the program");
    } else if (job->form->required_size != 0 && by_compiler) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP,
                        "cl_intel_required_subgroup_size: \"some kernels may fail compilation with "
                        "one required sub-group size and succeed with another\"; %s",
                        build->reason);
    } else if (!by_compiler || !wgc_cluster_may_be_refused(session, job, outcome)) {
        wgc_outcome_set(outcome, WGC_STATE_BUILD_ERROR, "%s", build->reason);
    }
}

static enum wgc_status report_refusal(const struct worker_batch *batch, size_t first, size_t end,
                                      const struct wgc_build *build, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = first; status == WGC_OK && i < end; i++) {
        struct wgc_outcome outcome = {0};
        judge_refusal(batch->session, &batch->job[i], build, &outcome);
        outcome.build_log = build->log != NULL ? strdup(build->log) : NULL;
        status = decide(batch, batch->job[i].index, 0, &outcome, err);
    }
    return status;
}

/* The first job of the middle kernel, where a program of several kernels is split. */
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

/* Builds job[0..count) as one program, in a second context, or for a sub-device, where their form
 * asks for that: then *own is the first. */
static enum wgc_status build_range(struct wgc_session *session, const struct wgc_job *job,
                                   size_t count, struct wgc_device *own, struct wgc_build *built,
                                   struct wgc_err *err)
{
    *own = (struct wgc_device){0};
    const bool part = job->way->method == WGC_BUILD_SUB_DEVICE;
    if ((part || job->way->method == WGC_BUILD_CONTEXT) &&
        wgc_session_enter_context(session, part, own, err) != WGC_OK) {
        *own = (struct wgc_device){0};
        built->reason = strdup(err->text);
        return built->reason == NULL ? wgc_err_memory(err, "a reason") : WGC_OK;
    }
    return wgc_jobs_build(session, job, count, built, err);
}

/* Puts the session's own context back, where a program had another; then *own is empty. */
static void leave_context(struct wgc_session *session, struct wgc_device *own)
{
    if (own->context != NULL) {
        wgc_session_leave_context(session, own);
    }
    *own = (struct wgc_device){0};
}

static enum wgc_status run_range(const struct worker_batch *batch, size_t first, size_t end,
                                 struct wgc_err *err);

/* Builds and runs job[first..end): the likely ones, from `likely` on, each in a program of its own.
 */
static enum wgc_status run_separately(const struct worker_batch *batch, size_t first, size_t likely,
                                      size_t end, struct wgc_err *err)
{
    enum wgc_status status = run_range(batch, first, likely, err);

    for (size_t next; status == WGC_OK && likely < end; likely = next) {
        next = wgc_jobs_kernel_end(batch->job, likely, end);
        status = run_range(batch, likely, next, err);
    }
    return status;
}

/*
 * Builds and runs job[first..end), which fit into one program. The depth of the recursion is the
 * logarithm of the number of kernels, and a step for each function that a log names.
 */
static enum wgc_status run_range(const struct worker_batch *batch, size_t first, size_t end,
                                 struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    enum wgc_status status = WGC_OK;

    while (status == WGC_OK && first < end) {
        size_t kernels = wgc_jobs_kernels(&batch->job[first], end - first), next = end;
        struct wgc_build built = {0};
        struct wgc_device own = {0};
        bool lost = false;
        size_t likely = end;

        if (kernels > 1) {
            status =
                wgc_jobs_put_likely_last(&session->refused, batch->job, first, end, &likely, err);
        }
        if (status != WGC_OK || likely < end) {
            return status != WGC_OK ? status : run_separately(batch, first, likely, end, err);
        }
        status = send_program(batch, first, end, err);
        if (status == WGC_OK) {
            status = build_range(session, &batch->job[first], end - first, &own, &built, err);
        }
        if (status == WGC_OK && built.program != NULL) {
            wgc_jobs_note_built(&session->refused, batch->job, first, end);
            status = run_program(batch, built.program, first, end, &next, &lost, err);
        } else if (status == WGC_OK && kernels > 1 && batch->job[first].standard != 0) {
            next = wgc_jobs_explained(&session->refused, batch->job, first, end, built.log)
                       ? end
                       : middle(batch, first, end, kernels);
            status = wgc_send_refused(session, batch->id, &built, err);
            if (status == WGC_OK && wgc_build_lost_device(session, &built)) {
                status = wgc_session_reopen(session, err);
            }
            leave_context(session, &own); /* the parts are built in one of their own */
            if (status == WGC_OK) {
                status = run_range(batch, first, next, err);
            }
        } else if (status == WGC_OK) {
            lost = wgc_build_lost_device(session, &built);
            wgc_refused_note_refusal(&session->refused, batch->job[first].signature->function);
            status = report_refusal(batch, first, end, &built, err);
        }
        wgc_build_free(&session->device, &built);
        leave_context(session, &own);
        if (status == WGC_OK && lost) {
            status = wgc_session_reopen(session, err);
        }
        first = next;
    }
    return status;
}

static enum wgc_status run_check(const struct worker_batch *batch, const struct wgc_job *job,
                                 struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    struct wgc_outcome outcome = {.state = WGC_STATE_ERROR};
    double begin = wgc_watch_now();
    enum wgc_status status =
        wgc_send_in_flight(session, batch->id, WGC_STEP_RUN, &job->index, 1, err);

    if (status != WGC_OK) {
        return status;
    }
    wgc_check_run(session, job->signature->query, &outcome);
    bool lost = outcome.device_lost;
    status = decide(batch, job->index, wgc_watch_now() - begin, &outcome, err);
    return status == WGC_OK && lost ? wgc_session_reopen(session, err) : status;
}

/* Adds the job of a case, or decides at once a case that needs no device. Only to build, leaves out
 * kernels that cannot be built or not in the first job's program. */
static enum wgc_status add_case(struct worker_batch *batch, const struct wgc_case *item,
                                uint32_t index, struct wgc_err *err)
{
    struct wgc_job *job = &batch->job[batch->count];
    struct wgc_outcome outcome = {0};
    const bool made = wgc_job_make(batch->session, item, index, job, &outcome);

    if (!made && batch->build_only == 0) {
        wgc_job_free(job);
        return decide(batch, index, 0, &outcome, err);
    }
    wgc_outcome_free(&outcome);
    const bool kept = made && (batch->build_only == 0 ||
                               (!wgc_job_is_check(job) && wgc_jobs_share_program(batch->job, job)));
    if (!kept) {
        wgc_job_free(job);
    }
    batch->count += kept;
    return WGC_OK;
}

static bool read_case(struct wgc_wire_view *message, struct wgc_case *item)
{
    uint32_t form, shape;

    if (!wgc_wire_get_u32(message, &item->signature) || !wgc_wire_get_u32(message, &form) ||
        !wgc_wire_get_u32(message, &shape) || form > UINT16_MAX || shape > UINT16_MAX) {
        return false;
    }
    item->form = (uint16_t)form;
    item->shape = (uint16_t)shape;
    item->rank = 0;
    return true;
}

static enum wgc_status read_batch(struct worker_batch *batch, struct wgc_wire_view *message,
                                  struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    uint32_t count;
    struct wgc_case item;

    if (!wgc_wire_get_u32(message, &batch->id) || !wgc_wire_get_u32(message, &batch->build_only) ||
        batch->build_only > 1 || !wgc_wire_get_u32(message, &count) ||
        count > message->size / (3 * sizeof(uint32_t))) {
        return wgc_err_set(err, WGC_ERR_RUN, "a request for a batch that cannot be read");
    }
    batch->job = calloc((size_t)count + 1, sizeof *batch->job);
    if (batch->job == NULL) {
        return wgc_err_memory(err, "a batch");
    }
    for (uint32_t i = 0; status == WGC_OK && i < count; i++) {
        if (!read_case(message, &item)) {
            return wgc_err_set(err, WGC_ERR_RUN, "a request for a batch that cannot be read");
        }
        status = add_case(batch, &item, i, err);
    }
    if (status == WGC_OK && !wgc_wire_at_end(message)) {
        status = wgc_err_set(err, WGC_ERR_RUN, "a request for a batch with more than its cases");
    }
    return status;
}

/*
 * Decides the cases with clusters that no sub-group of the device has room for: undefined kernels
 * are not built. The case is in flight meanwhile, as the device may have to be called.
 */
static enum wgc_status leave_undefined_out(struct worker_batch *batch, struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    enum wgc_status status = WGC_OK;
    size_t kept = 0;

    for (size_t i = 0; i < batch->count; i++) {
        struct wgc_job job = batch->job[i];
        struct wgc_outcome outcome = {0};
        bool undefined = false;
        if (status == WGC_OK && !wgc_job_is_check(&job) &&
            wgc_case_cluster(job.signature, job.form) > 1) {
            status = wgc_send_in_flight(session, batch->id, WGC_STEP_BUILD, &job.index, 1, err);
            undefined = status == WGC_OK && wgc_cluster_has_no_room(session, &job, &outcome);
        }
        if (undefined) {
            status = decide(batch, job.index, 0, &outcome, err);
            wgc_job_free(&job);
        } else {
            batch->job[kept++] = job;
        }
    }
    batch->count = kept;
    return status;
}

static enum wgc_status run_all(struct worker_batch *batch, struct wgc_err *err)
{
    enum wgc_status status = leave_undefined_out(batch, err);

    for (size_t first = 0, end; status == WGC_OK && first < batch->count; first = end) {
        for (end = first + 1; end < batch->count; end++) {
            if (!wgc_jobs_share_program(&batch->job[first], &batch->job[end])) {
                break;
            }
        }
        status = wgc_job_is_check(&batch->job[first]) ? run_check(batch, &batch->job[first], err)
                                                      : run_range(batch, first, end, err);
    }
    return status == WGC_OK ? wgc_send_batch_end(batch->session, batch->id, err) : status;
}

static enum wgc_status build_all(const struct worker_batch *batch, struct wgc_err *err)
{
    struct wgc_session *session = batch->session;
    struct wgc_build built = {0};

    if (batch->count == 0) {
        return wgc_err_set(err, WGC_ERR_RUN, "a request for a program without kernels");
    }
    enum wgc_status status = wgc_jobs_build(session, batch->job, batch->count, &built, err);
    const bool refused = status == WGC_OK && built.program == NULL;
    if (refused) {
        status = wgc_send_refused(session, batch->id, &built, err);
    }
    if (status == WGC_OK) {
        status = wgc_send_batch_end(session, batch->id, err);
    }
    const bool lost = status == WGC_OK && refused && wgc_build_lost_device(session, &built);
    wgc_build_free(&session->device, &built);
    return lost ? wgc_session_reopen(session, err) : status;
}

enum wgc_status wgc_batch_run(struct wgc_session *session, struct wgc_wire_view *message,
                              struct wgc_err *err)
{
    struct worker_batch batch = {.session = session};

    wgc_watch_start(&session->watch);
    wgc_measurements_clear(&session->measured); /* a repeated check measures again */
    enum wgc_status status = read_batch(&batch, message, err);
    if (status == WGC_OK) {
        wgc_jobs_sort(batch.job, batch.count);
        status = batch.build_only == 1 ? build_all(&batch, err) : run_all(&batch, err);
    }
    for (size_t i = 0; i < batch.count; i++) {
        wgc_job_free(&batch.job[i]);
    }
    free(batch.job);
    return status;
}
