#include "wire/case_line.h"

#include <inttypes.h>
#include <string.h>

static const char begin[] = "\n" WGC_CASE_LINE;

void wgc_case_line_put(struct wgc_buf *out, uint32_t batch, uint32_t index)
{
    wgc_buf_printf(out, "%s%" PRIu32 " %" PRIu32 "\n", begin, batch, index);
}

/* The end of a line that begins at text: after its newline. */
static const char *after_line(const char *text)
{
    const char *end = strchr(text + 1, '\n');

    return end == NULL ? text + strlen(text) : end + 1;
}

bool wgc_case_line_find(const char *output, uint32_t batch, uint32_t index, struct wgc_buf *out)
{
    struct wgc_buf line = {0};
    const char *start = output;
    const char *found = NULL;

    wgc_case_line_put(&line, batch, index);
    if (!line.failed) {
        found = strstr(output, line.data);
    }
    wgc_buf_free(&line);
    if (found == NULL) {
        return false;
    }
    for (const char *at = output; (at = strstr(at, begin)) != NULL && at < found;) {
        start = at = after_line(at);
    }
    wgc_buf_add(out, start, start < found ? (size_t)(found - start) : 0);
    return true;
}

void wgc_case_line_remove(const char *output, struct wgc_buf *out)
{
    const char *at = output;

    for (const char *found; (found = strstr(at, begin)) != NULL; at = after_line(found)) {
        wgc_buf_add(out, at, (size_t)(found - at));
    }
    wgc_buf_text(out, at);
}
