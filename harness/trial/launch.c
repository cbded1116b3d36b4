#include "trial/launch.h"

#include <string.h>

/* The side of a remainder work-group: more than half, and seldom a multiple of a sub-group. */
static size_t remainder_of(size_t side)
{
    const size_t rest = side / 2 + side / 8 + 1;
    return rest < side ? rest : side - 1;
}

/* Spreads groups over the dimensions: first[d] of them in the dimensions before the last. */
static void spread(struct wgc_launch *launch, unsigned dimensions, size_t groups, size_t in_x,
                   size_t in_y)
{
    const size_t before_last = dimensions == 1 ? 1 : dimensions == 2 ? in_x : in_x * in_y;
    const size_t last = (groups + before_last - 1) / before_last;
    launch->dimensions = dimensions;
    for (unsigned d = 0; d < 3; d++) {
        launch->groups[d] = d + 1 == dimensions  ? last
                            : d + 1 > dimensions ? 1
                            : d == 0             ? in_x
                                                 : in_y;
    }
}

static void choose_groups(struct wgc_launch *launch, enum wgc_geometry geometry, unsigned rank,
                          size_t groups)
{
    switch (geometry) {
    case WGC_GEOMETRY_GROUPS_2D:
        spread(launch, rank > 2 ? rank : 2, groups, 3, (groups + 2) / 3);
        break;
    case WGC_GEOMETRY_GROUPS_65536:
        spread(launch, rank > 2 ? rank : 2, groups, 1, 1);
        break;
    case WGC_GEOMETRY_OFFSET_64:
    case WGC_GEOMETRY_GROUPS_3D:
        spread(launch, 3, groups, 2, 3);
        break;
    case WGC_GEOMETRY_REMAINDER:
        /* a line of work-groups has only one smaller one: even sizes have many lines, in y */
        if (rank == 1 && launch->local[0] % 2 == 0) {
            spread(launch, 2, groups, 2, 1);
        } else {
            spread(launch, rank, groups, rank == 1 ? groups : 3, 3);
        }
        break;
    case WGC_GEOMETRY_EXAMPLE:
        spread(launch, 1, 1, 1, 1);
        launch->dimensions = rank;
        break;
    case WGC_GEOMETRY_LINEAR:
    case WGC_GEOMETRY_OFFSET:
    case WGC_GEOMETRY_GIVEN:
    case WGC_GEOMETRY_FILLED:
    case WGC_GEOMETRY_PIPES:
    case WGC_GEOMETRY_SUB_BUFFERS:
    case WGC_GEOMETRY_CHOSEN:
    case WGC_GEOMETRY_REPEATED:
    case WGC_GEOMETRY_QUEUES:
    case WGC_GEOMETRY_UNORDERED:
    case WGC_GEOMETRY_THREADS:
    case WGC_GEOMETRY_CLONED:
    case WGC_GEOMETRY_COMMANDS:
    case WGC_GEOMETRY_COUNT:
        spread(launch, 1, groups, groups, 1);
        launch->dimensions = rank;
        break;
    }
}

static void choose_offset(struct wgc_launch *launch)
{
    static const size_t beyond[] = {37, 11, 5};
    for (unsigned d = 0; d < 3 && d < launch->dimensions; d++) {
        launch->offset[d] = launch->local[d] + beyond[d];
        if (launch->local[d] > 1 && launch->offset[d] % launch->local[d] == 0) {
            launch->offset[d]++;
        }
    }
}

static void choose_offset_64(struct wgc_launch *launch)
{
    static const uint64_t offset[] = {WGC_OFFSET_64_X, WGC_OFFSET_64_Y, WGC_OFFSET_64_Z};
    for (unsigned d = 0; d < 3; d++) {
        launch->offset[d] = (size_t)offset[d];
    }
}

/* The sides of work-group g. */
static void sides_of(const struct wgc_launch *launch, size_t g, size_t side[3])
{
    for (unsigned d = 0; d < 3; d++) {
        const size_t at = g % launch->groups[d];
        const size_t left = launch->global[d] - at * launch->local[d];
        side[d] = left < launch->local[d] ? left : launch->local[d];
        g /= launch->groups[d];
    }
}

