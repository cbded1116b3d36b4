#include "wire/crash_line.h"

#include <string.h>

static const char generated[] = WGC_FRAME_GENERATED;
enum { OFFSET_DIGITS_MOST = 16 };

static bool are_in(const char *text, size_t length, char first, char last)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] < first || text[i] > last) {
            return false;
        }
    }
    return true;
}

static bool is_offset(const char *digits, size_t length)
{
    return length > 0 && length <= OFFSET_DIGITS_MOST &&
           strspn(digits, "0123456789abcdef") >= length;
}

bool wgc_frame_is_valid(const char *frame, size_t length)
{
    size_t plus = length;

    if (length == sizeof generated - 1 && memcmp(frame, generated, length) == 0) {
        return true;
    }
    while (plus > 0 && frame[plus - 1] != '+') {
        plus--;
    }
    return plus > 1 && plus - 1 <= WGC_FRAME_MODULE_MOST && length > plus + 2 &&
           are_in(frame, plus - 1, '!', '~') && memcmp(frame + plus, "0x", 2) == 0 &&
           is_offset(frame + plus + 2, length - plus - 2);
}

/* Whether all of a line after its beginning are frames; then their number is not 0. */
static bool are_frames(const char *text, size_t length)
{
    const char *const end = text + length;

    for (size_t count = 1; count <= WGC_FRAMES_MOST; count++) {
        const char *tab = memchr(text, '\t', (size_t)(end - text));
        const char *stop = tab == NULL ? end : tab;
        if (!wgc_frame_is_valid(text, (size_t)(stop - text))) {
            return false;
        }
        if (tab == NULL) {
            return true;
        }
        text = tab + 1;
    }
    return false;
}

static void set_frames(struct wgc_buf *frames, const char *text, size_t length)
{
    wgc_buf_clear(frames);
    for (size_t i = 0; i < length; i++) {
        wgc_buf_char(frames, (char)(text[i] == '\t' ? '\n' : text[i]));
    }
}

void wgc_crash_line_take(const char *output, struct wgc_buf *rest, struct wgc_buf *frames)
{
    static const char begin[] = "\n" WGC_CRASH_LINE;
    const char *at = output;
    const char *found = output;

    while ((found = strstr(found, begin)) != NULL) {
        const char *text = found + sizeof begin - 1;
        const char *end = strchr(text, '\n');
        if (end == NULL || !are_frames(text, (size_t)(end - text))) {
            found = text;
            continue;
        }
        wgc_buf_add(rest, at, (size_t)(found - at));
        set_frames(frames, text, (size_t)(end - text));
        at = found = end + 1;
    }
    wgc_buf_text(rest, at);
}
