/* The ending of a noun after a number: "1 case", "2 cases". */
#ifndef WGC_BASE_PLURAL_H
#define WGC_BASE_PLURAL_H

#include <stddef.h>

/* "s", or "" where count is 1. */
static inline const char *wgc_plural(size_t count)
{
    return count == 1 ? "" : "s";
}

#endif
