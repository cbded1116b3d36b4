#include "wire/armor.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/base64.h"
#include "base/bytes.h"
#include "base/crc32.h"

static const char mark[] = "~wgc1";
enum {
    MARK = sizeof mark - 1,
    HEAD = MARK + 2 + 8 + 1, /* bytes before the payload */
    TAIL = 1 + 8 + 1,        /* bytes after the payload */
    NOISE_LIMIT = 16 * 1024, /* length of a line without an end */
};
_Static_assert(HEAD + WGC_BASE64_LENGTH(WGC_ARMOR_BYTES) + TAIL + 1 <= WGC_ARMOR_LINE,
               "a line has room for its payload");

static void put_line(struct wgc_armor_writer *writer, enum wgc_frame_kind kind, const char *bytes,
                     size_t size, struct wgc_buf *out)
{
    const size_t start = out->size + MARK;

    wgc_buf_printf(out, "%s%c%c%08x:", mark, (char)writer->side, (char)kind,
                   (unsigned)writer->next++);
    wgc_base64_put(out, bytes, size);
    if (!out->failed) {
        const uint32_t crc = wgc_crc32(0, out->data + start, out->size - start);
        wgc_buf_printf(out, ":%08x;\n", (unsigned)crc);
    }
}

void wgc_armor_put(struct wgc_armor_writer *writer, enum wgc_frame_kind kind, const void *bytes,
                   size_t size, struct wgc_buf *out)
{
    const char *at = bytes;

    do {
        const size_t part = size < WGC_ARMOR_BYTES ? size : WGC_ARMOR_BYTES;
        put_line(writer, kind, part == 0 ? "" : at, part, out);
        at = part == 0 ? at : at + part;
        size -= part;
    } while (size > 0);
}

bool wgc_armor_feed(struct wgc_armor_reader *reader, const void *bytes, size_t size)
{
    if (reader->used > 0) {
        reader->buf.size -= reader->used;
        memmove(reader->buf.data, reader->buf.data + reader->used, reader->buf.size);
        reader->used = 0;
    }
    wgc_buf_add(&reader->buf, bytes, size);
    return !reader->buf.failed;
}

/* Reads eight lower-case hexadecimal digits; false when there are none. */
static bool get_hex(const char *text, uint32_t *value)
{
    static const char digits[] = "0123456789abcdef";

    *value = 0;
    for (int i = 0; i < 8; i++) {
        const char *digit = text[i] == '\0' ? NULL : strchr(digits, text[i]);
        if (digit == NULL) {
            return false;
        }
        *value = *value << 4 | (uint32_t)(digit - digits);
    }
    return true;
}

/* Reads a line from its mark on. Whether it is intact and in sequence. */
static bool read_line(struct wgc_armor_reader *reader, const char *line, size_t size,
                      struct wgc_frame *frame)
{
    uint32_t sequence, crc;

    if (size < HEAD + TAIL || line[HEAD - 1] != ':' || line[size - TAIL] != ':' ||
        line[size - 1] != ';' || !get_hex(line + MARK + 2, &sequence) ||
        !get_hex(line + size - 9, &crc) || sequence != reader->next ||
        crc != wgc_crc32(0, line + MARK, size - TAIL - MARK)) {
        return false;
    }
    wgc_buf_clear(&reader->payload);
    if (!wgc_base64_get(line + HEAD, size - HEAD - TAIL, &reader->payload)) {
        return false;
    }
    reader->next++;
    frame->kind = (enum wgc_frame_kind)line[MARK + 1];
    frame->data = reader->payload.size == 0 ? "" : reader->payload.data;
    frame->size = reader->payload.size;
    return true;
}

static enum wgc_armor_next take_marked(struct wgc_armor_reader *reader, const char *line,
                                       size_t size, struct wgc_frame *frame)
{
    *frame = (struct wgc_frame){.data = line, .size = size};
    while (size > 0 && line[size - 1] == '\r') {
        size--;
    }
    if (size > MARK && line[MARK] != (char)reader->side &&
        (line[MARK] == WGC_ARMOR_TO_WORKER || line[MARK] == WGC_ARMOR_FROM_WORKER)) {
        return WGC_ARMOR_MORE; /* an echo */
    }
    return read_line(reader, line, size, frame) ? WGC_ARMOR_FRAME : WGC_ARMOR_BROKEN;
}

/* The length of foreign text that cannot contain the start of a mark; 0: wait for more. */
static size_t noise_without_end(const char *at, size_t size)
{
    return size >= NOISE_LIMIT && wgc_bytes_find(at, size, mark, MARK) == NULL ? size - MARK : 0;
}

enum wgc_armor_next wgc_armor_next(struct wgc_armor_reader *reader, struct wgc_frame *frame)
{
    enum wgc_armor_next next = WGC_ARMOR_MORE;

    while (next == WGC_ARMOR_MORE && reader->used < reader->buf.size) {
        const char *at = reader->buf.data + reader->used;
        const size_t left = reader->buf.size - reader->used;
        const char *end = memchr(at, '\n', left);
        const size_t line = end == NULL ? left : (size_t)(end - at);
        const char *marked = wgc_bytes_find(at, line, mark, MARK);
        const size_t noise = marked != NULL ? (size_t)(marked - at)
                             : end != NULL  ? line + 1
                                            : noise_without_end(at, left);
        if (noise > 0) {
            reader->used += noise;
            *frame = (struct wgc_frame){.data = at, .size = noise};
            return WGC_ARMOR_NOISE;
        }
        if (end == NULL && (marked == NULL || left <= WGC_ARMOR_LINE)) {
            return WGC_ARMOR_MORE;
        }
        reader->used += end == NULL ? left : line + 1;
        next = take_marked(reader, at, line, frame);
    }
    return next;
}

void wgc_armor_rest(struct wgc_armor_reader *reader, struct wgc_frame *frame)
{
    *frame = (struct wgc_frame){
        .data = reader->buf.size == reader->used ? "" : reader->buf.data + reader->used,
        .size = reader->buf.size - reader->used};
    reader->used = reader->buf.size;
}

void wgc_armor_reader_free(struct wgc_armor_reader *reader)
{
    wgc_buf_free(&reader->buf);
    wgc_buf_free(&reader->payload);
    reader->used = 0;
}
