#include "causes/causes.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

bool wgc_name_list_has(const struct wgc_name_list *list, const char *name, size_t length)
{
    bool found = false;

    for (size_t i = 0; !found && i < list->count; i++) {
        found = strlen(list->name[i]) == length && memcmp(list->name[i], name, length) == 0;
    }
    return found;
}

bool wgc_name_list_add(struct wgc_name_list *list, const char *name, size_t length)
{
    if (wgc_name_list_has(list, name, length)) {
        return true;
    }
    char **grown = wgc_array_grow(list->name, list->count, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    list->name = grown;
    char *copy = strndup(name, length);
    if (copy != NULL) {
        grown[list->count++] = copy;
    }
    return copy != NULL;
}

void wgc_name_list_free(struct wgc_name_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->name[i]);
    }
    free(list->name);
}
