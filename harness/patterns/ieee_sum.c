/*
 * Patterns for sums of floating-point values whose result IEEE 754 defines for every order of
 * evaluation: NaN, infinities, overflow, subnormal values and the signs of zeros.
 */
#include "patterns/fill.h"

static void not_a_number(struct wgc_fill *f)
{
    wgc_put_grid(f, wgc_sum_budget(f), 0);
    if (!wgc_is_exceptional(f)) {
        return;
    }
    if (f->group_variant % 4 == 1) {
        wgc_put(f, wgc_other_place(f), wgc_nan_bits(f, f->group_variant + 1));
    } else if (f->group_variant % 4 == 3) {
        wgc_put(f, wgc_other_place(f), wgc_infinity_bits(f, wgc_coin(&f->random)));
    }
    wgc_put(f, f->position, wgc_nan_bits(f, f->group_variant));
}

/* The sign of the infinity that every chunk has. */
static bool invalid_sign(const struct wgc_fill *f)
{
    return f->group_variant / 2 % 2 == 1;
}

static void invalid(struct wgc_fill *f)
{
    wgc_put_grid(f, wgc_sum_budget(f), 0);
    wgc_put(f, f->position, wgc_infinity_bits(f, invalid_sign(f)));
    if (wgc_is_exceptional(f)) {
        wgc_put(f, wgc_other_place(f), wgc_infinity_bits(f, !invalid_sign(f)));
    }
}

enum { PAST, GRADUAL, JUST_PAST, JUST_NOT, OVERFLOWS };

/*
 * Two terms. Any two large ones overflow, as does a large one plus the unit in the last place of
 * the largest number; sums of small ones are exact. The terms have one sign: in every order their
 * sum is exact, or some operation overflows and the result is infinite.
 */
static void overflow_terms(const struct wgc_fill *f, uint64_t term[2])
{
    const bool negative = f->group_variant / OVERFLOWS % 2 == 1;
    const uint64_t largest = wgc_largest_bits(f, negative);
    const size_t group = (f->total + f->chunks - 1) / f->chunks;
    int terms = 1; /* log2 of the number of equal terms that overflow together */
    while (((size_t)4 << terms) <= group && terms < f->significand) {
        terms++;
    }
    switch (f->group_variant % OVERFLOWS) {
    case PAST:
        term[0] = term[1] = largest;
        break;
    case GRADUAL:
        term[0] = term[1] = wgc_real_bits(f, negative, f->max_exponent + 1 - terms, 0);
        break;
    case JUST_PAST: /* by a unit in the last place */
        term[0] = largest;
        term[1] = wgc_real_bits(f, negative, f->max_exponent - f->significand + 1, 0);
        break;
    default: /* the largest number itself */
        term[0] = wgc_real_bits(f, negative, f->max_exponent, 0);
        term[1] = wgc_real_bits(f, negative, f->max_exponent - 1, ~(uint64_t)0 << 1);
    }
}

static void overflow(struct wgc_fill *f)
{
    uint64_t term[2];
    overflow_terms(f, term);
    wgc_put_all(f, f->group_variant % OVERFLOWS == GRADUAL ? term[0] : 0);
    if (wgc_is_exceptional(f)) {
        wgc_put(f, wgc_other_place(f), term[1]);
    }
    wgc_put(f, f->position, term[0]);
}

static void subnormal(struct wgc_fill *f)
{
    const int64_t normal = (int64_t)1 << (f->significand - 1); /* units of the smallest normal */
    const int64_t budget = wgc_sum_budget(f);
    f->exponent = 2 - f->max_exponent - f->significand;
    switch (f->group_variant % 4) {
    case 0:
        wgc_put_grid(f, budget, 0);
        break;
    case 1: /* one among zeros */
        wgc_put_all(f, 0);
        if (wgc_is_chosen(f)) {
            wgc_put_units(f, f->position, f->group_variant % 8 == 1 ? 1 : 1 - normal);
        }
        break;
    case 2: /* subnormal results of a normal value */
        wgc_put_grid(f, budget / 4, -1);
        if (wgc_is_chosen(f)) {
            wgc_put_units(f, f->position, normal);
        }
        break;
    default:
        wgc_put_grid(f, budget / 2, 1);
    }
}

static void zeros(struct wgc_fill *f)
{
    enum { ALL_NEGATIVE, ANY, ONE_TERM, ONE_POSITIVE, CANCELLING, ZEROS };
    const size_t variant = f->group_variant % ZEROS;
    const bool all = variant == ALL_NEGATIVE || variant == ONE_POSITIVE;
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, all || wgc_coin(&f->random) ? wgc_top_bit(f) : 0);
    }
    if (variant == CANCELLING) {
        wgc_put_units(f, f->position, 1);
        wgc_put_units(f, wgc_other_place(f), -1);
    } else if (variant == ONE_TERM && wgc_is_chosen(f)) {
        wgc_put_units(f, f->position, 1);
    } else if (variant == ONE_POSITIVE && wgc_is_chosen(f)) {
        wgc_put(f, f->position, 0);
    }
}

void wgc_fill_ieee_sum(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_nan] = not_a_number,
        [WGC_PATTERN_invalid] = invalid,
        [WGC_PATTERN_overflow] = overflow,
        [WGC_PATTERN_subnormal] = subnormal,
    };
    wgc_fill_by(rows, zeros, f);
}

bool wgc_put_ieee_init(struct wgc_fill *f, size_t s, size_t number)
{
    uint64_t term[2];
    switch (f->pattern) {
    case WGC_PATTERN_overflow:
        overflow_terms(f, term);
        wgc_put(f, s, number % 2 == 1 && f->group_variant % OVERFLOWS != JUST_NOT ? term[1] : 0);
        return true;
    case WGC_PATTERN_nan:
    case WGC_PATTERN_invalid:
        if (number % 4 == 3) {
            const bool is_nan = f->pattern == WGC_PATTERN_nan;
            wgc_put(f, s,
                    is_nan ? wgc_nan_bits(f, number) : wgc_infinity_bits(f, !invalid_sign(f)));
        }
        return number % 4 == 3;
    default:
        return false;
    }
}
