/*
 * What the capability checks measured on a device, in addition to its properties: kernels and
 * modules that were built and run. Plain data, filled by measure.h and judged by judge.h. Pure.
 */
#ifndef WGC_CHECKS_MEASUREMENTS_H
#define WGC_CHECKS_MEASUREMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "device/properties.h"
#include "suite/queries.h"

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

/* A kernel that reads macros, built under one -cl-std. */
struct wgc_macro_kernel {
    bool built;
    char *refusal;  /* why it was not built, or not run; NULL when it ran */
    long c_version; /* __OPENCL_C_VERSION__ */
    long *macro;    /* a value for each macro of the measurements, or WGC_MACRO_UNDEFINED */
};

/* The outcome of a feature test or of a SPIR-V test. */
enum wgc_test_state {
    WGC_TEST_NOT_RUN,
    WGC_TEST_REFUSED, /* it was not built */
    WGC_TEST_FAILED,  /* a call of its run failed */
    WGC_TEST_WRONG,   /* a value is wrong */
    WGC_TEST_RIGHT
};

/* The first wrong value of a feature test. */
struct wgc_test_wrong {
    const struct wgc_feature_call *call;
    size_t item; /* the local id */
    bool written;
    long expected, actual;
    size_t items; /* work-items with a wrong value */
};

struct wgc_test_result {
    enum wgc_test_state state;
    char *detail;                /* what went wrong; NULL when right, or wrong */
    struct wgc_test_wrong wrong; /* of a feature test that is WRONG */
};

/* The test of a module of one SPIR-V version. */
struct wgc_spirv_test {
    unsigned version;
    struct wgc_test_result result;
};

/* Sub-groups of a local size: in x alone where it was not asked for. */
struct wgc_sub_groups_of_size {
    size_t local[3];
    size_t size, count; /* largest sub-group, number of sub-groups; of no local size: 0 */
};

/* The numbers of sub-groups that a local size is asked for. */
enum wgc_asked_count {
    WGC_ASKED_ONE,
    WGC_ASKED_RAN, /* those of the largest work-group, if it runs and has no partial one */
    WGC_ASKED_MOST,
    WGC_ASKED_MORE,
    WGC_ASKED_COUNTS
};

/* clGetKernelSubGroupInfo of one kernel. */
struct wgc_kernel_sub_groups {
    bool callable;                       /* there is a function to call */
    char *refusal;                       /* why the kernel could not be made */
    int code;                            /* of the first query that failed, or of the last one */
    const char *failed;                  /* the name of that query */
    struct wgc_sub_groups_of_size small; /* of a local size of a few work-items */
    struct wgc_sub_groups_of_size large; /* of CL_KERNEL_WORK_GROUP_SIZE */
    bool large_runs;                     /* the kernel was executed with that */
    size_t max_count;                    /* CL_KERNEL_MAX_NUM_SUB_GROUPS */
    size_t compile_count;                /* CL_KERNEL_COMPILE_NUM_SUB_GROUPS */
    struct wgc_sub_groups_of_size fitting[WGC_ASKED_COUNTS]; /* the local size for 1, large.count,
                                                                max_count and max_count + 1 */
};

/* Whether the largest work-group was executed and has whole sub-groups alone. */
bool wgc_runs_whole_sub_groups(const struct wgc_kernel_sub_groups *kernel);

/* The number of sub-groups that fitting[asked] is for. */
size_t wgc_asked_count(const struct wgc_kernel_sub_groups *kernel, enum wgc_asked_count asked);

/* A kernel that requires sub-groups of a size, or none: the first of the measurements. */
struct wgc_required_size {
    size_t required; /* 0: it has no attribute */
    bool built;
    int code;            /* of the query, or of the run */
    const char *failed;  /* the call that returned it */
    size_t compile_size; /* CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL */
    long max_size;       /* get_max_sub_group_size() */
};

/* The -cl-std of a feature test: 2.0, or the newest up to 3.0. */
enum { WGC_C2, WGC_NEWEST, WGC_TEST_STANDARDS };

struct wgc_measurements {
    const struct wgc_properties *properties; /* of the device */
    unsigned done;                           /* enum wgc_measurement, without the feature tests */
    size_t macro_count;
    char **macro; /* names: those of the tables, and the features that the device lists */
    struct wgc_macro_kernel macro_kernel[WGC_STANDARD_COUNT];
    struct wgc_test_result feature_test[WGC_FEATURE_TEST_COUNT][WGC_TEST_STANDARDS];
    struct wgc_kernel_sub_groups sub_groups;
    struct wgc_kernel_sub_groups of_binary; /* callable: the program builds from its own binary */
    size_t spirv_test_count;
    struct wgc_spirv_test *spirv_test; /* one for each version in CL_DEVICE_IL_VERSION */
    bool no_il_called; /* clCreateProgramWithIL was called on a device that takes no SPIR-V */
    int no_il_code;    /* and returned this code */
    struct wgc_test_result group_test; /* a module with group instructions */
    size_t required_count;
    struct wgc_required_size required[1 + WGC_SIZES_MAX];
    /* under each listed -cl-std that claims the subject, but the newest */
    struct wgc_test_result standard_test[WGC_FEATURE_TEST_COUNT][WGC_STANDARD_COUNT];
};

/* Empties all but the properties. */
void wgc_measurements_clear(struct wgc_measurements *measured);

const char *wgc_standard_name(enum wgc_standard standard);   /* "CL3.0"; "" for the default */
const char *wgc_standard_option(enum wgc_standard standard); /* "-cl-std=CL3.0", "no -cl-std" */
unsigned wgc_standard_version(enum wgc_standard standard);   /* 300; 0 for the default */

/*
 * Whether the device's compiler has a version of OpenCL C: by CL_DEVICE_OPENCL_C_ALL_VERSIONS from
 * OpenCL 3.0 on, before that by CL_DEVICE_OPENCL_C_VERSION, which includes the versions before it.
 */
bool wgc_has_standard(const struct wgc_properties *properties, enum wgc_standard standard);
/* The newest of them up to 3.0. */
enum wgc_standard wgc_newest_standard(const struct wgc_properties *properties);

/* The value of a macro under a standard, or WGC_MACRO_UNDEFINED. */
long wgc_macro_value(const struct wgc_measurements *measured, enum wgc_standard standard,
                     const char *name);

/*
 * Whether a version of OpenCL C that the device lists claims the functions or the type of a feature
 * test: it has the macro of the extension ("available in the language if and only if the extension
 * is supported"); 2.0 has the collectives, 3.0 and later them and sub-groups by the macros of the
 * features; functions of sub-groups only where it claims sub-groups, too. Needs the kernels that
 * read macros.
 */
bool wgc_claims(const struct wgc_measurements *measured, enum wgc_standard standard,
                enum wgc_feature_test test);

#endif
