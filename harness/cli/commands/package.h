/* The commands on submission packages. */
#ifndef WGC_CLI_COMMANDS_PACKAGE_H
#define WGC_CLI_COMMANDS_PACKAGE_H

#include "base/buf.h"
#include "base/err.h"

/* package REPORT -o FILE. The exit status is 0 whatever the report says; that a run was cut short
 * is said on standard error. */
enum wgc_status wgc_command_package(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                    struct wgc_err *err);

#endif
