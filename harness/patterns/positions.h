/* The order in which data patterns use the positions of a group. Pure. */
#ifndef WGC_PATTERNS_POSITIONS_H
#define WGC_PATTERNS_POSITIONS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Every number below items once: first the ends, then powers of two and multiples of the usual
 * sub-group sizes with their neighbours, then the rest in random order. NULL without memory;
 * freed with free. items is at least 1.
 */
size_t *wgc_positions(size_t items, uint64_t seed);

#endif
