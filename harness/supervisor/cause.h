/* Why a worker ended, or why a program was refused, as far as a case's verdict tells it. */
#ifndef WGC_SUPERVISOR_CAUSE_H
#define WGC_SUPERVISOR_CAUSE_H

#include <stdbool.h>

#include "base/err.h"
#include "record/record.h"

struct wgc_cause {
    enum wgc_state state; /* CRASH, TIMEOUT, ERROR where the worker itself gave up, BUILD_ERROR */
    char signal[32];      /* "SIGSEGV"; "" where there was none */
    char *what;           /* "the worker crashed (SIGSEGV) while it built 3 kernels"; owned */
    char *output;         /* the end of what the driver printed, or the build log, or NULL; owned */
};

void wgc_cause_free(struct wgc_cause *cause);
bool wgc_cause_copy(struct wgc_cause *to, const struct wgc_cause *from); /* false without memory */

/*
 * The result of an attempt that ended so: state, signal, output, and as the reason what and more
 * (which may be ""). false without memory.
 */
bool wgc_cause_result(const struct wgc_cause *cause, const char *more, struct wgc_result *result);

#endif
