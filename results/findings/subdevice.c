/*
 * Releases all of a sub-device: its queue, its context and itself. Needs nothing but OpenCL and
 * glibc:
 *
 *     cc -o subdevice subdevice.c -lOpenCL
 *     ./subdevice running        while a kernel still runs there
 *     ./subdevice finished 500   500 times, each after clFinish
 *
 * glibc overwrites what is freed (M_PERTURB), so that a later use of it shows.
 * It takes the first device of the first platform.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1024, LONG = 200000000, SHORT = 1 };

static const char *const source = "kernel void count(uint rounds)\n"
                                  "{\n"
                                  "    volatile uint sum = 0;\n"
                                  "    for (uint i = 0; i < rounds; i++)\n"
                                  "        sum += i;\n"
                                  "}\n";

static void need(cl_int code, const char *call)
{
    if (code != CL_SUCCESS) {
        printf("%s: %d\n", call, code);
        exit(2);
    }
}

static void use(cl_device_id device, cl_uint rounds, int finish)
{
    const cl_device_partition_property scheme[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    const char *text = source;
    const size_t one = 1;
    cl_device_id part[MOST];
    cl_uint parts;
    cl_int code;

    need(clCreateSubDevices(device, scheme, MOST, part, &parts), "clCreateSubDevices");
    cl_context context = clCreateContext(NULL, 1, part, NULL, NULL, &code);
    need(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, part[0], 0, &code);
    need(code, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    need(code, "clCreateProgramWithSource");
    need(clBuildProgram(program, 0, NULL, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "count", &code);
    need(code, "clCreateKernel");
    need(clSetKernelArg(kernel, 0, sizeof rounds, &rounds), "clSetKernelArg");
    need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
         "clEnqueueNDRangeKernel");
    if (finish) {
        need(clFinish(queue), "clFinish");
    }
    need(clReleaseKernel(kernel), "clReleaseKernel");
    need(clReleaseProgram(program), "clReleaseProgram");
    need(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    need(clReleaseContext(context), "clReleaseContext");
    for (cl_uint i = 0; i < parts; i++) {
        need(clReleaseDevice(part[i]), "clReleaseDevice");
    }
}

int main(int argc, char **argv)
{
    const int finish = argc == 3 && strcmp(argv[1], "finished") == 0;
    const int times = finish ? atoi(argv[2]) : 1;
    cl_platform_id platform;
    cl_device_id device;

    if (!finish && (argc != 2 || strcmp(argv[1], "running") != 0)) {
        fprintf(stderr, "usage: subdevice running | finished TIMES\n");
        return 2;
    }
    mallopt(M_PERTURB, 0xAA);
    need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    for (int i = 0; i < times; i++) {
        use(device, finish ? SHORT : LONG, finish);
    }
    sleep(finish ? 0 : 5); /* the kernel ends */
    printf("all is released\n");
    return 0;
}
