/*
 * The oracle's exact values against whole numbers of any size (GMP) and floating point of 4000 bits
 * (MPFR). The reference is written from the standard's text and unlike the oracle: every item's
 * value is computed afresh, from the last term to the first, and only then cut down to the type.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <gmp.h>
#include <mpfr.h>

#include "oracle/half.h"
#include "oracle/oracle.h"
#include "oracle/real.h"
#include "tests/unit/random.h"

enum { ITEMS_MAX = 70, ROUNDS = 2000 };

/* What an item's value is made of: init if there is one, then the terms from first to before last.
 */
struct span {
    size_t first, last;
    bool init;
};

static struct span span_of(const struct wgc_call *call, size_t n, size_t i)
{
    struct span span = {0, n, false};
    switch (call->kind) {
    case WGC_KIND_SCAN_EXCLUSIVE_INIT:
        span.init = true;
        span.last = i;
        break;
    case WGC_KIND_SCAN_EXCLUSIVE:
        span.last = i;
        break;
    case WGC_KIND_SCAN_INCLUSIVE_INIT:
        span.init = true;
        span.last = i + 1;
        break;
    case WGC_KIND_SCAN_INCLUSIVE:
        span.last = i + 1;
        break;
    case WGC_KIND_REDUCE_INIT:
        span.init = true;
        break;
    case WGC_KIND_CLUSTERED_REDUCE:
        span.first = i - i % call->cluster;
        span.last = span.first + call->cluster < n ? span.first + call->cluster : n;
        break;
    default:
        break;
    }
    return span;
}

static bool has_init(enum wgc_kind kind)
{
    return kind == WGC_KIND_REDUCE_INIT || kind == WGC_KIND_SCAN_EXCLUSIVE_INIT ||
           kind == WGC_KIND_SCAN_INCLUSIVE_INIT;
}

static bool is_fold(enum wgc_kind kind)
{
    return kind >= WGC_KIND_REDUCE && kind < WGC_KIND_COUNT;
}

/* ---- integers ---- */

/* The identities as the standard's table has them, in decimal. */
static const char *const limits[WGC_TYPE_COUNT][2] = {
    [WGC_TYPE_int] = {"-2147483648", "2147483647"},
    [WGC_TYPE_uint] = {"0", "4294967295"},
    [WGC_TYPE_long] = {"-9223372036854775808", "9223372036854775807"},
    [WGC_TYPE_ulong] = {"0", "18446744073709551615"},
    [WGC_TYPE_char] = {"-128", "127"},
    [WGC_TYPE_uchar] = {"0", "255"},
    [WGC_TYPE_short] = {"-32768", "32767"},
    [WGC_TYPE_ushort] = {"0", "65535"},
};

static const char *integer_identity(enum wgc_op op, enum wgc_type type)
{
    switch (op) {
    case WGC_OP_min:
        return limits[type][1];
    case WGC_OP_max:
        return limits[type][0];
    case WGC_OP_and:
        return "-1";
    case WGC_OP_mul:
    case WGC_OP_logical_and:
        return "1";
    default:
        return "0";
    }
}

static void integer_read(mpz_t to, enum wgc_type type, const void *x, size_t i)
{
    size_t bytes = wgc_type_info(type)->bytes;
    /* -1: least significant byte first is what the tests' hosts have */
    mpz_import(to, 1, -1, bytes, 0, 0, (const char *)x + i * bytes);
    if (limits[type][0][0] == '-' && mpz_tstbit(to, 8 * bytes - 1)) {
        mpz_t modulus;
        mpz_init(modulus);
        mpz_setbit(modulus, 8 * bytes);
        mpz_sub(to, to, modulus);
        mpz_clear(modulus);
    }
}

static void integer_op(enum wgc_op op, mpz_t a, const mpz_t b)
{
    bool truth = mpz_sgn(a) != 0;
    bool other = mpz_sgn(b) != 0;
    switch (op) {
    case WGC_OP_add:
        mpz_add(a, a, b);
        break;
    case WGC_OP_mul:
        mpz_mul(a, a, b);
        break;
    case WGC_OP_min:
        mpz_set(a, mpz_cmp(a, b) < 0 ? a : b);
        break;
    case WGC_OP_max:
        mpz_set(a, mpz_cmp(a, b) > 0 ? a : b);
        break;
    case WGC_OP_and:
        mpz_and(a, a, b);
        break;
    case WGC_OP_or:
        mpz_ior(a, a, b);
        break;
    case WGC_OP_xor:
        mpz_xor(a, a, b);
        break;
    case WGC_OP_logical_and:
        mpz_set_ui(a, truth && other);
        break;
    case WGC_OP_logical_or:
        mpz_set_ui(a, truth || other);
        break;
    case WGC_OP_logical_xor:
        mpz_set_ui(a, truth != other);
        break;
    default:
        fail();
    }
}

