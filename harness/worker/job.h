/* The cases of a batch with their kernels, in the order of building and running. */
#ifndef WGC_WORKER_JOB_H
#define WGC_WORKER_JOB_H

#include "plan/local_size.h"
#include "suite/build_way.h"
#include "worker/session.h"

struct wgc_program_job;

struct wgc_job {
    uint32_t index;                        /* in the batch */
    const struct wgc_signature *signature; /* of a capability check: no kernel and no text */
    const struct wgc_form *form;
    const struct wgc_shape *shape;
    const struct wgc_kernel *kernel;
    uint32_t signature_number, kernel_number; /* numbers in the manifest, for the order */
    unsigned standard;                        /* of OpenCL C, 0: SPIR-V */
    const struct wgc_build_way *way;          /* of its form; static */
    unsigned spirv_version;                   /* of the module to build, such as 130 */
    const char *text;                         /* the kernel's section, or the SPIR-V module */
    size_t size;
    struct wgc_program_job *program; /* of a case whose kernel is a program; owned, else NULL */
    bool has_local_mem; /* the size of the kernel's local memory depends on WGC_MAX_ITEMS */
};

/* Sets *outcome for a local size that exceeds a limit: a skip. */
void wgc_job_exceeds(const struct wgc_size_excess *excess, struct wgc_outcome *outcome);

/*
 * Finds the case and its data. True when it can be built and run; else false with
 * *outcome: skip for what the device lacks, error for what the suite lacks. Freed with
 * wgc_job_free in any case.
 */
bool wgc_job_make(struct wgc_session *session, const struct wgc_case *item, uint32_t index,
                  struct wgc_job *job, struct wgc_outcome *outcome);

void wgc_job_free(struct wgc_job *job);

/* Whether the job is a capability check. */
bool wgc_job_is_check(const struct wgc_job *job);

/* Sorts the jobs by program, and within one by kernel. */
void wgc_jobs_sort(struct wgc_job *job, size_t count);

/* Whether two jobs can be built in one program, and whether they run the same kernel. */
bool wgc_jobs_share_program(const struct wgc_job *a, const struct wgc_job *b);
bool wgc_jobs_share_kernel(const struct wgc_job *a, const struct wgc_job *b);

/* The size limits that are known before the build. */
struct wgc_size_limits wgc_job_limits(const struct wgc_session *session, const struct wgc_job *job);

#endif
