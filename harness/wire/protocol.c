#include "wire/protocol.h"

#include <stdlib.h>

void wgc_worker_config_put(struct wgc_buf *buf, const struct wgc_worker_config *config)
{
    wgc_wire_put_u32(buf, (uint32_t)config->mode);
    wgc_wire_put_u32(buf, (uint32_t)config->device);
    wgc_wire_put_u64(buf, config->features);
    wgc_wire_put_u32(buf, (uint32_t)config->impl);
    wgc_wire_put_u32(buf, (uint32_t)config->profile);
    wgc_wire_put_u64(buf, config->seed);
    wgc_wire_put_u32(buf, config->unadvertised);
    wgc_wire_put_str(buf, config->suite_folder);
    wgc_wire_put_str(buf, config->suite_digest);
    wgc_wire_put_str(buf, wgc_or_empty(config->build_options));
}

bool wgc_worker_config_get(struct wgc_wire_view *view, struct wgc_worker_config *config)
{
    uint32_t mode, device, impl, profile, unadvertised;
    char *folder, *digest;

    *config = (struct wgc_worker_config){0};
    if (!wgc_wire_get_u32(view, &mode) || mode > WGC_WORKER_LIST ||
        !wgc_wire_get_u32(view, &device) || !wgc_wire_get_u64(view, &config->features) ||
        config->features >> WGC_FEATURE_COUNT != 0 || !wgc_wire_get_u32(view, &impl) ||
        impl >= WGC_IMPL_COUNT || !wgc_wire_get_u32(view, &profile) ||
        profile >= WGC_PROFILE_COUNT || !wgc_wire_get_u64(view, &config->seed) ||
        !wgc_wire_get_u32(view, &unadvertised) || unadvertised > 1 ||
        !wgc_wire_get_str(view, &folder)) {
        return false;
    }
    config->suite_folder = folder;
    if (!wgc_wire_get_str(view, &digest)) {
        return false;
    }
    config->suite_digest = digest;
    if (!wgc_wire_get_str(view, &config->build_options)) {
        return false;
    }
    config->mode = (enum wgc_worker_mode)mode;
    config->device = (int)device;
    config->impl = (enum wgc_impl)impl;
    config->profile = (enum wgc_profile)profile;
    config->unadvertised = unadvertised == 1;
    return wgc_wire_at_end(view);
}

void wgc_worker_config_free(struct wgc_worker_config *config)
{
    free((char *)(uintptr_t)config->suite_folder);
    free((char *)(uintptr_t)config->suite_digest);
    free(config->build_options);
    *config = (struct wgc_worker_config){0};
}

void wgc_device_info_put(struct wgc_buf *buf, const struct wgc_device_info *info)
{
    wgc_wire_put_u32(buf, info->index);
    wgc_wire_put_str(buf, info->name);
    wgc_wire_put_str(buf, info->json);
    wgc_wire_put_u64(buf, info->features);
    wgc_wire_put_u32(buf, info->is_cpu);
    wgc_wire_put_u32(buf, info->has_compiler);
    wgc_wire_put_u32(buf, info->compute_units);
    wgc_wire_put_u64(buf, info->max_work_group_size);
    for (int i = 0; i < 3; i++) {
        wgc_wire_put_u64(buf, info->max_work_item_size[i]);
    }
    wgc_wire_put_u32(buf, info->driver_milliseconds);
}

bool wgc_device_info_get(struct wgc_wire_view *view, struct wgc_device_info *info)
{
    uint32_t is_cpu = 0, has_compiler = 0;
    bool ok;

    *info = (struct wgc_device_info){0};
    ok = wgc_wire_get_u32(view, &info->index) && wgc_wire_get_str(view, &info->name) &&
         wgc_wire_get_str(view, &info->json) && wgc_wire_get_u64(view, &info->features) &&
         wgc_wire_get_u32(view, &is_cpu) && wgc_wire_get_u32(view, &has_compiler) &&
         wgc_wire_get_u32(view, &info->compute_units) &&
         wgc_wire_get_u64(view, &info->max_work_group_size);
    for (int i = 0; ok && i < 3; i++) {
        ok = wgc_wire_get_u64(view, &info->max_work_item_size[i]);
    }
    ok = ok && wgc_wire_get_u32(view, &info->driver_milliseconds) && wgc_wire_at_end(view);
    if (!ok) {
        wgc_device_info_free(info);
        return false;
    }
    info->is_cpu = is_cpu != 0;
    info->has_compiler = has_compiler != 0;
    return true;
}

void wgc_device_info_free(struct wgc_device_info *info)
{
    free(info->name);
    free(info->json);
    *info = (struct wgc_device_info){0};
}
