#include "supervisor/incident.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/log_line.h"

void wgc_cause_free(struct wgc_cause *cause)
{
    free(cause->what);
    free(cause->frames);
    free(cause->output);
    *cause = (struct wgc_cause){0};
}

/* A copy of a text or NULL; *whole becomes false without memory. */
static char *copy(const char *text, bool *whole)
{
    char *made = text == NULL ? NULL : strdup(text);

    *whole = *whole && (text == NULL || made != NULL);
    return made;
}

bool wgc_cause_copy(struct wgc_cause *to, const struct wgc_cause *from)
{
    bool whole = true;

    *to = *from;
    to->what = copy(from->what, &whole);
    to->frames = copy(from->frames, &whole);
    to->output = copy(from->output, &whole);
    if (!whole) {
        wgc_cause_free(to);
    }
    return whole;
}

bool wgc_cause_result(const struct wgc_cause *cause, const char *more, struct wgc_result *result)
{
    struct wgc_buf reason = {0};

    wgc_buf_text(&reason, cause->what);
    wgc_buf_text(&reason, more);
    /* the reason of a build error already quotes the log */
    if (cause->output != NULL && cause->state != WGC_STATE_BUILD_ERROR) {
        (void)wgc_log_line_quote(&reason, WGC_LOG_PRINTED, cause->output, false);
    }
    *result = (struct wgc_result){
        .state = cause->state, .reason = reason.data, .after_refusal = cause->after_refusal};
    bool whole = !reason.failed;
    result->build_log = copy(cause->output, &whole);
    result->signal = copy(cause->signal[0] == '\0' ? NULL : cause->signal, &whole);
    result->frames = copy(cause->frames, &whole);
    if (!whole) {
        wgc_result_free(result);
    }
    return whole;
}
