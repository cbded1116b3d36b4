/* Which features (suite/features.def) a device has, and for which version of OpenCL C its kernels
 * are compiled. Pure. */
#ifndef WGC_DEVICE_FEATURES_H
#define WGC_DEVICE_FEATURES_H

#include <stdint.h>

#include "device/properties.h"
#include "suite/manifest.h"

/* Whether the device has a feature, and by which evidence, as "CL_DEVICE_IL_VERSION". */
struct wgc_feature_support {
    bool has;
    const char *by; /* a literal */
};

struct wgc_feature_support wgc_feature_support(const struct wgc_properties *properties,
                                               enum wgc_feature feature);

/* All features of the device: bit 1 << enum wgc_feature. */
uint64_t wgc_features_of(const struct wgc_properties *properties);

/*
 * The version of OpenCL C to compile for, 300, 200 or 120. The built-ins use 3.0 where the device
 * offers it with the functions that it advertises, else 2.0, else 1.2. collectives: whether the
 * kernel calls the collective functions of work-groups; sub-groups have their own claims. The
 * emulated functions are written in 1.2; non-uniform work-groups are legal only for kernels of 2.0
 * and later.
 */
unsigned wgc_c_standard(const struct wgc_properties *properties, enum wgc_impl impl,
                        bool non_uniform, bool collectives);

#endif
