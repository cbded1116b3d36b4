#ifndef WGC_CLI_COMMANDS_DIFF_H
#define WGC_CLI_COMMANDS_DIFF_H

#include "base/buf.h"
#include "base/err.h"

/* diff OLD NEW. The exit status is 1 when something broke. */
enum wgc_status wgc_command_diff(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                 struct wgc_err *err);

#endif
