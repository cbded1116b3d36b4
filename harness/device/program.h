/* Programs from OpenCL C and from SPIR-V, with the build log of a refused program. */
#ifndef WGC_DEVICE_PROGRAM_H
#define WGC_DEVICE_PROGRAM_H

#include "device/device.h"
#include "suite/build_way.h"

/* The result of a build: a program, or the reason and the log. */
struct wgc_build {
    cl_program program; /* NULL: the build failed */
    bool allowed;       /* it failed in a way that the standard allows: the driver has no binary */
    int code;           /* of the call that failed */
    char *reason;       /* the call, the error's name and, where the log has one, the line with the
                           error (base/log_line.h); NULL for a program */
    char *log;          /* clean, cut to a length for reports; may be empty */
};

enum { WGC_BUILD_OPTIONS_MAX = 400, WGC_MORE_OPTIONS_MAX = 200 };

/* The options for a version of OpenCL C (features.h), and more. Never -cl-fast-math for floating
 * point: it changes the expected results. */
void wgc_build_options(char options[WGC_BUILD_OPTIONS_MAX], unsigned standard, uint64_t max_items,
                       const char *more);

/*
 * Builds the texts in a row as one program, by a method other than CONTEXT. An error only without
 * memory; a refusal is in *build.
 */
enum wgc_status wgc_build_source(const struct wgc_device *device, enum wgc_build_method method,
                                 size_t count, const char **text, const size_t *size,
                                 const char *options, struct wgc_build *build, struct wgc_err *err);

/* Builds a SPIR-V module, by BUILD or BINARY. */
enum wgc_status wgc_build_il(const struct wgc_device *device, enum wgc_build_method method,
                             const void *words, size_t size, const char *options,
                             struct wgc_build *build, struct wgc_err *err);

void wgc_build_free(const struct wgc_device *device, struct wgc_build *build);

#endif
