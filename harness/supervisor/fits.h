/* Whether a device can run a case at all: features and limits. Pure. */
#ifndef WGC_SUPERVISOR_FITS_H
#define WGC_SUPERVISOR_FITS_H

#include "base/err.h"
#include "plan/plan.h"
#include "wire/protocol.h"

/*
 * *reason becomes NULL when the case fits the device; else a text, owned by the caller, that names
 * every feature which is missing, or the limit that the local size exceeds. An emulated function
 * needs only what its type and its form need. unadvertised: a function that the device does not
 * advertise is no obstacle, as long as there is a way to ask for it.
 */
enum wgc_status wgc_case_obstacle(const struct wgc_manifest *manifest, const struct wgc_case *item,
                                  enum wgc_impl impl, bool unadvertised,
                                  const struct wgc_device_info *device, char **reason,
                                  struct wgc_err *err);

/*
 * The features that a default device should have, bit 1 << enum wgc_feature: those that every
 * function of the plan needs, and the one that most cases need. Types and capability checks do not
 * count.
 */
uint32_t wgc_wanted_features(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                             enum wgc_impl impl);

#endif
