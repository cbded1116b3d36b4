/*
 * A command line, its arguments ended by NULs, for the run and for every command. An argument @FILE
 * does not name a file here: the rest of the argument is the contents, with % for a line end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "options/options.h"
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

static void check(const struct wgc_options *options)
{
    fuzz_require(options->timeout > 0.0 && options->rules.repeat >= 1,
                 "options that were read are within their bounds");
    if (options->command != WGC_COMMAND_RUN || options->action == WGC_ACTION_HELP ||
        options->action == WGC_ACTION_VERSION) {
        return;
    }
    fuzz_require(options->selection.shard >= 1 &&
                     options->selection.shard <= options->selection.shards,
                 "a run has a shard");
}

static void parse(enum wgc_command command, int argc, char **argv)
{
    struct wgc_options options;
    struct wgc_err err = {0};
    char *copy[ARGUMENTS + 2];

    memcpy(copy, argv, sizeof(char *) * ((size_t)argc + 1)); /* getopt reorders them */
    if (wgc_options_parse(command, argc, copy, &options, &err) == WGC_OK) {
        check(&options);
        wgc_options_free(&options);
    } else {
        fuzz_require(err.status == WGC_ERR_INPUT && err.text[0] != '\0' &&
                         strchr(err.text, '\n') == NULL,
                     "a bad command line is an error with one line");
    }
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
    for (int command = 0; command < WGC_COMMAND_COUNT; command++) {
        parse((enum wgc_command)command, (int)count + 1, argv);
    }
    for (size_t i = 0; i < count; i++) {
        free(argv[i + 1]);
        if (fd[i] >= 0) {
            (void)close(fd[i]);
        }
    }
    return 0;
}
