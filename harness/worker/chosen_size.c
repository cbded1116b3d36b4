#include "worker/parts.h"

/* Buffers of a launch that writes its local size alone: no work-item has an element. */
static struct wgc_trial probe_of(unsigned rank, const size_t global_size[3])
{
    static const uint32_t nothing[4];

    return (struct wgc_trial){
        .dimensions = rank,
        .global_size = {global_size[0], global_size[1], global_size[2]},
        .slot_count = 1,
        .input = nothing,
        .input_bytes = sizeof nothing,
        .poison = nothing,
        .output_bytes = sizeof nothing,
        .aux = nothing,
        .aux_bytes = sizeof nothing,
        .meta_bytes = 3 * sizeof(uint32_t),
        .chosen = true,
    };
}

void wgc_chosen_size_read(const struct wgc_trial *trial, const uint32_t *meta, size_t local[3])
{
    for (unsigned d = 0; d < 3; d++) {
        local[d] = meta[trial->record + d];
    }
}

/* Whether work-groups of that size can be made of the launch. */
static bool is_possible(const struct wgc_session *session, const struct wgc_run_kernel *kernel,
                        const size_t global_size[3], const size_t local[3])
{
    const uint64_t *most = session->device.properties.value[WGC_DEVICE_MAX_WORK_ITEM_SIZES].size;
    size_t items = 1;

    for (unsigned d = 0; d < 3; d++) {
        if (local[d] == 0 || local[d] > global_size[d] || local[d] > most[d]) {
            return false;
        }
        items *= local[d]; /* each is at most that of a launch of some ten thousand work-items */
    }
    return items <= kernel->work_group_size;
}

bool wgc_chosen_size_find(struct wgc_session *session, const struct wgc_run_kernel *kernel,
                          unsigned rank, const size_t global_size[3], size_t local[3],
                          struct wgc_outcome *outcome)
{
    const struct wgc_trial probe = probe_of(rank, global_size);
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    const struct wgc_dispatch_result result =
        wgc_dispatch_run(session->dispatch, &session->device, kernel->kernel, &probe);

    (void)wgc_watch_enter(&session->watch, before);
    if (result.code != CL_SUCCESS) {
        wgc_run_refuse(session, &result, outcome);
        return false;
    }
    wgc_chosen_size_read(&probe, result.meta, local);
    if (local[0] == WGC_META_POISON && local[1] == WGC_META_POISON && local[2] == WGC_META_POISON) {
        wgc_outcome_set(outcome, WGC_STATE_FAIL,
                        "in a launch of %zux%zux%zu work-items without a local size no work-item "
                        "has the global id 0",
                        global_size[0], global_size[1], global_size[2]);
        return false;
    }
    if (!is_possible(session, kernel, global_size, local)) {
        wgc_outcome_set(outcome, WGC_STATE_FAIL,
                        "in a launch of %zux%zux%zu work-items without a local size the kernel "
                        "gets the local size %zux%zux%zu, and CL_KERNEL_WORK_GROUP_SIZE is %zu",
                        global_size[0], global_size[1], global_size[2], local[0], local[1],
                        local[2], kernel->work_group_size);
        return false;
    }
    return true;
}
