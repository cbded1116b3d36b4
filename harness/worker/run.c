#include "worker/run.h"

#include <inttypes.h>
#include <string.h>

#include "worker/cl_error.h"
#include "worker/mismatch_json.h"
#include "worker/sub_group.h"

/* A call that the standard allows was refused: the driver's failure. */
static void refuse(struct wgc_outcome *outcome, const char *call, int code)
{
    char text[WGC_CL_TEXT_MAX];

    wgc_outcome_set(outcome, WGC_STATE_FAIL, "%s", wgc_cl_error_text(text, call, code));
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
        refuse(outcome, call, code);
        outcome->device_lost = !wgc_dispatch_device_lives(&session->device);
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

/* The local size, and whether kernel and device allow it; if not, *outcome is set. */
static bool resolve_size(const struct wgc_session *session, const struct wgc_job *job,
                         const struct wgc_run_kernel *kernel, size_t local[3],
                         struct wgc_outcome *outcome)
{
    struct wgc_size_limits limits = wgc_job_limits(session, job);
    const size_t *compiled = kernel->compile_local_size;
    char reason[WGC_LIMIT_REASON_MAX];

    limits.kernel_items = kernel->work_group_size;
    if (!wgc_local_size(job->shape, &limits, local, reason)) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP, "%s", reason);
        return false;
    }
    if (kernel->local_memory > session->device.facts.local_mem_size) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP,
                        "CL_KERNEL_LOCAL_MEM_SIZE is %" PRIu64
                        " and CL_DEVICE_LOCAL_MEM_SIZE is %" PRIu64,
                        kernel->local_memory, session->device.facts.local_mem_size);
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

static struct wgc_fp_traits traits_of(const struct wgc_facts *facts, enum wgc_type type)
{
    switch (wgc_type_info(type)->bytes) {
    case 2:
        return facts->fp_half;
    case 8:
        return facts->fp_double;
    default:
        return facts->fp_float;
    }
}

static struct wgc_trial_spec spec_of(const struct wgc_session *session, const struct wgc_job *job,
                                     const size_t local[3], size_t sub_group_hint)
{
    return (struct wgc_trial_spec){
        .signature = job->signature,
        .form = job->form,
        .rank = job->shape->rank,
        .local_size = {local[0], local[1], local[2]},
        .fp = traits_of(&session->device.facts, job->signature->type),
        .profile = session->config.profile,
        .seed = session->config.seed,
        .sub_group_hint = sub_group_hint,
    };
}

static struct wgc_trial *make_trial(struct wgc_session *session, const struct wgc_job *job,
                                    const size_t local[3], size_t sub_group_hint,
                                    struct wgc_outcome *outcome)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DATA);
    struct wgc_trial_spec spec = spec_of(session, job, local, sub_group_hint);
    struct wgc_trial *trial = NULL;
    struct wgc_err err;

    if (wgc_trial_create(&spec, session->cache, &trial, &err) != WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
        trial = NULL;
    }
    (void)wgc_watch_enter(&session->watch, before);
    return trial;
}

static void judge(struct wgc_session *session, const struct wgc_trial *trial,
                  const struct wgc_dispatch_result *launched, struct wgc_layout *layout,
                  struct wgc_outcome *outcome)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_JUDGE);
    struct wgc_mismatch mismatch = {0};
    struct wgc_err err;
    bool right = false;

    if (wgc_trial_judge(trial, launched->output, launched->meta, layout, &right, &mismatch, &err) !=
        WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
    } else if (right) {
        outcome->state = WGC_STATE_PASS;
    } else {
        outcome->state = WGC_STATE_FAIL;
        outcome->reason = wgc_mismatch_line(&mismatch);
        outcome->mismatch = wgc_mismatch_json(&mismatch);
    }
    wgc_mismatch_free(&mismatch);
    (void)wgc_watch_enter(&session->watch, before);
}

