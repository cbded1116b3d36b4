/* Arrays that grow by an element at a time. */
#ifndef WGC_BASE_ARRAY_H
#define WGC_BASE_ARRAY_H

#include <stddef.h>

/*
 * Makes room for one more element in an array of count elements of size bytes each, which nothing
 * else has enlarged: the array, moved where it was full, or NULL without memory (items is then as
 * before, and still the caller's). items of count 0 is NULL, or from an earlier call.
 */
void *wgc_array_grow(void *items, size_t count, size_t size);

#endif
