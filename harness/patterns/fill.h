/*
 * What the fill functions share: the chunk of items that they fill, and how values are stored.
 *
 * Integers are uint64_t, truncated to the type's bits. Floating-point values are bits too, or
 * doubles that the type represents exactly.
 */
#ifndef WGC_PATTERNS_FILL_H
#define WGC_PATTERNS_FILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oracle/real.h"
#include "oracle/values.h"
#include "patterns/patterns.h"
#include "patterns/random.h"

struct wgc_fill {
    enum wgc_pattern pattern;
    struct wgc_call call;
    bool is_float, is_signed, has_init;
    struct wgc_fp_traits fp;       /* the data relies on no more */
    unsigned bits;                 /* of a value */
    int significand, max_exponent; /* floating point: 24 and 127 for float */
    size_t items, total;           /* of the chunk, of the work-group */
    size_t stride;                 /* elements from a value to the next: 1 but in votes */
    size_t chunk, chunks;          /* which chunk, of how many */
    size_t position;               /* the item that this variant is about, less than items */
    size_t variant;                /* different in each chunk */
    size_t group_variant;          /* the same in all chunks */
    struct wgc_random random;      /* different in each chunk */
    struct wgc_random shared;      /* the same start in all chunks: for choices that must agree */
    int exponent;                  /* floating-point sums: all values are multiples of 2^exponent */
    unsigned char *out;            /* the chunk's values */
};

/* Fill the chunk with the pattern f->pattern, one function for each family of functions. */
void wgc_fill_truth(struct wgc_fill *f);
void wgc_fill_broadcast(struct wgc_fill *f);
void wgc_fill_votes(struct wgc_fill *f);   /* predicates in the first of four components */
void wgc_fill_ballots(struct wgc_fill *f); /* four words of bits */
void wgc_fill_equality(struct wgc_fill *f);
void wgc_fill_bits(struct wgc_fill *f);
void wgc_fill_integers(struct wgc_fill *f); /* sums and products */
void wgc_fill_integer_order(struct wgc_fill *f);
void wgc_fill_real_sum(struct wgc_fill *f);
void wgc_fill_real_product(struct wgc_fill *f);
void wgc_fill_real_order(struct wgc_fill *f);
/* The patterns of NaN, infinities, overflow, underflow, subnormal values and zeros. */
void wgc_fill_ieee_sum(struct wgc_fill *f);
void wgc_fill_ieee_product(struct wgc_fill *f);
void wgc_fill_ieee_order(struct wgc_fill *f);

/* In a function of a family: one row a pattern, what fills the chunk with it; others is for
 * patterns without a row. */
typedef void wgc_filler(struct wgc_fill *f);
static inline void wgc_fill_by(wgc_filler *const rows[WGC_PATTERN_COUNT], wgc_filler *others,
                               struct wgc_fill *f)
{
    (rows[f->pattern] != NULL ? rows[f->pattern] : others)(f);
}

static inline void wgc_put(struct wgc_fill *f, size_t i, uint64_t bits)
{
    const size_t bytes = f->bits / 8;
    wgc_value_store(bits, bytes, f->out + i * f->stride * bytes);
}

/* value: one that the type represents exactly. */
static inline void wgc_put_real(struct wgc_fill *f, size_t i, double value)
{
    wgc_real_store(f->call.type, value, f->out, i);
}
void wgc_put_all(struct wgc_fill *f, uint64_t bits);

/* Whether this chunk has the value that only one chunk may have. */
bool wgc_is_chosen(const struct wgc_fill *f);
/* Whether this chunk has the exceptional value of the pattern: every other chunk has, so that a
 * result which leaks into another sub-group is visible there. */
bool wgc_is_exceptional(const struct wgc_fill *f);
/* The item after f->position, or the first. */
size_t wgc_next_place(const struct wgc_fill *f);
/* Another item than f->position, if there is one: the next or a distant one. */
size_t wgc_other_place(const struct wgc_fill *f);
/* True half of the time. */
static inline bool wgc_coin(struct wgc_random *random)
{
    return wgc_random_next(random) >> 63 != 0;
}

/* Integers: the 2^(bits-1) bit, and the type's lowest and highest value. */
static inline uint64_t wgc_top_bit(const struct wgc_fill *f)
{
    return (uint64_t)1 << (f->bits - 1);
}

