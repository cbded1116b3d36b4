/* SHA-256 and the file of checksums, in the format of sha256sum(1). Pure. */
#ifndef WGC_PACKAGE_SUMS_H
#define WGC_PACKAGE_SUMS_H

#include "package/parts.h"

#define WGC_SUMS_NAME "SHA256SUMS"

enum { WGC_SUM_LENGTH = 64 };

/* The SHA-256 of size bytes, in lower case. */
void wgc_sum(const void *data, size_t size, char hex[WGC_SUM_LENGTH + 1]);

/* Adds SHA256SUMS with a line for each file of the bundle, and sorts the bundle. */
enum wgc_status wgc_sums_add(struct wgc_bundle *bundle, struct wgc_err *err);

/*
 * Appends to *problems a line for each file whose sum differs from that in SHA256SUMS, for each
 * missing file, and for each file that it does not list. The
 * bundle is sorted. A bundle without SHA256SUMS, or one that is no list of sums, is WGC_ERR_INPUT.
 */
enum wgc_status wgc_sums_check(const struct wgc_bundle *bundle, struct wgc_buf *problems,
                               struct wgc_err *err);

#endif
