/* The cells of failures, and their keys: for merge.c and merge_keys.c. Pure. */
#ifndef WGC_CAUSES_MERGE_PARTS_H
#define WGC_CAUSES_MERGE_PARTS_H

#include "causes/signature.h"

/* What a wrong value is called in a key, next to its family. */
enum wgc_merge_class_kind {
    WGC_MERGE_NONE,
    WGC_MERGE_VALUE,
    WGC_MERGE_NOT_WRITTEN,
    WGC_MERGE_OTHER,
    WGC_MERGE_COUNT
};

/* The failures of a family (with its operators and class) in a group of forms, in a language. */
struct wgc_merge_cell {
    struct wgc_signature **first;
    size_t count;
    size_t family, group;           /* the numbers of its rows */
    enum wgc_signature_scope scope; /* OPEN until it is decided */
    enum wgc_damage damage;         /* of one that is single: see join_single; else UNKNOWN */
};

struct wgc_merge_table {
    struct wgc_merge_cell *cell;
    size_t count;
    size_t families, groups;
    size_t *family_left;                   /* undecided cells of each */
    size_t (*group_left)[WGC_MERGE_COUNT]; /* by their class */
    const struct wgc_merge_cell *(
        *plain)[2]; /* of each family: in the form plain, in C and in SPIR-V */
};

/* The family of functions; of a function that calls a built-in, that of the built-in. */
const char *wgc_merge_family(const struct wgc_signature *signature);

/* Operators distinguish wrong values; a crash or a refusal is that of the function. */
const char *wgc_merge_operators(const struct wgc_signature *signature);

enum wgc_merge_class_kind wgc_merge_class(const struct wgc_signature *signature);

/* A kind of wrong value that is the same defect in every function. */
bool wgc_merge_is_special(enum wgc_wrong_kind kind);

/* The place of the largest number, the first of equal ones. */
size_t wgc_merge_most(const size_t *left, size_t count);

/* Completes scope and key of the signatures of all cells, which are decided. False without memory.
 */
bool wgc_merge_put_keys(const struct wgc_merge_table *table);

#endif
