/* The arguments and the activity of the work-items of a sub-group: what functions that use local
 * ids, and forms in which some work-items are not active, are called with. Pure. */
#ifndef WGC_TRIAL_LANE_DATA_H
#define WGC_TRIAL_LANE_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/tables.h"

/* The word of a work-item that is active in every slot (wgc_is_active). */
uint32_t wgc_activity_of_all(size_t slots);

/*
 * The word of a work-item. turn: counts sub-groups, so that masks take turns: all, even, odd, the
 * first, the last, halves, all but one, a single one, random, none; seed: of the random ones.
 */
uint32_t wgc_activity_word(size_t turn, uint64_t seed, size_t local_id, size_t n, size_t slots);

/* A sub-group whose work-items need arguments. */
struct wgc_lane_call {
    enum wgc_kind kind;
    size_t cluster;       /* items in a cluster, or 0 */
    size_t n;             /* work-items */
    size_t max_size;      /* get_max_sub_group_size(), or 0 where the kernel does not store it */
    const size_t *source; /* the local ids of the active ones */
    size_t sources;       /* their number */
    bool split;  /* parts of the active ones may call separately: every other one asks itself */
    size_t turn; /* rules take turns */
    uint64_t seed;
};

/*
 * The argument of a work-item, the same for all where the kind requires it. The result is mostly
 * defined: it names an active work-item. In some turns all work-items pass the same distance, which
 * leaves a few results undefined. Where work-items call separately, only a work-item's own value is
 * certain: every other one names itself, or in every other turn all do.
 */
uint32_t wgc_lane_argument(const struct wgc_lane_call *call, size_t local_id);

#endif
