#include "oracle/oracle.h"

#include <float.h>
#include <math.h>

#include "oracle/real.h"

/* This file relies on arithmetic in double: nothing wider, and nothing fused except by fma(). */
_Static_assert(FLT_EVAL_METHOD == 0, "operations on double are rounded to double");
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF /* GCC does not contract under -std=c11 */
#endif

/*
 * The oracle's own errors. SLACK is twice double's unit roundoff, for one operation on a bound with
 * the rounding of the slack itself. SHARE bounds, for k operations, the relative error of hi + lo
 * below by k^2 times itself: each operation rounds lo, which is at most k units of hi's magnitude.
 */
#define SLACK 0x1p-52
#define SHARE 0x1p-104

/* A floating-point type on one device. */
struct format {
    double unit;     /* bound of one operation's relative error */
    double flush;    /* flushing may change one value by this */
    double smallest; /* for products: the least magnitude of a partial result */
    double largest;
};

/*
 * A running sum or product. Its value is hi + lo: each operation's rounding error is found exactly,
 * with Knuth's two-sum or with fma, and added to lo.
 */
struct running {
    double hi, lo;
    double magnitude; /* of a sum's terms together, or of a product's factors above 1 */
    double small;     /* of a product's other factors */
    double terms;     /* that make an operation round: not zeros, for products not powers of two */
    double growth;    /* of a product's relative error: (1 + unit)^(terms - 1) - 1 */
    bool product;
};

static struct format format_of(const struct wgc_call *call, const struct wgc_fp_traits *fp)
{
    int significand = (int)wgc_type_info(call->type)->significand;
    struct format format = {
        .unit = ldexp(fp->round_to_nearest ? 1 : 2, -significand),
        .flush = fp->denormals ? 0 : wgc_real_smallest(call->type),
        .smallest = wgc_real_smallest(call->type),
        .largest = wgc_real_largest(call->type),
    };
    if (significand == DBL_MANT_DIG) { /* room for lo, and for the ends of an interval */
        format.smallest = 0x1p-900;
        format.largest = 0x1p1023;
    }
    return format;
}

static struct running start_of(const struct wgc_call *call)
{
    bool product = call->op == WGC_OP_mul;
    return (struct running){
        .hi = product, .magnitude = product, .small = product, .product = product};
}

/* Returns a + b - *sum, exactly, where *sum is the rounded sum. */
static double two_sum(double a, double b, double *sum)
{
    double s = a + b;
    double b_part = s - a;
    double a_part = s - b_part;
    *sum = s;
    return (a - a_part) + (b - b_part);
}

static void add_term(struct running *r, double x)
{
    r->lo += two_sum(r->hi, x, &r->hi);
    r->magnitude += fabs(x);
    r->terms += x != 0;
}

static void multiply_factor(struct running *r, const struct format *format, double x)
{
    double p = r->hi * x;
    r->lo = r->lo * x + fma(r->hi, x, -p);
    r->hi = p;
    double size = fabs(x);
    if (size > 1) {
        r->magnitude *= size;
    } else {
        r->small *= size;
    }
    int exponent;
    if (frexp(size, &exponent) != 0.5) {
        r->growth = r->terms > 0 ? r->growth * (1 + format->unit) + format->unit : 0;
        r->terms++;
    }
}

static void accumulate(struct running *r, const struct format *format, double x)
{
    if (r->product) {
        multiply_factor(r, format, x);
    } else {
        add_term(r, x);
    }
}

/* The bound of a sum's error; infinity if there is none, as after a term that is no number. */
static double sum_error(const struct running *r, const struct format *format)
{
    double operations = r->terms > 1 ? r->terms - 1 : 0;
    double size = r->magnitude * (1 + operations * SLACK);
    if (!(size * (1 + operations * format->unit) <= format->largest)) {
        return INFINITY;
    }
    double error = operations * (format->unit + operations * SHARE) * size;
    if (r->terms > 1 || fabs(r->hi) < format->smallest) {
        error += r->terms * format->flush;
    }
    /* plus its own rounding, which among the subnormals may be all of it */
    return operations > 0 ? error * (1 + 8 * SLACK) + DBL_TRUE_MIN : error;
}

