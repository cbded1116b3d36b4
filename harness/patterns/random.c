#include "patterns/random.h"

uint64_t wgc_random_next(struct wgc_random *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

struct wgc_random wgc_random_start(uint64_t seed, uint64_t stream, uint64_t index)
{
    struct wgc_random random = {seed};
    random.state = wgc_random_next(&random) ^ stream;
    random.state = wgc_random_next(&random) ^ index;
    random.state = wgc_random_next(&random);
    return random;
}

uint64_t wgc_random_below(struct wgc_random *random, uint64_t bound)
{
    return bound == 0 ? 0 : wgc_random_next(random) % bound;
}
