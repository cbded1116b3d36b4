/* Finds the cases of a plan by name. Pure. */
#ifndef WGC_PLAN_INDEX_H
#define WGC_PLAN_INDEX_H

#include "plan/plan.h"

struct wgc_plan_entry {
    char name[WGC_CASE_NAME_MAX];
    size_t place; /* the index in the plan */
};

/* An entry for each case, sorted by name; freed with free(). NULL without memory. */
struct wgc_plan_entry *wgc_plan_index(const struct wgc_manifest *manifest,
                                      const struct wgc_plan *plan);

/* The entry of that name, or NULL; count is the plan's. */
const struct wgc_plan_entry *wgc_plan_index_find(const struct wgc_plan_entry *entry, size_t count,
                                                 const char *name);

#endif
