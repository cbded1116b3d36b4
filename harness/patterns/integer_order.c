/* Patterns for min and max of integers. */
#include "patterns/fill.h"

static bool is_max(const struct wgc_fill *f)
{
    return f->call.op == WGC_OP_max;
}

/* The value that wins against all others, or the one that loses. */
static uint64_t winner(const struct wgc_fill *f, bool wins)
{
    return is_max(f) == wins ? wgc_highest(f) : wgc_lowest(f);
}

/* In the middle half of the type's range. */
static uint64_t middling(struct wgc_fill *f)
{
    const uint64_t quarter = wgc_top_bit(f) >> 1;
    const uint64_t some = wgc_random_next(&f->random) & (wgc_top_bit(f) - 1);
    return wgc_lowest(f) + quarter + some;
}

static void extreme(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, middling(f));
    }
    if (f->variant % 2 == 1) { /* the other extreme, which must not change the result */
        wgc_put(f, wgc_next_place(f), winner(f, false));
    }
    wgc_put(f, f->position, winner(f, true));
}

/* Pairs v - 1, v whose boundary some wrong comparison misplaces. */
static void edge(struct wgc_fill *f)
{
    const uint64_t top = wgc_top_bit(f);
    const uint64_t uppers[] = {
        f->is_signed ? 0 : top, /* -1 and 0; the sign bit */
        f->bits > 32 ? (uint64_t)1 << 32 : (uint64_t)1 << (f->bits / 2),
        f->bits > 32 ? 0x20000000000001u : wgc_highest(f) - 1,
        f->bits > 32 ? 0x80000000u : 1,
        wgc_highest(f),
        wgc_lowest(f) + 1,
        f->bits > 32 ? top - 0x7fffffffu : 2,
    };
    const uint64_t upper = uppers[f->variant % (sizeof uppers / sizeof uppers[0])];
    wgc_put_all(f, is_max(f) ? upper - 1 : upper);
    wgc_put(f, f->position, is_max(f) ? upper : upper - 1);
}

static void ramp(struct wgc_fill *f)
{
    const bool descending = f->pattern == WGC_PATTERN_descending;
    uint64_t start = 1, step = 1;
    if (f->variant % 3 == 0) { /* across the boundary between the signs */
        start = (f->is_signed ? 0 : wgc_top_bit(f)) - f->items / 2;
    } else if (f->variant % 3 == 2) { /* from end to end */
        start = wgc_lowest(f);
        step = (wgc_highest(f) - wgc_lowest(f)) / f->items;
    }
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, start + step * (descending ? f->items - 1 - i : i));
    }
}

/* Values on one side of the sign bit: near zero, near the end, anywhere. */
static void one_side(struct wgc_fill *f)
{
    const bool negative = f->pattern == WGC_PATTERN_negative;
    const uint64_t most = wgc_top_bit(f) - 1;
    for (size_t i = 0; i < f->items; i++) {
        uint64_t value = wgc_random_next(&f->random);
        value = f->variant % 3 == 2 ? value & most : value % 100;
        if (f->variant % 3 == 1) {
            value = most - 1 - value;
        }
        wgc_put(f, i, negative ? (uint64_t)0 - 1 - value : value + (f->variant % 3 != 2));
    }
}

static void sign(struct wgc_fill *f)
{
    const uint64_t top = wgc_top_bit(f);
    const uint64_t values[] = {top, top - 1, 0, ~(uint64_t)0, 1, top + 1, top - 2, ~(uint64_t)1};
    const bool narrow = f->bits > 32 && f->variant % 3 == 1;
    for (size_t i = 0; i < f->items; i++) {
        uint64_t value = values[wgc_random_below(&f->random, 8)];
        if (narrow) { /* the same at the sign of 32 bits */
            value = value >> 32 | (value & 1);
        }
        /* or one small value among high ones, or the reverse */
        if (f->variant % 3 == 2) {
            value = (i == f->position) == is_max(f) ? top + value % 9 : 1 + value % 9;
        }
        wgc_put(f, i, value);
    }
}

static void one_half(struct wgc_fill *f)
{
    const bool high = f->pattern == WGC_PATTERN_high_half;
    const uint64_t same = wgc_random_next(&f->random) >> 32;
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t half = wgc_random_next(&f->random) >> 32;
        /* the low half has the opposite order, or none */
        const uint64_t low = f->variant % 2 == 0 ? ~half & 0xffffffffu : same;
        wgc_put(f, i, high ? half << 32 | low : same << 32 | half);
    }
}

static void equal(struct wgc_fill *f)
{
    /* first the values that a wrong identity changes */
    wgc_put_all(f, f->variant < 2 ? winner(f, f->variant == 1)
                                  : wgc_sensitive_integer(f, f->variant - 2));
}

static void ties(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, wgc_random_below(&f->random, 3) - (f->variant % 2));
    }
}

static void others(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, wgc_random_next(&f->random));
    }
}

void wgc_fill_integer_order(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_extreme] = extreme,   [WGC_PATTERN_edge] = edge,
        [WGC_PATTERN_ascending] = ramp,    [WGC_PATTERN_descending] = ramp,
        [WGC_PATTERN_negative] = one_side, [WGC_PATTERN_positive] = one_side,
        [WGC_PATTERN_sign] = sign,         [WGC_PATTERN_high_half] = one_half,
        [WGC_PATTERN_low_half] = one_half, [WGC_PATTERN_equal] = equal,
        [WGC_PATTERN_ties] = ties,
    };
    wgc_fill_by(rows, others, f);
}
