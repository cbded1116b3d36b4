/* Values of any type as bytes. Pure. */
#ifndef WGC_ORACLE_VALUES_H
#define WGC_ORACLE_VALUES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Puts the low bits of an integer, or the bits of a floating-point value, there: of 1, 2, 4 or 8
 * bytes. */
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

/* Makes all n values the first one. */
static inline void wgc_value_repeat(void *values, size_t bytes, size_t n)
{
    char *at = values;
    for (size_t done = 1; done < n;) { /* doubling what is there */
        const size_t more = done < n - done ? done : n - done;
        memcpy(at + done * bytes, at, more * bytes);
        done += more;
    }
}

#endif
