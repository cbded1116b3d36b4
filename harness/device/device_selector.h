/* A text by which --device finds one device again, whatever its number. */
#ifndef WGC_DEVICE_DEVICE_SELECTOR_H
#define WGC_DEVICE_DEVICE_SELECTOR_H

#include "device/cl_api.h"
#include "device/device.h"

/*
 * PLATFORM/DEVICE for the device at the index. Where another device has the same two names, the
 * driver's version follows; where that is the same too, #N, the N-th of these devices, from 1 on.
 * properties are the device's. NULL without memory; freed by the caller.
 */
char *wgc_device_selector(const struct wgc_cl *cl, const struct wgc_device_places *places,
                          size_t index, const struct wgc_properties *properties);

#endif
