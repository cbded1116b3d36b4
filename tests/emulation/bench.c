/*
 * bench [--options TEXT] [--header FILE]: what a call of a collective costs, in nanoseconds a
 * work-group, as a Markdown table: the device's built-in where it has one, the emulation, and the
 * straightforward way, where every work-item loops over the values in local memory.
 * TEXT goes to the compiler, for example -DWGC_EMULATION_RADIX=4u.
 *
 * A kernel makes many calls, each on the result of the one before it. The time is that of enqueue
 * and finish, less that of the same kernel with no call; of each the median of many launches, short
 * ones on a CPU, where other programs get in between.
 */
#define _POSIX_C_SOURCE 200809L
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPETITIONS = 51 };

struct load {
    cl_uint calls; /* in work-groups of 1024; smaller ones make more */
    size_t groups_per_unit;
};
static const struct load cpu_load = {20, 2}, gpu_load = {100, 16};

struct subject {
    const char *type, *call, *loop; /* loop: what the straightforward way computes, from cells */
};

static const struct subject subjects[] = {
    {"int", "work_group_any(x)", "r = 0; for (i = 0; i < n; ++i) r |= cells[i] != 0;"},
    {"int", "work_group_broadcast(x, 1)", "r = cells[1];"},
    {"int", "work_group_reduce_add(x)", "r = 0; for (i = 0; i < n; ++i) r += cells[i];"},
    {"long", "work_group_reduce_max(x)",
     "r = LONG_MIN; for (i = 0; i < n; ++i) r = max(r, cells[i]);"},
    {"int", "work_group_scan_inclusive_add(x)", "r = 0; for (i = 0; i <= id; ++i) r += cells[i];"},
    {"float", "work_group_scan_exclusive_add(x)", "r = 0; for (i = 0; i < id; ++i) r += cells[i];"},
};

enum way { BUILT_IN, EMULATED, LOOP, WAY_COUNT };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of the seconds that one launch takes. */
static double time_launch(const struct device *device, cl_kernel kernel, size_t global,
                          size_t local, cl_uint calls)
{
    double seconds[REPETITIONS];
    must(clSetKernelArg(kernel, 1, sizeof calls, &calls), "clSetKernelArg");
    for (int i = -1; i < REPETITIONS; ++i) { /* the first one compiles and is not counted */
        double start = seconds_now();
        must(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
             "clEnqueueNDRangeKernel");
        must(clFinish(device->queue), "clFinish");
        if (i >= 0)
            seconds[i] = seconds_now() - start;
    }
    qsort(seconds, REPETITIONS, sizeof *seconds, ascending);
    return seconds[REPETITIONS / 2];
}

static cl_program build_way(const struct device *device, const struct subject *subject,
                            enum way way, const char *header, const char *extra)
{
    char source[2048], call[512], options[256];
    unsigned language = way == BUILT_IN ? device->language : 120;
    snprintf(call, sizeof call, "r = %s;", subject->call);
    if (way == LOOP)
        snprintf(call, sizeof call,
                 "cells[id] = x; barrier(CLK_LOCAL_MEM_FENCE); %s barrier(CLK_LOCAL_MEM_FENCE);",
                 subject->loop);
    snprintf(source, sizeof source,
             "kernel void bench(global %s *data, uint calls)\n"
             "{\n    %s\n"
             "    uint id = get_local_id(0), n = get_local_size(0), c, i;\n"
             "    %s x = data[get_global_id(0)], r = x;\n"
             "    for (c = 0; c < calls; ++c) { %s x = r + id; }\n"
             "    data[get_global_id(0)] = x;\n}\n",
             subject->type,
             way == EMULATED ? "WGC_SCRATCH(MAX_ITEMS);"
             : way == LOOP
                 ? "local ulong bytes[MAX_ITEMS]; local TYPE *cells = (local TYPE *)bytes;"
                 : "",
             subject->type, call);
    snprintf(options, sizeof options, "-cl-std=CL%u.%u -DMAX_ITEMS=1024 -DTYPE=%s %s",
             language / 100, language / 10 % 10, subject->type, extra);
    const char *texts[] = {way == EMULATED ? header : "", "\n", source};
    return build(device, texts, 3, options);
}

