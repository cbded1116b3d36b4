/*
 * The oracle's values of floating point, for data that no order rounds, against MPFR with 4000
 * bits. Every item's value is computed afresh, from the last term to the first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>

#include "oracle/real.h"
#include "oracle/oracle.h"
#include "tests/unit/oracle_terms.h"
#include "tests/unit/random.h"

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

static void floats_agree_with_mpfr(void **state)
{
    uint64_t seed = 2;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t t = 0; t < 3; t++) {
            for (size_t o = 0; o < 4; o++) {
                for (int kind = WGC_KIND_REDUCE; kind < WGC_KIND_MAPPING; kind++) {
                    struct wgc_call call = {(enum wgc_kind)kind, float_ops[o], float_types[t],
                                            1 + random_below(&seed, 40)};
                    check_one_real(&seed, &call);
                }
            }
        }
    }
}

static void identities_of_floats(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_agree_with_mpfr),
        cmocka_unit_test(identities_of_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
