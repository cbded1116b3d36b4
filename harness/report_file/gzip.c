#include "report_file/parts.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

enum {
    CHUNK = 256 * 1024,
    GZIP_BITS = MAX_WBITS + 16, /* zlib: a gzip header and trailer around the data */
    MEMORY_LEVEL = 8
};

bool wgc_gzip_is(const char *data, size_t size)
{
    return size >= 2 && (unsigned char)data[0] == 0x1f && (unsigned char)data[1] == 0x8b;
}

bool wgc_gzip_is_path(const char *path)
{
    size_t length = strlen(path);

    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

/* zlib takes sizes as unsigned int: a larger input is given in parts. */
static void refill(z_stream *stream, const char **data, size_t *size)
{
    if (stream->avail_in == 0) {
        uInt part = *size > INT_MAX ? INT_MAX : (uInt)*size;
        stream->next_in = (Bytef *)(uintptr_t)*data; /* which zlib only reads */
        stream->avail_in = part;
        *data += part;
        *size -= part;
    }
}

static enum wgc_status damaged(const char *name, const char *how, struct wgc_err *err)
{
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: the gzip file is %s", name, how);
}

/* Unpacks the next part. *ended is set after the last member's end. */
static enum wgc_status unpack_part(z_stream *stream, const char *name, struct wgc_buf *out,
                                   bool *ended, struct wgc_err *err)
{
    if (!wgc_buf_reserve(out, CHUNK)) {
        return wgc_err_memory(err, name);
    }
    stream->next_out = (Bytef *)(out->data + out->size);
    stream->avail_out = CHUNK;
    uInt before = stream->avail_in;
    int result = inflate(stream, Z_NO_FLUSH);
    size_t made = CHUNK - stream->avail_out;
    out->size += made;
    out->data[out->size] = '\0';
    if (result == Z_STREAM_END) {
        *ended = true;
        return WGC_OK;
    }
    if (result == Z_MEM_ERROR) {
        return wgc_err_memory(err, name);
    }
    if (result != Z_OK && result != Z_BUF_ERROR) {
        return damaged(name, "damaged", err);
    }
    return made == 0 && stream->avail_in == before ? damaged(name, "cut off", err) : WGC_OK;
}

enum wgc_status wgc_gzip_unpack(const char *name, const char *data, size_t size, size_t limit,
                                struct wgc_buf *out, struct wgc_err *err)
{
    z_stream stream = {0};
    size_t begin = out->size;
    bool ended = false;

    if (inflateInit2(&stream, GZIP_BITS) != Z_OK) {
        return wgc_err_memory(err, name);
    }
    enum wgc_status status = WGC_OK;
    while (status == WGC_OK) {
        refill(&stream, &data, &size);
        if (ended) {
            if (stream.avail_in == 0) {
                break;
            }
            ended = false;
            (void)inflateReset(&stream); /* one more member */
        }
        status = unpack_part(&stream, name, out, &ended, err);
        if (status == WGC_OK && out->size - begin > limit) {
            status = wgc_err_set(err, WGC_ERR_INPUT,
                                 "%s: unpacked, larger than the limit of %zu bytes", name, limit);
        }
    }
    (void)inflateEnd(&stream);
    return status;
}

enum wgc_status wgc_gzip_pack(const char *data, size_t size, struct wgc_buf *out,
                              struct wgc_err *err)
{
    z_stream stream = {0};
    int result = Z_OK;

    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_BITS, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return wgc_err_memory(err, "gzip");
    }
    while (result == Z_OK) {
        refill(&stream, &data, &size);
        if (!wgc_buf_reserve(out, CHUNK)) {
            break;
        }
        stream.next_out = (Bytef *)(out->data + out->size);
        stream.avail_out = CHUNK;
        result = deflate(&stream, size == 0 ? Z_FINISH : Z_NO_FLUSH);
        out->size += CHUNK - stream.avail_out;
        out->data[out->size] = '\0';
    }
    (void)deflateEnd(&stream);
    return result == Z_STREAM_END ? WGC_OK : wgc_err_memory(err, "gzip");
}
