#include "plan/local_size.h"

#include <inttypes.h>
#include <stdio.h>

enum { BYTES_PER_ITEM = 16 };

/* False, with the reason, when the items exceed a known limit. */
static bool fits(const struct wgc_shape *shape, uint64_t items, uint64_t limit, const char *name,
                 char reason[WGC_LOCAL_SIZE_REASON_MAX])
{
    if (limit == 0 || items <= limit) {
        return true;
    }
    (void)snprintf(reason, WGC_LOCAL_SIZE_REASON_MAX,
                   "a local size of %s has %" PRIu64 " work-items and %s is %" PRIu64, shape->name,
                   items, name, limit);
    return false;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return b != 0 && b < a ? b : a;
}

bool wgc_local_size(const struct wgc_shape *shape, const struct wgc_size_limits *limits,
                    size_t local[3], char reason[WGC_LOCAL_SIZE_REASON_MAX])
{
    uint64_t items = 1;

    for (unsigned i = 0; i < 3; i++) {
        local[i] = i < shape->rank && shape->size == WGC_SHAPE_SIDES ? shape->side[i] : 1;
        items *= local[i];
    }
    if (shape->size != WGC_SHAPE_SIDES) {
        items = least(limits->device_items, limits->device_side[0]);
        items = least(least(items, limits->kernel_items), limits->local_mem_items);
        local[0] = items > 0 ? (size_t)items : 1;
        return true;
    }
    for (unsigned i = 0; i < shape->rank; i++) {
        if (limits->device_side[i] != 0 && local[i] > limits->device_side[i]) {
            (void)snprintf(reason, WGC_LOCAL_SIZE_REASON_MAX,
                           "a local size of %s has side %zu and "
                           "CL_DEVICE_MAX_WORK_ITEM_SIZES[%u] is %" PRIu64,
                           shape->name, local[i], i, limits->device_side[i]);
            return false;
        }
    }
    return fits(shape, items, limits->device_items, "CL_DEVICE_MAX_WORK_GROUP_SIZE", reason) &&
           fits(shape, items, limits->kernel_items, "CL_KERNEL_WORK_GROUP_SIZE", reason) &&
           fits(shape, items, limits->local_mem_items,
                "the largest that CL_DEVICE_LOCAL_MEM_SIZE holds the kernel's memory of", reason);
}

uint64_t wgc_local_mem_items(uint64_t device_items, uint64_t local_memory)
{
    uint64_t most = local_memory / BYTES_PER_ITEM;
    uint64_t items = 1;

    if (device_items <= most) {
        return device_items > 0 ? device_items : 1;
    }
    while (items * 2 <= most) {
        items *= 2;
    }
    return items;
}
