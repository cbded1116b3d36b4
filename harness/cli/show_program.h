/* What --describe and --dump-kernel print of a case c.program.NAME. */
#ifndef WGC_CLI_SHOW_PROGRAM_H
#define WGC_CLI_SHOW_PROGRAM_H

#include "plan/plan.h"
#include "base/buf.h"

/* Appends the local size, the needed features and the program's text, after the name. */
enum wgc_status wgc_show_program(const struct wgc_manifest *manifest, const struct wgc_case *item,
                                 struct wgc_buf *out, struct wgc_err *err);

/* Appends the kernel as OpenCL C. */
enum wgc_status wgc_show_program_kernel(const struct wgc_manifest *manifest,
                                        const struct wgc_kernel *kernel, enum wgc_impl impl,
                                        struct wgc_buf *out, struct wgc_err *err);

#endif
