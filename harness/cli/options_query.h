/* The queries of the command line, and of the files that it names. */
#ifndef WGC_CLI_OPTIONS_QUERY_H
#define WGC_CLI_OPTIONS_QUERY_H

#include <stddef.h>

#include "base/err.h"
#include "cli/options.h"

/* Adds a copy of length bytes of text; an empty query is an error of status WGC_ERR_INPUT. */
enum wgc_status wgc_query_add(struct wgc_options *options, const char *text, size_t length,
                              struct wgc_err *err);

/* Adds those of a file, one a line; blank lines and what follows a # are left out. A file without
 * one is an error. */
enum wgc_status wgc_query_add_file(struct wgc_options *options, const char *path,
                                   struct wgc_err *err);

#endif
