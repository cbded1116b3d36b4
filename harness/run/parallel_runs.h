/* Runs on several devices at the same time, each in a process of its own. */
#ifndef WGC_RUN_PARALLEL_RUNS_H
#define WGC_RUN_PARALLEL_RUNS_H

#include <signal.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

struct wgc_parallel_runs {
    void *context;
    /* Run i; *out receives its text for standard output. */
    enum wgc_status (*run)(void *context, size_t i, struct wgc_buf *out, int *exit_status,
                           struct wgc_err *err);
};

/* The end of one run. */
struct wgc_parallel_result {
    enum wgc_status status;
    int exit_status;
    struct wgc_err err; /* unless status is WGC_OK */
};

/*
 * Starts all runs and waits for them. Their texts for standard output are written in order, each
 * when the run and those before it have ended. A signal in *interrupted is forwarded to the runs.
 * A run whose process crashes ends with WGC_ERR_RUN. If this process ends first, the runs get
 * SIGTERM. result has count elements. Fails if a run could not be started or the output not
 * written; the runs that were started have ended then, too.
 */
enum wgc_status wgc_run_parallel(const struct wgc_parallel_runs *runs, size_t count,
                                 const volatile sig_atomic_t *interrupted,
                                 struct wgc_parallel_result *ended, struct wgc_err *err);

#endif