static inline uint64_t wgc_lowest(const struct wgc_fill *f)
{
    return f->is_signed ? wgc_top_bit(f) : 0;
}

static inline uint64_t wgc_highest(const struct wgc_fill *f)
{
    return f->is_signed ? wgc_top_bit(f) - 1 : wgc_top_bit(f) | (wgc_top_bit(f) - 1);
}

/* A value that is sensitive to some wrong conversion; index counts through the values and wraps. */
uint64_t wgc_sensitive_integer(const struct wgc_fill *f, size_t index);

/* Floating point: bits from a sign, an exponent from 1 - max_exponent to max_exponent (normal
 * values), and the significand's bits after the first. */
static inline uint64_t wgc_real_bits(const struct wgc_fill *f, bool negative, int exponent,
                                     uint64_t fraction)
{
    const int shift = f->significand - 1;
    return (negative ? wgc_top_bit(f) : 0) | (uint64_t)(exponent + f->max_exponent) << shift |
           (fraction & (((uint64_t)1 << shift) - 1));
}

uint64_t wgc_infinity_bits(const struct wgc_fill *f, bool negative);
uint64_t wgc_largest_bits(const struct wgc_fill *f, bool negative);
/* Infinity; the largest number where the device has no infinity. */
uint64_t wgc_outermost_bits(const struct wgc_fill *f, bool negative);
/* A quiet NaN; index counts through signs and payloads and wraps. */
uint64_t wgc_nan_bits(const struct wgc_fill *f, size_t index);
/* A normal value with an exponent from low to high, any sign. */
static inline uint64_t wgc_random_real(struct wgc_fill *f, int low, int high)
{
    enum { SIGN = 1, LEFT = 31 }; /* the sign bit; the bits that are not the exponent */
    const uint64_t next = wgc_random_next(&f->random);
    const uint64_t above = wgc_random_scale(next, (uint64_t)(high - low) + 1);
    const uint64_t fraction = f->significand <= LEFT ? next >> SIGN : wgc_random_next(&f->random);
    return wgc_real_bits(f, (next & SIGN) != 0, low + (int)above, fraction);
}

/*
 * Sums of floating-point values are exact in every order while the magnitudes of all terms of the
 * work-group sum to at most 2^significand units. The initial values of the _INIT kinds get an
 * eighth of that.
 */
int64_t wgc_sum_budget(const struct wgc_fill *f);  /* this chunk's part, in units */
int64_t wgc_init_budget(const struct wgc_fill *f); /* one initial value's */
void wgc_put_units(struct wgc_fill *f, size_t i, int64_t units);
/* An exponent for the unit, well within the range of every type. */
int wgc_mild_exponent(struct wgc_fill *f);
/* Random multiples of the unit within the budget: both signs (0), positive (1) or negative (-1). */
void wgc_put_grid(struct wgc_fill *f, int64_t budget, int sign);

/*
 * Products of floating-point values are exact in every order while all are powers of two and the
 * sum of the positive exponents, and that of the negative ones, is within the type's range. Both
 * signs (0), positive (1) or negative (-1).
 */
void wgc_put_powers(struct wgc_fill *f, int sign);

/* Stores initial value number s of the work-group; exact data stays exact with it. */
void wgc_put_init(struct wgc_fill *f, size_t s);
/* The same for the patterns of wgc_fill_ieee_sum; false: this initial value is as for the other
 * patterns. number: s plus the variant. */
bool wgc_put_ieee_init(struct wgc_fill *f, size_t s, size_t number);

/* ---- variants.c: Which patterns a target has, with how many variants. ---- */

/* The part of a chunk's description that is the same for every pattern and chunk of the target. */
struct wgc_fill wgc_fill_for(const struct wgc_pattern_target *target);

/*
 * Whether the pattern must use each position. Where all items count, as in a sum, every pattern
 * detects a dropped item, and a few positions are enough.
 */
bool wgc_pattern_is_positional(enum wgc_pattern pattern, const struct wgc_pattern_target *target);

/* ---- positions.c: The order in which data patterns use the positions of a group. Pure. ---- */

/*
 * Every number below items once: first the ends, then powers of two and multiples of the usual
 * sub-group sizes with their neighbours, then the rest in random order. NULL without memory;
 * freed with free. items is at least 1.
 */
size_t *wgc_positions(size_t items, uint64_t seed);

#endif
