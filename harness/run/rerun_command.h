/* The beginning of a command that reruns a case with the same driver. */
#ifndef WGC_RUN_RERUN_COMMAND_H
#define WGC_RUN_RERUN_COMMAND_H

#include "base/err.h"

/* The context of this process; all but program may be NULL. Paths are absolute. */
struct wgc_rerun_context {
    const char *program;            /* this executable */
    const char *called;             /* argv[0]; NULL: unknown */
    const char *folder;             /* the current one */
    const char *const *environment; /* NAME=VALUE, NULL at the end */
};

/*
 * Gets the first words of a command for a new shell in the same folder: NAME=VALUE for each
 * variable that decides which drivers are visible and how they work, or scripts/with-device if that
 * script or build/env.sh set them; then the program: a relative path as it was called, else its
 * name where that finds it, else its path. A path in the current folder becomes relative. On
 * success *out ends with NULL, and the caller owns the array and the words.
 */
enum wgc_status wgc_rerun_command(const struct wgc_rerun_context *context, char ***out,
                                  struct wgc_err *err);

#endif
