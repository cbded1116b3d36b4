/* The objects behind OpenCL's handles. */
#ifndef WGC_TESTS_FAKE_OBJECTS_H
#define WGC_TESTS_FAKE_OBJECTS_H

#include "tests/fake/fake.h"

enum { FAKE_ARGUMENTS = 8 };

/* What is before the name of each kernel in the texts of the suite. */
#define FAKE_KERNEL "kernel void "

/* The kernel of worker/sub_group_probe.c. */
#define FAKE_PROBE "wgc_sub_group_probe"

struct _cl_context {
    cl_icd_dispatch *dispatch;
    struct _cl_device_id *device;
};

struct _cl_command_queue {
    cl_icd_dispatch *dispatch;
    struct _cl_device_id *device;
};

struct _cl_mem {
    cl_icd_dispatch *dispatch;
    unsigned char *bytes;
    size_t size;
    struct _cl_mem *whole; /* of a part; NULL: bytes are owned */
    unsigned users;        /* its parts, and the host until it releases it */
};

struct _cl_program {
    cl_icd_dispatch *dispatch;
    struct _cl_device_id *device;
    char *text; /* owned; ends with a 0 that is not in size */
    size_t size;
    bool il; /* the text is a SPIR-V module */
    bool built;
    unsigned standard; /* of -cl-std, 120 where the options have none */
    char log[FAKE_NAME];
};

struct fake_argument {
    struct _cl_mem *memory; /* not owned; NULL for a number */
    cl_uint number;
};

struct _cl_kernel {
    cl_icd_dispatch *dispatch;
    struct _cl_program *program; /* not owned */
    char *name;                  /* owned */
    /* Of a kernel of the suite; else NULL. */
    const struct wgc_signature *signature;
    const struct wgc_kernel *kernel;
    struct fake_argument argument[FAKE_ARGUMENTS];
};

/* The signature that the kernel with that name is of, in C or SPIR-V; NULL for another kernel. */
const struct wgc_signature *fake_find(const char *entry, bool il, const struct wgc_kernel **kernel);

/* "c" or "spirv": the first part of the names of its cases. */
const char *fake_language(const struct wgc_signature *signature);

/* Runs a kernel of a capability check: false where it is none. */
bool fake_measure(const struct _cl_kernel *kernel, size_t items, cl_int *code);

/* Runs the kernel that writes the mapping of a work-group's items to sub-groups
 * (worker/sub_group_probe.c): false for another. */
bool fake_probe(const struct _cl_kernel *kernel, size_t items, cl_int *code);

#endif
