/* harness/device: which features a device has, and the check of sub-groups. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/dispatch.h"
#include "device/features.h"
#include "device/sub_group.h"
#include "tests/unit/test.h"

/* Properties of a device of that version, with at most one OpenCL C feature. The texts are static:
 * never freed. */
static struct wgc_properties properties_of(unsigned version, const char *extensions,
                                           const char *c_feature, const char *il_version)
{
    static char full[] = "FULL_PROFILE";
    static char text[3][256];
    static struct wgc_named feature = {.name = text[1]};

    (void)snprintf(text[0], sizeof text[0], "%s", extensions);
    (void)snprintf(text[1], sizeof text[1], "%s", c_feature);
    (void)snprintf(text[2], sizeof text[2], "%s", il_version);
    return (struct wgc_properties){
        .version = version,
        .value = {[WGC_DEVICE_PROFILE] = {.text = full},
                  [WGC_DEVICE_EXTENSIONS] = {.text = text[0]},
                  [WGC_DEVICE_OPENCL_C_FEATURES] = {.count = c_feature[0] != '\0',
                                                    .item = &feature},
                  [WGC_DEVICE_IL_VERSION] = {.text = text[2]},
                  [WGC_DEVICE_ADDRESS_BITS] = {.number = 64}},
    };
}

static void set(struct wgc_properties *properties, enum wgc_property property, uint64_t number)
{
    properties->value[property].number = number;
}

static void check_feature(const struct wgc_properties *properties, enum wgc_feature feature,
                          bool has, const char *by)
{
    struct wgc_feature_support support = wgc_feature_support(properties, feature);

    assert_int_equal(support.has, has);
    assert_string_equal(support.by, by);
    assert_int_equal(wgc_features_of(properties) >> feature & 1, has);
}

TEST(test_collective_functions)
{
    struct wgc_properties properties = properties_of(300, "", "", "");

    check_feature(&properties, WGC_FEATURE_collective_functions, false,
                  "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT");
    set(&properties, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 1);
    check_feature(&properties, WGC_FEATURE_collective_functions, true,
                  "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT");
    properties = properties_of(200, "", "", "");
    check_feature(&properties, WGC_FEATURE_collective_functions, true, "CL_DEVICE_VERSION");
    properties = properties_of(120, "", "", "");
    check_feature(&properties, WGC_FEATURE_collective_functions, false, "CL_DEVICE_VERSION");
}

TEST(test_sub_groups)
{
    struct wgc_properties properties = properties_of(210, "cl_khr_subgroups", "", "");

    check_feature(&properties, WGC_FEATURE_subgroups, true, "CL_DEVICE_EXTENSIONS");
    properties = properties_of(120, "cl_intel_subgroups", "", "");
    check_feature(&properties, WGC_FEATURE_subgroups, true, "CL_DEVICE_EXTENSIONS");
    properties = properties_of(300, "", "__opencl_c_subgroups", "");
    check_feature(&properties, WGC_FEATURE_subgroups, true, "CL_DEVICE_OPENCL_C_FEATURES");
    properties = properties_of(300, "cl_khr_subgroup_ballot", "", "");
    check_feature(&properties, WGC_FEATURE_subgroups, false, "CL_DEVICE_EXTENSIONS");
}

TEST(test_types)
{
    static char embedded[] = "EMBEDDED_PROFILE";
    struct wgc_properties properties = properties_of(300, "cl_khr_fp16", "__opencl_c_fp64", "");

    check_feature(&properties, WGC_FEATURE_fp16, true, "CL_DEVICE_EXTENSIONS");
    check_feature(&properties, WGC_FEATURE_fp64, true, "CL_DEVICE_OPENCL_C_FEATURES");
    check_feature(&properties, WGC_FEATURE_int64, true, "CL_DEVICE_PROFILE");
    properties.value[WGC_DEVICE_PROFILE].text = embedded;
    check_feature(&properties, WGC_FEATURE_int64, false, "CL_DEVICE_EXTENSIONS");
    properties = properties_of(300, "cles_khr_int64", "", "");
    properties.value[WGC_DEVICE_PROFILE].text = embedded;
    check_feature(&properties, WGC_FEATURE_int64, true, "CL_DEVICE_EXTENSIONS");
}

