/*
 * Whether a device that takes SPIR-V also takes its group instructions. A device with
 * cl_khr_spirv_queries is asked; any other is given a tiny module to build.
 */
#ifndef WGC_WORKER_SPIRV_PROBE_H
#define WGC_WORKER_SPIRV_PROBE_H

#include "worker/device.h"

/*
 * Fills device->facts.spirv_groups and spirv_uniform, and device->features again. The device must
 * be open. Does nothing for one that takes no SPIR-V. An error only without memory.
 */
enum wgc_status wgc_spirv_probe(struct wgc_device *device, struct wgc_err *err);

#endif
