/*
 * A growable array of bytes, for text and messages.
 *
 * An append that cannot get memory sets failed and leaves the contents as they were; later appends
 * do nothing. So a writer appends freely and checks failed once at the end.
 */
#ifndef WGC_BASE_BUF_H
#define WGC_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/format.h"

struct wgc_buf {
    char *data; /* NUL after the last byte whenever not NULL; owned */
    size_t size;
    size_t capacity;
    bool failed;
};

/* An empty buffer is all zero: struct wgc_buf buf = {0}. */

/* Its text, "" where it is empty. */
static inline const char *wgc_buf_str(const struct wgc_buf *buf)
{
    return buf->data == NULL ? "" : buf->data;
}

void wgc_buf_free(struct wgc_buf *buf);
/* Empties the buffer and clears failed; keeps the memory. */
void wgc_buf_clear(struct wgc_buf *buf);
/* Makes room for extra more bytes; false if there is no memory. */
bool wgc_buf_reserve(struct wgc_buf *buf, size_t extra);
void wgc_buf_add(struct wgc_buf *buf, const void *bytes, size_t size);
void wgc_buf_text(struct wgc_buf *buf, const char *text);
void wgc_buf_char(struct wgc_buf *buf, char c);
void wgc_buf_printf(struct wgc_buf *buf, const char *format, ...) WGC_PRINTF_LIKE(2, 3);

#endif
