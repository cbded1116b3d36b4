#include "patterns/fill.h"

#include <string.h>

#include "oracle/real.h"

void wgc_put(struct wgc_fill *f, size_t i, uint64_t bits)
{
    unsigned char *at = f->out + i * (f->bits / 8);
    const uint8_t bits8 = (uint8_t)bits;
    const uint16_t bits16 = (uint16_t)bits;
    const uint32_t bits32 = (uint32_t)bits;
    switch (f->bits) {
    case 8:
        memcpy(at, &bits8, sizeof bits8);
        break;
    case 16:
        memcpy(at, &bits16, sizeof bits16);
        break;
    case 32:
        memcpy(at, &bits32, sizeof bits32);
        break;
    default:
        memcpy(at, &bits, sizeof bits);
    }
}

void wgc_put_real(struct wgc_fill *f, size_t i, double value)
{
    wgc_real_store(f->call.type, value, f->out, i);
}

void wgc_put_all(struct wgc_fill *f, uint64_t bits)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, bits);
    }
}

double wgc_power(int exponent)
{
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

bool wgc_is_chosen(const struct wgc_fill *f)
{
    return f->chunk == f->group_variant % f->chunks;
}

size_t wgc_next_place(const struct wgc_fill *f)
{
    return f->position + 1 < f->items ? f->position + 1 : 0;
}

bool wgc_coin(struct wgc_random *random)
{
    return wgc_random_next(random) >> 63 != 0;
}

uint64_t wgc_top_bit(const struct wgc_fill *f)
{
    return (uint64_t)1 << (f->bits - 1);
}

uint64_t wgc_lowest(const struct wgc_fill *f)
{
    return f->is_signed ? wgc_top_bit(f) : 0;
}

uint64_t wgc_highest(const struct wgc_fill *f)
{
    return f->is_signed ? wgc_top_bit(f) - 1 : wgc_top_bit(f) | (wgc_top_bit(f) - 1);
}

uint64_t wgc_telling_integer(const struct wgc_fill *f, size_t index)
{
    const uint64_t top = wgc_top_bit(f);
    const uint64_t values[] = {
        top | 1,      /* the sign, and a low bit */
        ~(uint64_t)0, /* -1, or the highest */
        top - 1,      /* the highest of a signed type */
        top,          /* the sign alone */
        1,
        f->bits > 32 ? 0x100000001u : 0x01000001u,   /* what 32 bits, or a float, cannot hold */
        f->bits > 32 ? 0x20000000000001u : 0x10000u, /* what a double cannot hold */
        f->bits > 32 ? 0x80000000u : 0x8000u,        /* sign-extended from a narrower type */
        0x101,
        f->bits > 32 ? (uint64_t)0xffffffff << 32 : 0xffff0000u,
    };
    return values[index % (sizeof values / sizeof values[0])];
}

uint64_t wgc_real_bits(const struct wgc_fill *f, bool negative, int exponent, uint64_t fraction)
{
    const int shift = f->significand - 1;
    return (negative ? wgc_top_bit(f) : 0) | (uint64_t)(exponent + f->max_exponent) << shift |
           (fraction & (((uint64_t)1 << shift) - 1));
}

uint64_t wgc_infinity_bits(const struct wgc_fill *f, bool negative)
{
    return wgc_real_bits(f, negative, f->max_exponent + 1, 0);
}

uint64_t wgc_largest_bits(const struct wgc_fill *f, bool negative)
{
    return wgc_real_bits(f, negative, f->max_exponent, ~(uint64_t)0);
}

uint64_t wgc_random_real(struct wgc_fill *f, int low, int high)
{
    const int exponent = low + (int)wgc_random_below(&f->random, (uint64_t)(high - low) + 1);
    const bool negative = wgc_coin(&f->random);
    return wgc_real_bits(f, negative, exponent, wgc_random_next(&f->random));
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
    wgc_put_real(f, i, (double)units * wgc_power(f->exponent));
}

int wgc_mild_exponent(struct wgc_fill *f)
{
    static const int exponents[] = {0, 0, -1, 3, -6};
    return exponents[wgc_random_below(&f->shared, sizeof exponents / sizeof exponents[0])];
}

void wgc_put_grid(struct wgc_fill *f, int64_t budget, int sign)
{
    const int64_t items = (int64_t)f->items;
    const int64_t most = budget / items;
    int64_t left = budget; /* where not every item can have a unit, a random choice of them has */
    for (int64_t i = 0; i < items; i++) {
        int64_t units = 1;
        if (most > 0) {
            units = 1 + (int64_t)wgc_random_below(&f->random, (uint64_t)most);
        } else if ((int64_t)wgc_random_below(&f->random, (uint64_t)(items - i)) < left) {
            left--;
        } else {
            units = 0;
        }
        const bool negative = wgc_coin(&f->random);
        wgc_put_units(f, (size_t)i, sign < 0 || (sign == 0 && negative) ? -units : units);
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
        /* what stood there before is not given back, which is on the safe side */
        *budget -= (size_t)exponent;
    }
}

static void put_real_init(struct wgc_fill *f, size_t i, size_t choice)
{
    const bool is_max = f->call.op == WGC_OP_max;
    const uint64_t values[] = {
        wgc_infinity_bits(f, !is_max),                           /* decides */
        wgc_infinity_bits(f, is_max),                            /* the identity */
        wgc_random_real(f, -4, 4), wgc_largest_bits(f, !is_max), /* past all items but infinities */
    };
    const int64_t most = f->pattern == WGC_PATTERN_rounding ? 1 : wgc_init_budget(f);
    const int64_t any = (int64_t)wgc_random_below(&f->random, (uint64_t)(2 * most + 1)) - most;
    const int64_t units[] = {most, 0, -most, any};
    if (f->call.op == WGC_OP_add) {
        wgc_put_units(f, i, units[choice]);
    } else if (f->call.op == WGC_OP_mul) {
        wgc_put(f, i, wgc_real_bits(f, choice % 2 == 0, 0, 0));
    } else {
        wgc_put(f, i, values[choice]);
    }
}

void wgc_put_init(struct wgc_fill *f, size_t s)
{
    const size_t number = f->group_variant + s;
    const bool is_max = f->call.op == WGC_OP_max;
    const bool is_min = f->call.op == WGC_OP_min;
    const uint64_t values[] = {
        is_max ? wgc_highest(f) : wgc_lowest(f), /* for min and max it decides */
        wgc_telling_integer(f, number / 4),
        is_max   ? wgc_lowest(f)
        : is_min ? wgc_highest(f)
                 : 0, /* the identity */
        wgc_random_next(&f->random),
    };
    if (f->is_float) {
        put_real_init(f, s, number % 4);
    } else {
        wgc_put(f, s, values[number % 4]);
    }
}
