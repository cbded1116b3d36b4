/*
 * layer.c: an OpenCL layer (OPENCL_LAYERS=.../libwgfaults.so) that makes a right device wrong.
 *
 *   WGFAULT_HEADER=FILE  put this OpenCL C header in front of the source of each program
 *   WGFAULT_SPIRV=RULE   rewrite each SPIR-V module by this rule (spirv.c)
 *   WGFAULT_LOG=FILE     append a line for each program that passes, so that a caller can be sure
 *                        that it was patched
 *   WGFAULT_STD=CL3.0    build with this -cl-std instead of the one that the program asks for
 *   WGFAULT_CLAIM=NAME   add this extension to CL_DEVICE_EXTENSIONS
 *
 * The variables are read at each call. What cannot be done as asked is an error of the call and a
 * line on standard error: a fault that was not applied must not look like one that was not found.
 */
#include "patch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/layer/layer.h"

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static void report(const char *what, const char *name, const char *why)
{
    fprintf(stderr, "wgfaults: %s '%s': %s\n", what, name, why);
}

/* One write a line, in append mode, so that lines of processes that run side by side stay whole. */
static int write_log(const char *kind, const char *fault, size_t kernels, size_t changed)
{
    const char *path = setting("WGFAULT_LOG");
    FILE *file;

    if (!path)
        return 0;
    file = fopen(path, "a");
    if (!file) {
        report("cannot open the log", path, "the program is refused");
        return -1;
    }
    setvbuf(file, NULL, _IOFBF, 4096);
    fprintf(file, "%s kernels=%zu changed=%zu fault=%s\n", kind, kernels, changed, fault);
    if (fclose(file) != 0) {
        report("cannot write the log", path, "the program is refused");
        return -1;
    }
    return 0;
}

static cl_program refuse(cl_int *error)
{
    if (error)
        *error =
            CL_OUT_OF_HOST_MEMORY; /* the one error that each of the intercepted calls may return */
    return NULL;
}

static cl_program create_patched(cl_context context, const struct wgf_text *source,
                                 const char *header_path, cl_int *error)
{
    struct wgf_text header = {0}, patched = {0};
    struct wgf_usage usage;
    cl_program program = NULL;
    int failure = wgf_text_read(&header, header_path);

    if (failure != 0) {
        report("cannot read the header of WGFAULT_HEADER", header_path, strerror(failure));
    } else if (header.length == 0) {
        report("nothing in the header of WGFAULT_HEADER", header_path, "the file is empty");
    } else {
        wgf_patch_source(source, &header, &patched, &usage);
        if (patched.failed) {
            report("cannot apply", header_path, "out of memory");
        } else if (write_log("source", header_path, usage.kernels, usage.calls) == 0) {
            const char *text = patched.data;
            program = wgl_next.clCreateProgramWithSource(context, 1, &text, &patched.length, error);
            free(header.data);
            free(patched.data);
            return program;
        }
    }
    free(header.data);
    free(patched.data);
    return refuse(error);
}

static CL_API_ENTRY cl_program CL_API_CALL create_with_source(cl_context context, cl_uint count,
                                                              const char **strings,
                                                              const size_t *lengths, cl_int *error)
{
    const char *header = setting("WGFAULT_HEADER");
    struct wgf_text source = {0};
    cl_program program;
    cl_uint i;

    if (!header || count == 0 || !strings)
        return wgl_next.clCreateProgramWithSource(context, count, strings, lengths, error);
    for (i = 0; i < count; ++i) {
        if (!strings[i]) { /* for the driver to refuse */
            free(source.data);
            return wgl_next.clCreateProgramWithSource(context, count, strings, lengths, error);
        }
        wgf_text_add(&source, strings[i], lengths && lengths[i] ? lengths[i] : strlen(strings[i]));
    }
    if (source.failed) {
        report("cannot apply", header, "out of memory");
        return refuse(error);
    }
    program = create_patched(context, &source, header, error);
    free(source.data);
    return program;
}

