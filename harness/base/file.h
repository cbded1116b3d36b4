/* Whole files: read with a size limit, and written atomically. */
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
 * Writes size bytes to a temporary file next to path, and renames it to path: path has the whole
 * old contents or the whole new ones. "-" and /dev/stdout are standard output, /dev/stderr is
 * standard error. A pipe, a terminal and any other special file is written in place. Leaves no
 * temporary file on failure.
 */
enum wgc_status wgc_file_write(const char *path, const char *data, size_t size,
                               struct wgc_err *err);

/*
 * Checks before a run whether its output path can be written: makes and removes a file next to it.
 * An error names the path and the reason, with status WGC_ERR_INPUT.
 */
enum wgc_status wgc_file_check_writable(const char *path, struct wgc_err *err);

#endif
