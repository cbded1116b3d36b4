#include "tests/false-alarms/arithmetic.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "oracle/half.h"
#include "oracle/real.h"
#include "tests/unit/random.h"

enum format format_of(enum wgc_type type)
{
    switch (wgc_type_info(type)->bytes) {
    case 2:
        return FORMAT_HALF;
    case 4:
        return FORMAT_FLOAT;
    default:
        return FORMAT_DOUBLE;
    }
}

enum format narrower(enum format format)
{
    return format == FORMAT_BFLOAT16 ? format : format - 1;
}

enum format wider(enum format format)
{
    return format == FORMAT_EXTENDED ? format : format + 1;
}

void arithmetic_begin(const struct arithmetic *arithmetic)
{
    fesetround(arithmetic->fp.round_to_nearest ? FE_TONEAREST : FE_TOWARDZERO);
}

void arithmetic_end(void)
{
    fesetround(FE_TONEAREST);
}

/* Volatile: no operation is moved or folded into code under another rounding mode. */
static long double in_float(enum wgc_op op, long double a, long double b)
{
    volatile float x = (float)a;
    volatile float y = (float)b;
    volatile float z = op == WGC_OP_mul ? x * y : x + y;
    return (long double)z;
}

static long double in_double(enum wgc_op op, long double a, long double b)
{
    volatile double x = (double)a;
    volatile double y = (double)b;
    volatile double z = op == WGC_OP_mul ? x * y : x + y;
    return (long double)z;
}

static long double in_extended(enum wgc_op op, long double a, long double b)
{
    volatile long double x = a;
    volatile long double y = b;
    volatile long double z = op == WGC_OP_mul ? x * y : x + y;
    return z;
}

/* A float, which is a value or rounded from one in the same direction, to half. */
static long double to_half(bool to_nearest, float value)
{
    uint16_t half = wgc_half_from_float(value);
    if (!to_nearest && fabsf(wgc_half_to_float(half)) > fabsf(value)) {
        half--; /* the next one nearer to zero */
    }
    return (long double)wgc_half_to_float(half);
}

static long double to_bfloat16(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = (bits + 0x7fffu + (bits >> 16 & 1)) & 0xffff0000u;
    memcpy(&value, &bits, sizeof value);
    return (long double)value;
}

static bool by_chance(const struct arithmetic *arithmetic)
{
    return random_below(arithmetic->seed, 2) == 0;
}

/* A subnormal value may become a zero of any sign. */
static long double flushed(const struct arithmetic *arithmetic, long double value)
{
    bool subnormal = value != 0 && fabsl(value) < (long double)wgc_real_smallest(arithmetic->type);
    if (!subnormal || arithmetic->fp.denormals) {
        return value;
    }
    return by_chance(arithmetic) ? 0 : -0.0L;
}

/* The device's result for the IEEE 754 result of an operation. */
static long double as_supported(const struct arithmetic *arithmetic, long double value)
{
    if (value == 0 && !arithmetic->fp.signed_zeros) {
        return 0;
    }
    if (!isfinite(value) && !arithmetic->fp.inf_nan) {
        return (long double)random_real(arithmetic->seed);
    }
    return flushed(arithmetic, value);
}

/*
 * Half and bfloat16 are rounded through float, which has more than twice their bits plus two:
 * rounding twice is the same as rounding once.
 */
static long double operate(const struct arithmetic *arithmetic, enum format format, enum wgc_op op,
                           long double a, long double b)
{
    switch (format) {
    case FORMAT_BFLOAT16:
        return to_bfloat16((float)in_float(op, a, b));
    case FORMAT_HALF:
        return to_half(arithmetic->fp.round_to_nearest, (float)in_float(op, a, b));
    case FORMAT_FLOAT:
        return in_float(op, a, b);
    case FORMAT_DOUBLE:
        return in_double(op, a, b);
    default:
        return in_extended(op, a, b);
    }
}

long double arithmetic_load(const struct arithmetic *arithmetic, long double term)
{
    if (arithmetic->terms < format_of(arithmetic->type)) {
        term = operate(arithmetic, arithmetic->terms, WGC_OP_add, term, 0);
    }
    return flushed(arithmetic, term);
}

/* The lesser or the greater value: either of two equal ones, the other value where one is a NaN,
 * and any value for two NaNs. */
static long double choose(const struct arithmetic *arithmetic, enum wgc_op op, long double a,
                          long double b)
{
    if (isnan(a) && isnan(b)) {
        return by_chance(arithmetic) ? a : (long double)NAN;
    }
    if (isnan(a) || isnan(b)) {
        return isnan(a) ? b : a;
    }
    if (a == b) {
        return by_chance(arithmetic) ? a : b;
    }
    return (op == WGC_OP_min) == (a < b) ? a : b;
}

long double arithmetic_combine(const struct arithmetic *arithmetic, enum wgc_op op, long double a,
                               long double b)
{
    enum format format = arithmetic->format;
    if (op == WGC_OP_min || op == WGC_OP_max) {
        return choose(arithmetic, op, a, b);
    }
    if (arithmetic->mixed && by_chance(arithmetic)) {
        format = format_of(arithmetic->type);
        a = arithmetic_store(arithmetic, a);
        b = arithmetic_store(arithmetic, b);
    }
    return as_supported(arithmetic, operate(arithmetic, format, op, a, b));
}

long double arithmetic_identity(const struct arithmetic *arithmetic, enum wgc_op op)
{
    switch (op) {
    case WGC_OP_min:
        return (long double)INFINITY;
    case WGC_OP_max:
        return -(long double)INFINITY;
    case WGC_OP_mul:
        return 1;
    default:
        return by_chance(arithmetic) ? 0 : -0.0L;
    }
}

long double arithmetic_store(const struct arithmetic *arithmetic, long double value)
{
    volatile long double wide = value;
    volatile double narrow = (double)wide;
    volatile float single = (float)wide;
    switch (format_of(arithmetic->type)) {
    case FORMAT_HALF: /* from at most a double: half's wide formats here end at float */
        return flushed(arithmetic,
                       arithmetic->fp.round_to_nearest
                           ? (long double)wgc_half_to_float(wgc_half_from_double(narrow))
                           : to_half(false, single));
    case FORMAT_FLOAT:
        return flushed(arithmetic, (long double)single);
    default:
        return flushed(arithmetic, (long double)narrow);
    }
}
