/* Launches without a local size (geometry CHOSEN): which one the implementation chooses. */
#ifndef WGC_WORKER_CHOSEN_SIZE_H
#define WGC_WORKER_CHOSEN_SIZE_H

#include "trial/trial.h"
#include "worker/run.h"

/*
 * Launches the kernel over global_size (rank dimensions, the others 1) so that it writes nothing
 * but its local size, and puts that into local. false with *outcome: the call failed, or no local
 * size of the standard was written (the OpenCL API, clEnqueueNDRangeKernel: local_work_size).
 */
bool wgc_chosen_size_find(struct wgc_session *session, const struct wgc_run_kernel *kernel,
                          unsigned rank, const size_t global_size[3], size_t local[3],
                          struct wgc_outcome *outcome);

/* The local size that a launch of the trial, which is a chosen one, wrote into meta. */
void wgc_chosen_size_read(const struct wgc_trial *trial, const uint32_t *meta, size_t local[3]);

#endif