/* result modulo 2^bits = expected modulo 2^bits */
static void integer_check(const struct wgc_call *call, const void *x, size_t n, const void *init,
                          const void *expected)
{
    size_t bits = 8 * wgc_type_info(call->type)->bytes;
    mpz_t all;
    mpz_t term;
    mpz_inits(all, term, NULL);
    for (size_t i = 0; i < n; i++) {
        struct span span = span_of(call, n, i);
        mpz_set_str(all, integer_identity(call->op, call->type), 10);
        for (size_t j = span.last; j-- > span.first;) {
            integer_read(term, call->type, x, j);
            integer_op(call->op, all, term);
        }
        if (span.init) {
            integer_read(term, call->type, init, 0);
            integer_op(call->op, all, term);
        }
        integer_read(term, call->type, expected, i);
        mpz_sub(term, term, all);
        if (!mpz_divisible_2exp_p(term, bits)) {
            gmp_fprintf(stderr, "%s %s %s, item %zu of %zu: not %Zd\n", wgc_kind_name(call->kind),
                        wgc_op_info(call->op)->name, wgc_type_info(call->type)->name, i, n, all);
            fail();
        }
    }
    mpz_clears(all, term, NULL);
}

static bool is_integer(enum wgc_type type)
{
    return limits[type][0] != NULL;
}

/* Random bytes of one of several kinds: any bits, few bits, extremes, one-sided signs. */
static void integer_data(uint64_t *seed, enum wgc_type type, void *x, size_t n)
{
    size_t bytes = wgc_type_info(type)->bytes;
    uint64_t way = random_below(seed, 5);
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = random_bits(seed);
        if (way == 1) {
            bits &= 3;
        } else if (way == 2) {
            bits = (bits & 1 ? UINT64_C(1) << (8 * bytes - 1) : 0) - (bits >> 1 & 1);
        } else if (way == 3) {
            bits |= UINT64_C(1) << (8 * bytes - 1);
        } else if (way == 4) {
            bits = bits % 5 == 0 ? bits & random_bits(seed) : 0;
        }
        memcpy((char *)x + i * bytes, &bits, bytes);
    }
}

static void integers_agree_with_gmp(void **state)
{
    uint64_t seed = 1;
    uint64_t x[ITEMS_MAX];
    uint64_t expected[ITEMS_MAX];
    uint64_t init;
    size_t checked = 0;

    (void)state;
    for (int round = 0; round < ROUNDS / 10; round++) {
        for (int type = 0; type < WGC_TYPE_COUNT; type++) {
            for (int op = 0; op < WGC_OP_COUNT; op++) {
                for (int kind = 0; is_integer((enum wgc_type)type) && kind < WGC_KIND_COUNT;
                     kind++) {
                    struct wgc_call call = {(enum wgc_kind)kind, (enum wgc_op)op,
                                            (enum wgc_type)type, 1 + random_below(&seed, 40)};
                    size_t n = 1 + random_below(&seed, round < 20 ? ITEMS_MAX : 12);
                    if (!is_fold(call.kind)) {
                        continue;
                    }
                    integer_data(&seed, call.type, x, n);
                    integer_data(&seed, call.type, &init, 1);
                    wgc_oracle_exact(&call, x, n, has_init(call.kind) ? &init : NULL, 0, expected);
                    integer_check(&call, x, n, &init, expected);
                    checked++;
                }
            }
        }
    }
    assert_true(checked == (size_t)ROUNDS / 10 * 8 * WGC_OP_COUNT * 7);
}

static void identities_of_integers(void **state)
{
    mpz_t got;
    mpz_t wanted;

    (void)state;
    mpz_inits(got, wanted, NULL);
    for (int type = 0; type < WGC_TYPE_COUNT; type++) {
        for (int op = 0; is_integer((enum wgc_type)type) && op < WGC_OP_COUNT; op++) {
            uint64_t room = UINT64_MAX;
            size_t bits = 8 * wgc_type_info((enum wgc_type)type)->bytes;
            wgc_oracle_identity((enum wgc_op)op, (enum wgc_type)type, &room);
            integer_read(got, (enum wgc_type)type, &room, 0);
            mpz_set_str(wanted, integer_identity((enum wgc_op)op, (enum wgc_type)type), 10);
            assert_true(mpz_congruent_2exp_p(got, wanted, bits));
            assert_true(bits == 64 || room >> bits == UINT64_MAX >> bits); /* nothing beyond */
        }
    }
    mpz_clears(got, wanted, NULL);
}

