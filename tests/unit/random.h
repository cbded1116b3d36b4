/* Reproducible random numbers for tests (splitmix64). */
#ifndef WGC_TESTS_RANDOM_H
#define WGC_TESTS_RANDOM_H

#include <stdint.h>

static inline uint64_t random_bits(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* From 0 to below - 1; 0 if below is 0. */
static inline uint64_t random_below(uint64_t *state, uint64_t below)
{
    return below > 0 ? random_bits(state) % below : 0;
}

/* From -1 to 1, with all bits of a double. */
static inline double random_real(uint64_t *state)
{
    return (double)(int64_t)random_bits(state) * 0x1p-63;
}

#endif
