/* How this run was started: the words with which a command for the same driver begins. */
#ifndef WGC_CLI_INVOCATION_H
#define WGC_CLI_INVOCATION_H

#include "base/err.h"

/* What decides; all but program may be NULL. Paths are absolute. */
struct wgc_invocation {
    const char *program;            /* of this executable */
    const char *folder;             /* the current one */
    const char *const *environment; /* NAME=VALUE, NULL at the end */
};

/*
 * The words that begin a command in a new shell in the same folder: NAME=VALUE for the variables
 * that decide which drivers are seen and how they work, or scripts/with-device where it or
 * build/env.sh set them, and the program. A path in the current folder is shortened to a relative
 * one. On success *words ends with NULL, and array and words are owned by the caller.
 */
enum wgc_status wgc_invocation_words(const struct wgc_invocation *invocation, char ***words,
                                     struct wgc_err *err);

#endif
