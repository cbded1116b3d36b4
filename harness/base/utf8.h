#ifndef WGC_BASE_UTF8_H
#define WGC_BASE_UTF8_H

#include <stddef.h>

#include "base/buf.h"

/* U+FFFD, in place of a byte that is no UTF-8. */
#define WGC_UTF8_REPLACEMENT "\xEF\xBF\xBD"

/* The length (1 to 4) of the valid UTF-8 sequence at text, which ends in NUL, or 0 when there is
 * none. */
size_t wgc_utf8_length(const unsigned char *text);

/* Appends text; each byte that is no valid UTF-8 becomes U+FFFD. */
void wgc_utf8_put(struct wgc_buf *buf, const char *text);

#endif
