/*
 * Generated data for many groups of one size: input, expected results and their poison. A row is
 * one work-group's part. Pure.
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

/* The use of the rows. */
enum wgc_role {
    WGC_ROLE_CALL,     /* the data patterns */
    WGC_ROLE_CONSTANT, /* a row for each of the signature's literals */
    WGC_ROLE_UNIFORM,  /* in each row all items are equal */
    WGC_ROLE_EXAMPLE,  /* the standard's example */
    WGC_ROLE_OWN,      /* one row of numbers made of linear ids */
    WGC_ROLE_COUNT
};

/* Everything that the data depends on. */
struct wgc_dataset_key {
    struct wgc_call call;
    size_t items, chunk, roots; /* as in struct wgc_pattern_target */
    size_t rows;
    int64_t constant; /* CONSTANT: of row 0, and of the others */
    int64_t more[WGC_MORE_LITERALS];
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

/* The input. Datasets with the same input share it, as making it is most of the work. */
struct wgc_dataset_input {
    size_t users;          /* datasets that share it */
    unsigned char *values; /* rows * items */
    unsigned char *inits;  /* the same for _INIT kinds, else NULL */
};

struct wgc_dataset {
    struct wgc_dataset_key key;
    size_t bytes; /* of memory, approximately */
    struct wgc_dataset_input *shared;
    const unsigned char *input; /* rows * items values, of shared */
    unsigned char *expected;    /* the same; for functions of sub-groups a guess, by chunks */
    unsigned char *poison;      /* the same, with WGC_GUARD_ITEMS values before and after */
    const unsigned char *inits; /* _INIT kinds: rows * items values, of shared; else NULL */
    double *bounds;             /* of the rows with an interval; or NULL */
    size_t bounds_count;
    struct wgc_dataset_row *row;
    size_t shift; /* chosen so that row r + shift differs from row r for most r */
};

/* On success *out is owned by the caller and freed with wgc_dataset_free. like: NULL, or a dataset
 * with the same input (wgc_dataset_can_share), which is then shared; it may be freed before *out.
 */
enum wgc_status wgc_dataset_create(const struct wgc_dataset_key *key,
                                   const struct wgc_dataset *like, struct wgc_dataset **out,
                                   struct wgc_err *err);
/* The target of its patterns. */
struct wgc_pattern_target wgc_dataset_target(const struct wgc_dataset_key *key);
/* Whether the datasets of the two keys have the same input, initial values, patterns and roots; the
 * expected results may differ. */
bool wgc_dataset_can_share(const struct wgc_dataset_key *like, const struct wgc_dataset_key *key);
void wgc_dataset_free(struct wgc_dataset *set);

/* The expectation of row r; for functions of sub-groups only a guess. */
struct wgc_expectation wgc_dataset_expectation(const struct wgc_dataset *set, size_t r);

/* The ends of the intervals of one row's items, allocated by the caller. */
struct wgc_dataset_ends {
    double *lo, *hi;
};

/* Whether the items of a row have intervals, which are then in ends. For a function of sub-groups
 * the chunks represent the sub-groups. */
bool wgc_dataset_bound(const struct wgc_dataset_key *key, const void *values, const void *inits,
                       struct wgc_dataset_ends *ends);
/* Whether the intervals also detect a loss of precision, for every function that may share the row
 * (wgc_dataset_can_share). */
bool wgc_dataset_detects_loss(const struct wgc_dataset_key *key, const void *values,
                              const void *inits, struct wgc_dataset_ends *ends);
/* Whether two kinds of functions with an operator that rounds can share rows. */
bool wgc_dataset_kinds_share(enum wgc_kind a, enum wgc_kind b);

/* Fills row r of a role other than CALL: values, as many as items, and inits unless NULL. */
void wgc_dataset_fill_special(const struct wgc_dataset_key *key, size_t r, void *values,
                              void *inits);
/* The literal of row r of role CONSTANT. */
int64_t wgc_dataset_literal(const struct wgc_dataset_key *key, size_t r);
/* The root of a broadcast of role OWN, whose kernel takes a literal or the local size for it. */
size_t wgc_dataset_own_root(const struct wgc_dataset_key *key);
/* Whether the results of this row are the same in every order of evaluation. */
bool wgc_dataset_special_is_exact(const struct wgc_dataset_key *key, const void *values);

/* dataset_cache.c; struct wgc_trial_cache is declared in trial/trial.h. */

/*
 * The dataset for a key, made if there is none. It is kept until every wgc_cache_acquire is
 * followed by a wgc_cache_release, and longer while the limit allows.
 */
enum wgc_status wgc_cache_acquire(struct wgc_trial_cache *cache, const struct wgc_dataset_key *key,
                                  const struct wgc_dataset **out, struct wgc_err *err);
void wgc_cache_release(struct wgc_trial_cache *cache, const struct wgc_dataset *set);

#endif
