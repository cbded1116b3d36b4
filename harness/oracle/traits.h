/* How a device computes in a floating-point type. */
#ifndef WGC_ORACLE_TRAITS_H
#define WGC_ORACLE_TRAITS_H

#include <stdbool.h>

/* CL_DEVICE_*_FP_CONFIG, with what the standard requires of every device. */
struct wgc_fp_traits {
    bool round_to_nearest; /* false: rounds to zero */
    bool denormals;        /* false: subnormal values may be flushed to zero of any sign */
    bool inf_nan;          /* false: where the IEEE 754 result is an infinity or a NaN, any value is
                              right */
    bool signed_zeros;     /* false: a zero result may be positive where it would be negative
                              (embedded profile) */
};

/* A device with all of IEEE 754. */
static const struct wgc_fp_traits wgc_fp_ieee = {true, true, true, true};

static inline bool wgc_fp_traits_equal(const struct wgc_fp_traits *a, const struct wgc_fp_traits *b)
{
    return a->round_to_nearest == b->round_to_nearest && a->denormals == b->denormals &&
           a->inf_nan == b->inf_nan && a->signed_zeros == b->signed_zeros;
}

#endif
