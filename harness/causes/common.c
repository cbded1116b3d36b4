#include "causes/common.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "causes/parts.h"
#include "record/case_name.h"

/* From so many failing and so many passing cases on, what they differ in is no chance. */
enum { SEVERAL = 3, OPERATORS_NAMED = 2, PASSING_NAMED = 3 };

static bool same_suite(const struct wgc_case_name *a, const struct wgc_case_name *b)
{
    return wgc_case_name_compare_suites(a, b) == 0;
}

bool wgc_suite_runs_make(const struct wgc_record *record, struct wgc_suite_runs *runs)
{
    struct wgc_case_name last = {0};

    *runs = (struct wgc_suite_runs){0};
    for (size_t i = 0; i < record->result_count; i++) {
        const struct wgc_case_name parts = wgc_case_name_split(record->result[i].name);
        if (parts.type_length == 0) {
            continue;
        }
        struct wgc_suite_run *run = runs->count > 0 ? &runs->item[runs->count - 1] : NULL;
        if (run != NULL && run->first + run->count == &record->result[i] &&
            same_suite(&last, &parts)) {
            run->count++;
            continue;
        }
        run = wgc_array_grow(runs->item, runs->count, sizeof *run);
        if (run == NULL) {
            free(runs->item);
            *runs = (struct wgc_suite_runs){0};
            return false;
        }
        runs->item = run;
        run[runs->count] = (struct wgc_suite_run){.first = &record->result[i], .count = 1};
        wgc_family_of(record->result[i].name, &run[runs->count++].family);
        last = parts;
    }
    return true;
}

static bool has(const struct wgc_name_list *list, const char *name, size_t length)
{
    bool found = false;

    for (size_t i = 0; !found && i < list->count; i++) {
        found = strlen(list->name[i]) == length && memcmp(list->name[i], name, length) == 0;
    }
    return found;
}

static bool has_text(const struct wgc_name_list *list, const char *name)
{
    return has(list, name, strlen(name));
}

/* The function without its language. */
static const char *function_of(const char *suite)
{
    const char *dot = strchr(suite, '.');

    return dot == NULL ? suite : dot + 1;
}

/* Whether the cause has the function, in any language. */
static bool has_function(const struct wgc_report_cause *cause, const struct wgc_case_name *parts)
{
    const size_t length = parts->suite_length - parts->language_length - 1;
    bool found = false;

    for (size_t i = 0; !found && i < cause->functions.count; i++) {
        const char *name = function_of(cause->functions.name[i]);
        found = strlen(name) == length && memcmp(name, parts->function, length) == 0;
    }
    return found;
}

/* Passing cases that differ from those of the cause. */
struct contrast {
    size_t language, type, operators;
};

static char language_of(const struct wgc_report_cause *cause)
{
    return cause->functions.name[0][0];
}

static bool has_one_language(const struct wgc_report_cause *cause)
{
    bool one = true;

    for (size_t i = 1; one && i < cause->functions.count; i++) {
        one = cause->functions.name[i][0] == language_of(cause);
    }
    return one;
}

/* What the passing cases of a run have. False without memory. */
static bool look_at(const struct wgc_suite_run *run, bool same_forms,
                    struct wgc_report_cause *cause, struct contrast *contrast)
{
    if (!has_text(&cause->families, run->family.name)) {
        return true;
    }
    const struct wgc_case_name suite = wgc_case_name_split(run->first->name);
    const bool other_language = suite.text[0] != language_of(cause);
    const bool own = !other_language && cause->functions.count == 1 &&
                     has(&cause->functions, suite.text, suite.suite_length);
    bool whole = true;

    const bool fails_operator = has_text(&cause->operators, run->family.op);
    const bool is_function = has_function(cause, &suite);
    for (size_t i = 0; whole && i < run->count; i++) {
        const struct wgc_case_name parts = wgc_case_name_split(run->first[i].name);
        const bool fails_form = has_text(&cause->forms, parts.form);
        if (run->first[i].state != WGC_STATE_PASS || (same_forms && !fails_form)) {
            continue;
        }
        contrast->language += is_function && other_language;
        contrast->type +=
            !other_language && fails_operator && !has(&cause->types, parts.rest, parts.type_length);
        contrast->operators += !fails_operator;
        whole = !own || fails_form ||
                wgc_name_list_add(&cause->passing, parts.form, strlen(parts.form));
    }
    return whole;
}

static bool all_of_nan(const struct wgc_report_cause *cause)
{
    bool all = cause->count > 0;

    for (size_t i = 0; all && i < cause->count; i++) {
        const struct wgc_record_mismatch *mismatch = cause->result[i]->mismatch;
        all = mismatch != NULL && wgc_wrong_of(mismatch).nan_operands;
    }
    return all;
}

bool wgc_common_find(const struct wgc_suite_runs *runs, bool same_forms,
                     struct wgc_report_cause *cause, struct wgc_common *common)
{
    struct contrast contrast = {0};
    bool whole = true;

    *common = (struct wgc_common){0};
    if (cause->types.count == 0 || cause->families.count == 0) {
        return true;
    }
    for (size_t i = 0; whole && i < runs->count; i++) {
        whole = look_at(&runs->item[i], same_forms, cause, &contrast);
    }
    const bool several = cause->count >= SEVERAL;
    const bool one_language = has_one_language(cause);
    common->nan_operands = all_of_nan(cause);
    common->language = several && one_language && contrast.language >= SEVERAL;
    common->type = several && cause->types.count == 1 && contrast.type >= SEVERAL;
    common->operators = several && cause->operators.count <= OPERATORS_NAMED &&
                        !has_text(&cause->operators, "") && contrast.operators >= SEVERAL;
    common->counts_forms =
        !same_forms && cause->functions.count == 1 && cause->forms.count >= SEVERAL;
    return whole;
}

static void put_forms(struct wgc_buf *out, const struct wgc_report_cause *cause,
                      const struct wgc_common *common)
{
    if (!common->counts_forms) {
        return;
    }
    wgc_buf_printf(out, ", in %zu", cause->forms.count);
    if (cause->passing.count > 0) {
        wgc_buf_printf(out, " of %zu", cause->forms.count + cause->passing.count);
    }
    wgc_buf_text(out, " forms");
    if (cause->passing.count == 0 || cause->passing.count > PASSING_NAMED) {
        return;
    }
    for (size_t i = 0; i < cause->passing.count; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? " (not " : ", ", cause->passing.name[i]);
    }
    wgc_buf_char(out, ')');
}

void wgc_common_put(struct wgc_buf *out, const struct wgc_report_cause *cause,
                    const struct wgc_common *common)
{
    const char *before = ", only ";

    wgc_buf_text(out, common->nan_operands ? ", operands include NaN" : "");
    if (common->language) {
        wgc_buf_printf(out, "%s%s", before, language_of(cause) == 'c' ? "OpenCL C" : "SPIR-V");
        before = ", ";
    }
    for (size_t i = 0; common->operators && i < cause->operators.count; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? before : " and ", cause->operators.name[i]);
        before = ", ";
    }
    if (common->type) {
        wgc_buf_printf(out, "%s%s", before, cause->types.name[0]);
    }
    put_forms(out, cause, common);
}
