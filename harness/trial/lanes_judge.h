/* The expected results of a sub-group in which the local ids of the active work-items count. */
#ifndef WGC_TRIAL_LANES_JUDGE_H
#define WGC_TRIAL_LANES_JUDGE_H

#include "trial/trial_data.h"

/* One sub-group's call in one slot. Arrays are in the order of the local ids. */
struct wgc_lanes_group {
    size_t n;
    size_t max_size;          /* get_max_sub_group_size(), where the kind uses it */
    const bool *active;       /* n, or NULL: all */
    const uint32_t *argument; /* n, or NULL: all 0 */
    const unsigned char *x;   /* n values */
};

/* What is expected; the arrays have room for n values and belong to the caller. */
struct wgc_lanes_expected {
    unsigned char *values; /* all modes but INTERVAL */
    double *lo, *hi;       /* INTERVAL */
    bool *defined;         /* whether the standard determines the result of an active work-item */
    unsigned char *room;   /* 2 * n values more */
    double *room_lo, *room_hi; /* n each */
};

/* Fills *expected for the active work-items. An error where no bound can be given. */
enum wgc_status wgc_lanes_expect(const struct wgc_trial_data *data, enum wgc_judge_mode mode,
                                 const struct wgc_lanes_group *group,
                                 struct wgc_lanes_expected *expected, struct wgc_err *err);

/* Whether the results of a slot need this: the others follow from the partition alone. */
bool wgc_slot_needs_lanes(const struct wgc_trial_data *data, enum wgc_slot slot);

#endif
