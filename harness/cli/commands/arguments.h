/* The arguments that the commands on reports share: files, and -o FILE. */
#ifndef WGC_CLI_COMMANDS_ARGUMENTS_H
#define WGC_CLI_COMMANDS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct wgc_arguments {
    const char *output; /* of -o or --output, or NULL */
    bool verbose;       /* -v or --verbose */
    char **file;        /* in argv, which is put in order for it */
    size_t file_count;
};

/* How many files a command takes, and whether it writes one. */
struct wgc_arguments_rule {
    size_t least, most;
    bool writes;  /* -o FILE has to be there; else it must not */
    bool verbose; /* it takes -v */
};

/* Errors of status WGC_ERR_INPUT name what is missing, unknown or too much. */
enum wgc_status wgc_arguments_parse(int argc, char **argv, struct wgc_arguments_rule rule,
                                    struct wgc_arguments *arguments, struct wgc_err *err);

#endif
