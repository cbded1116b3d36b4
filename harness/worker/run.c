#include "worker/parts.h"

#include <inttypes.h>
#include <string.h>

#include "device/cl_error.h"
#include "device/library.h"
#include "device/sub_group.h"

void wgc_run_refuse_call(struct wgc_session *session, const char *call, int code,
                         struct wgc_outcome *outcome)
{
    char text[WGC_CL_TEXT_MAX];

    wgc_library_check_code(code);
    wgc_outcome_set(outcome, WGC_STATE_FAIL, "%s", wgc_cl_error_text(text, call, code));
    outcome->about.kind = WGC_ABOUT_CALL;
    outcome->device_lost = !wgc_dispatch_device_lives(&session->device);
}

void wgc_run_refuse(struct wgc_session *session, const struct wgc_dispatch_result *result,
                    struct wgc_outcome *outcome)
{
    if (strncmp(result->call, "cl", 2) != 0) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory for a buffer's copy");
        return;
    }
    wgc_run_refuse_call(session, result->call, result->code, outcome);
}

static int ask_kernel(struct wgc_session *session, struct wgc_run_kernel *kernel)
{
    const struct wgc_cl *cl = &session->cl;
    cl_device_id id = session->device.place.id;
    cl_ulong memory = 0;
    int code;

    code =
        cl->GetKernelWorkGroupInfo(kernel->kernel, id, CL_KERNEL_WORK_GROUP_SIZE,
                                   sizeof kernel->work_group_size, &kernel->work_group_size, NULL);
    if (code == CL_SUCCESS) {
        code = cl->GetKernelWorkGroupInfo(kernel->kernel, id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                          sizeof kernel->compile_local_size,
                                          kernel->compile_local_size, NULL);
    }
    if (code == CL_SUCCESS) {
        code = cl->GetKernelWorkGroupInfo(kernel->kernel, id, CL_KERNEL_LOCAL_MEM_SIZE,
                                          sizeof memory, &memory, NULL);
    }
    kernel->local_memory = memory;
    return code;
}

bool wgc_run_kernel_make(struct wgc_session *session, cl_program program, const char *entry,
                         struct wgc_run_kernel *kernel, struct wgc_outcome *outcome)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    const char *call = "clCreateKernel";
    int code = CL_SUCCESS;

    *kernel = (struct wgc_run_kernel){0};
    kernel->kernel = session->cl.CreateKernel(program, entry, &code);
    if (kernel->kernel != NULL) {
        call = "clGetKernelWorkGroupInfo";
        code = ask_kernel(session, kernel);
    } else if (code == CL_SUCCESS) {
        code = CL_INVALID_KERNEL;
    }
    (void)wgc_watch_enter(&session->watch, before);
    if (code != CL_SUCCESS) {
        wgc_run_refuse_call(session, call, code, outcome);
        (void)wgc_run_kernel_free(session, kernel);
    }
    return code == CL_SUCCESS;
}

bool wgc_run_kernel_free(struct wgc_session *session, struct wgc_run_kernel *kernel)
{
    int code = kernel->kernel == NULL ? CL_SUCCESS : session->cl.ReleaseKernel(kernel->kernel);

    *kernel = (struct wgc_run_kernel){0};
    return code == CL_SUCCESS || wgc_dispatch_device_lives(&session->device);
}

/* Computes the local size; false with *outcome where kernel or device do not allow it. */
static bool resolve_size(struct wgc_session *session, const struct wgc_job *job,
                         const struct wgc_run_kernel *kernel, size_t local[3],
                         struct wgc_outcome *outcome)
{
    struct wgc_size_limits limits = wgc_job_limits(session, job);
    const size_t *compiled = kernel->compile_local_size;
    struct wgc_size_excess excess;

    limits.kernel_items = kernel->work_group_size;
    if (!wgc_local_size(job->shape, &limits, local, &excess)) {
        wgc_job_exceeds(&excess, outcome);
        return false;
    }
    if (wgc_shape_is_of_sub_groups(job->shape)) {
        local[0] = wgc_sub_group_shape(session, job, kernel->kernel, local[0], outcome);
        if (local[0] == 0) {
            return false;
        }
    }
    if (kernel->local_memory >
        wgc_property_number(&session->device.properties, WGC_DEVICE_LOCAL_MEM_SIZE)) {
        wgc_outcome_set(
            outcome, WGC_STATE_SKIP,
            "CL_KERNEL_LOCAL_MEM_SIZE is %" PRIu64 " and CL_DEVICE_LOCAL_MEM_SIZE is %" PRIu64,
            kernel->local_memory,
            wgc_property_number(&session->device.properties, WGC_DEVICE_LOCAL_MEM_SIZE));
        return false;
    }
    if (job->form->per_shape && memcmp(compiled, local, 3 * sizeof local[0]) != 0) {
        wgc_outcome_set(outcome, WGC_STATE_FAIL,
                        "CL_KERNEL_COMPILE_WORK_GROUP_SIZE is %zux%zux%zu, the kernel has "
                        "reqd_work_group_size(%zu, %zu, %zu)",
                        compiled[0], compiled[1], compiled[2], local[0], local[1], local[2]);
        return false;
    }
    return true;
}

