#include "device/features.h"

#include <string.h>

#include "device/cl_api.h"
#include "device/text.h"

static struct wgc_feature_support by(const char *what, bool has)
{
    return (struct wgc_feature_support){.has = has, .by = what};
}

static bool has_number(const struct wgc_properties *properties, enum wgc_property property)
{
    return wgc_property_number(properties, property) != 0;
}

static struct wgc_feature_support extension(const struct wgc_properties *properties,
                                            const char *name)
{
    return by("CL_DEVICE_EXTENSIONS", wgc_has_extension(properties, name));
}

/* What every device of 2.x has, and one of 3.0 if the query has it. */
static struct wgc_feature_support since_2(const struct wgc_properties *properties,
                                          enum wgc_property property, const char *query)
{
    return properties->version >= 300 ? by(query, has_number(properties, property))
                                      : by("CL_DEVICE_VERSION", properties->version >= 200);
}

/* A feature that one call or condition decides. */
#define HAS(id, support)                                                                           \
    static struct wgc_feature_support has_##id(const struct wgc_properties *properties)            \
    {                                                                                              \
        (void)properties;                                                                          \
        return support;                                                                            \
    }

HAS(collective_functions, since_2(properties, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
                                  "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT"))

/* The features that are an extension, and nothing else. */
#define HAS_EXTENSION(id, name) HAS(id, extension(properties, name))

HAS_EXTENSION(uniform_arithmetic, "cl_khr_work_group_uniform_arithmetic")
HAS_EXTENSION(command_buffers, "cl_khr_command_buffer")
HAS_EXTENSION(fp16, "cl_khr_fp16")
HAS_EXTENSION(subgroup_extended_types, "cl_khr_subgroup_extended_types")
HAS_EXTENSION(subgroup_non_uniform_arithmetic, "cl_khr_subgroup_non_uniform_arithmetic")
HAS_EXTENSION(subgroup_clustered_reduce, "cl_khr_subgroup_clustered_reduce")
HAS_EXTENSION(subgroup_non_uniform_vote, "cl_khr_subgroup_non_uniform_vote")
HAS_EXTENSION(subgroup_ballot, "cl_khr_subgroup_ballot")
HAS_EXTENSION(subgroup_shuffle, "cl_khr_subgroup_shuffle")
HAS_EXTENSION(subgroup_shuffle_relative, "cl_khr_subgroup_shuffle_relative")
HAS_EXTENSION(subgroup_rotate, "cl_khr_subgroup_rotate")

/* "In OpenCL C 3.0 or newer" the feature brings the functions; before that the extension alone. */
HAS(subgroups_before_3,
    by("CL_DEVICE_EXTENSIONS", wgc_has_extension(properties, "cl_khr_subgroups") ||
                                   wgc_has_extension(properties, "cl_intel_subgroups")))

HAS(subgroups, wgc_has_c_feature(properties, "__opencl_c_subgroups")
                   ? by("CL_DEVICE_OPENCL_C_FEATURES", true)
                   : has_subgroups_before_3(properties))

HAS(sub_group_progress,
    by("CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS",
       has_number(properties, WGC_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS) &&
           has_subgroups(properties).has))

static struct wgc_feature_support required_size(const struct wgc_properties *properties,
                                                uint64_t size)
{
    const uint64_t *sizes = properties->value[WGC_DEVICE_SUB_GROUP_SIZES_INTEL].size;
    bool has = false;

    if (!wgc_has_extension(properties, "cl_intel_required_subgroup_size")) {
        return by("CL_DEVICE_EXTENSIONS", false);
    }
    for (size_t i = 0; i < WGC_SIZES_MAX; i++) {
        has = has || sizes[i] == size;
    }
    return by("CL_DEVICE_SUB_GROUP_SIZES_INTEL", has);
}

HAS(required_size_4, required_size(properties, 4))
HAS(required_size_8, required_size(properties, 8))
HAS(required_size_16, required_size(properties, 16))
HAS(required_size_32, required_size(properties, 32))
HAS(required_size_64, required_size(properties, 64))
HAS(required_size_128, required_size(properties, 128))

static struct wgc_feature_support has_int64(const struct wgc_properties *properties)
{
    if (wgc_text_has_word(wgc_property_text(properties, WGC_DEVICE_PROFILE), "FULL_PROFILE")) {
        return by("CL_DEVICE_PROFILE", true);
    }
    if (wgc_has_c_feature(properties, "__opencl_c_int64")) {
        return by("CL_DEVICE_OPENCL_C_FEATURES", true);
    }
    return extension(properties, "cles_khr_int64");
}

/* All devices with sub-groups: nothing in the standard makes a function of a sub-group wait for
 * another sub-group. */
HAS(independent_sub_groups, has_subgroups(properties))

/* The functions that have the form need no more than their own extensions. */
HAS(active_sets, has_subgroups(properties))
HAS(active_ballots, has_subgroup_ballot(properties))

