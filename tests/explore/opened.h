/* A device of the machine with the families that it has, for explore-device. */
#ifndef TEST_EXPLORE_OPENED_H
#define TEST_EXPLORE_OPENED_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include "explore/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    char options[200];
    uint32_t families;
    size_t max_items;
    unsigned launches; /* of each program */
    cl_kernel filler;  /* of private_memory.h */
};

static void find_families(struct run *run, uint32_t mask)
{
    static const struct {
        const char *extension;
        enum wgc_program_family family;
    } table[] = {{"cl_khr_work_group_uniform_arithmetic", WGC_FAMILY_UNIFORM_ARITHMETIC},
                 {"cl_khr_subgroups", WGC_FAMILY_SUB_GROUP},
                 {"cl_intel_subgroups", WGC_FAMILY_SUB_GROUP},
                 {"cl_khr_subgroups", WGC_FAMILY_INDEPENDENT},
                 {"cl_intel_subgroups", WGC_FAMILY_INDEPENDENT},
                 {"cl_khr_subgroup_extended_types", WGC_FAMILY_EXTENDED_TYPES},
                 {"cl_khr_subgroup_non_uniform_vote", WGC_FAMILY_NON_UNIFORM_VOTE},
                 {"cl_khr_subgroup_ballot", WGC_FAMILY_BALLOT},
                 {"cl_khr_subgroup_non_uniform_arithmetic", WGC_FAMILY_NON_UNIFORM_ARITHMETIC},
                 {"cl_khr_subgroup_clustered_reduce", WGC_FAMILY_CLUSTERED_REDUCE},
                 {"cl_khr_subgroup_shuffle", WGC_FAMILY_SHUFFLE},
                 {"cl_khr_subgroup_shuffle_relative", WGC_FAMILY_SHUFFLE_RELATIVE},
                 {"cl_khr_subgroup_rotate", WGC_FAMILY_ROTATE},
                 {"cl_khr_fp16", WGC_FAMILY_FP16},
                 {"cl_khr_fp64", WGC_FAMILY_FP64}};
    static char extensions[20000];
    clGetDeviceInfo(run->device, CL_DEVICE_EXTENSIONS, sizeof extensions - 2, extensions + 1, NULL);
    extensions[0] = ' ';
    const size_t length = strlen(extensions);
    extensions[length] = ' ';
    extensions[length + 1] = 0;
    run->families = 1u << WGC_FAMILY_WORK_GROUP | 1u << WGC_FAMILY_INT64;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char word[100];
        snprintf(word, sizeof word, " %s ", table[i].extension);
        if (strstr(extensions, word) != NULL) {
            run->families |= 1u << table[i].family;
        }
    }
    run->families &= mask;
}

static int open_device(struct run *run, unsigned number, uint32_t mask, const char *options)
{
    cl_platform_id platforms[16];
    cl_uint count = 0, found = 0;
    char version[100] = "";
    clGetPlatformIDs(16, platforms, &count);
    for (cl_uint i = 0; i < count && i < 16; i++) {
        cl_device_id devices[16];
        cl_uint some = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 16, devices, &some) == CL_SUCCESS &&
            number < found + some) {
            run->device = devices[number - found];
            break;
        }
        found += some;
    }
    if (run->device == NULL) {
        return 0;
    }
    clGetDeviceInfo(run->device, CL_DEVICE_OPENCL_C_VERSION, sizeof version, version, NULL);
    snprintf(run->options, sizeof run->options, "%s %s",
             strstr(version, "C 2.") != NULL ? "-cl-std=CL2.0" : "-cl-std=CL3.0", options);
    clGetDeviceInfo(run->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof run->max_items,
                    &run->max_items, NULL);
    find_families(run, mask);
    if (getenv("EXPLORE_FAMILIES") != NULL) {
        printf("families 0x%x\n", run->families);
    }
    run->context = clCreateContext(NULL, 1, &run->device, NULL, NULL, NULL);
    run->queue = clCreateCommandQueueWithProperties(run->context, run->device, NULL, NULL);
    return run->queue != NULL;
}

#endif
