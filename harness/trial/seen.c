#include "trial/parts.h"

/* The arms of a switch over the local id. */
static uint32_t mixed(uint32_t lane)
{
    static const uint32_t arms[] = {2, 3, 1};
    return lane < sizeof arms / sizeof *arms ? arms[lane] : 0;
}

uint32_t wgc_seen_value(const struct wgc_call *call, size_t slot, size_t local_id)
{
    const uint32_t lane = (uint32_t)local_id;
    const uint32_t none = lane >> 16; /* true of no work-item */
    if (wgc_is_truth(call->kind, call->op) || call->kind == WGC_KIND_BALLOT) {
        const bool all = wgc_is_conjunction(call->kind, call->op);
        const bool each = call->kind == WGC_KIND_BALLOT || call->op == WGC_OP_logical_xor;
        const uint32_t last = each ? lane ^ 1 : all ? lane | 1 : none;
        const uint32_t truths[] = {lane % 2, lane < 3, lane & 4, last};
        return truths[slot % 4];
    }
    const uint32_t third = call->kind == WGC_KIND_ALL_EQUAL ? none : lane % 2;
    const uint32_t numbers[] = {lane ^ 1, lane & ~UINT32_C(3), third, mixed(lane)};
    return numbers[slot % 4];
}

uint32_t wgc_seen_argument(enum wgc_kind kind, size_t slot, size_t local_id, size_t max_size)
{
    static const uint32_t literals[] = {0, 1, 2, 3, 5, 7};
    const uint32_t lane = (uint32_t)local_id, most = max_size == 0 ? 1 : (uint32_t)max_size;
    const uint32_t indices[] = {lane ^ 1,          lane & ~UINT32_C(3), most - 1 - lane,
                                (lane + 1) % most, mixed(lane),         2};
    return wgc_kind_argument(kind) == WGC_ARGUMENT_UNIFORM ? literals[slot % 6] : indices[slot % 6];
}
