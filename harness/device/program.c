#include "device/program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log_line.h"
#include "device/cl_error.h"
#include "device/library.h"
#include "device/text.h"

enum { LOG_LIMIT = 64 * 1024, LOG_READ_LIMIT = 256 * 1024 * 1024 };

void wgc_build_options(char options[WGC_BUILD_OPTIONS_MAX], unsigned standard, uint64_t max_items,
                       const char *more)
{
    (void)snprintf(options, WGC_BUILD_OPTIONS_MAX,
                   "-cl-std=CL%u.%u -DWGC_MAX_ITEMS=%" PRIu64 "%s%s", WGC_VERSION_PARTS(standard),
                   max_items, more[0] == '\0' ? "" : " ", more);
}

static char *read_log(const struct wgc_device *device, cl_program program)
{
    const struct wgc_cl *cl = device->cl;
    size_t size = 0;
    char *bytes, *clean;

    if (cl->GetProgramBuildInfo(program, device->place.id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) !=
            CL_SUCCESS ||
        size == 0 || size > LOG_READ_LIMIT) {
        return strdup("");
    }
    bytes = calloc(1, size);
    if (bytes == NULL) {
        return NULL;
    }
    if (cl->GetProgramBuildInfo(program, device->place.id, CL_PROGRAM_BUILD_LOG, size, bytes,
                                NULL) != CL_SUCCESS) {
        size = 0;
    }
    clean = wgc_text_log(bytes, size, LOG_LIMIT);
    free(bytes);
    return clean;
}

/* The call, its error, and the most informative line of the log (base/log_line.h). NULL without
 * memory. */
static char *refusal(const char *call, int code, const char *log)
{
    char text[WGC_CL_TEXT_MAX];
    struct wgc_buf reason = {0};

    wgc_library_check_code(code);
    wgc_buf_text(&reason, wgc_cl_error_text(text, call, code));
    (void)wgc_log_line_put(&reason, ": ", log, WGC_LOG_PICK_FIRST, true);
    if (reason.failed) {
        wgc_buf_free(&reason);
    }
    return reason.data;
}

/* Sets the reason and the log of a build that a call refused; program is its, or NULL. */
static enum wgc_status refuse(const struct wgc_device *device, cl_program program, const char *call,
                              int code, struct wgc_build *build, struct wgc_err *err)
{
    if (code == CL_SUCCESS) {
        code = CL_INVALID_PROGRAM; /* neither a program nor an error: a fault of the driver */
    }
    build->code = code;
    build->log = program != NULL ? read_log(device, program) : strdup("");
    build->reason = build->log != NULL ? refusal(call, code, build->log) : NULL;
    if (build->reason == NULL || build->log == NULL) {
        wgc_build_free(device, build);
        return wgc_err_memory(err, "a build log");
    }
    return WGC_OK;
}

/* Takes ownership of the program: keeps it in *build, or releases it and sets the reason. code: of
 * the call. */
static enum wgc_status keep(const struct wgc_device *device, cl_program program, const char *call,
                            int code, struct wgc_build *build, struct wgc_err *err)
{
    *build = (struct wgc_build){0};
    if (program != NULL && code == CL_SUCCESS) {
        build->program = program;
        return WGC_OK;
    }
    enum wgc_status status = refuse(device, program, call, code, build, err);
    if (program != NULL) {
        (void)device->cl->ReleaseProgram(program);
    }
    return status;
}

/* Builds the program that the call `create` made; takes ownership of it. */
static enum wgc_status finish(const struct wgc_device *device, cl_program program,
                              const char *create, int code, const char *options,
                              struct wgc_build *build, struct wgc_err *err)
{
    if (program == NULL) {
        return keep(device, program, create, code, build, err);
    }
    code = device->cl->BuildProgram(program, 1, &device->place.id, options, NULL, NULL);
    return keep(device, program, "clBuildProgram", code, build, err);
}

/* The program's binary for its only device, owned by the caller; NULL with *code and *call where a
 * call fails, or with CL_SUCCESS where the driver has none. */
static unsigned char *read_binary(const struct wgc_device *device, cl_program program, size_t *size,
                                  int *code, const char **call)
{
    unsigned char *binary;

    *size = 0;
    *call = "clGetProgramInfo(CL_PROGRAM_BINARY_SIZES)";
    *code = device->cl->GetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL);
    if (*code != CL_SUCCESS || *size == 0) {
        return NULL;
    }
    binary = calloc(1, *size);
    if (binary == NULL) {
        *call = "calloc";
        *code = CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    *call = "clGetProgramInfo(CL_PROGRAM_BINARIES)";
    *code = device->cl->GetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(void *), &binary, NULL);
    if (*code != CL_SUCCESS) {
        free(binary);
        return NULL;
    }
    return binary;
}

