/* Builds the kernels of several jobs as one program. */
#ifndef WGC_WORKER_JOB_BUILD_H
#define WGC_WORKER_JOB_BUILD_H

#include "worker/job.h"
#include "device/program.h"

/* The number of kernels of count jobs; jobs of one kernel are adjacent. */
size_t wgc_jobs_kernels(const struct wgc_job *job, size_t count);

/*
 * Builds one program: of OpenCL C from the text of each kernel, after the emulation if configured;
 * of SPIR-V from the module that the jobs share. An error only without memory or without the
 * emulation's file; a refusal is in *build.
 */
enum wgc_status wgc_jobs_build(struct wgc_session *session, const struct wgc_job *job, size_t count,
                               struct wgc_build *build, struct wgc_err *err);

/* Whether a failed build lost the device, so that the next build would fail too. */
bool wgc_build_lost_device(struct wgc_session *session, const struct wgc_build *build);

/* Frees everything that depends on the context and opens the device again. */
enum wgc_status wgc_session_reopen(struct wgc_session *session, struct wgc_err *err);

#endif
