/* The cases of a batch, each with the kernel that it runs, in the order in which they are built and
 * run. */
#ifndef WGC_WORKER_JOB_H
#define WGC_WORKER_JOB_H

#include "worker/limits.h"
#include "worker/session.h"

struct wgc_job {
    uint32_t index;                        /* in the batch */
    const struct wgc_signature *signature; /* of a capability check: no kernel and no text */
    const struct wgc_form *form;
    const struct wgc_shape *shape;
    const struct wgc_kernel *kernel;
    uint32_t signature_number, kernel_number; /* in the manifest, of the signature: for the order */
    unsigned standard;                        /* of OpenCL C, 0: SPIR-V */
    unsigned spirv_version;                   /* that the module is built as, as 130 */
    const char *text;                         /* the kernel's section, or the SPIR-V module */
    size_t size;
    bool scratch; /* the kernel's local memory is made for WGC_MAX_ITEMS work-items */
};

/*
 * Finds the case with that name and what it needs. When it can be built and run, returns true; else
 * false, and *outcome says why: skip for what the device lacks, error for what the suite lacks.
 */
bool wgc_job_make(struct wgc_session *session, const char *name, uint32_t index,
                  struct wgc_job *job, struct wgc_outcome *outcome);

/* Whether the job is a capability check. */
bool wgc_job_is_query(const struct wgc_job *job);

/* Sorts so that jobs of one program, and in it those of one kernel, stand together. */
void wgc_jobs_sort(struct wgc_job *job, size_t count);

/* Whether two jobs can be built in one program, and whether they run the same kernel. */
bool wgc_jobs_share_program(const struct wgc_job *a, const struct wgc_job *b);
bool wgc_jobs_share_kernel(const struct wgc_job *a, const struct wgc_job *b);

/* The limits that are known before the kernel is built. */
struct wgc_size_limits wgc_job_limits(const struct wgc_session *session, const struct wgc_job *job);

#endif
