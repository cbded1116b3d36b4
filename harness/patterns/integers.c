/* Patterns for sums and products of integers, which wrap. Factors are odd: products of even ones
 * soon become zero. */
#include "patterns/fill.h"

static bool is_product(const struct wgc_fill *f)
{
    return f->call.op == WGC_OP_mul;
}

static void put_term(struct wgc_fill *f, size_t i, uint64_t value)
{
    wgc_put(f, i, is_product(f) ? value | 1 : value);
}

static void ramp(struct wgc_fill *f)
{
    const bool descending = f->pattern == WGC_PATTERN_descending;
    uint64_t start = 1;
    if (f->variant % 3 == 1) {
        start = (uint64_t)0 - f->items / 2;
    } else if (f->variant % 3 == 2) {
        start = wgc_random_next(&f->random);
    }
    const uint64_t step = f->variant % 3 == 2 ? wgc_random_next(&f->random) | 1 : 1;
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t index = descending ? f->items - 1 - i : i;
        put_term(f, i, start + step * (is_product(f) ? 2 * index : index));
    }
}

static void one_sign(struct wgc_fill *f)
{
    const bool negative = f->pattern == WGC_PATTERN_negative;
    for (size_t i = 0; i < f->items; i++) {
        uint64_t value = wgc_random_next(&f->random);
        value = f->variant % 3 == 1 ? value & (wgc_highest(f) >> 1) : value % 100;
        put_term(f, i, negative ? (uint64_t)0 - value - 1 : value + 1);
    }
}

static void sign(struct wgc_fill *f)
{
    const uint64_t top = wgc_top_bit(f);
    const uint64_t narrow = f->bits > 32 ? 0x80000000u : top;
    const uint64_t values[] = {top,    top - 1,    ~(uint64_t)0,        1,
                               narrow, narrow - 1, (uint64_t)0 - narrow};
    for (size_t i = 0; i < f->items; i++) {
        put_term(f, i, values[wgc_random_below(&f->random, sizeof values / sizeof values[0])]);
    }
}

static void one_half(struct wgc_fill *f)
{
    const bool high = f->pattern == WGC_PATTERN_high_half;
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t bits = wgc_random_next(&f->random) >> 32;
        put_term(f, i, high ? bits << 32 : bits | 0x80000000u); /* the low halves' sum carries */
    }
}

static void wrap(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t some = wgc_random_next(&f->random) & (wgc_highest(f) >> 2);
        switch (f->variant % 3) {
        case 0:
            put_term(f, i, wgc_highest(f) - some);
            break;
        case 1: /* even factors, whose product wraps to zero in the end */
            wgc_put(f, i, is_product(f) ? 1 + some % 2 : wgc_lowest(f) + some);
            break;
        default: /* the smallest sum that wraps */
            put_term(f, i, i == f->position ? wgc_highest(f) : i == 0 || i + 1 == f->items);
        }
    }
}

static void hot(struct wgc_fill *f)
{
    const uint64_t value = wgc_sensitive_integer(f, f->variant);
    wgc_put_all(f, is_product(f));
    wgc_put(f, f->position, is_product(f) && (value == 1 || value == wgc_top_bit(f)) ? 3 : value);
}

static void random_values(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        put_term(f, i, wgc_random_next(&f->random));
    }
}

/* Random data with one special item. */
static void one_among_random(struct wgc_fill *f, uint64_t value)
{
    for (size_t i = 0; i < f->items; i++) {
        put_term(f, i, wgc_random_next(&f->random) % 19 - 9);
    }
    wgc_put(f, f->position, value);
}

static void extreme(struct wgc_fill *f)
{
    one_among_random(f, f->variant % 2 == 0 ? wgc_highest(f) : wgc_lowest(f));
}

static void one_zero(struct wgc_fill *f)
{
    one_among_random(f, 0);
}

static void equal(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        put_term(f, i, wgc_sensitive_integer(f, f->variant + 1));
    }
}

static void flips(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, wgc_coin(&f->random) ? ~(uint64_t)0 : 1);
    }
}

void wgc_fill_integers(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_hot] = hot,
        [WGC_PATTERN_extreme] = extreme,
        [WGC_PATTERN_one_zero] = one_zero,
        [WGC_PATTERN_ascending] = ramp,
        [WGC_PATTERN_descending] = ramp,
        [WGC_PATTERN_negative] = one_sign,
        [WGC_PATTERN_positive] = one_sign,
        [WGC_PATTERN_sign] = sign,
        [WGC_PATTERN_high_half] = one_half,
        [WGC_PATTERN_low_half] = one_half,
        [WGC_PATTERN_equal] = equal,
        [WGC_PATTERN_flips] = flips,
        [WGC_PATTERN_wrap] = wrap,
    };
    wgc_fill_by(rows, random_values, f);
}
