/*
 * A stand-alone program that shows one case, for a bug report: a C file with all data and the
 * expected results, and the kernel's file. It needs the OpenCL headers and loader, and
 * nothing of this project. Pure.
 *
 * The data is that of the case's run with this profile and seed, for a device that has all of IEEE
 * 754; on another device the program leaves out the missing traits. The expected values of a
 * function of sub-groups are for one size of these; where the device has another one, the program
 * prints the size that it has to be written for.
 */
#ifndef WGC_REPRO_REPRO_H
#define WGC_REPRO_REPRO_H

#include "base/buf.h"
#include "base/err.h"
#include "plan/plan.h"

struct wgc_repro_spec {
    const struct wgc_manifest *manifest;
    const char *case_name;
    char *const *other; /* further cases, whose kernels are in the same program: a finding of
                           query.shared_program */
    size_t other_count;
    enum wgc_impl impl;
    enum wgc_profile profile;
    uint64_t seed;
    size_t max_items;       /* the local size of the shape "max" */
    size_t local_size[3];   /* what the device chooses in a launch without one (form chosen); zeros:
                               not known, and that of the case */
    const char *il_version; /* CL_DEVICE_IL_VERSION of the device (suite/spirv.h), or NULL: a SPIR-V
                               module keeps the least version */
    unsigned address_bits;  /* of the device: 32 gets a SPIR-V module for that; else for 64 */
    bool rows;              /* each row of a work-group has sub-groups of its own */
    bool rows_known;        /* rows was given with the size; else it may be so */
    size_t sub_group_size;  /* of a full sub-group at the case's local size; 0: not known */
    const char *build_options; /* of clBuildProgram, by --build-option; NULL: none */
    const char *device;        /* its number, or PLATFORM/DEVICE, for the program; NULL: number 0 */
    const char *start;         /* the words before the program in a shell; NULL: none */
    const char *called; /* the same for the program's text, as the run was called; NULL: start */
    const char *about;  /* a word of the sentence that the failure violates, "NaN"; NULL: any */
    const char *seen;   /* lines for the program's head: the device and its failure; NULL: none */
};

struct wgc_repro {
    struct wgc_buf program; /* of repro.c */
    struct wgc_buf kernel;  /* of repro.cl; empty for SPIR-V, which is in the program */
    bool threads;           /* it starts host threads: the C compiler needs -lpthread */
};

/* A case that does not exist, or has no kernel, or none for a program of several, is an error of
 * status WGC_ERR_INPUT. *repro is
 * freed by the caller after success. */
enum wgc_status wgc_repro_make(const struct wgc_repro_spec *spec, struct wgc_repro *repro,
                               struct wgc_err *err);
void wgc_repro_free(struct wgc_repro *repro);

#endif
