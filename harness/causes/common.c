#include "causes/common.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "causes/form_group.h"
#include "causes/parts.h"
#include "record/case_name.h"

/* From so many failing and so many passing cases on, what they differ in is no chance. */
enum { SEVERAL = 3, OPERATORS_NAMED = 2, PASSING_NAMED = 3 };

/* A share of sizes is no chance if so many cases have it with a lower probability. */
static const double chance = 0.02;

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

static bool has_text(const struct wgc_name_list *list, const char *name)
{
    return wgc_name_list_has(list, name, strlen(name));
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

/* The local sizes of cases, in work-items. */
struct sizes {
    size_t least, most;
};

/* Passing cases that differ from those of the cause. */
struct contrast {
    size_t language, type, operators, form;
    size_t in_other_language;       /* that ran, whatever they gave */
    size_t lacks[WGC_TRAIT_COUNT];  /* of another type, which does not have the trait */
    size_t smaller, larger, equals; /* of the same function, type and form: by their size */
    struct sizes sizes;             /* of the cause */
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

static struct sizes sizes_of(const struct wgc_report_cause *cause)
{
    struct sizes sizes = {SIZE_MAX, 0};

    for (size_t i = 0; i < cause->count; i++) {
        const size_t size = wgc_example_size(cause->result[i]->name);
        sizes.least = size < sizes.least ? size : sizes.least;
        sizes.most = size > sizes.most ? size : sizes.most;
    }
    return sizes;
}

/* A passing case of a function, or of its family, in the language of the cause. */
static void look_at_type(const struct wgc_report_cause *cause, const struct wgc_case_name *parts,
                         struct contrast *contrast)
{
    contrast->type += !wgc_name_list_has(&cause->types, parts->rest, parts->type_length);
    for (int trait = 0; trait < WGC_TRAIT_COUNT; trait++) {
        contrast->lacks[trait] +=
            !wgc_type_has(parts->rest, parts->type_length, (enum wgc_type_trait)trait);
    }
}

/* A passing case of a function of the cause. */
static void look_at_size(const struct wgc_report_cause *cause, const struct wgc_case_name *parts,
                         bool same_forms, struct contrast *contrast)
{
    const bool fails_form = has_text(&cause->forms, parts->form);
    const size_t size = wgc_example_size(parts->text);

    contrast->form += !fails_form;
    if (wgc_name_list_has(&cause->types, parts->rest, parts->type_length) &&
        (fails_form || !same_forms)) {
        contrast->smaller += size < contrast->sizes.least;
        contrast->larger += size > contrast->sizes.most;
        contrast->equals += size >= contrast->sizes.least && size <= contrast->sizes.most;
    }
}

static bool has_run(const struct wgc_suite_run *run)
{
    bool ran = false;

    for (size_t i = 0; !ran && i < run->count; i++) {
        ran = run->first[i].state != WGC_STATE_SKIP;
    }
    return ran;
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
                     wgc_name_list_has(&cause->functions, suite.text, suite.suite_length);
    bool whole = true;

    const bool fails_operator = has_text(&cause->operators, run->family.op);
    const bool is_function = has_function(cause, &suite);
    contrast->in_other_language += is_function && other_language && has_run(run);
    for (size_t i = 0; whole && i < run->count; i++) {
        const struct wgc_case_name parts = wgc_case_name_split(run->first[i].name);
        const bool fails_form = has_text(&cause->forms, parts.form);
        if (run->first[i].state != WGC_STATE_PASS || (same_forms && !fails_form)) {
            continue;
        }
        contrast->language += is_function && other_language;
        contrast->operators += !fails_operator;
        if (!other_language && fails_operator) {
            look_at_type(cause, &parts, contrast);
        }
        if (is_function && wgc_name_list_has(&cause->functions, suite.text, suite.suite_length)) {
            cause->passes++;
            look_at_size(cause, &parts, same_forms, contrast);
        }
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

/* The first trait that all types have and several passing cases lack; NULL: there is none. */
static const char *trait_of(const struct wgc_report_cause *cause, const struct contrast *contrast)
{
    const char *text = NULL;

    for (int trait = 0; text == NULL && trait < WGC_TRAIT_COUNT; trait++) {
        bool all = contrast->lacks[trait] >= SEVERAL;
        for (size_t i = 0; all && i < cause->types.count; i++) {
            const char *type = cause->types.name[i];
            all = wgc_type_has(type, strlen(type), (enum wgc_type_trait)trait);
        }
        text = all ? wgc_type_trait_text((enum wgc_type_trait)trait) : NULL;
    }
    return text;
}

/* Whether it is no chance that no case of the cause is among those of another size. */
static bool is_no_chance(size_t others, const struct wgc_report_cause *cause,
                         const struct contrast *contrast)
{
    const double all =
        (double)(contrast->smaller + contrast->larger + contrast->equals + cause->count);
    double probability = 1.0;

    for (size_t i = 0; i < cause->count && probability >= chance; i++) {
        probability *= 1.0 - (double)others / all;
    }
    return others >= SEVERAL && probability < chance;
}

static void find_sizes(const struct wgc_report_cause *cause, const struct contrast *contrast,
                       struct wgc_common *common)
{
    if (is_no_chance(contrast->larger, cause, contrast)) {
        common->most = contrast->sizes.most;
    }
    if (is_no_chance(contrast->smaller, cause, contrast) && contrast->sizes.least < SIZE_MAX) {
        common->least = contrast->sizes.least;
    }
}

bool wgc_common_find(const struct wgc_suite_runs *runs, bool same_forms,
                     struct wgc_report_cause *cause, struct wgc_common *common)
{
    struct contrast contrast = {.sizes = sizes_of(cause)};
    bool whole = true;

    *common = (struct wgc_common){.nan_operands = all_of_nan(cause)};
    if (cause->types.count == 0 || cause->families.count == 0) {
        return true;
    }
    for (size_t i = 0; whole && i < runs->count; i++) {
        whole = look_at(&runs->item[i], same_forms, cause, &contrast);
    }
    const bool several = cause->count >= SEVERAL;
    const bool is_spirv = language_of(cause) == 's';
    common->one_language =
        several && has_one_language(cause) && (is_spirv || contrast.in_other_language > 0);
    common->only_language = several && has_one_language(cause) && contrast.language >= SEVERAL;
    cause->other_passes = common->one_language || common->only_language ? contrast.language : 0;
    common->only_type = several && cause->types.count == 1 && contrast.type >= SEVERAL;
    common->only_types = several && cause->types.count > 1 && !common->nan_operands
                             ? trait_of(cause, &contrast)
                             : NULL;
    common->only_operators = several && cause->operators.count <= OPERATORS_NAMED &&
                             !has_text(&cause->operators, "") && contrast.operators >= SEVERAL;
    common->one_form = several && !same_forms && cause->forms.count == 1 &&
                       strcmp(cause->forms.name[0], "plain") != 0;
    common->only_form = common->one_form && contrast.form >= SEVERAL;
    common->counts_forms =
        !same_forms && cause->functions.count == 1 && cause->forms.count >= SEVERAL;
    if (several) {
        find_sizes(cause, &contrast, common);
    }
    return whole;
}

/* Appends " (call in a loop)": what the form is. */
static void put_words(struct wgc_buf *out, const char *form)
{
    const char *what = wgc_form_words(form);

    if (what != NULL) {
        wgc_buf_printf(out, " (%s)", what);
    }
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
    wgc_buf_text(out, " forms of the call");
    if (cause->passing.count == 0 || cause->passing.count > PASSING_NAMED) {
        return;
    }
    for (size_t i = 0; i < cause->passing.count; i++) {
        const char *what = wgc_form_words(cause->passing.name[i]);
        wgc_buf_printf(out, "%s%s", i == 0 ? " (not " : ", ", cause->passing.name[i]);
        if (what != NULL) {
            wgc_buf_printf(out, ": %s", what);
        }
    }
    wgc_buf_char(out, ')');
}

/* "local size 1", "local sizes from 64 on", "local sizes up to 2", "local sizes from 2 to 4" */
static void put_sizes(struct wgc_buf *out, const char *before, const struct wgc_common *common)
{
    if (common->least > 0 && common->least == common->most) {
        wgc_buf_printf(out, "%slocal size %zu", before, common->most);
    } else if (common->least > 0 && common->most > 0) {
        wgc_buf_printf(out, "%slocal sizes from %zu to %zu", before, common->least, common->most);
    } else if (common->most == 1) {
        wgc_buf_printf(out, "%slocal size 1", before);
    } else if (common->most > 0) {
        wgc_buf_printf(out, "%slocal sizes up to %zu", before, common->most);
    } else if (common->least > 0) {
        wgc_buf_printf(out, "%slocal sizes from %zu on", before, common->least);
    }
}

const char *wgc_cause_language(const struct wgc_report_cause *cause, bool other)
{
    return (language_of(cause) == 'c') != other ? "OpenCL C" : "SPIR-V";
}

void wgc_common_put(struct wgc_buf *out, const struct wgc_report_cause *cause,
                    const struct wgc_common *common)
{
    static const char after[] = ", ";
    const char *before = ", only ";

    wgc_buf_text(out, common->nan_operands ? ", operands include NaN" : "");
    if (common->one_language && !common->only_language) {
        wgc_buf_printf(out, ", all in %s", wgc_cause_language(cause, false));
    }
    if (common->one_form && !common->only_form) {
        wgc_buf_printf(out, ", all of form %s", cause->forms.name[0]);
        put_words(out, cause->forms.name[0]);
    }
    if (common->only_language) {
        wgc_buf_printf(out, ", only in %s", wgc_cause_language(cause, false));
    }
    for (size_t i = 0; common->only_operators && i < cause->operators.count; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? before : " and ", cause->operators.name[i]);
        before = after;
    }
    if (common->only_type || common->only_types != NULL) {
        wgc_buf_printf(out, "%s%s", before,
                       common->only_type ? cause->types.name[0] : common->only_types);
        before = after;
    }
    if (common->only_form) {
        wgc_buf_printf(out, "%sform %s", before, cause->forms.name[0]);
        put_words(out, cause->forms.name[0]);
        before = after;
    }
    put_sizes(out, before, common);
    put_forms(out, cause, common);
}
