#include "oracle/oracle.h"

#include <math.h>
#include <stdlib.h>

#include "oracle/real.h"

/* value rounded to `significand` bits, ties to even. */
static double rounded(double value, unsigned significand)
{
    int exponent;
    double fraction = frexp(value, &exponent);
    return ldexp(rint(ldexp(fraction, (int)significand)), exponent - (int)significand);
}

/* The item with the widest interval. */
static size_t widest(const double *lo, const double *hi, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++) {
        if (hi[i] - lo[i] > hi[best] - lo[best]) {
            best = i;
        }
    }
    return best;
}

/* Bound over loss, given an item's interval, its interval with rounded terms, and the largest
 * term. */
static double ratio_of(enum wgc_op op, const double end[2], const double rounded_end[2],
                       double largest)
{
    double bound = end[1] / 2 - end[0] / 2;
    double value = end[0] / 2 + end[1] / 2;
    double loss = fabs(value - (rounded_end[0] / 2 + rounded_end[1] / 2));
    bool blunt = bound > (op == WGC_OP_mul ? fabs(value) : largest) / 2;
    return blunt || bound == 0 || loss == 0 ? INFINITY : bound / loss;
}

bool wgc_oracle_interval_loss(const struct wgc_call *call, const struct wgc_fp_traits *fp,
                              const void *x, size_t n, const void *init, unsigned significand,
                              double *ratio)
{
    size_t room = n > 0 ? n : 1;
    double init_rounded = 0; /* room for one value of any type */
    void *x_rounded = calloc(room, wgc_type_info(call->type)->bytes);
    double *ends = calloc(4 * room, sizeof *ends);
    bool bounded = false;
    if (x_rounded != NULL && ends != NULL &&
        wgc_oracle_interval(call, fp, x, n, init, ends, ends + n)) {
        double largest = 0;
        for (size_t i = 0; i < n; i++) {
            double value = wgc_real_load(call->type, x, i);
            wgc_real_store(call->type, rounded(value, significand), x_rounded, i);
            largest = fmax(largest, fabs(value));
        }
        if (init != NULL) {
            double value = wgc_real_load(call->type, init, 0);
            wgc_real_store(call->type, rounded(value, significand), &init_rounded, 0);
            largest = fmax(largest, fabs(value));
        }
        bounded = wgc_oracle_interval(call, fp, x_rounded, n, init != NULL ? &init_rounded : NULL,
                                      ends + 2 * n, ends + 3 * n);
        if (bounded) {
            size_t i = widest(ends, ends + n, n);
            *ratio = n == 0 ? INFINITY
                            : ratio_of(call->op, (double[]){ends[i], ends[n + i]},
                                       (double[]){ends[2 * n + i], ends[3 * n + i]}, largest);
        }
    }
    free(x_rounded);
    free(ends);
    return bounded;
}
