/*
 * The intervals of data that rounds, against the same bounds worked out in MPFR with 3000 bits:
 * never narrower, hardly wider. Whether they let every order of evaluation pass is for
 * tests/false-alarms to show on the suite's own data.
 */
#include <float.h>
#include <math.h>
#include <string.h>
#include <mpfr.h>

#include "oracle/oracle.h"
#include "oracle/real.h"
#include "tests/unit/oracle_terms.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"
#include "trial/trial.h"

enum { ITEMS_MAX = 40 };

static const enum wgc_type float_types[] = {WGC_TYPE_half, WGC_TYPE_float, WGC_TYPE_double};
static const struct wgc_fp_traits device = {true, true, true, true};

/* The terms of an item, the initial value last if there is one. */
struct terms {
    size_t count;
    double value[ITEMS_MAX + 1];
};

static struct terms terms_of(const struct wgc_call *call, const double *x, size_t n, double init,
                             size_t i)
{
    struct span span = span_of(call, n, i);
    struct terms terms = {0};
    for (size_t j = span.first; j < span.last; j++) {
        terms.value[terms.count++] = x[j];
    }
    if (span.init) {
        terms.value[terms.count++] = init;
    }
    return terms;
}

static bool is_power_of_two(double x)
{
    return exp2(round(log2(fabs(x)))) == fabs(x);
}

/* exact and bound from the formulas in oracle.h */
static void work_out(const struct wgc_call *call, const struct wgc_fp_traits *fp,
                     const struct terms *terms, mpfr_t exact, mpfr_t bound)
{
    bool sum = call->op == WGC_OP_add;
    unsigned long rounding = 0;
    mpfr_t unit;
    mpfr_t all;
    mpfr_inits2(3000, unit, all, (mpfr_ptr)NULL);
    mpfr_set_ui_2exp(unit, fp->round_to_nearest ? 1 : 2,
                     -(mpfr_exp_t)wgc_type_info(call->type)->significand, MPFR_RNDN);
    mpfr_set_ui(exact, sum ? 0 : 1, MPFR_RNDN);
    mpfr_set_ui(all, 0, MPFR_RNDN);
    for (size_t i = 0; i < terms->count; i++) {
        double x = terms->value[i];
        rounding += sum ? x != 0 : !is_power_of_two(x);
        (sum ? mpfr_add_d : mpfr_mul_d)(exact, exact, x, MPFR_RNDN);
        mpfr_add_d(all, all, fabs(x), MPFR_RNDN);
    }
    if (sum) {
        mpfr_mul_ui(bound, unit, rounding > 0 ? rounding - 1 : 0, MPFR_RNDN);
        mpfr_mul(bound, bound, all, MPFR_RNDN);
        bool may_flush =
            rounding > 1 || fabs(mpfr_get_d(exact, MPFR_RNDZ)) < wgc_real_smallest(call->type);
        if (!fp->denormals && may_flush) {
            mpfr_set_d(unit, wgc_real_smallest(call->type), MPFR_RNDN);
            mpfr_mul_ui(unit, unit, rounding, MPFR_RNDN);
            mpfr_add(bound, bound, unit, MPFR_RNDN);
        }
    } else {
        mpfr_add_ui(bound, unit, 1, MPFR_RNDN);
        mpfr_pow_ui(bound, bound, rounding > 0 ? rounding - 1 : 0, MPFR_RNDN);
        mpfr_sub_ui(bound, bound, 1, MPFR_RNDN);
        mpfr_mul(bound, bound, exact, MPFR_RNDN);
        mpfr_abs(bound, bound, MPFR_RNDN);
    }
    mpfr_clears(unit, all, (mpfr_ptr)NULL);
}

/* lo <= exact - bound and exact + bound <= hi, but for 1e-6 of the bound and two units in the last
 * place of double */
static void check_item(const struct wgc_call *call, const struct wgc_fp_traits *fp,
                       const struct terms *terms, double lo, double hi)
{
    mpfr_t exact;
    mpfr_t bound;
    mpfr_t end;
    mpfr_inits2(3000, exact, bound, end, (mpfr_ptr)NULL);
    work_out(call, fp, terms, exact, bound);
    mpfr_add(end, exact, bound, MPFR_RNDN);
    assert_true(mpfr_cmp_d(end, hi) <= 0);
    mpfr_sub(end, exact, bound, MPFR_RNDN);
    assert_true(mpfr_cmp_d(end, lo) >= 0);
    if (mpfr_zero_p(bound)) {
        assert_true(lo == hi);
    }
    mpfr_mul_d(bound, bound, 1 + 1e-6, MPFR_RNDN);
    mpfr_add(end, exact, bound, MPFR_RNDN);
    double most = mpfr_get_d(end, MPFR_RNDU);
    assert_true(hi <= nextafter(nextafter(most, (double)INFINITY), (double)INFINITY));
    mpfr_sub(end, exact, bound, MPFR_RNDN);
    double least = mpfr_get_d(end, MPFR_RNDD);
    assert_true(lo >= nextafter(nextafter(least, -(double)INFINITY), -(double)INFINITY));
    mpfr_clears(exact, bound, end, (mpfr_ptr)NULL);
}

