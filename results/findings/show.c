/*
 * Runs a kernel once and prints what each work-item got. Needs nothing but OpenCL:
 *
 *     cc -o show show.c -lOpenCL
 *     ./show FILE SIZE [VALUE...]
 *
 * FILE is OpenCL C (.cl) or SPIR-V (.spv) with one kernel of the arguments (global const int *in,
 * global int *out). SIZE is the local size, as 64 or 43x3. Work-item i, in the order of linear
 * local ids, reads in[i]: the VALUEs, again and again from the first; without any, 1. out is
 * filled with -9 before. Equal neighbours are printed once, with their number. It takes the first
 * device of the first platform: scripts/with-device shows just one. The compiler gets the OPTIONS
 * of the environment too; with OPTIONS=none it gets no option at all, and with a -cl-std of theirs
 * none of its own. OFFSET of the environment is the global offset in each dimension, ROWS the
 * number of work-groups in y.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 8192, FILE_MAX = 1 << 20 };

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s gave %d\n", what, code);
        exit(1);
    }
}

static cl_program load(cl_context context, const char *path)
{
    static char text[FILE_MAX];
    const char *all = text;
    cl_int code;
    FILE *file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(text, 1, sizeof text, file);
    cl_program program;

    if (size == 0 || size == sizeof text) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    program = strstr(path, ".spv") != NULL
                  ? clCreateProgramWithIL(context, text, size, &code)
                  : clCreateProgramWithSource(context, 1, &all, &size, &code);
    check(code, "making the program");
    return program;
}

static cl_kernel build(cl_program program, cl_device_id device, const char *options)
{
    static char log[FILE_MAX];
    cl_kernel kernel;
    const char *more = getenv("OPTIONS");
    char all[256];

    if (more != NULL && strcmp(more, "none") == 0) {
        options = more = "";
    } else if (more != NULL && strstr(more, "-cl-std=") != NULL) {
        options = "";
    }
    snprintf(all, sizeof all, "%s %s", options, more == NULL ? "" : more);
    cl_int code = clBuildProgram(program, 1, &device, all, NULL, NULL);

    if (code != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    check(code, "clBuildProgram");
    check(clCreateKernelsInProgram(program, 1, &kernel, NULL), "clCreateKernelsInProgram");
    return kernel;
}

int main(int argc, char **argv)
{
    static cl_int in[ITEMS_MAX], out[ITEMS_MAX];
    size_t local[3] = {1, 1, 1}, items = 1;
    cl_uint rank = 0;
    cl_platform_id platform;
    cl_device_id device;
    char version[64] = "";
    cl_int code;

    char *slash = argc < 3 ? NULL : strchr(argv[2], '/');
    size_t global = slash == NULL ? 0 : strtoul(argv[2], NULL, 10);
    if (slash != NULL) {
        argv[2] = slash + 1;
    }
    for (char *side = argc < 3 ? NULL : strtok(argv[2], "x"); side != NULL && rank < 3;
         side = strtok(NULL, "x")) {
        local[rank] = strtoul(side, NULL, 10);
        items *= local[rank++];
    }
    if (global > 0 && rank == 1) {
        items = global;
    }
    if (rank == 0 || items == 0 || items > ITEMS_MAX) {
        fprintf(stderr, "usage: show FILE SIZE [VALUE...]\n");
        return 2;
    }
    for (size_t i = 0; i < items; i++) {
        in[i] = argc == 3 ? 1 : atoi(argv[3 + i % (size_t)(argc - 3)]);
        out[i] = -9;
    }
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version, version, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    check(code, "clCreateCommandQueueWithProperties");
    cl_kernel kernel = build(load(context, argv[1]), device,
                             strncmp(version, "OpenCL 3", 8) == 0   ? "-cl-std=CL3.0"
                             : strncmp(version, "OpenCL 2", 8) == 0 ? "-cl-std=CL2.0"
                                                                    : "");
    cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &code);
    check(code, "clCreateBuffer");
    cl_mem to = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof out, out, &code);
    check(code, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
    const char *first = getenv("OFFSET");
    size_t start = first == NULL ? 0 : (size_t)strtoull(first, NULL, 0);
    size_t offset[3] = {start, start, start};
    const char *rows = getenv("ROWS");
    size_t all[3] = {global > 0 && rank == 1 ? global : local[0], local[1], local[2]};
    if (rows != NULL) {
        all[1] *= strtoul(rows, NULL, 10);
        rank = rank < 2 ? 2 : rank;
    }
    check(clEnqueueNDRangeKernel(queue, kernel, rank, offset, all, local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (size_t i = 0, run; i < items; i += run) {
        for (run = 1; i + run < items && out[i + run] == out[i]; run++) {
        }
        printf(run == 1 ? "%s%d" : "%s%d (x%zu)", i == 0 ? "" : " ", out[i], run);
    }
    printf("\n");
    return 0;
}
