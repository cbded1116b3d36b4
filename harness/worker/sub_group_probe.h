/*
 * The sub-groups of the device, by a small kernel at a local size, before the kernel of a
 * case is built or judged.
 *
 * - Behaviour is undefined where a cluster is larger than the largest sub-group (OpenCL C,
 *   "Sub-Group Clustered Reductions"), and a compiler may refuse what it knows to be undefined.
 * - The mapping of work-items to sub-groups is implementation-defined (OpenCL API, "Mapping
 *   work-items onto an ND-range"): a kernel that does not write it can be judged only where the
 *   sub-groups are runs of work-items.
 *
 * A local size is measured once in a session.
 */
#ifndef WGC_WORKER_SUB_GROUP_PROBE_H
#define WGC_WORKER_SUB_GROUP_PROBE_H

#include "worker/job.h"

/*
 * Whether no kernel of the device has room for the job's cluster: it is larger than the work-group,
 * or than all of CL_DEVICE_SUB_GROUP_SIZES_INTEL and the size measured. If so, sets *outcome
 * (skip). The device is called only where the local size leaves it open.
 */
bool wgc_cluster_has_no_room(struct wgc_session *session, const struct wgc_job *job,
                             struct wgc_outcome *outcome);

/* Whether the compiler may refuse the job's kernel because of its cluster: no sub-group of the
 * kernel that was measured has room for it. If so, sets *outcome (skip). */
bool wgc_cluster_may_be_refused(struct wgc_session *session, const struct wgc_job *job,
                                struct wgc_outcome *outcome);

/* Whether the sub-groups of a work-group of that size are runs of work-items in the order of their
 * linear local ids, all of one size but the last; if not, sets *outcome (skip). */
bool wgc_sub_groups_are_runs(struct wgc_session *session, const struct wgc_job *job,
                             const size_t local[3], struct wgc_outcome *outcome);

#endif
