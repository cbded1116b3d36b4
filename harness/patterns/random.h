/* Pseudo-random numbers (splitmix64): the same from the same seed on every machine. Pure. */
#ifndef WGC_PATTERNS_RANDOM_H
#define WGC_PATTERNS_RANDOM_H

#include <stdint.h>

struct wgc_random {
    uint64_t state;
};

/* A start that depends on every bit of seed, stream and index. */
struct wgc_random wgc_random_start(uint64_t seed, uint64_t stream, uint64_t index);
uint64_t wgc_random_next(struct wgc_random *random);
/* From 0 to bound - 1; 0 for a bound of 0. */
uint64_t wgc_random_below(struct wgc_random *random, uint64_t bound);

#endif
