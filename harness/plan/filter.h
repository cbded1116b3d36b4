/* Filters: globs over case names. Pure. */
#ifndef WGC_PLAN_FILTER_H
#define WGC_PLAN_FILTER_H

#include <stdbool.h>

/* Whether the whole text matches glob: * matches any run of characters, ? any single one, and every
 * other character itself. */
bool wgc_filter_match(const char *glob, const char *text);

#endif
