/* Which patterns a target has, with how many variants. Pure. */
#ifndef WGC_PATTERNS_VARIANTS_H
#define WGC_PATTERNS_VARIANTS_H

#include "patterns/fill.h"
#include "patterns/patterns.h"

/* Families of functions that share data, as bits. */
enum wgc_pattern_family {
    WGC_FAMILY_PREDICATE = 1,
    WGC_FAMILY_LOGICAL = 2,
    WGC_FAMILY_BROADCAST = 4,
    WGC_FAMILY_ADD = 8,
    WGC_FAMILY_MIN = 16,
    WGC_FAMILY_MAX = 32,
    WGC_FAMILY_MUL = 64,
    WGC_FAMILY_BITWISE = 128,
    WGC_FAMILY_EQUALITY = 256, /* whether all values are equal */
    WGC_FAMILY_BALLOT = 512    /* values that are the bits of a ballot */
};
enum wgc_pattern_family wgc_pattern_family(const struct wgc_call *call);

/* The part of a chunk's description that is the same for every pattern and chunk of the target. */
struct wgc_fill wgc_fill_for(const struct wgc_pattern_target *target);

/*
 * Whether the pattern must use each position. Where all items count, as in a sum, every pattern
 * detects a dropped item, and a few positions are enough.
 */
bool wgc_pattern_is_positional(enum wgc_pattern pattern, const struct wgc_pattern_target *target);

#endif
