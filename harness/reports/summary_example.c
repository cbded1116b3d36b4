/* The example of a cause on a screen: where it fails, what it gave, and the rule that it breaks. */
#include <string.h>

#include <cjson/cJSON.h>

#include "base/log_line.h"
#include "base/report_text.h"
#include "causes/family.h"
#include "causes/form_group.h"
#include "causes/parts.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "reports/parts.h"
#include "suite/build_way.h"
#include "suite/queries.h"

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

/* What the function is of: "work-group" or "sub-group". */
static const char *group_of(const struct wgc_report_cause *cause)
{
    struct wgc_family family;

    wgc_family_of(cause->example->name, &family);
    const char *function = family.built_in != NULL ? family.built_in : family.name;
    return strncmp(function, "work_group", sizeof "work_group" - 1) == 0 ? "work-group"
                                                                         : "sub-group";
}

/* " (of the sub-group's 64, 3 are NaN)", of a vote " (of the sub-group's 64, 1 is 0)" */
static void put_deciding(const struct deciding *deciding, bool is_truth, const char *group,
                         struct wgc_buf *out)
{
    const int count = is_truth ? deciding->zeros : deciding->nans;

    if (count > 0 && deciding->all > 1) {
        wgc_buf_printf(out, " (of the %s's %d, %d %s %s)", group, deciding->all, count,
                       count == 1 ? "is" : "are", is_truth ? "0" : "NaN");
    }
}

/* Appends "; operands of its group: 4, 253" if they are few and short, else that of the work-item,
 * and how many of the others decide the result.
 */
static void put_operands(const struct wgc_record_mismatch *mismatch, const char *group,
                         struct wgc_buf *out)
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
        put_deciding(&deciding, mismatch->is_truth, group, out);
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
    cJSON_Delete(part);
}

void wgc_summary_values(const struct wgc_record_mismatch *mismatch, bool with_actual,
                        struct wgc_buf *out)
{
    static const char initial[] = "the initial ";

    wgc_buf_text(out, "expected ");
    wgc_buf_text(out, mismatch->is_overwritten ? initial : "");
    put_value(out, wgc_or_empty(mismatch->expected));
    if (with_actual) {
        /* not where the value is "unwritten", which an answer of the function may be by chance */
        wgc_buf_printf(out, ", got %s", mismatch->kind == WGC_WRONG_NOT_WRITTEN ? initial : "");
        put_value(out, wgc_or_empty(mismatch->actual));
    }
}

/* "expected 253, got 248 at work-group (0,0,0), local id (4,0,0), in 7 of 34 sub-groups" */
static void put_mismatch(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    const struct wgc_record_mismatch *mismatch = cause->example->mismatch;
    const char *group = group_of(cause);

    if (mismatch->kind == WGC_WRONG_OTHER && mismatch->what != NULL) {
        wgc_report_text(out, mismatch->what);
        wgc_buf_text(out, ": ");
    }
    wgc_summary_values(mismatch, true, out);
    wgc_detail_place(out, " at work-group (", &mismatch->work_group, ",", ")");
    wgc_detail_place(out, ", local id (", &mismatch->local_id, ",", ")");
    if (mismatch->wrong_groups > 0 && mismatch->judged_groups > 0) {
        wgc_buf_printf(out, ", in %zu of %zu %ss", mismatch->wrong_groups, mismatch->judged_groups,
                       group);
    }
    put_operands(mismatch, group, out);
}

/* The first part of the reason; the words of the driver are in the title. */
static void put_reason(const struct wgc_report_cause *cause, size_t columns, struct wgc_buf *out)
{
    struct wgc_buf reason = {0}, text = {0};

    wgc_result_put_reason(&reason, cause->example);
    if (reason.data != NULL) {
        reason.data[strcspn(reason.data, "\n")] = '\0';
        char *end = strstr(reason.data, WGC_LOG_PRINTED);
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

/* What must hold for the check of that name; "": it is none of the suite. */
static const char *rule_of_check(const char *name)
{
    static const char group[] = "query.";
    const char *text = "";

    for (int i = 0; strncmp(name, group, sizeof group - 1) == 0 && i < WGC_QUERY_COUNT; i++) {
        const struct wgc_query_info *info = wgc_query_info((enum wgc_query)i);
        text = strcmp(info->name, name + sizeof group - 1) == 0 ? info->text : text;
    }
    return text;
}

/* What the function gives. */
static void put_meaning(const struct wgc_report_cause *cause, const struct wgc_family *family,
                        struct wgc_buf *out)
{
    const struct wgc_record_mismatch *mismatch = cause->example->mismatch;

    wgc_buf_text(out, family->meaning);
    if (mismatch->nan_operands && mismatch->kind == WGC_WRONG_NAN) {
        wgc_buf_text(out, "; of a number and a NaN it takes the number");
    }
    if (family->built_in != NULL) {
        wgc_buf_printf(out, " (SYCL's function, made of %s)", family->built_in);
    }
}

/* Why a kernel may do what the form is about, where that is what is wrong. */
static void put_legal(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    const char *legal =
        cause->names_forms ? wgc_form_legal(wgc_example_form(cause->example->name)) : "";

    if (legal[0] != '\0') {
        wgc_buf_printf(out, "; legal: %s", legal);
    }
}

/* The option of clBuildProgram with which all cases of the cause are built, and no others in their
 * form; "": none. SPIR-V has no options. */
static const char *option_of(const struct wgc_report_cause *cause)
{
    const char *option = wgc_build_way(wgc_example_form(cause->example->name))->options;
    bool all = true;

    for (size_t i = 0; all && i < cause->forms.count; i++) {
        all = strcmp(wgc_build_way(cause->forms.name[i])->options, option) == 0;
    }
    for (size_t i = 0; all && i < cause->functions.count; i++) {
        all = strncmp(cause->functions.name[i], "c.", 2) == 0;
    }
    return all ? option : "";
}

/* Why a kernel runs: the device has the function, or the option with which it is not built. */
static void put_support(const struct wgc_report_cause *cause, const struct wgc_family *family,
                        struct wgc_buf *out)
{
    const bool is_built = cause->failure != WGC_STATE_BUILD_ERROR;
    const char *option = is_built ? "" : option_of(cause);
    const char *list = wgc_build_option_list(option);

    if (list[0] != '\0') {
        wgc_buf_printf(out,
                       "the OpenCL API has %s among clBuildProgram's %s, so a kernel builds "
                       "with it",
                       option, list);
    } else {
        wgc_buf_printf(out, "the device has %s, so a kernel that uses %s", family->feature_text,
                       is_built ? "this runs to its end" : "this builds");
    }
}

void wgc_summary_rule(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    const char *of_check = rule_of_check(cause->example->name);
    struct wgc_family family;

    wgc_family_of(cause->example->name, &family);
    if (of_check[0] != '\0') {
        wgc_buf_printf(out, "rule: %s", of_check);
    } else if (cause->types.count > 0 && family.meaning[0] != '\0') {
        wgc_buf_text(out, "rule: ");
        if (cause->failure == WGC_STATE_FAIL && cause->example->mismatch != NULL) {
            put_meaning(cause, &family, out);
        } else {
            put_support(cause, &family, out);
        }
        put_legal(cause, out);
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
        put_mismatch(cause, &text);
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
