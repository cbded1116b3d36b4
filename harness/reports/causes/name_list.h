/* A set of names, each once, in the order in which they were added. Pure. */
#ifndef WGC_REPORTS_CAUSES_NAME_LIST_H
#define WGC_REPORTS_CAUSES_NAME_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct wgc_name_list {
    char **name;
    size_t count;
};

/* Adds a copy of the first length bytes of name, unless the list has it; false without memory. */
bool wgc_name_list_add(struct wgc_name_list *list, const char *name, size_t length);
void wgc_name_list_free(struct wgc_name_list *list);

#endif
