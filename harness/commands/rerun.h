/*
 * `wgconform rerun REPORT`: the cases of a report that did not pass, again on the same driver, and
 * the difference. With --watch again at each change of a file, until all pass.
 */
#ifndef WGC_COMMANDS_RERUN_H
#define WGC_COMMANDS_RERUN_H

#include <signal.h>

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"

/* *interrupted: the signal that the process caught; then no further run begins. The rest as for
 * each command (commands.h). */
enum wgc_status wgc_rerun(const struct wgc_options *options,
                          const volatile sig_atomic_t *interrupted, struct wgc_buf *out,
                          int *exit_status, struct wgc_err *err);

#endif
