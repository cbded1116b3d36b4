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
 * The feature that most of the cases need, those of types aside: a device that has it is the better
 * default. When they need none, int64, which all but embedded devices have.
 */
enum wgc_feature wgc_wanted_feature(const struct wgc_manifest *manifest,
                                    const struct wgc_plan *plan, enum wgc_impl impl);

#endif
