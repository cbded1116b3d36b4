/* What the modules of this folder share. */
#ifndef WGC_DEVICE_PARTS_H
#define WGC_DEVICE_PARTS_H

#include "base/buf.h"
#include "device/cl_api.h"
#include "device/device.h"
#include "device/properties.h"

/* ---- device.c: A device of the loader. ---- */

/*
 * Stores the pointer to an extension's function, of whatever type and of size bytes; NULL when
 * there is none.
 */
void wgc_device_find_extension(const struct wgc_device *device, const char *name, void *function,
                               size_t size);

/* ---- device_selector.c: A text by which --device finds one device again, whatever its number.
 * ---- */

/*
 * PLATFORM/DEVICE for the device at the index. Where another device has the same two names, the
 * driver's version follows; where that is the same too, #N, the N-th of these devices, from 1 on.
 * properties are the device's. NULL without memory; freed by the caller.
 */
char *wgc_device_selector(const struct wgc_cl *cl, const struct wgc_device_places *places,
                          size_t index, const struct wgc_properties *properties);

/* ---- loader.c: The OpenCL loader that the worker found. ---- */

/*
 * Appends an object of JSON: "library", the loader's file, and "name", "vendor", "version" and
 * "opencl_version" as the loader reports them (cl_loader_info). Members that are not known are left
 * out: a driver that is loaded without a loader reports none.
 */
void wgc_loader_put(struct wgc_buf *out, const struct wgc_cl *cl);

/* ---- properties_query.c: Queries a device for its properties. ---- */

/*
 * Fills *properties; freed with wgc_properties_free. WGC_ERR_DEVICE when the device does not even
 * report its name and version; a failure of any other query is in the value's code.
 */
enum wgc_status wgc_properties_query(const struct wgc_cl *cl, cl_platform_id platform,
                                     cl_device_id device, struct wgc_properties *properties,
                                     struct wgc_err *err);

/*
 * The value of a device's parameter, of whatever size, followed by a NUL, in memory that the caller
 * frees; *size is without the NUL. NULL when the query fails, with the error's code in *code.
 */
char *wgc_device_bytes(const struct wgc_cl *cl, cl_device_id device, cl_device_info parameter,
                       size_t *size, int *code);

/* A platform's string, clean and on one line; empty when the query fails, NULL without memory.
 * Freed by the caller. */
char *wgc_platform_text(const struct wgc_cl *cl, cl_platform_id platform,
                        cl_platform_info parameter);

#endif
