/* The words that stand for another program: `wgconform junit ...`. A row each; main looks here
 * first. */
#ifndef WGC_CLI_COMMANDS_H
#define WGC_CLI_COMMANDS_H

#include "base/buf.h"
#include "base/err.h"

struct wgc_command {
    const char *name;
    const char *arguments; /* as in the usage line, after the name */
    const char *summary;   /* one line for --help, no full stop */
    const char *options;   /* lines for its own --help, as in cli/usage.c; "" where it has none */
    /*
     * argv[0] is the command's name. What is appended to *out goes to standard output when WGC_OK
     * is returned; then *exit_status, 0 before the call, is the program's. It writes its own files.
     */
    enum wgc_status (*run)(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                           struct wgc_err *err);
};

/* The command of that name, or NULL. */
const struct wgc_command *wgc_command_find(const char *name);

/* Runs it; --help or -h among the arguments appends its usage to *out instead. */
enum wgc_status wgc_command_run(const struct wgc_command *command, int argc, char **argv,
                                struct wgc_buf *out, int *exit_status, struct wgc_err *err);

/* Appends the part of --help that names the commands. */
void wgc_commands_usage(struct wgc_buf *out);

#endif
