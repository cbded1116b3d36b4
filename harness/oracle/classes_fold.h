/* Results of reductions and scans by one class (oracle/classes.h). Pure. */
#ifndef WGC_ORACLE_CLASSES_FOLD_H
#define WGC_ORACLE_CLASSES_FOLD_H

#include "oracle/classes.h"

/* A class, or the members of it in one cluster. Arrays are in the order of the local ids. */
struct wgc_one_class {
    const struct wgc_call *call; /* of scalars; kind REDUCE or a scan without initial value */
    size_t bytes;                /* of a value */
    size_t count;
    const char *x, *actual;
    wgc_is_right_fn *is_right;
    const void *context;
    char *room;   /* 2 * count values more */
    size_t *mark; /* count */
    bool *done;   /* count */
};

/* REDUCE. */
enum wgc_explained wgc_explain_fold(const struct wgc_one_class *in);
/* SCAN_INCLUSIVE and SCAN_EXCLUSIVE. */
enum wgc_explained wgc_explain_scan(const struct wgc_one_class *in);

/* What the search may cost: operations on two values. */
enum { WGC_EXPLAIN_STEPS = 20000 };

/* The operator of two values; to may be one of them. */
void wgc_class_combine(const struct wgc_one_class *in, const void *a, const void *b, void *to);

#endif
