/* gzip (RFC 1952) in memory, by zlib. */
#ifndef WGC_REPORT_FILE_GZIP_H
#define WGC_REPORT_FILE_GZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

/* Whether the bytes begin as a gzip file does. */
bool wgc_gzip_is(const char *data, size_t size);

/* Whether a path is that of a gzip file: it ends with ".gz". */
bool wgc_gzip_is_path(const char *path);

/*
 * Appends what the members of a gzip file contain. A file that is cut off, damaged or followed by
 * other bytes, and contents larger than limit bytes, are errors of status WGC_ERR_INPUT that begin
 * with name.
 */
enum wgc_status wgc_gzip_unpack(const char *name, const char *data, size_t size, size_t limit,
                                struct wgc_buf *out, struct wgc_err *err);

/* Appends a gzip file without a name and a time: the same bytes give the same file. */
enum wgc_status wgc_gzip_pack(const char *data, size_t size, struct wgc_buf *out,
                              struct wgc_err *err);

#endif
