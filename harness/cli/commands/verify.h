#ifndef WGC_CLI_COMMANDS_VERIFY_H
#define WGC_CLI_COMMANDS_VERIFY_H

#include "base/buf.h"
#include "base/err.h"

/* verify FILE. The exit status is 1 when the package is not complete, not unmodified or not
 * unfiltered; the results in it do not count. */
enum wgc_status wgc_command_verify(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                   struct wgc_err *err);

#endif
