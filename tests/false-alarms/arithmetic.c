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

/* Volatile: no operation is moved or folded to where another rounding mode is in force. */
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

static long double flushed(const struct arithmetic *arithmetic, long double value)
{
    bool subnormal = fabsl(value) < (long double)wgc_real_smallest(arithmetic->type);
    return subnormal && !arithmetic->fp.denormals ? 0 : value;
}

/*
 * Half and bfloat16 are reached through float, which has more than twice their bits and two more,
 * so that rounding twice gives what rounding once does.
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

long double arithmetic_combine(const struct arithmetic *arithmetic, enum wgc_op op, uint64_t *seed,
                               long double a, long double b)
{
    enum format format = arithmetic->format;
    if (arithmetic->mixed && random_below(seed, 2) == 0) {
        format = format_of(arithmetic->type);
        a = arithmetic_store(arithmetic, a);
        b = arithmetic_store(arithmetic, b);
    }
    return flushed(arithmetic, operate(arithmetic, format, op, a, b));
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
