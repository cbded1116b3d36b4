#include "patterns/random.h"

struct wgc_random wgc_random_start(uint64_t seed, uint64_t stream, uint64_t index)
{
    struct wgc_random random = {seed};
    random.state = wgc_random_next(&random) ^ stream;
    random.state = wgc_random_next(&random) ^ index;
    random.state = wgc_random_next(&random);
    return random;
}