TEST(test_spirv)
{
    static char embedded[] = "EMBEDDED_PROFILE";
    struct wgc_properties properties = properties_of(300, "", "", "SPIR-V_1.2 SPIR-V_1.0");
    unsigned lowest, highest;

    wgc_spirv_range(&properties, &lowest, &highest);
    assert_int_equal(lowest, 100);
    assert_int_equal(highest, 120);
    check_feature(&properties, WGC_FEATURE_spirv, true, "CL_DEVICE_IL_VERSION");
    check_feature(&properties, WGC_FEATURE_spirv_1_3, false, "CL_DEVICE_IL_VERSION");
    set(&properties, WGC_DEVICE_ADDRESS_BITS, 16);
    check_feature(&properties, WGC_FEATURE_spirv, false, "CL_DEVICE_ADDRESS_BITS");
    set(&properties, WGC_DEVICE_ADDRESS_BITS, 64);
    properties.value[WGC_DEVICE_PROFILE].text = embedded; /* 64-bit ids, but no 64-bit integers */
    check_feature(&properties, WGC_FEATURE_spirv, false, "CL_DEVICE_EXTENSIONS");
    set(&properties, WGC_DEVICE_ADDRESS_BITS, 32);
    check_feature(&properties, WGC_FEATURE_spirv, true, "CL_DEVICE_IL_VERSION");
    properties.il_unreachable = true; /* a loader of OpenCL 1.2 */
    check_feature(&properties, WGC_FEATURE_spirv, false, "clCreateProgramWithIL");
    properties = properties_of(300, "", "", "SPIR-V_1.0 SPIR-V_1.4 SPIR-V_1.3");
    check_feature(&properties, WGC_FEATURE_spirv_1_3, true, "CL_DEVICE_IL_VERSION");
    check_feature(&properties, WGC_FEATURE_spirv_1_5, false, "CL_DEVICE_IL_VERSION");
    properties = properties_of(120, "", "", "");
    check_feature(&properties, WGC_FEATURE_spirv, false, "CL_DEVICE_IL_VERSION");
    properties.il_unreachable = true; /* ignored where the device takes none */
    check_feature(&properties, WGC_FEATURE_spirv, false, "CL_DEVICE_IL_VERSION");
}

/* A loader of OpenCL 1.2 lacks the calls; the device and its platform have them. */
TEST(a_call_that_the_loader_lacks_is_no_feature)
{
    struct wgc_properties properties = properties_of(210, "", "", "");

    properties.platform_version = 210;
    check_feature(&properties, WGC_FEATURE_cloned_kernels, true, "CL_DEVICE_VERSION");
    properties.clone_unreachable = true;
    properties.pipes_unreachable = true;
    check_feature(&properties, WGC_FEATURE_cloned_kernels, false, "clCloneKernel");
    check_feature(&properties, WGC_FEATURE_pipes, false, "clCreatePipe");
    properties = properties_of(120, "", "", "");
    properties.clone_unreachable = true; /* ignored where the device has none */
    properties.pipes_unreachable = true;
    check_feature(&properties, WGC_FEATURE_cloned_kernels, false, "CL_DEVICE_VERSION");
    check_feature(&properties, WGC_FEATURE_pipes, false, "CL_DEVICE_VERSION");
}

/* What makes a claim of a capability, and what does not. */
TEST(test_spirv_claims)
{
    static const struct {
        enum wgc_feature feature;
        const char *extension;
        uint32_t capability;
    } row[] = {
        {WGC_FEATURE_spirv_uniform_arithmetic, "cl_khr_work_group_uniform_arithmetic", 6400},
        {WGC_FEATURE_spirv_non_uniform_arithmetic, "cl_khr_subgroup_non_uniform_arithmetic", 63},
        {WGC_FEATURE_spirv_clustered_reduce, "cl_khr_subgroup_clustered_reduce", 67}};
    static char name[] = "SPV_KHR_uniform_group_instructions";
    char *extension[] = {name};

    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        uint32_t listed = 18; /* Groups, which claims nothing of these */
        struct wgc_properties properties =
            properties_of(300, "cl_khr_spirv_queries", "", "SPIR-V_1.4");
        set(&properties, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 1);
        set(&properties, WGC_DEVICE_MAX_NUM_SUB_GROUPS, 8);
        properties.spirv = (struct wgc_spirv_lists){.capability_count = 1,
                                                    .capability = &listed,
                                                    .extension_count = 1,
                                                    .extension = extension};
        check_feature(&properties, row[i].feature, false, "CL_DEVICE_EXTENSIONS");
        listed = row[i].capability;
        check_feature(&properties, row[i].feature, true, "CL_DEVICE_SPIRV_CAPABILITIES_KHR");
        set(&properties, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
            0); /* the scope is not claimed */
        set(&properties, WGC_DEVICE_MAX_NUM_SUB_GROUPS, 0);
        check_feature(&properties, row[i].feature, false, "CL_DEVICE_EXTENSIONS");
        properties = properties_of(300, row[i].extension, "", "SPIR-V_1.4");
        check_feature(&properties, row[i].feature, true, "CL_DEVICE_EXTENSIONS");
    }
    struct wgc_properties properties = properties_of(300, "cl_khr_spirv_queries", "", "SPIR-V_1.4");
    uint32_t uniform = 6400;
    set(&properties, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 1);
    properties.spirv = (struct wgc_spirv_lists){.capability_count = 1, .capability = &uniform};
    /* the capability without the extension that a module with it must name */
    check_feature(&properties, WGC_FEATURE_spirv_uniform_arithmetic, false, "CL_DEVICE_EXTENSIONS");
}

