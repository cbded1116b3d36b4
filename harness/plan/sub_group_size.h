/* The local size of a shape that the sub-groups of the kernel decide. Pure. */
#ifndef WGC_PLAN_SUB_GROUP_SIZE_H
#define WGC_PLAN_SUB_GROUP_SIZE_H

#include "suite/manifest.h"

/* The sub-groups of a work-group of `items` work-items in x; zeros: not known. */
struct wgc_sub_groups_at {
    size_t count;
    size_t most; /* work-items of the largest */
};
typedef struct wgc_sub_groups_at wgc_ask_sub_groups_fn(void *context, size_t items);

/*
 * Finds a local size, of at most `limit` work-items in x, with sub-groups as the shape asks for,
 * where one has more than one work-item: FULL, "all sub-groups [...] are the same size"; PARTIAL,
 * "the last subgroup [...] could be the same or smaller" (the OpenCL API,
 * CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE). Returns 0 where none of those tried has.
 */
size_t wgc_sub_group_size_find(enum wgc_shape_size size, size_t limit, wgc_ask_sub_groups_fn *ask,
                               void *context);

/* The same for a device whose sub-groups all have `most` work-items but the last. */
size_t wgc_sub_group_size_of(enum wgc_shape_size size, size_t limit, size_t most);

#endif
