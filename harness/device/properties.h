/*
 * The properties of a device, queried once: what clGetDeviceInfo reports, and what follows from it.
 * Features, the report's "device" object, build options and the capability checks rest on them.
 */
#ifndef WGC_DEVICE_PROPERTIES_H
#define WGC_DEVICE_PROPERTIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "trial/trial.h"

/* The parameters of clGetDeviceInfo, without CL_: X(kind, name). SIZES is an array of size_t. */
#define WGC_PROPERTIES(X)                                                                          \
    X(TEXT, DEVICE_NAME)                                                                           \
    X(TEXT, DEVICE_VENDOR)                                                                         \
    X(TEXT, DRIVER_VERSION)                                                                        \
    X(TEXT, DEVICE_VERSION)                                                                        \
    X(TEXT, DEVICE_PROFILE)                                                                        \
    X(TEXT, DEVICE_OPENCL_C_VERSION)                                                               \
    X(TEXT, DEVICE_LATEST_CONFORMANCE_VERSION_PASSED)                                              \
    X(TEXT, DEVICE_EXTENSIONS)                                                                     \
    X(TEXT, DEVICE_IL_VERSION)                                                                     \
    X(LIST, DEVICE_EXTENSIONS_WITH_VERSION)                                                        \
    X(LIST, DEVICE_OPENCL_C_ALL_VERSIONS)                                                          \
    X(LIST, DEVICE_OPENCL_C_FEATURES)                                                              \
    X(LIST, DEVICE_ILS_WITH_VERSION)                                                               \
    X(NUMBER, DEVICE_TYPE)                                                                         \
    X(NUMBER, DEVICE_AVAILABLE)                                                                    \
    X(NUMBER, DEVICE_COMPILER_AVAILABLE)                                                           \
    X(NUMBER, DEVICE_LINKER_AVAILABLE)                                                             \
    X(NUMBER, DEVICE_QUEUE_ON_HOST_PROPERTIES)                                                     \
    X(NUMBER, DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT)                                      \
    X(NUMBER, DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT)                                               \
    X(NUMBER, DEVICE_MAX_NUM_SUB_GROUPS)                                                           \
    X(NUMBER, DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS)                                       \
    X(NUMBER, DEVICE_ATOMIC_MEMORY_CAPABILITIES)                                                   \
    X(NUMBER, DEVICE_DEVICE_ENQUEUE_CAPABILITIES)                                                  \
    X(NUMBER, DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT)                                                \
    X(NUMBER, DEVICE_IMAGE_SUPPORT)                                                                \
    X(NUMBER, DEVICE_PIPE_SUPPORT)                                                                 \
    X(NUMBER, DEVICE_MAX_GLOBAL_VARIABLE_SIZE)                                                     \
    X(NUMBER, DEVICE_MAX_READ_WRITE_IMAGE_ARGS)                                                    \
    X(NUMBER, DEVICE_HALF_FP_CONFIG)                                                               \
    X(NUMBER, DEVICE_SINGLE_FP_CONFIG)                                                             \
    X(NUMBER, DEVICE_DOUBLE_FP_CONFIG)                                                             \
    X(NUMBER, DEVICE_ADDRESS_BITS)                                                                 \
    X(NUMBER, DEVICE_MAX_COMPUTE_UNITS)                                                            \
    X(NUMBER, DEVICE_MEM_BASE_ADDR_ALIGN)                                                          \
    X(NUMBER, DEVICE_MAX_CLOCK_FREQUENCY)                                                          \
    X(NUMBER, DEVICE_MAX_WORK_GROUP_SIZE)                                                          \
    X(SIZES, DEVICE_MAX_WORK_ITEM_SIZES)                                                           \
    X(SIZES, DEVICE_SUB_GROUP_SIZES_INTEL)                                                         \
    X(SIZES, DEVICE_PARTITION_PROPERTIES)                                                          \
    X(NUMBER, DEVICE_LOCAL_MEM_SIZE)                                                               \
    X(NUMBER, DEVICE_GLOBAL_MEM_SIZE)                                                              \
    X(NUMBER, DEVICE_MAX_MEM_ALLOC_SIZE)

