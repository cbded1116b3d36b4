/* Patterns for broadcasts: the root's value, and the other items' values. */
#include "patterns/fill.h"

/*
 * Different values for different items (of the first 8192, or 256 for 8-bit types), all different
 * from the root's.
 */
static void put_distinct(struct wgc_fill *f)
{
    const uint64_t odd = wgc_random_next(&f->random) | 1;
    const uint64_t base = wgc_random_next(&f->random);
    const unsigned spare = f->is_float ? (unsigned)f->significand - 11 : 0;
    for (size_t k = 0; k < f->items; k++) {
        const size_t i = (f->position + k) % f->items;
        const uint64_t number = k * odd;
        uint64_t bits = base + number;
        if (f->is_float) {
            const uint64_t low = wgc_random_next(&f->random) & (((uint64_t)1 << spare) - 1);
            bits = wgc_real_bits(f, wgc_coin(&f->random), -4, 0) + ((number & 8191) << spare) + low;
        }
        const uint64_t places = f->is_float ? 8191 : wgc_top_bit(f) | (wgc_top_bit(f) - 1);
        wgc_put(f, i, k > 0 && (number & places) == 0 ? bits ^ 4 : bits);
    }
}

static void special(struct wgc_fill *f)
{
    const uint64_t one = wgc_real_bits(f, false, 0, 0);
    const uint64_t quiet = (uint64_t)1 << (f->significand - 2);
    const uint64_t normal = wgc_real_bits(f, false, 1 - f->max_exponent, 0);
    const uint64_t values[] = {
        wgc_infinity_bits(f, false) | quiet,
        wgc_top_bit(f),
        wgc_infinity_bits(f, true),
        1, /* the smallest subnormal */
        wgc_largest_bits(f, false),
        wgc_infinity_bits(f, true) | quiet | 5,
        wgc_infinity_bits(f, false),
        normal - 1, /* the largest subnormal */
        wgc_largest_bits(f, true),
        0,
        normal,
        wgc_top_bit(f) | (normal / 2 + 1), /* a negative subnormal */
        one + 1,
        wgc_largest_bits(f, false) - 1,
    };
    const uint64_t value = values[f->variant % (sizeof values / sizeof values[0])];
    const uint64_t infinity = wgc_infinity_bits(f, false);
    const bool finite = (value & infinity) != infinity;
    put_distinct(f);
    wgc_put(f, f->position, finite || f->fp.inf_nan ? value : wgc_largest_bits(f, false));
}

static void hot(struct wgc_fill *f)
{
    uint64_t value = wgc_sensitive_integer(f, f->variant / 2);
    if (f->is_float) {
        value = wgc_random_real(f, 1 - f->max_exponent, f->max_exponent);
    }
    const bool inverse = f->variant % 2 == 1;
    wgc_put_all(f, inverse ? value : 0);
    wgc_put(f, f->position, inverse ? 0 : value);
}

static void extreme(struct wgc_fill *f)
{
    const bool low = f->variant % 2 == 1;
    put_distinct(f);
    if (f->is_float) {
        wgc_put(f, f->position, wgc_largest_bits(f, low));
    } else {
        wgc_put(f, f->position, low ? wgc_lowest(f) : wgc_highest(f));
    }
}

static void one_half(struct wgc_fill *f)
{
    const bool high = f->pattern == WGC_PATTERN_high_half;
    const uint64_t same = wgc_random_next(&f->random) >> 32;
    const uint64_t start = wgc_random_next(&f->random) >> 32;
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t differs = (start + i * 0x9e3779b1u) & 0xffffffffu; /* odd: all distinct */
        wgc_put(f, i, high ? differs << 32 | same : same << 32 | differs);
    }
}

static void any_values(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i,
                f->is_float ? wgc_random_real(f, 1 - f->max_exponent, f->max_exponent)
                            : wgc_random_next(&f->random));
    }
}

void wgc_fill_broadcast(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_special] = special,   [WGC_PATTERN_hot] = hot,
        [WGC_PATTERN_extreme] = extreme,   [WGC_PATTERN_high_half] = one_half,
        [WGC_PATTERN_low_half] = one_half, [WGC_PATTERN_random] = any_values,
    };
    wgc_fill_by(rows, put_distinct, f);
}
