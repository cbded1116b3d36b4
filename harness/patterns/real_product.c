/* Patterns for products of floating-point values: all but "rounding" are exact in every order. */
#include "patterns/fill.h"

static uint64_t one(const struct wgc_fill *f, bool negative)
{
    return wgc_real_bits(f, negative, 0, 0);
}

/* Odd factors whose product fits the significand, among ones. */
static void factors(struct wgc_fill *f)
{
    const bool negative = f->pattern == WGC_PATTERN_negative;
    size_t left = (size_t)f->significand * f->items / f->total; /* bits */
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, one(f, negative));
    }
    for (size_t k = 0; left >= 2; k++) {
        const size_t width = left > 2 && wgc_coin(&f->random) ? 3 : 2;
        const double factor = width == 2 ? 3 : wgc_coin(&f->random) ? 5 : 7;
        const size_t at = k == 0 ? f->position : (size_t)wgc_random_below(&f->random, f->items);
        wgc_put_real(f, at, negative ? -factor : factor);
        left -= width;
    }
}

static void hot(struct wgc_fill *f)
{
    const int most = f->max_exponent - 1;
    const uint64_t values[] = {
        one(f, true),
        wgc_real_bits(f, false, 1, 1), /* 2 and the last bit of the significand */
        wgc_real_bits(f, false, most, 0),
        wgc_real_bits(f, true, -most, 0),
        wgc_real_bits(f, true, -1, ~(uint64_t)0),
        wgc_real_bits(f, false, 1, 0),
    };
    wgc_put_all(f, one(f, false));
    wgc_put(f, f->position, wgc_is_chosen(f) ? values[f->group_variant % 6] : one(f, true));
}

/* The smallest and the largest powers of two: no product of some of them leaves the range. */
static void range(struct wgc_fill *f)
{
    const int most = f->max_exponent - 1;
    wgc_put_all(f, one(f, false));
    if (wgc_is_chosen(f)) {
        const int exponent = f->group_variant % 2 == 0 ? most : -most;
        if (f->group_variant % 4 > 1) {
            wgc_put(f, wgc_next_place(f), wgc_real_bits(f, false, -exponent, 0));
        }
        wgc_put(f, f->position, wgc_real_bits(f, false, exponent, 0));
    }
}

static void equal(struct wgc_fill *f)
{
    const int most = (int)((size_t)(f->max_exponent - 1) / f->total);
    const int exponents[] = {0, 0, most, -most};
    const bool negative = f->group_variant % 2 == 0;
    wgc_put_all(f, wgc_real_bits(f, negative, exponents[f->group_variant % 4], 0));
}

/* Never with a zero: the product would be a NaN. One factor is 1/2: an implementation that takes
 * the infinity for the largest finite value then gets a finite product. */
static void infinity(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, one(f, wgc_coin(&f->random)));
    }
    if (wgc_is_chosen(f)) { /* many halves would underflow to zero */
        wgc_put(f, wgc_next_place(f), wgc_real_bits(f, false, -1, 0));
    }
    wgc_put(f, f->position, wgc_infinity_bits(f, wgc_coin(&f->random)));
}

/* As for sums; a product of 8192 of them stays below e^8. */
static void rounding(struct wgc_fill *f)
{
    const int narrow = f->significand == 53 ? 24 : f->significand == 24 ? 11 : 8;
    const uint64_t least = (uint64_t)1 << (f->significand - 2 - narrow);
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t fraction = least + wgc_random_below(&f->random, least);
        wgc_put(f, i, wgc_real_bits(f, wgc_coin(&f->random), 0, fraction));
    }
}

static void one_zero(struct wgc_fill *f)
{
    wgc_put_powers(f, 0);
    wgc_put(f, f->position, f->variant % 2 == 0 ? 0 : wgc_top_bit(f));
}

/* Every bit of the significand, but in one item only. */
static void significand(struct wgc_fill *f)
{
    wgc_put_powers(f, 0);
    if (wgc_is_chosen(f)) {
        wgc_put(f, f->position, wgc_real_bits(f, false, 0, ~(uint64_t)0 << f->variant % 3));
    }
}

static void flips(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, one(f, wgc_coin(&f->random)));
    }
}

static void others(struct wgc_fill *f)
{
    wgc_put_powers(f, 0);
}

void wgc_fill_real_product(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_hot] = hot,
        [WGC_PATTERN_one_zero] = one_zero,
        [WGC_PATTERN_negative] = factors,
        [WGC_PATTERN_positive] = factors,
        [WGC_PATTERN_equal] = equal,
        [WGC_PATTERN_infinity] = infinity,
        [WGC_PATTERN_significand] = significand,
        [WGC_PATTERN_range] = range,
        [WGC_PATTERN_flips] = flips,
        [WGC_PATTERN_nan] = wgc_fill_ieee_product,
        [WGC_PATTERN_invalid] = wgc_fill_ieee_product,
        [WGC_PATTERN_overflow] = wgc_fill_ieee_product,
        [WGC_PATTERN_subnormal] = wgc_fill_ieee_product,
        [WGC_PATTERN_underflow] = wgc_fill_ieee_product,
        [WGC_PATTERN_rounding] = rounding,
    };
    wgc_fill_by(rows, others, f);
}
