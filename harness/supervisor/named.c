#include "supervisor/parts.h"

#include <stdbool.h>
#include <string.h>

/* Whether a longer name starts at the same place. */
static bool has_longer(const char *at, size_t length, const char *const *name, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t other = name[i] == NULL ? 0 : strlen(name[i]);
        if (other > length && strncmp(at, name[i], other) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_named(const char *text, const char *kernel, const char *const *name, size_t count)
{
    const size_t length = kernel == NULL ? 0 : strlen(kernel);
    const char *at = text;

    while (length > 0 && (at = strstr(at, kernel)) != NULL) {
        if (!has_longer(at, length, name, count)) {
            return true;
        }
        at += length;
    }
    return false;
}

size_t wgc_named_kernel(const char *text, const char *const *name, size_t count)
{
    size_t found = count;

    for (size_t i = 0; i < count; i++) {
        if (!is_named(text, name[i], name, count)) {
            continue;
        }
        if (found < count) {
            return count;
        }
        found = i;
    }
    return found;
}
