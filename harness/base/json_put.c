#include "base/json_put.h"

#include <inttypes.h>

#include "base/utf8.h"

static void put_ascii(struct wgc_buf *buf, unsigned char c)
{
    static const char escapes[] = "\"\"\\\\\bb\ff\nn\rr\tt";

    for (size_t i = 0; i + 1 < sizeof escapes; i += 2) {
        if ((char)c == escapes[i]) {
            wgc_buf_char(buf, '\\');
            wgc_buf_char(buf, escapes[i + 1]);
            return;
        }
    }
    if (c < 0x20 || c == 0x7F) {
        wgc_buf_printf(buf, "\\u%04x", c);
    } else {
        wgc_buf_char(buf, (char)c);
    }
}

/* The number of bytes at text that need no escape in JSON. */
static size_t plain_run(const unsigned char *text)
{
    size_t length = 0;

    while (text[length] >= 0x20 && text[length] < 0x7F && text[length] != '"' &&
           text[length] != '\\') {
        length++;
    }
    return length;
}

void wgc_json_put_string(struct wgc_buf *buf, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    wgc_buf_char(buf, '"');
    while (*at != '\0') {
        size_t run = plain_run(at);
        wgc_buf_add(buf, at, run);
        at += run;
        if (*at == '\0') {
            break;
        }
        size_t length = wgc_utf8_length(at);
        if (length == 1) {
            put_ascii(buf, *at);
        } else {
            wgc_buf_add(buf, length == 0 ? WGC_UTF8_REPLACEMENT : (const char *)at,
                        length == 0 ? 3 : length);
        }
        at += length == 0 ? 1 : length;
    }
    wgc_buf_char(buf, '"');
}

void wgc_json_put_item(struct wgc_buf *buf)
{
    const char last = buf->size == 0 ? '{' : buf->data[buf->size - 1];

    if (last != '{' && last != '[') {
        wgc_buf_char(buf, ',');
    }
}

void wgc_json_put_name(struct wgc_buf *buf, const char *name)
{
    wgc_json_put_item(buf);
    wgc_json_put_string(buf, name);
    wgc_buf_char(buf, ':');
}

void wgc_json_put_text(struct wgc_buf *buf, const char *name, const char *text)
{
    if (text != NULL) {
        wgc_json_put_name(buf, name);
        wgc_json_put_string(buf, text);
    }
}

void wgc_json_put_json(struct wgc_buf *buf, const char *name, const char *json)
{
    if (json != NULL) {
        wgc_json_put_name(buf, name);
        wgc_buf_text(buf, json);
    }
}

void wgc_json_put_list(struct wgc_buf *buf, const char *name, char *const *text, size_t count)
{
    wgc_json_put_name(buf, name);
    wgc_buf_char(buf, '[');
    for (size_t i = 0; i < count; i++) {
        wgc_json_put_item(buf);
        wgc_json_put_string(buf, text[i]);
    }
    wgc_buf_char(buf, ']');
}

void wgc_json_put_number(struct wgc_buf *buf, const char *name, uint64_t number)
{
    wgc_json_put_name(buf, name);
    wgc_buf_printf(buf, "%" PRIu64, number);
}

void wgc_json_put_bool(struct wgc_buf *buf, const char *name, bool value)
{
    wgc_json_put_name(buf, name);
    wgc_buf_text(buf, value ? "true" : "false");
}
