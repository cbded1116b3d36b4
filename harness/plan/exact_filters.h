/* Filters that are names of cases: a report gives thousands of them, so they are searched. Pure. */
#ifndef WGC_PLAN_EXACT_FILTERS_H
#define WGC_PLAN_EXACT_FILTERS_H

#include <stdbool.h>
#include <stddef.h>

struct wgc_exact_filter;

struct wgc_exact_filters {
    struct wgc_exact_filter *item; /* by name */
    size_t count;
};

/* Whether the filter selects the case of its name alone. */
bool wgc_filter_is_exact(const char *filter);

/* Keeps the exact ones of the filters, which outlive *filters; false without memory. Freed with
 * wgc_exact_filters_free in any case. */
bool wgc_exact_filters_make(const char *const *filter, size_t count,
                            struct wgc_exact_filters *filters);
void wgc_exact_filters_free(struct wgc_exact_filters *filters);

/* Sets the flag of each filter that is the name, by its place in wgc_exact_filters_make; returns
 * whether there is one. */
bool wgc_exact_filters_match(const struct wgc_exact_filters *filters, const char *name,
                             bool *matched);

#endif
