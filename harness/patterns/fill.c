#include "patterns/fill.h"

#include <string.h>

void wgc_put_all(struct wgc_fill *f, uint64_t bits)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, bits);
    }
}

/* 2^exponent, exact for -1074 to 1023. */
static double power(int exponent)
{
    const bool subnormal = exponent < -1022;
    const uint64_t bits =
        subnormal ? (uint64_t)1 << (exponent + 1074) : (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

bool wgc_is_chosen(const struct wgc_fill *f)
{
    return f->chunk == f->group_variant % f->chunks;
}

bool wgc_is_exceptional(const struct wgc_fill *f)
{
    return f->chunks == 1 || (f->chunk + f->group_variant) % 2 == 0;
}

size_t wgc_next_place(const struct wgc_fill *f)
{
    return f->position + 1 < f->items ? f->position + 1 : 0;
}

size_t wgc_other_place(const struct wgc_fill *f)
{
    const size_t far = f->items / 2;
    return f->group_variant % 2 == 0 || far == 0 ? wgc_next_place(f)
                                                 : (f->position + far) % f->items;
}

uint64_t wgc_sensitive_integer(const struct wgc_fill *f, size_t index)
{
    const uint64_t top = wgc_top_bit(f);
    const bool wide = f->bits > 32;
    switch (index % 10) {
    case 0: /* the sign bit and a low bit */
        return top | 1;
    case 1: /* -1, or the highest value */
        return ~(uint64_t)0;
    case 2: /* the highest value of a signed type */
        return top - 1;
    case 3: /* the sign bit alone */
        return top;
    case 4:
        return 1;
    case 5: /* not representable in 32 bits or in a float */
        return wide ? 0x100000001u : 0x01000001u;
    case 6: /* not representable in a double */
        return wide ? 0x20000000000001u : 0x10000u;
    case 7: /* sign-extended from a narrower type */
        return wide ? 0x80000000u : 0x8000u;
    case 8:
        return 0x101;
    default:
        return wide ? (uint64_t)0xffffffff << 32 : 0xffff0000u;
    }
}

uint64_t wgc_infinity_bits(const struct wgc_fill *f, bool negative)
{
    return wgc_real_bits(f, negative, f->max_exponent + 1, 0);
}

uint64_t wgc_largest_bits(const struct wgc_fill *f, bool negative)
{
    return wgc_real_bits(f, negative, f->max_exponent, ~(uint64_t)0);
}

uint64_t wgc_outermost_bits(const struct wgc_fill *f, bool negative)
{
    return f->fp.inf_nan ? wgc_infinity_bits(f, negative) : wgc_largest_bits(f, negative);
}

uint64_t wgc_nan_bits(const struct wgc_fill *f, size_t index)
{
    const uint64_t quiet = (uint64_t)1 << (f->significand - 2);
    const uint64_t payloads[] = {0, 5, 300};
    return wgc_infinity_bits(f, index % 2 == 1) | quiet | payloads[index / 2 % 3];
}

int64_t wgc_init_budget(const struct wgc_fill *f)
{
    return f->has_init ? (int64_t)1 << (f->significand - 3) : 0;
}

int64_t wgc_sum_budget(const struct wgc_fill *f)
{
    const int64_t whole = ((int64_t)1 << f->significand) - wgc_init_budget(f);
    const int64_t items = (int64_t)f->items, total = (int64_t)f->total;
    return whole >= total ? whole / total * items : whole * items / total;
}

void wgc_put_units(struct wgc_fill *f, size_t i, int64_t units)
{
    wgc_put_real(f, i, (double)units * power(f->exponent));
}

int wgc_mild_exponent(struct wgc_fill *f)
{
    static const int exponents[] = {0, 0, -1, 3, -6};
    return exponents[wgc_random_below(&f->shared, sizeof exponents / sizeof exponents[0])];
}

/* Where the budget has no unit for every item, random items get one. */
static void put_few(struct wgc_fill *f, int64_t budget, int sign)
{
    uint64_t left = (uint64_t)budget;
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t next = wgc_random_next(&f->random);
        const bool chosen = wgc_random_scale(next, f->items - i) < left;
        const bool negative = sign < 0 || (sign == 0 && (next & 1) != 0);
        left -= chosen;
        wgc_put_units(f, i, !chosen ? 0 : negative ? -1 : 1);
    }
}

void wgc_put_grid(struct wgc_fill *f, int64_t budget, int sign)
{
    const double unit = power(f->exponent);
    const int64_t most = budget / (int64_t)f->items;
    if (most == 0) {
        put_few(f, budget, sign);
        return;
    }
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t next = wgc_random_next(&f->random);
        const double size = (double)(1 + wgc_random_scale(next, (uint64_t)most)) * unit;
        wgc_put_real(f, i, sign < 0 || (sign == 0 && (next & 1) != 0) ? -size : size);
    }
}

