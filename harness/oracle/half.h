/*
 * Conversions between OpenCL's half (IEEE 754 binary16, held in a uint16_t) and the host's types.
 * Pure.
 */
#ifndef WGC_ORACLE_HALF_H
#define WGC_ORACLE_HALF_H

#include <stdint.h>

/* Exact; a NaN stays a NaN and keeps its sign and the bits of its payload. */
float wgc_half_to_float(uint16_t half);

/*
 * To the nearest half, ties to even, subnormal results included; what rounds past 65504 becomes an
 * infinity. A NaN stays a NaN, keeps its sign and the high bits of its payload, and becomes quiet.
 */
uint16_t wgc_half_from_float(float value);
uint16_t wgc_half_from_double(double value); /* one rounding, not two */

#endif
