/* Runs a plan on a device, with progress, journal, report and summary. */
#ifndef WGC_CLI_RUN_H
#define WGC_CLI_RUN_H

#include <signal.h>

#include "base/buf.h"
#include "base/err.h"
#include "cli/options.h"

struct wgc_run_request {
    const struct wgc_options *options;
    const char *program; /* path of this executable */
    const char *suite_folder;
    int argc;
    char **argv; /* for the report */
    const volatile sig_atomic_t *interrupted;
    const char *label;       /* of the run among several at once, for progress; or NULL */
    struct wgc_buf *summary; /* takes what otherwise goes to standard output; or NULL */
};

/* *exit_status is 0 or 1 by what was found, when the run came to its end. */
enum wgc_status wgc_run(const struct wgc_run_request *request, int *exit_status,
                        struct wgc_err *err);

#endif
