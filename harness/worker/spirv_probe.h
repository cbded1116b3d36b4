/*
 * Whether a device that takes SPIR-V and has the work-group collective functions also takes their
 * instructions. A device with cl_khr_spirv_queries is asked. Where it is not offered, or its answer
 * is no (one driver denies what it then carries out), a tiny module is built: that is slow with
 * some drivers and may crash, so only when a case needs to know. The supervisor is told before
 * (WGC_MSG_TRY): a death is that case's, and the others that need the feature are not run then.
 */
#ifndef WGC_WORKER_SPIRV_PROBE_H
#define WGC_WORKER_SPIRV_PROBE_H

#include "worker/device.h"

/* Fills facts->spirv_groups and spirv_uniform with the device's own answers, as far as they are
 * yes. */
enum wgc_status wgc_spirv_ask(const struct wgc_cl *cl, cl_device_id id, struct wgc_facts *facts,
                              struct wgc_err *err);

/*
 * Whether it is still unknown if the device has the feature: one of the two of instructions. Until
 * it is tried such a feature counts as there.
 */
bool wgc_spirv_unknown(const struct wgc_device *device, enum wgc_feature feature);

/* Tries it out on the open device, if it is unknown, and decides device->features again. An error
 * only without memory. */
enum wgc_status wgc_spirv_try(struct wgc_device *device, enum wgc_feature feature,
                              struct wgc_err *err);

#endif
