/*
 * The data patterns of suite/patterns.def: the input of one work-group. Pure, and the same bytes
 * from the same arguments on every machine.
 *
 * The sub-groups of a work-group are not known beforehand. The data of a function of sub-groups is
 * made for chunks of the likely sub-group size, and is exact (mode EXACT) for every other partition
 * of the work-group too.
 */
#ifndef WGC_PATTERNS_PATTERNS_H
#define WGC_PATTERNS_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oracle/oracle.h"

enum wgc_pattern {
#define WGC_PATTERN(id, ops, classes, mode, needs, count, data, why) WGC_PATTERN_##id,
#include "suite/patterns.def"
#undef WGC_PATTERN
    WGC_PATTERN_COUNT
};

const char *wgc_pattern_name(enum wgc_pattern pattern);
/* The bits of CL_DEVICE_*_FP_CONFIG that the pattern of this name needs; 0 for none. */
unsigned wgc_pattern_fp_config(const char *name);
/* Whether all data of the pattern of this name has a NaN among other values; false for an unknown
 * name, or NULL. */
bool wgc_pattern_has_nan(const char *name);
/* Whether results depend on the order of evaluation: they are judged by an interval. */
bool wgc_pattern_rounds(enum wgc_pattern pattern);

/* What the data is for. */
struct wgc_pattern_target {
    struct wgc_call call;
    /* Sizes count the components of values, which are items of their own here. */
    size_t items; /* of the work-group, at least 1 */
    size_t chunk; /* the likely number of items of a group, 1 to items; less than items only for
                     functions of sub-groups */
    size_t roots; /* broadcasts: the root is less than this; 1 to chunk */
    struct wgc_fp_traits fp; /* floating point: the data relies on no more */
    bool skips_nan;          /* min and max: a NaN and a number have a defined result, the number */
};

/* One work-group's data. */
struct wgc_pattern_instance {
    enum wgc_pattern pattern;
    size_t variant;
    size_t root; /* broadcasts: the root's index in its chunk; in chunk c it is
                    (root + c) % the chunk's items */
};

/* The number of variants of a pattern for the target; 0 where the pattern does not apply. */
size_t wgc_pattern_variants(enum wgc_pattern pattern, const struct wgc_pattern_target *target);

/* The number of variants of all patterns: later instances are random. */
size_t wgc_patterns_count(const struct wgc_pattern_target *target);

/* Whether two targets have the same instances with the same values. For an operator that rounds,
 * only if both or neither have initial values. */
bool wgc_patterns_equal(const struct wgc_pattern_target *a, const struct wgc_pattern_target *b);

/* All data for a target, the most useful first. */
struct wgc_patterns;
/* NULL without memory. */
struct wgc_patterns *wgc_patterns_create(const struct wgc_pattern_target *target, uint64_t seed);
void wgc_patterns_free(struct wgc_patterns *patterns);
/* The next instance; there is always one. */
struct wgc_pattern_instance wgc_patterns_next(struct wgc_patterns *patterns);

/*
 * Fills values, as many as the target has items. inits: NULL, or, for the _INIT kinds,
 * as many initial values as the target has items (sub-group s uses number s); exact data stays
 * exact with them.
 */
void wgc_patterns_fill(const struct wgc_patterns *patterns,
                       const struct wgc_pattern_instance *instance, void *values, void *inits);

#endif
