/* Which of several kernels a compiler names in its output before it crashes. Pure. */
#ifndef WGC_SUPERVISOR_NAMED_H
#define WGC_SUPERVISOR_NAMED_H

#include <stddef.h>

/*
 * The number of the only kernel whose name the text has; count where it has none, or several. A
 * name may be part of a longer word, as compilers put prefixes and suffixes around it; where one
 * name begins with another, the longer one counts. A name that is NULL or empty is never there.
 */
size_t wgc_named_kernel(const char *text, const char *const *name, size_t count);

#endif
