/*
 * The oracle's values of floating point, for data that no order rounds, against MPFR with 4000
 * bits. Every item's value is computed afresh, from the last term to the first.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <mpfr.h>

#include "oracle/oracle.h"
#include "oracle/real.h"
#include "tests/unit/oracle_terms.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

enum { ITEMS_MAX = 70, ROUNDS = 200 };

static const enum wgc_type float_types[] = {WGC_TYPE_half, WGC_TYPE_float, WGC_TYPE_double};
static const enum wgc_op float_ops[] = {WGC_OP_add, WGC_OP_mul, WGC_OP_min, WGC_OP_max};

static double real_read(enum wgc_type type, const void *x, size_t i)
{
    uint16_t half;
    float single;
    double value;
    if (type == WGC_TYPE_half) {
        memcpy(&half, (const char *)x + 2 * i, 2);
        return (double)wgc_half_to_float(half);
    }
    if (type == WGC_TYPE_float) {
        memcpy(&single, (const char *)x + 4 * i, 4);
        return (double)single;
    }
    memcpy(&value, (const char *)x + 8 * i, 8);
    return value;
}

static void real_op(enum wgc_op op, mpfr_t a, const mpfr_t b)
{
    switch (op) {
    case WGC_OP_add:
        mpfr_add(a, a, b, MPFR_RNDN);
        break;
    case WGC_OP_mul:
        mpfr_mul(a, a, b, MPFR_RNDN);
        break;
    case WGC_OP_min:
        mpfr_min(a, a, b, MPFR_RNDN);
        break;
    default:
        mpfr_max(a, a, b, MPFR_RNDN);
        break;
    }
}

static void real_check(const struct wgc_call *call, const void *x, size_t n, const void *init,
                       const void *expected)
{
    static const double identities[WGC_OP_COUNT] = {
        [WGC_OP_mul] = 1, [WGC_OP_min] = (double)INFINITY, [WGC_OP_max] = -(double)INFINITY};
    mpfr_t all;
    mpfr_t term;
    mpfr_inits2(4000, all, term, (mpfr_ptr)NULL);
    for (size_t i = 0; i < n; i++) {
        struct span span = span_of(call, n, i);
        mpfr_set_d(all, identities[call->op], MPFR_RNDN);
        for (size_t j = span.last; j-- > span.first;) {
            mpfr_set_d(term, real_read(call->type, x, j), MPFR_RNDN);
            real_op(call->op, all, term);
        }
        if (span.init) {
            mpfr_set_d(term, real_read(call->type, init, 0), MPFR_RNDN);
            real_op(call->op, all, term);
        }
        if (mpfr_cmp_d(all, real_read(call->type, expected, i)) != 0) {
            mpfr_fprintf(stderr, "%s %s %s, item %zu of %zu: not %Ra\n", wgc_kind_name(call->kind),
                         wgc_op_info(call->op)->name, wgc_type_info(call->type)->name, i, n, all);
            fail();
        }
    }
    mpfr_clears(all, term, (mpfr_ptr)NULL);
}

/* Data that no order rounds: whole numbers times a power of two; signed powers of two; anything for
 * min and max. */
static double exact_value(uint64_t *seed, const struct wgc_call *call, size_t n)
{
    int significand = (int)wgc_type_info(call->type)->significand;
    double unit = call->type == WGC_TYPE_half ? 0x1p-8 : 0x1p-60;
    uint64_t bits = random_bits(seed);
    switch (call->op) {
    case WGC_OP_add: {
        int64_t most = (INT64_C(1) << significand) / (int64_t)(n + 1);
        return unit * (double)((int64_t)random_below(seed, (uint64_t)(2 * most + 1)) - most);
    }
    case WGC_OP_mul: /* at most 13 factors other than 1 */
        return (bits & 1 ? -1 : 1) * (bits % 11 == 0 ? 2 : bits % 7 == 0 ? 0.5 : 1);
    default:
        return bits % 23 == 0   ? (double)INFINITY
               : bits % 29 == 0 ? -(double)INFINITY
                                : random_real(seed) * (bits & 2 ? 60000 : 0x1p-20);
    }
}

static void check_one_real(uint64_t *seed, const struct wgc_call *call)
{
    double x[ITEMS_MAX];
    double expected[ITEMS_MAX];
    double init;
    size_t n = 1 + random_below(seed, call->op == WGC_OP_mul ? 13 : ITEMS_MAX);
    for (size_t i = 0; i < n; i++) {
        wgc_real_store(call->type, exact_value(seed, call, n), x, i);
    }
    wgc_real_store(call->type, exact_value(seed, call, n), &init, 0);
    wgc_oracle_exact(call, x, n, has_init(call->kind) ? &init : NULL, 0, expected);
    real_check(call, x, n, &init, expected);
}

TEST(floats_agree_with_mpfr)
{
    uint64_t seed = 2;

    for (int round = 0; round < ROUNDS; round++) {
        for (size_t t = 0; t < 3; t++) {
            for (size_t o = 0; o < 4; o++) {
                for (int kind = WGC_KIND_REDUCE; kind < WGC_KIND_MAPPING; kind++) {
                    struct wgc_call call = {(enum wgc_kind)kind, float_ops[o], float_types[t],
                                            1 + random_below(&seed, 40), 0};
                    check_one_real(&seed, &call);
                }
            }
        }
    }
}

