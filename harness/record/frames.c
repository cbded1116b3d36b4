#include "record/frames.h"

#include <stdbool.h>
#include <string.h>

#include "base/json_put.h"

/* The next frame from *at on; NULL at the end. */
static const char *next_frame(const char **at, size_t *length)
{
    const char *frame = *at;

    if (*frame == '\0') {
        return NULL;
    }
    *length = strcspn(frame, "\n");
    *at = frame + *length + (frame[*length] == '\n');
    return frame;
}

void wgc_frames_put_json(struct wgc_buf *out, const char *frames)
{
    const char *frame;
    size_t length;

    wgc_buf_char(out, '[');
    while ((frame = next_frame(&frames, &length)) != NULL) {
        struct wgc_buf one = {0};
        wgc_buf_add(&one, frame, length);
        wgc_json_put_item(out);
        wgc_json_put_string(out, wgc_buf_str(&one));
        out->failed = out->failed || one.failed;
        wgc_buf_free(&one);
    }
    wgc_buf_char(out, ']');
}

void wgc_frames_put_text(struct wgc_buf *out, const char *frames)
{
    const char *frame;
    size_t length;

    for (size_t i = 0; (frame = next_frame(&frames, &length)) != NULL; i++) {
        wgc_buf_text(out, i == 0 ? "" : i == 1 ? ", called from " : ", ");
        wgc_buf_add(out, frame, length);
    }
}

static bool is_of_the_language(const char *frame)
{
    static const char *const modules[] = {"libc.",      "libc-",   "libm.",      "libm-",
                                          "ld-linux",   "ld-musl", "libstdc++.", "libgcc_s.",
                                          "libpthread", "libc++"};

    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
        if (strncmp(frame, modules[i], strlen(modules[i])) == 0) {
            return true;
        }
    }
    return false;
}

void wgc_frames_put_place(struct wgc_buf *out, const char *frames)
{
    const char *at = frames;
    const char *frame;
    size_t length;

    while ((frame = next_frame(&at, &length)) != NULL) {
        if (!is_of_the_language(frame)) {
            wgc_buf_add(out, frame, length);
            return;
        }
    }
    wgc_buf_add(out, frames, strcspn(frames, "\n"));
}
