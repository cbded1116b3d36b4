#include "base/utf8.h"

size_t wgc_utf8_length(const unsigned char *text)
{
    unsigned char c = text[0];
    size_t length = c < 0x80                 ? 1
                    : c >= 0xC2 && c <= 0xDF ? 2
                    : (c & 0xF0) == 0xE0     ? 3
                    : c >= 0xF0 && c <= 0xF4 ? 4
                                             : 0;

    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    /* overlong forms, surrogates, and values past U+10FFFF */
    if ((c == 0xE0 && text[1] < 0xA0) || (c == 0xED && text[1] > 0x9F) ||
        (c == 0xF0 && text[1] < 0x90) || (c == 0xF4 && text[1] > 0x8F)) {
        return 0;
    }
    return length;
}

void wgc_utf8_put(struct wgc_buf *buf, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    while (*at != '\0') {
        size_t run = 0;
        for (size_t length = 1; at[run] != '\0' && length > 0; run += length) {
            length = wgc_utf8_length(at + run);
        }
        wgc_buf_add(buf, at, run);
        at += run;
        if (*at != '\0') {
            wgc_buf_text(buf, WGC_UTF8_REPLACEMENT);
            at++;
        }
    }
}
