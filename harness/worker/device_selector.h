/* A text by which --device finds one device again, wherever it stands in the list. */
#ifndef WGC_WORKER_DEVICE_SELECTOR_H
#define WGC_WORKER_DEVICE_SELECTOR_H

#include "worker/cl_api.h"
#include "worker/device.h"
#include "worker/facts.h"

/*
 * PLATFORM/DEVICE for the device at the index, with the driver's version after it where another
 * device has the same two names, and #N where that one has the same version too: the N-th of them,
 * from 1 on. facts are the device's own. NULL without memory; freed by the caller.
 */
char *wgc_device_selector(const struct wgc_cl *cl, const struct wgc_device_places *places,
                          size_t index, const struct wgc_facts *facts);

#endif
