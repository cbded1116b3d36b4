/* Patterns for votes and ballots, whose values have four components, and for all_equal. */
#include <string.h>

#include "patterns/fill.h"

enum { WORDS = 4, WORD_BITS = 32, BALLOT_BITS = WORDS * WORD_BITS };

/* The predicates of a ballot; the other components are random, as nothing may depend on them. */
void wgc_fill_votes(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, wgc_random_next(&f->random));
    }
    struct wgc_fill votes = *f;
    votes.stride = WORDS;
    votes.items = f->items / WORDS;
    votes.position = f->position / WORDS;
    wgc_fill_truth(&votes);
}

/* -- the bits of a ballot -- */

/* Stores work-item i's ballot with bit b set where is_set returns true. */
static void put_ballot(struct wgc_fill *f, size_t i, bool (*is_set)(size_t place, size_t b),
                       size_t place, bool inverse)
{
    for (size_t w = 0; w < WORDS; w++) {
        uint64_t word = 0;
        for (size_t b = 0; b < WORD_BITS; b++) {
            word |= is_set(place, w * WORD_BITS + b) != inverse ? (uint64_t)1 << b : 0;
        }
        wgc_put(f, i * WORDS + w, word);
    }
}

static bool is_at(size_t place, size_t b)
{
    return b == place;
}

static bool is_below(size_t place, size_t b)
{
    return b < place;
}

static bool is_in_word(size_t place, size_t b)
{
    return place >= WORDS || b / WORD_BITS == place;
}

/* The least and the greatest bit are defined where the bit of a work-item is set, and every
 * sub-group has the work-item 0: every other pair of variants has its bit. */
static bool has_first_bit(const struct wgc_fill *f)
{
    const bool finds =
        f->call.kind == WGC_KIND_BALLOT_FIND_LSB || f->call.kind == WGC_KIND_BALLOT_FIND_MSB;
    return finds && f->group_variant / 2 % 2 == 1;
}

/* Stores work-item i's ballot with bit 0 set. */
static void set_first_bit(struct wgc_fill *f, size_t i)
{
    uint32_t word;

    memcpy(&word, f->out + i * WORDS * sizeof word, sizeof word);
    wgc_put(f, i * WORDS, word | 1);
}

/* inverse_ballot needs one value in the whole sub-group: here in the whole work-group. */
static bool is_same_for_all(const struct wgc_fill *f)
{
    return f->call.kind == WGC_KIND_INVERSE_BALLOT || f->group_variant % 3 == 0;
}

void wgc_fill_ballots(struct wgc_fill *f)
{
    const bool same = is_same_for_all(f);
    struct wgc_random *random = same ? &f->shared : &f->random;
    const struct wgc_random start = *random;
    for (size_t i = 0; i < f->items / WORDS; i++) {
        const size_t turn = f->group_variant + (same ? 0 : i + f->chunk);
        const bool inverse = f->group_variant % 2 == 1;
        if (same) { /* the same numbers for each work-item */
            *random = start;
        }
        switch (f->pattern) {
        case WGC_PATTERN_one_vote:
            put_ballot(f, i, is_at, turn % BALLOT_BITS, inverse);
            break;
        case WGC_PATTERN_low_votes:
            put_ballot(f, i, is_below, turn % BALLOT_BITS, inverse);
            break;
        case WGC_PATTERN_all_votes:
            put_ballot(f, i, is_in_word, turn / 2 % (WORDS + 1), inverse);
            break;
        default:
            for (size_t w = 0; w < WORDS; w++) {
                wgc_put(f, i * WORDS + w, wgc_random_next(random));
            }
        }
        if (has_first_bit(f)) {
            set_first_bit(f, i);
        }
    }
}

/* -- equal values -- */

static uint64_t some_value(struct wgc_fill *f, size_t index)
{
    if (f->is_float) {
        return index % 3 == 0 ? 0 : wgc_random_real(f, 1 - f->max_exponent, f->max_exponent);
    }
    return wgc_sensitive_integer(f, index);
}

/* Zeros of either sign are equal. */
static void put_same(struct wgc_fill *f, uint64_t value)
{
    for (size_t i = 0; i < f->items; i++) {
        const bool negative = f->is_float && value == 0 && i % 2 == 1;
        wgc_put(f, i, negative ? wgc_top_bit(f) : value);
    }
}

void wgc_fill_equality(struct wgc_fill *f)
{
    static const unsigned bits[] = {0, 31, 15, 7, 63, 32, 1, 16};
    const uint64_t value = some_value(f, f->variant);
    const bool differs = f->pattern == WGC_PATTERN_one_differs ||
                         (f->pattern == WGC_PATTERN_random && wgc_coin(&f->random));
    put_same(f, value);
    if (!differs) {
        return;
    }
    if (f->is_float) {
        wgc_put(f, f->position, value == 0 ? wgc_real_bits(f, false, 0, 0) : value ^ 1);
    } else {
        wgc_put(f, f->position,
                value ^ (uint64_t)1 << bits[f->variant % (sizeof bits / sizeof bits[0])] % f->bits);
    }
}