HAS(opencl_c_20, by("CL_DEVICE_OPENCL_C_ALL_VERSIONS", wgc_has_c_version(properties, 200)))
HAS(linker, by("CL_DEVICE_LINKER_AVAILABLE", has_number(properties, WGC_DEVICE_LINKER_AVAILABLE)))
HAS(out_of_order_queues, by("CL_DEVICE_QUEUE_ON_HOST_PROPERTIES",
                            (wgc_property_number(properties, WGC_DEVICE_QUEUE_ON_HOST_PROPERTIES) &
                             CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0))

/* Every device: local_work_size of clEnqueueNDRangeKernel "can also be a NULL value". */
HAS(chosen_local_size, by("clEnqueueNDRangeKernel", true))

HAS(wide_ids,
    by("CL_DEVICE_ADDRESS_BITS", wgc_property_number(properties, WGC_DEVICE_ADDRESS_BITS) == 64))
/* Of 1.2 and later; each sub-device has half of the compute units, or one less. */
static struct wgc_feature_support has_sub_devices(const struct wgc_properties *properties)
{
    const uint64_t *schemes = properties->value[WGC_DEVICE_PARTITION_PROPERTIES].size;
    bool has = false;

    for (size_t i = 0; i < WGC_SIZES_MAX; i++) {
        has = has || schemes[i] == CL_DEVICE_PARTITION_EQUALLY;
    }
    if (has && wgc_property_number(properties, WGC_DEVICE_MAX_COMPUTE_UNITS) < 2) {
        return by("CL_DEVICE_MAX_COMPUTE_UNITS", false);
    }
    return by("CL_DEVICE_PARTITION_PROPERTIES", has);
}

/* Of 2.x, and of 3.0 where the compiler has them too. */
static struct wgc_feature_support has_pipes(const struct wgc_properties *properties)
{
    const struct wgc_feature_support device =
        since_2(properties, WGC_DEVICE_PIPE_SUPPORT, "CL_DEVICE_PIPE_SUPPORT");

    if (device.has && properties->platform_version < 200) {
        return by("CL_PLATFORM_VERSION", false);
    }
    if (device.has && properties->pipes_unreachable) {
        return by("clCreatePipe", false);
    }
    return device.has && wgc_has_c_version(properties, 300)
               ? by("CL_DEVICE_OPENCL_C_FEATURES",
                    wgc_has_c_feature(properties, "__opencl_c_pipes"))
               : device;
}

static struct wgc_feature_support has_cloned_kernels(const struct wgc_properties *properties)
{
    const bool core = wgc_has_core_calls(properties, 210);

    return core && properties->clone_unreachable ? by("clCloneKernel", false)
                                                 : by("CL_DEVICE_VERSION", core);
}

HAS(fp64, wgc_has_c_feature(properties, "__opencl_c_fp64") ? by("CL_DEVICE_OPENCL_C_FEATURES", true)
                                                           : extension(properties, "cl_khr_fp64"))

HAS(non_uniform_work_groups, since_2(properties, WGC_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                                     "CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT"))

/* Numbers of the SPIR-V specification, section 3. */
enum {
    CAPABILITY_NON_UNIFORM = 61,
    CAPABILITY_NON_UNIFORM_VOTE = 62,
    CAPABILITY_NON_UNIFORM_ARITHMETIC = 63,
    CAPABILITY_NON_UNIFORM_BALLOT = 64,
    CAPABILITY_NON_UNIFORM_SHUFFLE = 65,
    CAPABILITY_NON_UNIFORM_SHUFFLE_RELATIVE = 66,
    CAPABILITY_NON_UNIFORM_CLUSTERED = 67,
    CAPABILITY_NON_UNIFORM_ROTATE = 6026,
    CAPABILITY_UNIFORM_ARITHMETIC = 6400
};

/* With 64 address bits every built-in id is a 64-bit integer: no module works without that type. */
static struct wgc_feature_support has_spirv(const struct wgc_properties *properties)
{
    const uint64_t bits = wgc_property_number(properties, WGC_DEVICE_ADDRESS_BITS);
    unsigned lowest, highest;

    if (bits != 32 && bits != 64) {
        return by("CL_DEVICE_ADDRESS_BITS", false);
    }
    wgc_spirv_range(properties, &lowest, &highest);
    if (highest > 0 && bits == 64 && !has_int64(properties).has) {
        return has_int64(properties);
    }
    if (highest > 0 && properties->il_unreachable) {
        return by("clCreateProgramWithIL", false);
    }
    return by("CL_DEVICE_IL_VERSION", highest > 0);
}

static struct wgc_feature_support spirv_from(const struct wgc_properties *properties,
                                             unsigned version)
{
    unsigned lowest, highest;

    wgc_spirv_range(properties, &lowest, &highest);
    return by("CL_DEVICE_IL_VERSION", highest >= version);
}

HAS(spirv_1_3, spirv_from(properties, 130))
HAS(spirv_1_5, spirv_from(properties, 150))

/* The SPIR-V environment allows the scope Subgroup by the device query or by the extension;
 * cl_intel_subgroups is about OpenCL C alone. */
static struct wgc_feature_support has_spirv_subgroups(const struct wgc_properties *properties)
{
    if (properties->version >= 210 && has_number(properties, WGC_DEVICE_MAX_NUM_SUB_GROUPS)) {
        return by("CL_DEVICE_MAX_NUM_SUB_GROUPS", true);
    }
    return extension(properties, "cl_khr_subgroups");
}

static bool lists_capability(const struct wgc_properties *properties, uint32_t capability)
{
    for (size_t i = 0; i < properties->spirv.capability_count; i++) {
        if (properties->spirv.capability[i] == capability) {
            return true;
        }
    }
    return false;
}

static bool lists_spirv_extension(const struct wgc_properties *properties, const char *name)
{
    for (size_t i = 0; i < properties->spirv.extension_count; i++) {
        if (strcmp(properties->spirv.extension[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/*
 * A device claims a capability by the OpenCL extension that requires it, or in the lists of
 * cl_khr_spirv_queries when it claims the capability's scope too. A compiler may accept more, but
 * nothing requires that to work.
 */
static struct wgc_feature_support capability(const struct wgc_properties *properties,
                                             const char *name, uint32_t number,
                                             struct wgc_feature_support scope)
{
    if (!wgc_has_extension(properties, name) && scope.has && lists_capability(properties, number)) {
        return by("CL_DEVICE_SPIRV_CAPABILITIES_KHR", true);
    }
    return extension(properties, name);
}

static struct wgc_feature_support
has_spirv_uniform_arithmetic(const struct wgc_properties *properties)
{
    static const char name[] = "cl_khr_work_group_uniform_arithmetic";

    if (!lists_spirv_extension(properties, "SPV_KHR_uniform_group_instructions")) {
        return extension(properties, name);
    }
    return capability(properties, name, CAPABILITY_UNIFORM_ARITHMETIC,
                      has_collective_functions(properties));
}

/* The capabilities with the scope Subgroup alone, and the extension that requires each. */
#define HAS_CAPABILITY(id, name, number)                                                           \
    HAS(spirv_##id,                                                                                \
        capability(properties, name, CAPABILITY_##number, has_spirv_subgroups(properties)))

HAS_CAPABILITY(non_uniform, "cl_khr_subgroup_non_uniform_vote", NON_UNIFORM)
HAS_CAPABILITY(non_uniform_vote, "cl_khr_subgroup_non_uniform_vote", NON_UNIFORM_VOTE)
HAS_CAPABILITY(non_uniform_arithmetic, "cl_khr_subgroup_non_uniform_arithmetic",
               NON_UNIFORM_ARITHMETIC)
HAS_CAPABILITY(non_uniform_ballot, "cl_khr_subgroup_ballot", NON_UNIFORM_BALLOT)
HAS_CAPABILITY(non_uniform_shuffle, "cl_khr_subgroup_shuffle", NON_UNIFORM_SHUFFLE)
HAS_CAPABILITY(shuffle_relative, "cl_khr_subgroup_shuffle_relative", NON_UNIFORM_SHUFFLE_RELATIVE)
HAS_CAPABILITY(clustered_reduce, "cl_khr_subgroup_clustered_reduce", NON_UNIFORM_CLUSTERED)

static struct wgc_feature_support has_spirv_rotate(const struct wgc_properties *properties)
{
    static const char name[] = "cl_khr_subgroup_rotate";

    if (!lists_spirv_extension(properties, "SPV_KHR_subgroup_rotate")) {
        return extension(properties, name);
    }
    return capability(properties, name, CAPABILITY_NON_UNIFORM_ROTATE,
                      has_spirv_subgroups(properties));
}

struct wgc_feature_support wgc_feature_support(const struct wgc_properties *properties,
                                               enum wgc_feature feature)
{
    static struct wgc_feature_support (*const decide[WGC_FEATURE_COUNT])(
        const struct wgc_properties *) = {
#define WGC_FEATURE(id, ...) [WGC_FEATURE_##id] = has_##id,
#include "suite/features.def"
#undef WGC_FEATURE
    };

    return decide[feature](properties);
}

uint64_t wgc_features_of(const struct wgc_properties *properties)
{
    uint64_t features = 0;

    for (int i = 0; i < WGC_FEATURE_COUNT; i++) {
        if (wgc_feature_support(properties, (enum wgc_feature)i).has) {
            features |= UINT64_C(1) << i;
        }
    }
    return features;
}

unsigned wgc_c_standard(const struct wgc_properties *properties, enum wgc_impl impl,
                        bool non_uniform, bool collectives)
{
    bool has_3 = wgc_has_c_version(properties, 300);
    bool has_2 = wgc_has_c_version(properties, 200);
    bool missing_in_3 =
        collectives && has_number(properties, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) &&
        !wgc_has_c_feature(properties, "__opencl_c_work_group_collective_functions");

    if (impl == WGC_IMPL_EMULATED && !non_uniform) {
        return 120;
    }
    if (has_3 && !(missing_in_3 && has_2)) {
        return 300;
    }
    return has_2 ? 200 : 120;
}
