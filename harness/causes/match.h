/* Which causes of two reports are one: that of a driver before and after a change. Pure. */
#ifndef WGC_CAUSES_MATCH_H
#define WGC_CAUSES_MATCH_H

#include "causes/causes.h"

/*
 * For each cause of after, partner gets the place of the same cause in before, or before->count.
 * Two causes with one kind of failure are the same if they share cases, those that share the most
 * first: a driver that mends some of a cause's cases makes no new cause of the rest. Of the others,
 * those with one id are the same. Waived or not makes no difference. False without memory.
 */
bool wgc_causes_match(const struct wgc_causes *before, const struct wgc_causes *after,
                      size_t *partner);

/* Gives each cause of after that is one of before's the id that it has there. An id that another
 * cause of after has stays. */
enum wgc_status wgc_causes_follow(const struct wgc_causes *before, struct wgc_causes *after,
                                  struct wgc_err *err);

#endif
