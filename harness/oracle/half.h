/*
 * Conversions between OpenCL's half (IEEE 754 binary16, stored in a uint16_t) and the host's types.
 * Pure.
 */
#ifndef WGC_ORACLE_HALF_H
#define WGC_ORACLE_HALF_H

#include <stdint.h>
#include <string.h>

/* Exact; a NaN stays a NaN and keeps its sign and its payload. */
static inline float wgc_half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
    uint32_t rest = half & 0x7fffu;
    uint32_t bits = rest << 13;
    if (rest >= 0x7c00u) { /* infinities and NaN */
        bits |= 0x7f800000u;
    } else if (rest >= 0x0400u) { /* normal: float's exponent is biased by 127, half's by 15 */
        bits += (127u - 15u) << 23;
    } else {
        float magnitude = (float)rest * 0x1p-24f;
        memcpy(&bits, &magnitude, sizeof bits);
    }
    bits |= sign;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/*
 * To the nearest half, ties to even, subnormal results included; a result past 65504 becomes an
 * infinity. A NaN stays a NaN, keeps its sign and the high bits of its payload, and becomes quiet.
 */
uint16_t wgc_half_from_float(float value);
uint16_t wgc_half_from_double(double value); /* one rounding, not two */

#endif
