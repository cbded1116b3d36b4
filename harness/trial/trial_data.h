/* The private part of a struct wgc_trial, for the files of this folder. */
#ifndef WGC_TRIAL_TRIAL_DATA_H
#define WGC_TRIAL_TRIAL_DATA_H

#include "judge/damage.h"
#include "trial/dataset.h"
#include "trial/expected.h"
#include "trial/launch.h"
#include "trial/trial.h"

struct wgc_trial_data {
    struct wgc_trial_cache *cache;
    struct wgc_call call;
    bool sub_groups;   /* a function of sub-groups */
    bool bare;         /* its kernel uses no other function of sub-groups (wgc_is_bare) */
    bool has_numbers;  /* each element has an argument: wgc_kind_argument is UNIFORM or EACH */
    bool has_activity; /* each work-item has an activity word (wgc_has_activity) */
    bool has_missing;  /* not all work-items of a sub-group need to make the call */
    bool revealed; /* the operands of slots with classes name their work-items (wgc_trial_map) */
    long argument; /* the argument that the kernel passes as a constant, or -1 */
    size_t reported_count, reported_size; /* sub_group_* of struct wgc_trial_spec */
    struct wgc_fp_traits fp;
    bool skips_nan;     /* as in struct wgc_pattern_target */
    bool spirv;         /* as in struct wgc_lanes */
    size_t value_bytes; /* of a value: all components of a vector */
    enum wgc_slot slot[WGC_MAX_SLOTS];
    struct wgc_launch launch;
    const struct wgc_dataset *set[WGC_MAX_PARTS][WGC_ROLE_COUNT]; /* NULL where no slot needs it */
    enum wgc_role call_role; /* of the slots CALL: CALL or EXAMPLE */
    size_t *index;           /* of each work-group among those of its part; NULL for one part */
    unsigned char *input, *poison, *aux; /* owned; NULL where a dataset's are used */
    uint32_t *mapped; /* owned: the sub-group of each item in the previous launch, or NULL */
};

/* One work-group in one slot. */
struct wgc_trial_group {
    enum wgc_slot slot; /* of GROUPS: CALL or COPY, by the work-group */
    bool alone;         /* the next work-group is judged in another way */
    const struct wgc_part *part;
    const struct wgc_dataset *set;
    size_t row;
    const unsigned char *input;     /* part->items values */
    const unsigned char *inits;     /* the same, or NULL */
    struct wgc_expectation expects; /* of slot COPY: the input */
};

struct wgc_trial_group wgc_trial_group_at(const struct wgc_trial_data *data, size_t slot, size_t g);

/* The end of the work-groups from g on whose rows are consecutive. cell: of work-group g. */
size_t wgc_trial_rows_end(const struct wgc_trial_data *data, const struct wgc_trial_group *cell,
                          size_t g);
/* The end of a run: of these work-groups, those that are judged by their bits first. */
size_t wgc_trial_run_end(const struct wgc_trial_data *data, const struct wgc_trial_group *cell,
                         size_t g);

/* Whether parts of a sub-group may have made the slot's call separately (wgc_has_classes); whether
 * its operands are then replaced by ones that name their work-items (patterns/reveal.h). */
bool wgc_trial_has_classes(const struct wgc_trial_data *data, enum wgc_slot slot);
bool wgc_trial_reveals(const struct wgc_trial_data *data, enum wgc_slot slot);

/* Compares the sub-groups of work-group g with those of the previous launch, if there was one; as
 * wgc_partition_compare. */
struct wgc_partition_fault;
const char *wgc_trial_compare_mapping(const struct wgc_trial *trial, const uint32_t *meta, size_t g,
                                      struct wgc_partition_fault *fault);

/*
 * What a work-group passes in a slot before the sub-groups of its work-items are known: an argument
 * that is defined in every sub-group, and work-items that are all active. In slot BARE the argument
 * is the same for all work-items of the work-group, and final.
 */
void wgc_trial_put_first_lanes(const struct wgc_trial *trial, size_t slot, size_t g);
/* The same when they are known, by the words of the work-group's items. room: for group_items
 * sizes. */
struct wgc_partition;
void wgc_trial_put_lanes(const struct wgc_trial *trial, size_t slot, size_t g,
                         const uint32_t *words, const struct wgc_partition *partition,
                         size_t *room);

/* The argument of element `at` of a slot, 0 where the function has none; the activity word of
 * element `at` of every slot, that of an active work-item where the form has none. */
uint32_t wgc_trial_argument(const struct wgc_trial *trial, size_t slot, size_t at);
uint32_t wgc_trial_activity(const struct wgc_trial *trial, size_t at);

/* A group with a wrong item; item is the first one in the order of the arrays. A value of several
 * components is several elements of the arrays: components is their number for each work-item. */
struct wgc_evidence {
    bool untouched; /* the wrong item has the poison's bits */
    const struct wgc_trial_group *cell;
    size_t slot, g;
    size_t linear_id; /* of the wrong item in its work-group */
    bool is_sub_group;
    size_t sub_group;
    size_t first; /* the linear id of item 0, where linear ids are not passed */
    size_t item;  /* an element of the arrays */
    size_t items; /* work-items */
    size_t components;
    const unsigned char *input, *actual; /* items values each */
    const struct wgc_expectation *expects;
    const bool *wrong;
    const unsigned char *before; /* the work-group's values of the slot before, by linear ids, where
                                    it has results of a call; NULL: it has none */
    enum wgc_damage damage;
    const bool *defined; /* of each work-item, whether its result is; NULL: all are */
    /* Of each work-item whose result is not defined the bits that are open, and expects has the
     * others; all ones: no bit is known. NULL: no bit of any is. */
    const unsigned char *open;
};
/* Sets the damage of evidence that is complete otherwise. poison and linear_ids: of its items, as
 * for wgc_tally_group. */
