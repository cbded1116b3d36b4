/* The least SPIR-V modules that say whether a device takes what they hold. Pure. */
#ifndef WGC_WORKER_SPIRV_MODULE_H
#define WGC_WORKER_SPIRV_MODULE_H

#include <stddef.h>
#include <stdint.h>

enum { WGC_SPIRV_WORDS_MAX = 128 };

struct wgc_spirv_module {
    size_t count;
    uint32_t word[WGC_SPIRV_WORDS_MAX];
};

enum wgc_spirv_call {
    WGC_SPIRV_PLAIN,      /* *x = *x + scope: no group instruction */
    WGC_SPIRV_GROUP_IADD, /* *x = the sum of *x over the group; capability Groups */
    WGC_SPIRV_GROUP_IMUL, /* the product; SPV_KHR_uniform_group_instructions */
};

/*
 * kernel void p(global uint *x), with one call. version is that of SPIR-V, as 140; scope the number
 * of a SPIR-V scope, 2 Workgroup or 3 Subgroup; address_bits 32 or 64.
 */
void wgc_spirv_assemble(struct wgc_spirv_module *module, unsigned version, enum wgc_spirv_call call,
                        uint32_t scope, uint32_t address_bits);

#endif