static CL_API_ENTRY cl_program CL_API_CALL create_with_il(cl_context context, const void *il,
                                                          size_t length, cl_int *error)
{
    const char *rule = setting("WGFAULT_SPIRV"), *problem;
    size_t count = length / sizeof(uint32_t), patched_count = 0, changed = 0;
    uint32_t *words, *patched = NULL;
    cl_program program;

    if (!rule || !il || length % sizeof(uint32_t) != 0)
        return wgl_next.clCreateProgramWithIL(context, il, length, error);
    words = malloc(length ? length : 1);
    if (!words) {
        report("cannot apply the rule", rule, "out of memory");
        return refuse(error);
    }
    memcpy(words, il, length); /* which need not be aligned */
    problem = wgf_patch_spirv(words, count, rule, &patched, &patched_count, &changed);
    free(words);
    if (problem) {
        report("cannot apply the rule of WGFAULT_SPIRV", rule, problem);
        return refuse(error);
    }
    if (write_log("spirv", rule, 0, changed) != 0) {
        free(patched);
        return refuse(error);
    }
    program =
        wgl_next.clCreateProgramWithIL(context, patched, patched_count * sizeof(uint32_t), error);
    free(patched);
    return program;
}

/* The options with the value of -cl-std replaced, or added. */
static void replace_standard(const char *options, const char *standard, struct wgf_text *result)
{
    static const char flag[] = "-cl-std=";
    const char *at;

    while (options && (at = strstr(options, flag)) != NULL) {
        wgf_text_add(result, options, (size_t)(at - options));
        options = at + strcspn(at, " \t");
    }
    if (options)
        wgf_text_add(result, options, strlen(options));
    wgf_text_add(result, " ", 1);
    wgf_text_add(result, flag, sizeof flag - 1);
    wgf_text_add(result, standard, strlen(standard));
}

static CL_API_ENTRY cl_int CL_API_CALL build(cl_program program, cl_uint num_devices,
                                             const cl_device_id *devices, const char *options,
                                             void(CL_CALLBACK *notify)(cl_program, void *),
                                             void *user_data)
{
    const char *standard = setting("WGFAULT_STD");
    struct wgf_text replaced = {0};
    cl_int error;

    if (!standard)
        return wgl_next.clBuildProgram(program, num_devices, devices, options, notify, user_data);
    replace_standard(options, standard, &replaced);
    if (replaced.failed) {
        report("cannot build with", standard, "out of memory");
        return CL_OUT_OF_HOST_MEMORY;
    }
    error =
        wgl_next.clBuildProgram(program, num_devices, devices, replaced.data, notify, user_data);
    free(replaced.data);
    return error;
}

static CL_API_ENTRY cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info name,
                                                   size_t size, void *value, size_t *size_ret)
{
    const char *claim = name == CL_DEVICE_EXTENSIONS ? setting("WGFAULT_CLAIM") : NULL;
    struct wgf_text list = {0};
    size_t own_size = 0;
    char *own;
    cl_int error;

    if (!claim)
        return wgl_next.clGetDeviceInfo(device, name, size, value, size_ret);
    error = wgl_next.clGetDeviceInfo(device, name, 0, NULL, &own_size);
    if (error != CL_SUCCESS)
        return error;
    own = calloc(1, own_size + 1);
    if (!own)
        return CL_OUT_OF_HOST_MEMORY;
    error = wgl_next.clGetDeviceInfo(device, name, own_size, own, NULL);
    wgf_text_add(&list, own, strlen(own));
    wgf_text_add(&list, " ", 1);
    wgf_text_add(&list, claim, strlen(claim) + 1);
    free(own);
    if (error == CL_SUCCESS && list.failed)
        error = CL_OUT_OF_HOST_MEMORY;
    if (error == CL_SUCCESS && value && size < list.length)
        error = CL_INVALID_VALUE;
    if (error == CL_SUCCESS && value)
        memcpy(value, list.data, list.length);
    if (error == CL_SUCCESS && size_ret)
        *size_ret = list.length;
    free(list.data);
    return error;
}

const char wgl_name[] = "wgfaults";

void wgl_take(cl_icd_dispatch *own)
{
    WGL_TAKE(own, GetDeviceInfo, device_info);
    WGL_TAKE(own, CreateProgramWithSource, create_with_source);
    WGL_TAKE(own, CreateProgramWithIL, create_with_il);
    WGL_TAKE(own, BuildProgram, build);
}
