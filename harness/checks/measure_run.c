/* What the measurements share: the run of a kernel, and the result of a failure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks/measure.h"
#include "device/cl_error.h"
#include "device/library.h"

void wgc_standard_options(char options[WGC_STANDARD_OPTIONS_MAX], enum wgc_standard standard)
{
    (void)snprintf(options, WGC_STANDARD_OPTIONS_MAX,
                   standard == WGC_STANDARD_DEFAULT ? "%s" : "-cl-std=%s",
                   wgc_standard_name(standard));
}

int wgc_measure_run(const struct wgc_device *device, cl_program program, const char *kernel,
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
        code = CL_INVALID_VALUE; /* neither an object nor an error */
    }
    if (made != NULL) {
        (void)cl->ReleaseKernel(made);
    }
    return code;
}

enum wgc_status wgc_test_refused(const struct wgc_build *build, struct wgc_test_result *result,
                                 struct wgc_err *err)
{
    result->state = WGC_TEST_REFUSED;
    result->detail = strdup(build->reason);
    return result->detail == NULL ? wgc_err_memory(err, "a build log") : WGC_OK;
}

enum wgc_status wgc_test_failed(const char *call, int code, struct wgc_test_result *result,
                                struct wgc_err *err)
{
    char text[WGC_CL_TEXT_MAX];

    wgc_library_check_code(code);
    result->state = WGC_TEST_FAILED;
    result->detail = strdup(wgc_cl_error_text(text, call, code));
    return result->detail == NULL ? wgc_err_memory(err, "the result of a test") : WGC_OK;
}
