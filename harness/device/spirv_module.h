/* The smallest SPIR-V modules that test a SPIR-V version and group instructions. Pure. */
#ifndef WGC_DEVICE_SPIRV_MODULE_H
#define WGC_DEVICE_SPIRV_MODULE_H

#include <stddef.h>
#include <stdint.h>

enum { WGC_SPIRV_WORDS_MAX = 192 };

struct wgc_spirv_module {
    size_t count;
    uint32_t word[WGC_SPIRV_WORDS_MAX];
};

enum { WGC_SPIRV_ADDED = 2 }; /* the plain module adds this */

/*
 * kernel void p(global uint *x) { *x = *x + 2; }, for a single work-item. version is that of
 * SPIR-V, as 140; address_bits 32 or 64.
 */
void wgc_spirv_plain(struct wgc_spirv_module *module, unsigned version, uint32_t address_bits);

/*
 * kernel void p(global uint *x): each work-item replaces its x[get_global_id(0)] by the sum over
 * the group (OpGroupIAdd, capability Groups). scope is the number of a SPIR-V scope, 2 Workgroup or
 * 3 Subgroup. Ids of 64 bits need the capability Int64.
 */
void wgc_spirv_groups(struct wgc_spirv_module *module, unsigned version, uint32_t scope,
                      uint32_t address_bits);

#endif
