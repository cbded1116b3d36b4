#include "explore_run/failure_kind.h"

#include <string.h>

#include "base/log_line.h"
#include "causes/parts.h"
#include "causes/signature.h"
#include "record/frames.h"

bool wgc_failure_has_place(const struct wgc_result *result)
{
    struct wgc_buf words = {0};
    const bool has_words =
        result->build_log != NULL &&
        wgc_log_line_put(&words, "", result->build_log, WGC_LOG_PICK_LAST, false);

    wgc_buf_free(&words);
    return result->state == WGC_STATE_CRASH && result->frames != NULL && !has_words;
}

/* Appends what the driver printed about a call that it refused: one error has several causes. */
static void put_words(const struct wgc_result *result, struct wgc_buf *out)
{
    struct wgc_buf words = {0};

    if (result->state == WGC_STATE_FAIL && result->build_log != NULL &&
        wgc_log_line_put(&words, "", result->build_log, WGC_LOG_PICK_ERROR, true)) {
        wgc_buf_char(out, '\n');
        wgc_general_line(out, wgc_buf_str(&words), (struct wgc_general_line){0});
    }
    out->failed = out->failed || words.failed;
    wgc_buf_free(&words);
}

/* Appends the kind without the place of a crash. */
static void put_kind(const struct wgc_result *result, struct wgc_buf *out)
{
    struct wgc_signature signature;

    if (!wgc_state_is_bad(result->state)) {
        return;
    }
    if (result->state == WGC_STATE_FAIL && result->mismatch != NULL) {
        wgc_buf_text(out, "wrong values");
        return;
    }
    bool made = wgc_signature_make(result, &signature);
    if (made && signature.key.data != NULL) {
        wgc_buf_text(out, signature.key.data);
    }
    put_words(result, out);
    out->failed = out->failed || !made;
    wgc_signature_free(&signature);
}

size_t wgc_failure_kind(const struct wgc_result *result, struct wgc_buf *out)
{
    put_kind(result, out);
    const size_t plain = out->size;
    if (wgc_failure_has_place(result)) {
        wgc_buf_text(out, " in ");
        wgc_frames_put_place(out, result->frames);
    }
    return plain;
}

bool wgc_failure_leave_place(struct wgc_buf *kind, size_t plain, const struct wgc_result *result)
{
    struct wgc_buf own = {0};

    put_kind(result, &own);
    const bool same =
        own.data != NULL && own.size == plain && memcmp(kind->data, own.data, plain) == 0;
    if (same) {
        kind->size = plain;
        kind->data[plain] = '\0';
    }
    wgc_buf_free(&own);
    return same;
}

bool wgc_failure_is_of_kind(const struct wgc_result *result, const struct wgc_buf *kind,
                            bool without_place)
{
    struct wgc_buf own = {0};

    if (without_place) {
        put_kind(result, &own);
    } else {
        wgc_failure_kind(result, &own);
    }
    const bool same = own.data != NULL && strcmp(own.data, kind->data) == 0;
    wgc_buf_free(&own);
    return same;
}
