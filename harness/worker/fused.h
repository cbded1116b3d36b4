/*
 * Which cases of a batch can run together: kernels with one call each, of one type, whose calls one
 * fused kernel makes (suite/fused_text.h), on the shapes and forms that most of them have. Pure.
 *
 * A verdict stays what it was: a case that does well in company has passed; any other is run again
 * by itself.
 */
#ifndef WGC_WORKER_FUSED_H
#define WGC_WORKER_FUSED_H

#include "base/buf.h"
#include "worker/job.h"

/*
 * Calls of a kernel at most: past that, compilers save little more. Of calls under a condition
 * fewer on PoCL, for which each of them doubles what the rest of the kernel takes.
 */
enum { WGC_FUSED_CALLS = 12, WGC_FUSED_CONDITIONAL = 4, WGC_FUSED_ENTRY_MAX = 32 };

struct wgc_fused_launch {
    const struct wgc_job *job[WGC_FUSED_CALLS]; /* of each call, or NULL: none in the batch */
    const struct wgc_job *any;                  /* one of them */
};

struct wgc_fused_kernel {
    char entry[WGC_FUSED_ENTRY_MAX];
    size_t calls;
    const struct wgc_job *call[WGC_FUSED_CALLS]; /* a job of each */
    size_t launch_count;
    struct wgc_fused_launch *launch;
};

struct wgc_fused_plan {
    size_t count;
    struct wgc_fused_kernel *kernel;
};

/*
 * Finds what can be fused in jobs that were sorted (wgc_jobs_sort) and share a program; they must
 * stay where they are. A plan of no kernels where there is nothing, or where a case comes more than
 * once: it is repeated to see it alone. is_pocl_like (facts.h): a launch for a few of the calls is
 * not worth its while, and calls under a condition are few. Freed with wgc_fused_plan_free, also
 * after an error.
 */
enum wgc_status wgc_fused_plan_make(const struct wgc_job *job, size_t count, bool is_pocl_like,
                                    struct wgc_fused_plan *plan, struct wgc_err *err);
void wgc_fused_plan_free(struct wgc_fused_plan *plan);

/* Appends the kernel's text. */
void wgc_fused_kernel_text(const struct wgc_fused_kernel *kernel, struct wgc_buf *out);

#endif
