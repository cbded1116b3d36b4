/* Searching in bytes. Pure. */
#ifndef WGC_BASE_BYTES_H
#define WGC_BASE_BYTES_H

#include <stddef.h>

/* The first occurrence of the length bytes of part in the size bytes at bytes, or NULL. length is
 * at least 1. */
const char *wgc_bytes_find(const char *bytes, size_t size, const char *part, size_t length);

#endif
