#include "supervisor/fits.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"

static bool is_of_a_type(enum wgc_feature feature)
{
    return feature == WGC_FEATURE_int64 || feature == WGC_FEATURE_fp16 ||
           feature == WGC_FEATURE_fp64;
}

/* Only the types come from the device when the functions are ours. */
static bool is_needed(enum wgc_feature feature, enum wgc_impl impl)
{
    return impl == WGC_IMPL_BUILTIN || is_of_a_type(feature);
}

static bool has(const struct wgc_device_info *device, enum wgc_feature feature)
{
    return (device->features >> feature & 1U) != 0;
}

static void add_reason(struct wgc_buf *text, const char *reason)
{
    wgc_buf_text(text, text->size == 0 ? "the device lacks " : "; ");
    wgc_buf_text(text, reason);
}

static void name_missing_features(struct wgc_buf *text, const struct wgc_signature *signature,
                                  const struct wgc_form *form, enum wgc_impl impl,
                                  bool unadvertised, const struct wgc_device_info *device)
{
    if (!device->has_compiler) {
        add_reason(text, "a compiler (CL_DEVICE_COMPILER_AVAILABLE)");
    }
    for (size_t i = 0; i < signature->requires_count; i++) {
        enum wgc_feature feature = signature->requires[i];
        bool asked = unadvertised && wgc_feature_of_functions(feature);
        if (is_needed(feature, impl) && !asked && !has(device, feature)) {
            add_reason(text, wgc_feature_text(feature));
        }
    }
    if (form->feature >= 0 && !has(device, (enum wgc_feature)form->feature)) {
        add_reason(text, wgc_feature_text((enum wgc_feature)form->feature));
    }
}

static void name_exceeded_limit(struct wgc_buf *text, const struct wgc_shape *shape,
                                const struct wgc_device_info *device)
{
    uint64_t items = 1;

    if (shape->is_max) {
        return;
    }
    for (unsigned i = 0; i < shape->rank; i++) {
        if (shape->side[i] > device->max_work_item_size[i]) {
            wgc_buf_printf(text,
                           "local size %s: side %u is larger than "
                           "CL_DEVICE_MAX_WORK_ITEM_SIZES[%u] = %" PRIu64,
                           shape->name, i, i, device->max_work_item_size[i]);
            return;
        }
        items *= shape->side[i];
    }
    if (items > device->max_work_group_size) {
        wgc_buf_printf(text,
                       "local size %s: %" PRIu64
                       " work-items are more than CL_DEVICE_MAX_WORK_GROUP_SIZE = %" PRIu64,
                       shape->name, items, device->max_work_group_size);
    }
}

enum wgc_status wgc_case_obstacle(const struct wgc_manifest *manifest, const struct wgc_case *item,
                                  enum wgc_impl impl, bool unadvertised,
                                  const struct wgc_device_info *device, char **reason,
                                  struct wgc_err *err)
{
    struct wgc_buf text = {0};

    *reason = NULL;
    if (manifest->signature[item->signature].language == WGC_LANGUAGE_QUERY) {
        return WGC_OK;
    }
    name_missing_features(&text, &manifest->signature[item->signature], &manifest->form[item->form],
                          impl, unadvertised, device);
    if (text.size == 0) {
        name_exceeded_limit(&text, &manifest->shape[item->shape], device);
    }
    *reason = text.data;
    if (text.failed) {
        wgc_buf_free(&text);
        *reason = NULL;
        return wgc_err_memory(err, "the reason of a skip");
    }
    return WGC_OK;
}

uint32_t wgc_wanted_features(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                             enum wgc_impl impl)
{
    size_t count[WGC_FEATURE_COUNT] = {0};
    size_t cases = 0;
    size_t most = 0;
    uint32_t wanted = 0;

    for (size_t i = 0; i < plan->count; i++) {
        const struct wgc_signature *signature = &manifest->signature[plan->item[i].signature];
        cases += signature->language != WGC_LANGUAGE_QUERY;
        for (size_t k = 0; k < signature->requires_count; k++) {
            if (!is_of_a_type(signature->requires[k]) && is_needed(signature->requires[k], impl)) {
                count[signature->requires[k]]++;
            }
        }
    }
    for (size_t i = 0; i < WGC_FEATURE_COUNT; i++) {
        most = count[i] > count[most] ? i : most;
        wanted |= count[i] > 0 && count[i] == cases ? UINT32_C(1) << i : 0;
    }
    return count[most] > 0 ? wanted | UINT32_C(1) << most : wanted;
}
