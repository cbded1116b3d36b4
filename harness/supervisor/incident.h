/*
 * A crash that no single case explains yet: several kernels were being built, or other cases had
 * run before in the same process. The batches that are to reproduce it share it. When the last of
 * them ends without the crash, it belongs to the batch as a whole (programs.h). A refused program
 * of several kernels is also an incident, of its batch alone. Pure.
 */
#ifndef WGC_SUPERVISOR_INCIDENT_H
#define WGC_SUPERVISOR_INCIDENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "record/record.h"

/* ---- cause.c: Why a worker exited, or why a program was refused, as a case's verdict describes
 * it. ---- */

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

struct wgc_incident {
    size_t references; /* batches that share it */
    bool repeated;     /* a part of the batch reproduced the crash and reports it */
    struct wgc_cause cause;
    size_t kernels; /* kernels that were being built, more than one; 0: one case, or one kernel,
                       after others */
    uint32_t *kernel_case; /* a case of each in the plan; owned */
    uint32_t index;        /* if kernels is 0: the case in the plan, or one of the kernel */
    char alone[32];        /* the state of that case alone in a new process */
};

/* With one reference. kernel_case is copied. NULL without memory. */
struct wgc_incident *wgc_incident_create(const struct wgc_cause *cause, const uint32_t *kernel_case,
                                         size_t kernels);
void wgc_incident_release(struct wgc_incident *incident); /* may be NULL */

#endif
