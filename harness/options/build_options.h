/* The values of --build-option: options of clBuildProgram for every program of a run. */
#ifndef WGC_OPTIONS_BUILD_OPTIONS_H
#define WGC_OPTIONS_BUILD_OPTIONS_H

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"

/*
 * WGC_ERR_INPUT for a value that is no option, for the version of OpenCL C, which the suite
 * chooses, and for an option under which other results or launches are right (OpenCL API, "Compiler
 * Options"): with -cl-mad-enable, for example, the compiler may compute with less accuracy.
 */
enum wgc_status wgc_build_option_check(const char *value, struct wgc_err *err);

/* Appends the values, separated by blanks. WGC_ERR_INPUT where they are too long for a worker. */
enum wgc_status wgc_build_options_join(const struct wgc_options *options, struct wgc_buf *out,
                                       struct wgc_err *err);

#endif
