/* What is shown without running anything: case names, what a case checks, its kernel.
 * Fills *out. */
#ifndef WGC_CLI_SHOW_H
#define WGC_CLI_SHOW_H

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"
#include "suite/manifest.h"
#include "suite/spirv.h"

void wgc_show_cases(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                    struct wgc_buf *out);
enum wgc_status wgc_show_case(const struct wgc_manifest *manifest, const char *name,
                              struct wgc_buf *out, struct wgc_err *err);
/* The kernels of the cases in names, which commas separate: those of one program, in its order.
 * target: of the device that a module is for; NULL: as the suite has it, for 64 bits of addresses
 * and in the least version. */
enum wgc_status wgc_show_kernels(const struct wgc_manifest *manifest, const char *names,
                                 enum wgc_impl impl, const struct wgc_spirv_target *target,
                                 struct wgc_buf *out, struct wgc_err *err);

#endif