static void judge_sub_groups(const struct wgc_sub_group_facts *facts, const struct wgc_trial *trial,
                             const uint32_t *meta, struct wgc_outcome *outcome)
{
    bool no_memory;
    char *line = wgc_sub_group_check(facts, trial, meta, &no_memory);

    if (line != NULL) {
        outcome->state = WGC_STATE_FAIL;
        outcome->reason = line;
    } else if (no_memory) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory");
    }
}

/* Launches the trials, twice where their data depends on where their work-items are. */
static struct wgc_dispatch_result dispatch(struct wgc_session *session,
                                           const struct wgc_run_kernel *kernel,
                                           struct wgc_trial *const *trial, size_t count)
{
    const struct wgc_trial *const *all = (const struct wgc_trial *const *)trial;
    struct wgc_dispatch_result launched =
        wgc_dispatch_run(&session->dispatch, &session->device, kernel->kernel, all, count);
    bool again = false;
    struct wgc_err err;

    for (size_t k = 0; launched.code == CL_SUCCESS && k < count; k++) {
        if (!wgc_trial_needs_map(trial[k])) {
            continue;
        }
        again = true;
        if (wgc_trial_map(trial[k], launched.meta, &err) != WGC_OK) {
            return (struct wgc_dispatch_result){.code = CL_OUT_OF_HOST_MEMORY, .call = "malloc"};
        }
    }
    return again
               ? wgc_dispatch_run(&session->dispatch, &session->device, kernel->kernel, all, count)
               : launched;
}

static void launch(struct wgc_session *session, const struct wgc_run_kernel *kernel,
                   struct wgc_trial *trial, const struct wgc_sub_group_facts *facts,
                   struct wgc_outcome *outcome)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    struct wgc_dispatch_result launched = dispatch(session, kernel, &trial, 1);

    if (launched.code != CL_SUCCESS && strncmp(launched.call, "cl", 2) != 0) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory for a buffer's copy");
    } else if (launched.code != CL_SUCCESS) {
        refuse(outcome, launched.call, launched.code);
        outcome->device_lost = !wgc_dispatch_device_lives(&session->device);
    }
    (void)wgc_watch_enter(&session->watch, before);
    if (launched.code == CL_SUCCESS) {
        struct wgc_layout layout = {0};
        judge(session, trial, &launched, &layout, outcome);
        wgc_layout_free(&layout);
        if (outcome->state == WGC_STATE_PASS && launched.meta != NULL) {
            judge_sub_groups(facts, trial, launched.meta, outcome);
        }
    }
}

static bool is_of_sub_groups(const struct wgc_job *job)
{
    return job->signature->scope == WGC_SCOPE_SUB_GROUP;
}

/* Nothing is asked unless wanted. */
static struct wgc_sub_group_facts ask_sub_groups(struct wgc_session *session, bool wanted,
                                                 const struct wgc_run_kernel *kernel, unsigned rank,
                                                 const size_t local[3])
{
    struct wgc_sub_group_facts facts = {0};

    if (wanted && session->config.impl == WGC_IMPL_BUILTIN) {
        enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
        facts = wgc_sub_group_ask(&session->device, kernel->kernel, rank, local);
        (void)wgc_watch_enter(&session->watch, before);
    }
    return facts;
}

void wgc_run_job(struct wgc_session *session, const struct wgc_job *job,
                 const struct wgc_run_kernel *kernel, struct wgc_outcome *outcome)
{
    struct wgc_sub_group_facts facts;
    struct wgc_trial *trial;
    size_t local[3];

    if (!resolve_size(session, job, kernel, local, outcome)) {
        return;
    }
    facts = ask_sub_groups(session, is_of_sub_groups(job), kernel, job->shape->rank, local);
    trial = make_trial(session, job, local, facts.max_size, outcome);
    if (job->signature->kind != WGC_KIND_MAPPING) {
        /* the hint was all: what the queries say is judged by the cases of the mapping alone */
        facts = (struct wgc_sub_group_facts){0};
    }
    if (trial != NULL) {
        launch(session, kernel, trial, &facts, outcome);
        wgc_trial_free(trial);
    }
}

/* The local size of a fused launch: what it would be in each of the calls' own kernels, for all
 * that is known of those. */
