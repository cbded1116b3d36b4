#include "record/frames.h"

#include <string.h>

#include "base/json_put.h"
#include "wire/crash_line.h"

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

/* The innermost frame outside of the libraries of C and C++; NULL: there is none. */
static const char *own_frame(const char *frames, size_t *length)
{
    const char *at = frames;
    const char *frame;

    do {
        frame = next_frame(&at, length);
    } while (frame != NULL && is_of_the_language(frame));
    return frame;
}

void wgc_frames_put_place(struct wgc_buf *out, const char *frames)
{
    size_t length = strcspn(frames, "\n");
    const char *frame = own_frame(frames, &length);

    wgc_buf_add(out, frame == NULL ? frames : frame,
                frame == NULL ? strcspn(frames, "\n") : length);
}

bool wgc_frames_put_own_place(struct wgc_buf *out, const char *frames)
{
    static const char generated[] = WGC_FRAME_GENERATED;
    size_t length = 0;
    const char *frame = own_frame(frames, &length);

    if (frame == NULL ||
        (length == sizeof generated - 1 && memcmp(frame, generated, length) == 0)) {
        return false;
    }
    wgc_buf_add(out, frame, length);
    wgc_buf_text(out, "");
    return true;
}
