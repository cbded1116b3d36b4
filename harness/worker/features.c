#include "worker/features.h"

#include <string.h>

#include "worker/text.h"

static struct wgc_feature_answer by(const char *what, bool has)
{
    return (struct wgc_feature_answer){.has = has, .by = what};
}

static struct wgc_feature_answer extension(const struct wgc_facts *facts, const char *name)
{
    return by("CL_DEVICE_EXTENSIONS", wgc_facts_has_extension(facts, name));
}

static struct wgc_feature_answer has_collective_functions(const struct wgc_facts *facts)
{
    if (facts->version >= 300) {
        return by("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", facts->collective_functions);
    }
    return by("CL_DEVICE_VERSION", facts->version >= 200);
}

static struct wgc_feature_answer has_uniform_arithmetic(const struct wgc_facts *facts)
{
    return extension(facts, "cl_khr_work_group_uniform_arithmetic");
}

static struct wgc_feature_answer has_subgroups(const struct wgc_facts *facts)
{
    if (wgc_facts_has_c_feature(facts, "__opencl_c_subgroups")) {
        return by("CL_DEVICE_OPENCL_C_FEATURES", true);
    }
    return by("CL_DEVICE_EXTENSIONS", wgc_facts_has_extension(facts, "cl_khr_subgroups") ||
                                          wgc_facts_has_extension(facts, "cl_intel_subgroups"));
}

static struct wgc_feature_answer has_subgroup_extended_types(const struct wgc_facts *facts)
{
    return extension(facts, "cl_khr_subgroup_extended_types");
}

static struct wgc_feature_answer has_subgroup_non_uniform_arithmetic(const struct wgc_facts *facts)
{
    return extension(facts, "cl_khr_subgroup_non_uniform_arithmetic");
}

static struct wgc_feature_answer has_subgroup_clustered_reduce(const struct wgc_facts *facts)
{
    return extension(facts, "cl_khr_subgroup_clustered_reduce");
}

static struct wgc_feature_answer has_int64(const struct wgc_facts *facts)
{
    if (wgc_text_has_word(facts->profile, "FULL_PROFILE")) {
        return by("CL_DEVICE_PROFILE", true);
    }
    if (wgc_facts_has_c_feature(facts, "__opencl_c_int64")) {
        return by("CL_DEVICE_OPENCL_C_FEATURES", true);
    }
    return extension(facts, "cles_khr_int64");
}

/* All of them: nothing in the standard makes a function of a sub-group wait for another one. */
static struct wgc_feature_answer has_independent_sub_groups(const struct wgc_facts *facts)
{
    return has_subgroups(facts);
}

static struct wgc_feature_answer has_fp16(const struct wgc_facts *facts)
{
    return extension(facts, "cl_khr_fp16");
}

static struct wgc_feature_answer has_fp64(const struct wgc_facts *facts)
{
    if (wgc_facts_has_c_feature(facts, "__opencl_c_fp64")) {
        return by("CL_DEVICE_OPENCL_C_FEATURES", true);
    }
    return extension(facts, "cl_khr_fp64");
}

static struct wgc_feature_answer has_non_uniform_work_groups(const struct wgc_facts *facts)
{
    if (facts->version >= 300) {
        return by("CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT", facts->non_uniform_work_groups);
    }
    return by("CL_DEVICE_VERSION", facts->version >= 200);
}

/* Numbers of the SPIR-V specification, section 3. */
enum {
    CAPABILITY_NON_UNIFORM_ARITHMETIC = 63,
    CAPABILITY_NON_UNIFORM_CLUSTERED = 67,
    CAPABILITY_UNIFORM_ARITHMETIC = 6400
};

/* With 64 bits of address every built-in id is a 64-bit integer, so that no module works without
 * them. */
static struct wgc_feature_answer has_spirv(const struct wgc_facts *facts)
{
    if (facts->address_bits != 32 && facts->address_bits != 64) {
        return by("CL_DEVICE_ADDRESS_BITS", false);
    }
    if (wgc_facts_spirv_version(facts) > 0 && facts->address_bits == 64 && !has_int64(facts).has) {
        return has_int64(facts);
    }
    return by("CL_DEVICE_IL_VERSION", wgc_facts_spirv_version(facts) > 0);
}

static struct wgc_feature_answer has_spirv_1_3(const struct wgc_facts *facts)
{
    return by("CL_DEVICE_IL_VERSION", wgc_facts_spirv_version(facts) >= 130);
}

/* The environment allows the scope Subgroup by the query or by the extension;
 * cl_intel_subgroups is about OpenCL C alone. */
