#include "causes/signature.h"

#include <ctype.h>
#include <string.h>

#include "base/log_line.h"
#include "causes/general_line.h"
#include "waivers/waived.h"
#include "causes/wrong.h"
#include "record/case_name.h"
#include "record/frames.h"
#include "base/report_text.h"

enum { FUNCTION_SIZE = 128, TITLE_MAX = 160 };

/* Separates the parts of a key; no text of a report contains it. */
static const char separator = '\x1f';

bool wgc_signature_applies(const struct wgc_result *result)
{
    return result->state == WGC_STATE_WAIVED || wgc_state_is_bad(result->state);
}

static void put_part(struct wgc_buf *key, const char *part)
{
    wgc_buf_char(key, separator);
    wgc_buf_text(key, part);
}

/* The case's function, without the language; "" for a capability check. */
static void copy_function(const char *name, char function[static FUNCTION_SIZE])
{
    struct wgc_case_name parts = wgc_case_name_split(name);
    size_t dot = strcspn(name, ".");
    size_t length =
        parts.type_length > 0 && dot < parts.suite_length ? parts.suite_length - dot - 1 : 0;

    length = length < FUNCTION_SIZE ? length : FUNCTION_SIZE - 1;
    memcpy(function, length > 0 ? name + dot + 1 : "", length);
    function[length] = '\0';
}

/* The most informative line of text: in the key without numbers, in the title with them. */
static void put_log(struct wgc_signature *signature, const char *text, const char *function)
{
    /* the last lines of a process are about its crash */
    enum wgc_log_pick pick =
        signature->failure == WGC_STATE_CRASH ? WGC_LOG_PICK_LAST : WGC_LOG_PICK_FIRST;
    struct wgc_buf line = {0};

    if (wgc_log_line_put(&line, "", text, pick, false) && line.data != NULL) {
        wgc_buf_char(&signature->key, separator);
        wgc_general_line(&signature->key, line.data, function, false);
        wgc_buf_text(&signature->title, ": ");
        wgc_general_line(&signature->title, line.data, function, true);
    }
    signature->key.failed = signature->key.failed || line.failed;
    wgc_buf_free(&line);
}

static void put_lower(struct wgc_buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        wgc_buf_char(out, (char)tolower((unsigned char)*text));
    }
}

static void put_kind(struct wgc_buf *title, const struct wgc_wrong *wrong, const char *what)
{
    static const char *const words[WGC_WRONG_KIND_COUNT] = {
        [WGC_WRONG_VALUE] = "wrong value",
        [WGC_WRONG_NOT_WRITTEN] = "result not written",
        [WGC_WRONG_NAN] = "NaN in the place of a number",
        [WGC_WRONG_NO_NAN] = "a number in the place of NaN",
        [WGC_WRONG_FLUSHED] = "subnormal result flushed to zero",
        [WGC_WRONG_ZERO_SIGN] = "zero with the wrong sign",
        [WGC_WRONG_INEXACT] = "result outside the tolerance",
    };

    if (wrong->kind == WGC_WRONG_OTHER) {
        wgc_report_text(title, what);
    } else if (wrong->kind == WGC_WRONG_VALUE && wrong->truth) {
        wgc_buf_text(title, wrong->expected ? "false instead of true" : "true instead of false");
    } else {
        wgc_buf_text(title, words[wrong->kind]);
    }
}

static void put_mismatch(struct wgc_signature *signature, const struct wgc_result *result)
{
    static const char *const extents[] = {"", "all", "some"};
    struct wgc_case_name parts = wgc_case_name_split(result->name);
    const char *what = result->mismatch->what == NULL ? "wrong" : result->mismatch->what;
    struct wgc_wrong wrong;

    wgc_wrong_classify(result->mismatch, parts.rest, parts.type_length, &wrong);
    if (signature->family.operators[0] != '\0') {
        wgc_buf_text(&signature->title, " (");
        put_lower(&signature->title, signature->family.operators);
        wgc_buf_char(&signature->title, ')');
    }
    wgc_buf_text(&signature->title, ": ");
    put_kind(&signature->title, &wrong, what);
    put_part(&signature->key, signature->family.operators);
    put_part(&signature->key, wrong.kind == WGC_WRONG_OTHER ? what : wgc_wrong_name(wrong.kind));
    /* the number of wrong items of a scan depends on the data, not on the cause */
    if (signature->family.one_result && wrong.extent != WGC_EXTENT_UNKNOWN) {
        put_part(&signature->key, extents[wrong.extent]);
        wgc_buf_text(&signature->title, wrong.extent == WGC_EXTENT_ALL
                                            ? " for all work-items of a group"
                                            : " for some work-items of a group");
    }
}

static void put_crash(struct wgc_signature *signature, const struct wgc_result *result,
                      const char *log, const char *function)
{
    const char *signal = result->signal == NULL ? "" : result->signal;

    wgc_buf_text(&signature->title, ": crash");
    if (signal[0] != '\0') {
        wgc_buf_text(&signature->title, " (");
        wgc_report_text(&signature->title, signal);
        wgc_buf_char(&signature->title, ')');
    }
    put_part(&signature->key, signal);
    put_log(signature, log, function);
}

