/* Searching in bytes, and what a byte may be. Pure. */
#ifndef WGC_BASE_BYTES_H
#define WGC_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/* The first occurrence of the length bytes of part in the size bytes at bytes, or NULL. length is
 * at least 1. */
const char *wgc_bytes_find(const char *bytes, size_t size, const char *part, size_t length);

/* Whether a name of C may have the character. */
bool wgc_is_of_name(char c);

#endif
