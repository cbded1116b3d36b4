/* What the files that carry out a batch share. */
#ifndef WGC_WORKER_BATCH_STEPS_H
#define WGC_WORKER_BATCH_STEPS_H

#include "worker/job.h"

struct wgc_worker_batch {
    struct wgc_session *session;
    uint32_t id;
    bool apart; /* each case in a kernel of its own */
    struct wgc_job *job;
    size_t count;
    struct wgc_outcome *in_company; /* by a job's index in the batch: its verdict should it be right
                                       alone, as it failed in a fused kernel; else all zero */
};

/* Sends the verdict and frees it. What failed in company and is right alone has failed. */
enum wgc_status wgc_batch_decide(const struct wgc_worker_batch *batch, uint32_t index,
                                 double seconds, struct wgc_outcome *outcome, struct wgc_err *err);

/* Everything that hangs on the context goes, and the device is opened again. */
enum wgc_status wgc_batch_reopen(struct wgc_session *session, struct wgc_err *err);

/*
 * Runs what can run together of job[first..*end), which share a program (batch_fused.c). The jobs
 * that are decided are taken out: *end is then the end of the others.
 */
enum wgc_status wgc_batch_run_fused(struct wgc_worker_batch *batch, size_t first, size_t *end,
                                    struct wgc_err *err);

#endif
