#include "supervisor/cause.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/log_line.h"

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

bool wgc_cause_result(const struct wgc_cause *cause, const char *more, struct wgc_result *result)
{
    struct wgc_buf reason = {0};

    wgc_buf_text(&reason, cause->what);
    wgc_buf_text(&reason, more);
    /* the reason of a build error already quotes the log */
    if (cause->output != NULL && cause->state != WGC_STATE_BUILD_ERROR) {
        (void)wgc_log_line_put(&reason, "; the driver printed: ", cause->output, WGC_LOG_PICK_LAST,
                               false);
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
