/* The local size of a shape under size limits. Pure. */
#ifndef WGC_PLAN_LOCAL_SIZE_H
#define WGC_PLAN_LOCAL_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/manifest.h"
#include "wire/about.h"

/* 0: the limit is absent or unknown. */
struct wgc_size_limits {
    uint64_t device_items;    /* CL_DEVICE_MAX_WORK_GROUP_SIZE */
    uint64_t device_side[3];  /* CL_DEVICE_MAX_WORK_ITEM_SIZES */
    uint64_t kernel_items;    /* CL_KERNEL_WORK_GROUP_SIZE */
    uint64_t local_mem_items; /* work-items that the kernel reserves local memory for */
};

enum { WGC_LOCAL_SIZE_REASON_MAX = 200 };

/* A limit that a local size exceeds. */
struct wgc_size_excess {
    enum wgc_size_limit limit;
    char reason[WGC_LOCAL_SIZE_REASON_MAX];
};

/*
 * Writes the local size of the shape; a shape without sides gets the largest that the limits allow,
 * which is that of the shape max (plan/sub_group_size.h for the others). Sides
 * past the rank are 1. Returns false, with the exceeded limit in *excess, when it cannot be
 * launched.
 */
bool wgc_local_size(const struct wgc_shape *shape, const struct wgc_size_limits *limits,
                    size_t local[3], struct wgc_size_excess *excess);

/* The reason of all local sizes past that limit, with "N" instead of each number. */
void wgc_size_general_reason(enum wgc_size_limit limit, char reason[WGC_LOCAL_SIZE_REASON_MAX]);

/*
 * WGC_MAX_ITEMS: the largest work-group that the suite's kernels reserve local memory for. They
 * take at most 16 bytes a work-item (8 for the emulated functions, 8 for the kernel's own array).
 * The result is the device's largest work-group, or the greatest power of two below it that
 * local_memory bytes hold; at least 1.
 */
uint64_t wgc_local_mem_items(uint64_t device_items, uint64_t local_memory);

#endif