/* ---- floating point ---- */

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
    for (int round = 0; round < ROUNDS / 10; round++) {
        for (size_t t = 0; t < 3; t++) {
            for (size_t o = 0; o < 4; o++) {
                for (int kind = WGC_KIND_REDUCE; kind < WGC_KIND_COUNT; kind++) {
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

/* ---- what the standard spells out ---- */

static void the_standards_example(void **state)
{
    const int32_t x[8] = {3, 1, 7, 0, 4, 1, 6, 3};
    const int32_t inclusive[8] = {3, 4, 11, 11, 15, 16, 22, 25}; /* 15: some texts misprint 14 */
    const int32_t exclusive[8] = {0, 3, 4, 11, 11, 15, 16, 22};
    struct wgc_call call = {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, WGC_TYPE_int, 0};
    int32_t expected[8];

    (void)state;
    wgc_oracle_exact(&call, x, 8, NULL, 0, expected);
    assert_memory_equal(expected, inclusive, sizeof expected);
    call.kind = WGC_KIND_SCAN_EXCLUSIVE;
    wgc_oracle_exact(&call, x, 8, NULL, 0, expected);
    assert_memory_equal(expected, exclusive, sizeof expected);
}

static void truth_is_any_non_zero_value(void **state)
{
    const int32_t all_true[5] = {1, -1, INT32_MIN, 0x100, 0x10000};
    const int32_t one_false[5] = {1, -1, 0, 0x100, 0x10000};
    const int32_t one_true[5] = {0, 0, 0, INT32_MIN, 0};
    const int32_t none[5] = {0};
    const struct {
        enum wgc_kind kind;
        enum wgc_op op;
        const int32_t *x;
        int32_t wanted[5];
    } cases[] = {
        {WGC_KIND_ALL, WGC_OP_NONE, all_true, {1, 1, 1, 1, 1}},
        {WGC_KIND_ALL, WGC_OP_NONE, one_false, {0, 0, 0, 0, 0}},
        {WGC_KIND_ANY, WGC_OP_NONE, one_true, {1, 1, 1, 1, 1}},
        {WGC_KIND_ANY, WGC_OP_NONE, none, {0, 0, 0, 0, 0}},
        {WGC_KIND_REDUCE, WGC_OP_logical_xor, all_true, {1, 1, 1, 1, 1}},
        {WGC_KIND_REDUCE, WGC_OP_logical_xor, one_false, {0, 0, 0, 0, 0}},
        {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_logical_xor, all_true, {1, 0, 1, 0, 1}},
        {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_logical_and, one_false, {1, 1, 1, 0, 0}},
        {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_logical_or, one_true, {0, 0, 0, 0, 1}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wgc_call call = {cases[i].kind, cases[i].op, WGC_TYPE_int, 0};
        int32_t expected[5];
        wgc_oracle_exact(&call, cases[i].x, 5, NULL, 0, expected);
        assert_memory_equal(expected, cases[i].wanted, sizeof expected);
    }
}

static void broadcasts_copy_bits(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (int type = 0; type < WGC_TYPE_COUNT; type++) {
        size_t bytes = wgc_type_info((enum wgc_type)type)->bytes;
        for (int kind = WGC_KIND_BROADCAST; kind <= WGC_KIND_BROADCAST_3D; kind++) {
            for (int round = 0; round < ROUNDS; round++) {
                struct wgc_call call = {(enum wgc_kind)kind, WGC_OP_NONE, (enum wgc_type)type, 0};
                uint64_t x[ITEMS_MAX];
                uint64_t expected[ITEMS_MAX + 1];
                size_t n = 1 + random_below(&seed, ITEMS_MAX);
                size_t root = random_below(&seed, n);
                for (size_t i = 0; i < ITEMS_MAX; i++) {
                    x[i] =
                        random_bits(&seed); /* as floating point: NaN of any payload among them */
                }
                memset(expected, 0x5a, sizeof expected);
                wgc_oracle_exact(&call, x, n, NULL, root, expected);
                for (size_t i = 0; i < n; i++) {
                    assert_memory_equal((char *)expected + i * bytes, (char *)x + root * bytes,
                                        bytes);
                }
                assert_int_equal(((char *)expected)[n * bytes], 0x5a);
            }
        }
    }
}

static void sums_and_products_wrap(void **state)
{
    const int32_t x[3] = {INT32_MAX, 1, INT32_MIN};
    const int32_t sums[3] = {INT32_MAX, INT32_MIN, 0};
    const uint64_t y[3] = {UINT64_C(1) << 63, 3, 2};
    const uint64_t products[3] = {UINT64_C(1) << 63, UINT64_C(1) << 63, 0};
    struct wgc_call add = {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, WGC_TYPE_int, 0};
    struct wgc_call mul = {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_mul, WGC_TYPE_ulong, 0};
    int32_t sum[3];
    uint64_t product[3];

    (void)state;
    wgc_oracle_exact(&add, x, 3, NULL, 0, sum);
    assert_memory_equal(sum, sums, sizeof sum);
    wgc_oracle_exact(&mul, y, 3, NULL, 0, product);
    assert_memory_equal(product, products, sizeof product);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_agree_with_gmp), cmocka_unit_test(identities_of_integers),
        cmocka_unit_test(floats_agree_with_mpfr),  cmocka_unit_test(identities_of_floats),
        cmocka_unit_test(the_standards_example),   cmocka_unit_test(truth_is_any_non_zero_value),
        cmocka_unit_test(broadcasts_copy_bits),    cmocka_unit_test(sums_and_products_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
