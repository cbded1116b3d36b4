/* harness/device: how a device computes in the floating-point types. */
#include "device/properties.h"
#include "tests/unit/test.h"

/* What a device reports of a type's arithmetic, and what the standard requires in addition. */
TEST(traits_follow_from_the_configuration_and_the_profile)
{
    enum { DENORM = 1, INF_NAN = 2, NEAREST = 4, TO_ZERO = 8 };
    const struct {
        bool full;
        enum wgc_type type;
        uint64_t config;
        struct wgc_fp_traits traits; /* to nearest, subnormals, infinities and NaN, signed zeros */
    } cases[] = {
        {true, WGC_TYPE_float, NEAREST | INF_NAN | DENORM, {true, true, true, true}},
        {true, WGC_TYPE_float, NEAREST | INF_NAN, {true, false, true, true}},
        {true, WGC_TYPE_float, TO_ZERO, {true, false, true, true}},
        {false, WGC_TYPE_float, TO_ZERO, {false, false, false, false}},
        {false, WGC_TYPE_float, NEAREST | DENORM, {true, true, false, false}},
        {false, WGC_TYPE_float, NEAREST | INF_NAN, {true, false, true, false}},
        {true, WGC_TYPE_half, TO_ZERO, {false, false, false, true}},
        {true, WGC_TYPE_half, TO_ZERO | INF_NAN, {false, false, true, true}},
        {true, WGC_TYPE_half, NEAREST, {true, false, true, true}},
        {false, WGC_TYPE_half, NEAREST | INF_NAN | DENORM, {true, true, true, false}},
        {true, WGC_TYPE_double, TO_ZERO, {true, true, true, true}},
        {false, WGC_TYPE_double, TO_ZERO, {true, true, true, true}},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct wgc_fp_traits traits =
            wgc_fp_traits_of(!cases[i].full, cases[i].type, cases[i].config);
        if (!wgc_fp_traits_equal(&traits, &cases[i].traits)) {
            fail_msg("case %zu: %d %d %d %d", i, traits.round_to_nearest, traits.denormals,
                     traits.inf_nan, traits.signed_zeros);
        }
    }
}
