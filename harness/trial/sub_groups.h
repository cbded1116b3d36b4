/* Which work-items are in which sub-group, as a kernel wrote it down, and whether that can be. */
#ifndef WGC_TRIAL_SUB_GROUPS_H
#define WGC_TRIAL_SUB_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trial/trial.h"

/* One work-group's partition. order: its items' linear ids, sub-group by sub-group, each in the
 * order of the local ids; sub-group s has those from first[s] on to before first[s + 1]. */
struct wgc_partition {
    size_t count; /* of sub-groups */
    size_t *order;
    size_t *first;
};

/* What the words of all work-groups of a launch must agree on; all zero at first. */
struct wgc_sub_group_limits {
    uint32_t max_size, enqueued;
};

enum { WGC_PARTITION_FAULT_SIZE = 160 };

/*
 * Reads the words of one work-group's n items (WGC_META_WORDS each). full: the work-group has the
 * size that was enqueued. order has room for n, first for n + 1 values.
 *
 * Returns NULL where it is a partition as OpenCL has it (the OpenCL API, "Mapping work-items onto
 * an ND-range", and OpenCL C's sub-group functions): ids count from 0 without gaps, sizes are the
 * populations, and all sub-groups but the last have the same size. Otherwise what is wrong, with
 * *item the linear id of an item that shows it, and what was expected and found.
 */
const char *wgc_partition_read(const uint32_t *meta, size_t n, bool full,
                               struct wgc_sub_group_limits *limits, struct wgc_partition *partition,
                               size_t *item, char expected[static WGC_PARTITION_FAULT_SIZE],
                               char actual[static WGC_PARTITION_FAULT_SIZE]);

#endif
