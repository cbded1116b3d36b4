/* Kernels that read macros, and the feature tests. */
#include <stdlib.h>
#include <string.h>

#include "checks/measure.h"
#include "device/cl_error.h"
#include "suite/feature_test_kernel.h"

enum { ITEMS = WGC_FEATURE_TEST_ITEMS, NOT_WRITTEN = WGC_FEATURE_NOT_WRITTEN };

static const char entry[] = "wgc_measure";
static const char feature_prefix[] = "__opencl_c_";

static bool has_macro(const struct wgc_measurements *measured, const char *name)
{
    for (size_t i = 0; i < measured->macro_count; i++) {
        if (strcmp(measured->macro[i], name) == 0) {
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

static bool add_macro(struct wgc_measurements *measured, const char *name)
{
    if (name[0] == '\0' || has_macro(measured, name)) {
        return true;
    }
    char *copy = strdup(name);
    if (copy == NULL) {
        return false;
    }
    measured->macro[measured->macro_count++] = copy;
    return true;
}

/* The macros to read: those of the tables and those of the features that the device lists. */
static enum wgc_status collect_macros(struct wgc_measurements *measured, struct wgc_err *err)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);
    const struct wgc_property_value *own =
        &measured->properties->value[WGC_DEVICE_OPENCL_C_FEATURES];
    bool good = true;

    if (measured->macro != NULL) {
        return WGC_OK;
    }
    measured->macro = calloc(count + WGC_FEATURE_TEST_COUNT + own->count, sizeof(char *));
    measured->macro_count = 0;
    good = measured->macro != NULL;
    for (size_t i = 0; good && i < count; i++) {
        good = add_macro(measured, feature[i].name);
    }
    for (int i = 0; good && i < WGC_FEATURE_TEST_COUNT; i++) {
        good = add_macro(measured, wgc_feature_test_info((enum wgc_feature_test)i)->name);
    }
    for (size_t i = 0; good && i < own->count; i++) {
        const char *name = own->item[i].name;
        bool is_feature = strncmp(name, feature_prefix, sizeof feature_prefix - 1) == 0;
        good = !is_feature || !is_identifier(name) || add_macro(measured, name);
    }
    return good ? WGC_OK : wgc_err_memory(err, "macros");
}

/* out[0] = __OPENCL_C_VERSION__, out[1 + i] = the value of macro i; a macro that is not defined
 * leaves its word. */
static void put_macro_kernel(const struct wgc_measurements *measured, struct wgc_buf *text)
{
    wgc_buf_printf(text, "kernel void %s(global int *out)\n{\n", entry);
    wgc_buf_text(text, "#ifdef __OPENCL_C_VERSION__\n    out[0] = __OPENCL_C_VERSION__;\n#endif\n");
    for (size_t i = 0; i < measured->macro_count; i++) {
        const char *name = measured->macro[i];
        bool feature = strncmp(name, feature_prefix, sizeof feature_prefix - 1) == 0;
        wgc_buf_printf(text, "#ifdef %s\n    out[%zu] = %s;\n#endif\n", name, i + 1,
                       feature ? name : "1");
    }
    wgc_buf_text(text, "}\n");
}

static enum wgc_status run_macro_kernel(const struct wgc_device *device, cl_program program,
                                        const struct wgc_measurements *measured,
                                        struct wgc_macro_kernel *kernel, struct wgc_err *err)
{
    char text[WGC_CL_TEXT_MAX];
    size_t count = measured->macro_count + 1;
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
    code = wgc_measure_run(device, program, entry, 1, word, count, &call);
    kernel->built = true;
    if (code == CL_SUCCESS) {
        kernel->c_version = word[0];
        for (size_t i = 1; i < count; i++) {
            macro[i - 1] = word[i];
        }
        kernel->macro = macro;
    } else {
        kernel->refusal = strdup(wgc_cl_error_text(text, call, code));
        free(macro);
    }
    free(word);
    return code == CL_SUCCESS || kernel->refusal != NULL ? WGC_OK : wgc_err_memory(err, "macros");
}

static enum wgc_status measure_standard(const struct wgc_device *device, enum wgc_standard standard,
                                        const struct wgc_buf *text,
                                        struct wgc_measurements *measured, struct wgc_err *err)
{
    struct wgc_macro_kernel *kernel = &measured->macro_kernel[standard];
    const char *source = text->data;
    char options[WGC_STANDARD_OPTIONS_MAX];
    struct wgc_build build;
    enum wgc_status status;

    wgc_standard_options(options, standard);
    status =
        wgc_build_source(device, WGC_BUILD_BUILD, 1, &source, &text->size, options, &build, err);
    if (status != WGC_OK) {
        return status;
    }
    if (build.program != NULL) {
        status = run_macro_kernel(device, build.program, measured, kernel, err);
    } else {
        kernel->refusal = strdup(build.reason);
        status = kernel->refusal == NULL ? wgc_err_memory(err, "a build log") : WGC_OK;
    }
    wgc_build_free(device, &build);
    return status;
}

enum wgc_status wgc_measure_macros(const struct wgc_device *device, bool listed,
                                   struct wgc_measurements *measured, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = collect_macros(measured, err);

    if (status == WGC_OK) {
        put_macro_kernel(measured, &text);
        status = text.failed ? wgc_err_memory(err, "macros") : WGC_OK;
    }
    for (int i = 0; status == WGC_OK && i < WGC_STANDARD_COUNT; i++) {
        if (wgc_has_standard(measured->properties, (enum wgc_standard)i) == listed) {
            status = measure_standard(device, (enum wgc_standard)i, &text, measured, err);
        }
    }
    wgc_buf_free(&text);
    return status;
}

/* The first wrong value of a work-item's calls, if there is one. */
static bool find_wrong(const struct wgc_feature_test_info *info, const cl_int *word,
                       struct wgc_test_wrong *wrong)
{
    const size_t calls = wgc_feature_test_calls(info);

    for (size_t i = 0; i < calls; i++) {
        const cl_int value = word[2 * i], expected = word[2 * i + 1];
        const bool written = value != NOT_WRITTEN && expected != NOT_WRITTEN;
        if (!written || value != expected) {
            *wrong = (struct wgc_test_wrong){
                .call = &info->call[i], .written = written, .expected = expected, .actual = value};
            return true;
        }
    }
    return false;
}

static void judge_test(const struct wgc_feature_test_info *info, const cl_int *word,
                       struct wgc_test_result *result)
{
    const size_t calls = wgc_feature_test_calls(info);
    struct wgc_test_wrong wrong;
    size_t items = 0;

    result->state = WGC_TEST_RIGHT;
    for (size_t i = 0; i < ITEMS; i++) {
        if (find_wrong(info, word + 2 * i * calls, &wrong)) {
            if (items++ == 0) {
                wrong.item = i;
                result->wrong = wrong;
            }
            result->state = WGC_TEST_WRONG;
        }
    }
    result->wrong.items = items;
}

static enum wgc_status run_test(const struct wgc_device *device, cl_program program,
                                const struct wgc_feature_test_info *info,
                                struct wgc_test_result *result, struct wgc_err *err)
{
    cl_int word[2 * ITEMS * WGC_CALLS_MAX];
    const size_t words = 2 * ITEMS * wgc_feature_test_calls(info);
    const char *call;
    int code;

    for (size_t i = 0; i < words; i++) {
        word[i] = NOT_WRITTEN;
    }
    code = wgc_measure_run(device, program, entry, ITEMS, word, words, &call);
    if (code != CL_SUCCESS) {
        return wgc_test_failed(call, code, result, err);
    }
    judge_test(info, word, result);
    return WGC_OK;
}

enum wgc_status wgc_measure_feature(const struct wgc_device *device, enum wgc_feature_test test,
                                    enum wgc_standard standard, struct wgc_test_result *result,
                                    struct wgc_err *err)
{
    struct wgc_buf text = {0};
    char options[WGC_STANDARD_OPTIONS_MAX];
    struct wgc_build build;
    enum wgc_status status;

    wgc_feature_test_kernel_put(&text, wgc_feature_test_info(test), entry);
    wgc_standard_options(options, standard);
    if (text.failed) {
        wgc_buf_free(&text);
        return wgc_err_memory(err, "a feature test");
    }
    const char *source = text.data;
    status =
        wgc_build_source(device, WGC_BUILD_BUILD, 1, &source, &text.size, options, &build, err);
    if (status == WGC_OK) {
        status = build.program != NULL
                     ? run_test(device, build.program, wgc_feature_test_info(test), result, err)
                     : wgc_test_refused(&build, result, err);
        wgc_build_free(device, &build);
    }
    wgc_buf_free(&text);
    return status;
}