enum wgc_status wgc_evidence_find_damage(const struct wgc_trial *trial,
                                         struct wgc_evidence *evidence, const unsigned char *poison,
                                         const size_t *linear_ids, struct wgc_err *err);
/* Fills *mismatch, except for the counts. */
enum wgc_status wgc_mismatch_fill(const struct wgc_trial *trial,
                                  const struct wgc_evidence *evidence,
                                  struct wgc_mismatch *mismatch, struct wgc_err *err);
/* The same for a fault that is no value of the function: the arrays are empty. */
enum wgc_status wgc_mismatch_fill_text(const struct wgc_trial *trial, const char *what, size_t g,
                                       size_t linear_id, const char *expected, const char *actual,
                                       struct wgc_mismatch *mismatch, struct wgc_err *err);

/* The values of a work-group in the slot before, where actual has those of this slot; NULL where
 * that has no results of a call. For struct wgc_evidence. */
const unsigned char *wgc_trial_before(const struct wgc_trial *trial, size_t slot,
                                      const unsigned char *actual);

/* The offset, in bytes, of a slot's part of work-group g in a buffer of values. */
size_t wgc_trial_offset(const struct wgc_trial *trial, size_t slot, size_t g);

/*
 * The number of work-groups at the start of a run, from g on to before end, that have exactly the
 * expected bits: all, or as many as halving finds, or 0 if the first one differs. output: after
 * the guard in front.
 */
size_t wgc_trial_identical(const struct wgc_trial *trial, size_t slot, size_t g, size_t end,
                           const unsigned char *output);

/* The expectation of slot COPY: the input. */
struct wgc_expectation wgc_trial_expect_copy(const struct wgc_trial_data *data,
                                             const struct wgc_trial_group *cell);

/* Counts over a launch, and the first mismatch. Where expected is not NULL, nothing is judged: it
 * gets what each group would be judged by. */
struct wgc_tally {
    struct wgc_expected *expected;
    struct wgc_mismatch *mismatch;
    bool found;
    size_t wrong_items, judged_items, wrong_groups, judged_groups;
};

/*
 * Judges one group and counts it. evidence: complete except for what, linear_id, item (0),
 * components, wrong and damage. poison and linear_ids: of its items, in the order of the arrays;
 * linear_ids is NULL where they count from evidence->first.
 */
enum wgc_status wgc_tally_group(const struct wgc_trial *trial, struct wgc_evidence *evidence,
                                const unsigned char *poison, const size_t *linear_ids,
                                struct wgc_tally *tally, struct wgc_err *err);
/* The same for a whole work-group, whose items are in the order of the output. */
enum wgc_status wgc_tally_work_group(const struct wgc_trial *trial,
                                     const struct wgc_trial_group *cell, size_t slot, size_t g,
                                     const unsigned char *output, struct wgc_tally *tally,
                                     struct wgc_err *err);

/* Adds what a group is judged by; the arguments are those of wgc_tally_group. */
void wgc_expected_add(const struct wgc_trial *trial, struct wgc_expected *expected,
                      const struct wgc_evidence *evidence, const size_t *linear_ids);
/* The standard determines no result of n work-items of a work-group: those in linear_ids from
 * number first on, or with these linear ids where it is NULL. */
void wgc_expected_any(const struct wgc_trial *trial, struct wgc_expected *expected, size_t slot,
                      size_t g, const size_t *linear_ids, size_t first, size_t n);

/* Adds to what is wrong in the first fault, of a tally that found one. */
enum wgc_status wgc_tally_describe(struct wgc_tally *tally, const char *more, struct wgc_err *err);

/*
 * Counts the components of a work-item's value, which nobody may write, that differ from their
 * poison, and describes the first.
 */
enum wgc_status wgc_tally_overwritten(const struct wgc_trial *trial, const char *what, size_t g,
                                      size_t linear_id, const unsigned char *actual,
                                      const unsigned char *poison, struct wgc_tally *tally,
                                      struct wgc_err *err);

/* Judges all values of a launch, but not what nobody may write. output: with the guards.
 */
enum wgc_status wgc_trial_judge_values(const struct wgc_trial *trial, const void *output,
                                       const uint32_t *meta, struct wgc_tally *tally,
                                       struct wgc_err *err);

/* Judges the slot BARE. output: after the guard in front. */
enum wgc_status wgc_bare_judge(const struct wgc_trial *trial, const unsigned char *output,
                               struct wgc_tally *tally, struct wgc_err *err);
/* The smallest sub-group size that clGetKernelSubGroupInfo allows, or 0. */
size_t wgc_bare_least_size(const struct wgc_trial *trial);
/* The least number of work-items of a sub-group, in a work-group of that many items. */
size_t wgc_bare_least_items(const struct wgc_trial_data *data, size_t items);

/*
 * Judges a function of sub-groups in all slots: for each work-group first the mapping in meta, then
 * the values. output: after the guard in front.
 */
enum wgc_status wgc_sub_groups_judge(const struct wgc_trial *trial, const unsigned char *output,
                                     const uint32_t *meta, struct wgc_tally *tally,
                                     struct wgc_err *err);

#endif
