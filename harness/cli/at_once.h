/* Runs on several devices at the same time: a process for each. */
#ifndef WGC_CLI_AT_ONCE_H
#define WGC_CLI_AT_ONCE_H

#include <signal.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

struct wgc_at_once {
    void *context;
    /* Run i, in a process of its own; what it puts into *out is for standard output. */
    enum wgc_status (*run)(void *context, size_t i, struct wgc_buf *out, int *exit_status,
                           struct wgc_err *err);
};

/* How one of them ended. */
struct wgc_ended {
    enum wgc_status status;
    int exit_status;
    struct wgc_err err; /* where status is none of success */
};

/*
 * Starts them all and waits for each; writes what each has for standard output when it and those
 * before it have ended, so that it comes in order and whole. A signal in *interrupted is handed on
 * to them, and they are waited for. A run whose process dies has WGC_ERR_RUN. When this process
 * dies, they get SIGTERM. ended: an array of count. Fails where a run could not be started, or the
 * output not written; those that were started have ended then too.
 */
enum wgc_status wgc_at_once(const struct wgc_at_once *runs, size_t count,
                            const volatile sig_atomic_t *interrupted, struct wgc_ended *ended,
                            struct wgc_err *err);

#endif
