/* What the driver says of a kernel's sub-groups before the launch, against what the kernel says in
 * it. */
#ifndef WGC_WORKER_SUB_GROUP_H
#define WGC_WORKER_SUB_GROUP_H

#include "trial/trial.h"
#include "worker/device.h"

/* From clGetKernelSubGroupInfo, for one local size; 0: it cannot tell. */
struct wgc_sub_group_facts {
    size_t max_size; /* CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE */
    size_t count;    /* CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE */
};

struct wgc_sub_group_facts wgc_sub_group_ask(const struct wgc_device *device, cl_kernel kernel,
                                             unsigned rank, const size_t local[3]);

enum { WGC_CLUSTER_REASON_MAX = 200 };

/*
 * Whether a clustered reduction has a result: behaviour is undefined where the cluster is larger
 * than the largest sub-group of the dispatch (OpenCL C, "Sub-Group Clustered Reductions"). If not,
 * reason says so. cluster: 0 for other functions. largest: its number of work-items, 0 where it is
 * not known; source: how it is known. Pure.
 */
bool wgc_cluster_is_defined(size_t cluster, size_t largest, const char *source,
                            char reason[WGC_CLUSTER_REASON_MAX]);

/*
 * Compares them with get_max_sub_group_size() and get_enqueued_num_sub_groups() of every work-item
 * that wrote its meta. Returns NULL when they agree, else a line that names both values, owned by
 * the caller. Pure. *no_memory is set when there was none for the line.
 */
char *wgc_sub_group_check(const struct wgc_sub_group_facts *facts, const struct wgc_trial *trial,
                          const uint32_t *meta, bool *no_memory);

#endif