enum wgc_property {
#define WGC_PROPERTY(kind, name) WGC_##name,
    WGC_PROPERTIES(WGC_PROPERTY)
#undef WGC_PROPERTY
        WGC_PROPERTY_COUNT
};

/* A name with a version, as cl_name_version; version is major * 100 + minor * 10. */
struct wgc_named {
    char *name;
    unsigned version, patch;
};

enum { WGC_SIZES_MAX = 8 };

/* The value of one property; texts and names are clean (text.h). */
struct wgc_property_value {
    int code;   /* of clGetDeviceInfo, 0: the device reported the value */
    char *text; /* of a text; "" when it was not reported */
    size_t count;
    struct wgc_named *item;       /* of a list */
    uint64_t number;              /* 0 when it was not reported */
    uint64_t size[WGC_SIZES_MAX]; /* of sizes: the first ones, then 0 */
};

/* The lists of cl_khr_spirv_queries, which is part of OpenCL 3.1; empty for a device without it. */
struct wgc_spirv_lists {
    int code; /* of the query that failed, or 0 */
    size_t capability_count;
    uint32_t *capability; /* numbers of the SPIR-V specification */
    size_t extension_count;
    char **extension; /* clean texts */
};

struct wgc_properties {
    struct wgc_property_value value[WGC_PROPERTY_COUNT];
    char *platform;              /* CL_PLATFORM_NAME */
    char *platform_version_text; /* CL_PLATFORM_VERSION */
    char *platform_profile;      /* CL_PLATFORM_PROFILE */
    unsigned version;            /* of the device: major * 100 + minor * 10, as the next ones */
    unsigned platform_version;
    size_t c_version_count;
    unsigned c_version[8]; /* of OpenCL C that the compiler accepts, ascending */
    struct wgc_fp_traits fp_half, fp_float, fp_double; /* wgc_fp_traits_of */
    struct wgc_spirv_lists spirv;
    bool il_unreachable;    /* the OpenCL loader lacks clCreateProgramWithIL */
    bool pipes_unreachable; /* it lacks clCreatePipe */
    bool clone_unreachable; /* it lacks clCloneKernel */
};

void wgc_properties_free(struct wgc_properties *properties);

/* "CL_DEVICE_EXTENSIONS" and so on. */
const char *wgc_property_name(enum wgc_property property);

/* A value of that kind; "" or 0 when it was not reported. */
const char *wgc_property_text(const struct wgc_properties *properties, enum wgc_property property);
uint64_t wgc_property_number(const struct wgc_properties *properties, enum wgc_property property);

/* The first entry of that name in a list, or NULL. */
const struct wgc_named *wgc_property_find(const struct wgc_properties *properties,
                                          enum wgc_property list, const char *name);

/* CL_DEVICE_COMPILER_AVAILABLE. */
bool wgc_has_compiler(const struct wgc_properties *properties);

/* Whether the name is in CL_DEVICE_EXTENSIONS, or in CL_DEVICE_OPENCL_C_FEATURES. */
bool wgc_has_extension(const struct wgc_properties *properties, const char *name);
bool wgc_has_c_feature(const struct wgc_properties *properties, const char *name);
bool wgc_has_c_version(const struct wgc_properties *properties, unsigned version);

/* Whether the device can be given the calls that this version (210 for 2.1) has added: it and its
 * platform are of the version. The OpenCL loader may lack them. */
bool wgc_has_core_calls(const struct wgc_properties *properties, unsigned version);

/* Whether the device has the queries of cl_khr_spirv_queries. */
bool wgc_has_spirv_queries(const struct wgc_properties *properties);

/* The lowest and the highest SPIR-V version in CL_DEVICE_IL_VERSION, or 0 and 0. */
void wgc_spirv_range(const struct wgc_properties *properties, unsigned *lowest, unsigned *highest);

/*
 * How a device of that profile computes in half, float or double; config: CL_DEVICE_*_FP_CONFIG of
 * the type. The standard's minimum (OpenCL API, device queries and embedded profile) counts even
 * where the device does not report it: of the full profile for float, of every device for double,
 * and infinities and NaN where half rounds to nearest.
 */
struct wgc_fp_traits wgc_fp_traits_of(bool embedded, enum wgc_type type, uint64_t config);

#endif
