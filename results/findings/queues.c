/*
 * Launches that share nothing, at once on several command-queues of one context. Needs nothing but
 * OpenCL:
 *
 *     cc -o queues queues.c -lOpenCL
 *     ./queues QUEUES LAUNCHES ROUNDS
 *
 * Each launch writes to a buffer of its own, and each queue has a kernel object of its own; the
 * queues take the launches of a round in turn, and the host waits for all of them before it reads.
 * Prints the number of launches that wrote something wrong.
 * It takes the first device of the first platform.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUP = 65, ITEMS = 16 * GROUP, MOST = 64 };

static const char *const source =
    "kernel void sums(global uint *out, uint number, local uint *room)\n"
    "{\n"
    "    uint sum = 0;\n"
    "    room[get_local_id(0)] = get_local_id(0) + number;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (uint i = 0; i < get_local_size(0); i++)\n"
    "        sum += room[i];\n"
    "    out[get_global_id(0)] = sum + get_group_id(0);\n"
    "}\n";

static void need(cl_int code, const char *call)
{
    if (code != CL_SUCCESS) {
        printf("%s: %d\n", call, code);
        exit(2);
    }
}

/* What is on the device. */
static cl_context context;
static cl_kernel kernel[MOST];
static cl_command_queue queue[MOST];
static cl_mem out[MOST];

static void make(size_t queues, size_t launches)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;

    need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    need(code, "clCreateContext");
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    need(code, "clCreateProgramWithSource");
    need(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    for (size_t i = 0; i < queues; i++) {
        kernel[i] = clCreateKernel(program, "sums", &code);
        need(code, "clCreateKernel");
        queue[i] = clCreateCommandQueue(context, device, 0, &code);
        need(code, "clCreateCommandQueue");
    }
    for (size_t i = 0; i < launches; i++) {
        out[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, ITEMS * sizeof(cl_uint), NULL, &code);
        need(code, "clCreateBuffer");
    }
}

static void launch(size_t queues, size_t launches)
{
    const size_t global = ITEMS, local = GROUP;

    for (size_t i = 0; i < launches; i++) {
        const cl_uint number = (cl_uint)i;
        const cl_kernel own = kernel[i % queues];
        need(clSetKernelArg(own, 0, sizeof out[i], &out[i]), "clSetKernelArg");
        need(clSetKernelArg(own, 1, sizeof number, &number), "clSetKernelArg");
        need(clSetKernelArg(own, 2, GROUP * sizeof(cl_uint), NULL), "clSetKernelArg");
        need(
            clEnqueueNDRangeKernel(queue[i % queues], own, 1, NULL, &global, &local, 0, NULL, NULL),
            "clEnqueueNDRangeKernel");
    }
    for (size_t i = 0; i < queues; i++) {
        need(clFlush(queue[i]), "clFlush");
    }
    for (size_t i = 0; i < queues; i++) {
        need(clFinish(queue[i]), "clFinish");
    }
}

/* Whether a launch has written what it must. */
static int is_right(size_t number)
{
    static cl_uint got[ITEMS];

    need(clEnqueueReadBuffer(queue[0], out[number], CL_TRUE, 0, sizeof got, got, 0, NULL, NULL),
         "clEnqueueReadBuffer");
    for (size_t i = 0; i < ITEMS; i++) {
        if (got[i] != GROUP * (GROUP - 1) / 2 + GROUP * number + i / GROUP) {
            return 0;
        }
    }
    return 1;
}

int main(int argc, char **argv)
{
    const size_t queues = argc == 4 ? strtoul(argv[1], NULL, 10) : 0;
    const size_t launches = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
    const size_t rounds = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    size_t wrong = 0;

    if (queues < 1 || queues > MOST || launches < 1 || launches > MOST || rounds < 1) {
        fprintf(stderr, "usage: queues QUEUES LAUNCHES ROUNDS\n");
        return 2;
    }
    make(queues, launches);
    for (size_t i = 0; i < rounds; i++) {
        launch(queues, launches);
        for (size_t k = 0; k < launches; k++) {
            wrong += !is_right(k);
        }
    }
    printf("%zu of %zu launches are wrong\n", wrong, rounds * launches);
    return wrong > 0;
}
