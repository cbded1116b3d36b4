/*
 * trace.c: an OpenCL layer (OPENCL_LAYERS=.../libwgtrace.so) that writes down what a program asks
 * of a driver. It appends to the file WGC_TRACE: the source of each program as it is handed over,
 * behind a line "//@ program", and for each launch a line "//@ launch KERNEL XxYxZ", its local
 * size. With WGC_TRACE_CALLS set, a line for each call below instead of the sources.
 */
#include <stdarg.h>
#include <stdbool.h>
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

/* Whether calls are written, not sources; then writes the line. */
static bool is_of_calls(const char *format, ...)
{
    va_list args;

    if (getenv("WGC_TRACE_CALLS") == NULL) {
        return false;
    }
    FILE *file = open_trace();
    va_start(args, format);
    (void)vfprintf(file, format, args);
    va_end(args);
    (void)fclose(file);
    return true;
}

static CL_API_ENTRY cl_context CL_API_CALL
own_CreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *ids,
                  void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
                  cl_int *error)
{
    cl_context context = wgl_next.clCreateContext(properties, count, ids, notify, data, error);

    (void)is_of_calls("context %p\n", (void *)context);
    return context;
}

static CL_API_ENTRY cl_command_queue CL_API_CALL own_CreateCommandQueue(
    cl_context context, cl_device_id id, cl_command_queue_properties properties, cl_int *error)
{
    cl_command_queue queue = wgl_next.clCreateCommandQueue(context, id, properties, error);

    (void)is_of_calls("queue %p of %p, properties %llu\n", (void *)queue, (void *)context,
                      (unsigned long long)properties);
    return queue;
}

static CL_API_ENTRY cl_int CL_API_CALL
own_BuildProgram(cl_program program, cl_uint count, const cl_device_id *ids, const char *options,
                 void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    (void)is_of_calls("build %p %s\n", (void *)program, options);
    return wgl_next.clBuildProgram(program, count, ids, options, notify, data);
}

static CL_API_ENTRY cl_int CL_API_CALL
own_CompileProgram(cl_program program, cl_uint count, const cl_device_id *ids, const char *options,
                   cl_uint headers, const cl_program *header, const char **names,
                   void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    (void)is_of_calls("compile %p %s\n", (void *)program, options);
    return wgl_next.clCompileProgram(program, count, ids, options, headers, header, names, notify,
                                     data);
}

static CL_API_ENTRY cl_program CL_API_CALL
own_LinkProgram(cl_context context, cl_uint count, const cl_device_id *ids, const char *options,
                cl_uint programs, const cl_program *program,
                void(CL_CALLBACK *notify)(cl_program, void *), void *data, cl_int *error)
{
    cl_program linked = wgl_next.clLinkProgram(context, count, ids, options, programs, program,
                                               notify, data, error);

    (void)is_of_calls("link %p of %u\n", (void *)linked, programs);
    return linked;
}

static CL_API_ENTRY cl_program CL_API_CALL own_CreateProgramWithBinary(
    cl_context context, cl_uint count, const cl_device_id *ids, const size_t *lengths,
    const unsigned char **binaries, cl_int *status, cl_int *error)
{
    cl_program program =
        wgl_next.clCreateProgramWithBinary(context, count, ids, lengths, binaries, status, error);

    (void)is_of_calls("binary %p in %p\n", (void *)program, (void *)context);
    return program;
}

static CL_API_ENTRY cl_kernel CL_API_CALL own_CreateKernel(cl_program program, const char *name,
                                                           cl_int *error)
{
    cl_kernel kernel = wgl_next.clCreateKernel(program, name, error);

    (void)is_of_calls("kernel %p %s of %p\n", (void *)kernel, name, (void *)program);
    return kernel;
}

static CL_API_ENTRY cl_program CL_API_CALL own_CreateProgramWithSource(
    cl_context context, cl_uint count, const char **strings, const size_t *lengths, cl_int *error)
{
    if (is_of_calls("source in %p\n", (void *)context)) {
        return wgl_next.clCreateProgramWithSource(context, count, strings, lengths, error);
    }
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

    if (is_of_calls("launch %p in %p\n", (void *)kernel, (void *)queue)) {
        return wgl_next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local,
                                               events, list, event);
    }
    FILE *file = open_trace();

    (void)wgl_next.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, NAME, name, NULL);
    (void)fprintf(file, "//@ launch %s ", name);
    for (cl_uint d = 0; local != NULL && d < dimensions; d++) {
        (void)fprintf(file, "%s%zu", d == 0 ? "" : "x", local[d]);
    }
    (void)fputs(local == NULL ? "NULL" : "", file);
    (void)fputs("\n", file);
    (void)fclose(file);
    return wgl_next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, events,
                                           list, event);
}

const char wgl_name[] = "wgtrace";

void wgl_take(cl_icd_dispatch *own)
{
    WGL_TAKE(own, CreateContext, own_CreateContext);
    WGL_TAKE(own, CreateCommandQueue, own_CreateCommandQueue);
    WGL_TAKE(own, BuildProgram, own_BuildProgram);
    WGL_TAKE(own, CompileProgram, own_CompileProgram);
    WGL_TAKE(own, LinkProgram, own_LinkProgram);
    WGL_TAKE(own, CreateProgramWithBinary, own_CreateProgramWithBinary);
    WGL_TAKE(own, CreateKernel, own_CreateKernel);
    WGL_TAKE(own, CreateProgramWithSource, own_CreateProgramWithSource);
    WGL_TAKE(own, EnqueueNDRangeKernel, own_EnqueueNDRangeKernel);
}
