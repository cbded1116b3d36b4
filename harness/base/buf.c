#include "base/buf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wgc_buf_free(struct wgc_buf *buf)
{
    free(buf->data);
    *buf = (struct wgc_buf){0};
}

void wgc_buf_clear(struct wgc_buf *buf)
{
    buf->size = 0;
    buf->failed = false;
    if (buf->data != NULL) {
        buf->data[0] = '\0';
    }
}

bool wgc_buf_reserve(struct wgc_buf *buf, size_t extra)
{
    if (buf->failed) {
        return false;
    }
    if (extra >= SIZE_MAX / 4 || buf->size >= SIZE_MAX / 4) {
        buf->failed = true;
        return false;
    }
    size_t need = buf->size + extra + 1;
    if (need <= buf->capacity) {
        return true;
    }
    size_t capacity = buf->capacity < 64 ? 64 : buf->capacity;
    while (capacity < need) {
        capacity *= 2;
    }
    char *data = realloc(buf->data, capacity);
    if (data == NULL) {
        buf->failed = true;
        return false;
    }
    buf->data = data;
    buf->capacity = capacity;
    return true;
}

void wgc_buf_add(struct wgc_buf *buf, const void *bytes, size_t size)
{
    if (!wgc_buf_reserve(buf, size)) {
        return;
    }
    if (size > 0) {
        memcpy(buf->data + buf->size, bytes, size);
    }
    buf->size += size;
    buf->data[buf->size] = '\0';
}

void wgc_buf_text(struct wgc_buf *buf, const char *text)
{
    wgc_buf_add(buf, text, strlen(text));
}

void wgc_buf_char(struct wgc_buf *buf, char c)
{
    wgc_buf_add(buf, &c, 1);
}

void wgc_buf_printf(struct wgc_buf *buf, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0 || !wgc_buf_reserve(buf, (size_t)length)) {
        buf->failed = true;
        return;
    }
    va_start(args, format);
    (void)vsnprintf(buf->data + buf->size, (size_t)length + 1, format, args);
    va_end(args);
    buf->size += (size_t)length;
}
