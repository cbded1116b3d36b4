#include "supervisor/cause.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { LINE = 200 };

void wgc_cause_free(struct wgc_cause *cause)
{
    free(cause->what);
    free(cause->output);
    *cause = (struct wgc_cause){0};
}

bool wgc_cause_copy(struct wgc_cause *to, const struct wgc_cause *from)
{
    *to = *from;
    to->what = strdup(from->what);
    to->output = from->output == NULL ? NULL : strdup(from->output);
    if (to->what == NULL || (from->output != NULL && to->output == NULL)) {
        wgc_cause_free(to);
        return false;
    }
    return true;
}

/* The last line that is not blank: an assertion's or an abort's own words. */
static void add_last_line(struct wgc_buf *text, const char *output)
{
    size_t end = strlen(output);

    while (end > 0 && strchr(" \t\r\n", output[end - 1]) != NULL) {
        end--;
    }
    size_t start = end;
    while (start > 0 && output[start - 1] != '\n' && end - start < LINE) {
        start--;
    }
    if (end > start) {
        wgc_buf_text(text, "; the last it printed: ");
        wgc_buf_add(text, output + start, end - start);
    }
}

bool wgc_cause_result(const struct wgc_cause *cause, const char *more, struct wgc_result *result)
{
    struct wgc_buf reason = {0};

    wgc_buf_text(&reason, cause->what);
    wgc_buf_text(&reason, more);
    if (cause->output != NULL) {
        add_last_line(&reason, cause->output);
    }
    *result = (struct wgc_result){.state = cause->state, .reason = reason.data};
    result->build_log = cause->output == NULL ? NULL : strdup(cause->output);
    result->signal = cause->signal[0] == '\0' ? NULL : strdup(cause->signal);
    bool whole = !reason.failed && (cause->output == NULL || result->build_log != NULL) &&
                 (cause->signal[0] == '\0' || result->signal != NULL);
    if (!whole) {
        wgc_result_free(result);
    }
    return whole;
}
