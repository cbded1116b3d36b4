/*
 * The data patterns of suite/patterns.def: what stands in the input of one work-group. Pure, and
 * the same bytes from the same arguments on every machine.
 *
 * A function of sub-groups works on parts of a work-group that nobody knows beforehand. Its data is
 * made for chunks of the size that sub-groups are likely to have, and it is exact (mode EXACT) for
 * every other partition of the work-group too.
 */
#ifndef WGC_PATTERNS_PATTERNS_H
#define WGC_PATTERNS_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oracle/oracle.h"

enum wgc_pattern {
#define WGC_PATTERN(id, ops, classes, mode, needs, count, why) WGC_PATTERN_##id,
#include "suite/patterns.def"
#undef WGC_PATTERN
    WGC_PATTERN_COUNT
};

const char *wgc_pattern_name(enum wgc_pattern pattern);
const char *wgc_pattern_why(enum wgc_pattern pattern);
/* The bits of CL_DEVICE_*_FP_CONFIG that the pattern of this name is made for; 0 for all others. */
unsigned wgc_pattern_fp_config(const char *name);
/* Whether its results depend on the order of evaluation, so that an interval is right. */
bool wgc_pattern_rounds(enum wgc_pattern pattern);

/* What the data is for. */
struct wgc_pattern_target {
    struct wgc_call call;
    size_t items; /* of the work-group, at least 1 */
    size_t chunk; /* items that the function is likely to work on at once, 1 to items; less than
                     items only for functions of sub-groups */
    size_t roots; /* broadcasts: the root is less than this; 1 to chunk */
    struct wgc_fp_traits fp; /* floating point: what the data may count on */
    bool skips_nan;          /* min and max: a NaN beside a number is defined, and ignored */
};

/* One work-group's data. */
struct wgc_pattern_instance {
    enum wgc_pattern pattern;
    size_t variant;
    size_t root; /* broadcasts: the root's place in its chunk; in chunk c it is
                    (root + c) % the chunk's items */
};

/* The number of variants that the target has of a pattern; 0 where it makes no sense. */
size_t wgc_pattern_variants(enum wgc_pattern pattern, const struct wgc_pattern_target *target);

/* The sum of all patterns' variants: after so many instances, only random ones follow. */
size_t wgc_patterns_count(const struct wgc_pattern_target *target);

/* Whether two targets have the same instances with the same values; of an operator that rounds, if
 * they agree in having initial values. */
bool wgc_patterns_alike(const struct wgc_pattern_target *a, const struct wgc_pattern_target *b);

/* All the data for a target, in the order in which it is worth most. */
struct wgc_patterns;
/* NULL without memory. */
struct wgc_patterns *wgc_patterns_create(const struct wgc_pattern_target *target, uint64_t seed);
void wgc_patterns_free(struct wgc_patterns *patterns);
/* The next instance; there is always one. */
struct wgc_pattern_instance wgc_patterns_next(struct wgc_patterns *patterns);

/*
 * Fills values, as many as the target has items. inits: NULL, or as many initial values as the
 * target has items (sub-group s will use number s), which keep exact data exact; only for the _INIT
 * kinds.
 */
void wgc_patterns_fill(const struct wgc_patterns *patterns,
                       const struct wgc_pattern_instance *instance, void *values, void *inits);

#endif
