/* Asks a device for its facts through clGetDeviceInfo. */
#ifndef WGC_WORKER_FACTS_QUERY_H
#define WGC_WORKER_FACTS_QUERY_H

#include "worker/cl_api.h"
#include "worker/facts.h"

/*
 * Fills *facts; freed with wgc_facts_free. What a device cannot tell is empty or 0. WGC_ERR_DEVICE
 * when it does not even tell its name and version.
 */
enum wgc_status wgc_facts_query(const struct wgc_cl *cl, cl_platform_id platform,
                                cl_device_id device, struct wgc_facts *facts, struct wgc_err *err);

/*
 * The value of a device's parameter, of whatever size, followed by a NUL, in memory that the caller
 * frees; *size is without the NUL. NULL when the device cannot tell, with the error's code in
 * *code.
 */
char *wgc_device_bytes(const struct wgc_cl *cl, cl_device_id device, cl_device_info parameter,
                       size_t *size, int *code);

/* A platform's string, clean and on one line; empty when it cannot tell, NULL without memory. Freed
 * by the caller. */
char *wgc_platform_text(const struct wgc_cl *cl, cl_platform_id platform,
                        cl_platform_info parameter);

#endif