/* Terms of a type that no evaluation overflows: many exponents, zeros, pairs that cancel,
 * subnormals, powers of two. */
static double term(uint64_t *seed, const struct wgc_call *call, double before)
{
    double real = random_real(seed);
    uint64_t way = random_below(seed, 12);
    if (call->op == WGC_OP_mul) {
        if (way == 0) {
            return 1;
        }
        return (real < 0 ? -1 : 1) * (way == 1 ? 0.5 : way == 2 ? 2 : 1 + 0.25 * real);
    }
    switch (way) {
    case 0:
        return 0;
    case 1:
        return -before;
    case 2:
        return real * wgc_real_smallest(call->type);
    case 3:
        return ldexp(real, (int)random_below(seed, 20) - 10);
    case 4:
        return ldexp(1, (int)random_below(seed, 20) - 10);
    case 5:
        return call->type == WGC_TYPE_half ? real : ldexp(real, (int)random_below(seed, 200) - 100);
    default:
        return real;
    }
}

static void fill(uint64_t *seed, const struct wgc_call *call, void *x, double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        wgc_real_store(call->type, term(seed, call, i > 0 ? values[i - 1] : 1), x, i);
        values[i] = wgc_real_load(call->type, x, i);
    }
}

static void check_group(uint64_t *seed, const struct wgc_call *call, const struct wgc_fp_traits *fp)
{
    double x[ITEMS_MAX];
    double values[ITEMS_MAX];
    double init;
    double init_value;
    double lo[ITEMS_MAX];
    double hi[ITEMS_MAX];
    /* of factors from 0.5 to 2, no more than what half's exponents hold */
    size_t n = 1 + random_below(seed, call->op == WGC_OP_mul ? 8 : ITEMS_MAX);
    fill(seed, call, x, values, n);
    fill(seed, call, &init, &init_value, 1);
    assert_true(wgc_oracle_interval(call, fp, x, n, has_init(call->kind) ? &init : NULL, lo, hi));
    for (size_t i = 0; i < n; i++) {
        struct terms terms = terms_of(call, values, n, init_value, i);
        check_item(call, fp, &terms, lo[i], hi[i]);
    }
}

TEST(agrees_with_mpfr)
{
    uint64_t seed = 6;

    for (int round = 0; round < 60; round++) {
        for (size_t t = 0; t < 3; t++) {
            for (int kind = WGC_KIND_REDUCE; kind < WGC_KIND_MAPPING; kind++) {
                for (int variant = 0; variant < 8; variant++) {
                    struct wgc_call call = {(enum wgc_kind)kind,
                                            variant & 1 ? WGC_OP_add : WGC_OP_mul, float_types[t],
                                            1 + random_below(&seed, 16), 0};
                    struct wgc_fp_traits fp = {.round_to_nearest = variant & 2,
                                               .denormals = variant & 4};
                    check_group(&seed, &call, &fp);
                }
            }
        }
    }
}

/* Long groups, where errors of the oracle's own would add up: 5000 terms that nearly cancel. */
TEST(stays_exact_over_many_terms)
{
    enum { MANY = 5000 };
    static double x[MANY];
    static double lo[MANY];
    static double hi[MANY];
    struct wgc_call call = {WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, WGC_TYPE_double, 0, 0};
    uint64_t seed = 7;
    mpfr_t exact;
    mpfr_t size;
    mpfr_t end;

    mpfr_inits2(3000, exact, size, end, (mpfr_ptr)NULL);
    mpfr_set_ui(exact, 0, MPFR_RNDN);
    mpfr_set_ui(size, 0, MPFR_RNDN);
    for (size_t i = 0; i < MANY; i++) {
        x[i] = i % 2 ? -x[i - 1] * (1 + random_real(&seed) * 0x1p-50) : random_real(&seed);
    }
    assert_true(wgc_oracle_interval(&call, &device, x, MANY, NULL, lo, hi));
    for (size_t i = 0; i < MANY; i++) {
        mpfr_add_d(exact, exact, x[i], MPFR_RNDN);
        mpfr_add_d(size, size, fabs(x[i]), MPFR_RNDN);
        mpfr_mul_d(end, size, (double)i * 0x1p-53, MPFR_RNDN);
        mpfr_add(end, end, exact, MPFR_RNDN);
        assert_true(mpfr_cmp_d(end, hi[i]) <= 0);
        mpfr_mul_d(end, size, (double)i * 0x1p-53 * (1 + 1e-6), MPFR_RNDN);
        mpfr_add(end, end, exact, MPFR_RNDN);
        double most = mpfr_get_d(end, MPFR_RNDU);
        assert_true(hi[i] <= nextafter(nextafter(most, (double)INFINITY), (double)INFINITY));
    }
    mpfr_clears(exact, size, end, (mpfr_ptr)NULL);
}

