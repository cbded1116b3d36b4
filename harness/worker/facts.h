/*
 * What a device says of itself, asked once: the raw material of features, of the report's "device"
 * object and of build options.
 */
#ifndef WGC_WORKER_FACTS_H
#define WGC_WORKER_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "trial/trial.h"

/* What cl_khr_spirv_queries lists (spirv_lists.h); empty for a device that does not have it. */
struct wgc_spirv_lists {
    int code; /* of the query that failed, or 0 */
    size_t capability_count;
    uint32_t *capability; /* numbers of the SPIR-V specification */
    size_t extension_count;
    char **extension; /* clean texts */
};

/*
 * Strings are clean (text.h) and never NULL; numbers that a device of its version cannot tell are
 * 0. Versions are major * 100 + minor * 10.
 */
struct wgc_facts {
    char *name, *vendor, *platform, *driver_version, *device_version, *profile;
    char *platform_text; /* CL_PLATFORM_VERSION as it stands */
    char *extensions;    /* separated by blanks */
    char *il_version;    /* separated by blanks; of CL_DEVICE_IL_VERSION or its KHR twin */
    char *c_features;    /* names of OpenCL C features, separated by blanks */
    unsigned version;    /* of the device */
    unsigned platform_version;
    size_t c_version_count;
    unsigned c_version[8]; /* of OpenCL C that the compiler takes, ascending */
    bool available, compiler, is_cpu, is_gpu;
    bool collective_functions;    /* CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT (3.0) */
    bool non_uniform_work_groups; /* CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT (3.0) */
    uint32_t address_bits, compute_units, max_clock_mhz, max_sub_groups;
    uint64_t max_work_group_size, max_work_item_size[3];
    uint64_t local_mem_size, global_mem_size, max_mem_alloc_size;
    struct wgc_fp_traits fp_half, fp_float, fp_double; /* with what the standard requires */
    struct wgc_spirv_lists spirv;
};

void wgc_facts_free(struct wgc_facts *facts);

/* Whether a word stands in the extensions, or among the OpenCL C features. */
bool wgc_facts_has_extension(const struct wgc_facts *facts, const char *name);
bool wgc_facts_has_c_feature(const struct wgc_facts *facts, const char *name);
bool wgc_facts_has_c_version(const struct wgc_facts *facts, unsigned version);

/*
 * How a device of that profile computes in half, float or double; config: what it says of the type
 * (CL_DEVICE_*_FP_CONFIG). The standard's minimum (OpenCL API, device queries and embedded profile)
 * counts even if the device does not say it: of the full profile for float, of every device for
 * double, and infinities and NaN where half rounds to nearest.
 */
struct wgc_fp_traits wgc_facts_traits(const struct wgc_facts *facts, enum wgc_type type,
                                      uint64_t config);

/* Whether the device has the queries of cl_khr_spirv_queries. */
bool wgc_facts_has_spirv_queries(const struct wgc_facts *facts);

/* The highest SPIR-V version that the device takes, or 0. */
unsigned wgc_facts_spirv_version(const struct wgc_facts *facts);

#endif
