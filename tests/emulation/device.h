/*
 * The OpenCL side of the emulation's tests: devices, programs made of the header and a source,
 * launches. A call that fails is printed with its error's number and ends the program with
 * status 3.
 */
#ifndef WGC_TEST_EMULATION_DEVICE_H
#define WGC_TEST_EMULATION_DEVICE_H

#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    char name[256];
    char version[256];
    size_t max_items;    /* work-items in a work-group */
    size_t max_sides[3]; /* and in each of its dimensions */
    cl_ulong local_bytes;
    unsigned language; /* newest OpenCL C, 120 for 1.2 */
    bool is_cpu;
    bool has_fp16, has_fp64;
    bool has_collectives; /* the built-ins, with -cl-std of `language` */
    bool has_remainders;  /* non-uniform work-groups, likewise */
};

/* Lists every device of the machine; at most `capacity` are opened. */
size_t open_devices(struct device *devices, size_t capacity);
void close_device(struct device *device);

/* The whole file as a string, to be freed. */
char *read_text(const char *path);

/* A program of the concatenated texts; NULL, with the build log printed, where it does not build.
 */
cl_program build(const struct device *device, const char *const *texts, cl_uint count,
                 const char *options);

/* Ends the program unless status is CL_SUCCESS. */
void must(cl_int status, const char *what);

#endif
