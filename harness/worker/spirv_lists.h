/* What a device answers to the queries of cl_khr_spirv_queries, which OpenCL 3.1 has in its core.
 */
#ifndef WGC_WORKER_SPIRV_LISTS_H
#define WGC_WORKER_SPIRV_LISTS_H

#include "worker/cl_api.h"
#include "worker/facts.h"

/* Queries the device, which must have them. An error only without memory: a query that fails is an
 * answer. */
enum wgc_status wgc_spirv_lists_query(const struct wgc_cl *cl, cl_device_id device,
                                      struct wgc_spirv_lists *lists, struct wgc_err *err);

void wgc_spirv_lists_free(struct wgc_spirv_lists *lists);

#endif
