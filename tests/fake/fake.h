/*
 * A fake OpenCL driver for tests (docs/internals.md): an ICD whose devices compute the suite's
 * kernels with the oracle, by their names, and by order of a test do it wrong. Read-only after
 * fake_config().
 */
#ifndef WGC_TESTS_FAKE_FAKE_H
#define WGC_TESTS_FAKE_FAKE_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_icd.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/manifest.h"

enum fake_claim {
#define FAKE_CLAIM(id, by_default, extension) FAKE_##id,
#include "tests/fake/claims.def"
#undef FAKE_CLAIM
    FAKE_CLAIM_COUNT
};

enum { FAKE_TEXT = 128, FAKE_DEVICES = 8, FAKE_RULES = 16, FAKE_NAME = 256 };

struct _cl_platform_id {
    cl_icd_dispatch *dispatch;
    char name[FAKE_TEXT];
};

struct _cl_device_id {
    cl_icd_dispatch *dispatch;
    struct _cl_platform_id *platform;
    char name[FAKE_TEXT], driver[FAKE_TEXT];
    unsigned version; /* major * 100 + minor * 10 */
    bool claim[FAKE_CLAIM_COUNT];
    size_t items;     /* CL_DEVICE_MAX_WORK_GROUP_SIZE */
    size_t sub_group; /* work-items of a sub-group */
    bool part;        /* a sub-device, which its release frees */
};

/* What a rule orders for the cases that it names. */
enum fake_fault {
    FAKE_WRONG,       /* each work-item of a call gets another value */
    FAKE_FLAKY,       /* the same at the first launch of a case that WGC_FAKE_STATE knows of */
    FAKE_BUILD_ERROR, /* the kernel is not built */
    FAKE_BUILD_WARNS, /* the same: the log has a warning, and standard error the error */
    FAKE_BUILD_CRASH, /* the build ends the process, with a line on standard error */
    FAKE_BUILD_HANG,  /* the build does not end */
    FAKE_ACCEPT,      /* a function that the device does not claim is built, and works */
    FAKE_CRASH,       /* at the launch */
    FAKE_HANG,        /* at the launch, and asleep */
    FAKE_SPIN,        /* at the launch, with a processor */
    FAKE_REFUSE,      /* the launch fails, and the driver prints that a symbol is missing */
    FAKE_SLOW,        /* `amount` milliseconds more a launch */
    /* no faults, but what the standard leaves open: */
    FAKE_TURNS,   /* each sub-group is a thread, which spins until its turn */
    FAKE_MASKED,  /* a rotation takes the mask of the sum of id and delta, whatever the sub-group's
                     size */
    FAKE_LACKING, /* a cluster that lacks work-items gives another value */
    FAKE_NO_BIT,  /* the least and the greatest bit are far ones where no work-item's bit is set */
    FAKE_BACKWARDS,  /* a sub-group counts its work-items backwards; for sub_group_mapping alone */
    FAKE_RENUMBERED, /* full sub-groups 0 and 1 have each other's id; for sub_group_mapping alone */
    /* a fault: */
    FAKE_ALTERNATES, /* the two before hold in each second work-group alone */
    FAKE_FAULT_COUNT
};

struct fake_rule {
    enum fake_fault fault;
    unsigned amount;
    char device[FAKE_TEXT]; /* pattern of its name */
    char cases[FAKE_TEXT];  /* pattern of names of cases */
};

struct fake_config {
    size_t platforms, devices, rules;
    struct _cl_platform_id platform[FAKE_DEVICES];
    struct _cl_device_id device[FAKE_DEVICES];
    struct fake_rule rule[FAKE_RULES];
};

/* Reads WGC_FAKE_DEVICES and WGC_FAKE_RULES once. What is wrong in them ends the process with
 * status 97 and a line on standard error: a test must not continue without its faults. */
struct fake_config *fake_config(void);

/* Whether the case is launched for the first time: WGC_FAKE_STATE is a folder with a file for each
 * that was launched. Without the folder the process ends as above. */
bool fake_is_first(const char *name);

/* The first rule of that fault whose patterns match, or NULL. */
const struct fake_rule *fake_rule(const struct _cl_device_id *device, enum fake_fault fault,
                                  const char *name);

/* The extension of a claim, or "". */
const char *fake_extension(enum fake_claim claim);

/* Whether the device claims all that the function needs. */
bool fake_claims(const struct _cl_device_id *device, const struct wgc_signature *signature);

/* The usual way of OpenCL to hand out a value. */
cl_int fake_give(const void *value, size_t size, size_t room, void *out, size_t *needed);
cl_int fake_give_text(const char *text, size_t room, void *out, size_t *needed);

/* Returns when each sub-group of each work-group has had its turn (turns.c); aborts where the
 * system has no thread for one. */
void fake_take_turns(size_t sub_groups, size_t groups);

/* Zeroed memory for release with free(); aborts where there is none. */
void *fake_memory(size_t size);

extern cl_icd_dispatch fake_dispatch;

/* Each file's part of the dispatch table. */
void fake_take_info(cl_icd_dispatch *table);
void fake_take_objects(cl_icd_dispatch *table);
void fake_take_programs(cl_icd_dispatch *table);
void fake_take_kernels(cl_icd_dispatch *table);
void fake_take_launch(cl_icd_dispatch *table);

#endif
