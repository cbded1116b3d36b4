#include "trial/parts.h"

#include "patterns/random.h"

static uint64_t random_of(uint64_t seed, uint64_t stream, uint64_t index)
{
    struct wgc_random random = wgc_random_start(seed, stream, index);
    return wgc_random_next(&random);
}

enum { ROUND_RULES = 5 };

/* The masks, in the order in which they take turns. */
enum mask {
    MASK_EVEN,
    MASK_RANDOM,
    MASK_FIRST,
    MASK_LOW_HALF,
    MASK_ALL_BUT_FIRST,
    MASK_ALL,
    MASK_ODD,
    MASK_LAST,
    MASK_HIGH_HALF,
    MASK_ALL_BUT_LAST,
    MASK_ONE,
    MASK_NONE,
    MASK_COUNT
};

static bool is_in_mask(enum mask mask, uint64_t seed, size_t i, size_t n)
{
    switch (mask) {
    case MASK_EVEN:
        return i % 2 == 0;
    case MASK_ODD:
        return i % 2 == 1;
    case MASK_FIRST:
        return i == 0;
    case MASK_LAST:
        return i + 1 == n;
    case MASK_LOW_HALF:
        return i < (n + 1) / 2;
    case MASK_HIGH_HALF:
        return i >= n / 2;
    case MASK_ALL_BUT_FIRST:
        return i != 0;
    case MASK_ALL_BUT_LAST:
        return i + 1 != n;
    case MASK_ONE:
        return i == random_of(seed, MASK_ONE, 0) % n;
    case MASK_RANDOM:
        return random_of(seed, MASK_RANDOM, i) >> 63 != 0;
    case MASK_NONE:
        return false;
    default:
        return true;
    }
}

/* The number of rounds after which a work-item leaves a loop, from 0 to `slots`. */
static size_t rounds_of(size_t turn, uint64_t seed, size_t i, size_t n, size_t slots)
{
    switch (turn % ROUND_RULES) {
    case 0: /* later and later */
        return i % (slots + 1);
    case 1: /* earlier and earlier */
        return (n - 1 - i) % (slots + 1);
    case 2:
        return (size_t)(random_of(seed, MASK_COUNT, i) % (slots + 1));
    case 3: /* one work-item stays to the end, alone */
        return i == turn / ROUND_RULES % n ? slots : 1;
    default:
        return i < n / 2 ? slots : slots - 1;
    }
}

uint32_t wgc_activity_of_all(size_t slots)
{
    return 0xff | (uint32_t)slots << WGC_ACTIVITY_ROUNDS;
}

uint32_t wgc_activity_word(size_t turn, uint64_t seed, size_t local_id, size_t n, size_t slots)
{
    /* 5 and 12 have no common divisor: in time every pair of masks meets */
    const enum mask first = (enum mask)(turn % MASK_COUNT);
    const enum mask second = (enum mask)((turn * 5 + 3 + turn / MASK_COUNT) % MASK_COUNT);
    uint32_t word = 0;
    word |= is_in_mask(first, seed, local_id, n) ? 1 : 0;
    word |= is_in_mask(second, seed + 1, local_id, n) ? 2 : 0;
    return word | (uint32_t)rounds_of(turn, seed, local_id, n, slots) << WGC_ACTIVITY_ROUNDS;
}

enum { RULES = 8 };

/* Whether the work-item gets its own value for sure. */
static bool asks_itself(const struct wgc_lane_call *call, size_t local_id)
{
    return call->split && (local_id + call->turn) % 2 == 0;
}

/* The active work-item that `local_id` gets a value from, by the turn's rule. */
static size_t source_for(const struct wgc_lane_call *call, size_t local_id)
{
    size_t place = 0; /* of local_id among the active ones */
    if (call->sources == 0) {
        return 0;
    }
    if (asks_itself(call, local_id)) {
        return local_id;
    }
    while (place + 1 < call->sources && call->source[place] < local_id) {
        place++;
    }
    switch (call->turn % RULES) {
    case 0: /* the one before it */
        return call->source[(place + call->sources - 1) % call->sources];
    case 1: /* reversed */
        return call->source[call->sources - 1 - place];
    case 2: /* one for all */
        return call->source[call->turn / RULES % call->sources];
    case 3: /* the neighbour of a pair */
        return call->source[(place ^ 1) < call->sources ? place ^ 1 : place];
    case 4: /* itself */
        return call->source[place];
    case 5: /* the one after it */
        return call->source[(place + 1) % call->sources];
    default:
        return call->source[random_of(call->seed, RULES, local_id) % call->sources];
    }
}