/* The kind of failure, after the family and the state. reason is the one without a waiver. */
static void put_failure(struct wgc_signature *signature, const struct wgc_result *result,
                        const char *reason)
{
    char function[FUNCTION_SIZE];
    const char *log =
        result->build_log == NULL || result->build_log[0] == '\0' ? reason : result->build_log;

    copy_function(result->name, function);
    switch (signature->failure) {
    case WGC_STATE_CRASH:
        put_crash(signature, result, result->build_log == NULL ? "" : log, function);
        break;
    case WGC_STATE_BUILD_ERROR:
        wgc_buf_text(&signature->title, ": does not build");
        put_log(signature, log, function);
        break;
    case WGC_STATE_FAIL:
        if (result->mismatch != NULL) {
            put_mismatch(signature, result);
            break;
        }
        put_log(signature, reason, function);
        break;
    case WGC_STATE_TIMEOUT:
        wgc_buf_text(&signature->title, ": timeout");
        break;
    case WGC_STATE_FLAKY:
        wgc_buf_text(&signature->title, ": fails in some attempts only");
        break;
    case WGC_STATE_UNEXPECTED_PASS:
        wgc_buf_text(&signature->title, ": passes against waiver ");
        wgc_report_text(&signature->title, result->waiver == NULL ? "" : result->waiver);
        put_part(&signature->key, result->waiver == NULL ? "" : result->waiver);
        break;
    default:
        wgc_buf_text(&signature->title, ": the harness could not judge");
        put_log(signature, reason, function);
        break;
    }
}

/* What a program is reduced to, where the failure itself does not distinguish causes: the last
 * words of a crash and the line of a compiler do. A log that has no last words counts as some, as
 * the ids of causes must not change; the place of a crash is a shape only without last words. */
static void put_shape(struct wgc_signature *signature, const struct wgc_result *result)
{
    static const char place[] = WGC_SHAPE_PLACE;
    const bool has_words = result->build_log != NULL && result->build_log[0] != '\0';
    const bool is_place =
        result->shape != NULL && strncmp(result->shape, place, sizeof place - 1) == 0;

    if (result->shape == NULL || signature->failure == WGC_STATE_BUILD_ERROR ||
        (signature->failure == WGC_STATE_CRASH && has_words && !is_place)) {
        return;
    }
    put_part(&signature->key, result->shape);
    wgc_buf_text(&signature->title, ": ");
    wgc_report_text(&signature->title, result->shape);
}

/* The key of a capability check is its name; the title has the reason, cut where a character ends.
 * What is cut is the text that reports have: a report that is read again has the same title. */
static void put_check(struct wgc_signature *signature, const char *reason)
{
    struct wgc_buf line = {0};
    struct wgc_buf text = {0};

    wgc_buf_add(&line, reason, strcspn(reason, "\r\n"));
    wgc_report_text(&text, line.data == NULL ? "" : line.data);
    if (text.size > 0 && text.data != NULL) {
        size_t length = text.size < TITLE_MAX ? text.size : TITLE_MAX;
        while (length < text.size && ((unsigned char)text.data[length] & 0xC0U) == 0x80U) {
            length--;
        }
        wgc_buf_text(&signature->title, ": ");
        wgc_buf_add(&signature->title, text.data, length);
        wgc_buf_text(&signature->title, length < text.size ? "..." : "");
    }
    signature->title.failed = signature->title.failed || line.failed || text.failed;
    wgc_buf_free(&line);
    wgc_buf_free(&text);
}

/* Appends the reason without the version of SPIR-V at its end, which does not depend on the cause.
 */
static void put_without_version(struct wgc_buf *out, const char *reason)
{
    const char *end = reason + strlen(reason);

    for (const char *at = reason; (at = strstr(at, WGC_REASON_SPIRV)) != NULL; at++) {
        end = at;
    }
    wgc_buf_add(out, reason, (size_t)(end - reason));
}

bool wgc_signature_make(const struct wgc_result *result, struct wgc_signature *signature)
{
    struct wgc_waived waived;
    const char *reason = result->reason == NULL ? "" : result->reason;

    *signature = (struct wgc_signature){.failure = result->state};
    wgc_family_of(result->name, &signature->family);
    if (result->state == WGC_STATE_WAIVED) {
        wgc_waived_split(result, &waived);
        signature->failure = waived.failure;
        reason = waived.rest;
    }
    wgc_buf_text(&signature->key, signature->family.name);
    put_part(&signature->key, wgc_state_name(signature->failure));
    wgc_buf_text(&signature->title, signature->family.name);
    struct wgc_buf plain = {0};
    put_without_version(&plain, reason);
    reason = plain.data == NULL ? "" : plain.data;
    if (wgc_case_name_split(result->name).type_length == 0 &&
        !wgc_case_name_is_program(result->name)) {
        put_check(signature, reason);
    } else {
        put_failure(signature, result, reason);
    }
    put_shape(signature, result);
    signature->key.failed = signature->key.failed || plain.failed;
    wgc_buf_free(&plain);
    if (result->state == WGC_STATE_WAIVED && waived.why_length > 0) {
        struct wgc_buf why = {0};
        wgc_buf_add(&why, waived.why, waived.why_length);
        wgc_buf_clear(&signature->title);
        wgc_report_text(&signature->title, why.data == NULL ? "" : why.data);
        signature->title.failed = signature->title.failed || why.failed;
        wgc_buf_free(&why);
    }
    return !signature->key.failed && !signature->title.failed;
}

void wgc_signature_free(struct wgc_signature *signature)
{
    wgc_buf_free(&signature->key);
    wgc_buf_free(&signature->title);
}
