#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST = 16 };

/* There is room for FIRST elements, then for as many as the next power of two. */
void *wgc_array_grow(void *items, size_t count, size_t size)
{
    if (count != 0 && (count < FIRST || (count & (count - 1)) != 0)) {
        return items;
    }
    const size_t capacity = count == 0 ? FIRST : count * 2;
    return capacity < count || capacity > SIZE_MAX / size ? NULL : realloc(items, capacity * size);
}
