/*
 * A crash that belongs to no single case yet: several kernels were being built, or other cases had
 * run in the same process. The batches that follow from it share it. When the last of them ends and
 * none has shown the crash again, the batch as a whole bears it (programs.h). A program of several
 * kernels that the compiler refused is kept the same way, by its batch alone. Pure.
 */
#ifndef WGC_SUPERVISOR_INCIDENT_H
#define WGC_SUPERVISOR_INCIDENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "supervisor/cause.h"

struct wgc_incident {
    size_t references; /* batches that share it */
    bool repeated;     /* by a part of the batch: that part tells of it */
    struct wgc_cause cause;
    size_t kernels;        /* that were being built, more than one; 0: a case was run, or one kernel
                              built, after others */
    uint32_t *kernel_case; /* a case of each in the plan; owned */
    uint32_t index;        /* where that is 0: the case in the plan, or one of the kernel */
    char alone[32];        /* what it did then, alone in a new process: the state */
};

/* With one reference. kernel_case is copied. NULL without memory. */
struct wgc_incident *wgc_incident_create(const struct wgc_cause *cause, const uint32_t *kernel_case,
                                         size_t kernels);
void wgc_incident_release(struct wgc_incident *incident); /* may be NULL */

#endif
