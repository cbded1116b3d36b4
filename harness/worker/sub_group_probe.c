#include "worker/parts.h"

#include <string.h>

#include "device/features.h"
#include "device/sub_group.h"

/* With the arguments of every kernel of the suite (trial/trial.h). */
static const char entry[] = "wgc_sub_group_probe";
static const char source[] =
    "#ifdef cl_khr_subgroups\n"
    "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
    "#endif\n"
    "kernel void wgc_sub_group_probe(\n"
    "    global const uint *in, global uint *out, global const uint *aux, global uint *meta,\n"
    "    uint group_items, uint slot_items, uint guard_items, uint rounds)\n"
    "{\n"
    "    const size_t i = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * "
    "get_local_size(0) +\n"
    "                     get_local_id(0);\n"
    "    meta[3 * i] = get_sub_group_id();\n"
    "    meta[3 * i + 1] = get_sub_group_local_id();\n"
    "    meta[3 * i + 2] = get_max_sub_group_size();\n"
    "}\n";
enum { ID, LOCAL_ID, MAX_SIZE, WORDS };

/* Whether the items of each sub-group are a run, in order, and all sub-groups but the last have the
 * size of the first. */
static bool are_runs(const uint32_t *word, size_t items)
{
    size_t size = 1;

    while (size < items && word[size * WORDS + ID] == word[ID]) {
        size++;
    }
    for (size_t i = 0; i < items; i++) {
        if (word[i * WORDS + ID] != i / size || word[i * WORDS + LOCAL_ID] != i % size) {
            return false;
        }
    }
    return true;
}

/* Launches one work-group and reads what its work-items wrote; false where that fails. */
static bool launch(struct wgc_session *session, cl_kernel kernel, unsigned rank,
                   struct wgc_probed *probed)
{
    static const uint32_t nothing[4];
    const size_t *local = probed->local, items = local[0] * local[1] * local[2];
    const struct wgc_trial trial = {
        .dimensions = rank,
        .global_size = {local[0], local[1], local[2]},
        .local_size = {local[0], local[1], local[2]},
        .group_items = items,
        .group_count = 1,
        .slot_count = 1,
        .input = nothing,
        .input_bytes = sizeof nothing,
        .poison = nothing,
        .output_bytes = sizeof nothing,
        .aux = nothing,
        .aux_bytes = sizeof nothing,
        .meta_bytes = items * WORDS * sizeof(uint32_t),
    };
    const struct wgc_dispatch_result result =
        wgc_dispatch_run(session->dispatch, &session->device, kernel, &trial);

    if (result.code != CL_SUCCESS || result.meta[MAX_SIZE] == WGC_META_POISON) {
        return false;
    }
    probed->largest = probed->largest == 0 ? result.meta[MAX_SIZE] : probed->largest;
    probed->runs = are_runs(result.meta, items);
    while (probed->most < items && result.meta[probed->most * WORDS + ID] == result.meta[ID]) {
        probed->most++;
    }
    probed->count = (items + probed->most - 1) / probed->most;
    return true;
}

/* Leaves *probed at zeros where the kernel does not run. */
static void measure(struct wgc_session *session, unsigned rank, struct wgc_probed *probed)
{
    const struct wgc_device *device = &session->device;
    const char *text = source;
    const size_t size = strlen(source);
    char options[WGC_BUILD_OPTIONS_MAX];
    struct wgc_build build = {0};
    struct wgc_err err;
    int code = CL_SUCCESS;

    wgc_build_options(options, wgc_c_standard(&device->properties, WGC_IMPL_BUILTIN, false, false),
                      session->max_items, "");
    if (wgc_build_source(device, WGC_BUILD_BUILD, 1, &text, &size, options, &build, &err) !=
        WGC_OK) {
        return;
    }
    cl_kernel kernel =
        build.program == NULL ? NULL : device->cl->CreateKernel(build.program, entry, &code);
    if (kernel != NULL) {
        probed->largest = wgc_sub_group_query(device, kernel, rank, probed->local).max_size;
        probed->ran = launch(session, kernel, rank, probed);
        (void)device->cl->ReleaseKernel(kernel);
    }
    wgc_build_free(device, &build);
}

static struct wgc_probed probe(struct wgc_session *session, unsigned rank, const size_t local[3])
{
    struct wgc_probed probed = {.local = {local[0], local[1], local[2]}};

