/*
 * Which work-items of a sub-group call a function together, where they took different ways. Pure.
 *
 * No text defines which of them meet again before a call, after a loop that they left at different
 * times or a return of some of them (docs/checks.md, "Who calls together"). A class is the
 * work-items that are at one dynamic instance of the call: the same round of each loop around it,
 * the same branch of each condition around it. An implementation may split a class, and never joins
 * two. Results are right if there is a partition of each class whose parts, each called alone, have
 * all these results.
 */
#ifndef WGC_ORACLE_CLASSES_H
#define WGC_ORACLE_CLASSES_H

#include "base/err.h"
#include "oracle/oracle.h"

/* The class of a work-item that does not make the call. */
#define WGC_NO_CLASS UINT32_MAX

/* Whether a value is right where the oracle computes the other one; context: of struct wgc_classes.
 */
typedef bool wgc_is_right_fn(const void *context, const void *expected, const void *actual);

struct wgc_classes {
    size_t n;                 /* work-items; number i has the sub-group local id i */
    size_t max_size;          /* get_max_sub_group_size(), where the kind uses it */
    const uint32_t *class_of; /* n: equal numbers are one class; WGC_NO_CLASS */
    const uint32_t *argument; /* n: of each work-item (wgc_kind_argument), or NULL: all 0 */
    bool spirv;               /* as in struct wgc_lanes */
    wgc_is_right_fn *is_right;
    const void *context;
};

enum wgc_explained {
    WGC_EXPLAINED,    /* a partition explains all results */
    WGC_CONTRADICTED, /* none does */
    WGC_UNDECIDED,    /* the search for one was given up: these results pass */
};

/*
 * Whether a partition of the classes explains the results of all work-items that make the call: x
 * and actual have n values each, of which those without a class are ignored. The call is no
 * broadcast of one id (wgc_is_broadcast), has no initial value, and its data does not round.
 *
 * A value that a function leaves undefined, because it comes from a work-item of another part, may
 * be any value: of shuffles and broadcasts only a work-item's own value is certain.
 *
 * Undecided is possible only for sums, products, xor and their scans, and scans of and and or, of
 * data that can be divided in very many ways; never for data of wgc_fill_reveal.
 */
enum wgc_status wgc_oracle_explain(const struct wgc_call *call, const struct wgc_classes *classes,
                                   const void *x, const void *actual, enum wgc_explained *explained,
                                   struct wgc_err *err);

#endif