void wgc_put_powers(struct wgc_fill *f, int sign)
{
    const size_t range = (size_t)f->max_exponent - 1; /* smallest normal value: 2^-range */
    size_t up = range * f->items / f->total, down = up;
    for (size_t i = 0; i < f->items; i++) {
        const bool negative = sign == 0 ? wgc_coin(&f->random) : sign < 0;
        wgc_put(f, i, wgc_real_bits(f, negative, 0, 0));
    }
    for (size_t tries = 2 * f->items; tries > 0 && up + down > 0; tries--) {
        const size_t at = (size_t)wgc_random_below(&f->random, f->items);
        size_t *budget = wgc_coin(&f->random) ? &up : &down;
        const size_t most = *budget < 9 ? *budget : 9;
        const int exponent = (int)wgc_random_below(&f->random, most + 1);
        const bool negative = sign == 0 ? wgc_coin(&f->random) : sign < 0;
        wgc_put(f, at, wgc_real_bits(f, negative, budget == &up ? exponent : -exponent, 0));
        /* the exponent of an overwritten value stays counted: the budget is not exceeded */
        *budget -= (size_t)exponent;
    }
}

static int64_t units_of_init(struct wgc_fill *f, size_t choice)
{
    const int64_t most = f->pattern == WGC_PATTERN_rounding ? 1 : wgc_init_budget(f);
    switch (choice) {
    case 0:
        return most;
    case 1:
        return 0;
    case 2:
        return -most;
    default:
        return (int64_t)wgc_random_below(&f->random, (uint64_t)(2 * most + 1)) - most;
    }
}

static uint64_t real_init(struct wgc_fill *f, size_t choice)
{
    const bool is_max = f->call.op == WGC_OP_max;
    switch (choice) {
    case 0: /* decides */
        return wgc_outermost_bits(f, !is_max);
    case 1: /* the identity */
        return wgc_outermost_bits(f, is_max);
    case 2:
        return wgc_random_real(f, -4, 4);
    default: /* beyond all items except infinities */
        return wgc_largest_bits(f, !is_max);
    }
}

static uint64_t integer_init(struct wgc_fill *f, size_t number)
{
    const bool is_max = f->call.op == WGC_OP_max;
    switch (number % 4) {
    case 0: /* for min and max it decides */
        return is_max ? wgc_highest(f) : wgc_lowest(f);
    case 1:
        return wgc_sensitive_integer(f, number / 4);
    case 2: /* the identity */
        return is_max ? wgc_lowest(f) : f->call.op == WGC_OP_min ? wgc_highest(f) : 0;
    default:
        return wgc_random_next(&f->random);
    }
}

void wgc_put_init(struct wgc_fill *f, size_t s)
{
    const size_t number = f->group_variant + s;
    if (!f->is_float) {
        wgc_put(f, s, integer_init(f, number));
    } else if (f->call.op == WGC_OP_add) {
        if (!wgc_put_ieee_init(f, s, number)) {
            wgc_put_units(f, s, units_of_init(f, number % 4));
        }
    } else if (f->call.op == WGC_OP_mul) {
        wgc_put(f, s, wgc_real_bits(f, number % 2 == 0, 0, 0));
    } else {
        wgc_put(f, s, real_init(f, number % 4));
    }
}
