#include "wire/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"

enum { HEADER = 8, FILL = 64 * 1024 };

static void store32(unsigned char out[4], uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        out[i] = (unsigned char)(value >> (8 * i));
    }
}

static uint32_t load32(const unsigned char *in)
{
    return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

void wgc_wire_put_u32(struct wgc_buf *buf, uint32_t value)
{
    unsigned char bytes[4];

    store32(bytes, value);
    wgc_buf_add(buf, bytes, sizeof bytes);
}

void wgc_wire_put_u64(struct wgc_buf *buf, uint64_t value)
{
    wgc_wire_put_u32(buf, (uint32_t)value);
    wgc_wire_put_u32(buf, (uint32_t)(value >> 32));
}

void wgc_wire_put_f64(struct wgc_buf *buf, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    wgc_wire_put_u64(buf, bits);
}

void wgc_wire_put_str(struct wgc_buf *buf, const char *text)
{
    size_t length = text == NULL ? 0 : strlen(text);

    if (length > WGC_WIRE_LIMIT) {
        buf->failed = true;
        return;
    }
    wgc_wire_put_u32(buf, (uint32_t)length);
    wgc_buf_add(buf, length == 0 ? "" : text, length);
}

static enum wgc_status write_whole(int fd, const void *bytes, size_t size, struct wgc_err *err)
{
    return wgc_write_all(fd, bytes, size)
               ? WGC_OK
               : wgc_err_set(err, WGC_ERR_RUN, "cannot send a message: %s", strerror(errno));
}

enum wgc_status wgc_wire_send(int fd, enum wgc_msg type, const struct wgc_buf *payload,
                              struct wgc_err *err)
{
    struct wgc_buf whole = {0};
    enum wgc_status status;

    if (payload->failed || payload->size > WGC_WIRE_LIMIT) {
        return wgc_err_memory(err, "a message");
    }
    wgc_wire_put_u32(&whole, (uint32_t)type);
    wgc_wire_put_u32(&whole, (uint32_t)payload->size);
    wgc_buf_add(&whole, payload->size == 0 ? "" : payload->data, payload->size);
    status = whole.failed ? wgc_err_memory(err, "a message")
                          : write_whole(fd, whole.data, whole.size, err);
    wgc_buf_free(&whole);
    return status;
}

bool wgc_wire_get_u32(struct wgc_wire_view *view, uint32_t *value)
{
    if (view->size - view->at < 4) {
        return false;
    }
    *value = load32(view->data + view->at);
    view->at += 4;
    return true;
}

bool wgc_wire_get_u64(struct wgc_wire_view *view, uint64_t *value)
{
    if (view->size - view->at < 8) {
        return false;
    }
    *value = (uint64_t)load32(view->data + view->at) | (uint64_t)load32(view->data + view->at + 4)
                                                           << 32;
    view->at += 8;
    return true;
}

bool wgc_wire_get_f64(struct wgc_wire_view *view, double *value)
{
    uint64_t bits;

    if (!wgc_wire_get_u64(view, &bits)) {
        return false;
    }
    memcpy(value, &bits, sizeof *value);
    return true;
}

bool wgc_wire_get_str(struct wgc_wire_view *view, char **text)
{
    size_t start = view->at;
    uint32_t length;

    if (!wgc_wire_get_u32(view, &length)) {
        return false;
    }
    if (view->size - view->at < length || memchr(view->data + view->at, '\0', length) != NULL) {
        view->at = start;
        return false;
    }
    *text = malloc((size_t)length + 1);
    if (*text == NULL) {
        view->at = start;
        return false;
    }
    memcpy(*text, view->data + view->at, length);
    (*text)[length] = '\0';
    view->at += length;
    return true;
}

bool wgc_wire_at_end(const struct wgc_wire_view *view)
{
    return view->at == view->size;
}

/* Moves unread bytes to the front, so that the buffer stays small. */
static void compact(struct wgc_wire_reader *reader)
{
    if (reader->used == 0) {
        return;
    }
    reader->buf.size -= reader->used;
    memmove(reader->buf.data, reader->buf.data + reader->used, reader->buf.size);
    reader->used = 0;
}

long wgc_wire_fill(struct wgc_wire_reader *reader, int fd)
{
    compact(reader);
    if (!wgc_buf_reserve(&reader->buf, FILL)) {
        errno = ENOMEM;
        return -1;
    }
    ssize_t got = read(fd, reader->buf.data + reader->buf.size, FILL);
    if (got > 0) {
        reader->buf.size += (size_t)got;
    }
    return (long)got;
}

bool wgc_wire_feed(struct wgc_wire_reader *reader, const void *bytes, size_t size)
{
    compact(reader);
    wgc_buf_add(&reader->buf, bytes, size);
    return !reader->buf.failed;
}

enum wgc_wire_next wgc_wire_next(struct wgc_wire_reader *reader, struct wgc_wire_view *view)
{
    size_t have = reader->buf.size - reader->used;

    if (have < HEADER) {
        return WGC_WIRE_MORE;
    }
    const unsigned char *at = (const unsigned char *)reader->buf.data + reader->used;
    uint32_t type = load32(at);
    uint32_t size = load32(at + 4);
    if (type < WGC_MSG_CONFIG || type >= WGC_MSG_END || size > WGC_WIRE_LIMIT) {
        return WGC_WIRE_BROKEN;
    }
    if (have - HEADER < size) {
        return WGC_WIRE_MORE;
    }
    *view = (struct wgc_wire_view){.type = type, .data = at + HEADER, .size = size};
    reader->used += HEADER + size;
    return WGC_WIRE_MESSAGE;
}

void wgc_wire_reader_free(struct wgc_wire_reader *reader)
{
    wgc_buf_free(&reader->buf);
    reader->used = 0;
}
