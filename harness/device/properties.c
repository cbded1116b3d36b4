#include "device/properties.h"

#include <stdlib.h>
#include <string.h>

#include "device/cl_api.h"
#include "device/text.h"

static void free_value(struct wgc_property_value *value)
{
    for (size_t i = 0; i < value->count; i++) {
        free(value->item[i].name);
    }
    free(value->item);
    free(value->text);
}

static void free_spirv_lists(struct wgc_spirv_lists *lists)
{
    for (size_t i = 0; i < lists->extension_count; i++) {
        free(lists->extension[i]);
    }
    free(lists->extension);
    free(lists->capability);
}

void wgc_properties_free(struct wgc_properties *properties)
{
    for (int i = 0; i < WGC_PROPERTY_COUNT; i++) {
        free_value(&properties->value[i]);
    }
    free(properties->platform);
    free(properties->platform_version_text);
    free(properties->platform_profile);
    free_spirv_lists(&properties->spirv);
    *properties = (struct wgc_properties){0};
}

const char *wgc_property_name(enum wgc_property property)
{
    static const char *const names[WGC_PROPERTY_COUNT] = {
#define WGC_PROPERTY(kind, name) [WGC_##name] = "CL_" #name,
        WGC_PROPERTIES(WGC_PROPERTY)
#undef WGC_PROPERTY
    };

    return names[property];
}

const char *wgc_property_text(const struct wgc_properties *properties, enum wgc_property property)
{
    const char *text = properties->value[property].text;

    return text != NULL ? text : "";
}

uint64_t wgc_property_number(const struct wgc_properties *properties, enum wgc_property property)
{
    return properties->value[property].number;
}

const struct wgc_named *wgc_property_find(const struct wgc_properties *properties,
                                          enum wgc_property list, const char *name)
{
    const struct wgc_property_value *value = &properties->value[list];

    for (size_t i = 0; i < value->count; i++) {
        if (strcmp(value->item[i].name, name) == 0) {
            return &value->item[i];
        }
    }
    return NULL;
}

bool wgc_has_compiler(const struct wgc_properties *properties)
{
    return wgc_property_number(properties, WGC_DEVICE_COMPILER_AVAILABLE) != 0;
}

bool wgc_has_extension(const struct wgc_properties *properties, const char *name)
{
    return wgc_text_has_word(wgc_property_text(properties, WGC_DEVICE_EXTENSIONS), name);
}

bool wgc_has_c_feature(const struct wgc_properties *properties, const char *name)
{
    return wgc_property_find(properties, WGC_DEVICE_OPENCL_C_FEATURES, name) != NULL;
}

bool wgc_has_c_version(const struct wgc_properties *properties, unsigned version)
{
    for (size_t i = 0; i < properties->c_version_count; i++) {
        if (properties->c_version[i] == version) {
            return true;
        }
    }
    return false;
}

bool wgc_has_core_calls(const struct wgc_properties *properties, unsigned version)
{
    return properties->version >= version && properties->platform_version >= version;
}

bool wgc_has_spirv_queries(const struct wgc_properties *properties)
{
    return wgc_has_extension(properties, "cl_khr_spirv_queries") || properties->version >= 310;
}

void wgc_spirv_range(const struct wgc_properties *properties, unsigned *lowest, unsigned *highest)
{
    *lowest = *highest = 0;
    for (const char *at = wgc_property_text(properties, WGC_DEVICE_IL_VERSION);
         (at = strstr(at, "SPIR-V_")) != NULL; at++) {
        unsigned version = wgc_text_version(at, "SPIR-V_");
        *lowest = *lowest == 0 || (version > 0 && version < *lowest) ? version : *lowest;
        *highest = version > *highest ? version : *highest;
    }
}

struct wgc_fp_traits wgc_fp_traits_of(bool embedded, enum wgc_type type, uint64_t config)
{
    const bool nearest = (config & CL_FP_ROUND_TO_NEAREST) != 0;

    if (type == WGC_TYPE_double) {
        config |= CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM;
    } else if (type == WGC_TYPE_float) {
        config |= embedded ? 0 : CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
    } else {
        config |= nearest ? CL_FP_INF_NAN : 0;
    }
    return (struct wgc_fp_traits){
        .round_to_nearest = (config & CL_FP_ROUND_TO_NEAREST) != 0,
        .denormals = (config & CL_FP_DENORM) != 0,
        .inf_nan = (config & CL_FP_INF_NAN) != 0,
        .signed_zeros = !embedded || type == WGC_TYPE_double,
    };
}
