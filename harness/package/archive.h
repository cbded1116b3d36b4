/* A bundle as a file: tar in gzip. */
#ifndef WGC_PACKAGE_ARCHIVE_H
#define WGC_PACKAGE_ARCHIVE_H

#include <stdint.h>

#include "package/parts.h"

/* The folder in the archive that all files are in. */
#define WGC_ARCHIVE_FOLDER "wgconform-package"

enum { WGC_ARCHIVE_LIMIT = 512 * 1024 * 1024, WGC_ARCHIVE_FILES = 200000 };

/*
 * Appends the archive to *out: the files in their order, without an owner, with the given time
 * (seconds since 1970). The same bundle results in the same bytes.
 */
enum wgc_status wgc_archive_put(struct wgc_buf *out, const struct wgc_bundle *bundle, int64_t time,
                                struct wgc_err *err);

/*
 * Reads an archive from memory; nothing is unpacked to disk. These are WGC_ERR_INPUT: no gzip or
 * tar, a truncated archive, more than WGC_ARCHIVE_LIMIT bytes or WGC_ARCHIVE_FILES files, a file
 * outside the folder, two files of one name, an entry that is neither a regular file nor a folder.
 * On success the bundle, empty before, is sorted and owned by the caller.
 */
enum wgc_status wgc_archive_get(const struct wgc_buf *bytes, struct wgc_bundle *bundle,
                                struct wgc_err *err);

#endif
