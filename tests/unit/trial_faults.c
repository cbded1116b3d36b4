#include "tests/unit/trial_faults.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/real.h"

static size_t bytes_of(const struct fake_group *group)
{
    return wgc_type_info(group->call.type)->bytes;
}

static bool is_real(const struct fake_group *group)
{
    return wgc_type_info(group->call.type)->value_class == WGC_FLOAT;
}

uint64_t fault_load(const struct fake_group *group, const void *x, size_t i)
{
    uint64_t bits = 0; /* little-endian, as all hosts of the tests are */
    memcpy(&bits, (const unsigned char *)x + i * bytes_of(group), bytes_of(group));
    return bits;
}

void fault_store(const struct fake_group *group, uint64_t bits, void *x, size_t i)
{
    memcpy((unsigned char *)x + i * bytes_of(group), &bits, bytes_of(group));
}

static int64_t as_signed(const struct fake_group *group, uint64_t bits)
{
    const unsigned unused = 64 - 8 * (unsigned)bytes_of(group);
    return (int64_t)(bits << unused) >> unused;
}

static double as_real(const struct fake_group *group, uint64_t bits)
{
    return wgc_real_load(group->call.type, &bits, 0);
}

static uint64_t from_real(const struct fake_group *group, double value)
{
    uint64_t bits = 0;
    wgc_real_store(group->call.type, value, &bits, 0);
    return bits;
}

static void right(const struct fake_group *group)
{
    wgc_oracle_exact(&group->call, group->x, group->n, group->init, group->root, group->result);
}

/* The right function of other values. */
static void right_of(const struct fake_group *group,
                     uint64_t (*change)(const struct fake_group *group, uint64_t bits, int64_t how),
                     int64_t how)
{
    struct fake_group other = *group;
    unsigned char *x = fake_memory(group->n, bytes_of(group));
    for (size_t i = 0; x != NULL && i < group->n; i++) {
        fault_store(group, change(group, fault_load(group, group->x, i), how), x, i);
    }
    other.x = x;
    right(&other);
    free(x);
}

static void change_results(const struct fake_group *group,
                           uint64_t (*change)(const struct fake_group *group, uint64_t bits,
                                              int64_t how),
                           int64_t how)
{
    right(group);
    for (size_t i = 0; i < group->n; i++) {
        fault_store(group, change(group, fault_load(group, group->result, i), how), group->result,
                    i);
    }
}

/* Another operation on the right terms; the first term is unchanged. */
static void fold(const struct fake_group *group,
                 uint64_t (*combine)(const struct fake_group *group, uint64_t a, uint64_t b,
                                     int64_t how),
                 int64_t how)
{
    uint64_t all = 0;
    wgc_oracle_identity(group->call.op, group->call.type, &all);
    for (size_t i = 0; i < group->n; i++) {
        const uint64_t term = fault_load(group, group->x, i);
        if (group->call.kind == WGC_KIND_SCAN_EXCLUSIVE) {
            fault_store(group, all, group->result, i);
        }
        all = i == 0 ? term : combine(group, all, term, how);
        if (group->call.kind == WGC_KIND_SCAN_INCLUSIVE) {
            fault_store(group, all, group->result, i);
        }
    }
    for (size_t i = 0; group->call.kind == WGC_KIND_REDUCE && i < group->n; i++) {
        fault_store(group, all, group->result, i);
    }
}

