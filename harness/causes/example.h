/* Which of two failing cases is the smaller example. Pure. */
#ifndef WGC_CAUSES_EXAMPLE_H
#define WGC_CAUSES_EXAMPLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The work-items of the case's work-group: the product of its SHAPE. A capability check has none;
 * the shape `max` counts as more than any number.
 */
size_t wgc_example_size(const char *name);

/* Whether the case a is smaller than b: fewer work-items, fewer dimensions, the form plain, OpenCL
 * C. */
bool wgc_example_is_smaller(const char *a, const char *b);

/* The case's form; "" for a capability check. */
const char *wgc_example_form(const char *name);

#endif
