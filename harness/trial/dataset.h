/*
 * Generated data: for many groups of one size, what goes in, what is expected and what poison that
 * calls for. A row is one work-group's part. Pure.
 */
#ifndef WGC_TRIAL_DATASET_H
#define WGC_TRIAL_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "judge/judge.h"
#include "patterns/patterns.h"
#include "trial/trial.h"

enum { WGC_GUARD_ITEMS = 64 };

/* What the rows are for. */
enum wgc_role {
    WGC_ROLE_CALL,     /* the data patterns */
    WGC_ROLE_CONSTANT, /* one row of the signature's constant */
    WGC_ROLE_UNIFORM,  /* in each row all items are equal */
    WGC_ROLE_EXAMPLE,  /* the standard's example */
    WGC_ROLE_COUNT
};

/* All that the data depends on. */
struct wgc_dataset_key {
    struct wgc_call call;
    size_t items, chunk, roots; /* as in struct wgc_pattern_target */
    size_t rows;
    long constant; /* CONSTANT */
    uint64_t seed;
    enum wgc_role role;
    bool sub_groups; /* a function of sub-groups; chunk is then a guess */
    bool one_init;   /* all initial values of a row are equal */
    struct wgc_fp_traits fp;
    bool skips_nan; /* as in struct wgc_pattern_target */
};

struct wgc_dataset_row {
    enum wgc_judge_mode mode;
    const char *pattern; /* static */
    size_t variant;
    size_t root;   /* broadcasts */
    size_t bounds; /* INTERVAL, but not for functions of sub-groups: where its items lower and then
                      its items upper bounds start in struct wgc_dataset's */
};

/* What goes in. Datasets that are alike have one together, as it is most of the work. */
struct wgc_dataset_input {
    size_t users;          /* datasets that have it */
    unsigned char *values; /* rows * items */
    unsigned char *inits;  /* the same for _INIT kinds, else NULL */
};

struct wgc_dataset {
    struct wgc_dataset_key key;
    size_t bytes; /* of memory, about */
    struct wgc_dataset_input *shared;
    const unsigned char *input; /* rows * items values, of shared */
    unsigned char *expected;    /* the same; for functions of sub-groups a guess, by chunks */
    unsigned char *poison;      /* the same, with WGC_GUARD_ITEMS values in front and behind */
    const unsigned char *inits; /* _INIT kinds: rows * items values, of shared; else NULL */
    double *bounds;             /* of the rows with an interval; or NULL */
    size_t bounds_count;
    struct wgc_dataset_row *row;
    size_t shift; /* row r + shift differs from row r as often as can be had */
};

/* On success *out is owned by the caller and freed with wgc_dataset_free. like: NULL, or a dataset
 * whose rows go in alike, which saves making them again; it may be freed before *out. */
enum wgc_status wgc_dataset_create(const struct wgc_dataset_key *key,
                                   const struct wgc_dataset *like, struct wgc_dataset **out,
                                   struct wgc_err *err);
/* What its patterns are made for. */
struct wgc_pattern_target wgc_dataset_target(const struct wgc_dataset_key *key);
/* Whether the first key's dataset has the second's input, initial values, patterns and roots,
 * whatever the two functions make of them. */
bool wgc_dataset_alike(const struct wgc_dataset_key *like, const struct wgc_dataset_key *key);
void wgc_dataset_free(struct wgc_dataset *set);

/* What row r must give, where that is known beforehand (not for functions of sub-groups). */
struct wgc_expectation wgc_dataset_expectation(const struct wgc_dataset *set, size_t r);

/* The ends of the intervals of one row's items, with room for them. */
struct wgc_dataset_ends {
    double *lo, *hi;
};

/* Whether an interval can be given for a row, which is then in ends. A function of sub-groups is
 * looked at as if its chunks were the sub-groups. */
bool wgc_dataset_bound(const struct wgc_dataset_key *key, const void *values, const void *inits,
                       struct wgc_dataset_ends *ends);
/* Whether it tells a loss of precision too, and would for every function that wgc_dataset_alike
 * lets take the row over. */
bool wgc_dataset_tells(const struct wgc_dataset_key *key, const void *values, const void *inits,
                       struct wgc_dataset_ends *ends);
/* Whether two kinds of functions with an operator that rounds can have the same rows. */
bool wgc_dataset_tell_alike(enum wgc_kind a, enum wgc_kind b);

/* Values of the roles other than CALL, for row r: values, items of them, and inits unless NULL. */
void wgc_dataset_fill_special(const struct wgc_dataset_key *key, size_t r, void *values,
                              void *inits);
/* Whether the results of such a row are the same in every order of evaluation. */
bool wgc_dataset_special_is_exact(const struct wgc_dataset_key *key, const void *values);

#endif
