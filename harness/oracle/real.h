/* Floating-point values of any type as double, which holds all of them exactly. Pure. */
#ifndef WGC_ORACLE_REAL_H
#define WGC_ORACLE_REAL_H

#include <float.h>
#include <stddef.h>

#include "oracle/half.h"
#include "suite/tables.h"

/* Value i of an array of a floating-point type. */
static inline double wgc_real_load(enum wgc_type type, const void *x, size_t i)
{
    switch (wgc_type_info(type)->bytes) {
    case sizeof(uint16_t):
        return (double)wgc_half_to_float(((const uint16_t *)x)[i]);
    case sizeof(float):
        return (double)((const float *)x)[i];
    default:
        return ((const double *)x)[i];
    }
}

/* Puts value there, rounded to the nearest of the type. */
static inline void wgc_real_store(enum wgc_type type, double value, void *x, size_t i)
{
    switch (wgc_type_info(type)->bytes) {
    case sizeof(uint16_t):
        ((uint16_t *)x)[i] = wgc_half_from_double(value);
        break;
    case sizeof(float):
        ((float *)x)[i] = (float)value;
        break;
    default:
        ((double *)x)[i] = value;
        break;
    }
}

/* The least positive normal value. */
static inline double wgc_real_smallest(enum wgc_type type)
{
    size_t bytes = wgc_type_info(type)->bytes;
    return bytes == sizeof(uint16_t) ? 0x1p-14 : bytes == sizeof(float) ? (double)FLT_MIN : DBL_MIN;
}

/* The largest finite value. */
static inline double wgc_real_largest(enum wgc_type type)
{
    size_t bytes = wgc_type_info(type)->bytes;
    return bytes == sizeof(uint16_t) ? 65504 : bytes == sizeof(float) ? (double)FLT_MAX : DBL_MAX;
}

#endif
