/* Whether a device can run a case: its features and its size limits. Pure. */
#ifndef WGC_PLAN_ELIGIBILITY_H
#define WGC_PLAN_ELIGIBILITY_H

#include "base/err.h"
#include "plan/plan.h"
#include "wire/about.h"
#include "wire/protocol.h"

/* What keeps a device from a case; without reason and of kind OTHER: nothing. */
struct wgc_obstacle {
    char *reason; /* owned */
    struct wgc_about about;
};

/*
 * obstacle->reason becomes NULL when the device can run the case; else a text, owned by the caller,
 * that names every missing feature, or the size limit that the local size exceeds. An emulated
 * function needs only the features of its type and its form. unadvertised: functions that the
 * device does not advertise are eligible too. Only the compiled kernel shows the limits beyond
 * these (CL_KERNEL_WORK_GROUP_SIZE, local memory); the worker applies them.
 */
enum wgc_status wgc_eligibility(const struct wgc_signature *signature, const struct wgc_form *form,
                                const struct wgc_shape *shape, enum wgc_impl impl,
                                bool unadvertised, const struct wgc_device_info *device,
                                struct wgc_obstacle *obstacle, struct wgc_err *err);

/* The same for a case of the manifest. */
enum wgc_status wgc_case_eligibility(const struct wgc_manifest *manifest,
                                     const struct wgc_case *item, enum wgc_impl impl,
                                     bool unadvertised, const struct wgc_device_info *device,
                                     struct wgc_obstacle *obstacle, struct wgc_err *err);

/*
 * The features that a default device should have, bit 1 << enum wgc_feature: those that every
 * function of the plan needs, and the one that most cases need. Types and capability checks do not
 * count.
 */
uint64_t wgc_features_needed(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                             enum wgc_impl impl);

#endif