/* Nanoseconds of one call for one work-group on a full device; below 0 where there is
 * none. */
static double cost(const struct device *device, const struct subject *subject, enum way way,
                   size_t local, const char *header, const char *extra)
{
    cl_int status;
    cl_uint units = 1;
    if (way == BUILT_IN && !device->has_collectives)
        return -1;
    must(clGetDeviceInfo(device->id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL),
         "clGetDeviceInfo");
    const struct load *load = device->is_cpu ? &cpu_load : &gpu_load;
    cl_uint calls = load->calls * (cl_uint)(1024 / local + 1);
    size_t groups = (size_t)units * load->groups_per_unit;
    cl_program program = build_way(device, subject, way, header, extra);
    if (!program)
        return -1;
    cl_kernel kernel = clCreateKernel(program, "bench", &status);
    must(status, "clCreateKernel");
    void *zeros = calloc(groups * local, 8);
    cl_mem data =
        clCreateBuffer(device->context, CL_MEM_COPY_HOST_PTR, groups * local * 8, zeros, &status);
    must(status, "clCreateBuffer");
    free(zeros);
    must(clSetKernelArg(kernel, 0, sizeof data, &data), "clSetKernelArg");
    double empty = time_launch(device, kernel, groups * local, local, 0);
    double full = time_launch(device, kernel, groups * local, local, calls);
    must(clReleaseMemObject(data), "clReleaseMemObject");
    must(clReleaseKernel(kernel), "clReleaseKernel");
    must(clReleaseProgram(program), "clReleaseProgram");
    return (full - empty) * 1e9 / calls / (double)groups;
}

/* Three digits will do: the machine's noise is larger. */
static void print_cell(double value)
{
    if (value > 0)
        printf(" %.*f |", value < 1 ? 2 : value < 10 ? 1 : 0, value);
    else
        printf(" – |");
}

static void bench_device(const struct device *device, const char *header, const char *extra)
{
    static const size_t sizes[] = {64, 256, 1000, 1024};
    printf("\n**%s** (%s)\n\n", device->name, device->version);
    printf("| function | type | local size | built-in, ns | emulated, ns | loop, ns "
           "| emulated : built-in | loop : emulated |\n|---|---|--:|--:|--:|--:|--:|--:|\n");
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; ++s) {
        for (size_t n = 0; n < sizeof sizes / sizeof *sizes; ++n) {
            double ns[WAY_COUNT];
            if (sizes[n] > device->max_items)
                continue;
            for (enum way way = BUILT_IN; way < WAY_COUNT; ++way)
                ns[way] = cost(device, &subjects[s], way, sizes[n], header, extra);
            printf("| `%s` | %s | %zu |", subjects[s].call, subjects[s].type, sizes[n]);
            for (enum way way = BUILT_IN; way < WAY_COUNT; ++way)
                print_cell(ns[way]);
            print_cell(ns[BUILT_IN] > 0 ? ns[EMULATED] / ns[BUILT_IN] : -1);
            print_cell(ns[LOOP] / ns[EMULATED]);
            printf("\n");
            fflush(stdout);
        }
    }
}

int main(int argc, char **argv)
{
    const char *path = "suite/emulation/wgc_collectives.cl.h", *extra = "";
    struct device devices[16] = {0};
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--options") == 0 && i + 1 < argc) {
            extra = argv[++i];
        } else if (strcmp(argv[i], "--header") == 0 && i + 1 < argc) {
            path = argv[++i];
        } else {
            fprintf(stderr, "usage: bench [--options TEXT] [--header FILE]\n");
            return 2;
        }
    }
    char *header = read_text(path);
    size_t count = open_devices(devices, sizeof devices / sizeof *devices);
    for (size_t i = 0; i < count; ++i) {
        bench_device(&devices[i], header, extra);
        close_device(&devices[i]);
    }
    free(header);
    if (count == 0)
        fprintf(stderr, "no OpenCL device\n");
    return count == 0 ? 3 : 0;
}
