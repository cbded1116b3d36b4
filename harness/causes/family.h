/*
 * The family of a case: its function without operator, direction and dimension, so that
 * work_group_scan_exclusive_add and work_group_scan_inclusive_max are both of work_group_scan.
 * Pure.
 */
#ifndef WGC_CAUSES_FAMILY_H
#define WGC_CAUSES_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

enum { WGC_FAMILY_SIZE = 96 };

struct wgc_family {
    char name[WGC_FAMILY_SIZE]; /* "work_group_scan"; a capability check and a program are
                                   families of their own, all programs of explore are one */
    const char *operators;      /* the operator's set in suite/ops.def; "": there is none */
    const char *op;             /* the operator's name there: "min"; "": there is none */
    bool one_result; /* all work-items of a group get the same value: all, any, broadcast, reduce */
    const char *built_in; /* the family of the built-in that the function calls: sub_group_scan of
                             sycl_scan_init; NULL: the function is a built-in */
    const char *feature;  /* what a device must have for it (suite/features.def); "": unknown */
    const char *feature_text; /* the same in words; "": unknown */
    const char *meaning;      /* what the function gives (suite/kinds.def); "": unknown */
};

/* name is a case's: LANGUAGE.FUNCTION.TYPE.SHAPE.FORM, GROUP.NAME, or of a program. */
void wgc_family_of(const char *name, struct wgc_family *family);

/*
 * The longest name of a function of the suite with which text begins, where a word ends or "_"
 * follows: its length, and the feature that a device must have for it. 0: there is none.
 */
size_t wgc_family_function(const char *text, size_t length, const char **feature);

#endif
