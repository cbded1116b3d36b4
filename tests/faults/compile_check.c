/*
 * compile_check.c: builds OpenCL C programs and runs all kernels of each once, with three
 * work-groups of 2x3x2 work-items; a kernel's one argument is a buffer of ulong. Names of source
 * files come on standard input, one a line; for each, a line "ok NAME" or "bad NAME", the latter
 * followed by the reason. Used by selfcheck.py.
 *
 *   compile_check DEVICE OPTIONS    DEVICE counts the devices of all platforms from 0
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLATFORMS = 16, MAX_DEVICES = 16, MAX_KERNELS = 256, RESULTS = 64 };

static cl_device_id find_device(cl_uint index)
{
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_device_id devices[MAX_DEVICES];
    cl_uint platform_count = 0, device_count = 0, i;

    if (clGetPlatformIDs(MAX_PLATFORMS, platforms, &platform_count) != CL_SUCCESS)
        return NULL;
    for (i = 0; i < platform_count && i < MAX_PLATFORMS; ++i) {
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, MAX_DEVICES, devices, &device_count) !=
            CL_SUCCESS)
            continue;
        if (index < device_count)
            return devices[index];
        index -= device_count;
    }
    return NULL;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size;

    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0)
        text = calloc((size_t)size + 1, 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static void print_log(cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *log;

    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    log = calloc(size + 1, 1);
    if (log)
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    printf("%s\n", log ? log : "no memory for the build log");
    free(log);
}

static cl_int run_kernel(cl_command_queue queue, cl_mem buffer, cl_kernel kernel)
{
    static const size_t global[3] = {6, 3, 2}, local[3] = {2, 3, 2};
    cl_int error = clSetKernelArg(kernel, 0, sizeof buffer, &buffer);

    if (error == CL_SUCCESS)
        error = clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL, NULL);
    return error == CL_SUCCESS ? clFinish(queue) : error;
}

static cl_int run(cl_context context, cl_device_id device, cl_program program)
{
    static cl_kernel kernels[MAX_KERNELS];
    cl_int error = CL_SUCCESS, ignored;
    cl_uint count = 0, i;
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
    cl_mem buffer =
        clCreateBuffer(context, CL_MEM_READ_WRITE, RESULTS * sizeof(cl_ulong), NULL, &ignored);

    if (queue && buffer)
        error = clCreateKernelsInProgram(program, MAX_KERNELS, kernels, &count);
    else
        error = CL_OUT_OF_RESOURCES;
    for (i = 0; i < count && error == CL_SUCCESS; ++i)
        error = run_kernel(queue, buffer, kernels[i]);
    for (i = 0; i < count; ++i)
        clReleaseKernel(kernels[i]);
    if (buffer)
        clReleaseMemObject(buffer);
    if (queue)
        clReleaseCommandQueue(queue);
    return error;
}

static void check(cl_context context, cl_device_id device, const char *options, const char *path)
{
    char *text = read_file(path);
    const char *source = text;
    cl_int error = CL_SUCCESS;
    cl_program program;

    if (!text) {
        printf("bad %s\ncannot read it\n", path);
        return;
    }
    program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    if (program && clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
        printf("bad %s\n", path);
        print_log(program, device);
    } else if (!program || (error = run(context, device, program)) != CL_SUCCESS) {
        printf("bad %s\nerror %d\n", path, (int)error);
    } else {
        printf("ok %s\n", path);
    }
    if (program)
        clReleaseProgram(program);
    free(text);
}

int main(int argc, char **argv)
{
    cl_device_id device;
    cl_context context;
    char path[4096];

    device = argc == 3 ? find_device((cl_uint)strtoul(argv[1], NULL, 10)) : NULL;
    context = device ? clCreateContext(NULL, 1, &device, NULL, NULL, NULL) : NULL;
    if (!context) {
        fprintf(stderr, "usage: compile_check DEVICE OPTIONS, with a device that can be used\n");
        return 2;
    }
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = '\0';
        check(context, device, argv[2], path);
        fflush(stdout);
    }
    clReleaseContext(context);
    return 0;
}
