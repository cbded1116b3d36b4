/*
 * The smallest program that uses the emulated collectives: the sum and the inclusive scan of the
 * eight numbers of the OpenCL standard's example, on the first device of the machine.
 *
 *     cc -o sum_and_scan examples/sum_and_scan.c -lOpenCL
 *     ./sum_and_scan suite/emulation/wgc_collectives.cl.h examples/sum_and_scan.cl
 *
 * prints
 *
 *     sum 25
 *     scan 3 4 11 11 15 16 22 25
 *
 * With "-cl-std=CL3.0 -DWGC_PREFER_BUILTINS" as third argument, a device that has the functions
 * uses its own.
 *
 * The header must precede the kernels, or be in a folder that the build options name with -I, if
 * the compiler can read files.
 */
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 8, MAX_TEXT = 65536 };

static void must(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, status);
        exit(1);
    }
}

static void read_text(const char *path, char *text)
{
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, MAX_TEXT - 1, file) : 0;
    if (length == 0 || length == MAX_TEXT - 1) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    text[length] = '\0';
    fclose(file);
}

static cl_kernel build(cl_context context, cl_device_id device, const char *header,
                       const char *source, const char *options)
{
    const char *texts[] = {header, source};
    cl_int status;
    cl_program program = clCreateProgramWithSource(context, 2, texts, NULL, &status);
    must(status, "clCreateProgramWithSource");
    must(clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "sum_and_scan", &status);
    must(status, "clCreateKernel");
    must(clReleaseProgram(program), "clReleaseProgram");
    return kernel;
}

static void run(cl_context context, cl_device_id device, cl_kernel kernel)
{
    cl_int in[ITEMS] = {3, 1, 7, 0, 4, 1, 6, 3}, scan[ITEMS], sum, status;
    const size_t items = ITEMS;
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    must(status, "clCreateCommandQueue");
    cl_mem buffers[] = {
        clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof in, in, &status),
        clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof scan, NULL, &status),
        clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof sum, NULL, &status)};
    for (cl_uint i = 0; i < 3; ++i)
        must(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL),
         "clEnqueueNDRangeKernel");
    must(clEnqueueReadBuffer(queue, buffers[1], CL_TRUE, 0, sizeof scan, scan, 0, NULL, NULL),
         "clEnqueueReadBuffer");
    must(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof sum, &sum, 0, NULL, NULL),
         "clEnqueueReadBuffer");
    printf("sum %d\nscan", sum);
    for (size_t i = 0; i < items; ++i)
        printf(" %d", scan[i]);
    printf("\n");
    for (int i = 0; i < 3; ++i)
        clReleaseMemObject(buffers[i]);
    clReleaseCommandQueue(queue);
}

int main(int argc, char **argv)
{
    static char header[MAX_TEXT], source[MAX_TEXT];
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: sum_and_scan HEADER KERNELS [BUILD_OPTIONS]\n");
        return 2;
    }
    read_text(argv[1], header);
    read_text(argv[2], source);
    must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    must(status, "clCreateContext");
    cl_kernel kernel =
        build(context, device, header, source, argc == 4 ? argv[3] : "-cl-std=CL1.2");
    run(context, device, kernel);
    clReleaseKernel(kernel);
    clReleaseContext(context);
    return 0;
}
