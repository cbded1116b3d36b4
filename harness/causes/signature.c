#include "causes/signature.h"

#include <ctype.h>
#include <string.h>

#include "base/log_line.h"
#include "causes/parts.h"
#include "causes/signature_parts.h"
#include "record/case_name.h"
#include "record/frames.h"
#include "base/report_text.h"

enum { TITLE_MAX = 320 };

/* Separates the parts of a key; no text of a report contains it. */
static const char separator = '\x1f';

bool wgc_signature_applies(const struct wgc_result *result)
{
    return result->state == WGC_STATE_WAIVED || wgc_state_is_bad(result->state);
}

void wgc_signature_part(struct wgc_buf *key, const char *part)
{
    wgc_buf_char(key, separator);
    wgc_report_text(key, part);
}

/* Appends the line to the title, as the driver has it: cases of one cause may differ in it. A
 * number of the driver's own list before it ("1. Running pass") would read as that of a cause. */
static void put_line_of_title(struct wgc_signature *signature, const char *line)
{
    const size_t digits = strspn(line, "0123456789");

    if (digits > 0 && line[digits] == '.' &&
        (line[digits + 1] == ' ' || line[digits + 1] == '\t')) {
        line += digits + 1;
        line += strspn(line, " \t");
    }
    signature->line_at = signature->title.size;
    wgc_buf_text(&signature->title, ": ");
    wgc_general_line(&signature->title, line,
                     (struct wgc_general_line){.of_case = true, .numbers = true, .names = true});
}

/* Whether the line has no more than the state: that the program does not build. */
static bool has_no_reason(const struct wgc_signature *signature, const char *line)
{
    return signature->failure == WGC_STATE_BUILD_ERROR &&
           strstr(line, "failed to build the program") != NULL;
}

/* Appends the line to key and title; in the key without numbers and names. */
static void put_line(struct wgc_signature *signature, const char *line)
{
    wgc_buf_char(&signature->key, separator);
    wgc_general_line(&signature->key, line, (struct wgc_general_line){.of_case = true});
    if (has_no_reason(signature, line)) {
        wgc_buf_text(&signature->title, ", and the compiler gives no reason");
    } else {
        put_line_of_title(signature, line);
    }
}

/* Whether a line is a call of OpenCL and its error alone: "clFinish: CL_OUT_OF_RESOURCES (-5)". */
static bool is_call(const char *line)
{
    const char *end = strstr(line, ": CL_");

    if (strncmp(line, "cl", 2) != 0 || !isupper((unsigned char)line[2]) || end == NULL) {
        return false;
    }
    end = strchr(end, ')');
    return end == NULL || end[1 + strspn(end + 1, ". \n")] == '\0';
}

/* The words of the driver about the failure, if text has some: they decide in all functions. */
static bool put_words(struct wgc_signature *signature, const char *text, bool errors_only)
{
    struct wgc_buf line = {0};

    if (text != NULL && wgc_log_line_put(&line, "", text, WGC_LOG_PICK_ERROR, errors_only) &&
        line.data != NULL && !is_call(line.data)) {
        const char *missing = wgc_missing_function(line.data);
        signature->words = true;
        signature->of_helper = missing != NULL && strcmp(missing, signature->family.feature) != 0 &&
                               signature->form[0] != '\0' && strcmp(signature->form, "plain") != 0;
        signature->scope = WGC_SCOPE_KEY;
        put_line(signature, line.data);
    }
    signature->key.failed = signature->key.failed || line.failed;
    wgc_buf_free(&line);
    return signature->words;
}

