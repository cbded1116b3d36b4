/* The functions whose results depend on the sub-group local ids of the active work-items. */
#include <math.h>
#include <string.h>

#include "oracle/oracle.h"
#include "oracle/real.h"
#include "oracle/values.h"

enum { BALLOT_WORDS = 4, WORD_BITS = 32, BALLOT_BITS = BALLOT_WORDS * WORD_BITS };

/* One sub-group's call. */
struct lanes_call {
    const struct wgc_call *call;
    const struct wgc_lanes *lanes;
    const char *x;
    size_t bytes; /* of a value */
    size_t first; /* the active work-item with the least local id, or n */
};

static bool is_active(const struct wgc_lanes *lanes, size_t i)
{
    return i < lanes->n && (lanes->active == NULL || lanes->active[i]);
}

static size_t first_active(const struct wgc_lanes *lanes)
{
    size_t i = 0;
    while (i < lanes->n && !is_active(lanes, i)) {
        i++;
    }
    return i;
}

static uint32_t argument_of(const struct lanes_call *in, size_t i)
{
    const uint32_t *argument = in->lanes->argument;
    if (argument == NULL) {
        return 0;
    }
    return argument[wgc_kind_argument(in->call->kind) == WGC_ARGUMENT_UNIFORM ? in->first : i];
}

/* Stores a number in each component of a value. */
static bool put_number(const struct lanes_call *in, uint64_t number, char *to)
{
    const size_t bytes = wgc_type_info(in->call->type)->bytes;
    for (size_t c = 0; c < wgc_call_width(in->call); c++) {
        if (wgc_type_info(in->call->type)->value_class == WGC_FLOAT) {
            wgc_real_store(in->call->type, (double)number, to, c);
        } else {
            wgc_value_store(number, bytes, to + c * bytes);
        }
    }
    return true;
}

/* -- ballots: values of four words, of which bit i belongs to local id i -- */

static bool bit_of(const char *ballot, size_t i)
{
    uint32_t word = 0;
    if (i < BALLOT_BITS) {
        memcpy(&word, ballot + i / WORD_BITS * sizeof word, sizeof word);
    }
    return (word >> i % WORD_BITS & 1) != 0;
}

/* Stores a ballot with the bits from `from` on to before `end`. */
static bool put_mask(size_t from, size_t end, char *to)
{
    for (size_t w = 0; w < BALLOT_WORDS; w++) {
        uint32_t word = 0;
        for (size_t b = w * WORD_BITS; b < (w + 1) * WORD_BITS; b++) {
            word |= b >= from && b < end ? UINT32_C(1) << b % WORD_BITS : 0;
        }
        memcpy(to + w * sizeof word, &word, sizeof word);
    }
    return true;
}

/* Stores a bit for each active work-item whose predicate, the first component, is not zero. */
static bool put_ballot(const struct lanes_call *in, char *to)
{
    uint32_t word[BALLOT_WORDS] = {0};
    for (size_t i = 0; i < in->lanes->n && i < BALLOT_BITS; i++) {
        uint32_t predicate;
        memcpy(&predicate, in->x + i * in->bytes, sizeof predicate);
        word[i / WORD_BITS] |=
            is_active(in->lanes, i) && predicate != 0 ? UINT32_C(1) << i % WORD_BITS : 0;
    }
    memcpy(to, word, sizeof word);
    return true;
}

/* The number of bits below `end` that are set, the least and the greatest of them. */
struct bits {
    size_t count, least, greatest;
};

/* Of the active work-items of lanes, or where that is NULL, of all. */
static struct bits bits_of(const struct wgc_lanes *lanes, const char *ballot, size_t end)
{
    struct bits bits = {0, 0, 0};
    for (size_t i = 0; i < end && i < BALLOT_BITS; i++) {
        if (bit_of(ballot, i) && (lanes == NULL || is_active(lanes, i))) {
            bits.least = bits.count == 0 ? i : bits.least;
            bits.greatest = i;
            bits.count++;
        }
    }
    return bits;
}

static struct bits bits_below(const char *ballot, size_t end)
{
    return bits_of(NULL, ballot, end);
}

/* -- values of other work-items -- */

/*
 * The place in a row of `size` that the sum of place and delta names, or `size` where the standard
 * names none: OpenCL C's remainder of a negative sum, SPIR-V's mask of another size than a power of
 * two.
 */
static size_t rotated(const struct wgc_lanes *lanes, size_t place, uint32_t delta, size_t size)
{
    const int64_t sum = (int64_t)place + (int32_t)delta;

    if (lanes->spirv) {
        return size == 0 || (size & (size - 1)) != 0 ? size : (size_t)sum & (size - 1);
    }
    return size == 0 || sum < 0 ? size : (size_t)sum % size;
}

