#include "base/report_text.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/utf8.h"

/* The length of the ANSI sequence at text (ESC [ ... letter, or ESC and one character), or 0. */
static size_t ansi_length(const unsigned char *text)
{
    size_t length = 2;

    if (text[0] != 0x1B) {
        return 0;
    }
    if (text[1] != '[') {
        return text[1] >= 0x40 && text[1] <= 0x5F ? 2 : 0;
    }
    while (text[length] >= 0x20 && text[length] <= 0x3F) {
        length++;
    }
    return text[length] >= 0x40 && text[length] <= 0x7E ? length + 1 : 0;
}

/* U+FFFE and U+FFFF are valid UTF-8, but no characters of XML. */
static bool is_noncharacter(const unsigned char *text, size_t length)
{
    return length == 3 && text[0] == 0xEF && text[1] == 0xBF && text[2] >= 0xBE;
}

void wgc_report_text(struct wgc_buf *out, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    while (*at != '\0') {
        size_t ansi = ansi_length(at);
        size_t length = wgc_utf8_length(at);
        if (ansi > 0) {
            at += ansi;
        } else if (length == 0) {
            wgc_buf_text(out, WGC_UTF8_REPLACEMENT);
            at++;
        } else if ((*at < 0x20 && *at != '\t' && *at != '\n' && *at != '\r') || *at == 0x7F) {
            wgc_buf_printf(out, "U+%04X", *at);
            at++;
        } else if (is_noncharacter(at, length)) {
            wgc_buf_printf(out, "U+FFF%c", at[2] == 0xBE ? 'E' : 'F');
            at += length;
        } else {
            wgc_buf_add(out, at, length);
            at += length;
        }
    }
}
