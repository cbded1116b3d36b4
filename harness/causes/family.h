/*
 * The family of a case: its function without operator, direction and dimension, so that
 * work_group_scan_exclusive_add and work_group_scan_inclusive_max are both of work_group_scan.
 * Pure.
 */
#ifndef WGC_CAUSES_FAMILY_H
#define WGC_CAUSES_FAMILY_H

#include <stdbool.h>

enum { WGC_FAMILY_SIZE = 96 };

struct wgc_family {
    char name[WGC_FAMILY_SIZE]; /* "work_group_scan"; a capability check is its own family */
    const char *operators;      /* the operator's set in suite/ops.def; "": there is none */
    bool one_result; /* all work-items of a group get the same value: all, any, broadcast, reduce */
};

/* name is a case's: LANGUAGE.FUNCTION.TYPE.SHAPE.FORM, or GROUP.NAME. */
void wgc_family_of(const char *name, struct wgc_family *family);

#endif
