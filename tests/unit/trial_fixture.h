/*
 * A device on the host for tests of trials: it does what the suite's kernels do, by the layout that
 * trial/trial.h defines, with a function that a test may replace by a wrong one.
 */
#ifndef WGC_TESTS_TRIAL_FIXTURE_H
#define WGC_TESTS_TRIAL_FIXTURE_H

#include "oracle/oracle.h"
#include "trial/trial.h"

/* One group of a collective function. */
struct fake_group {
    struct wgc_call call;
    const void *x;
    size_t n;
    const size_t *side; /* of the work-group */
    const void *init;
    size_t root;
    size_t group; /* linear id of the work-group */
    void *result; /* n values */
};

struct fake_device {
    void (*function)(const struct fake_group *group, const void *context); /* NULL: the right one */
    const void *context;
    size_t sub_group_size; /* 0: 8 */
    bool scattered;        /* neighbouring items are in different sub-groups, last ids first */
    bool backwards;        /* in every third work-group the ids in a sub-group count from its end */
    bool turned;   /* wrong: in every third work-group the first items are in the last sub-group */
    bool restless; /* wrong: the same, in every launch but the first of a trial */
    bool mixed;    /* wrong: in every third work-group sub-groups have half the size */
    bool together; /* wrong: all sub-groups make a call that only some should */
    bool across;   /* wrong: a function of sub-groups works on the whole work-group */
};

/* Zeroed memory, freed with free; there is always some. */
void *fake_memory(size_t count, size_t size);

/* A form with one slot CALL unless slots are given. */
struct wgc_form fake_form(enum wgc_geometry geometry, size_t slot_count,
                          const enum wgc_slot *slots);
struct wgc_signature fake_signature(enum wgc_scope scope, enum wgc_kind kind, enum wgc_op op,
                                    enum wgc_type type);
/* All items in x unless a shape is given later; profile quick, seed 1. */
struct wgc_trial_spec fake_spec(const struct wgc_signature *signature, const struct wgc_form *form,
                                size_t items);

/* Fails the test when the trial cannot be made. */
struct wgc_trial *fake_trial(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache);

/* As often as the trial has to be launched. output: trial->output_bytes; meta: trial->meta_bytes,
 * or NULL where that is 0. */
void fake_device_run(const struct fake_device *device, const struct wgc_trial_spec *spec,
                     struct wgc_trial *trial, void *output, uint32_t *meta);

/* Whether the judge finds all right; fails the test when it cannot judge. Fills *mismatch if not.
 */
bool fake_judge(const struct wgc_trial *trial, const void *output, const uint32_t *meta,
                struct wgc_mismatch *mismatch);

/* Makes a trial, runs and judges it. If it fails, the reason is in text, unless that is NULL. */
bool fake_passes(const struct fake_device *device, const struct wgc_trial_spec *spec,
                 struct wgc_trial_cache *cache, char text[static 512]);

#endif