/* Values cut to a narrower type. */
static uint64_t cut(const struct fake_group *group, uint64_t bits, int64_t how)
{
    const double real = is_real(group) ? as_real(group, bits) : (double)as_signed(group, bits);
    const uint64_t top = (uint64_t)1 << (8 * bytes_of(group) - 1);
    double narrow = real;
    switch (how) {
    case LOW_32_UNSIGNED:
        return bits & 0xffffffffu;
    case LOW_32_SIGNED:
        return (uint64_t)(int64_t)(int32_t)(uint32_t)bits;
    case LOW_16_SIGNED:
        return (uint64_t)(int64_t)(int16_t)(uint16_t)bits;
    case HIGH_32:
        return bits & (uint64_t)0xffffffff << 32;
    case WITHOUT_TOP_BIT:
        return bits & ~top;
    case THROUGH_HALF:
        narrow = (double)wgc_half_to_float(wgc_half_from_double(real));
        break;
    case THROUGH_FLOAT:
        narrow = (double)(float)real;
        break;
    case MAGNITUDE:
        narrow = fabs(real);
        break;
    default:
        break;
    }
    if (is_real(group)) {
        return from_real(group, narrow);
    }
    return narrow >= 0x1p63 ? INT64_MAX : (uint64_t)(int64_t)narrow;
}

void fault_cut_values(const struct fake_group *group, const void *parameter)
{
    right_of(group, cut, *(const int64_t *)parameter);
}

void fault_cut_results(const struct fake_group *group, const void *parameter)
{
    change_results(group, cut, *(const int64_t *)parameter);
}

/* Special values lost on the way. */
static uint64_t lose(const struct fake_group *group, uint64_t bits, int64_t how)
{
    const double real = as_real(group, bits), largest = wgc_real_largest(group->call.type);
    double value;
    switch (how) {
    case NAN_TO_ZERO:
        value = isnan(real) ? 0 : real;
        break;
    case INFINITY_TO_LARGEST:
        value = isinf(real) ? copysign(largest, real) : real;
        break;
    case LARGEST_TO_INFINITY:
        value = fabs(real) == largest ? copysign(INFINITY, real) : real;
        break;
    case NO_NEGATIVE_ZERO:
        value = real + 0.0;
        break;
    case NO_SUBNORMAL:
        value = fabs(real) < wgc_real_smallest(group->call.type) ? 0 : real;
        break;
    case ZERO_TO_NEGATIVE:
        value = real == 0 ? -0.0 : real;
        break;
    default:
        value = isinf(real) ? NAN : real;
    }
    return from_real(group, value);
}

void fault_lose_values(const struct fake_group *group, const void *parameter)
{
    right_of(group, lose, *(const int64_t *)parameter);
}

void fault_lose_results(const struct fake_group *group, const void *parameter)
{
    change_results(group, lose, *(const int64_t *)parameter);
}

/* Comparisons gone wrong. */
static bool is_less(const struct fake_group *group, uint64_t a, uint64_t b, int64_t how)
{
    const int64_t left = as_signed(group, a), right_one = as_signed(group, b);
    const bool is_signed = wgc_type_info(group->call.type)->value_class == WGC_SINT;
    switch (how) {
    case AS_OTHER_SIGN:
        return is_signed ? a < b : left < right_one;
    case BY_DIFFERENCE:
        return as_signed(group, a - b) < 0;
    case LOW_HALVES:
        return (uint32_t)a < (uint32_t)b;
    case HIGH_HALVES:
        return (int32_t)(a >> 32) < (int32_t)(b >> 32);
    case AS_FLOAT:
        return is_signed ? (float)left < (float)right_one : (float)a < (float)b;
    case AS_DOUBLE:
        return is_signed ? (double)left < (double)right_one : (double)a < (double)b;
    case BY_BITS:
        return left < right_one;
    case BY_SIZE:
        return fabs(as_real(group, a)) < fabs(as_real(group, b));
    default:
        return group->call.op == WGC_OP_min;
    }
}

static uint64_t choose(const struct fake_group *group, uint64_t a, uint64_t b, int64_t how)
{
    return is_less(group, a, b, how) == (group->call.op == WGC_OP_min) ? a : b;
}

void fault_compare(const struct fake_group *group, const void *parameter)
{
    fold(group, choose, *(const int64_t *)parameter);
}

