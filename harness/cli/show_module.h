/* The SPIR-V module that a device gets, as text. */
#ifndef WGC_CLI_SHOW_MODULE_H
#define WGC_CLI_SHOW_MODULE_H

#include "base/buf.h"
#include "base/err.h"
#include "suite/manifest.h"
#include "suite/spirv.h"

/*
 * Appends the assembly text of a kernel of the signature, in the SPIR-V version and with the
 * address size of the target: spirv-as for that version gives the module of the device. A target
 * without a suitable SPIR-V version is an error of status WGC_ERR_INPUT.
 */
enum wgc_status wgc_show_module(const struct wgc_manifest *manifest,
                                const struct wgc_signature *signature,
                                const struct wgc_kernel *kernel,
                                const struct wgc_spirv_target *target, struct wgc_buf *out,
                                struct wgc_err *err);

#endif
