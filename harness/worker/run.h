/* Runs one case on a built kernel: launch, read back, judge. */
#ifndef WGC_WORKER_RUN_H
#define WGC_WORKER_RUN_H

#include "worker/job.h"

/* A kernel with its limits. All zero: none yet. */
struct wgc_run_kernel {
    cl_kernel kernel;
    size_t work_group_size;       /* CL_KERNEL_WORK_GROUP_SIZE */
    size_t compile_local_size[3]; /* CL_KERNEL_COMPILE_WORK_GROUP_SIZE; zeros where it names none */
    uint64_t local_memory;        /* CL_KERNEL_LOCAL_MEM_SIZE */
};

/*
 * Creates the kernel of that name from its program; false with *outcome when the driver refuses.
 * Released by wgc_run_kernel_free.
 */
bool wgc_run_kernel_make(struct wgc_session *session, cl_program program, const char *entry,
                         struct wgc_run_kernel *kernel, struct wgc_outcome *outcome);
/* false when the release failed and the device is lost. */
bool wgc_run_kernel_free(struct wgc_session *session, struct wgc_run_kernel *kernel);

/* Sets *outcome for a launch that failed: a failure of the driver's, which may have lost the
 * device, or an error without memory on this side. */
void wgc_run_refuse(struct wgc_session *session, const struct wgc_dispatch_result *result,
                    struct wgc_outcome *outcome);

/* Runs the job and always fills *outcome. */
void wgc_run_job(struct wgc_session *session, const struct wgc_job *job,
                 const struct wgc_run_kernel *kernel, struct wgc_outcome *outcome);

#endif
