/* A kernel's sub-groups: the device queries before the launch, and what the kernel reports in it.
 */
#ifndef WGC_DEVICE_SUB_GROUP_H
#define WGC_DEVICE_SUB_GROUP_H

#include "device/device.h"
#include "trial/trial.h"

/* From clGetKernelSubGroupInfo, for one local size; 0: not reported. */
struct wgc_sub_group_info {
    size_t max_size; /* CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE */
    size_t count;    /* CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE */
};

struct wgc_sub_group_info wgc_sub_group_query(const struct wgc_device *device, cl_kernel kernel,
                                              unsigned rank, const size_t local[3]);

enum { WGC_CLUSTER_REASON_MAX = 200 };

/*
 * Whether a clustered reduction has a result: behaviour is undefined where the cluster is larger
 * than the largest sub-group of the dispatch (OpenCL C, "Sub-Group Clustered Reductions"). If not,
 * the reason is written. cluster: 0 for other functions. largest: the work-items of the largest
 * sub-group, 0 where it is not known; source: how it is known. Pure.
 */
bool wgc_cluster_is_defined(size_t cluster, size_t largest, const char *source,
                            char reason[WGC_CLUSTER_REASON_MAX]);

/*
 * Compares the device queries with get_max_sub_group_size() and get_enqueued_num_sub_groups() of
 * every work-item that wrote its meta. Returns NULL when they agree, else a line with both values,
 * owned by the caller. *no_memory is set when there was none for the line. Pure.
 */
char *wgc_sub_group_check(const struct wgc_sub_group_info *reported, const struct wgc_trial *trial,
                          const uint32_t *meta, bool *no_memory);

#endif
