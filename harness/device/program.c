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
                   "-cl-std=CL%u.%u -DWGC_MAX_ITEMS=%" PRIu64 "%s%s", standard / 100,
                   standard / 10 % 10, max_items, more[0] == '\0' ? "" : " ", more);
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

/* Takes ownership of the program: keeps it in *build, or releases it and sets the reason. */
static enum wgc_status finish(const struct wgc_device *device, cl_program program,
                              const char *create, int code, const char *options,
                              struct wgc_build *build, struct wgc_err *err)
{
    const char *call = create;

    *build = (struct wgc_build){0};
    if (program != NULL) {
        call = "clBuildProgram";
        code = device->cl->BuildProgram(program, 1, &device->place.id, options, NULL, NULL);
        if (code == CL_SUCCESS) {
            build->program = program;
            return WGC_OK;
        }
    } else if (code == CL_SUCCESS) {
        code = CL_INVALID_PROGRAM; /* neither a program nor an error: a fault of the driver */
    }
    build->code = code;
    build->log = program != NULL ? read_log(device, program) : strdup("");
    build->reason = build->log != NULL ? refusal(call, code, build->log) : NULL;
    if (program != NULL) {
        (void)device->cl->ReleaseProgram(program);
    }
    if (build->reason == NULL || build->log == NULL) {
        wgc_build_free(device, build);
        return wgc_err_memory(err, "a build log");
    }
    return WGC_OK;
}

enum wgc_status wgc_build_source(const struct wgc_device *device, size_t count, const char **text,
                                 const size_t *size, const char *options, struct wgc_build *build,
                                 struct wgc_err *err)
{
    int code = CL_SUCCESS;
    cl_program program =
        device->cl->CreateProgramWithSource(device->context, (cl_uint)count, text, size, &code);

    return finish(device, program, "clCreateProgramWithSource", code, options, build, err);
}

enum wgc_status wgc_build_il(const struct wgc_device *device, const void *words, size_t size,
                             struct wgc_build *build, struct wgc_err *err)
{
    int code = CL_INVALID_OPERATION;
    cl_program program = NULL;

    if (device->create_with_il != NULL) {
        program = device->create_with_il(device->context, words, size, &code);
    }
    return finish(device, program, "clCreateProgramWithIL", code, "", build, err);
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