/* Replaces the program by one that is made from its binary. */
static enum wgc_status reload(const struct wgc_device *device, const char *options,
                              struct wgc_build *build, struct wgc_err *err)
{
    const cl_program first = build->program;
    enum wgc_status status;
    const char *call;
    size_t size;
    int code;
    unsigned char *binary = read_binary(device, first, &size, &code, &call);

    *build = (struct wgc_build){0};
    if (binary != NULL) {
        const unsigned char *const bytes = binary;
        const cl_program program =
            device->cl->CreateProgramWithBinary(device->context, 1, &device->place.id, &size,
                                                (const unsigned char **)&bytes, NULL, &code);
        status = finish(device, program, "clCreateProgramWithBinary", code, options, build, err);
        free(binary);
    } else {
        const bool has_none = code == CL_SUCCESS;
        status = refuse(device, NULL, call, code, build, err);
        build->allowed = has_none;
    }
    (void)device->cl->ReleaseProgram(first);
    return status;
}

static enum wgc_status by_method(const struct wgc_device *device, enum wgc_build_method method,
                                 const char *options, struct wgc_build *build, struct wgc_err *err)
{
    return method == WGC_BUILD_BINARY && build->program != NULL
               ? reload(device, options, build, err)
               : WGC_OK;
}

/* Compiles the texts as one program, which the caller links. */
static enum wgc_status compile(const struct wgc_device *device, size_t count, const char **text,
                               const size_t *size, const char *options, struct wgc_build *build,
                               struct wgc_err *err)
{
    int code = CL_SUCCESS;
    cl_program program =
        device->cl->CreateProgramWithSource(device->context, (cl_uint)count, text, size, &code);

    if (program == NULL) {
        return keep(device, program, "clCreateProgramWithSource", code, build, err);
    }
    code = device->cl->CompileProgram(program, 1, &device->place.id, options, 0, NULL, NULL, NULL,
                                      NULL);
    return keep(device, program, "clCompileProgram", code, build, err);
}

/* Compiles the texts with and without WGC_LIBRARY, and links the two programs. */
static enum wgc_status link_two(const struct wgc_device *device, size_t count, const char **text,
                                const size_t *size, const char *options, struct wgc_build *build,
                                struct wgc_err *err)
{
    char for_library[WGC_BUILD_OPTIONS_MAX];
    struct wgc_build library = {0};

    (void)snprintf(for_library, sizeof for_library, "%s -DWGC_LIBRARY", options);
    enum wgc_status status = compile(device, count, text, size, for_library, &library, err);
    if (status != WGC_OK || library.program == NULL) {
        *build = library;
        return status;
    }
    status = compile(device, count, text, size, options, build, err);
    if (status == WGC_OK && build->program != NULL) {
        const cl_program both[] = {build->program, library.program};
        int code = CL_SUCCESS;
        const cl_program linked = device->cl->LinkProgram(device->context, 1, &device->place.id, "",
                                                          2, both, NULL, NULL, &code);
        (void)device->cl->ReleaseProgram(build->program);
        status = keep(device, linked, "clLinkProgram", code, build, err);
    }
    (void)device->cl->ReleaseProgram(library.program);
    return status;
}

enum wgc_status wgc_build_source(const struct wgc_device *device, enum wgc_build_method method,
                                 size_t count, const char **text, const size_t *size,
                                 const char *options, struct wgc_build *build, struct wgc_err *err)
{
    if (method == WGC_BUILD_LINK) {
        return link_two(device, count, text, size, options, build, err);
    }
    int code = CL_SUCCESS;
    cl_program program =
        device->cl->CreateProgramWithSource(device->context, (cl_uint)count, text, size, &code);
    enum wgc_status status =
        finish(device, program, "clCreateProgramWithSource", code, options, build, err);

    return status == WGC_OK ? by_method(device, method, options, build, err) : status;
}

enum wgc_status wgc_build_il(const struct wgc_device *device, enum wgc_build_method method,
                             const void *words, size_t size, const char *options,
                             struct wgc_build *build, struct wgc_err *err)
{
    int code = CL_INVALID_OPERATION;
    cl_program program = NULL;

    if (device->create_with_il != NULL) {
        program = device->create_with_il(device->context, words, size, &code);
    }
    enum wgc_status status =
        finish(device, program, "clCreateProgramWithIL", code, options, build, err);

    return status == WGC_OK ? by_method(device, method, options, build, err) : status;
}

void wgc_build_free(const struct wgc_device *device, struct wgc_build *build)
{
    if (build->program != NULL) {
        (void)device->cl->ReleaseProgram(build->program);
    }
    free(build->reason);
    free(build->log);
    *build = (struct wgc_build){0};
}