/* A number below `limit`: the turns count through small ones, then take random ones. */
static size_t distance_of(const struct wgc_lane_call *call, size_t limit)
{
    if (limit <= 1 || asks_itself(call, 0)) {
        return 0;
    }
    const size_t turn = call->turn / 2;
    return turn % 3 == 2 ? (size_t)(random_of(call->seed, RULES + 1, 0) % limit)
                         : (turn + 1) % limit;
}

/* The delta of a rotation among `size` places: below it, past it by whole turns and more, and below
 * zero, where only the sums that are not negative are defined in OpenCL C. */
static uint32_t delta_of(const struct wgc_lane_call *call, size_t size)
{
    const size_t distance = distance_of(call, size);
    switch (call->turn % 5) {
    case 2:
        return (uint32_t)(size + distance);
    case 3:
        return (uint32_t)(size * (call->turn % 7 + 1));
    case 4:
        return (uint32_t)0 - (uint32_t)distance;
    default:
        return (uint32_t)distance;
    }
}

uint32_t wgc_lane_argument(const struct wgc_lane_call *call, size_t local_id)
{
    const size_t source = source_for(call, local_id);
    const bool same = call->turn % 3 == 1 && !call->split; /* a distance that is the same for all */
    switch (call->kind) {
    case WGC_KIND_NON_UNIFORM_BROADCAST:
        return (uint32_t)(call->sources == 0 ? 0 : call->source[call->turn % call->sources]);
    case WGC_KIND_ROTATE:
        return delta_of(call, call->max_size);
    case WGC_KIND_CLUSTERED_ROTATE:
        return delta_of(call, call->cluster);
    case WGC_KIND_SHUFFLE_XOR:
        return (uint32_t)(same ? distance_of(call, call->n) : local_id ^ source);
    case WGC_KIND_SHUFFLE_UP:
        return (uint32_t)(same                ? distance_of(call, call->n)
                          : source > local_id ? distance_of(call, local_id + 1)
                                              : local_id - source);
    case WGC_KIND_SHUFFLE_DOWN:
        return (uint32_t)(same                ? distance_of(call, call->n)
                          : source < local_id ? distance_of(call, call->n - local_id)
                                              : source - local_id);
    case WGC_KIND_BALLOT_BIT_EXTRACT:
        return (uint32_t)(call->turn % 4 == 3 ? random_of(call->seed, RULES, local_id) % call->n
                                              : source);
    case WGC_KIND_SHUFFLE:
    case WGC_KIND_BARRIER_LOCAL:
    case WGC_KIND_BARRIER_GLOBAL:
    case WGC_KIND_BROADCAST_FIRST: /* and the following have no argument */
    case WGC_KIND_PROGRESS:
    case WGC_KINDS_WITH_OPERATOR:
    case WGC_KINDS_OF_GROUPS:
    case WGC_KIND_ELECT:
    case WGC_KIND_ALL_EQUAL:
    case WGC_KIND_BALLOT:
    case WGC_KIND_INVERSE_BALLOT:
    case WGC_KIND_BALLOT_BIT_COUNT:
    case WGC_KIND_BALLOT_INCLUSIVE_SCAN:
    case WGC_KIND_BALLOT_EXCLUSIVE_SCAN:
    case WGC_KIND_BALLOT_FIND_LSB:
    case WGC_KIND_BALLOT_FIND_MSB:
    case WGC_KIND_EQ_MASK:
    case WGC_KIND_GE_MASK:
    case WGC_KIND_GT_MASK:
    case WGC_KIND_LE_MASK:
    case WGC_KIND_LT_MASK:
        break;
    }
    return (uint32_t)source;
}
