#ifndef WGC_CLI_COMMANDS_REPRO_H
#define WGC_CLI_COMMANDS_REPRO_H

#include "base/buf.h"
#include "base/err.h"

extern const char wgc_repro_options[]; /* for its --help */

/* repro CASE [-o FOLDER] ...: writes repro.c and repro.cl. The folder is made if it is not there.
 */
enum wgc_status wgc_command_repro(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                  struct wgc_err *err);

#endif
