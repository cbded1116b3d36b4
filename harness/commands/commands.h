/*
 * The commands of commands.def: `wgconform junit ...` and the others, one function each.
 *
 *   junit, html      The exit status is 0 whatever the reports contain. Unfinished reports are
 *                    accepted.
 *   causes           The exit status is that of the run.
 *   diff             The exit status is 1 if a case broke.
 *   history          The exit status is 0 whatever the reports contain. The ending of the output's
 *                    name chooses the format.
 *   bisect           The exit status is 1 if the verdict does not change (bisect.h).
 *   merge            The exit status is 0 whatever the reports contain. Standard error lists what
 *                    makes the merged report incomplete.
 *   repro            Writes repro.c and repro.cl; creates the folder if it is missing.
 *   waive, details   Write a draft that a person completes. waive --check (waive_check.c) applies
 *                    waivers to a report: the exit status is that of a run with them.
 *   package          The exit status is 0 whatever the results are; standard error reports a run
 *                    that was cut short. WGC_ERR_INPUT, without --unofficial, if the program of the
 *                    run was not built from a commit (package/official.h). --sign writes FILE.sig
 *                    next to the package.
 *   verify           The exit status is 1 if an answer is no: complete, unmodified, unfiltered,
 *                    official, with --submission details, and with --signers signed. The results
 *                    do not count.
 */
#ifndef WGC_COMMANDS_COMMANDS_H
#define WGC_COMMANDS_COMMANDS_H

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"

/*
 * What is appended to *out goes to standard output when WGC_OK is returned; then *exit_status, 0
 * before the call, is that of the program. A command writes its own files. main defines bisect,
 * explore and rerun, which get the signal that it caught; the run (run/) is not defined here.
 */
#define WGC_COMMAND(id, name, arguments, least, most, writes, text)                                \
    enum wgc_status wgc_command_##name(const struct wgc_options *options, struct wgc_buf *out,     \
                                       int *exit_status, struct wgc_err *err);
#include "options/commands.def"
#undef WGC_COMMAND

#endif