static struct wgc_feature_answer has_spirv_subgroups(const struct wgc_facts *facts)
{
    if (facts->version >= 210 && facts->max_sub_groups > 0) {
        return by("CL_DEVICE_MAX_NUM_SUB_GROUPS", true);
    }
    return extension(facts, "cl_khr_subgroups");
}

static bool lists_capability(const struct wgc_facts *facts, uint32_t capability)
{
    for (size_t i = 0; i < facts->spirv.capability_count; i++) {
        if (facts->spirv.capability[i] == capability) {
            return true;
        }
    }
    return false;
}

static bool lists_spirv_extension(const struct wgc_facts *facts, const char *name)
{
    for (size_t i = 0; i < facts->spirv.extension_count; i++) {
        if (strcmp(facts->spirv.extension[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/*
 * A capability is claimed by the extension of OpenCL that requires it, or in the lists of
 * cl_khr_spirv_queries, provided that the scope it is used at is claimed too. Nothing else is a
 * claim: what a compiler takes beyond it is not promised to work.
 */
static struct wgc_feature_answer capability(const struct wgc_facts *facts, const char *name,
                                            uint32_t number, struct wgc_feature_answer scope)
{
    if (!wgc_facts_has_extension(facts, name) && scope.has && lists_capability(facts, number)) {
        return by("CL_DEVICE_SPIRV_CAPABILITIES_KHR", true);
    }
    return extension(facts, name);
}

static struct wgc_feature_answer has_spirv_uniform_arithmetic(const struct wgc_facts *facts)
{
    static const char name[] = "cl_khr_work_group_uniform_arithmetic";

    if (!lists_spirv_extension(facts, "SPV_KHR_uniform_group_instructions")) {
        return extension(facts, name);
    }
    return capability(facts, name, CAPABILITY_UNIFORM_ARITHMETIC, has_collective_functions(facts));
}

static struct wgc_feature_answer has_spirv_non_uniform_arithmetic(const struct wgc_facts *facts)
{
    return capability(facts, "cl_khr_subgroup_non_uniform_arithmetic",
                      CAPABILITY_NON_UNIFORM_ARITHMETIC, has_spirv_subgroups(facts));
}

static struct wgc_feature_answer has_spirv_clustered_reduce(const struct wgc_facts *facts)
{
    return capability(facts, "cl_khr_subgroup_clustered_reduce", CAPABILITY_NON_UNIFORM_CLUSTERED,
                      has_spirv_subgroups(facts));
}

struct wgc_feature_answer wgc_feature_decide(const struct wgc_facts *facts,
                                             enum wgc_feature feature)
{
    static struct wgc_feature_answer (*const decide[WGC_FEATURE_COUNT])(
        const struct wgc_facts *) = {
#define WGC_FEATURE(id, text) [WGC_FEATURE_##id] = has_##id,
#include "suite/features.def"
#undef WGC_FEATURE
    };

    return decide[feature](facts);
}

uint64_t wgc_features_of(const struct wgc_facts *facts)
{
    uint64_t features = 0;

    for (int i = 0; i < WGC_FEATURE_COUNT; i++) {
        if (wgc_feature_decide(facts, (enum wgc_feature)i).has) {
            features |= UINT64_C(1) << i;
        }
    }
    return features;
}

static bool lacks(uint64_t features, int feature)
{
    return feature >= 0 && (features >> feature & 1) == 0;
}

int wgc_feature_missing(const struct wgc_signature *signature, const struct wgc_form *form,
                        enum wgc_impl impl, uint64_t features)
{
    int of_type = wgc_type_info(signature->type)->feature;

    if (impl == WGC_IMPL_BUILTIN) {
        for (size_t i = 0; i < signature->requires_count; i++) {
            if (lacks(features, (int)signature->requires[i])) {
                return (int)signature->requires[i];
            }
        }
    } else if (lacks(features, of_type)) {
        return of_type;
    } else {
        features &= ~(UINT64_C(1) << WGC_FEATURE_independent_sub_groups);
    }
    return lacks(features, form->feature) ? form->feature : -1;
}

unsigned wgc_c_standard(const struct wgc_facts *facts, enum wgc_impl impl, bool non_uniform)
{
    bool has_3 = wgc_facts_has_c_version(facts, 300);
    bool has_2 = wgc_facts_has_c_version(facts, 200);
    bool missing_in_3 =
        facts->collective_functions &&
        !wgc_facts_has_c_feature(facts, "__opencl_c_work_group_collective_functions");

    if (impl == WGC_IMPL_EMULATED && !non_uniform) {
        return 120;
    }
    if (has_3 && !(missing_in_3 && has_2)) {
        return 300;
    }
    return has_2 ? 200 : 120;
}