void wgc_signature_kind(struct wgc_signature *signature, const char *what)
{
    static const char *const words[WGC_WRONG_KIND_COUNT] = {
        [WGC_WRONG_VALUE] = "wrong value",
        [WGC_WRONG_NOT_WRITTEN] = "result not written",
        [WGC_WRONG_NAN] = "NaN instead of a number",
        [WGC_WRONG_NO_NAN] = "a number instead of NaN",
        [WGC_WRONG_FLUSHED] = "subnormal result flushed to zero",
        [WGC_WRONG_ZERO_SIGN] = "zero with the wrong sign",
        [WGC_WRONG_INEXACT] = "result outside the tolerance",
    };

    const struct wgc_wrong *wrong = &signature->wrong;
    struct wgc_buf *title = &signature->title;

    signature->names_values = wrong->kind == WGC_WRONG_VALUE && wrong->truth;
    if (wrong->kind == WGC_WRONG_OTHER) {
        wgc_report_text(title, what);
    } else if (signature->names_values) {
        wgc_buf_text(title, wrong->expected ? "false instead of true" : "true instead of false");
    } else {
        wgc_buf_text(title, words[wrong->kind]);
    }
}

static void put_signal(struct wgc_buf *title, const struct wgc_result *result)
{
    wgc_buf_text(title, "crash");
    if (result->signal != NULL && result->signal[0] != '\0') {
        wgc_buf_text(title, " (");
        wgc_report_text(title, result->signal);
        wgc_buf_char(title, ')');
    }
}

/* Whether a crash is known to be in the driver: not in the kernel's own code, and not in a library
 * of C. */
static bool is_in_driver(const struct wgc_result *result)
{
    struct wgc_buf place = {0};
    const bool is = result->frames != NULL && wgc_frames_put_own_place(&place, result->frames);

    wgc_buf_free(&place);
    return is;
}

static bool is_in_kernel(const struct wgc_result *result)
{
    static const char kernel[] = "generated code";

    return result->frames != NULL && strncmp(result->frames, kernel, sizeof kernel - 1) == 0;
}

static void put_crash(struct wgc_signature *signature, const struct wgc_result *result)
{
    put_signal(&signature->title, result);
    if (!put_words(signature, result->build_log, false)) {
        signature->in_driver = is_in_driver(result);
        signature->in_kernel = is_in_kernel(result);
    }
}

static void put_mismatch(struct wgc_signature *signature, const struct wgc_result *result)
{
    const char *what = result->mismatch->what == NULL ? "wrong" : result->mismatch->what;

    signature->wrong = wgc_wrong_of(result->mismatch);
    wgc_signature_kind(signature, what);
    signature->what = signature->wrong.kind == WGC_WRONG_OTHER ? what : "";
    if (signature->wrong.kind == WGC_WRONG_VALUE && signature->wrong.nan_operands) {
        signature->wrong.kind = WGC_WRONG_NAN; /* whichever value the NaN led to */
    }
    if (!put_words(signature, result->build_log, true)) {
        wgc_signature_part(&signature->key, "wrong");
    }
}

/* Sub-groups of another size than required: one defect, whichever number shows it. */
static void put_required_size(struct wgc_signature *signature, const char *reason)
{
    signature->words = true;
    signature->scope = WGC_SCOPE_KEY;
    wgc_signature_part(&signature->key, "required size");
    put_line_of_title(signature, reason);
}

/* A failure without a wrong value: a call that the driver refuses, or what a kernel reported. */
static void put_refusal(struct wgc_signature *signature, const struct wgc_result *result,
                        const char *reason)
{
    wgc_buf_text(&signature->title, wgc_state_name(signature->failure));
    if (put_words(signature, result->build_log, true)) {
        return;
    }
    if (result->about.kind == WGC_ABOUT_REQUIRED_SIZE) {
        put_required_size(signature, reason);
    } else if (result->about.kind == WGC_ABOUT_CALL || !put_words(signature, reason, false)) {
        put_line(signature, reason);
    }
}

/* The kind of failure of a case, after the state. A title has the state's name, as every other text
 * of a report; wrong values have what is wrong. reason is the one without a waiver. */
