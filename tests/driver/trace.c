/*
 * trace.c: an OpenCL layer (OPENCL_LAYERS=.../libwgtrace.so) that writes down what a program asks
 * of a driver. It appends to the file WGC_TRACE: the source of each program as it is handed over,
 * behind a line "//@ program", and for each launch a line "//@ launch KERNEL XxYxZ", its local
 * size.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/layer/layer.h"

enum { NAME = 256 };

static FILE *open_trace(void)
{
    const char *path = getenv("WGC_TRACE");
    FILE *file = path == NULL ? NULL : fopen(path, "a");

    if (file == NULL) {
        abort(); /* a trace with a gap would be no evidence */
    }
    return file;
}

static CL_API_ENTRY cl_program CL_API_CALL own_CreateProgramWithSource(
    cl_context context, cl_uint count, const char **strings, const size_t *lengths, cl_int *error)
{
    FILE *file = open_trace();

    (void)fputs("//@ program\n", file);
    for (cl_uint i = 0; i < count; i++) {
        const size_t size = lengths == NULL || lengths[i] == 0 ? strlen(strings[i]) : lengths[i];
        (void)fwrite(strings[i], 1, size, file);
    }
    (void)fclose(file);
    return wgl_next.clCreateProgramWithSource(context, count, strings, lengths, error);
}

static CL_API_ENTRY cl_int CL_API_CALL
own_EnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                         const size_t *offset, const size_t *global, const size_t *local,
                         cl_uint events, const cl_event *list, cl_event *event)
{
    char name[NAME] = "";
    FILE *file = open_trace();

    (void)wgl_next.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, NAME, name, NULL);
    (void)fprintf(file, "//@ launch %s %zu", name, local[0]);
    for (cl_uint d = 1; d < dimensions; d++) {
        (void)fprintf(file, "x%zu", local[d]);
    }
    (void)fputs("\n", file);
    (void)fclose(file);
    return wgl_next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, events,
                                           list, event);
}

const char wgl_name[] = "wgtrace";

void wgl_take(cl_icd_dispatch *own)
{
    WGL_TAKE(own, CreateProgramWithSource, own_CreateProgramWithSource);
    WGL_TAKE(own, EnqueueNDRangeKernel, own_EnqueueNDRangeKernel);
}
