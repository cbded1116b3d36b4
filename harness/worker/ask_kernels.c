/* Kernels that tell their macros, and kernels that try a function. */
#include <stdlib.h>
#include <string.h>

#include "worker/ask.h"
#include "worker/cl_error.h"

enum { ITEMS = 16 };

static const char entry[] = "wgc_ask";
static const char feature_prefix[] = "__opencl_c_";

static bool has_macro(const struct wgc_answers *answers, const char *name)
{
    for (size_t i = 0; i < answers->macro_count; i++) {
        if (strcmp(answers->macro[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_identifier(const char *name)
{
    static const char letters[] = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t first = strspn(name, letters);
    size_t length = strlen(name);

    for (size_t i = first; first > 0 && i < length; i++) {
        if (strchr(letters, name[i]) == NULL && (name[i] < '0' || name[i] > '9')) {
            return false;
        }
    }
    return first > 0;
}

static bool add_macro(struct wgc_answers *answers, const char *name)
{
    if (name[0] == '\0' || has_macro(answers, name)) {
        return true;
    }
    char *copy = strdup(name);
    if (copy == NULL) {
        return false;
    }
    answers->macro[answers->macro_count++] = copy;
    return true;
}

/* The macros to be told: those of the tables and those of the features that the device lists. */
static enum wgc_status collect_macros(struct wgc_answers *answers, struct wgc_err *err)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);
    const struct wgc_info_answer *own = &answers->info[WGC_INFO_OPENCL_C_FEATURES];
    bool good = true;

    if (answers->macro != NULL) {
        return WGC_OK;
    }
    answers->macro = calloc(count + WGC_PROBE_COUNT + own->count, sizeof(char *));
    answers->macro_count = 0;
    good = answers->macro != NULL;
    for (size_t i = 0; good && i < count; i++) {
        good = add_macro(answers, feature[i].name);
    }
    for (int i = 0; good && i < WGC_PROBE_COUNT; i++) {
        good = add_macro(answers, wgc_probe_info((enum wgc_probe)i)->name);
    }
    for (size_t i = 0; good && i < own->count; i++) {
        const char *name = own->item[i].name;
        bool wanted = strncmp(name, feature_prefix, sizeof feature_prefix - 1) == 0;
        good = !wanted || !is_identifier(name) || add_macro(answers, name);
    }
    return good ? WGC_OK : wgc_err_memory(err, "macros");
}

/* out[0] = __OPENCL_C_VERSION__, out[1 + i] = the value of macro i; what is not there stays. */
static void put_macro_kernel(const struct wgc_answers *answers, struct wgc_buf *text)
{
    wgc_buf_printf(text, "kernel void %s(global int *out)\n{\n", entry);
    wgc_buf_text(text, "#ifdef __OPENCL_C_VERSION__\n    out[0] = __OPENCL_C_VERSION__;\n#endif\n");
    for (size_t i = 0; i < answers->macro_count; i++) {
        const char *name = answers->macro[i];
        bool feature = strncmp(name, feature_prefix, sizeof feature_prefix - 1) == 0;
        wgc_buf_printf(text, "#ifdef %s\n    out[%zu] = %s;\n#endif\n", name, i + 1,
                       feature ? name : "1");
    }
    wgc_buf_text(text, "}\n");
}

static enum wgc_status run_macro_kernel(const struct wgc_device *device, cl_program program,
                                        const struct wgc_answers *answers,
                                        struct wgc_standard_answer *answer, struct wgc_err *err)
{
    char text[WGC_CL_TEXT_MAX];
    size_t count = answers->macro_count + 1;
    cl_int *word = malloc(count * sizeof *word);
    long *macro = calloc(count, sizeof *macro);
    const char *call;
    int code;

    if (word == NULL || macro == NULL) {
        free(word);
        free(macro);
        return wgc_err_memory(err, "macros");
    }
    for (size_t i = 0; i < count; i++) {
        word[i] = WGC_MACRO_UNDEFINED;
    }
    code = wgc_ask_run(device, program, entry, 1, word, count, &call);
    answer->built = true;
    if (code == CL_SUCCESS) {
        answer->c_version = word[0];
        for (size_t i = 1; i < count; i++) {
            macro[i - 1] = word[i];
        }
        answer->macro = macro;
    } else {
        answer->refusal = strdup(wgc_cl_error_text(text, call, code));
        free(macro);
    }
    free(word);
    return code == CL_SUCCESS || answer->refusal != NULL ? WGC_OK : wgc_err_memory(err, "macros");
}

static enum wgc_status ask_standard(const struct wgc_device *device, enum wgc_standard standard,
                                    const struct wgc_buf *text, struct wgc_answers *answers,
                                    struct wgc_err *err)
{
    struct wgc_standard_answer *answer = &answers->standard[standard];
    const char *source = text->data;
    char options[WGC_ASK_OPTIONS_MAX];
    struct wgc_build build;
    enum wgc_status status;

    wgc_ask_options(options, standard);
    status = wgc_build_source(device, 1, &source, &text->size, options, &build, err);
    if (status != WGC_OK) {
        return status;
    }
    answer->asked = true;
    if (build.program != NULL) {
        status = run_macro_kernel(device, build.program, answers, answer, err);
    } else {
        answer->refusal = strdup(build.reason);
        status = answer->refusal == NULL ? wgc_err_memory(err, "a build log") : WGC_OK;
    }
    wgc_build_free(device, &build);
    return status;
}

enum wgc_status wgc_ask_standards(const struct wgc_device *device, bool listed,
                                  struct wgc_answers *answers, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = collect_macros(answers, err);

    if (status == WGC_OK) {
        put_macro_kernel(answers, &text);
        status = text.failed ? wgc_err_memory(err, "macros") : WGC_OK;
    }
    for (int i = 0; status == WGC_OK && i < WGC_STANDARD_COUNT; i++) {
        if (wgc_answers_has_standard(answers, (enum wgc_standard)i) == listed) {
            status = ask_standard(device, (enum wgc_standard)i, &text, answers, err);
        }
    }
    wgc_buf_free(&text);
    return status;
}

static void put_enable(struct wgc_buf *text, const char *name)
{
    wgc_buf_printf(text, "#ifdef %s\n#pragma OPENCL EXTENSION %s : enable\n#endif\n", name, name);
}

/* out[i] = whether the condition holds in work-item i */
static void put_probe(struct wgc_buf *text, const struct wgc_probe_info *info)
{
    put_enable(text, "cl_khr_subgroups");
    if (info->name[0] != '\0') {
        put_enable(text, info->name);
    }
    wgc_buf_printf(text,
                   "kernel void %s(global int *out)\n{\n"
                   "    const int id = (int)get_local_id(0);\n    out[id] = (%s) ? 1 : 0;\n}\n",
                   entry, info->condition);
}

static enum wgc_status run_probe(const struct wgc_device *device, cl_program program,
                                 struct wgc_probe_answer *answer, struct wgc_err *err)
{
    cl_int word[ITEMS];
    const char *call;
    int code;

    for (size_t i = 0; i < ITEMS; i++) {
        word[i] = WGC_MACRO_UNDEFINED;
    }
    code = wgc_ask_run(device, program, entry, ITEMS, word, ITEMS, &call);
    if (code != CL_SUCCESS) {
        return wgc_ask_failed(call, code, answer, err);
    }
    answer->state = WGC_PROBE_RIGHT;
    for (int i = 0; i < ITEMS; i++) {
        if (word[i] != 1) {
            struct wgc_buf text = {0};
            wgc_buf_printf(&text, "in work-item %d of %d", i, ITEMS);
            answer->state = WGC_PROBE_WRONG;
            answer->detail = text.data;
            return text.failed ? wgc_err_memory(err, "an answer") : WGC_OK;
        }
    }
    return WGC_OK;
}

enum wgc_status wgc_ask_probe(const struct wgc_device *device, enum wgc_probe subject,
                              enum wgc_standard standard, struct wgc_probe_answer *answer,
                              struct wgc_err *err)
{
    struct wgc_buf text = {0};
    char options[WGC_ASK_OPTIONS_MAX];
    struct wgc_build build;
    enum wgc_status status;

    put_probe(&text, wgc_probe_info(subject));
    wgc_ask_options(options, standard);
    if (text.failed) {
        wgc_buf_free(&text);
        return wgc_err_memory(err, "a probe");
    }
    const char *source = text.data;
    status = wgc_build_source(device, 1, &source, &text.size, options, &build, err);
    if (status == WGC_OK) {
        status = build.program != NULL ? run_probe(device, build.program, answer, err)
                                       : wgc_ask_refused(&build, answer, err);
        wgc_build_free(device, &build);
    }
    wgc_buf_free(&text);
    return status;
}
