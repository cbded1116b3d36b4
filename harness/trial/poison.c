#include "trial/parts.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "oracle/real.h"
#include "oracle/values.h"

/* A quiet NaN, or a number with the same bits except for the highest of the exponent: about 2^-10
 * for half. */
static void put_real(enum wgc_type type, bool number, void *poison)
{
    const size_t bytes = wgc_type_info(type)->bytes;
    uint64_t bits = number ? 0x25a5a5a5a5a5a5a5u : 0x7ffda5a5a5a5a5a5u;
    if (bytes == sizeof(uint16_t)) {
        bits = number ? 0x1ea5u : 0x7ea5u;
    } else if (bytes == sizeof(float)) {
        bits = number ? 0x25a5a5a5u : 0x7fe5a5a5u;
    }
    wgc_value_store(bits, bytes, poison);
}

/* Other bits, and seldom the result of a wrong implementation, as the complement of -1 is. */
static void put_other_bits(const unsigned char *expected, size_t bytes, unsigned char *poison)
{
    for (size_t i = 0; i < bytes; i++) {
        poison[i] = expected[i] ^ WGC_POISON_BYTE;
    }
}

static void fill_truth(const unsigned char *expected, size_t bytes, size_t n, unsigned char *out)
{
    for (size_t i = 0; i < n; i++) {
        const int byte = wgc_value_is_zero(expected + i * bytes, bytes) ? WGC_POISON_BYTE : 0;
        memset(out + i * bytes, byte, bytes);
    }
}

void wgc_poison_fill(const struct wgc_expectation *expectation, size_t n, void *poison)
{
    const enum wgc_type type = expectation->type;
    const size_t bytes = wgc_type_info(type)->bytes;
    unsigned char *out = poison;
    switch (expectation->mode) {
    case WGC_JUDGE_BITS:
        put_other_bits(expectation->expected, n * bytes, out);
        return;
    case WGC_JUDGE_TRUTH:
        fill_truth(expectation->expected, bytes, n, out);
        return;
    default:
        put_real(type, false, out);
        wgc_value_repeat(out, bytes, n);
    }
    if (expectation->mode == WGC_JUDGE_INTERVAL ||
        !wgc_real_any_nan(type, expectation->expected, n)) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (isnan(wgc_real_load(type, expectation->expected, i))) {
            put_real(type, true, out + i * bytes);
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
    } else if (guess->mode == WGC_JUDGE_TRUTH) {
        memset(out, WGC_POISON_BYTE, n * bytes);
    } else {
        put_real(guess->type, numbers, out);
        wgc_value_repeat(out, bytes, n);
    }
}

void wgc_poison_fill_named(enum wgc_type type, void *poison)
{
    memset(poison, WGC_POISON_BYTE, wgc_type_info(type)->bytes);
    if (wgc_type_info(type)->value_class == WGC_FLOAT) {
        put_real(type, false, poison);
    }
}
