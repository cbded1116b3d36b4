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

void wgc_repro_put_device(const struct wgc_repro_spec *spec, struct wgc_buf *out)
{
    wgc_buf_text(out, "static const char usual_device[] = ");
    put_c_string(out, spec->device == NULL ? "0" : spec->device);
    wgc_buf_text(out, ";\n#define OWN_OPTIONS ");
    put_c_string(out, wgc_or_empty(spec->build_options));
    wgc_buf_text(out, " /* of --build-option */\n");
    if (spec->start != NULL && spec->start[0] != '\0') {
        wgc_buf_text(out, "/* It was seen with: ");
        put_comment(out, spec->start);
        wgc_buf_text(out, "./repro */\n");
    }
}
