#include "plan/eligibility.h"

#include <stdlib.h>

#include "base/buf.h"
#include "plan/local_size.h"

static bool is_of_a_type(enum wgc_feature feature)
{
    return feature == WGC_FEATURE_int64 || feature == WGC_FEATURE_fp16 ||
           feature == WGC_FEATURE_fp64;
}

/* Emulated functions need only their types from the device. */
static bool is_needed(enum wgc_feature feature, enum wgc_impl impl)
{
    return impl == WGC_IMPL_BUILTIN || is_of_a_type(feature);
}

static bool has(const struct wgc_device_info *device, enum wgc_feature feature)
{
    return (device->features >> feature & 1U) != 0;
}

static void add_missing(struct wgc_buf *text, struct wgc_about *about, unsigned feature)
{
    wgc_buf_text(text, text->size == 0 ? "the device lacks " : "; ");
    wgc_buf_text(text, wgc_lack_text(feature));
    wgc_about_add_lack(about, feature);
}

/* What no device makes up for: the emulated functions lack it. */
static bool is_out_of_reach(enum wgc_feature feature, enum wgc_impl impl)
{
    return impl == WGC_IMPL_EMULATED && !wgc_feature_is_emulated(feature);
}

static void name_missing_features(struct wgc_buf *text, struct wgc_about *about,
                                  const struct wgc_signature *signature,
                                  const struct wgc_form *form, enum wgc_impl impl,
                                  bool unadvertised, const struct wgc_device_info *device)
{
    int unreachable = -1;

    if (!device->has_compiler) {
        add_missing(text, about, WGC_LACKS_COMPILER);
    }
    for (size_t i = 0; i < signature->requires_count; i++) {
        enum wgc_feature feature = signature->requires[i];
        bool ignored = unadvertised && wgc_feature_of_functions(feature);
        if (is_out_of_reach(feature, impl)) {
            unreachable = (int)feature;
        } else if (is_needed(feature, impl) && !ignored && !has(device, feature)) {
            add_missing(text, about, (unsigned)feature);
        }
    }
    if (form->feature >= 0) {
        enum wgc_feature feature = (enum wgc_feature)form->feature;
        if (is_out_of_reach(feature, impl)) {
            unreachable = (int)feature;
        } else if (!has(device, feature)) {
            add_missing(text, about, (unsigned)feature);
        }
    }
    if (unreachable >= 0 && text->size == 0) {
        wgc_buf_printf(text, "needs %s", wgc_feature_text((enum wgc_feature)unreachable));
    }
}

static void name_exceeded_limit(struct wgc_buf *text, struct wgc_about *about,
                                const struct wgc_shape *shape, const struct wgc_device_info *device)
{
    const struct wgc_size_limits limits = {
        .device_items = device->max_work_group_size,
        .device_side = {device->max_work_item_size[0], device->max_work_item_size[1],
                        device->max_work_item_size[2]},
    };
    struct wgc_size_excess excess;
    size_t local[3];

    if (!wgc_local_size(shape, &limits, local, &excess)) {
        wgc_buf_text(text, excess.reason);
        *about = (struct wgc_about){.kind = WGC_ABOUT_LOCAL_SIZE, .limit = excess.limit};
    }
}

enum wgc_status wgc_eligibility(const struct wgc_signature *signature, const struct wgc_form *form,
                                const struct wgc_shape *shape, enum wgc_impl impl,
                                bool unadvertised, const struct wgc_device_info *device,
                                struct wgc_obstacle *obstacle, struct wgc_err *err)
{
    struct wgc_buf text = {0};

    *obstacle = (struct wgc_obstacle){0};
    if (signature->language == WGC_LANGUAGE_QUERY) {
        return WGC_OK; /* a capability check has its own preconditions */
    }
    name_missing_features(&text, &obstacle->about, signature, form, impl, unadvertised, device);
    if (text.size == 0) {
        name_exceeded_limit(&text, &obstacle->about, shape, device);
    }
    if (text.failed) {
        wgc_buf_free(&text);
        return wgc_err_memory(err, "the reason of a skip");
    }
    obstacle->reason = text.data;
    return WGC_OK;
}

enum wgc_status wgc_case_eligibility(const struct wgc_manifest *manifest,
                                     const struct wgc_case *item, enum wgc_impl impl,
                                     bool unadvertised, const struct wgc_device_info *device,
                                     struct wgc_obstacle *obstacle, struct wgc_err *err)
{
    return wgc_eligibility(&manifest->signature[item->signature], &manifest->form[item->form],
                           &manifest->shape[item->shape], impl, unadvertised, device, obstacle,
                           err);
}

uint64_t wgc_features_needed(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                             enum wgc_impl impl)
{
    size_t count[WGC_FEATURE_COUNT] = {0};
    size_t cases = 0;
    size_t most = 0;
    uint64_t needed = 0;

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
        needed |= count[i] > 0 && count[i] == cases ? UINT64_C(1) << i : 0;
    }
    return count[most] > 0 ? needed | UINT64_C(1) << most : needed;
}
