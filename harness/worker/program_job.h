/* Cases whose kernel is a program (explore/program.h): printed as OpenCL C, launched, and compared
 * with what the interpreter computes. */
#ifndef WGC_WORKER_PROGRAM_JOB_H
#define WGC_WORKER_PROGRAM_JOB_H

#include "explore/program.h"
#include "worker/job.h"
#include "worker/run.h"

/* The program of a job, and its kernel. */
struct wgc_program_job {
    struct wgc_program program;
    struct wgc_buf kernel; /* OpenCL C */
    struct wgc_shape shape;
    char name[16]; /* of the shape */
};

/* Whether the kernel of the job is a program. */
bool wgc_job_is_program(const struct wgc_job *job);

/*
 * Reads the program that the job has as its text, and gives the job the shape and the kernel of it.
 * false with *outcome: a text that is no well-defined program, or no memory. Freed with
 * wgc_job_free.
 */
bool wgc_program_job_make(struct wgc_session *session, struct wgc_job *job,
                          struct wgc_outcome *outcome);
void wgc_program_job_free(struct wgc_program_job *job); /* may be NULL */

/* Launches the kernel and judges what it wrote; always fills *outcome. */
void wgc_program_job_run(struct wgc_session *session, const struct wgc_job *job,
                         const struct wgc_run_kernel *kernel, struct wgc_outcome *outcome);

#endif