size_t wgc_launch_part(const struct wgc_launch *launch, size_t g)
{
    size_t side[3];
    if (launch->part_count == 1) {
        return 0;
    }
    sides_of(launch, g, side);
    for (size_t p = 0; p < launch->part_count; p++) {
        if (memcmp(side, launch->part[p].side, sizeof side) == 0) {
            return p;
        }
    }
    return launch->part_count;
}

static void find_parts(struct wgc_launch *launch)
{
    for (size_t g = 0; g < launch->group_count; g++) {
        struct wgc_part part = {.groups = 0};
        size_t p = 0;
        sides_of(launch, g, part.side);
        while (p < launch->part_count &&
               memcmp(part.side, launch->part[p].side, sizeof part.side) != 0) {
            p++;
        }
        if (p == launch->part_count) {
            part.items = part.side[0] * part.side[1] * part.side[2];
            launch->part[p] = part;
            launch->part_count++;
        }
        launch->part[p].groups++;
    }
}

void wgc_launch_make(enum wgc_geometry geometry, unsigned rank, const size_t local[3],
                     size_t groups, struct wgc_launch *launch)
{
    memset(launch, 0, sizeof *launch);
    memcpy(launch->local, local, sizeof launch->local);
    choose_groups(launch, geometry, rank, groups);
    if (geometry == WGC_GEOMETRY_OFFSET) {
        choose_offset(launch);
    } else if (geometry == WGC_GEOMETRY_OFFSET_64) {
        choose_offset_64(launch);
    }
    launch->group_items = 1;
    launch->group_count = 1;
    for (unsigned d = 0; d < 3; d++) {
        launch->global[d] = launch->groups[d] * local[d];
        if (geometry == WGC_GEOMETRY_REMAINDER && local[d] > 1) {
            launch->global[d] -= local[d] - remainder_of(local[d]);
        }
        launch->group_items *= local[d];
        launch->group_count *= launch->groups[d];
    }
    find_parts(launch);
}

void wgc_launch_over(unsigned dimensions, const size_t global[3], const size_t local[3],
                     struct wgc_launch *launch)
{
    memset(launch, 0, sizeof *launch);
    launch->dimensions = dimensions;
    launch->group_items = 1;
    launch->group_count = 1;
    for (unsigned d = 0; d < 3; d++) {
        launch->local[d] = local[d];
        launch->global[d] = global[d];
        launch->groups[d] = (global[d] + local[d] - 1) / local[d];
        launch->group_items *= local[d];
        launch->group_count *= launch->groups[d];
    }
    find_parts(launch);
}

size_t wgc_launches_of(enum wgc_geometry geometry)
{
    switch (geometry) {
    case WGC_GEOMETRY_REPEATED:
    case WGC_GEOMETRY_QUEUES:
    case WGC_GEOMETRY_UNORDERED:
    case WGC_GEOMETRY_THREADS:
    case WGC_GEOMETRY_CLONED:
    case WGC_GEOMETRY_COMMANDS:
        return WGC_LAUNCHES;
    case WGC_GEOMETRY_LINEAR:
    case WGC_GEOMETRY_OFFSET:
    case WGC_GEOMETRY_REMAINDER:
    case WGC_GEOMETRY_GROUPS_2D:
    case WGC_GEOMETRY_GROUPS_3D:
    case WGC_GEOMETRY_OFFSET_64:
    case WGC_GEOMETRY_GROUPS_65536:
    case WGC_GEOMETRY_EXAMPLE:
    case WGC_GEOMETRY_GIVEN:
    case WGC_GEOMETRY_FILLED:
    case WGC_GEOMETRY_PIPES:
    case WGC_GEOMETRY_SUB_BUFFERS:
    case WGC_GEOMETRY_CHOSEN:
    case WGC_GEOMETRY_COUNT:
        break;
    }
    return 1;
}
