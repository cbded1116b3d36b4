/* Kernels that tell their macros, kernels that try a function, and one to ask about sub-groups. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worker/ask.h"
#include "worker/cl_error.h"
#include "worker/text.h"

enum { ITEMS = 16, OPTIONS = 32, LOG_PART = 160 };

static const char entry[] = "wgc_ask";
static const char feature_prefix[] = "__opencl_c_";

static void make_options(char options[OPTIONS], enum wgc_standard standard)
{
    (void)snprintf(options, OPTIONS, standard == WGC_STANDARD_DEFAULT ? "%s" : "-cl-std=%s",
                   wgc_standard_name(standard));
}

int wgc_ask_run(const struct wgc_device *device, cl_program program, const char *kernel,
                size_t items, cl_int *word, size_t count, const char **call)
{
    const struct wgc_cl *cl = device->cl;
    size_t size = count * sizeof *word;
    cl_mem buffer = NULL;
    int code;

    *call = "clCreateKernel";
    cl_kernel made = cl->CreateKernel(program, kernel, &code);
    if (made != NULL) {
        *call = "clCreateBuffer";
        buffer = cl->CreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                                  word, &code);
    }
    if (buffer != NULL) {
        *call = "clSetKernelArg";
        code = cl->SetKernelArg(made, 0, sizeof buffer, &buffer);
        if (code == CL_SUCCESS) {
            *call = "clEnqueueNDRangeKernel";
            code = cl->EnqueueNDRangeKernel(device->queue, made, 1, NULL, &items, &items, 0, NULL,
                                            NULL);
        }
        if (code == CL_SUCCESS) {
            *call = "clEnqueueReadBuffer";
            code =
                cl->EnqueueReadBuffer(device->queue, buffer, CL_TRUE, 0, size, word, 0, NULL, NULL);
        }
        (void)cl->ReleaseMemObject(buffer);
    } else if (code == CL_SUCCESS) {
        code = CL_INVALID_VALUE; /* neither a thing nor an error */
    }
    if (made != NULL) {
        (void)cl->ReleaseKernel(made);
    }
    return code;
}

/* The part of a build's log that says what is wrong, as far as a report's one line has room. */
static char *line_of(const struct wgc_build *build)
{
    const char *log = build->log != NULL ? build->log : "";
    const char *at = strcasestr(log, "error");
    struct wgc_buf text = {0};

    while (at != NULL && at > log && at[-1] != '\n') {
        at--;
    }
    at = at != NULL ? at : log;
    char *part = wgc_text_clean(at, strnlen(at, LOG_PART), WGC_TEXT_ONE_LINE);
    if (part == NULL) {
        return NULL;
    }
    wgc_buf_printf(&text, "%s%s%s", build->reason, part[0] == '\0' ? "" : ": ", part);
    free(part);
    if (text.failed) {
        wgc_buf_free(&text);
    }
    return text.data;
}

enum wgc_status wgc_ask_refused(const struct wgc_build *build, struct wgc_probe_answer *answer,
                                struct wgc_err *err)
{
    answer->state = WGC_PROBE_REFUSED;
    answer->detail = line_of(build);
    return answer->detail == NULL ? wgc_err_memory(err, "a build log") : WGC_OK;
}

enum wgc_status wgc_ask_failed(const char *call, int code, struct wgc_probe_answer *answer,
                               struct wgc_err *err)
{
    char text[WGC_CL_TEXT_MAX];

    answer->state = WGC_PROBE_FAILED;
    answer->detail = strdup(wgc_cl_error_text(text, call, code));
    return answer->detail == NULL ? wgc_err_memory(err, "an answer") : WGC_OK;
}

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
    answers->macro[answers->macro_count] = strdup(name);
    return answers->macro[answers->macro_count] != NULL && ++answers->macro_count > 0;
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
    char options[OPTIONS];
    struct wgc_build build;
    enum wgc_status status;

    make_options(options, standard);
    status = wgc_build_source(device, 1, &source, &text->size, options, &build, err);
    if (status != WGC_OK) {
        return status;
    }
    answer->asked = true;
    if (build.program != NULL) {
        status = run_macro_kernel(device, build.program, answers, answer, err);
    } else {
        answer->refusal = line_of(&build);
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
    char options[OPTIONS];
    struct wgc_build build;
    enum wgc_status status;

    put_probe(&text, wgc_probe_info(subject));
    make_options(options, standard);
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

/* Asks the kernel; the first query that fails ends it. */
static void ask_kernel(const struct wgc_device *device, cl_kernel kernel,
                       struct wgc_sub_group_answer *answer)
{
    const size_t one = 1;
    const size_t *local = &answer->local;
    const size_t *found = answer->local_for_one;
    const struct {
        cl_kernel_sub_group_info what;
        const char *name;
        const size_t *in;
        size_t *out, size;
    } row[] = {
        {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE",
         local, &answer->size, sizeof answer->size},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, "CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE", local,
         &answer->count, sizeof answer->count},
        {CL_KERNEL_MAX_NUM_SUB_GROUPS, "CL_KERNEL_MAX_NUM_SUB_GROUPS", NULL, &answer->max_count,
         sizeof answer->max_count},
        {CL_KERNEL_COMPILE_NUM_SUB_GROUPS, "CL_KERNEL_COMPILE_NUM_SUB_GROUPS", NULL,
         &answer->compile_count, sizeof answer->compile_count},
        {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT", &one,
         answer->local_for_one, sizeof answer->local_for_one},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, "CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE", found,
         &answer->count_for_that, sizeof answer->count_for_that},
    };

    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (row[i].in == found && found[0] == 0) {
            continue; /* the device gave no local size to ask about */
        }
        answer->failed = row[i].name;
        answer->code = device->kernel_sub_group_info(kernel, device->place.id, row[i].what,
                                                     row[i].in != NULL ? sizeof(size_t) : 0,
                                                     row[i].in, row[i].size, row[i].out, NULL);
        if (answer->code != CL_SUCCESS) {
            return;
        }
    }
}

enum wgc_status wgc_ask_sub_groups(const struct wgc_device *device, struct wgc_answers *answers,
                                   struct wgc_err *err)
{
    static const char *const source = "kernel void wgc_ask(global int *out) { out[0] = 1; }\n";
    const size_t size = strlen(source);
    struct wgc_sub_group_answer *answer = &answers->sub_group;
    char options[OPTIONS];
    struct wgc_build build;
    enum wgc_status status;
    int code = CL_SUCCESS;

    answer->asked = true;
    answer->callable = device->kernel_sub_group_info != NULL;
    answer->local = ITEMS;
    if (!answer->callable) {
        return WGC_OK;
    }
    make_options(options, wgc_answers_newest(answers));
    status = wgc_build_source(device, 1, (const char **)&source, &size, options, &build, err);
    if (status != WGC_OK) {
        return status;
    }
    cl_kernel kernel =
        build.program != NULL ? device->cl->CreateKernel(build.program, entry, &code) : NULL;
    if (kernel != NULL) {
        ask_kernel(device, kernel, answer);
        (void)device->cl->ReleaseKernel(kernel);
    } else {
        char text[WGC_CL_TEXT_MAX];
        answer->refusal = build.program == NULL
                              ? line_of(&build)
                              : strdup(wgc_cl_error_text(text, "clCreateKernel", code));
        status = answer->refusal == NULL ? wgc_err_memory(err, "an answer") : WGC_OK;
    }
    wgc_build_free(device, &build);
    return status;
}
