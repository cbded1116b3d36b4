#include "base/base64.h"

#include <stdint.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void wgc_base64_put(struct wgc_buf *out, const void *bytes, size_t size)
{
    const unsigned char *in = bytes;

    if (!wgc_buf_reserve(out, WGC_BASE64_LENGTH(size))) {
        return;
    }
    for (size_t at = 0; at < size; at += 3) {
        const size_t count = size - at < 3 ? size - at : 3;
        const uint32_t group = (uint32_t)in[at] << 16 |
                               (count > 1 ? (uint32_t)in[at + 1] << 8 : 0) |
                               (count > 2 ? (uint32_t)in[at + 2] : 0);
        for (size_t i = 0; i < 4; i++) {
            wgc_buf_char(out, i <= count ? digits[group >> (18 - 6 * i) & 63] : '=');
        }
    }
}

/* The value of a digit, or -1. */
static int value_of(char c)
{
    const char *at = c == '\0' ? NULL : strchr(digits, c);

    return at == NULL ? -1 : (int)(at - digits);
}

/* Bytes of the group of four characters, 0 when it is none. */
static size_t get_group(const char *text, bool last, unsigned char bytes[3])
{
    const size_t padding = text[3] != '=' ? 0 : text[2] != '=' ? 1 : 2;
    uint32_t group = 0;

    if (padding > 0 && !last) {
        return 0;
    }
    for (size_t i = 0; i < 4; i++) {
        const int value = i >= 4 - padding ? 0 : value_of(text[i]);
        if (value < 0) {
            return 0;
        }
        group = group << 6 | (uint32_t)value;
    }
    for (size_t i = 0; i < 3; i++) {
        bytes[i] = (unsigned char)(group >> (16 - 8 * i));
    }
    return (padding > 0 && bytes[2] != 0) || (padding > 1 && bytes[1] != 0) ? 0 : 3 - padding;
}

bool wgc_base64_get(const char *text, size_t length, struct wgc_buf *out)
{
    const size_t before = out->size;

    if (length % 4 != 0 || !wgc_buf_reserve(out, length / 4 * 3)) {
        return false;
    }
    for (size_t at = 0; at < length; at += 4) {
        unsigned char bytes[3];
        const size_t count = get_group(text + at, at + 4 == length, bytes);
        if (count == 0) {
            out->size = before;
            return false;
        }
        wgc_buf_add(out, bytes, count);
    }
    return true;
}