/* The local id whose value the work-item gets; n where there is none. */
static size_t source_of(const struct lanes_call *in, size_t own)
{
    const uint32_t argument = argument_of(in, own);
    const size_t cluster = in->call->cluster, max_size = in->lanes->max_size;
    size_t place;
    switch (in->call->kind) {
    case WGC_KIND_BROADCAST_FIRST:
        return in->first;
    case WGC_KIND_PROGRESS:
        return own;
    case WGC_KIND_SHUFFLE_XOR:
        return own ^ argument;
    case WGC_KIND_SHUFFLE_UP:
        return argument > own ? in->lanes->n : own - argument;
    case WGC_KIND_SHUFFLE_DOWN:
        return own + argument;
    case WGC_KIND_ROTATE:
        place = rotated(in->lanes, own, argument, max_size);
        return place == max_size ? in->lanes->n : place;
    case WGC_KIND_CLUSTERED_ROTATE:
        place = rotated(in->lanes, own % cluster, argument, cluster);
        return place == cluster ? in->lanes->n : own / cluster * cluster + place;
    case WGC_KIND_SHUFFLE:
    case WGC_KIND_NON_UNIFORM_BROADCAST:
    case WGC_KIND_BARRIER_LOCAL:
    case WGC_KIND_BARRIER_GLOBAL:
        return argument;
    case WGC_KINDS_WITH_OPERATOR: /* of these nothing is handed over */
    case WGC_KINDS_OF_GROUPS:
    case WGC_KINDS_OF_BALLOTS:
        break;
    }
    return in->lanes->n;
}

static bool copy_value(const struct lanes_call *in, size_t own, char *to)
{
    const size_t source = source_of(in, own);
    if (!is_active(in->lanes, source)) {
        return false;
    }
    memcpy(to, in->x + source * in->bytes, in->bytes);
    return true;
}

/* -- votes -- */

/* Integers are equal by their bits, floating-point values by value; no NaN equals another value. */
static bool same_value(const struct lanes_call *in, size_t a, size_t b)
{
    if (wgc_type_info(in->call->type)->value_class != WGC_FLOAT) {
        return memcmp(in->x + a * in->bytes, in->x + b * in->bytes, in->bytes) == 0;
    }
    return wgc_real_load(in->call->type, in->x, a) == wgc_real_load(in->call->type, in->x, b);
}

static bool is_nan(const struct lanes_call *in, size_t i)
{
    return wgc_type_info(in->call->type)->value_class == WGC_FLOAT &&
           isnan(wgc_real_load(in->call->type, in->x, i));
}

/* A single active work-item with a NaN may be equal to itself or not: implementations differ. */
static bool all_equal(const struct lanes_call *in, char *to)
{
    size_t active = 0;
    bool equal = true;
    for (size_t i = in->first; i < in->lanes->n; i++) {
        active += is_active(in->lanes, i);
        equal = equal && (!is_active(in->lanes, i) || same_value(in, in->first, i));
    }
    put_number(in, equal, to);
    return active > 1 || !is_nan(in, in->first);
}

/*
 * Whether the bits that count are the same for whoever reads SPIR-V's rule, "considering only the
 * bits in Value required to represent all bits of the scope restricted tangle", in another way: as
 * those of the active work-items, of all, or as OpenCL C does, those below the maximum size.
 */
static bool is_agreed(const struct lanes_call *in, const char *ballot, size_t end)
{
    const struct bits bits = bits_below(ballot, end), own = bits_of(in->lanes, ballot, end);
    if (!in->lanes->spirv) {
        return true;
    }
    if (in->call->kind == WGC_KIND_BALLOT_FIND_LSB) {
        return own.count > 0 && own.least == bits.least;
    }
    if (in->call->kind == WGC_KIND_BALLOT_FIND_MSB) {
        return own.count > 0 && own.greatest == bits.greatest;
    }
    return own.count == bits.count;
}

/* Whether the bits of a mask past the work-items are known: OpenCL C has those below the maximum
 * size, SPIR-V leaves them to the client API. */
static bool has_known_end(const struct lanes_call *in)
{
    return !in->lanes->spirv || in->lanes->n >= in->lanes->max_size;
}

/* Whether the bit of a work-item is set: "if no bits representing predicate values from all work
 * items in the sub-group are set", the least and the greatest are undefined. */
static bool has_bit(const struct lanes_call *in, const char *ballot)
{
    return bits_below(ballot, in->lanes->n).count > 0;
}

/* A ballot has a bit for each of 128 work-items: of larger sub-groups no text defines one. */
static bool has_ballot(enum wgc_kind kind)
{
    switch (kind) {
    case WGC_KINDS_OF_BALLOTS:
        return kind != WGC_KIND_ELECT && kind != WGC_KIND_ALL_EQUAL;
    case WGC_KINDS_OF_COPIES:
    case WGC_KINDS_WITH_OPERATOR:
    case WGC_KINDS_OF_GROUPS:
        break;
    }
    return false;
}

