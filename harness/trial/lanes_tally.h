/* Judges and counts a sub-group in which the local ids of the active work-items count. */
#ifndef WGC_TRIAL_LANES_TALLY_H
#define WGC_TRIAL_LANES_TALLY_H

#include "trial/trial_data.h"

/* Buffers for one sub-group at a time. */
struct wgc_lanes_work;
/* For up to so many work-items; NULL without memory. */
struct wgc_lanes_work *wgc_lanes_work_make(const struct wgc_trial *trial);
void wgc_lanes_work_free(struct wgc_lanes_work *work);

/* A sub-group of a work-group in one slot. */
struct wgc_lanes_cell {
    const struct wgc_trial_group *cell;
    size_t slot, g, sub_group;
    size_t n;
    const size_t *order;                  /* the linear ids of its n items, by their local ids */
    const uint32_t *words;                /* of the work-group: WGC_META_WORDS for each item */
    const unsigned char *actual, *poison; /* of the work-group, by linear ids */
};

enum wgc_status wgc_tally_lanes(const struct wgc_trial *trial, const struct wgc_lanes_cell *in,
                                struct wgc_lanes_work *work, struct wgc_tally *tally,
                                struct wgc_err *err);

/*
 * Whether all work-items of a work-group stored the same maximum sub-group size, no less than that
 * of any of its sub-groups. Returns NULL if so, or if the function does not use it, otherwise what
 * is wrong.
 */
struct wgc_partition;
struct wgc_partition_fault;
const char *wgc_lanes_check_max_size(const struct wgc_trial *trial, const uint32_t *words,
                                     const struct wgc_partition *partition,
                                     struct wgc_partition_fault *fault);

#endif
