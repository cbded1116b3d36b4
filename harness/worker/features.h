/* Which features (suite/features.def) a device has, and how its kernels are to be compiled. Pure.
 */
#ifndef WGC_WORKER_FEATURES_H
#define WGC_WORKER_FEATURES_H

#include <stdint.h>

#include "plan/plan.h"
#include "suite/manifest.h"
#include "worker/facts.h"

/* What says that the device has or lacks the feature, for the report, as "CL_DEVICE_IL_VERSION". */
struct wgc_feature_answer {
    bool has;
    const char *by; /* valid as long as the facts */
};

struct wgc_feature_answer wgc_feature_decide(const struct wgc_facts *facts,
                                             enum wgc_feature feature);

/* All of them: bit 1 << enum wgc_feature. */
uint64_t wgc_features_of(const struct wgc_facts *facts);

/*
 * The first feature that a case needs and the device lacks, or -1. The emulated implementation
 * needs what the type and the form need, and nothing of what the function needs.
 */
int wgc_feature_missing(const struct wgc_signature *signature, const struct wgc_form *form,
                        enum wgc_impl impl, uint64_t features);

/*
 * The version of OpenCL C to compile with, 300, 200 or 120. The built-ins take 3.0 where it is
 * offered with what the device advertises, else 2.0, else 1.2. The emulated implementation is
 * written for 1.2 and compiled as such, but a launch with non-uniform work-groups is legal only for
 * kernels of 2.0 and later.
 */
unsigned wgc_c_standard(const struct wgc_facts *facts, enum wgc_impl impl, bool non_uniform);

#endif
