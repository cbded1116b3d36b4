#include "supervisor/spirv_target.h"

#include <stdio.h>

#include "supervisor/state.h"

void wgc_spirv_target_of(const struct wgc_record_device *device, struct wgc_spirv_target *target)
{
    *target = (struct wgc_spirv_target){.address_bits = device->address_bits == 32 ? 32 : 64};
    (void)snprintf(target->il_version, sizeof target->il_version, "%s",
                   wgc_or_empty(device->il_version));
}

/* The SPIR-V version of the module that the device gets; 0 when unknown. */
static unsigned version_of(struct wgc_supervisor *supervisor, const struct wgc_case *item)
{
    const struct wgc_signature *signature = &supervisor->manifest->signature[item->signature];
    const struct wgc_kernel *kernel = wgc_manifest_kernel(
        supervisor->manifest, signature, item->form, item->shape, supervisor->options->impl);
    const struct wgc_spirv_target *target = &supervisor->spirv_target;
    char file[WGC_SPIRV_FILE_MAX];
    const struct wgc_buf *module;
    struct wgc_err ignored; /* the worker reports an unreadable file in the case's result */

    if (signature->language != WGC_LANGUAGE_SPIRV || kernel == NULL) {
        return 0;
    }
    wgc_spirv_file(kernel->file, target->address_bits, file);
    supervisor->sources.folder = supervisor->manifest->folder;
    if (wgc_sources_get(&supervisor->sources, file, &module, &ignored) != WGC_OK) {
        return 0;
    }
    const unsigned least = wgc_spirv_version(module->data, module->size);
    return least == 0 ? 0
                      : wgc_spirv_choose(target->il_version, least, signature,
                                         (size_t)(kernel - signature->kernel));
}

void wgc_spirv_note_version(struct wgc_supervisor *supervisor, const struct wgc_case *item,
                            struct wgc_result *result)
{
    const bool failed = wgc_state_is_bad(result->state) && result->state != WGC_STATE_ERROR;

    result->spirv_version = failed && result->reason != NULL ? version_of(supervisor, item) : 0;
}
