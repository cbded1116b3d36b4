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

/*
 * For a program that is built and run in a second context: opens that in the place of the session's
 * own, which stays open in *first. On an error the session is as before.
 */
enum wgc_status wgc_session_enter_context(struct wgc_session *session, struct wgc_device *first,
                                          struct wgc_err *err);

/* Puts the session's own context back. */
void wgc_session_leave_context(struct wgc_session *session, const struct wgc_device *first);

#endif
