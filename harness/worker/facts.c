#include "worker/facts.h"

#include <stdlib.h>
#include <string.h>

#include "worker/cl_api.h"
#include "worker/spirv_lists.h"
#include "worker/text.h"

void wgc_facts_free(struct wgc_facts *facts)
{
    free(facts->name);
    free(facts->vendor);
    free(facts->platform);
    free(facts->platform_text);
    free(facts->driver_version);
    free(facts->device_version);
    free(facts->profile);
    free(facts->extensions);
    free(facts->il_version);
    free(facts->c_features);
    wgc_spirv_lists_free(&facts->spirv);
    *facts = (struct wgc_facts){0};
}

bool wgc_facts_has_extension(const struct wgc_facts *facts, const char *name)
{
    return wgc_text_has_word(facts->extensions, name);
}

bool wgc_facts_has_c_feature(const struct wgc_facts *facts, const char *name)
{
    return wgc_text_has_word(facts->c_features, name);
}

bool wgc_facts_has_c_version(const struct wgc_facts *facts, unsigned version)
{
    for (size_t i = 0; i < facts->c_version_count; i++) {
        if (facts->c_version[i] == version) {
            return true;
        }
    }
    return false;
}

bool wgc_facts_has_spirv_queries(const struct wgc_facts *facts)
{
    return wgc_facts_has_extension(facts, "cl_khr_spirv_queries") || facts->version >= 310;
}

unsigned wgc_facts_spirv_version(const struct wgc_facts *facts)
{
    unsigned highest = 0;

    for (const char *at = facts->il_version; (at = strstr(at, "SPIR-V_")) != NULL; at++) {
        unsigned version = wgc_text_version(at, "SPIR-V_");
        highest = version > highest ? version : highest;
    }
    return highest;
}

struct wgc_fp_traits wgc_facts_traits(const struct wgc_facts *facts, enum wgc_type type,
                                      uint64_t config)
{
    const bool full = strcmp(facts->profile, "EMBEDDED_PROFILE") != 0;
    const bool nearest = (config & CL_FP_ROUND_TO_NEAREST) != 0;

    if (type == WGC_TYPE_double) {
        config |= CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM;
    } else if (type == WGC_TYPE_float) {
        config |= full ? CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN : 0;
    } else {
        config |= nearest ? CL_FP_INF_NAN : 0;
    }
    return (struct wgc_fp_traits){
        .round_to_nearest = (config & CL_FP_ROUND_TO_NEAREST) != 0,
        .denormals = (config & CL_FP_DENORM) != 0,
        .inf_nan = (config & CL_FP_INF_NAN) != 0,
        .signed_zeros = full || type == WGC_TYPE_double,
    };
}
