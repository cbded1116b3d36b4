/* Why a worker exited, or why a program was refused, as a case's verdict describes it. */
#ifndef WGC_SUPERVISOR_CAUSE_H
#define WGC_SUPERVISOR_CAUSE_H

#include <stdbool.h>

#include "base/err.h"
#include "record/record.h"

struct wgc_cause {
    enum wgc_state state; /* CRASH, TIMEOUT, ERROR (the worker sent FAILED), BUILD_ERROR */
    char signal[32];      /* "SIGSEGV"; "" where there was none */
    bool after_refusal;   /* a crash: the driver had refused a build in this process */
    char *what;           /* "the worker crashed (SIGSEGV) while it built 3 kernels"; owned */
    char *frames;         /* where it crashed (record/frames.h), or NULL; owned */
    char *output;         /* the end of the driver's output, or the build log, or NULL; owned */
};

void wgc_cause_free(struct wgc_cause *cause);
bool wgc_cause_copy(struct wgc_cause *to, const struct wgc_cause *from); /* false without memory */

/*
 * The result of an attempt with this cause: state, signal, frames and output; the reason is what
 * and more (which may be ""). false without memory.
 */
bool wgc_cause_result(const struct wgc_cause *cause, const char *more, struct wgc_result *result);

#endif