TEST(identities_of_floats)
{
    for (size_t t = 0; t < 3; t++) {
        enum wgc_type type = float_types[t];
        double room;
        wgc_oracle_identity(WGC_OP_add, type, &room);
        assert_true(real_read(type, &room, 0) == 0);
        wgc_oracle_identity(WGC_OP_mul, type, &room);
        assert_true(real_read(type, &room, 0) == 1);
        wgc_oracle_identity(WGC_OP_min, type, &room);
        assert_true(real_read(type, &room, 0) == (double)INFINITY);
        wgc_oracle_identity(WGC_OP_max, type, &room);
        assert_true(real_read(type, &room, 0) == -(double)INFINITY);
    }
}

/* Whether a is b: a zero's sign counts, and one NaN is as good as another. */
static bool is_same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}

/* Results that IEEE 754 defines for every order. In min and max, NaN marks an undefined result; in
 * sums, -0 for a zero of any sign. */
TEST(exceptional_results)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    const struct {
        enum wgc_kind kind;
        enum wgc_op op;
        double x[4], expected[4];
    } cases[] = {
        {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, {1, nan, 2, inf}, {1, nan, nan, nan}},
        {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_add, {1, nan, 2, inf}, {-0.0, 1, nan, nan}},
        {WGC_KIND_REDUCE, WGC_OP_add, {1, 2, 3, nan}, {nan, nan, nan, nan}},
        {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, {1, inf, 2, -inf}, {1, inf, inf, nan}},
        {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, {-0.0, -0.0, 0, -0.0}, {-0.0, -0.0, 0, 0}},
        {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, {1, -1, -0.0, 2}, {1, 0, 0, 2}},
        {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_mul, {-1, 0, -1, -inf}, {-1, -0.0, 0, nan}},
        {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_mul, {-inf, -1, -2, nan}, {1, -inf, inf, -inf}},
        {WGC_KIND_REDUCE, WGC_OP_min, {nan, 3, nan, 5}, {3, 3, 3, 3}},
        {WGC_KIND_REDUCE, WGC_OP_max, {nan, nan, nan, nan}, {nan, nan, nan, nan}},
        {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_min, {nan, nan, 3, 5}, {nan, nan, 3, 3}},
        {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_min, {nan, nan, 3, 5}, {inf, nan, nan, 3}},
        {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_max, {nan, nan, nan, nan}, {-inf, nan, nan, nan}},
        {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_max, {1, nan, inf, 2}, {-inf, 1, 1, inf}},
        {WGC_KIND_CLUSTERED_REDUCE, WGC_OP_max, {nan, 4, nan, nan}, {4, 4, nan, nan}},
    };

    for (size_t t = 0; t < 3; t++) {
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            const struct wgc_call call = {cases[c].kind, cases[c].op, float_types[t], 2, 0};
            double x[4];
            double expected[4];
            for (size_t i = 0; i < 4; i++) {
                wgc_real_store(call.type, cases[c].x[i], x, i);
            }
            wgc_oracle_exact(&call, x, 4, NULL, 0, expected);
            for (size_t i = 0; i < 4; i++) {
                if (!is_same(real_read(call.type, expected, i), cases[c].expected[i])) {
                    fail_msg("case %zu, %s, item %zu: %g", c, wgc_type_info(call.type)->name, i,
                             real_read(call.type, expected, i));
                }
            }
        }
    }
}

/* What is past the largest number, and what lies between zero and the smallest. */
TEST(ends_of_the_range)
{
    for (size_t t = 0; t < 3; t++) {
        const enum wgc_type type = float_types[t];
        const int bits = (int)wgc_type_info(type)->significand;
        const double largest = wgc_real_largest(type), smallest = wgc_real_smallest(type);
        const double least = smallest * ldexp(1, 1 - bits);
        const struct {
            enum wgc_op op;
            double a, b, expected;
        } cases[] = {
            {WGC_OP_add, largest, ldexp(largest, -bits), (double)INFINITY},
            {WGC_OP_add, -largest, -largest, -(double)INFINITY},
            {WGC_OP_add, largest, ldexp(largest, -bits - 2), largest},
            {WGC_OP_add, smallest, -smallest / 2, smallest / 2},
            {WGC_OP_mul, largest, -2, -(double)INFINITY},
            {WGC_OP_mul, smallest, -0.25, -smallest / 4},
            {WGC_OP_mul, smallest, ldexp(-1, -bits), -0.0}, /* half of the least: to even */
            {WGC_OP_mul, smallest, ldexp(1.5, -bits), least},
        };
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            const struct wgc_call call = {WGC_KIND_REDUCE, cases[c].op, type, 0, 0};
            double x[2];
            double expected[2];
            wgc_real_store(type, cases[c].a, x, 0);
            wgc_real_store(type, cases[c].b, x, 1);
            wgc_oracle_exact(&call, x, 2, NULL, 0, expected);
            if (!is_same(real_read(type, expected, 1), cases[c].expected)) {
                fail_msg("case %zu, %s: %a", c, wgc_type_info(type)->name,
                         real_read(type, expected, 1));
            }
        }
    }
}