static bool accepts(const struct wgc_call *call, const double *values, size_t n)
{
    double x[ITEMS_MAX];
    double lo[ITEMS_MAX];
    double hi[ITEMS_MAX];
    for (size_t i = 0; i < n; i++) {
        wgc_real_store(call->type, values[i], x, i);
    }
    return wgc_oracle_interval(call, &device, x, n, NULL, lo, hi);
}

TEST(gives_no_bound_where_there_is_none)
{
    for (size_t t = 0; t < 3; t++) {
        struct wgc_call add = {WGC_KIND_REDUCE, WGC_OP_add, float_types[t], 0, 0};
        struct wgc_call mul = {WGC_KIND_REDUCE, WGC_OP_mul, float_types[t], 0, 0};
        double largest = t == 2 ? 0x1p1023 : wgc_real_largest(float_types[t]);
        double smallest = wgc_real_smallest(float_types[t]);
        assert_true(accepts(&add, (double[]){largest, 0}, 2));
        assert_false(accepts(&add, (double[]){largest, largest}, 2));
        /* their sum is 0, but in another order the first two overflow */
        assert_false(accepts(&add, (double[]){largest, -largest, largest, -largest}, 4));
        assert_false(accepts(&add, (double[]){1, (double)INFINITY}, 2));
        assert_false(accepts(&add, (double[]){1, (double)NAN}, 2));
        assert_true(accepts(&mul, (double[]){1.5, 0.7, -3}, 3));
        assert_false(accepts(&mul, (double[]){1.5, 0}, 2));
        assert_false(accepts(&mul, (double[]){1.5, smallest / 2}, 2));
        assert_false(accepts(&mul, (double[]){largest, 1.5, 0.25}, 3));
        assert_false(accepts(&mul, (double[]){smallest, 0.75, 4}, 3));
        assert_false(accepts(&mul, (double[]){1.5, (double)NAN}, 2));
        assert_false(accepts(&mul, (double[]){1.5, -(double)INFINITY}, 2));
        add.op = WGC_OP_min;
        assert_false(accepts(&add, (double[]){1, 2}, 2));
    }
    struct wgc_call integer = {WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int, 0, 0};
    const int32_t x = 1;
    double lo;
    double hi;
    assert_false(wgc_oracle_interval(&integer, &device, &x, 1, NULL, &lo, &hi));
}

TEST(one_term_must_be_the_very_value)
{
    const float x[3] = {0.1f, 0.2f, 0.3f};
    const float init = 0.7f;
    struct wgc_call call = {WGC_KIND_SCAN_EXCLUSIVE, WGC_OP_add, WGC_TYPE_float, 0, 0};
    double lo[3];
    double hi[3];

    assert_true(wgc_oracle_interval(&call, &device, x, 3, NULL, lo, hi));
    assert_true(lo[0] == 0 && hi[0] == 0);
    assert_true(lo[1] == (double)0.1f && hi[1] == (double)0.1f);
    assert_true(lo[2] < hi[2]);
    call.op = WGC_OP_mul;
    assert_true(wgc_oracle_interval(&call, &device, x, 3, NULL, lo, hi));
    assert_true(lo[0] == 1 && hi[0] == 1);
    assert_true(lo[1] == (double)0.1f && hi[1] == (double)0.1f);
    call.kind = WGC_KIND_SCAN_EXCLUSIVE_INIT;
    assert_true(wgc_oracle_interval(&call, &device, x, 3, &init, lo, hi));
    assert_true(lo[0] == (double)0.7f && hi[0] == (double)0.7f);
    assert_true(lo[1] < hi[1]);
    call = (struct wgc_call){WGC_KIND_CLUSTERED_REDUCE, WGC_OP_add, WGC_TYPE_float, 2, 0};
    assert_true(wgc_oracle_interval(&call, &device, x, 3, NULL, lo, hi));
    assert_true(lo[1] < hi[1] && lo[2] == (double)0.3f && hi[2] == (double)0.3f);
}
