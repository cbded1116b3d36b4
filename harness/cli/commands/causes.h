/* wgconform causes REPORT: what went wrong in a saved report, by cause. */
#ifndef WGC_CLI_COMMANDS_CAUSES_H
#define WGC_CLI_COMMANDS_CAUSES_H

#include "base/buf.h"
#include "base/err.h"

enum wgc_status wgc_command_causes(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                   struct wgc_err *err);

#endif
