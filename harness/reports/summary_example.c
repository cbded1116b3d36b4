/* The example of a cause on a screen: where it fails, what it gave, and the rule that it breaks. */
#include <string.h>

#include <cjson/cJSON.h>

#include "base/report_text.h"
#include "causes/family.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "reports/parts.h"

enum { OPERANDS = 8, OPERANDS_WIDTH = 60, REASON_ROWS = 2 };

/* Appends the value without its other notation: "253" of "253 (0xfd)". */
static void put_value(struct wgc_buf *out, const char *value)
{
    const char *other = strstr(value, " (");
    struct wgc_buf text = {0};

    wgc_buf_add(&text, value, other == NULL ? strlen(value) : (size_t)(other - value));
    wgc_report_text(out, wgc_buf_str(&text));
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* Appends "; operands of its group: 4, 253" if they are few and short, else that of the work-item.
 */
static void put_operands(const struct wgc_record_mismatch *mismatch, struct wgc_buf *out)
{
    cJSON *part = mismatch->json == NULL ? NULL : cJSON_Parse(mismatch->json);
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(part, "group_input"), *value;
    struct wgc_buf text = {0};
    const char *first = cJSON_GetStringValue(cJSON_GetArrayItem(values, 0));
    bool equal = first != NULL;
    int count = 0;

    cJSON_ArrayForEach(value, values)
    {
        if (cJSON_IsString(value)) {
            equal = equal && strcmp(value->valuestring, first) == 0;
            wgc_buf_text(&text, count == 0 ? "" : ", ");
            put_value(&text, value->valuestring);
            count++;
        }
    }
    const bool shows = count > 1 && count <= OPERANDS && text.size <= OPERANDS_WIDTH;
    if (equal && count > 1) {
        wgc_buf_printf(out, "; operands: %d times ", count);
        put_value(out, first);
    } else if (shows) {
        wgc_buf_printf(out, "; operands: %s", wgc_buf_str(&text));
    } else if (mismatch->input != NULL && strcmp(mismatch->input, "none") != 0) {
        wgc_buf_text(out, "; its operand: ");
        put_value(out, mismatch->input);
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
    cJSON_Delete(part);
}

/* "expected 253, got 248 at work-group (0,0,0), local id (4,0,0)"; keeps: the value is that of
 * before the launch. */
static void put_mismatch(const struct wgc_record_mismatch *mismatch, bool keeps,
                         struct wgc_buf *out)
{
    if (mismatch->kind == WGC_WRONG_OTHER && mismatch->what != NULL) {
        wgc_report_text(out, mismatch->what);
        wgc_buf_text(out, ": ");
    }
    wgc_buf_text(out, "expected ");
    put_value(out, wgc_or_empty(mismatch->expected));
    wgc_buf_text(out, ", got ");
    put_value(out, wgc_or_empty(mismatch->actual));
    wgc_buf_text(out, keeps ? " as before the launch" : "");
    wgc_detail_place(out, " at work-group (", &mismatch->work_group, ",", ")");
    wgc_detail_place(out, ", local id (", &mismatch->local_id, ",", ")");
    put_operands(mismatch, out);
}

/* The first part of the reason; the words of the driver are in the title. */
static void put_reason(const struct wgc_report_cause *cause, size_t columns, struct wgc_buf *out)
{
    struct wgc_buf reason = {0}, text = {0};

    wgc_result_put_reason(&reason, cause->example);
    if (reason.data != NULL) {
        reason.data[strcspn(reason.data, "\n")] = '\0';
        char *end = strstr(reason.data, "; the driver printed");
        end = end != NULL               ? end
              : cause->words[0] == '\0' ? NULL
                                        : strstr(reason.data, cause->words);
        if (end != NULL) {
            *end = '\0';
        }
        for (size_t length = strlen(reason.data);
             length > 0 && strchr(" :", reason.data[length - 1]) != NULL; length--) {
            reason.data[length - 1] = '\0';
        }
    }
    wgc_report_text(&text, wgc_buf_str(&reason));
    wgc_buf_text(out, text.size > 0 ? ": " : "");
    wgc_screen_whole(out, wgc_buf_str(&text), columns * REASON_ROWS);
    out->failed = out->failed || reason.failed || text.failed;
    wgc_buf_free(&reason);
    wgc_buf_free(&text);
}

static void put_line(const struct wgc_summary_style *style, struct wgc_buf *text,
                     struct wgc_buf *out)
{
    enum { INDENT = 5 };

    wgc_buf_printf(out, "%*s", INDENT, "");
    wgc_screen_wrap(out, wgc_buf_str(text), "", INDENT, style);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text->failed;
    wgc_buf_free(text);
}

/* The rule that the example breaks; nothing of a check, whose reason is a sentence of its own. */
void wgc_summary_rule(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    struct wgc_family family;

    wgc_family_of(cause->example->name, &family);
    if (cause->types.count == 0 || family.meaning[0] == '\0') {
        return;
    }
    wgc_buf_text(out, "rule: ");
    if (cause->failure == WGC_STATE_FAIL && cause->example->mismatch != NULL) {
        wgc_buf_text(out, family.meaning);
        if (family.built_in != NULL) {
            wgc_buf_printf(out, " (SYCL's function, made of %s)", family.built_in);
        }
    } else {
        wgc_buf_printf(out, "the device has %s, so a kernel that uses %s", family.feature_text,
                       cause->failure == WGC_STATE_BUILD_ERROR ? "this builds"
                                                               : "this runs to its end");
    }
}

void wgc_summary_example(const struct wgc_report_cause *cause,
                         const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf text = {0}, rule = {0};

    if (cause->types.count == 0) {
        return; /* a check's sentence has all */
    }
    wgc_buf_text(&text, cause->example->name);
    if (cause->example->mismatch != NULL && cause->example->mismatch->expected != NULL) {
        const char *reason = wgc_or_empty(cause->example->reason);
        wgc_buf_text(&text, ": ");
        put_mismatch(cause->example->mismatch, strstr(reason, "which filled the buffer") != NULL,
                     &text);
    } else {
        put_reason(cause, wgc_screen_columns(style), &text);
    }
    wgc_summary_rule(cause, &rule);
    if (rule.size > 0) {
        wgc_buf_printf(&text, "; %s", wgc_buf_str(&rule));
    }
    put_line(style, &text, out);
    out->failed = out->failed || rule.failed;
    wgc_buf_free(&rule);
}
