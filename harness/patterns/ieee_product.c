/*
 * Patterns for products of floating-point values whose result IEEE 754 defines for every order of
 * evaluation: NaN, infinities, overflow, underflow and subnormal values. All other factors are 1
 * and -1.
 */
#include "patterns/fill.h"

/* A power of two with a random sign. */
static uint64_t power(struct wgc_fill *f, int exponent)
{
    return wgc_real_bits(f, wgc_coin(&f->random), exponent, 0);
}

static void put_ones(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, power(f, 0));
    }
}

static uint64_t zero(struct wgc_fill *f)
{
    return wgc_coin(&f->random) ? wgc_top_bit(f) : 0;
}

static uint64_t infinite(struct wgc_fill *f)
{
    return wgc_infinity_bits(f, wgc_coin(&f->random));
}

static void not_a_number(struct wgc_fill *f)
{
    if (!wgc_is_exceptional(f)) {
        return;
    }
    switch (f->group_variant % 4) {
    case 0:
        break;
    case 1:
        wgc_put(f, wgc_other_place(f), zero(f));
        break;
    case 2:
        wgc_put(f, wgc_other_place(f), infinite(f));
        break;
    default:
        wgc_put(f, wgc_other_place(f), wgc_nan_bits(f, f->group_variant + 1));
    }
    wgc_put(f, f->position, wgc_nan_bits(f, f->group_variant));
}

static void invalid(struct wgc_fill *f)
{
    const bool zero_first = f->group_variant / 2 % 2 == 1;
    wgc_put(f, f->position, zero_first ? zero(f) : infinite(f));
    if (wgc_is_exceptional(f)) {
        wgc_put(f, wgc_other_place(f), zero_first ? infinite(f) : zero(f));
    }
}

/*
 * No factor is below 1: a partial product is at least as large as each of its parts, and is exact,
 * or infinite from some operation on, in every order.
 */
static void overflow(struct wgc_fill *f)
{
    const int most = f->max_exponent, group = (int)((f->total + f->chunks - 1) / f->chunks);
    const bool chosen = wgc_is_chosen(f);
    switch (f->group_variant % 4) {
    case 0:
        if (wgc_is_exceptional(f)) {
            wgc_put(f, wgc_other_place(f), power(f, most));
        }
        wgc_put(f, f->position, power(f, most));
        break;
    case 1: /* all equal: half of a group's factors overflow */
        for (size_t i = 0; i < f->items; i++) {
            const int exponent = 2 * (most + 1) / group + 1;
            wgc_put(f, i, power(f, exponent < most ? exponent : most));
        }
        break;
    case 2: /* the largest number, and the next above 1 */
        if (chosen) {
            wgc_put(f, wgc_other_place(f), wgc_real_bits(f, wgc_coin(&f->random), 0, 1));
            wgc_put(f, f->position, wgc_largest_bits(f, wgc_coin(&f->random)));
        }
        break;
    default: /* just no overflow: the result is the largest number */
        if (chosen) {
            const bool negative = wgc_coin(&f->random);
            wgc_put(f, wgc_other_place(f), wgc_real_bits(f, negative, 0, ~(uint64_t)0));
            wgc_put(f, f->position, power(f, most));
        }
    }
}

/* Powers of two whose product is at least the smallest subnormal value, or one subnormal value and
 * a power of two. */
static void subnormal(struct wgc_fill *f)
{
    const int bits = f->significand - 1; /* of the largest subnormal value */
    if (f->group_variant % 2 == 1) {
        for (size_t halves = (size_t)bits * f->items / f->total; halves > 0; halves--) {
            wgc_put(f, (size_t)wgc_random_below(&f->random, f->items), power(f, -1));
        }
        if (wgc_is_chosen(f)) {
            wgc_put(f, f->position, power(f, 1 - f->max_exponent));
        }
    } else if (wgc_is_chosen(f)) {
        const int up[] = {0, 1, bits, 3};
        const uint64_t units = wgc_random_below(&f->random, (uint64_t)1 << bits) | 1;
        wgc_put(f, wgc_other_place(f), power(f, up[f->group_variant / 2 % 4]));
        wgc_put(f, f->position, zero(f) | units);
    }
}

/*
 * No factor is above 1: the product of two small ones is zero in every order, and stays zero. In
 * the other variants it is half of the smallest subnormal value, which rounds to zero.
 */
static void underflow(struct wgc_fill *f)
{
    const int small = 1 - f->max_exponent;
    if (f->group_variant % 2 == 0) {
        if (wgc_is_exceptional(f)) {
            wgc_put(f, wgc_other_place(f), power(f, small));
        }
        wgc_put(f, f->position, power(f, small));
    } else if (wgc_is_chosen(f)) {
        wgc_put(f, wgc_other_place(f), power(f, -f->significand));
        wgc_put(f, f->position, power(f, small));
    }
}

void wgc_fill_ieee_product(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_nan] = not_a_number,
        [WGC_PATTERN_invalid] = invalid,
        [WGC_PATTERN_overflow] = overflow,
        [WGC_PATTERN_subnormal] = subnormal,
    };
    put_ones(f);
    wgc_fill_by(rows, underflow, f);
}
