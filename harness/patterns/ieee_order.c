/* Patterns for min and max of floating-point values with NaN, or with subnormal values. */
#include "patterns/fill.h"

static bool is_max(const struct wgc_fill *f)
{
    return f->call.op == WGC_OP_max;
}

/* NaNs in half of the items, in one, in all but one, or among infinities that decide nothing. */
static void nan_ignored(struct wgc_fill *f)
{
    enum { HALF, ONE, ALL_BUT_ONE, AMONG_INFINITIES, WAYS };
    const size_t way = f->group_variant % WAYS;
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t number = wgc_random_real(f, -4, 4);
        const bool is_nan = way == ALL_BUT_ONE || (way == HALF && wgc_coin(&f->random));
        wgc_put(f, i,
                is_nan                    ? wgc_nan_bits(f, i)
                : way == AMONG_INFINITIES ? wgc_infinity_bits(f, is_max(f))
                                          : number);
    }
    if (way == ALL_BUT_ONE) {
        wgc_put(f, f->position, wgc_random_real(f, -4, 4));
    } else if (way != HALF && wgc_is_exceptional(f)) {
        wgc_put(f, f->position, wgc_nan_bits(f, f->group_variant / WAYS));
    }
}

static uint64_t any_subnormal(struct wgc_fill *f)
{
    const uint64_t normal = (uint64_t)1 << (f->significand - 1);
    const uint64_t sign = wgc_coin(&f->random) ? wgc_top_bit(f) : 0;
    return sign | wgc_random_below(&f->random, normal) | 1;
}

static void subnormal(struct wgc_fill *f)
{
    const uint64_t decides = is_max(f) ? 0 : wgc_top_bit(f), other = wgc_top_bit(f) ^ decides;
    const uint64_t normal = (uint64_t)1 << (f->significand - 1);
    switch (f->group_variant % 4) {
    case 0:
        for (size_t i = 0; i < f->items; i++) {
            wgc_put(f, i, any_subnormal(f));
        }
        break;
    case 1: /* the smallest step away from zero */
        wgc_put_all(f, 0);
        wgc_put(f, f->position, decides | 1);
        break;
    case 2: /* a difference of one unit */
        wgc_put_all(f, other | 0x102);
        wgc_put(f, f->position, other | 0x101);
        break;
    default: /* about the smallest normal value */
        wgc_put_all(f, decides | (normal - 1));
        wgc_put(f, f->position, decides | normal);
    }
}

void wgc_fill_ieee_order(struct wgc_fill *f)
{
    if (f->pattern == WGC_PATTERN_nan_ignored) {
        nan_ignored(f);
    } else {
        subnormal(f);
    }
}
