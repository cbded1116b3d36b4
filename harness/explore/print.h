/* A program as OpenCL C. Pure. */
#ifndef WGC_EXPLORE_PRINT_H
#define WGC_EXPLORE_PRINT_H

#include "explore/program.h"

struct wgc_print_options {
    const char *kernel; /* its name, as "explore"; helper functions begin with it, so that several
                           programs can be built as one */
    bool emulated;      /* for suite/emulation/wgc_collectives.cl.h, which the caller puts in front:
                           declares its scratch memory */
};

/* Appends the kernel with its functions and extension pragmas: for OpenCL C 2.0, 3.0, or (emulated)
 * 1.2. */
void wgc_program_print(const struct wgc_program *program, const struct wgc_print_options *options,
                       struct wgc_buf *out);

#endif
