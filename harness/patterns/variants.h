/* Which patterns a target has, with how many variants. Pure. */
#ifndef WGC_PATTERNS_VARIANTS_H
#define WGC_PATTERNS_VARIANTS_H

#include "patterns/fill.h"
#include "patterns/patterns.h"

/* The part of a chunk's description that is the same for every pattern and chunk of the target. */
struct wgc_fill wgc_fill_for(const struct wgc_pattern_target *target);

/*
 * Whether the pattern must use each position. Where all items count, as in a sum, every pattern
 * detects a dropped item, and a few positions are enough.
 */
bool wgc_pattern_is_positional(enum wgc_pattern pattern, const struct wgc_pattern_target *target);

#endif
