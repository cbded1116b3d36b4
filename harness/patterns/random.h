/* Pseudo-random numbers (splitmix64): the same from the same seed on every machine. Pure. */
#ifndef WGC_PATTERNS_RANDOM_H
#define WGC_PATTERNS_RANDOM_H

#include <stdint.h>

struct wgc_random {
    uint64_t state;
};

/* A start that depends on every bit of seed, stream and index. */
struct wgc_random wgc_random_start(uint64_t seed, uint64_t stream, uint64_t index);

static inline uint64_t wgc_random_next(struct wgc_random *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* From 0 to bound - 1, from the high bits of a random number; 0 for a bound of 0. A multiplication
 * takes a tenth of the time of a division. */
static inline uint64_t wgc_random_scale(uint64_t next, uint64_t bound)
{
    const uint64_t high = next >> 32, low = next & UINT32_MAX;
    const uint64_t bound_high = bound >> 32, bound_low = bound & UINT32_MAX;
    const uint64_t middle = high * bound_low + (low * bound_low >> 32);
    return bound_high == 0 ? high * bound_low >> 32
                           : high * bound_high + (middle >> 32) +
                                 ((low * bound_high + (middle & UINT32_MAX)) >> 32);
}

/* From 0 to bound - 1; 0 for a bound of 0. */
static inline uint64_t wgc_random_below(struct wgc_random *random, uint64_t bound)
{
    return wgc_random_scale(wgc_random_next(random), bound);
}

#endif
