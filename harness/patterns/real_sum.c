/* Patterns for sums of floating-point values: all but "rounding" are exact in every order. */
#include "patterns/fill.h"

/* Multiples i + 1 of one value, within the budget. */
static void ramp(struct wgc_fill *f)
{
    const bool descending = f->pattern == WGC_PATTERN_descending;
    const int64_t items = (int64_t)f->items;
    const int64_t budget = wgc_sum_budget(f);
    const int64_t top = 2 * budget / (items + 1); /* the average term is at most half of it */
    for (int64_t i = 0; i < items; i++) {
        const int64_t index = descending ? items - 1 - i : i;
        const int64_t units = top > items ? (index + 1) * (top / items) : (index + 1) * top / items;
        wgc_put_units(f, (size_t)i, f->variant % 3 == 1 ? -units : units);
    }
}

static void equal(struct wgc_fill *f)
{
    const int64_t most = wgc_sum_budget(f) / (int64_t)f->items;
    const int64_t units =
        f->variant % 4 < 2 ? 1 : 1 + (int64_t)wgc_random_below(&f->random, (uint64_t)most);
    for (size_t i = 0; i < f->items; i++) {
        wgc_put_units(f, i, f->variant % 2 == 0 ? units : -units);
    }
}

/* One item with every bit of the significand; the others are zero. */
static void hot(struct wgc_fill *f)
{
    const int64_t most = ((int64_t)1 << f->significand) - 1 - wgc_init_budget(f);
    const int64_t values[] = {most, -1, 1, -most, 3, most / 3 * 2 + 1};
    for (size_t i = 0; i < f->items; i++) {
        wgc_put_units(f, i, 0);
    }
    if (wgc_is_chosen(f)) {
        wgc_put_units(f, f->position, values[f->group_variant % 6]);
    }
}

/* The largest value in one item and its negative in another: no partial sum overflows. */
static void extreme(struct wgc_fill *f)
{
    const bool negative = f->group_variant % 2 == 1;
    wgc_put_all(f, 0);
    if (wgc_is_chosen(f)) {
        if (f->group_variant % 4 > 1) {
            wgc_put(f, wgc_next_place(f), wgc_largest_bits(f, !negative));
        }
        wgc_put(f, f->position, wgc_largest_bits(f, negative));
    }
}

/* A large term among small ones: the sum has high and low bits. */
static void significand(struct wgc_fill *f)
{
    const int64_t large = ((int64_t)1 << (f->significand - 1)) + 1;
    const int64_t rest = ((int64_t)1 << f->significand) - large - wgc_init_budget(f);
    const int64_t total = (int64_t)f->total, items = (int64_t)f->items;
    const int64_t share = rest >= total ? items : rest * items / total;
    wgc_put_grid(f, share, 0);
    if (wgc_is_chosen(f)) {
        wgc_put_units(f, f->position, f->variant % 2 == 0 ? large : -large);
    }
}

/* Each value has one bit more than the narrower type, which would round it down. */
static void rounding(struct wgc_fill *f)
{
    const int narrow = f->significand == 53 ? 24 : f->significand == 24 ? 11 : 8;
    const uint64_t least = (uint64_t)1 << (f->significand - 2 - narrow);
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t fraction = least + wgc_random_below(&f->random, least);
        wgc_put(f, i, wgc_real_bits(f, f->group_variant % 3 == 1, f->exponent, fraction));
    }
}

static void infinity(struct wgc_fill *f)
{
    const bool negative = wgc_coin(&f->shared); /* never both signs: inf - inf is a NaN */
    wgc_put_grid(f, wgc_sum_budget(f), 0);
    wgc_put(f, f->position, wgc_infinity_bits(f, negative));
}

static void one_sign(struct wgc_fill *f)
{
    wgc_put_grid(f, wgc_sum_budget(f), f->pattern == WGC_PATTERN_negative ? -1 : 1);
}

/* The largest sums and the smallest normal terms. */
static void range(struct wgc_fill *f)
{
    f->exponent =
        f->group_variant % 2 == 0 ? f->max_exponent - f->significand : 1 - f->max_exponent;
    wgc_put_grid(f, wgc_sum_budget(f), 0);
}

static void others(struct wgc_fill *f)
{
    wgc_put_grid(f, wgc_sum_budget(f), 0);
}

void wgc_fill_real_sum(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_hot] = hot,
        [WGC_PATTERN_extreme] = extreme,
        [WGC_PATTERN_ascending] = ramp,
        [WGC_PATTERN_descending] = ramp,
        [WGC_PATTERN_negative] = one_sign,
        [WGC_PATTERN_positive] = one_sign,
        [WGC_PATTERN_equal] = equal,
        [WGC_PATTERN_infinity] = infinity,
        [WGC_PATTERN_significand] = significand,
        [WGC_PATTERN_range] = range,
        [WGC_PATTERN_zeros] = wgc_fill_ieee_sum,
        [WGC_PATTERN_nan] = wgc_fill_ieee_sum,
        [WGC_PATTERN_invalid] = wgc_fill_ieee_sum,
        [WGC_PATTERN_overflow] = wgc_fill_ieee_sum,
        [WGC_PATTERN_subnormal] = wgc_fill_ieee_sum,
        [WGC_PATTERN_rounding] = rounding,
    };
    f->exponent = wgc_mild_exponent(f);
    wgc_fill_by(rows, others, f);
}
