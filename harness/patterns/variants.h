/* Which patterns a target has, and what they are like. Pure. */
#ifndef WGC_PATTERNS_VARIANTS_H
#define WGC_PATTERNS_VARIANTS_H

#include "patterns/fill.h"
#include "patterns/patterns.h"

/* What functions have in common whose data is made alike: a bit each. */
enum wgc_pattern_family {
    WGC_FAMILY_PREDICATE = 1,
    WGC_FAMILY_LOGICAL = 2,
    WGC_FAMILY_BROADCAST = 4,
    WGC_FAMILY_ADD = 8,
    WGC_FAMILY_MIN = 16,
    WGC_FAMILY_MAX = 32,
    WGC_FAMILY_MUL = 64,
    WGC_FAMILY_BITWISE = 128
};
enum wgc_pattern_family wgc_pattern_family(const struct wgc_call *call);

/* All of a chunk's description that is the same for every pattern and chunk of the target. */
struct wgc_fill wgc_fill_for(const struct wgc_pattern_target *target);

/*
 * Whether each position has to have its turn. Where all items count, as in a sum, every pattern
 * shows an item that is dropped, and a few positions are enough.
 */
bool wgc_pattern_is_positional(enum wgc_pattern pattern, const struct wgc_pattern_target *target);

#endif
