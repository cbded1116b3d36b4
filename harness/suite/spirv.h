/*
 * Which module a device gets. The suite has each module for both widths of addresses, in the least
 * version of SPIR-V that has its instructions. A device that lists several versions gets a module
 * in one of them, so that all it lists are used. Pure.
 */
#ifndef WGC_SUITE_SPIRV_H
#define WGC_SUITE_SPIRV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "suite/manifest.h"

enum {
    WGC_SPIRV_FILE_MAX = 256,
    WGC_SPIRV_LIST_MAX = 512,
    WGC_SPIRV_FIRST = 100,
    WGC_SPIRV_LAST = 160
};

/* The properties of a device that select its module. */
struct wgc_spirv_target {
    char il_version[WGC_SPIRV_LIST_MAX]; /* CL_DEVICE_IL_VERSION */
    unsigned address_bits;               /* 32 or 64 */
};

/* The file of a module for a device: "spirv/X.spv" as the manifest names it, or "spirv32/X.spv"
 * where address_bits is 32. */
void wgc_spirv_file(const char *file, unsigned address_bits, char path[WGC_SPIRV_FILE_MAX]);

/* The version in a module's header, as 130; 0 when the bytes are no module of this machine's byte
 * order. */
unsigned wgc_spirv_version(const void *module, size_t size);

/*
 * The version for the kernel with that number of a signature: one of those from least on that
 * il_version lists ("SPIR-V_1.0 SPIR-V_1.2"), in turns by the function's name, type and kernel; 0
 * when it lists none that this suite knows (1.0 to 1.6).
 */
unsigned wgc_spirv_choose(const char *il_version, unsigned least,
                          const struct wgc_signature *signature, size_t kernel);

/*
 * Appends the module with that version in its header. From 1.4 on an entry point names all
 * variables of the module that it uses, before that those of Input and Output alone: the others
 * are added. Modules of the suite have one entry point, which uses all of their variables. false
 * when the bytes are no whole module; without memory out->failed is set.
 */
bool wgc_spirv_set_version(const void *module, size_t size, unsigned version, struct wgc_buf *out);

/* The same with the module's assembly text, as the generator writes it: an instruction a line. The
 * version itself is not in the text, but an option of the assembler. */
void wgc_spirv_put_text(const char *text, unsigned version, struct wgc_buf *out);

#endif