TEST(test_spirv_sub_groups)
{
    struct wgc_properties properties = properties_of(300, "cl_intel_subgroups", "", "SPIR-V_1.2");

    check_feature(&properties, WGC_FEATURE_spirv_subgroups, false, "CL_DEVICE_EXTENSIONS");
    set(&properties, WGC_DEVICE_MAX_NUM_SUB_GROUPS, 1);
    check_feature(&properties, WGC_FEATURE_spirv_subgroups, true, "CL_DEVICE_MAX_NUM_SUB_GROUPS");
    properties = properties_of(200, "cl_khr_subgroups cl_khr_il_program", "", "SPIR-V_1.0");
    check_feature(&properties, WGC_FEATURE_spirv_subgroups, true, "CL_DEVICE_EXTENSIONS");
    properties = properties_of(200, "", "", "SPIR-V_1.0");
    set(&properties, WGC_DEVICE_MAX_NUM_SUB_GROUPS, 1); /* the query is OpenCL 2.1's */
    check_feature(&properties, WGC_FEATURE_spirv_subgroups, false, "CL_DEVICE_EXTENSIONS");
}

TEST(test_c_standard)
{
    struct wgc_properties properties =
        properties_of(300, "", "__opencl_c_work_group_collective_functions", "");

    set(&properties, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 1);
    properties.c_version_count = 3;
    properties.c_version[0] = 120;
    properties.c_version[1] = 200;
    properties.c_version[2] = 300;
    assert_int_equal(wgc_c_standard(&properties, WGC_IMPL_BUILTIN, false, true), 300);
    assert_int_equal(wgc_c_standard(&properties, WGC_IMPL_EMULATED, false, true), 120);
    assert_int_equal(wgc_c_standard(&properties, WGC_IMPL_EMULATED, true, true), 300);
    properties.value[WGC_DEVICE_OPENCL_C_FEATURES].count =
        0; /* 3.0 without the functions that the device has: they are in 2.0 */
    assert_int_equal(wgc_c_standard(&properties, WGC_IMPL_BUILTIN, false, true), 200);
    /* the functions of sub-groups are no collective functions of work-groups */
    assert_int_equal(wgc_c_standard(&properties, WGC_IMPL_BUILTIN, false, false), 300);
    properties.c_version_count = 1;
    assert_int_equal(wgc_c_standard(&properties, WGC_IMPL_BUILTIN, false, true), 120);
}

TEST(test_a_cluster_past_the_largest_sub_group_is_undefined)
{
    char reason[WGC_CLUSTER_REASON_MAX];

    assert_true(wgc_cluster_is_defined(0, 1, "x", reason)); /* no clusters at all */
    assert_true(wgc_cluster_is_defined(4, 4, "x", reason));
    assert_true(wgc_cluster_is_defined(4, 5, "x", reason));
    assert_true(wgc_cluster_is_defined(1, 1, "x", reason));
    assert_true(wgc_cluster_is_defined(4, 0, "x", reason)); /* not known */
    assert_false(wgc_cluster_is_defined(4, 3, "the local size", reason));
    assert_string_equal(reason, "undefined: a cluster of 4 work-items is larger than the largest "
                                "sub-group of the dispatch, which has 3 (the local size)");
}

TEST(test_sub_group_check)
{
    const struct wgc_trial trial = {.group_items = 3, .group_count = 2, .slot_items = 6};
    struct wgc_sub_group_info reported = {.max_size = 16, .count = 1};
    uint32_t meta[6 * WGC_META_WORDS];
    bool no_memory;
    char *line;

    for (size_t i = 0; i < 6; i++) {
        const uint32_t one[WGC_META_WORDS] = {0, (uint32_t)i % 3, 3, 16, 1, 1};
        memcpy(meta + i * WGC_META_WORDS, one, sizeof one);
    }
    assert_null(wgc_sub_group_check(&reported, &trial, meta, &no_memory));
    memset(meta, WGC_META_POISON_BYTE, WGC_META_WORDS * sizeof meta[0]); /* not launched */
    assert_null(wgc_sub_group_check(&reported, &trial, meta, &no_memory));
    reported.count = 2;
    line = wgc_sub_group_check(&reported, &trial, meta, &no_memory);
    assert_non_null(line);
    assert_string_equal(line, "get_enqueued_num_sub_groups() is 1 in work-group 0, work-item 1, "
                              "and CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE is 2");
    free(line);
    reported = (struct wgc_sub_group_info){.max_size = 8};
    line = wgc_sub_group_check(&reported, &trial, meta, &no_memory);
    assert_non_null(line);
    assert_string_equal(line, "get_max_sub_group_size() is 16 in work-group 0, work-item 1, and "
                              "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE is 8");
    free(line);
}
