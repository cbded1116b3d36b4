/* The functions that --without leaves out of the programs, by their names in OpenCL C without an
 * operator, such as "work_group_reduce". */
#ifndef WGC_EXPLORE_RUN_WITHOUT_H
#define WGC_EXPLORE_RUN_WITHOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

/* Sets *avoid to the functions that globs name (bits 1 << enum wgc_collective). WGC_ERR_INPUT for a
 * glob that matches none, or if all functions are named. */
enum wgc_status wgc_without_read(const char *const *glob, size_t count, uint64_t *avoid,
                                 struct wgc_err *err);

/* Appends a JSON array of their names. */
void wgc_without_put(uint64_t avoid, struct wgc_buf *out);

/* Whether text is the array that wgc_without_put appends; NULL is an empty one. */
bool wgc_without_is(uint64_t avoid, const char *text);

#endif
