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

/* What of a group's many operands decides the expected value. */
struct deciding {
    int zeros, nans, all;
};

static void count_deciding(struct deciding *deciding, const char *value)
{
    const bool is_negative = value[0] == '-';

    deciding->nans += strncmp(value + is_negative, "nan", 3) == 0;
    deciding->zeros += strcmp(value, "0") == 0 || strncmp(value, "0 (", 3) == 0;
    deciding->all++;
}

/* " (of its group 3 of 64 are NaN)", of a vote " (of its group 1 of 64 is 0)" */
static void put_deciding(const struct deciding *deciding, bool is_truth, struct wgc_buf *out)
{
    const int count = is_truth ? deciding->zeros : deciding->nans;

    if (count > 0 && deciding->all > 1) {
        wgc_buf_printf(out, " (of its group %d of %d %s %s)", count, deciding->all,
                       count == 1 ? "is" : "are", is_truth ? "0" : "NaN");
    }
}

/* Appends "; operands of its group: 4, 253" if they are few and short, else that of the work-item,
 * and how many of the others decide the result.
 */
static void put_operands(const struct wgc_record_mismatch *mismatch, struct wgc_buf *out)
{
    cJSON *part = mismatch->json == NULL ? NULL : cJSON_Parse(mismatch->json);
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(part, "group_input"), *value;
    struct wgc_buf text = {0};
    const char *first = cJSON_GetStringValue(cJSON_GetArrayItem(values, 0));
    bool equal = first != NULL;
    struct deciding deciding = {0};
    int count = 0;

    cJSON_ArrayForEach(value, values)
    {
        if (cJSON_IsString(value)) {
            equal = equal && strcmp(value->valuestring, first) == 0;
            wgc_buf_text(&text, count == 0 ? "" : ", ");
            put_value(&text, value->valuestring);
            count_deciding(&deciding, value->valuestring);
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
        put_deciding(&deciding, mismatch->is_truth, out);
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
    cJSON_Delete(part);
}

/* "expected 253, got 248 at work-group (0,0,0), local id (4,0,0)" */
static void put_mismatch(const struct wgc_record_mismatch *mismatch, struct wgc_buf *out)
{
    if (mismatch->kind == WGC_WRONG_OTHER && mismatch->what != NULL) {
        wgc_report_text(out, mismatch->what);
        wgc_buf_text(out, ": ");
    }
    wgc_buf_text(out, "expected ");
    put_value(out, wgc_or_empty(mismatch->expected));
    wgc_buf_text(out, ", got ");
    put_value(out, wgc_or_empty(mismatch->actual));
    wgc_buf_text(out, mismatch->unwritten ? " as before the launch" : "");
    wgc_detail_place(out, " at work-group (", &mismatch->work_group, ",", ")");
    wgc_detail_place(out, ", local id (", &mismatch->local_id, ",", ")");
    if (mismatch->wrong_groups > 0 && mismatch->judged_groups > 0) {
        wgc_buf_printf(out, ", in %zu of %zu groups", mismatch->wrong_groups,
                       mismatch->judged_groups);
    }
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
        if (cause->example->mismatch->nan_operands &&
            cause->example->mismatch->kind == WGC_WRONG_NAN) {
            wgc_buf_text(out, "; of a number and a NaN it takes the number");
        }
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
        wgc_buf_text(&text, ": ");
        put_mismatch(cause->example->mismatch, &text);
    } else {
        put_reason(cause, wgc_screen_columns(style), &text);
        wgc_buf_text(&text, cause->example->frames == NULL ? "" : "; ");
        (void)wgc_detail_crash(&text, cause->example);
    }
    wgc_summary_rule(cause, &rule);
    if (rule.size > 0) {
        wgc_buf_printf(&text, "; %s", wgc_buf_str(&rule));
    }
    put_line(style, &text, out);
    out->failed = out->failed || rule.failed;
    wgc_buf_free(&rule);
}