static struct wgc_fp_traits traits_of(const struct wgc_properties *properties, enum wgc_type type)
{
    switch (wgc_type_info(type)->bytes) {
    case 2:
        return properties->fp_half;
    case 8:
        return properties->fp_double;
    default:
        return properties->fp_float;
    }
}

static struct wgc_trial_spec spec_of(const struct wgc_session *session, const struct wgc_job *job,
                                     const size_t local[3],
                                     const struct wgc_sub_group_info *sub_groups)
{
    return (struct wgc_trial_spec){
        .signature = job->signature,
        .form = job->form,
        .rank = job->shape->rank,
        .local_size = {local[0], local[1], local[2]},
        .fp = traits_of(&session->device.properties, job->signature->type),
        .profile = session->config.profile,
        .seed = session->config.seed,
        .sub_group_hint = sub_groups->max_size,
        .sub_group_count = sub_groups->count,
        .sub_group_size = sub_groups->max_size,
    };
}

/* global: of a launch without a local size; else zeros. */
static struct wgc_trial *make_trial(struct wgc_session *session, const struct wgc_job *job,
                                    size_t local_memory, const size_t global[3],
                                    const size_t local[3],
                                    const struct wgc_sub_group_info *sub_groups,
                                    struct wgc_outcome *outcome)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DATA);
    struct wgc_trial_spec spec = spec_of(session, job, local, sub_groups);
    memcpy(spec.global_size, global, sizeof spec.global_size);
    spec.local_memory = local_memory;
    struct wgc_trial *trial = NULL;
    struct wgc_err err;

    if (wgc_trial_create(&spec, session->cache, &trial, &err) != WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
        trial = NULL;
    }
    (void)wgc_watch_enter(&session->watch, before);
    return trial;
}

/* Returns the elements that were compared with something. */
static size_t judge(struct wgc_session *session, const struct wgc_trial *trial,
                    const struct wgc_dispatch_result *launched, struct wgc_outcome *outcome)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_JUDGE);
    struct wgc_mismatch mismatch = {0};
    struct wgc_err err;
    bool right = false;

    if (wgc_trial_judge(trial, launched->output, launched->meta, &right, &mismatch, &err) !=
        WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
    } else if (right) {
        outcome->state = WGC_STATE_PASS;
    } else {
        outcome->state = WGC_STATE_FAIL;
        outcome->reason = wgc_mismatch_line(&mismatch);
        outcome->mismatch = wgc_mismatch_json(&mismatch);
    }
    const size_t judged = mismatch.judged_items;
    wgc_mismatch_free(&mismatch);
    (void)wgc_watch_enter(&session->watch, before);
    return judged;
}

static void judge_sub_groups(const struct wgc_sub_group_info *sub_groups,
                             const struct wgc_trial *trial, const uint32_t *meta,
                             struct wgc_outcome *outcome)
{
    bool no_memory;
    char *line = wgc_sub_group_check(sub_groups, trial, meta, &no_memory);

    if (line != NULL) {
        wgc_outcome_free(outcome);
        outcome->state = WGC_STATE_FAIL;
        outcome->reason = line;
    } else if (no_memory) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory");
    }
}

/* Whether the launch had the local size that the trial is for. */
static bool has_size(const struct wgc_trial *trial, const uint32_t *meta)
{
    size_t local[3];

    if (trial->chosen) {
        wgc_chosen_size_read(trial, meta, local);
        return memcmp(local, trial->local_size, sizeof local) == 0;
    }
    return true;
}

/*
 * Launches the trial as its form asks for: result has an element for each launch. Before, once more
 * where the data depends on the places of the work-items.
 */
static struct wgc_dispatch_result dispatch(struct wgc_session *session, const struct wgc_job *job,
                                           const struct wgc_run_kernel *kernel,
                                           struct wgc_trial *trial,
                                           struct wgc_dispatch_result result[WGC_LAUNCHES])
{
    struct wgc_err err;

