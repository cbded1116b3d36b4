#include "process/environment.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"

/* The variables that name the driver's cache and temporary folders. */
static const struct {
    const char *name;
    bool cache;
} variables[] = {
    {"TMPDIR", false},
#ifdef _WIN32
    {"TMP", false},
    {"TEMP", false},
#endif
    {"POCL_CACHE_DIR", true},
    {"XDG_CACHE_HOME", true}, /* Mesa, and PoCL without the one above */
    {"MESA_SHADER_CACHE_DIR", true},
    {"CUDA_CACHE_PATH", true}, /* NVIDIA */
    {"NEO_CACHE_DIR", true},   /* Intel's GPU runtime */
    {"cl_cache_dir", true},    /* the older name of NEO_CACHE_DIR */
    {"AMD_COMGR_CACHE_DIR", true},
};
enum { VARIABLES = sizeof variables / sizeof variables[0] };

static bool keeps_cache(void)
{
    const char *wish = getenv("WGCONFORM_KEEP_DRIVER_CACHE");

    return wish != NULL && wish[0] != '\0' && strcmp(wish, "0") != 0;
}

static bool is_replaced(const char *entry, bool keep)
{
    for (size_t i = 0; i < VARIABLES; i++) {
        size_t length = strlen(variables[i].name);
        if (strncmp(entry, variables[i].name, length) == 0 && entry[length] == '=') {
            return !(keep && variables[i].cache);
        }
    }
    return false;
}

static char *assignment(const char *name, const char *value)
{
    size_t size = strlen(name) + strlen(value) + 2;
    char *text = malloc(size);

    if (text != NULL) {
        (void)snprintf(text, size, "%s=%s", name, value);
    }
    return text;
}

char **wgc_environment_make(const char *folder)
{
    bool keep = keeps_cache();
    bool whole = true;
    size_t count = 0;
    size_t at = 0;

    while (environ[count] != NULL) {
        count++;
    }
    char **made = calloc(count + VARIABLES + 1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    for (size_t i = 0; whole && i < count; i++) {
        if (!is_replaced(environ[i], keep)) {
            made[at] = strdup(environ[i]);
            whole = made[at++] != NULL;
        }
    }
    for (size_t i = 0; whole && i < VARIABLES; i++) {
        if (!(keep && variables[i].cache)) {
            made[at] = assignment(variables[i].name, folder);
            whole = made[at++] != NULL;
        }
    }
    if (!whole) {
        wgc_environment_free(made);
        return NULL;
    }
    return made;
}

void wgc_environment_free(char **environment)
{
    for (char **entry = environment; entry != NULL && *entry != NULL; entry++) {
        free(*entry);
    }
    free(environment);
}
