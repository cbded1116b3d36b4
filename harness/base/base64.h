/* Base64 (RFC 4648, with padding), for bytes on a channel that carries text alone. */
#ifndef WGC_BASE_BASE64_H
#define WGC_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Characters that size bytes become. */
#define WGC_BASE64_LENGTH(size) (((size) + 2) / 3 * 4)

void wgc_base64_put(struct wgc_buf *out, const void *bytes, size_t size);

/*
 * Appends the bytes that length characters of text stand for. Only what wgc_base64_put writes is
 * accepted: whole groups of four, padding at the end alone, unused bits zero. On false (also
 * without memory) *out is as it was.
 */
bool wgc_base64_get(const char *text, size_t length, struct wgc_buf *out);

#endif
