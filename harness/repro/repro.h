/*
 * A stand-alone program that shows one case, for a bug report: a C file with all data and what is
 * expected, and the kernel's file beside it. It needs the OpenCL headers and loader and nothing of
 * this project. Pure.
 *
 * The data is that of the case's run with this profile and seed, for a device that has all of IEEE
 * 754; on another device the program leaves out what that one does not have. What a function of
 * sub-groups must give is worked out by the program from the mapping that the kernel wrote down;
 * there its bound for sums and products is a little wider than the suite's.
 */
#ifndef WGC_REPRO_REPRO_H
#define WGC_REPRO_REPRO_H

#include "base/buf.h"
#include "base/err.h"
#include "plan/plan.h"

struct wgc_repro_spec {
    const struct wgc_manifest *manifest;
    const char *case_name;
    enum wgc_impl impl;
    enum wgc_profile profile;
    uint64_t seed;
    size_t max_items;       /* the local size of the shape "max" */
    const char *il_version; /* CL_DEVICE_IL_VERSION of the device (suite/spirv.h), or NULL: a SPIR-V
                               module keeps the least version */
    size_t sub_group_size;  /* of a full sub-group at the case's local size; 0: not known */
    const char *device; /* its number, or PLATFORM/DEVICE: what the program uses; NULL: number 0 */
    const char *start;  /* what stands before the program in a shell; NULL: nothing */
};

struct wgc_repro {
    struct wgc_buf program; /* of repro.c */
    struct wgc_buf kernel;  /* of repro.cl; empty for SPIR-V, which is in the program */
};

/* A case that does not exist, or has no kernel, is an error of status WGC_ERR_INPUT. *repro is
 * freed by the caller after success. */
enum wgc_status wgc_repro_make(const struct wgc_repro_spec *spec, struct wgc_repro *repro,
                               struct wgc_err *err);
void wgc_repro_free(struct wgc_repro *repro);

#endif
