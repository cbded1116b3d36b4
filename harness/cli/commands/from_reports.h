/* The commands that make another kind of report of saved ones. They read reports that are not
 * finished as well. */
#ifndef WGC_CLI_COMMANDS_FROM_REPORTS_H
#define WGC_CLI_COMMANDS_FROM_REPORTS_H

#include "base/buf.h"
#include "base/err.h"

/* junit REPORT -o FILE and html REPORT... -o FILE, side by side on one page. The exit status is 0
 * whatever the reports say. */
enum wgc_status wgc_command_junit(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                  struct wgc_err *err);
enum wgc_status wgc_command_html(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                 struct wgc_err *err);

#endif
