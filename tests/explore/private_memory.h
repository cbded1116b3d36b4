/* Fills the private memory of a device's threads, for explore-device -l. */
#ifndef TEST_EXPLORE_PRIVATE_MEMORY_H
#define TEST_EXPLORE_PRIVATE_MEMORY_H

#include "tests/explore/opened.h"

/*
 * Drivers for CPUs keep private memory on the stack of a thread, where a launch leaves its values
 * for the next one. The pattern is read again behind a barrier, so that the array is not optimized
 * away.
 */
static void fill_private_memory(struct run *run, unsigned number)
{
    static const char *const text = "kernel void fill(global uint *data, uint pattern)\n"
                                    "{\n"
                                    "    uint array[512];\n"
                                    "    for (uint i = 0; i < 512; i++) {\n"
                                    "        array[i] = pattern + data[0] * i;\n"
                                    "    }\n"
                                    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                    "    uint sum = 0;\n"
                                    "    for (uint i = 0; i < 512; i++) {\n"
                                    "        sum += array[(i * 7 + data[1]) % 512];\n"
                                    "    }\n"
                                    "    data[get_global_id(0) + 2] = sum;\n"
                                    "}\n";
    /* NaNs, numbers of either sign, and zero, for types of 16, 32 and 64 bits. */
    static const cl_uint patterns[] = {0x7fc07fc0, 0x40404040, 0xc2c2c2c2,
                                       0xffffffff, 0,          0x7f7f7f7f};
    enum { GROUP = 16, ITEMS = 32 * GROUP };
    static const cl_uint zeros[ITEMS + 2];
    const size_t local = GROUP, global = ITEMS;
    cl_mem data = clCreateBuffer(run->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 sizeof zeros, (void *)zeros, NULL);
    if (run->filler == NULL) {
        const char *source = text;
        cl_program program = clCreateProgramWithSource(run->context, 1, &source, NULL, NULL);
        clBuildProgram(program, 1, &run->device, "", NULL, NULL);
        run->filler = clCreateKernel(program, "fill", NULL);
        clReleaseProgram(program);
    }
    clSetKernelArg(run->filler, 0, sizeof data, &data);
    clSetKernelArg(run->filler, 1, sizeof patterns[0],
                   &patterns[number % (sizeof patterns / sizeof patterns[0])]);
    if (clEnqueueNDRangeKernel(run->queue, run->filler, 1, NULL, &global, &local, 0, NULL, NULL) !=
            CL_SUCCESS ||
        clFinish(run->queue) != CL_SUCCESS) {
        printf("private memory is not filled\n");
    }
    clReleaseMemObject(data);
}

#endif