    if (wgc_trial_needs_map(trial)) {
        *result = wgc_dispatch_run(session->dispatch, &session->device, kernel->kernel, trial);
        if (result->code != CL_SUCCESS || !has_size(trial, result->meta)) {
            return *result;
        }
        if (wgc_trial_map(trial, result->meta, &err) != WGC_OK) {
            return (struct wgc_dispatch_result){.code = CL_OUT_OF_HOST_MEMORY, .call = "malloc"};
        }
    }
    if (wgc_launches_of(job->form->geometry) > 1) {
        return wgc_dispatch_several(session->dispatch, &session->device, kernel->kernel,
                                    job->form->geometry, trial, result);
    }
    *result = wgc_dispatch_run(session->dispatch, &session->device, kernel->kernel, trial);
    return *result;
}

/* Returns the elements that were compared with something. */
static size_t judge_launch(struct wgc_session *session, const struct wgc_job *job,
                           const struct wgc_trial *trial,
                           const struct wgc_sub_group_info *sub_groups,
                           const struct wgc_dispatch_result *launched, struct wgc_outcome *outcome)
{
    if (!wgc_was_defined(job, trial, launched->meta, outcome)) {
        return 0;
    }
    const size_t judged = judge(session, trial, launched, outcome);
    /* values that depend on the largest size are wrong because of it, where it is */
    if (launched->meta != NULL &&
        (outcome->state == WGC_STATE_PASS ||
         (outcome->state == WGC_STATE_FAIL && wgc_uses_max_size(job->signature->kind)))) {
        judge_sub_groups(sub_groups, trial, launched->meta, outcome);
    }
    outcome->sub_group_items = wgc_trial_sub_group_items(trial, launched->meta);
    return judged;
}

/* A pass in which an implementation refused reservations shows nothing of what it does with one. */
static void require_reservations(const struct wgc_trial *trial, const uint32_t *meta,
                                 struct wgc_outcome *outcome)
{
    const size_t refused = wgc_trial_refused(trial, meta);

    if (refused > 0 && outcome->state == WGC_STATE_PASS) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP,
                        "%zu of %zu reservations of a pipe's packets were refused: "
                        "work_group_reserve_read_pipe \"returns a valid reservation ID if the "
                        "reservation is successful\", and no text defines when it is",
                        refused, trial->group_count);
    }
}

/* A pass in which nothing was judged is none. */
static void require_judged(size_t judged, struct wgc_outcome *outcome)
{
    if (judged == 0 && outcome->state == WGC_STATE_PASS) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP,
                        "nothing was judged: the standard determines none of the results in these "
                        "work-groups and sub-groups");
    }
}

/* false where the local size was another one than that of the trial, which nothing was judged for.
 */
static bool launch(struct wgc_session *session, const struct wgc_job *job,
                   const struct wgc_run_kernel *kernel, struct wgc_trial *trial,
                   const struct wgc_sub_group_info *sub_groups, struct wgc_outcome *outcome)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    const size_t launches = wgc_launches_of(job->form->geometry);
    struct wgc_dispatch_result result[WGC_LAUNCHES];
    const struct wgc_dispatch_result launched = dispatch(session, job, kernel, trial, result);

    if (launched.code != CL_SUCCESS) {
        wgc_run_refuse(session, &launched, outcome);
    }
    (void)wgc_watch_enter(&session->watch, before);
    bool good = launched.code == CL_SUCCESS;
    if (good && !has_size(trial, launched.meta)) {
        return false;
    }
    size_t judged = 0;
    for (size_t i = 0; good && i < launches; i++) {
        judged += judge_launch(session, job, trial, sub_groups, &result[i], outcome);
        require_reservations(trial, result[i].meta, outcome);
        good = outcome->state == WGC_STATE_PASS;
        if (!good && launches > 1) {
            wgc_outcome_prefix(outcome, "launch %zu of %zu: ", i + 1, launches);
        }
    }
    require_judged(judged, outcome);
    if (trial->chosen) {
        const size_t *local = trial->local_size;
        wgc_outcome_prefix(outcome,
                           "local size %zux%zux%zu, chosen by the implementation: ", local[0],
                           local[1], local[2]);
    }
    return true;
}

/* All zero for functions of work-groups, and where they are emulated. */
static struct wgc_sub_group_info query_sub_groups(struct wgc_session *session,
                                                  const struct wgc_job *job,
                                                  const struct wgc_run_kernel *kernel,
                                                  const size_t local[3])
{
    struct wgc_sub_group_info sub_groups = {0};

    if (job->signature->scope == WGC_SCOPE_SUB_GROUP && session->config.impl == WGC_IMPL_BUILTIN) {
        enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
        sub_groups = wgc_sub_group_query(&session->device, kernel->kernel, job->shape->rank, local);
        (void)wgc_watch_enter(&session->watch, before);
    }
    return sub_groups;
}

