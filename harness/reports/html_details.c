#include "reports/parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_put.h"
#include "base/list.h"
#include "record/frames.h"

/* The details of a report while they are collected. */
struct work {
    const struct wgc_record *record;
    const size_t *place;
    struct wgc_html_strings *texts;
    struct wgc_html_details *details;
    size_t used, limit;
    bool failed;
};

/* An upper limit of the size of a text in the page: in JSON, with < escaped. */
static size_t size_in_page(const char *text, size_t length)
{
    size_t size = 8;

    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        size += c < 0x20 || c == 0x7f || c == '<' ? 6
                : c >= 0x80                       ? 3
                : c == '"' || c == '\\'           ? 2
                                                  : 1;
    }
    return size;
}

/* 1 and the place of the text; 0 without memory. */
static size_t add_text(struct work *work, const char *text, size_t length)
{
    const size_t known = work->texts->count;
    const size_t place = wgc_html_strings_add(work->texts, text, length);

    if (place == SIZE_MAX) {
        work->failed = true;
        return 0;
    }
    if (place == known) {
        work->used += size_in_page(text, length);
    }
    return place + 1;
}

/* The same for a result's reason. */
static size_t add_reason(struct work *work, const struct wgc_result *result)
{
    struct wgc_buf made = {0};
    const char *reason = result->reason;

    if (result->spirv_version > 0) {
        struct wgc_html_strings *texts = work->texts;
        wgc_result_put_reason(&made, result);
        const bool kept = !made.failed && wgc_list_add(&texts->made, &texts->made_count, made.data);
        wgc_buf_free(&made);
        if (!kept) {
            work->failed = true;
            return 0;
        }
        reason = texts->made[texts->made_count - 1];
    }
    return add_text(work, reason, strlen(reason));
}

static void put_log(struct work *work, struct wgc_buf *json, const char *log)
{
    const size_t length = strlen(log);
    const bool cut = length > WGC_HTML_LOG_LIMIT;
    const size_t place = add_text(work, log, cut ? WGC_HTML_LOG_LIMIT : length);

    if (place > 0) {
        wgc_json_put_number(json, "log", place - 1);
    }
    if (cut) {
        wgc_json_put_number(json, "cut", length);
    }
}

static const char *mismatch_json(const struct wgc_result *result)
{
    return result->mismatch == NULL ? NULL : result->mismatch->json;
}

static const char *attempts_json(const struct wgc_result *result)
{
    return result->attempts == NULL ? NULL : result->attempts->json;
}

/* Whether the result has more than a reason. */
static bool has_details(const struct wgc_result *result)
{
    return result->mismatch != NULL || result->build_log != NULL || result->signal != NULL ||
           result->attempts != NULL || result->waiver != NULL;
}

static void put_details(struct work *work, const struct wgc_result *result, size_t place)
{
    struct wgc_buf *json = &work->details->json;
    const size_t before = json->size;

    wgc_buf_printf(json, "%s\"%zu\":{", json->size == 0 ? "" : ",\n", place);
    wgc_json_put_json(json, "mismatch", mismatch_json(result));
    wgc_json_put_json(json, "attempts", attempts_json(result));
    if (result->build_log != NULL) {
        put_log(work, json, result->build_log);
    }
    wgc_json_put_text(json, "signal", result->signal);
    if (result->frames != NULL) {
        wgc_json_put_name(json, "frames");
        wgc_frames_put_json(json, result->frames);
    }
    wgc_json_put_text(json, "waiver", result->waiver);
    wgc_buf_char(json, '}');
    for (size_t i = before; i < json->size; i++) {
        work->used += json->data[i] == '<' ? 6 : 1;
    }
}

/* An upper limit of the size of a result, as if its texts were new. */
static size_t size_of(const struct wgc_result *result)
{
    const char *const texts[] = {result->reason, mismatch_json(result), result->build_log,
                                 attempts_json(result), result->frames};
    size_t size = 64;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t length = texts[i] == NULL ? 0 : strlen(texts[i]);
        length = i == 2 && length > WGC_HTML_LOG_LIMIT ? WGC_HTML_LOG_LIMIT : length;
        size += length > 0 ? size_in_page(texts[i], length) : 0;
    }
    return size;
}

static void add(struct work *work, const struct wgc_result *result)
{
    const size_t i = (size_t)(result - work->record->result);
    const bool more = has_details(result);

    if (result->reason == NULL && !more) {
        return;
    }
    if (work->used + size_of(result) > work->limit) {
        work->details->left_out++;
        return;
    }
    if (result->reason != NULL) {
        work->details->reason[i] = add_reason(work, result);
    }
    if (more) {
        put_details(work, result, work->place[i]);
    }
}

/* The example of each cause, then in turn one more case of each that has one. */
static void add_causes(struct work *work, const struct wgc_causes *causes)
{
    const struct wgc_report_cause **left = calloc(causes->count + 1, sizeof *left);
    size_t count = causes->count;

    work->failed = work->failed || left == NULL;
    for (size_t i = 0; left != NULL && i < causes->count; i++) {
        left[i] = &causes->cause[i];
        add(work, left[i]->example);
    }
    for (size_t turn = 0; left != NULL && count > 0 && !work->failed; turn++) {
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            if (turn < left[i]->count) {
                if (left[i]->result[turn] != left[i]->example) {
                    add(work, left[i]->result[turn]);
                }
                left[kept++] = left[i];
            }
        }
        count = kept;
    }
    free(left);
}

bool wgc_html_details_make(const struct wgc_record *record, const struct wgc_causes *causes,
                           const struct wgc_report_cause *const *cause_of, const size_t *place,
                           struct wgc_html_strings *texts, size_t limit,
                           struct wgc_html_details *details)
{
    struct work work = {
        .record = record, .place = place, .texts = texts, .details = details, .limit = limit / 4};

    details->reason = calloc(record->result_count + 1, sizeof *details->reason);
    if (details->reason == NULL) {
        return false;
    }
    for (size_t i = 0; i < record->result_count; i++) {
        if (cause_of[i] == NULL) {
            add(&work, &record->result[i]);
        }
    }
    work.limit = limit;
    add_causes(&work, causes);
    return !work.failed && !details->json.failed;
}

void wgc_html_details_free(struct wgc_html_details *details)
{
    free(details->reason);
    wgc_buf_free(&details->json);
    *details = (struct wgc_html_details){0};
}