static bool resolve_fused_size(const struct wgc_session *session, const struct wgc_job *job,
                               const struct wgc_run_kernel *kernel, size_t local[3])
{
    struct wgc_outcome outcome = {0};
    bool fits = (!job->shape->is_max ||
                 kernel->work_group_size >= session->device.facts.max_work_group_size) &&
                resolve_size(session, job, kernel, local, &outcome);

    wgc_outcome_free(&outcome);
    return fits;
}

/* A trial for each call, an idle one for those without a case; all with as many work-groups as the
 * one that wants most. false without memory. */
static bool make_trials(struct wgc_session *session, const struct wgc_fused_kernel *fused,
                        const struct wgc_fused_launch *launch, const size_t local[3],
                        size_t sub_group_hint, struct wgc_trial *trial[WGC_FUSED_CALLS])
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DATA);
    struct wgc_trial_spec spec[WGC_FUSED_CALLS];
    struct wgc_err err;
    size_t groups = 1;
    bool made = true;

    for (size_t k = 0; k < fused->calls; k++) {
        size_t wanted;
        spec[k] = spec_of(session, fused->call[k], local, sub_group_hint);
        spec[k].form = launch->any->form;
        spec[k].rank = launch->any->shape->rank;
        spec[k].idle = launch->job[k] == NULL;
        wanted = spec[k].idle ? 1 : wgc_trial_groups(&spec[k]);
        groups = wanted > groups ? wanted : groups;
    }
    for (size_t k = 0; k < fused->calls; k++) {
        spec[k].groups = groups;
        made = made && wgc_trial_create(&spec[k], session->cache, &trial[k], &err) == WGC_OK;
    }
    (void)wgc_watch_enter(&session->watch, before);
    return made;
}

static bool launch_fused(struct wgc_session *session, const struct wgc_fused_launch *launch,
                         const struct wgc_run_kernel *kernel, struct wgc_trial *const *trial,
                         size_t calls, struct wgc_outcome outcome[WGC_FUSED_CALLS],
                         bool *device_lost)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    struct wgc_dispatch_result launched = dispatch(session, kernel, trial, calls);
    const unsigned char *output = launched.output;
    struct wgc_layout layout = {0};

    *device_lost = launched.code != CL_SUCCESS && !wgc_dispatch_device_lives(&session->device);
    (void)wgc_watch_enter(&session->watch, before);
    for (size_t k = 0; launched.code == CL_SUCCESS && k < calls; k++) {
        launched.output = output + k * trial[k]->output_bytes;
        outcome[k] = (struct wgc_outcome){.state = WGC_STATE_ERROR};
        if (launch->job[k] != NULL) {
            judge(session, trial[k], &launched, &layout, &outcome[k]);
        }
    }
    wgc_layout_free(&layout);
    return launched.code == CL_SUCCESS;
}

bool wgc_run_fused(struct wgc_session *session, const struct wgc_fused_kernel *fused,
                   const struct wgc_fused_launch *launch, const struct wgc_run_kernel *kernel,
                   struct wgc_outcome outcome[WGC_FUSED_CALLS], bool *device_lost)
{
    struct wgc_trial *trial[WGC_FUSED_CALLS] = {NULL};
    struct wgc_sub_group_facts facts;
    bool of_sub_groups = false, ran;
    size_t local[3];

    *device_lost = false;
    if (!resolve_fused_size(session, launch->any, kernel, local)) {
        return false;
    }
    for (size_t k = 0; k < fused->calls; k++) {
        of_sub_groups = of_sub_groups || is_of_sub_groups(fused->call[k]);
    }
    facts = ask_sub_groups(session, of_sub_groups, kernel, launch->any->shape->rank, local);
    ran = make_trials(session, fused, launch, local, facts.max_size, trial) &&
          launch_fused(session, launch, kernel, trial, fused->calls, outcome, device_lost);
    for (size_t k = 0; k < fused->calls; k++) {
        wgc_trial_free(trial[k]);
    }
    return ran;
}
