/* Patterns for and, or and xor. */
#include "patterns/fill.h"

/* A mask of the value's bits: for "and" all other bits are set, for "or" and "xor" none is. */
static void put_mask(struct wgc_fill *f, size_t i, uint64_t bits)
{
    wgc_put(f, i, f->call.op == WGC_OP_and ? ~bits : bits);
}

static void one_bit(struct wgc_fill *f)
{
    /* 7 is coprime to every type's size: all bits are used, the highest first */
    const size_t bit = f->bits - 1 - f->variant * 7 % f->bits;
    const bool inverse = f->call.op == WGC_OP_xor && f->variant % 2 == 1;
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t mask = i == f->position ? (uint64_t)1 << bit : 0;
        put_mask(f, i, inverse ? ~mask : mask);
    }
}

static void random_bits(struct wgc_fill *f)
{
    const bool sparse = f->call.op != WGC_OP_xor && f->group_variant % 4 != 3;
    for (size_t i = 0; i < f->items; i++) {
        uint64_t bits = wgc_random_next(&f->random);
        if (sparse) { /* otherwise all bits are set or cleared after a few items */
            const bool rare = wgc_random_below(&f->random, f->items) >= f->bits;
            bits = rare ? 0 : (uint64_t)1 << bits % f->bits;
        }
        put_mask(f, i, bits);
    }
}

static void one_half(struct wgc_fill *f)
{
    const bool high = f->pattern == WGC_PATTERN_high_half;
    const bool sparse = f->call.op != WGC_OP_xor;
    for (size_t i = 0; i < f->items; i++) {
        uint64_t bits = wgc_random_next(&f->random);
        bits = sparse ? (uint64_t)1 << bits % 32 : bits & 0xffffffffu;
        put_mask(f, i, high ? bits << 32 : bits);
    }
}

static void masks(struct wgc_fill *f)
{
    static const uint64_t pairs[][2] = {
        {0x5555555555555555u, 0xaaaaaaaaaaaaaaaau},
        {0x5555555555555555u, 0x5555555555555555u},
        {0x0f0f0f0f0f0f0f0fu, 0x3c3c3c3c3c3c3c3cu},
        {0xffff0000ffff0000u, 0xff00ff00ff00ff00u},
    };
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, pairs[f->variant % 4][i % 2]);
    }
}

static void ramp(struct wgc_fill *f)
{
    const bool descending = f->pattern == WGC_PATTERN_descending;
    const uint64_t start = f->variant % 3 == 0 ? 1 : wgc_random_next(&f->random);
    const uint64_t step = f->variant % 3 == 2 ? wgc_random_next(&f->random) | 1 : 1;
    for (size_t i = 0; i < f->items; i++) {
        const uint64_t value = start + step * (descending ? f->items - 1 - i : i);
        put_mask(f, i, value);
    }
}

static void sign(struct wgc_fill *f)
{
    const uint64_t top = wgc_top_bit(f);
    const uint64_t values[] = {0, top, f->bits > 32 ? 0x80000000u : top, top >> 1, 0, 1};
    for (size_t i = 0; i < f->items; i++) {
        put_mask(f, i, values[wgc_random_below(&f->random, 6)]);
    }
}

static void equal(struct wgc_fill *f)
{
    wgc_put_all(f, f->variant % 2 == 0 ? ~(uint64_t)0 : wgc_sensitive_integer(f, f->variant));
}

void wgc_fill_bits(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_one_bit] = one_bit,   [WGC_PATTERN_masks] = masks,
        [WGC_PATTERN_ascending] = ramp,    [WGC_PATTERN_descending] = ramp,
        [WGC_PATTERN_sign] = sign,         [WGC_PATTERN_high_half] = one_half,
        [WGC_PATTERN_low_half] = one_half, [WGC_PATTERN_equal] = equal,
    };
    wgc_fill_by(rows, random_bits, f);
}
