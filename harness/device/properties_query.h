/* Queries a device for its properties. */
#ifndef WGC_DEVICE_PROPERTIES_QUERY_H
#define WGC_DEVICE_PROPERTIES_QUERY_H

#include "device/cl_api.h"
#include "device/properties.h"

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
