/* What stands behind a struct wgc_trial, for the files of this folder. */
#ifndef WGC_TRIAL_TRIAL_DATA_H
#define WGC_TRIAL_TRIAL_DATA_H

#include "trial/dataset.h"
#include "trial/dataset_cache.h"
#include "trial/launch.h"
#include "trial/trial.h"

struct wgc_trial_data {
    struct wgc_trial_cache *cache;
    struct wgc_call call;
    bool sub_groups;              /* a function of sub-groups */
    bool bare;                    /* whose kernel says nothing of them: slot BARE */
    size_t told_count, told_size; /* of struct wgc_trial_spec */
    struct wgc_fp_traits fp;
    bool skips_nan; /* as in struct wgc_pattern_target */
    size_t value_bytes;
    enum wgc_slot slot[WGC_MAX_SLOTS];
    struct wgc_launch launch;
    const struct wgc_dataset *set[WGC_MAX_PARTS][WGC_ROLE_COUNT]; /* NULL where no slot needs it */
    enum wgc_role call_role; /* of the slots CALL: CALL or EXAMPLE */
    size_t *index;           /* of each work-group among those of its part; NULL for one part */
    unsigned char *input, *poison, *aux; /* owned; NULL where a dataset's own serve */
    uint32_t *mapped; /* owned: the sub-group of each item in the launch before, or NULL */
};

/* One work-group in one slot. */
struct wgc_trial_group {
    enum wgc_slot slot;
    const struct wgc_part *part;
    const struct wgc_dataset *set;
    size_t row;
    const unsigned char *input;     /* part->items values */
    const unsigned char *inits;     /* the same, or NULL */
    struct wgc_expectation expects; /* of slot COPY: the input */
};

struct wgc_trial_group wgc_trial_group_at(const struct wgc_trial_data *data, size_t slot, size_t g);

/* Work-groups whose rows stand one after the other: those from g on to before the returned one.
 * cell is g's. */
size_t wgc_trial_rows_end(const struct wgc_trial_data *data, const struct wgc_trial_group *cell,
                          size_t g);
/* Of these a run: all are judged by their bits first. */
size_t wgc_trial_run_end(const struct wgc_trial_data *data, const struct wgc_trial_group *cell,
                         size_t g);

/* Whether the items of work-group g are in the sub-groups of the launch before, if there was one;
 * as wgc_partition_compare. */
struct wgc_partition_fault;
const char *wgc_trial_compare_mapping(const struct wgc_trial *trial, const uint32_t *meta, size_t g,
                                      struct wgc_partition_fault *fault);

/* A group with a wrong item; item is the first, in the order of the arrays. */
struct wgc_evidence {
    const char *what;
    const struct wgc_trial_group *cell;
    size_t slot, g;
    size_t linear_id; /* of the wrong item in its work-group */
    bool is_sub_group;
    size_t sub_group;
    size_t first; /* the linear id of item 0 where the linear ids are not given */
    size_t item, items;
    const unsigned char *input, *actual; /* items values each */
    const struct wgc_expectation *expects;
    const bool *wrong;
};
/* Fills *mismatch but for the counts. */
enum wgc_status wgc_mismatch_fill(const struct wgc_trial *trial,
                                  const struct wgc_evidence *evidence,
                                  struct wgc_mismatch *mismatch, struct wgc_err *err);
/* The same for what is no value of the function: the arrays are empty. */
enum wgc_status wgc_mismatch_fill_text(const struct wgc_trial *trial, const char *what, size_t g,
                                       size_t linear_id, const char *expected, const char *actual,
                                       struct wgc_mismatch *mismatch, struct wgc_err *err);

/* Where a slot's part of work-group g is in a buffer of values, in bytes. */
size_t wgc_trial_offset(const struct wgc_trial *trial, size_t slot, size_t g);

/*
 * Of a run's work-groups, from g on to before end, some first ones that have just what is expected:
 * all, or else as many as halving finds, or none if the first has not. output: behind the guard in
 * front.
 */
size_t wgc_trial_identical(const struct wgc_trial *trial, size_t slot, size_t g, size_t end,
                           const unsigned char *output);

/* A copy of what goes in, in place of what the function gives. */
struct wgc_expectation wgc_trial_expect_copy(const struct wgc_trial_data *data,
                                             const struct wgc_trial_group *cell);

/* Counts over a launch, and the first thing that is wrong. */
struct wgc_tally {
    struct wgc_mismatch *mismatch;
    bool found;
    size_t wrong_items, judged_items, wrong_groups, judged_groups;
};

/*
 * Judges one group and counts it. evidence: all but what, linear_id, item (0) and wrong. poison: of
 * its items, in the order of the arrays; linear_ids too, or NULL where they count from 0.
 */
enum wgc_status wgc_tally_group(const struct wgc_trial *trial, struct wgc_evidence *evidence,
                                const unsigned char *poison, const size_t *linear_ids,
                                struct wgc_tally *tally, struct wgc_err *err);
/* The same for a work-group whose items stand in the output as they are expected. */
enum wgc_status wgc_tally_work_group(const struct wgc_trial *trial,
                                     const struct wgc_trial_group *cell, size_t slot, size_t g,
                                     const unsigned char *output, struct wgc_tally *tally,
                                     struct wgc_err *err);

/* An element that nobody may write: says where it is and what it holds, if it is not its poison. */
enum wgc_status wgc_tally_overwritten(const struct wgc_trial *trial, const char *what, size_t g,
                                      size_t linear_id, const unsigned char *actual,
                                      const unsigned char *poison, struct wgc_tally *tally,
                                      struct wgc_err *err);

/* Judges the slot BARE. output: behind the guard in front. */
enum wgc_status wgc_bare_judge(const struct wgc_trial *trial, const unsigned char *output,
                               struct wgc_tally *tally, struct wgc_err *err);
/* Of the sizes of sub-groups that clGetKernelSubGroupInfo allows the least, or 0. */
size_t wgc_bare_least_size(const struct wgc_trial *trial);
/* How many work-items every sub-group has at least, in a work-group of so many. */
size_t wgc_bare_least_items(const struct wgc_trial_data *data, size_t items);

/*
 * Judges a function of sub-groups in all slots: for each work-group first the mapping that meta
 * tells, then the values. output: behind the guard in front.
 */
enum wgc_status wgc_sub_groups_judge(const struct wgc_trial *trial, const unsigned char *output,
                                     const uint32_t *meta, struct wgc_tally *tally,
                                     struct wgc_err *err);

#endif