/* The device's local memory that the kernel does not use. */
static size_t free_memory(const struct wgc_session *session, const struct wgc_run_kernel *kernel)
{
    const uint64_t all =
        wgc_property_number(&session->device.properties, WGC_DEVICE_LOCAL_MEM_SIZE);

    return all > kernel->local_memory ? (size_t)(all - kernel->local_memory) : 0;
}

/* Whether an argument that nearly fills the local memory has room for what the kernel keeps in it,
 * two elements for each work-item; if not, sets *outcome (skip). */
static bool has_room(const struct wgc_session *session, const struct wgc_job *job,
                     const struct wgc_run_kernel *kernel, const size_t local[3],
                     struct wgc_outcome *outcome)
{
    const size_t element = wgc_type_info(job->signature->type)->bytes * job->signature->width;
    const size_t needed = 2 * local[0] * local[1] * local[2] * element;

    if (job->form->geometry == WGC_GEOMETRY_FILLED &&
        wgc_trial_filling(free_memory(session, kernel)) < needed) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP,
                        "CL_DEVICE_LOCAL_MEM_SIZE leaves %zu bytes for an argument, and the kernel "
                        "keeps %zu in it",
                        free_memory(session, kernel), needed);
        return false;
    }
    return true;
}

/* Runs the job with that local size, which for a launch without one is the one expected; false
 * where the launch had another. */
static bool run_at(struct wgc_session *session, const struct wgc_job *job,
                   const struct wgc_run_kernel *kernel, const size_t global[3],
                   const size_t local[3], struct wgc_outcome *outcome)
{
    struct wgc_sub_group_info sub_groups = query_sub_groups(session, job, kernel, local);
    bool had_size = true;

    if (!wgc_may_be_defined(job, &sub_groups, local, outcome) ||
        (sub_groups.max_size == 0 && wgc_cluster_may_be_refused(session, job, outcome)) ||
        !has_room(session, job, kernel, local, outcome) ||
        (job->signature->scope == WGC_SCOPE_SUB_GROUP && wgc_is_bare(job->form->slot[0]) &&
         !wgc_sub_groups_are_runs(session, job, local, outcome))) {
        return true;
    }
    struct wgc_trial *trial =
        make_trial(session, job, free_memory(session, kernel), global, local, &sub_groups, outcome);
    if (job->signature->kind != WGC_KIND_MAPPING && !wgc_uses_max_size(job->signature->kind)) {
        sub_groups = (struct wgc_sub_group_info){0}; /* no result depends on what they return */
    }
    if (trial != NULL) {
        had_size = launch(session, job, kernel, trial, &sub_groups, outcome);
        wgc_trial_free(trial);
    }
    return had_size;
}

/* An implementation may choose another local size each time: then there is no result to judge. */
static void run_chosen(struct wgc_session *session, const struct wgc_job *job,
                       const struct wgc_run_kernel *kernel, const size_t shape_size[3],
                       struct wgc_outcome *outcome)
{
    enum { ATTEMPTS = 8 };
    const struct wgc_sub_group_info unknown = {0};
    const struct wgc_trial_spec spec = spec_of(session, job, shape_size, &unknown);
    size_t global[3], local[3];

    wgc_trial_range(&spec, global);
    for (int i = 0; i < ATTEMPTS; i++) {
        if (!wgc_chosen_size_find(session, kernel, job->shape->rank, global, local, outcome) ||
            run_at(session, job, kernel, global, local, outcome)) {
            return;
        }
    }
    wgc_outcome_set(outcome, WGC_STATE_SKIP,
                    "the implementation chose another local size in each of %d pairs of launches",
                    (int)ATTEMPTS);
}

void wgc_run_job(struct wgc_session *session, const struct wgc_job *job,
                 const struct wgc_run_kernel *kernel, struct wgc_outcome *outcome)
{
    static const size_t by_form[3];
    size_t local[3];

    if (wgc_job_is_program(job)) {
        wgc_program_job_run(session, job, kernel, outcome);
    } else if (!resolve_size(session, job, kernel, local, outcome)) {
        return;
    } else if (job->form->geometry == WGC_GEOMETRY_CHOSEN) {
        run_chosen(session, job, kernel, local, outcome);
    } else {
        (void)run_at(session, job, kernel, by_form, local, outcome);
    }
}
