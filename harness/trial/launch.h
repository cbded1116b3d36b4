/* The launch of a trial: its work-groups and their sizes. Pure. */
#ifndef WGC_TRIAL_LAUNCH_H
#define WGC_TRIAL_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

#include "suite/tables.h"

enum { WGC_MAX_PARTS = 8 };

/* The work-groups of one size: whole ones, or those at an end of one or more dimensions. */
struct wgc_part {
    size_t side[3];
    size_t items;
    size_t groups;
};

struct wgc_launch {
    unsigned dimensions;
    size_t offset[3];
    size_t local[3]; /* as enqueued; remainder work-groups are smaller */
    size_t global[3];
    size_t groups[3];
    size_t group_items, group_count;
    size_t part_count;
    struct wgc_part part[WGC_MAX_PARTS]; /* at least one work-group each */
};

/* At least groups work-groups, as few more as the geometry allows; EXAMPLE has one. */
void wgc_launch_make(enum wgc_geometry geometry, unsigned rank, const size_t local[3],
                     size_t groups, struct wgc_launch *launch);

/* The work-groups of that local size over all of global; work-groups at an end may be smaller. No
 * side of local is 0 or greater than that of global. */
void wgc_launch_over(unsigned dimensions, const size_t global[3], const size_t local[3],
                     struct wgc_launch *launch);

/* How often a kernel is launched at once or in a row; at most WGC_LAUNCHES. */
enum { WGC_LAUNCHES = 8 };
size_t wgc_launches_of(enum wgc_geometry geometry);

/* The global offset of geometry OFFSET_64, which its kernels know (generator/context.py), and the
 * work-groups of GROUPS_65536. */
#define WGC_OFFSET_64_X UINT64_C(0x300000005)
#define WGC_OFFSET_64_Y UINT64_C(0x50000000b)
#define WGC_OFFSET_64_Z UINT64_C(0x70000000d)
enum { WGC_GROUPS_65536 = 65601 };

/* The part of the work-group with linear id g. */
size_t wgc_launch_part(const struct wgc_launch *launch, size_t g);

#endif
