/* Floating-point values of any type as double, which represents all of them exactly. Pure. */
#ifndef WGC_ORACLE_REAL_H
#define WGC_ORACLE_REAL_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "oracle/half.h"
#include "suite/tables.h"

/* Value i of an array of a floating-point type. */
static inline double wgc_real_load(enum wgc_type type, const void *x, size_t i)
{
    uint16_t half;
    float single;
    double value;
    switch (wgc_type_info(type)->bytes) {
    case sizeof half:
        memcpy(&half, (const char *)x + i * sizeof half, sizeof half);
        return (double)wgc_half_to_float(half);
    case sizeof single:
        memcpy(&single, (const char *)x + i * sizeof single, sizeof single);
        return (double)single;
    default:
        memcpy(&value, (const char *)x + i * sizeof value, sizeof value);
        return value;
    }
}

/* Stores value as element i, rounded to the nearest value of the type. */
static inline void wgc_real_store(enum wgc_type type, double value, void *x, size_t i)
{
    uint16_t half;
    float single;
    switch (wgc_type_info(type)->bytes) {
    case sizeof half:
        half = wgc_half_from_double(value);
        memcpy((char *)x + i * sizeof half, &half, sizeof half);
        break;
    case sizeof single:
        single = (float)value;
        memcpy((char *)x + i * sizeof single, &single, sizeof single);
        break;
    default:
        memcpy((char *)x + i * sizeof value, &value, sizeof value);
        break;
    }
}

/* Whether one of n values is a NaN, which differs from itself; fast. */
static inline bool wgc_real_any_nan(enum wgc_type type, const void *x, size_t n)
{
    const size_t bytes = wgc_type_info(type)->bytes;
    const char *at = x;
    bool found = false;
    for (size_t i = 0; bytes == sizeof(uint16_t) && i < n; i++) {
        uint16_t half;
        memcpy(&half, at + i * sizeof half, sizeof half);
        found |= (half & 0x7fffu) > 0x7c00u;
    }
    for (size_t i = 0; bytes == sizeof(float) && i < n; i++) {
        float value;
        memcpy(&value, at + i * sizeof value, sizeof value);
        found |= value != value;
    }
    for (size_t i = 0; bytes == sizeof(double) && i < n; i++) {
        double value;
        memcpy(&value, at + i * sizeof value, sizeof value);
        found |= value != value;
    }
    return found;
}

/* The smallest positive normal value. */
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