/* The same for a product. */
static double product_error(const struct running *r, const struct format *format)
{
    double operations = r->terms > 1 ? r->terms - 1 : 0;
    double relative = r->growth * (1 + r->terms * SLACK) + operations * operations * SHARE;
    if (!(relative < 0.5 && r->magnitude * (1 + 2 * relative) <= format->largest &&
          r->small * (1 - 2 * relative) >= format->smallest)) {
        return INFINITY;
    }
    return fabs(r->hi) * relative * (1 + (r->terms + 8) * SLACK);
}

/* At least hi + lo + error. With the signs of hi and lo inverted: the other end, inverted. */
static double end_above(double hi, double lo, double error)
{
    double rest = lo + error;
    rest += fabs(rest) * (2 * SLACK);
    double end;
    double missing = two_sum(hi, rest, &end);
    return missing > 0 ? nextafter(end, INFINITY) : end;
}

static bool bounds(const struct running *r, const struct format *format, double *lo, double *hi)
{
    double error = r->product ? product_error(r, format) : sum_error(r, format);
    if (!isfinite(error)) {
        return false;
    }
    if (error == 0) { /* nothing rounds: hi is the value */
        *lo = *hi = r->hi;
        return true;
    }
    *hi = end_above(r->hi, r->lo, error);
    *lo = -end_above(-r->hi, -r->lo, error);
    return true;
}

/* Each of the items from..to-1 gets the result of all of them. */
static bool reduce(const struct wgc_call *call, const struct format *format, struct running start,
                   const void *x, size_t from, size_t to, double *lo, double *hi)
{
    struct running r = start;
    for (size_t i = from; i < to; i++) {
        accumulate(&r, format, wgc_real_load(call->type, x, i));
    }
    double low;
    double high;
    if (!bounds(&r, format, &low, &high)) {
        return false;
    }
    for (size_t i = from; i < to; i++) {
        lo[i] = low;
        hi[i] = high;
    }
    return true;
}

static bool scan(const struct wgc_call *call, const struct format *format, struct running start,
                 bool exclusive, const void *x, size_t n, double *lo, double *hi)
{
    struct running r = start;
    for (size_t i = 0; i < n; i++) {
        if (exclusive && !bounds(&r, format, &lo[i], &hi[i])) {
            return false;
        }
        accumulate(&r, format, wgc_real_load(call->type, x, i));
        if (!exclusive && !bounds(&r, format, &lo[i], &hi[i])) {
            return false;
        }
    }
    return true;
}

bool wgc_oracle_interval(const struct wgc_call *call, const struct wgc_fp_traits *fp, const void *x,
                         size_t n, const void *init, double *lo, double *hi)
{
    if (!wgc_oracle_rounds(call)) {
        return false;
    }
    struct format format = format_of(call, fp);
    struct running start = start_of(call);
    if (init != NULL) {
        accumulate(&start, &format, wgc_real_load(call->type, init, 0));
    }
    switch (call->kind) {
    case WGC_KIND_SCAN_EXCLUSIVE:
    case WGC_KIND_SCAN_EXCLUSIVE_INIT:
        return scan(call, &format, start, true, x, n, lo, hi);
    case WGC_KIND_SCAN_INCLUSIVE:
    case WGC_KIND_SCAN_INCLUSIVE_INIT:
        return scan(call, &format, start, false, x, n, lo, hi);
    case WGC_KIND_REDUCE:
    case WGC_KIND_REDUCE_INIT:
        return reduce(call, &format, start, x, 0, n, lo, hi);
    case WGC_KIND_CLUSTERED_REDUCE:
        for (size_t i = 0; i < n; i += call->cluster) {
            size_t to = n - i < call->cluster ? n : i + call->cluster;
            if (!reduce(call, &format, start, x, i, to, lo, hi)) {
                return false;
            }
        }
        return true;
    case WGC_KINDS_OF_GROUPS:
    case WGC_KINDS_OF_BALLOTS:
    case WGC_KINDS_OF_COPIES:
        break;
    }
    return false;
}
