#include "device/cl_error.h"

#include <stddef.h>
#include <stdio.h>

#include "device/cl_api.h"

/* The errors of cl.h, and the two of cl_ext.h that the calls here may return. */
#define WGC_CL_ERRORS(X)                                                                           \
    X(DEVICE_NOT_FOUND)                                                                            \
    X(DEVICE_NOT_AVAILABLE)                                                                        \
    X(COMPILER_NOT_AVAILABLE)                                                                      \
    X(MEM_OBJECT_ALLOCATION_FAILURE)                                                               \
    X(OUT_OF_RESOURCES)                                                                            \
    X(OUT_OF_HOST_MEMORY)                                                                          \
    X(PROFILING_INFO_NOT_AVAILABLE)                                                                \
    X(MEM_COPY_OVERLAP)                                                                            \
    X(IMAGE_FORMAT_MISMATCH)                                                                       \
    X(IMAGE_FORMAT_NOT_SUPPORTED)                                                                  \
    X(BUILD_PROGRAM_FAILURE)                                                                       \
    X(MAP_FAILURE)                                                                                 \
    X(MISALIGNED_SUB_BUFFER_OFFSET)                                                                \
    X(EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)                                                   \
    X(COMPILE_PROGRAM_FAILURE)                                                                     \
    X(LINKER_NOT_AVAILABLE)                                                                        \
    X(LINK_PROGRAM_FAILURE)                                                                        \
    X(DEVICE_PARTITION_FAILED)                                                                     \
    X(KERNEL_ARG_INFO_NOT_AVAILABLE)                                                               \
    X(INVALID_VALUE)                                                                               \
    X(INVALID_DEVICE_TYPE)                                                                         \
    X(INVALID_PLATFORM)                                                                            \
    X(INVALID_DEVICE)                                                                              \
    X(INVALID_CONTEXT)                                                                             \
    X(INVALID_QUEUE_PROPERTIES)                                                                    \
    X(INVALID_COMMAND_QUEUE)                                                                       \
    X(INVALID_HOST_PTR)                                                                            \
    X(INVALID_MEM_OBJECT)                                                                          \
    X(INVALID_IMAGE_FORMAT_DESCRIPTOR)                                                             \
    X(INVALID_IMAGE_SIZE)                                                                          \
    X(INVALID_SAMPLER)                                                                             \
    X(INVALID_BINARY)                                                                              \
    X(INVALID_BUILD_OPTIONS)                                                                       \
    X(INVALID_PROGRAM)                                                                             \
    X(INVALID_PROGRAM_EXECUTABLE)                                                                  \
    X(INVALID_KERNEL_NAME)                                                                         \
    X(INVALID_KERNEL_DEFINITION)                                                                   \
    X(INVALID_KERNEL)                                                                              \
    X(INVALID_ARG_INDEX)                                                                           \
    X(INVALID_ARG_VALUE)                                                                           \
    X(INVALID_ARG_SIZE)                                                                            \
    X(INVALID_KERNEL_ARGS)                                                                         \
    X(INVALID_WORK_DIMENSION)                                                                      \
    X(INVALID_WORK_GROUP_SIZE)                                                                     \
    X(INVALID_WORK_ITEM_SIZE)                                                                      \
    X(INVALID_GLOBAL_OFFSET)                                                                       \
    X(INVALID_EVENT_WAIT_LIST)                                                                     \
    X(INVALID_EVENT)                                                                               \
    X(INVALID_OPERATION)                                                                           \
    X(INVALID_GL_OBJECT)                                                                           \
    X(INVALID_BUFFER_SIZE)                                                                         \
    X(INVALID_MIP_LEVEL)                                                                           \
    X(INVALID_GLOBAL_WORK_SIZE)                                                                    \
    X(INVALID_PROPERTY)                                                                            \
    X(INVALID_IMAGE_DESCRIPTOR)                                                                    \
    X(INVALID_COMPILER_OPTIONS)                                                                    \
    X(INVALID_LINKER_OPTIONS)                                                                      \
    X(INVALID_DEVICE_PARTITION_COUNT)                                                              \
    X(INVALID_PIPE_SIZE)                                                                           \
    X(INVALID_DEVICE_QUEUE)                                                                        \
    X(INVALID_SPEC_ID)                                                                             \
    X(MAX_SIZE_RESTRICTION_EXCEEDED)                                                               \
    X(PLATFORM_NOT_FOUND_KHR)                                                                      \
    X(CONTEXT_TERMINATED_KHR)

const char *wgc_cl_error_name(int code)
{
    switch (code) {
#define WGC_CL_CASE(name)                                                                          \
    case CL_##name:                                                                                \
        return "CL_" #name;
        WGC_CL_ERRORS(WGC_CL_CASE)
#undef WGC_CL_CASE
    case CL_SUCCESS:
        return "CL_SUCCESS";
    default:
        return NULL;
    }
}

const char *wgc_cl_error_text(char text[WGC_CL_TEXT_MAX], const char *call, int code)
{
    const char *name = wgc_cl_error_name(code);

    (void)snprintf(text, WGC_CL_TEXT_MAX, "%s: %s (%d)", call,
                   name != NULL ? name : "unknown error", code);
    return text;
}

enum wgc_status wgc_cl_fail(struct wgc_err *err, enum wgc_status status, const char *call, int code)
{
    char text[WGC_CL_TEXT_MAX];

    return wgc_err_set(err, status, "%s", wgc_cl_error_text(text, call, code));
}
