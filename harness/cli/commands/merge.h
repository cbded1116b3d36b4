#ifndef WGC_CLI_COMMANDS_MERGE_H
#define WGC_CLI_COMMANDS_MERGE_H

#include "base/buf.h"
#include "base/err.h"

/*
 * merge REPORT... -o FILE. The exit status is 0 whatever the reports say; what makes the merged one
 * incomplete is said on standard error.
 */
enum wgc_status wgc_command_merge(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                  struct wgc_err *err);

#endif
