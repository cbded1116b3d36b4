/*
 * The oracle's values of integers against whole numbers of any size (GMP). The reference is written
 * from the standard's text and unlike the oracle: every item's value is computed afresh, from the
 * last term to the first, and only then cut down to the type.
 */
#include <stdio.h>
#include <string.h>
#include <gmp.h>

#include "oracle/oracle.h"
#include "tests/unit/oracle_terms.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

enum { ITEMS_MAX = 70, ROUNDS = 200 };

static bool is_fold(enum wgc_kind kind)
{
    return kind >= WGC_KIND_REDUCE && kind < WGC_KIND_MAPPING;
}

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

TEST(integers_agree_with_gmp)
{
    uint64_t seed = 1;
    uint64_t x[ITEMS_MAX];
    uint64_t expected[ITEMS_MAX];
    uint64_t init;
    size_t checked = 0;

    for (int round = 0; round < ROUNDS; round++) {
        for (int type = 0; type < WGC_TYPE_COUNT; type++) {
            for (int op = 0; op < WGC_OP_COUNT; op++) {
                for (int kind = 0; is_integer((enum wgc_type)type) && kind < WGC_KIND_MAPPING;
                     kind++) {
                    struct wgc_call call = {(enum wgc_kind)kind, (enum wgc_op)op,
                                            (enum wgc_type)type, 1 + random_below(&seed, 40), 0};
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
    assert_true(checked == (size_t)ROUNDS * 8 * WGC_OP_COUNT * 7);
}

TEST(identities_of_integers)
{
    mpz_t got;
    mpz_t expected;

    mpz_inits(got, expected, NULL);
    for (int type = 0; type < WGC_TYPE_COUNT; type++) {
        for (int op = 0; is_integer((enum wgc_type)type) && op < WGC_OP_COUNT; op++) {
            uint64_t room = UINT64_MAX;
            size_t bits = 8 * wgc_type_info((enum wgc_type)type)->bytes;
            wgc_oracle_identity((enum wgc_op)op, (enum wgc_type)type, &room);
            integer_read(got, (enum wgc_type)type, &room, 0);
            mpz_set_str(expected, integer_identity((enum wgc_op)op, (enum wgc_type)type), 10);
            assert_true(mpz_congruent_2exp_p(got, expected, bits));
            assert_true(bits == 64 || room >> bits == UINT64_MAX >> bits); /* nothing beyond */
        }
    }
    mpz_clears(got, expected, NULL);
}