/* Sums and products in other arithmetic. */
static double shorten(double value, int64_t how)
{
    int exponent = 0;
    double fraction;
    switch (how) {
    case IN_HALF:
        return (double)wgc_half_to_float(wgc_half_from_double(value));
    case IN_FLOAT:
        return (double)(float)value;
    default:
        fraction = frexp(value, &exponent);
        return isfinite(value) ? ldexp(rint(ldexp(fraction, 8)), exponent - 8) : value;
    }
}

static uint64_t saturated(const struct fake_group *group, uint64_t a, uint64_t b)
{
    const bool is_signed = wgc_type_info(group->call.type)->value_class == WGC_SINT;
    const unsigned unused = 64 - 8 * (unsigned)bytes_of(group);
    int64_t sum;
    uint64_t total;
    if (is_signed) {
        const bool over =
            __builtin_add_overflow((int64_t)(a << unused), (int64_t)(b << unused), &sum);
        return (over ? (uint64_t)((int64_t)(a << unused) < 0 ? INT64_MIN : INT64_MAX)
                     : (uint64_t)sum) >>
               unused;
    }
    return (__builtin_add_overflow(a << unused, b << unused, &total) ? UINT64_MAX : total) >>
           unused;
}

static uint64_t combine_oddly(const struct fake_group *group, uint64_t a, uint64_t b, int64_t how)
{
    const bool product = group->call.op == WGC_OP_mul;
    const double left = is_real(group) ? as_real(group, a) : 0;
    const double other = is_real(group) ? as_real(group, b) : 0;
    switch (how) {
    case SATURATE:
        return saturated(group, a, b);
    case OTHER_OPERATOR:
        return group->call.op == WGC_OP_xor ? a | b : group->call.op == WGC_OP_or ? a ^ b : a | b;
    case SKIP_ZERO:
        return is_real(group) ? (other == 0 ? a : from_real(group, left * other))
               : b == 0       ? a
                              : a * b;
    case WITHOUT_SIGN:
        return from_real(group, fabs(product ? left * other : left + other));
    default:
        return from_real(group, shorten(product ? shorten(left, how) * shorten(other, how)
                                                : shorten(left, how) + shorten(other, how),
                                        how));
    }
}

void fault_arithmetic(const struct fake_group *group, const void *parameter)
{
    fold(group, combine_oddly, *(const int64_t *)parameter);
}

/* A start that is not the identity. */
static uint64_t start_value(const struct fake_group *group, int64_t how)
{
    const bool is_min = group->call.op == WGC_OP_min;
    const double largest = wgc_real_largest(group->call.type);
    switch (how) {
    case FROM_ZERO:
        return 0;
    case FROM_ONE:
        return is_real(group) ? from_real(group, 1) : 1;
    case FROM_MINUS_ONE:
        return is_real(group) ? from_real(group, -1) : UINT64_MAX;
    case FROM_LARGEST:
        return from_real(group, is_min ? largest : -largest);
    case FROM_SMALLEST:
        return from_real(group, wgc_real_smallest(group->call.type));
    case FROM_UINT_LIMIT:
        return is_min ? UINT32_MAX : 0;
    default: /* of 32 bits */
        return is_min ? INT32_MAX : (uint64_t)(int64_t)INT32_MIN;
    }
}

/* The right function of the same items with one more in front. */
void fault_start(const struct fake_group *group, const void *parameter)
{
    const size_t bytes = bytes_of(group);
    struct fake_group longer = *group;
    unsigned char *x = fake_memory(group->n + 1, bytes), *result = fake_memory(group->n + 1, bytes);
    if (x != NULL && result != NULL) {
        fault_store(group, start_value(group, *(const int64_t *)parameter), x, 0);
        memcpy(x + bytes, group->x, group->n * bytes);
        longer.x = x;
        longer.n = group->n + 1;
        longer.result = result;
        right(&longer);
        memcpy(group->result, result + bytes, group->n * bytes);
    }
    free(x);
    free(result);
}

void fault_right_of(const struct fake_group *group, const void *x)
{
    struct fake_group other = *group;
    other.x = x;
    right(&other);
}
