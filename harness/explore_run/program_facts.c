#include "explore_run/parts.h"

_Static_assert((int)WGC_FAMILY_COUNT <= (int)WGC_MAX_REQUIRES, "a program may need all families");

/* What suite/emulation has, in OpenCL C 1.2. */
static const uint32_t emulated = UINT32_C(1) << WGC_FAMILY_WORK_GROUP |
                                 UINT32_C(1) << WGC_FAMILY_UNIFORM_ARITHMETIC |
                                 UINT32_C(1) << WGC_FAMILY_SUB_GROUP;

enum wgc_status wgc_program_facts(const char *text, size_t size, struct wgc_shape *shape,
                                  struct wgc_signature *signature, struct wgc_err *err)
{
    struct wgc_program program;
    enum wgc_status status = wgc_program_read("program", text, size, &program, err);

    if (status != WGC_OK) {
        return status;
    }
    const uint32_t families = wgc_program_families(&program);
    shape->rank = program.dimensions;
    for (int i = 0; i < 3; i++) {
        shape->side[i] = program.local[i];
    }
    signature->requires_count = 0;
    for (int i = 0; i < WGC_FAMILY_COUNT; i++) {
        if ((families >> i & 1U) != 0) {
            signature->requires[signature->requires_count++] =
                wgc_family_feature((enum wgc_program_family)i);
        }
    }
    wgc_program_free(&program);
    return WGC_OK;
}

/* The families that a program may use on the device: bits 1 << enum wgc_program_family. */
static uint32_t families_of(const struct wgc_device_info *info, enum wgc_impl impl)
{
    uint32_t families = 0;

    for (int i = 0; i < WGC_FAMILY_COUNT; i++) {
        families |=
            (uint32_t)(info->features >> wgc_family_feature((enum wgc_program_family)i) & 1U) << i;
    }
    return impl == WGC_IMPL_EMULATED ? (families & WGC_FAMILIES_OF_TYPES) | emulated : families;
}

void wgc_generate_for_device(const struct wgc_device_info *info, enum wgc_impl impl,
                             struct wgc_generate_options *options)
{
    uint64_t items = info->max_work_group_size;

    for (int i = 0; i < 3; i++) {
        /* the generator uses every dimension */
        items = info->max_work_item_size[i] < items ? info->max_work_item_size[i] : items;
    }
    options->families = families_of(info, impl);
    if (items < options->max_items) {
        options->max_items = items == 0 ? 1 : (uint32_t)items;
    }
}
