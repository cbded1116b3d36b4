/* What main prints on standard output. */
#ifndef WGC_CLI_PARTS_H
#define WGC_CLI_PARTS_H

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"
#include "plan/plan.h"
#include "suite/manifest.h"
#include "suite/spirv.h"
#include "supervisor/supervisor.h"

/* The text of --help, made from the tables of options/. No line is longer than 80 columns. */

/* Appends the help of a command; of the run, that of the whole program. */
void wgc_help(enum wgc_command command, struct wgc_buf *out);

/* ---- show_module.c: The SPIR-V module that a device gets, as text. ---- */

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

/* ---- show_program.c: What --describe and --dump-kernel print of a case c.program.NAME. ---- */

/* Appends the local size, the needed features and the program's text, after the name. */
enum wgc_status wgc_show_program(const struct wgc_manifest *manifest, const struct wgc_case *item,
                                 struct wgc_buf *out, struct wgc_err *err);

/* Appends the kernel as OpenCL C. */
enum wgc_status wgc_show_program_kernel(const struct wgc_manifest *manifest,
                                        const struct wgc_kernel *kernel, enum wgc_impl impl,
                                        struct wgc_buf *out, struct wgc_err *err);

/* What is shown without running anything: case names, what a case checks, its kernel.
 * Fills *out. */

/* Appends the names of the plan's cases as googletest lists tests (reports/lines.h). */
void wgc_show_tests(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                    struct wgc_buf *out);
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

/* ---- show_devices.c: --list-devices. Fills *out. ---- */

enum wgc_device_style {
    WGC_DEVICES_LINES,   /* one line per device */
    WGC_DEVICES_DETAILS, /* the properties that decide what can run, one block per device */
    WGC_DEVICES_JSON,    /* an array of device objects as in the report */
};

void wgc_show_devices(const struct wgc_device_list *list, enum wgc_device_style style,
                      struct wgc_buf *out);

#endif
