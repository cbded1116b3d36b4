/* Which kernels of a program are built alone, because the driver is likely to refuse them. */
#ifndef WGC_WORKER_JOB_REFUSED_H
#define WGC_WORKER_JOB_REFUSED_H

#include "base/err.h"
#include "worker/job.h"
#include "worker/refused.h"

/* The end of the jobs of the kernel of job[first]; jobs of one kernel are adjacent. */
size_t wgc_jobs_kernel_end(const struct wgc_job *job, size_t first, size_t end);

/* Orders job[first..end) again: kernels that are likely to be refused after the others, each
 * kernel's jobs adjacent as before. *likely: the first of them, or end. */
enum wgc_status wgc_jobs_put_likely_last(const struct wgc_refused *refused, struct wgc_job *job,
                                         size_t first, size_t end, size_t *likely,
                                         struct wgc_err *err);

/* Whether the log of the refused program job[first..end), NULL for none, makes one of its kernels
 * likely to be the reason. */
bool wgc_jobs_explained(struct wgc_refused *refused, const struct wgc_job *job, size_t first,
                        size_t end, const char *log);

/* The program job[first..end) was built. */
void wgc_jobs_note_built(struct wgc_refused *refused, const struct wgc_job *job, size_t first,
                         size_t end);

#endif
