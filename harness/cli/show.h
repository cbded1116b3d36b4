/* What is shown without running anything: case names, what a case checks, its kernel.
 * Fills *out. */
#ifndef WGC_CLI_SHOW_H
#define WGC_CLI_SHOW_H

#include "base/buf.h"
#include "base/err.h"
#include "cli/options.h"
#include "suite/manifest.h"

void wgc_show_cases(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                    struct wgc_buf *out);
enum wgc_status wgc_show_case(const struct wgc_manifest *manifest, const char *name,
                              struct wgc_buf *out, struct wgc_err *err);
enum wgc_status wgc_show_kernel(const struct wgc_manifest *manifest, const char *name,
                                enum wgc_impl impl, struct wgc_buf *out, struct wgc_err *err);

#endif
