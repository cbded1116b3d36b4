#include "reports/causes/name_list.h"

#include <stdlib.h>
#include <string.h>

bool wgc_name_list_add(struct wgc_name_list *list, const char *name, size_t length)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strlen(list->name[i]) == length && memcmp(list->name[i], name, length) == 0) {
            return true;
        }
    }
    char **grown = realloc(list->name, (list->count + 1) * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    list->name = grown;
    grown[list->count] = strndup(name, length);
    list->count += grown[list->count] != NULL;
    return grown[list->count - 1] != NULL;
}

void wgc_name_list_free(struct wgc_name_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->name[i]);
    }
    free(list->name);
}
