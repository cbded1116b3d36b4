/* Values of any type as bytes. Pure. */
#ifndef WGC_ORACLE_VALUES_H
#define WGC_ORACLE_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Stores the low bytes (1, 2, 4 or 8) of an integer, or of the bits of a floating-point value. */
static inline void wgc_value_store(uint64_t bits, size_t bytes, void *value)
{
    const uint8_t bits8 = (uint8_t)bits;
    const uint16_t bits16 = (uint16_t)bits;
    const uint32_t bits32 = (uint32_t)bits;
    switch (bytes) {
    case sizeof bits8:
        memcpy(value, &bits8, sizeof bits8);
        break;
    case sizeof bits16:
        memcpy(value, &bits16, sizeof bits16);
        break;
    case sizeof bits32:
        memcpy(value, &bits32, sizeof bits32);
        break;
    default:
        memcpy(value, &bits, sizeof bits);
    }
}

/* Whether no bit of the value is set. */
static inline bool wgc_value_is_zero(const void *value, size_t bytes)
{
    const unsigned char *byte = value;
    for (size_t i = 0; i < bytes; i++) {
        if (byte[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Sets all n values to the first one, which may have several components. A loop for each width of a
 * scalar: compilers make wide stores of them, which is faster than repeated doubling where n is
 * small. */
static inline void wgc_value_repeat(void *values, size_t bytes, size_t n)
{
    char *at = values;
    uint16_t bits16;
    uint32_t bits32;
    uint64_t bits64;
    if (n == 0) {
        return;
    }
    switch (bytes) {
    case 1:
        memset(at, at[0], n);
        break;
    case sizeof bits16:
        memcpy(&bits16, at, sizeof bits16);
        for (size_t i = 1; i < n; i++) {
            memcpy(at + i * sizeof bits16, &bits16, sizeof bits16);
        }
        break;
    case sizeof bits32:
        memcpy(&bits32, at, sizeof bits32);
        for (size_t i = 1; i < n; i++) {
            memcpy(at + i * sizeof bits32, &bits32, sizeof bits32);
        }
        break;
    case sizeof bits64:
        memcpy(&bits64, at, sizeof bits64);
        for (size_t i = 1; i < n; i++) {
            memcpy(at + i * sizeof bits64, &bits64, sizeof bits64);
        }
        break;
    default: /* 3 and 6 bytes too: three components of 1 or 2 */
        for (size_t i = 1; i < n; i++) {
            memcpy(at + i * bytes, at, bytes);
        }
    }
}

#endif
