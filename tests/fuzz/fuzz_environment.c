/* The environment as a list of assignments ended by NULs: whatever is read of it, and what a worker
 * is given. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options/parts.h"
#include "run/progress.h"
#include "suite/suite_folder.h"
#include "process/environment.h"
#include "tests/fuzz/fuzz.h"

enum { VARIABLES = 32 };

static void make_workers(void)
{
    char **made = wgc_environment_make("/worker");
    unsigned folders = 0;

    fuzz_require(made != NULL, "memory for an environment");
    for (size_t i = 0; made[i] != NULL; i++) {
        folders += strcmp(made[i], "TMPDIR=/worker") == 0;
        fuzz_require(strncmp(made[i], "TMPDIR=", 7) != 0 || strcmp(made[i], "TMPDIR=/worker") == 0,
                     "a worker has the temporary folder that it was given");
    }
    fuzz_require(folders == 1, "a worker has one temporary folder");
    wgc_environment_free(made);
}

static void read_shard(void)
{
    struct wgc_selection selection = {0};
    struct wgc_err err = {0};
    const char *from;

    if (wgc_shard_of_environment(&selection, &from, &err) == WGC_OK) {
        fuzz_require(selection.shard >= 1 && selection.shard <= selection.shards,
                     "a shard is one of its number");
    } else {
        fuzz_require(err.status == WGC_ERR_INPUT && from != NULL && strstr(err.text, from) != NULL,
                     "an error names the variable");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *variable[VARIABLES + 1] = {NULL};
    char **before = environ;
    struct wgc_err err = {0};
    char *folder = NULL;
    size_t count = fuzz_pieces(data, size, variable, VARIABLES);

    environ = variable;
    make_workers();
    (void)wgc_use_color(STDOUT_FILENO, false);
    if (wgc_find_suite("/nowhere/bin/wgconform", &folder, &err) == WGC_OK) {
        fuzz_require(folder[0] != '\0', "a suite's folder has a name");
        free(folder);
    }
    read_shard();
    environ = before;
    for (size_t i = 0; i < count; i++) {
        free(variable[i]);
    }
    return 0;
}
