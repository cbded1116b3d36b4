#include "oracle/half.h"

#include <string.h>

enum {
    HALF_INF = 0x7c00,
    HALF_QUIET = 0x0200,
    HALF_FRACTION = 10, /* bits */
    DOUBLE_FRACTION = 52,
    DOUBLE_BIAS = 1023
};

uint16_t wgc_half_from_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000u);
    uint64_t fraction = bits & ((UINT64_C(1) << DOUBLE_FRACTION) - 1);
    int exponent = (int)(bits >> DOUBLE_FRACTION & 0x7ff) - DOUBLE_BIAS;
    if (exponent > DOUBLE_BIAS && fraction != 0) {
        uint64_t payload = fraction >> (DOUBLE_FRACTION - HALF_FRACTION);
        return (uint16_t)(sign | HALF_INF | HALF_QUIET | payload);
    }
    if (exponent > 15) {
        return (uint16_t)(sign | HALF_INF);
    }
    if (exponent < -25) { /* less than half of the smallest subnormal */
        return sign;
    }
    /* The unit in the last place is 2^-24 for all below 2^-14, 2^(exponent-10) above. */
    int above = exponent > -15 ? exponent + 14 : 0;
    int shift = DOUBLE_FRACTION - HALF_FRACTION + (exponent > -15 ? 0 : -14 - exponent);
    uint64_t significand = fraction | UINT64_C(1) << DOUBLE_FRACTION;
    uint64_t kept = significand >> shift;
    uint64_t lost = significand & ((UINT64_C(1) << shift) - 1);
    uint64_t tie = UINT64_C(1) << (shift - 1);
    if (lost > tie || (lost == tie && (kept & 1) != 0)) {
        kept++; /* may carry into the exponent, and from the last one to infinity: both are right */
    }
    return (uint16_t)(sign | (((uint64_t)above << HALF_FRACTION) + kept));
}

uint16_t wgc_half_from_float(float value)
{
    return wgc_half_from_double((double)value);
}
