/* Runs a plan on one device, with progress, journal, reports and summary. */
#ifndef WGC_RUN_RUN_H
#define WGC_RUN_RUN_H

#include <signal.h>

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"

struct wgc_run_request {
    const struct wgc_options *options;
    const char *program; /* path of this executable */
    const char *suite_folder;
    const volatile sig_atomic_t *interrupted;
    const char *label;       /* identifies one of parallel runs in the progress; or NULL */
    struct wgc_buf *summary; /* receives the text for standard output; or NULL */
};

/* *exit_status is 0 or 1 after a run that ended. */
enum wgc_status wgc_run(const struct wgc_run_request *request, int *exit_status,
                        struct wgc_err *err);

#endif
