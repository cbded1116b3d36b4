/* The text of --help, made from the tables of options/. No line is longer than 80 columns. */
#ifndef WGC_CLI_HELP_H
#define WGC_CLI_HELP_H

#include "base/buf.h"
#include "options/options.h"

/* Appends the help of a command; of the run, that of the whole program. */
void wgc_help(enum wgc_command command, struct wgc_buf *out);

#endif
