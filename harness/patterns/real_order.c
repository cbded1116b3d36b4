/*
 * Patterns for min and max of floating-point values. Only nan_ignored has NaN, for which only two
 * SPIR-V instructions are defined, and only subnormal has subnormal values, which some devices
 * flush to zero.
 */
#include "patterns/fill.h"

static bool is_max(const struct wgc_fill *f)
{
    return f->call.op == WGC_OP_max;
}

/* Values with exponents from low to high: both signs (0), positive (1) or negative (-1). */
static void put_random(struct wgc_fill *f, int low, int high, int sign)
{
    const uint64_t top = wgc_top_bit(f);
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t bits = wgc_random_real(f, low, high);
        wgc_put(f, i, sign == 0 ? bits : sign > 0 ? bits & ~top : bits | top);
    }
}

static void extreme(struct wgc_fill *f)
{
    put_random(f, -4, 4, 0);
    if (f->variant % 2 == 1) { /* the other extreme, which must not change the result */
        wgc_put(f, wgc_next_place(f), wgc_largest_bits(f, is_max(f)));
    }
    wgc_put(f, f->position, wgc_largest_bits(f, !is_max(f)));
}

/* One item that differs from the rest in the last bit of the significand, or in the sign. */
static void edge(struct wgc_fill *f)
{
    const uint64_t one = wgc_real_bits(f, false, 0, 0);
    const uint64_t normal = wgc_real_bits(f, false, 1 - f->max_exponent, 0);
    const uint64_t pairs[][2] = {
        /* the lower and the upper value */
        {one, one + 1},
        {wgc_top_bit(f) | (one + 1), wgc_top_bit(f) | one},
        {wgc_largest_bits(f, false) - 1, wgc_largest_bits(f, false)},
        {0, normal},
        {wgc_top_bit(f) | normal, 0},
        {normal, normal + 1},
        {wgc_top_bit(f) | one, one},
    };
    const uint64_t *pair = pairs[f->variant % (sizeof pairs / sizeof pairs[0])];
    wgc_put_all(f, pair[!is_max(f)]);
    wgc_put(f, f->position, pair[is_max(f)]);
}

/* Values whose bits count up, negative ones below zero. */
static void ramp(struct wgc_fill *f)
{
    const bool descending = f->pattern == WGC_PATTERN_descending;
    const uint64_t base = wgc_real_bits(f, false, 0, 0);
    const uint64_t step = f->significand == 11 ? 1 : (uint64_t)1 << (f->significand - 13);
    const uint64_t zero = f->variant % 3 == 0 ? f->items / 2 : f->variant % 3 == 1 ? 0 : f->items;
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t index = descending ? f->items - 1 - i : i;
        const uint64_t bits = base + step * (index >= zero ? index - zero : zero - index);
        wgc_put(f, i, index >= zero ? bits : wgc_top_bit(f) | bits);
    }
}

static void equal(struct wgc_fill *f)
{
    const uint64_t values[] = {
        wgc_outermost_bits(f, is_max(f)), /* the identity */
        wgc_outermost_bits(f, !is_max(f)),
        wgc_largest_bits(f, is_max(f)),
        wgc_largest_bits(f, !is_max(f)),
        wgc_real_bits(f, false, 0, ~(uint64_t)0),
        wgc_real_bits(f, true, 0, ~(uint64_t)0),
        0,
        wgc_real_bits(f, is_max(f), 1 - f->max_exponent, 0),
    };
    wgc_put_all(f, values[f->variant % (sizeof values / sizeof values[0])]);
}

static void ties(struct wgc_fill *f)
{
    const uint64_t top = wgc_top_bit(f);
    const uint64_t one = wgc_real_bits(f, false, 0, 0);
    const uint64_t values[] = {0, top, is_max(f) ? top | one : one};
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, values[wgc_random_below(&f->random, f->variant % 2 == 0 ? 3 : 2)]);
    }
}

/* One infinity that decides among finite values, or one that is the identity. */
static void infinity(struct wgc_fill *f)
{
    const bool decides = f->variant % 2 == 0;
    put_random(f, f->max_exponent - 3, f->max_exponent, 0);
    wgc_put(f, f->position, wgc_infinity_bits(f, is_max(f) != decides));
}

/* The largest value among infinities that decide nothing, or an infinity among largest values. */
static void largest(struct wgc_fill *f)
{
    if (f->variant % 2 == 0) {
        wgc_put_all(f, wgc_infinity_bits(f, is_max(f)));
        wgc_put(f, f->position, wgc_largest_bits(f, is_max(f)));
    } else {
        wgc_put_all(f, wgc_largest_bits(f, !is_max(f)));
        wgc_put(f, f->position, wgc_infinity_bits(f, !is_max(f)));
    }
}

static void range(struct wgc_fill *f)
{
    const int end = f->max_exponent - 1;
    switch (f->variant % 4) {
    case 0:
        put_random(f, end - end / 4, end, 0);
        break;
    case 1: /* all small: all zero in a narrower type */
        put_random(f, -end, end / 4 - end, is_max(f) ? -1 : 1);
        break;
    case 2: /* all beyond the range, on the same side: all infinite in a narrower type */
        put_random(f, end - end / 4, end, is_max(f) ? -1 : 1);
        break;
    default:
        put_random(f, -end, end / 4 - end, 0);
    }
}

static void one_sign(struct wgc_fill *f)
{
    put_random(f, -4, 4, f->pattern == WGC_PATTERN_negative ? -1 : 1);
}

static void others(struct wgc_fill *f)
{
    put_random(f, 1 - f->max_exponent, f->max_exponent, 0);
}

void wgc_fill_real_order(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_extreme] = extreme,
        [WGC_PATTERN_edge] = edge,
        [WGC_PATTERN_ascending] = ramp,
        [WGC_PATTERN_descending] = ramp,
        [WGC_PATTERN_negative] = one_sign,
        [WGC_PATTERN_positive] = one_sign,
        [WGC_PATTERN_equal] = equal,
        [WGC_PATTERN_ties] = ties,
        [WGC_PATTERN_infinity] = infinity,
        [WGC_PATTERN_largest] = largest,
        [WGC_PATTERN_range] = range,
        [WGC_PATTERN_nan_ignored] = wgc_fill_ieee_order,
        [WGC_PATTERN_subnormal] = wgc_fill_ieee_order,
    };
    wgc_fill_by(rows, others, f);
}
