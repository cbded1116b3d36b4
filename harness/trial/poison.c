#include "trial/poison.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "oracle/real.h"

/* A quiet NaN, or a number of the same bits but the exponent's highest: about 2^-10 for half. */
static void put_real(enum wgc_type type, bool number, void *poison)
{
    const uint16_t bits16 = number ? 0x1ea5u : 0x7ea5u;
    const uint32_t bits32 = number ? 0x25a5a5a5u : 0x7fe5a5a5u;
    const uint64_t bits64 = number ? 0x25a5a5a5a5a5a5a5u : 0x7ffda5a5a5a5a5a5u;
    switch (wgc_type_info(type)->bytes) {
    case 2:
        memcpy(poison, &bits16, sizeof bits16);
        break;
    case 4:
        memcpy(poison, &bits32, sizeof bits32);
        break;
    default:
        memcpy(poison, &bits64, sizeof bits64);
    }
}

static bool is_zero(const unsigned char *value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (value[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Other bits, and seldom a value that a wrong implementation gives, as the complement of -1 is. */
static void put_other_bits(const unsigned char *expected, size_t bytes, unsigned char *poison)
{
    for (size_t i = 0; i < bytes; i++) {
        poison[i] = expected[i] ^ WGC_POISON_BYTE;
    }
}

void wgc_poison_fill(const struct wgc_expectation *expectation, size_t n, void *poison)
{
    const size_t bytes = wgc_type_info(expectation->type)->bytes;
    const unsigned char *expected = expectation->expected;
    unsigned char *out = poison;
    if (expectation->mode == WGC_JUDGE_BITS) {
        put_other_bits(expected, n * bytes, out);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        switch (expectation->mode) {
        case WGC_JUDGE_TRUTH:
            memset(out + i * bytes, is_zero(expected + i * bytes, bytes) ? WGC_POISON_BYTE : 0,
                   bytes);
            break;
        case WGC_JUDGE_INTERVAL:
            put_real(expectation->type, false, out + i * bytes);
            break;
        default:
            put_real(expectation->type, isnan(wgc_real_load(expectation->type, expected, i)),
                     out + i * bytes);
        }
    }
}

void wgc_poison_fill_unknown(const struct wgc_expectation *guess, bool numbers, size_t n,
                             void *poison)
{
    const size_t bytes = wgc_type_info(guess->type)->bytes;
    unsigned char *out = poison;
    if (guess->mode == WGC_JUDGE_BITS) {
        put_other_bits(guess->expected, n * bytes, out);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (guess->mode == WGC_JUDGE_TRUTH) {
            memset(out + i * bytes, WGC_POISON_BYTE, bytes);
        } else {
            put_real(guess->type, numbers, out + i * bytes);
        }
    }
}
