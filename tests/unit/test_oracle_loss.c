/* How well an interval detects a loss of precision. */
#include <math.h>
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

/* Values just below the middle of two halves: through half, all of them get smaller. */
static void lossy(enum wgc_type type, unsigned through, size_t n, void *x)
{
    for (size_t i = 0; i < n; i++) {
        double step = ldexp(1, -(int)through);
        wgc_real_store(type, 1 + (double)(i % 3) * 2 * step + step * 0.75, x, i);
    }
}

TEST(computes_the_loss_over_the_bound)
{
    const struct {
        enum wgc_type type;
        unsigned through;
        size_t n;
        double least, most; /* the ratio: about (n - 1) * 2^(through - significand) / 0.75 */
    } cases[] = {
        {WGC_TYPE_float, 11, 16, 15 * 0x1p-13, 15 * 0x1p-13 * 1.4},
        {WGC_TYPE_double, 24, 30, 29 * 0x1p-29, 29 * 0x1p-29 * 1.4},
        {WGC_TYPE_half, 8, 2, 1 * 0x1p-3, 1 * 0x1p-3 * 1.4},
        {WGC_TYPE_half, 8, 38, (double)INFINITY, (double)INFINITY},   /* half of 1 is less */
        {WGC_TYPE_float, 24, 16, (double)INFINITY, (double)INFINITY}, /* float keeps all of it */
        {WGC_TYPE_float, 11, 1, (double)INFINITY, (double)INFINITY},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x[ITEMS_MAX];
        double init;
        double ratio = -1;
        for (int kind = WGC_KIND_REDUCE; kind < WGC_KIND_MAPPING; kind++) {
            struct wgc_call call = {(enum wgc_kind)kind, WGC_OP_add, cases[i].type, ITEMS_MAX, 0};
            bool exclusive = kind == WGC_KIND_SCAN_EXCLUSIVE;
            size_t items = cases[i].n + exclusive - has_init(call.kind) +
                           (kind == WGC_KIND_SCAN_EXCLUSIVE_INIT);
            if (items > ITEMS_MAX || items == 0) {
                continue;
            }
            lossy(call.type, cases[i].through, items, x);
            lossy(call.type, cases[i].through, 1, &init);
            assert_true(wgc_oracle_interval_loss(&call, &device, x, items,
                                                 has_init(call.kind) ? &init : NULL,
                                                 cases[i].through, &ratio));
            assert_true(ratio >= cases[i].least && ratio <= cases[i].most);
        }
    }
    const float zero[2] = {0, INFINITY};
    struct wgc_call call = {WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_float, 0, 0};
    double ratio;
    assert_false(wgc_oracle_interval_loss(&call, &device, zero, 2, NULL, 11, &ratio));
}

/* A ratio below 1 guarantees: with the values rounded to fewer bits, the result is refused. */
TEST(a_ratio_below_one_means_refused)
{
    uint64_t seed = 8;
    size_t refused = 0;

    for (int round = 0; round < 4000; round++) {
        enum wgc_type type = float_types[random_below(&seed, 3)];
        unsigned through = type == WGC_TYPE_half ? 8 : type == WGC_TYPE_float ? 11 : 24;
        struct wgc_call call = {WGC_KIND_REDUCE, round % 2 ? WGC_OP_add : WGC_OP_mul, type, 0, 0};
        size_t n = 2 + random_below(&seed, 6);
        double values[ITEMS_MAX];
        double x[ITEMS_MAX];
        double lo[ITEMS_MAX];
        double hi[ITEMS_MAX];
        double ratio;
        for (size_t i = 0; i < n; i++) {
            wgc_real_store(type, 1 + random_real(&seed) / 2, x, i);
            values[i] = wgc_real_load(type, x, i);
        }
        assert_true(wgc_oracle_interval(&call, &device, x, n, NULL, lo, hi));
        if (!wgc_oracle_interval_loss(&call, &device, x, n, NULL, through, &ratio)) {
            continue;
        }
        mpfr_t result;
        mpfr_t value;
        mpfr_init2(result, 3000);
        mpfr_init2(value, through);
        mpfr_set_ui(result, call.op == WGC_OP_mul, MPFR_RNDN);
        for (size_t i = 0; i < n; i++) {
            mpfr_set_d(value, values[i], MPFR_RNDN);
            (call.op == WGC_OP_mul ? mpfr_mul : mpfr_add)(result, result, value, MPFR_RNDN);
        }
        bool inside = mpfr_cmp_d(result, lo[0]) >= 0 && mpfr_cmp_d(result, hi[0]) <= 0;
        if (ratio < 1 - 1e-9) {
            assert_false(inside);
            refused++;
        }
        mpfr_clears(result, value, (mpfr_ptr)NULL);
    }
    assert_true(refused > 1000);
}
