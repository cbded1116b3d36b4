/* Queries: globs over case names. */
#ifndef WGC_PLAN_QUERY_H
#define WGC_PLAN_QUERY_H

#include <stdbool.h>

/* Whether text matches glob, in which * is any run of characters and ? any one; all others stand
 * for themselves. */
bool wgc_query_match(const char *glob, const char *text);

#endif
