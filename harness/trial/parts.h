/* What the modules of this folder share. Pure. */
#ifndef WGC_TRIAL_PARTS_H
#define WGC_TRIAL_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "judge/judge.h"
#include "suite/tables.h"
#include "trial/trial.h"
#include "trial/trial_data.h"
#include "oracle/oracle.h"

/* Poison: the values of output buffers before a launch, which reveal elements that nobody writes.
 * Pure. */

/* The byte of guards, of unused elements and of slots that are not judged. */
enum { WGC_POISON_BYTE = 0xa5 };

/*
 * Fills poison with n values that are wrong under the expectation: another value, the opposite
 * truth, a NaN with a payload where a number is expected, and a number where a NaN is.
 */
void wgc_poison_fill(const struct wgc_expectation *expectation, size_t n, void *poison);

/*
 * The same for a function of sub-groups, whose expectation is only a guess: truth values get a
 * value that no compiler chooses for "true". numbers: the data has NaNs; the poison of
 * floating-point types is a number.
 */
void wgc_poison_fill_unknown(const struct wgc_expectation *guess, bool numbers, size_t n,
                             void *poison);

/* The poison of one result of operands that name their work-items (patterns/reveal.h). */
void wgc_poison_fill_named(enum wgc_type type, void *poison);

/* Which sub-groups make the call of a slot (enum wgc_slot) that only some of them make. Pure. */

enum wgc_participation {
    WGC_PARTICIPATION_CALLS,  /* the output is the function's result */
    WGC_PARTICIPATION_COPIES, /* the output is the input */
    WGC_PARTICIPATION_NONE,   /* the output is not written */
};

/* Whether only some sub-groups make the slot's call. */
bool wgc_slot_is_partial(enum wgc_slot slot);

/* What a sub-group of work-group g does in slot number of count. */
enum wgc_participation wgc_slot_participation(enum wgc_slot slot, size_t number, size_t count,
                                              size_t sub_group, size_t g);

/* The arguments and the activity of the work-items of a sub-group: what functions that use local
 * ids, and forms in which some work-items are not active, are called with. Pure. */

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

/* The partitions of a launch: the words that its work-groups wrote about their sub-groups, and the
 * work-groups with equal words, whose partition is read once. */

/* The number of items of work-group g. */
size_t wgc_partition_items(const struct wgc_trial *trial, size_t g);
/* Its words: WGC_META_WORDS for each item. */
const uint32_t *wgc_partition_words(const struct wgc_trial *trial, const uint32_t *meta, size_t g);

/* For each work-group an earlier one of its size with the same words, or itself; owned by the
 * caller, NULL without memory. */
size_t *wgc_partition_cache(const struct wgc_trial *trial, const uint32_t *meta);

/* The expected results of a sub-group in which the local ids of the active work-items count. */

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

/* Judges and counts a sub-group in which the local ids of the active work-items count. */

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

/* ---- seen.c ----
 * The numbers that kernels of the slots OF_LANE and INDEXED make of the sub-group local id
 * (generator/kernels_seen.py): the host knows them once it knows the mapping to sub-groups. Pure.
 */

/* The value that the work-item with that local id passes in slot OF_LANE, number slot. */
uint32_t wgc_seen_value(const struct wgc_call *call, size_t slot, size_t local_id);
/* The argument that it passes in slot INDEXED, in sub-groups of at most max_size. */
uint32_t wgc_seen_argument(enum wgc_kind kind, size_t slot, size_t local_id, size_t max_size);

#endif
