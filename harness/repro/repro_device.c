#include <string.h>

#include "repro/parts.h"

static void put_c_string(struct wgc_buf *out, const char *text)
{
    wgc_buf_char(out, '"');
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < ' ' || byte > '~' || byte == '"' || byte == '\\' || byte == '?') {
            wgc_buf_printf(out, "\\%03o", byte); /* '?' too: no trigraphs */
        } else {
            wgc_buf_char(out, *text);
        }
    }
    wgc_buf_char(out, '"');
}

/* Text that cannot end the comment, nor begin one in it. */
static void put_comment(struct wgc_buf *out, const char *text)
{
    for (char before = '\0'; *text != '\0'; before = *text++) {
        bool marks = (before == '*' && *text == '/') || (before == '/' && *text == '*');
        wgc_buf_text(out, marks ? " " : "");
        wgc_buf_char(out, *text == '\n' ? ' ' : *text);
    }
}

/* A line of the head's comment, in rows of less than 100 columns. */
static void put_row(struct wgc_buf *out, const char *line, size_t size)
{
    enum { COLUMNS = 96 };

    while (size > 0) {
        size_t length = size;
        if (size > COLUMNS) {
            length = COLUMNS;
            while (length > 0 && line[length] != ' ') {
                length--;
            }
            length = length == 0 ? COLUMNS : length;
        }
        struct wgc_buf row = {0};
        wgc_buf_add(&row, line, length);
        wgc_buf_text(out, " * ");
        put_comment(out, wgc_buf_str(&row));
        wgc_buf_char(out, '\n');
        out->failed = out->failed || row.failed;
        wgc_buf_free(&row);
        line += length;
        size -= length;
        while (size > 0 && *line == ' ') {
            line++;
            size--;
        }
    }
}

void wgc_repro_put_lines(struct wgc_buf *out, const char *text)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        put_row(out, text, length);
        text += length + (text[length] == '\n');
    }
}

void wgc_repro_put_device(const struct wgc_repro_spec *spec, struct wgc_buf *out)
{
    wgc_buf_text(out, "static const char usual_device[] = ");
    put_c_string(out, spec->device == NULL ? "0" : spec->device);
    wgc_buf_text(out, ";\n#define OWN_OPTIONS ");
    put_c_string(out, wgc_or_empty(spec->build_options));
    wgc_buf_text(out, " /* of --build-option */\n");
    const char *called = spec->called != NULL ? spec->called : spec->start;
    if (called != NULL && called[0] != '\0') {
        wgc_buf_text(out, "/* It was seen with: ");
        put_comment(out, called);
        wgc_buf_text(out, "./repro */\n");
    }
}