static void put_failure(struct wgc_signature *signature, const struct wgc_result *result,
                        const char *reason)
{
    struct wgc_buf *title = &signature->title;

    switch (signature->failure) {
    case WGC_STATE_CRASH:
        put_crash(signature, result);
        break;
    case WGC_STATE_BUILD_ERROR:
        wgc_buf_text(title, wgc_state_name(signature->failure));
        (void)put_words(signature, result->build_log, true);
        break;
    case WGC_STATE_FAIL:
        if (result->mismatch != NULL) {
            put_mismatch(signature, result);
        } else {
            put_refusal(signature, result, reason);
        }
        break;
    case WGC_STATE_TIMEOUT:
        wgc_buf_text(title, wgc_state_name(signature->failure));
        break;
    case WGC_STATE_FLAKY:
        wgc_buf_text(title, "flaky: some attempts fail");
        break;
    case WGC_STATE_UNEXPECTED_PASS:
        signature->scope = WGC_SCOPE_KEY;
        wgc_buf_text(title, "unexpected_pass: it passes against waiver ");
        wgc_report_text(title, wgc_or_empty(result->waiver));
        wgc_signature_part(&signature->key, wgc_or_empty(result->waiver));
        break;
    case WGC_STATE_ERROR:
        signature->scope = WGC_SCOPE_KEY;
        wgc_buf_text(title, "error: the harness could not judge");
        put_line(signature, reason);
        break;
    case WGC_STATE_PASS:
    case WGC_STATE_SKIP:
    case WGC_STATE_WAIVED:
    case WGC_STATE_COUNT:
        break; /* they have no cause */
    }
}

/* The key of a capability check is its name; the title has the reason, cut where a character ends.
 * What is cut is the text that reports have: a report that is read again has the same title. */
static void put_check(struct wgc_signature *signature, const char *reason)
{
    struct wgc_buf line = {0};
    struct wgc_buf text = {0};

    wgc_buf_add(&line, reason, strcspn(reason, "\r\n"));
    wgc_report_text(&text, wgc_buf_str(&line));
    if (text.size > 0 && text.data != NULL) {
        size_t length = text.size < TITLE_MAX ? text.size : TITLE_MAX;
        while (length < text.size && ((unsigned char)text.data[length] & 0xC0U) == 0x80U) {
            length--;
        }
        wgc_buf_add(&signature->title, text.data, length);
        signature->title_is_cut = length < text.size;
        wgc_buf_text(&signature->title, signature->title_is_cut ? "..." : "");
    }
    signature->title.failed = signature->title.failed || line.failed || text.failed;
    wgc_buf_free(&line);
    wgc_buf_free(&text);
}

/* A case, a check or a program of the suite. */
static void put_case(struct wgc_signature *signature, const struct wgc_result *result,
                     const char *reason)
{
    const bool has_form = signature->form[0] != '\0';

    signature->scope = WGC_SCOPE_OPEN;
    wgc_buf_text(&signature->key, wgc_state_name(signature->failure));
    if (!has_form && !wgc_case_name_is_program(result->name)) {
        signature->scope = WGC_SCOPE_KEY;
        wgc_signature_part(&signature->key, signature->family.name);
        put_check(signature, reason);
        return;
    }
    put_failure(signature, result, reason);
    if (!has_form && !signature->words) {
        signature->scope = WGC_SCOPE_KEY;
        wgc_signature_part(&signature->key, signature->family.name);
    }
}

bool wgc_signature_make(const struct wgc_result *result, struct wgc_signature *signature)
{
    const char *reason = wgc_result_own_reason(result);

    *signature = (struct wgc_signature){.failure = wgc_result_failure(result),
                                        .name = result->name,
                                        .form = wgc_example_form(result->name),
                                        .frames = result->frames,
                                        .what = ""};
    signature->group = wgc_form_group_of(signature->form);
    wgc_family_of(result->name, &signature->family);
    if (wgc_case_name_is_explored(result->name)) {
        wgc_signature_put_explored(signature, result, reason);
    } else {
        put_case(signature, result, reason);
    }
    const char *why = result->waived != NULL ? result->waived->why : result->reason;
    if (result->state == WGC_STATE_WAIVED && why != NULL && why[0] != '\0') {
        wgc_buf_clear(&signature->title);
        signature->names_values = false;
        signature->line_at = 0; /* a waiver's reason has no line of the driver */
        wgc_report_text(&signature->title, why);
    }
    return !signature->key.failed && !signature->title.failed && !signature->place.failed;
}

void wgc_signature_free(struct wgc_signature *signature)
{
    wgc_buf_free(&signature->key);
    wgc_buf_free(&signature->place);
    wgc_buf_free(&signature->title);
}
