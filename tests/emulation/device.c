#define _POSIX_C_SOURCE 200809L
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void must(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, status);
    exit(3);
}

char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (!file || !text) {
        perror(path);
        exit(3);
    }
    if (fread(text, 1, (1 << 20) - 1, file) == 0 || !feof(file)) {
        fprintf(stderr, "%s: empty, or larger than a header should be\n", path);
        exit(3);
    }
    fclose(file);
    return text;
}

static void info(cl_device_id id, cl_device_info what, size_t size, void *value)
{
    must(clGetDeviceInfo(id, what, size, value, NULL), "clGetDeviceInfo");
}

static bool has_extension(cl_device_id id, const char *name)
{
    char list[32768];
    info(id, CL_DEVICE_EXTENSIONS, sizeof list, list);
    for (char *save, *each = strtok_r(list, " ", &save); each; each = strtok_r(NULL, " ", &save))
        if (strcmp(each, name) == 0)
            return true;
    return false;
}

/* OpenCL C 2.0 has it; since 3.0 it is optional, with a query of its own. */
static bool has_optional(const struct device *device, cl_device_info query)
{
    cl_bool support = CL_FALSE;
    if (device->language < 300)
        return device->language >= 200;
    return clGetDeviceInfo(device->id, query, sizeof support, &support, NULL) == CL_SUCCESS &&
           support;
}

/* OpenCL 3.0 has a list of versions (0x1066), for the older query names none beyond 1.2 there. */
static unsigned newest_language(cl_device_id id)
{
    struct {
        cl_uint version;
        char name[64];
    } versions[32];
    char version[256];
    size_t bytes = 0;
    unsigned major = 1, minor = 2, newest = 0;
    if (clGetDeviceInfo(id, 0x1066, sizeof versions, versions, &bytes) != CL_SUCCESS)
        bytes = 0;
    for (size_t i = 0; i < bytes / sizeof *versions; ++i) {
        unsigned each = (versions[i].version >> 22) * 100 + (versions[i].version >> 12 & 1023) * 10;
        newest = each > newest ? each : newest;
    }
    if (newest)
        return newest;
    info(id, CL_DEVICE_OPENCL_C_VERSION, sizeof version, version);
    if (sscanf(version, "OpenCL C %u.%u", &major, &minor) != 2)
        fprintf(stderr, "odd OpenCL C version '%s': taken for 1.2\n", version);
    return major * 100 + minor * 10;
}

static void open_device(struct device *device, cl_device_id id)
{
    cl_int status;
    cl_device_type type;
    device->id = id;
    info(id, CL_DEVICE_TYPE, sizeof type, &type);
    info(id, CL_DEVICE_NAME, sizeof device->name, device->name);
    info(id, CL_DEVICE_VERSION, sizeof device->version, device->version);
    info(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof device->max_items, &device->max_items);
    info(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof device->max_sides, device->max_sides);
    info(id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof device->local_bytes, &device->local_bytes);
    device->language = newest_language(id);
    device->has_fp16 = has_extension(id, "cl_khr_fp16");
    device->has_fp64 = has_extension(id, "cl_khr_fp64");
    device->is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
    device->has_collectives =
        has_optional(device, 0x1068); /* ...WORK_GROUP_COLLECTIVE_FUNCTIONS... */
    device->has_remainders = has_optional(device, 0x1065); /* ...NON_UNIFORM_WORK_GROUP_SUPPORT */
    device->context = clCreateContext(NULL, 1, &id, NULL, NULL, &status);
    must(status, "clCreateContext");
    device->queue = clCreateCommandQueue(device->context, id, 0, &status);
    must(status, "clCreateCommandQueue");
}

size_t open_devices(struct device *devices, size_t capacity)
{
    cl_platform_id platforms[16];
    cl_uint platform_count = 0;
    size_t count = 0;
    if (clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS)
        return 0;
    for (cl_uint p = 0; p < platform_count; ++p) {
        cl_device_id ids[16];
        cl_uint id_count = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, ids, &id_count) != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < id_count && count < capacity; ++d)
            open_device(&devices[count++], ids[d]);
    }
    return count;
}

void close_device(struct device *device)
{
    must(clReleaseCommandQueue(device->queue), "clReleaseCommandQueue");
    must(clReleaseContext(device->context), "clReleaseContext");
}

cl_program build(const struct device *device, const char *const *texts, cl_uint count,
                 const char *options)
{
    cl_int status;
    const char **copy = calloc(count, sizeof *copy); /* OpenCL's prototype lacks a const */
    if (!copy)
        exit(3);
    memcpy(copy, texts, count * sizeof *copy);
    cl_program program = clCreateProgramWithSource(device->context, count, copy, NULL, &status);
    free(copy);
    must(status, "clCreateProgramWithSource");
    status = clBuildProgram(program, 1, &device->id, options, NULL, NULL);
    if (status == CL_SUCCESS)
        return program;
    static const size_t log_bytes = 1 << 20;
    char *log = calloc(1, log_bytes);
    if (log)
        clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, log_bytes, log, NULL);
    fprintf(stderr, "clBuildProgram %s: error %d\n%.4000s\n", options, status, log ? log : "");
    free(log);
    clReleaseProgram(program);
    return NULL;
}
