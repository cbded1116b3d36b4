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
static void put_number(const struct lanes_call *in, uint64_t number, char *to)
{
    const size_t bytes = wgc_type_info(in->call->type)->bytes;
    for (size_t c = 0; c < wgc_call_width(in->call); c++) {
        if (wgc_type_info(in->call->type)->value_class == WGC_FLOAT) {
            wgc_real_store(in->call->type, (double)number, to, c);
        } else {
            wgc_value_store(number, bytes, to + c * bytes);
        }
    }
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

/* Whether bit i is set in the result of a function that gives a ballot to work-item `own`. */
static bool is_set(const struct lanes_call *in, size_t own, size_t i)
{
    uint32_t predicate = 0;
    switch (in->call->kind) {
    case WGC_KIND_BALLOT: /* the predicate is the first component */
        if (is_active(in->lanes, i)) {
            memcpy(&predicate, in->x + i * in->bytes, sizeof predicate);
        }
        return predicate != 0;
    case WGC_KIND_EQ_MASK:
        return i == own;
    case WGC_KIND_GE_MASK:
        return i >= own && i < in->lanes->max_size;
    case WGC_KIND_GT_MASK:
        return i > own && i < in->lanes->max_size;
    case WGC_KIND_LE_MASK:
        return i <= own;
    default: /* LT_MASK */
        return i < own;
    }
}

static void put_ballot(const struct lanes_call *in, size_t own, char *to)
{
    for (size_t w = 0; w < BALLOT_WORDS; w++) {
        uint32_t word = 0;
        for (size_t b = 0; b < WORD_BITS; b++) {
            word |= is_set(in, own, w * WORD_BITS + b) ? UINT32_C(1) << b : 0;
        }
        memcpy(to + w * sizeof word, &word, sizeof word);
    }
}

/* The number of bits below `end` that are set, the least and the greatest of them. */
struct bits {
    size_t count, least, greatest;
};

static struct bits bits_below(const char *ballot, size_t end)
{
    struct bits bits = {0, 0, 0};
    for (size_t i = 0; i < end && i < BALLOT_BITS; i++) {
        if (bit_of(ballot, i)) {
            bits.least = bits.count == 0 ? i : bits.least;
            bits.greatest = i;
            bits.count++;
        }
    }
    return bits;
}

/* The kinds that take a ballot; false where the result is undefined. */
static bool read_ballot(const struct lanes_call *in, size_t own, char *to)
{
    const char *ballot = in->x + own * in->bytes;
    const size_t index = argument_of(in, own);
    size_t end = in->lanes->max_size;
    switch (in->call->kind) {
    case WGC_KIND_INVERSE_BALLOT:
        put_number(in, bit_of(ballot, own), to);
        return true;
    case WGC_KIND_BALLOT_BIT_EXTRACT:
        put_number(in, bit_of(ballot, index), to);
        return index < in->lanes->n;
    case WGC_KIND_BALLOT_INCLUSIVE_SCAN:
        end = own + 1;
        break;
    case WGC_KIND_BALLOT_EXCLUSIVE_SCAN:
        end = own;
        break;
    default:
        break;
    }
    const struct bits bits = bits_below(ballot, end);
    const bool finds =
        in->call->kind == WGC_KIND_BALLOT_FIND_LSB || in->call->kind == WGC_KIND_BALLOT_FIND_MSB;
    put_number(in,
               in->call->kind == WGC_KIND_BALLOT_FIND_LSB   ? bits.least
               : in->call->kind == WGC_KIND_BALLOT_FIND_MSB ? bits.greatest
                                                            : bits.count,
               to);
    return !finds || bits.count > 0;
}

/* -- values of other work-items -- */

/* The local id whose value the work-item gets. */
static size_t source_of(const struct lanes_call *in, size_t own)
{
    const size_t argument = argument_of(in, own), cluster = in->call->cluster;
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
        return in->lanes->max_size == 0 ? in->lanes->n : (own + argument) % in->lanes->max_size;
    case WGC_KIND_CLUSTERED_ROTATE:
        return own / cluster * cluster + (own % cluster + argument) % cluster;
    default: /* SHUFFLE, NON_UNIFORM_BROADCAST, barriers */
        return argument;
    }
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

static bool expect(const struct lanes_call *in, size_t own, char *to)
{
    switch (in->call->kind) {
    case WGC_KIND_ELECT:
        put_number(in, own == in->first, to);
        return true;
    case WGC_KIND_ALL_EQUAL:
        return all_equal(in, to);
    case WGC_KIND_BALLOT:
    case WGC_KIND_EQ_MASK:
    case WGC_KIND_GE_MASK:
    case WGC_KIND_GT_MASK:
    case WGC_KIND_LE_MASK:
    case WGC_KIND_LT_MASK:
        put_ballot(in, own, to);
        return true;
    case WGC_KIND_INVERSE_BALLOT:
    case WGC_KIND_BALLOT_BIT_EXTRACT:
    case WGC_KIND_BALLOT_BIT_COUNT:
    case WGC_KIND_BALLOT_INCLUSIVE_SCAN:
    case WGC_KIND_BALLOT_EXCLUSIVE_SCAN:
    case WGC_KIND_BALLOT_FIND_LSB:
    case WGC_KIND_BALLOT_FIND_MSB:
        return read_ballot(in, own, to);
    default:
        return copy_value(in, own, to);
    }
}

void wgc_oracle_lanes(const struct wgc_call *call, const struct wgc_lanes *lanes, const void *x,
                      void *expected, bool *defined)
{
    const struct lanes_call in = {call, lanes, x, wgc_call_bytes(call), first_active(lanes)};
    for (size_t i = 0; i < lanes->n; i++) {
        uint64_t value[16];
        defined[i] = is_active(lanes, i) && expect(&in, i, (char *)value);
        if (defined[i]) {
            memcpy((char *)expected + i * in.bytes, value, in.bytes);
        }
    }
}
