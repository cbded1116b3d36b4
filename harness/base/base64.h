/* Base64 (RFC 4648, with padding), for bytes on a channel of text. */
#ifndef WGC_BASE_BASE64_H
#define WGC_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Characters that size bytes become. */
#define WGC_BASE64_LENGTH(size) (((size) + 2) / 3 * 4)

void wgc_base64_put(struct wgc_buf *out, const void *bytes, size_t size);

/*
 * Decodes length characters of text and appends the bytes. Accepts only the form that
 * wgc_base64_put writes: whole groups of four, padding only at the end, unused bits zero.
 * Otherwise, and without memory, returns false and leaves *out unchanged.
 */
bool wgc_base64_get(const char *text, size_t length, struct wgc_buf *out);

#endif
