#include <string.h>

#include "base/log_line.h"
#include "base/report_text.h"
#include "causes/parts.h"
#include "causes/signature_parts.h"
#include "record/frames.h"

/* The most informative line of text: in the key without numbers, in the title with them. */
static void put_log(struct wgc_signature *signature, const char *text)
{
    /* the last lines of a process are about its crash */
    const enum wgc_log_pick pick =
        signature->failure == WGC_STATE_CRASH ? WGC_LOG_PICK_LAST : WGC_LOG_PICK_NO_WARNING;
    struct wgc_buf line = {0};

    if (wgc_log_line_put(&line, "", text, pick, false) && line.data != NULL) {
        wgc_signature_part(&signature->key, "");
        wgc_general_line(&signature->key, line.data, (struct wgc_general_line){0});
        wgc_buf_text(&signature->title, ": ");
        wgc_general_line(&signature->title, line.data, (struct wgc_general_line){.numbers = true});
    }
    signature->key.failed = signature->key.failed || line.failed;
    wgc_buf_free(&line);
}

static void put_mismatch(struct wgc_signature *signature, const struct wgc_result *result)
{
    const char *what = result->mismatch->what == NULL ? "wrong" : result->mismatch->what;

    signature->wrong = wgc_wrong_of(result->mismatch);
    wgc_buf_text(&signature->title, ": ");
    wgc_signature_kind(signature, what);
    wgc_signature_part(&signature->key, "");
    wgc_signature_part(&signature->key, signature->wrong.kind == WGC_WRONG_OTHER
                                            ? what
                                            : wgc_wrong_name(signature->wrong.kind));
}

static void put_crash(struct wgc_signature *signature, const struct wgc_result *result)
{
    const char *signal = wgc_or_empty(result->signal);

    wgc_buf_text(&signature->title, ": crash");
    if (signal[0] != '\0') {
        wgc_buf_text(&signature->title, " (");
        wgc_report_text(&signature->title, signal);
        wgc_buf_char(&signature->title, ')');
    }
    wgc_signature_part(&signature->key, signal);
    if (result->build_log != NULL) {
        put_log(signature, result->build_log);
    }
}

static void put_failure(struct wgc_signature *signature, const struct wgc_result *result,
                        const char *reason)
{
    const char *log =
        result->build_log == NULL || result->build_log[0] == '\0' ? reason : result->build_log;

    switch (signature->failure) {
    case WGC_STATE_CRASH:
        put_crash(signature, result);
        break;
    case WGC_STATE_BUILD_ERROR:
        wgc_buf_text(&signature->title, ": build_error");
        put_log(signature, log);
        break;
    case WGC_STATE_FAIL:
        if (result->mismatch != NULL) {
            put_mismatch(signature, result);
        } else {
            put_log(signature, reason);
        }
        break;
    case WGC_STATE_TIMEOUT:
        wgc_buf_text(&signature->title, ": timeout");
        break;
    case WGC_STATE_FLAKY:
        wgc_buf_text(&signature->title, ": flaky: some attempts fail");
        break;
    case WGC_STATE_UNEXPECTED_PASS:
        wgc_buf_text(&signature->title, ": unexpected_pass: it passes against waiver ");
        wgc_report_text(&signature->title, wgc_or_empty(result->waiver));
        wgc_signature_part(&signature->key, wgc_or_empty(result->waiver));
        break;
    case WGC_STATE_ERROR:
    case WGC_STATE_PASS:
    case WGC_STATE_SKIP:
    case WGC_STATE_WAIVED:
    case WGC_STATE_COUNT:
        wgc_buf_text(&signature->title, ": error: the harness could not judge");
        put_log(signature, reason);
        break;
    }
}

/* What a program is reduced to, where the failure itself does not distinguish causes: the last
 * words of a crash and the line of a compiler do. A log that has no last words counts as some, as
 * the ids of causes must not change; the place of a crash is a shape only without last words. */
static void put_shape(struct wgc_signature *signature, const struct wgc_result *result)
{
    const bool has_words = result->build_log != NULL && result->build_log[0] != '\0';

    if (result->shape == NULL || signature->failure == WGC_STATE_BUILD_ERROR ||
        (signature->failure == WGC_STATE_CRASH && has_words &&
         result->shape_kind != WGC_SHAPE_PLACE)) {
        return;
    }
    wgc_signature_part(&signature->key, result->shape);
    wgc_buf_text(&signature->title, ": ");
    wgc_report_text(&signature->title, result->shape);
    if (signature->failure == WGC_STATE_CRASH && result->shape_kind == WGC_SHAPE_REDUCED &&
        result->frames != NULL) {
        wgc_frames_put_place(&signature->place, result->frames);
        wgc_buf_text(&signature->title, ", in ");
        wgc_report_text(&signature->title, wgc_buf_str(&signature->place));
    }
}

void wgc_signature_put_explored(struct wgc_signature *signature, const struct wgc_result *result,
                                const char *reason)
{
    signature->scope = WGC_SCOPE_KEY;
    wgc_buf_text(&signature->key, signature->family.name);
    wgc_signature_part(&signature->key, wgc_state_name(signature->failure));
    wgc_buf_text(&signature->title, signature->family.name);
    put_failure(signature, result, reason);
    put_shape(signature, result);
}