/* The result of work-item `own`; false where it is undefined. */
static bool expect(const struct lanes_call *in, size_t own, char *to)
{
    const char *ballot = in->x + own * in->bytes;
    const size_t index = argument_of(in, own), max_size = in->lanes->max_size;
    struct bits bits = {0};
    switch (in->call->kind) {
    case WGC_KIND_ELECT:
        return put_number(in, own == in->first, to);
    case WGC_KIND_ALL_EQUAL:
        return all_equal(in, to);
    case WGC_KIND_BALLOT:
        return put_ballot(in, to);
    case WGC_KIND_EQ_MASK:
        return put_mask(own, own + 1, to);
    case WGC_KIND_GE_MASK:
        return put_mask(own, max_size, to) && has_known_end(in);
    case WGC_KIND_GT_MASK:
        return put_mask(own + 1, max_size, to) && has_known_end(in);
    case WGC_KIND_LE_MASK:
        return put_mask(0, own + 1, to);
    case WGC_KIND_LT_MASK:
        return put_mask(0, own, to);
    case WGC_KIND_INVERSE_BALLOT:
        return put_number(in, bit_of(ballot, own), to);
    case WGC_KIND_BALLOT_BIT_EXTRACT:
        return put_number(in, bit_of(ballot, index), to) && index < in->lanes->n;
    case WGC_KIND_BALLOT_BIT_COUNT:
        return put_number(in, bits_below(ballot, max_size).count, to) &&
               is_agreed(in, ballot, max_size);
    case WGC_KIND_BALLOT_INCLUSIVE_SCAN:
        return put_number(in, bits_below(ballot, own + 1).count, to) &&
               is_agreed(in, ballot, own + 1);
    case WGC_KIND_BALLOT_EXCLUSIVE_SCAN:
        return put_number(in, bits_below(ballot, own).count, to) && is_agreed(in, ballot, own);
    case WGC_KIND_BALLOT_FIND_LSB:
        bits = bits_below(ballot, max_size);
        return put_number(in, bits.least, to) && has_bit(in, ballot) &&
               is_agreed(in, ballot, max_size);
    case WGC_KIND_BALLOT_FIND_MSB:
        bits = bits_below(ballot, max_size);
        return put_number(in, bits.greatest, to) && has_bit(in, ballot) &&
               is_agreed(in, ballot, max_size);
    case WGC_KINDS_OF_COPIES:
        return copy_value(in, own, to);
    case WGC_KINDS_WITH_OPERATOR: /* do not depend on local ids */
    case WGC_KINDS_OF_GROUPS:
        break;
    }
    return false;
}

bool wgc_oracle_known_bits(const struct wgc_call *call, const struct wgc_lanes *lanes, size_t own,
                           void *set, void *open)
{
    const bool is_mask = call->kind == WGC_KIND_GE_MASK || call->kind == WGC_KIND_GT_MASK;
    const size_t first = own + (call->kind == WGC_KIND_GT_MASK);
    if (!is_mask || !lanes->spirv || lanes->n > BALLOT_BITS) {
        return false;
    }
    return put_mask(first, lanes->n, set) && put_mask(lanes->n, BALLOT_BITS, open);
}

bool wgc_oracle_known_of(const struct wgc_call *call, const struct wgc_lanes *lanes, size_t own,
                         const void *found, void *expected)
{
    uint32_t set[BALLOT_WORDS], open[BALLOT_WORDS], value[BALLOT_WORDS];
    if (!wgc_oracle_known_bits(call, lanes, own, set, open)) {
        return false;
    }
    memcpy(value, found, sizeof value);
    for (size_t w = 0; w < BALLOT_WORDS; w++) {
        value[w] = set[w] | (value[w] & open[w]);
    }
    memcpy(expected, value, sizeof value);
    return true;
}

void wgc_oracle_lanes(const struct wgc_call *call, const struct wgc_lanes *lanes, const void *x,
                      void *expected, bool *defined)
{
    const struct lanes_call in = {call, lanes, x, wgc_call_bytes(call), first_active(lanes)};
    const bool has_bits = !has_ballot(call->kind) || lanes->n <= BALLOT_BITS;
    const size_t end = lanes->spirv ? wgc_spirv_determined(call, lanes->n) : lanes->n;
    for (size_t i = 0; i < lanes->n; i++) {
        uint64_t value[16];
        defined[i] = has_bits && i < end && is_active(lanes, i) && expect(&in, i, (char *)value);
        if (defined[i]) {
            memcpy((char *)expected + i * in.bytes, value, in.bytes);
        }
    }
}
