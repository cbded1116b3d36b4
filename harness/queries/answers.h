/*
 * What a device answered when it was asked for what it can do: plain data, filled by the worker
 * (worker/ask.h) and judged here. Pure.
 */
#ifndef WGC_QUERIES_ANSWERS_H
#define WGC_QUERIES_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/queries.h"

/* What clGetDeviceInfo is asked for: X(kind, name without CL_DEVICE_). */
#define WGC_INFOS(X)                                                                               \
    X(TEXT, PROFILE)                                                                               \
    X(TEXT, OPENCL_C_VERSION)                                                                      \
    X(TEXT, EXTENSIONS)                                                                            \
    X(TEXT, IL_VERSION)                                                                            \
    X(LIST, EXTENSIONS_WITH_VERSION)                                                               \
    X(LIST, OPENCL_C_ALL_VERSIONS)                                                                 \
    X(LIST, OPENCL_C_FEATURES)                                                                     \
    X(LIST, ILS_WITH_VERSION)                                                                      \
    X(NUMBER, WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT)                                             \
    X(NUMBER, MAX_NUM_SUB_GROUPS)                                                                  \
    X(NUMBER, SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS)                                              \
    X(NUMBER, ATOMIC_MEMORY_CAPABILITIES)                                                          \
    X(NUMBER, DEVICE_ENQUEUE_CAPABILITIES)                                                         \
    X(NUMBER, GENERIC_ADDRESS_SPACE_SUPPORT)                                                       \
    X(NUMBER, IMAGE_SUPPORT)                                                                       \
    X(NUMBER, PIPE_SUPPORT)                                                                        \
    X(NUMBER, MAX_GLOBAL_VARIABLE_SIZE)                                                            \
    X(NUMBER, MAX_READ_WRITE_IMAGE_ARGS)                                                           \
    X(NUMBER, HALF_FP_CONFIG)                                                                      \
    X(NUMBER, DOUBLE_FP_CONFIG)

enum wgc_info {
#define WGC_INFO(kind, name) WGC_INFO_##name,
    WGC_INFOS(WGC_INFO)
#undef WGC_INFO
        WGC_INFO_COUNT
};

/* A name with a version, as cl_name_version; version is major * 100 + minor * 10, patch apart. */
struct wgc_named {
    char *name;
    unsigned version, patch;
};

struct wgc_info_answer {
    int code; /* of the call; 0: it was answered */
    char *text;
    size_t count; /* of a list */
    struct wgc_named *item;
    uint64_t number;
};

/* The values of -cl-std. */
enum wgc_standard {
    WGC_STANDARD_DEFAULT, /* no -cl-std */
    WGC_STANDARD_1_1,
    WGC_STANDARD_1_2,
    WGC_STANDARD_2_0,
    WGC_STANDARD_3_0,
    WGC_STANDARD_3_1,
    WGC_STANDARD_COUNT
};

enum { WGC_MACRO_UNDEFINED = -1 };

/* What a kernel saw that was built under one of them. */
struct wgc_standard_answer {
    bool asked, built;
    char *refusal;  /* why it was not built, or not run; NULL when it ran */
    long c_version; /* __OPENCL_C_VERSION__ */
    long *macro;    /* a value for each of the answers' macros, or WGC_MACRO_UNDEFINED */
};

enum wgc_probe_state {
    WGC_PROBE_NOT_ASKED,
    WGC_PROBE_REFUSED, /* it was not built */
    WGC_PROBE_FAILED,  /* a call of its run failed */
    WGC_PROBE_WRONG,   /* the condition did not hold */
    WGC_PROBE_RIGHT
};

struct wgc_probe_answer {
    enum wgc_probe_state state;
    char *detail; /* what went wrong; NULL when right */
};

/* A module of one SPIR-V version. */
struct wgc_il_answer {
    unsigned version;
    struct wgc_probe_answer probe;
};

/* clGetKernelSubGroupInfo of one kernel. */
struct wgc_sub_group_answer {
    bool asked, callable;    /* callable: there is a function to call */
    char *refusal;           /* the kernel that is asked about could not be made */
    int code;                /* of the query for the largest size, or the first that failed */
    const char *failed;      /* the name of that query */
    size_t local;            /* work-items in x that were asked about */
    size_t size, count;      /* largest sub-group, number of sub-groups */
    size_t local_for_one[3]; /* local size for one sub-group */
    size_t count_for_that;   /* and the number of sub-groups in it */
    size_t max_count;        /* CL_KERNEL_MAX_NUM_SUB_GROUPS */
    size_t compile_count;    /* CL_KERNEL_COMPILE_NUM_SUB_GROUPS */
};

enum { WGC_C2, WGC_NEWEST, WGC_PROBE_STANDARDS };

struct wgc_answers {
    unsigned asked;    /* enum wgc_ask, the probes aside */
    unsigned version;  /* of the device, as 300 */
    unsigned platform; /* of its platform */
    bool compiler;     /* CL_DEVICE_COMPILER_AVAILABLE */
    struct wgc_info_answer info[WGC_INFO_COUNT];
    size_t macro_count;
    char **macro; /* names that the kernels told of: those of the tables and the device's own */
    struct wgc_standard_answer standard[WGC_STANDARD_COUNT];
    struct wgc_probe_answer probe[WGC_PROBE_COUNT][WGC_PROBE_STANDARDS];
    struct wgc_sub_group_answer sub_group;
    size_t il_count;
    struct wgc_il_answer *il;
    int no_il_code; /* what clCreateProgramWithIL gave where nothing is to be taken */
    bool no_il_asked;
    struct wgc_probe_answer groups;
    int spirv_code; /* of the lists of cl_khr_spirv_queries */
    size_t capability_count, spirv_extension_count;
    uint32_t *capability;
    char **spirv_extension;
};

void wgc_answers_free(struct wgc_answers *answers);

/* "CL_DEVICE_EXTENSIONS" and so on. */
const char *wgc_info_name(enum wgc_info info);
const char *wgc_standard_name(enum wgc_standard standard);   /* "CL3.0"; "" for the default */
const char *wgc_standard_option(enum wgc_standard standard); /* "-cl-std=CL3.0", "no -cl-std" */
unsigned wgc_standard_version(enum wgc_standard standard);   /* 300; 0 for the default */

bool wgc_answers_has_extension(const struct wgc_answers *answers, const char *name);
/* The entry of that name in a list, or NULL. */
const struct wgc_named *wgc_answers_find(const struct wgc_answers *answers, enum wgc_info list,
                                         const char *name);

/*
 * Whether the device's compiler has a version of OpenCL C: by CL_DEVICE_OPENCL_C_ALL_VERSIONS from
 * OpenCL 3.0 on, before that by CL_DEVICE_OPENCL_C_VERSION, which includes those before it.
 */
bool wgc_answers_has_standard(const struct wgc_answers *answers, enum wgc_standard standard);
/* The newest of them up to 3.0, which is what probes are built with. */
enum wgc_standard wgc_answers_newest(const struct wgc_answers *answers);

/* The value of a macro under a standard, or WGC_MACRO_UNDEFINED. */
long wgc_answers_macro(const struct wgc_answers *answers, enum wgc_standard standard,
                       const char *name);

/* The word at *rest of a list separated by blanks, with its length; NULL at the end. *rest moves
 * on. */
const char *wgc_next_word(const char **rest, size_t *length);

#endif
