#include "lanes_launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 10 };

struct lane lane_of(const struct launch *launch, size_t item)
{
    size_t in_group = item % launch->local;
    struct lane lane = {item - in_group % SIZE, in_group % SIZE, 0, 0};
    size_t rest = launch->local - in_group / SIZE * SIZE;
    lane.size = rest < SIZE ? rest : SIZE;
    lane.max = launch->local < SIZE ? launch->local : SIZE;
    return lane;
}

void add_text(char *text, const char *more)
{
    const size_t length = strlen(text), size = strlen(more) + 1;
    if (length + size > TEXT)
        exit(3);
    memcpy(text + length, more, size);
}

void fill_launch(struct launch *launch, size_t local)
{
    unsigned state = (unsigned)local;
    launch->local = local;
    launch->items = local * GROUPS;
    for (size_t i = 0; i < launch->items; ++i) {
        struct lane lane = lane_of(launch, i);
        for (size_t w = 0; w < 4; ++w) {
            state = state * 1664525u + 1013904223u;
            launch->ballot[i][w] = state >> 16 | state << 16;
        }
        launch->argument[i] = (cl_uint)((state >> 20) % lane.size);
    }
}

static cl_mem buffer(const struct device *device, size_t bytes, void *from)
{
    cl_int status;
    cl_mem result =
        clCreateBuffer(device->context, from ? CL_MEM_COPY_HOST_PTR : 0, bytes, from, &status);
    must(status, "clCreateBuffer");
    return result;
}

void run_kernel(const struct device *device, cl_program program, const char *name,
                struct launch *launch, size_t bytes, void *in, size_t calls, void *out)
{
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, name, &status);
    must(status, "clCreateKernel");
    cl_mem memory[] = {buffer(device, launch->items * bytes, in),
                       buffer(device, launch->items * sizeof *launch->argument, launch->argument),
                       buffer(device, calls * launch->items * bytes, NULL)};
    for (cl_uint i = 0; i < 3; ++i)
        must(clSetKernelArg(kernel, i, sizeof memory[i], &memory[i]), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &launch->items, &launch->local, 0,
                                NULL, NULL),
         "clEnqueueNDRangeKernel");
    must(clEnqueueReadBuffer(device->queue, memory[2], CL_TRUE, 0, calls * launch->items * bytes,
                             out, 0, NULL, NULL),
         "clEnqueueReadBuffer");
    for (size_t i = 0; i < 3; ++i)
        must(clReleaseMemObject(memory[i]), "clReleaseMemObject");
    must(clReleaseKernel(kernel), "clReleaseKernel");
}

void count_result(struct lanes_result *result, bool right, const char *what, const char *type,
                  const struct launch *launch, size_t item)
{
    ++result->results;
    if (!right && ++result->wrong <= SHOWN)
        printf("WRONG %s %s, work-groups of %zu, item %zu\n", what, type, launch->local, item);
}
