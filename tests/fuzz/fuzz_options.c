/*
 * A command line, its arguments ended by NULs. What an argument @FILE names is not a file here but
 * the rest of the argument, with the sign % for the end of a line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/commands/arguments.h"
#include "cli/options.h"
#include "tests/fuzz/fuzz.h"

enum { ARGUMENTS = 32 };

/* Makes the contents of an argument @FILE a file in memory, and the argument its name. */
static int make_file(char **argument)
{
    char *text = *argument + 1;
    size_t length = strlen(text);
    char name[64];
    int fd = memfd_create("queries", 0);

    for (size_t i = 0; i < length; i++) {
        text[i] = text[i] == '%' ? '\n' : text[i];
    }
    fuzz_require(fd >= 0 && write(fd, text, length) == (ssize_t)length, "a file in memory");
    (void)snprintf(name, sizeof name, "@/proc/self/fd/%d", fd);
    free(*argument);
    *argument = strdup(name);
    fuzz_require(*argument != NULL, "memory for an argument");
    return fd;
}

static void parse(int argc, char **argv)
{
    struct wgc_options options;
    struct wgc_arguments arguments;
    struct wgc_err err = {0};
    const struct wgc_arguments_rule rule = {1, 3, true, true};
    char *copy[ARGUMENTS + 2];

    memcpy(copy, argv, sizeof(char *) * ((size_t)argc + 1)); /* getopt puts them in order */
    if (wgc_options_parse(argc, copy, &options, &err) == WGC_OK) {
        fuzz_require(options.timeout > 0.0 && options.rules.repeat >= 1 &&
                         options.selection.shard >= 1 &&
                         options.selection.shard <= options.selection.shards,
                     "options that were read are within their bounds");
        wgc_options_free(&options);
    } else {
        fuzz_require(err.status == WGC_ERR_INPUT && err.text[0] != '\0' &&
                         strchr(err.text, '\n') == NULL,
                     "a bad command line is an error with one line");
    }
    memcpy(copy, argv, sizeof(char *) * ((size_t)argc + 1));
    (void)wgc_arguments_parse(argc, copy, rule, &arguments, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char program[] = "wgconform";
    char *argv[ARGUMENTS + 2] = {program};
    int fd[ARGUMENTS];
    size_t count = fuzz_pieces(data, size, argv + 1, ARGUMENTS);

    for (size_t i = 0; i < count; i++) {
        fd[i] = argv[i + 1][0] == '@' ? make_file(&argv[i + 1]) : -1;
    }
    parse((int)count + 1, argv);
    for (size_t i = 0; i < count; i++) {
        free(argv[i + 1]);
        if (fd[i] >= 0) {
            (void)close(fd[i]);
        }
    }
    return 0;
}
