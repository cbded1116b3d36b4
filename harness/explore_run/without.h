/*
 * What --without leaves out of the programs: functions, by their names in OpenCL C without an
 * operator, such as "work_group_reduce", and constructs, by the names of their weights, such as
 * "return".
 */
#ifndef WGC_EXPLORE_RUN_WITHOUT_H
#define WGC_EXPLORE_RUN_WITHOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "explore/generate.h"

/* Leaves out what the words name: each is a construct, or a glob for functions. WGC_ERR_INPUT for a
 * word that names none, or if all functions are named. */
enum wgc_status wgc_without_read(const char *const *word, size_t count,
                                 struct wgc_generate_options *options, struct wgc_err *err);

/* Whether anything is left out. */
bool wgc_without_any(const struct wgc_generate_options *options);
/* Appends a JSON array of the names, functions first. */
void wgc_without_put(const struct wgc_generate_options *options, struct wgc_buf *out);
/* Whether text is the array that wgc_without_put appends; NULL is an empty one. */
bool wgc_without_is(const struct wgc_generate_options *options, const char *text);

#endif
