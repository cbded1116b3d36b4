#include "base/list.h"

#include <stdlib.h>
#include <string.h>

bool wgc_list_add(char ***list, size_t *count, const char *text)
{
    char *made = strdup(text);
    char **grown = made == NULL ? NULL : realloc(*list, (*count + 2) * sizeof **list);

    if (grown == NULL) {
        free(made);
        return false;
    }
    grown[(*count)++] = made;
    grown[*count] = NULL;
    *list = grown;
    return true;
}

void wgc_list_free(char **list)
{
    for (char **item = list; item != NULL && *item != NULL; item++) {
        free(*item);
    }
    free(list);
}