    for (size_t i = 0; i < session->probed_count; i++) {
        if (memcmp(session->probed[i].local, local, sizeof probed.local) == 0) {
            return session->probed[i];
        }
    }
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    measure(session, rank, &probed);
    (void)wgc_watch_enter(&session->watch, before);
    if (session->probed_count < WGC_PROBED_MAX) {
        session->probed[session->probed_count++] = probed;
    }
    return probed;
}

struct wgc_sub_groups_at wgc_sub_groups_probe(struct wgc_session *session, size_t items)
{
    const size_t local[3] = {items, 1, 1};
    const struct wgc_probed probed = probe(session, 1, local);

    return probed.ran && probed.runs ? (struct wgc_sub_groups_at){probed.count, probed.most}
                                     : (struct wgc_sub_groups_at){0};
}

/* The work-items of the largest sub-group; 0 where the device does not report it, and for emulated
 * functions. */
static size_t largest_measured(struct wgc_session *session, unsigned rank, const size_t local[3])
{
    return session->config.impl == WGC_IMPL_BUILTIN ? probe(session, rank, local).largest : 0;
}

/* The job's local size as far as the device alone decides it. */
static bool find_local(const struct wgc_session *session, const struct wgc_job *job,
                       size_t local[3])
{
    const struct wgc_size_limits limits = wgc_job_limits(session, job);
    struct wgc_size_excess excess;

    return wgc_local_size(job->shape, &limits, local, &excess);
}

static size_t largest_listed(const struct wgc_session *session)
{
    const uint64_t *size = session->device.properties.value[WGC_DEVICE_SUB_GROUP_SIZES_INTEL].size;
    uint64_t largest = 0;

    for (size_t i = 0; i < WGC_SIZES_MAX; i++) {
        largest = size[i] > largest ? size[i] : largest;
    }
    return (size_t)largest;
}

/* Whether a cluster has room in `largest` work-items; if not, sets *outcome (skip). */
static bool has_room(const struct wgc_job *job, size_t largest, const char *known,
                     struct wgc_outcome *outcome)
{
    char reason[WGC_CLUSTER_REASON_MAX];

    if (wgc_cluster_is_defined(wgc_case_cluster(job->signature, job->form), largest, known,
                               reason)) {
        return true;
    }
    wgc_outcome_set(outcome, WGC_STATE_SKIP, "%s", reason);
    return false;
}

bool wgc_cluster_has_no_room(struct wgc_session *session, const struct wgc_job *job,
                             struct wgc_outcome *outcome)
{
    const size_t cluster = wgc_case_cluster(job->signature, job->form);
    size_t local[3];

    if (cluster == 0 || !find_local(session, job, local)) {
        return false;
    }
    if (!has_room(job, local[0] * local[1] * local[2], "the local size", outcome)) {
        return true;
    }
    const size_t listed = largest_listed(session);
    const size_t measured =
        cluster <= listed ? 0 : largest_measured(session, job->shape->rank, local);

    return measured != 0 && cluster > listed &&
           !has_room(job, measured > listed ? measured : listed, "get_max_sub_group_size()",
                     outcome);
}

bool wgc_cluster_may_be_refused(struct wgc_session *session, const struct wgc_job *job,
                                struct wgc_outcome *outcome)
{
    size_t local[3];

    return wgc_case_cluster(job->signature, job->form) != 0 && find_local(session, job, local) &&
           !has_room(job, largest_measured(session, job->shape->rank, local),
                     "get_max_sub_group_size()", outcome);
}

bool wgc_sub_groups_are_runs(struct wgc_session *session, const struct wgc_job *job,
                             const size_t local[3], struct wgc_outcome *outcome)
{
    if (session->config.impl != WGC_IMPL_BUILTIN) {
        return true; /* those of the emulation are */
    }
    const struct wgc_probed probed = probe(session, job->shape->rank, local);
    if (probed.ran && probed.runs) {
        return true;
    }
    wgc_outcome_set(outcome, WGC_STATE_SKIP, "%s",
                    probed.ran ? "the sub-groups are no runs of work-items in the order of their "
                                 "linear local ids, which the mapping need not be, and the kernel "
                                 "does not write them"
                               : "the mapping of work-items to sub-groups is not known: no kernel "
                                 "of OpenCL C could write it");
    return false;
}
