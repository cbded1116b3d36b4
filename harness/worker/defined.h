/*
 * Whether a case is defined for the sub-groups of its launch: a cluster must not be larger than
 * they are (cl_khr_subgroup_clustered_reduce, cl_khr_subgroup_rotate), and a kernel may require a
 * size.
 */
#ifndef WGC_WORKER_DEFINED_H
#define WGC_WORKER_DEFINED_H

#include "device/sub_group.h"
#include "trial/trial.h"
#include "worker/job.h"

/* Before the launch, by the local size and what the device reports; if not, sets *outcome (skip).
 */
bool wgc_may_be_defined(const struct wgc_job *job, const struct wgc_sub_group_info *sub_groups,
                        const size_t local[3], struct wgc_outcome *outcome);

/* After it, by meta: whether the case is defined for the actual sub-groups, and whether these have
 * the size required; if not, sets *outcome (skip or fail). */
bool wgc_was_defined(const struct wgc_job *job, const struct wgc_trial *trial, const uint32_t *meta,
                     struct wgc_outcome *outcome);

#endif
