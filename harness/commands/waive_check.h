/*
 * `wgconform waive --check`: applies waivers to a saved report without a run. Waivers that the
 * report has are undone first. Standard output gets the failures by cause, the totals and how many
 * waivers were used; standard error the warnings of a run: expired and unused waivers. The exit
 * status is that of a run with these waivers. --output writes the report with the waivers applied.
 */
#ifndef WGC_COMMANDS_WAIVE_CHECK_H
#define WGC_COMMANDS_WAIVE_CHECK_H

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"

/* As a command (commands/commands.h). A report of explore is an error of status WGC_ERR_INPUT. */
enum wgc_status wgc_waive_check(const struct wgc_options *options, struct wgc_buf *out,
                                int *exit_status, struct wgc_err *err);

#endif
