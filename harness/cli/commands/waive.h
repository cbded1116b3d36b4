#ifndef WGC_CLI_COMMANDS_WAIVE_H
#define WGC_CLI_COMMANDS_WAIVE_H

#include "base/buf.h"
#include "base/err.h"

/* waive REPORT -o FILE: a draft of waivers for what failed. */
enum wgc_status wgc_command_waive(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                  struct wgc_err *err);

#endif
