/* Whether a local size fits a device and a kernel, and how large "max" is. Pure. */
#ifndef WGC_WORKER_LIMITS_H
#define WGC_WORKER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/manifest.h"

struct wgc_size_limits {
    uint64_t device_items;   /* CL_DEVICE_MAX_WORK_GROUP_SIZE */
    uint64_t device_side[3]; /* CL_DEVICE_MAX_WORK_ITEM_SIZES */
    uint64_t kernel_items;   /* CL_KERNEL_WORK_GROUP_SIZE, 0: not known yet */
    uint64_t scratch_items;  /* what the kernel's own local memory is made for, 0: it has none */
};

enum { WGC_LIMIT_REASON_MAX = 200 };

/*
 * Writes the local size of the shape under these limits and says whether it can be launched; if
 * not, reason names the limit that it exceeds. Sides past the rank are 1.
 */
bool wgc_local_size(const struct wgc_shape *shape, const struct wgc_size_limits *limits,
                    size_t local[3], char reason[WGC_LIMIT_REASON_MAX]);

/*
 * WGC_MAX_ITEMS: the largest work-group that the suite's kernels reserve local memory for. They
 * take at most 16 bytes a work-item (8 for the emulation's scratch, 8 for the kernel's own), so it
 * is the device's largest work-group, or the greatest power of two below it that local_memory bytes
 * hold; at least 1.
 */
uint64_t wgc_scratch_items(uint64_t device_items, uint64_t local_memory);

#endif
