/* The OpenCL loader that the worker found. */
#ifndef WGC_DEVICE_LOADER_H
#define WGC_DEVICE_LOADER_H

#include "base/buf.h"
#include "device/cl_api.h"

/*
 * Appends an object of JSON: "library", the loader's file, and "name", "vendor", "version" and
 * "opencl_version" as the loader reports them (cl_loader_info). Members that are not known are left
 * out: a driver that is loaded without a loader reports none.
 */
void wgc_loader_put(struct wgc_buf *out, const struct wgc_cl *cl);

#endif
