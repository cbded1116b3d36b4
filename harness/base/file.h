/* Whole files: read with a limit, written so that a reader never sees half of one. */
#ifndef WGC_BASE_FILE_H
#define WGC_BASE_FILE_H

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

/*
 * Appends the contents of path ("-" is standard input) to *out. A file larger than limit bytes, a
 * folder, or one that cannot be read is an error of status on_error that names the path and the
 * reason.
 */
enum wgc_status wgc_file_read(const char *path, size_t limit, enum wgc_status on_error,
                              struct wgc_buf *out, struct wgc_err *err);

/*
 * Writes size bytes to path through a temporary file beside it that is renamed at the end, so that
 * path holds the old contents or the new ones, whole. "-" and /dev/stdout are standard output,
 * /dev/stderr is standard error; what is not a regular file (a pipe, a terminal) is written
 * straight. Nothing stays behind on failure.
 */
enum wgc_status wgc_file_write(const char *path, const char *data, size_t size,
                               struct wgc_err *err);

/*
 * Says whether path could be written, before the work is done whose result it shall hold: tries to
 * make and remove a file beside it. An error names the path and the reason, with status
 * WGC_ERR_INPUT.
 */
enum wgc_status wgc_file_check_writable(const char *path, struct wgc_err *err);

#endif
