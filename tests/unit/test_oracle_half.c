/* Conversions of half: every value, every midpoint between two, and MPFR's opinion of random ones.
 */
#include <math.h>
#include <mpfr.h>

#include "oracle/half.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

/* The definition of binary16, for finite values. */
static double defined(unsigned half)
{
    int exponent = (int)(half >> 10 & 31);
    double fraction = half & 1023;
    double magnitude = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
    return half & 0x8000 ? -magnitude : magnitude;
}

TEST(all_values_go_and_come_back)
{
    for (unsigned h = 0; h < 0x10000; h++) {
        uint16_t half = (uint16_t)h;
        float value = wgc_half_to_float(half);
        unsigned magnitude = h & 0x7fff;
        assert_int_equal(signbit(value) != 0, h >> 15);
        if (magnitude > 0x7c00) {
            assert_true(isnan(value));
            assert_int_equal(wgc_half_from_float(value), h | 0x0200);
            assert_int_equal(wgc_half_from_double((double)value), h | 0x0200);
            continue;
        }
        if (magnitude == 0x7c00) {
            assert_true(isinf(value));
        } else {
            assert_true((double)value == defined(h));
        }
        assert_int_equal(wgc_half_from_float(value), h);
        assert_int_equal(wgc_half_from_double((double)value), h);
    }
}

TEST(rounds_to_nearest_ties_to_even)
{
    for (unsigned h = 0; h < 0x7c00; h++) {
        /* the neighbour of the largest value is where the next would be, and it rounds to infinity
         */
        double low = defined(h);
        double high = h == 0x7bff ? 65536 : defined(h + 1);
        double tie = (low + high) / 2;
        for (unsigned sign = 0; sign <= 0x8000; sign += 0x8000) {
            double s = sign ? -1 : 1;
            assert_int_equal(wgc_half_from_double(s * tie), sign | (h + (h & 1)));
            assert_int_equal(wgc_half_from_double(s * nextafter(tie, low)), sign | h);
            assert_int_equal(wgc_half_from_double(s * nextafter(tie, high)), sign | (h + 1));
            assert_int_equal(wgc_half_from_float((float)(s * tie)), sign | (h + (h & 1)));
            assert_int_equal(wgc_half_from_float((float)s * nextafterf((float)tie, (float)low)),
                             sign | h);
            assert_int_equal(wgc_half_from_float((float)s * nextafterf((float)tie, (float)high)),
                             sign | (h + 1));
        }
    }
}

TEST(extremes)
{
    assert_int_equal(wgc_half_from_double(INFINITY), 0x7c00);
    assert_int_equal(wgc_half_from_double(-INFINITY), 0xfc00);
    assert_int_equal(wgc_half_from_double(1e300), 0x7c00);
    assert_int_equal(wgc_half_from_double(-0x1p-1074), 0x8000);
    assert_int_equal(wgc_half_from_double(0x1p-25), 0);
    assert_int_equal(wgc_half_from_double(-0.0), 0x8000);
    assert_int_equal(wgc_half_from_float(-NAN) & 0xfe00, 0xfe00);
    assert_int_equal(wgc_half_from_double((double)NAN) & 0xfe00, 0x7e00);
}

/* MPFR's binary16 has the exponents that mpfr_set_emin and mpfr_set_emax give it, with a
 * significand in [1/2, 1). */
TEST(mpfr_agrees)
{
    uint64_t seed = 16;
    mpfr_exp_t emin = mpfr_get_emin();
    mpfr_exp_t emax = mpfr_get_emax();
    mpfr_t expected;

    mpfr_init2(expected, 11);
    mpfr_set_emin(-23);
    mpfr_set_emax(16);
    for (int i = 0; i < 500000; i++) {
        double value = ldexp(random_real(&seed), (int)random_below(&seed, 45) - 27);
        int inexact = mpfr_set_d(expected, value, MPFR_RNDN);
        inexact = mpfr_check_range(expected, inexact, MPFR_RNDN);
        mpfr_subnormalize(expected, inexact, MPFR_RNDN);
        double got = (double)wgc_half_to_float(wgc_half_from_double(value));
        assert_true(got == mpfr_get_d(expected, MPFR_RNDN));
    }
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    mpfr_clear(expected);
}
