/* Lists of strings, which end with NULL as argv does. */
#ifndef WGC_BASE_LIST_H
#define WGC_BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* Adds a copy of the text to a list of *count strings, which is NULL without any; false without
 * memory (the list is then as before). */
bool wgc_list_add(char ***list, size_t *count, const char *text);

/* Frees the list and its strings; may be NULL. */
void wgc_list_free(char **list);

#endif
