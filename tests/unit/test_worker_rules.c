/* harness/worker: which features a device has, which local sizes fit, and the check of sub-groups.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "worker/dispatch.h"
#include "worker/features.h"
#include "worker/limits.h"
#include "worker/sub_group.h"

/* Facts of a device of that version; texts are literals and stay so: never freed. */
static struct wgc_facts facts_of(unsigned version, const char *extensions, const char *c_features,
                                 const char *il_version)
{
    static char full[] = "FULL_PROFILE";
    static char text[3][256];

    (void)snprintf(text[0], sizeof text[0], "%s", extensions);
    (void)snprintf(text[1], sizeof text[1], "%s", c_features);
    (void)snprintf(text[2], sizeof text[2], "%s", il_version);
    return (struct wgc_facts){
        .version = version,
        .profile = full,
        .extensions = text[0],
        .c_features = text[1],
        .il_version = text[2],
        .address_bits = 64,
    };
}

static void check_feature(const struct wgc_facts *facts, enum wgc_feature feature, bool has,
                          const char *by)
{
    struct wgc_feature_answer answer = wgc_feature_decide(facts, feature);

    assert_int_equal(answer.has, has);
    assert_string_equal(answer.by, by);
    assert_int_equal(wgc_features_of(facts) >> feature & 1, has);
}

static void test_collective_functions(void **state)
{
    struct wgc_facts facts = facts_of(300, "", "", "");

    (void)state;
    check_feature(&facts, WGC_FEATURE_collective_functions, false,
                  "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT");
    facts.collective_functions = true;
    check_feature(&facts, WGC_FEATURE_collective_functions, true,
                  "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT");
    facts = facts_of(200, "", "", "");
    check_feature(&facts, WGC_FEATURE_collective_functions, true, "CL_DEVICE_VERSION");
    facts = facts_of(120, "", "", "");
    check_feature(&facts, WGC_FEATURE_collective_functions, false, "CL_DEVICE_VERSION");
}

static void test_sub_groups(void **state)
{
    struct wgc_facts facts = facts_of(210, "cl_khr_subgroups", "", "");

    (void)state;
    check_feature(&facts, WGC_FEATURE_subgroups, true, "CL_DEVICE_EXTENSIONS");
    facts = facts_of(120, "cl_intel_subgroups", "", "");
    check_feature(&facts, WGC_FEATURE_subgroups, true, "CL_DEVICE_EXTENSIONS");
    facts = facts_of(300, "", "__opencl_c_subgroups", "");
    check_feature(&facts, WGC_FEATURE_subgroups, true, "CL_DEVICE_OPENCL_C_FEATURES");
    facts = facts_of(300, "cl_khr_subgroup_ballot", "", "");
    check_feature(&facts, WGC_FEATURE_subgroups, false, "CL_DEVICE_EXTENSIONS");
}

static void test_types(void **state)
{
    static char embedded[] = "EMBEDDED_PROFILE";
    struct wgc_facts facts = facts_of(300, "cl_khr_fp16", "__opencl_c_fp64", "");

    (void)state;
    check_feature(&facts, WGC_FEATURE_fp16, true, "CL_DEVICE_EXTENSIONS");
    check_feature(&facts, WGC_FEATURE_fp64, true, "CL_DEVICE_OPENCL_C_FEATURES");
    check_feature(&facts, WGC_FEATURE_int64, true, "CL_DEVICE_PROFILE");
    facts.profile = embedded;
    check_feature(&facts, WGC_FEATURE_int64, false, "CL_DEVICE_EXTENSIONS");
    facts = facts_of(300, "cles_khr_int64", "", "");
    facts.profile = embedded;
    check_feature(&facts, WGC_FEATURE_int64, true, "CL_DEVICE_EXTENSIONS");
}

static void test_spirv(void **state)
{
    static char embedded[] = "EMBEDDED_PROFILE";
    struct wgc_facts facts = facts_of(300, "", "", "SPIR-V_1.2 SPIR-V_1.0");

    (void)state;
    assert_int_equal(wgc_facts_spirv_version(&facts), 120);
    check_feature(&facts, WGC_FEATURE_spirv, true, "CL_DEVICE_IL_VERSION");
    check_feature(&facts, WGC_FEATURE_spirv_1_3, false, "CL_DEVICE_IL_VERSION");
    facts.address_bits = 16;
    check_feature(&facts, WGC_FEATURE_spirv, false, "CL_DEVICE_ADDRESS_BITS");
    facts.address_bits = 64;
    facts.profile = embedded; /* ids of 64 bits, and no such integers */
    check_feature(&facts, WGC_FEATURE_spirv, false, "CL_DEVICE_EXTENSIONS");
    facts.address_bits = 32;
    check_feature(&facts, WGC_FEATURE_spirv, true, "CL_DEVICE_IL_VERSION");
    facts = facts_of(300, "", "", "SPIR-V_1.0 SPIR-V_1.4 SPIR-V_1.3");
    check_feature(&facts, WGC_FEATURE_spirv_1_3, true, "CL_DEVICE_IL_VERSION");
    facts = facts_of(120, "", "", "");
    check_feature(&facts, WGC_FEATURE_spirv, false, "CL_DEVICE_IL_VERSION");
}

/* What makes a claim of a capability, and what does not. */
static void test_spirv_claims(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        uint32_t listed = 18; /* Groups, which claims nothing of these */
        struct wgc_facts facts = facts_of(300, "cl_khr_spirv_queries", "", "SPIR-V_1.4");
        facts.collective_functions = true;
        facts.max_sub_groups = 8;
        facts.spirv = (struct wgc_spirv_lists){.capability_count = 1,
                                               .capability = &listed,
                                               .extension_count = 1,
                                               .extension = extension};
        check_feature(&facts, row[i].feature, false, "CL_DEVICE_EXTENSIONS");
        listed = row[i].capability;
        check_feature(&facts, row[i].feature, true, "CL_DEVICE_SPIRV_CAPABILITIES_KHR");
        facts.collective_functions = false; /* the scope is not claimed */
        facts.max_sub_groups = 0;
        check_feature(&facts, row[i].feature, false, "CL_DEVICE_EXTENSIONS");
        facts = facts_of(300, row[i].extension, "", "SPIR-V_1.4");
        check_feature(&facts, row[i].feature, true, "CL_DEVICE_EXTENSIONS");
    }
    struct wgc_facts facts = facts_of(300, "cl_khr_spirv_queries", "", "SPIR-V_1.4");
    uint32_t uniform = 6400;
    facts.collective_functions = true;
    facts.spirv = (struct wgc_spirv_lists){.capability_count = 1, .capability = &uniform};
    /* the capability without the extension that a module with it must name */
    check_feature(&facts, WGC_FEATURE_spirv_uniform_arithmetic, false, "CL_DEVICE_EXTENSIONS");
}

static void test_spirv_sub_groups(void **state)
{
    struct wgc_facts facts = facts_of(300, "cl_intel_subgroups", "", "SPIR-V_1.2");

    (void)state;
    check_feature(&facts, WGC_FEATURE_spirv_subgroups, false, "CL_DEVICE_EXTENSIONS");
    facts.max_sub_groups = 1;
    check_feature(&facts, WGC_FEATURE_spirv_subgroups, true, "CL_DEVICE_MAX_NUM_SUB_GROUPS");
    facts = facts_of(200, "cl_khr_subgroups cl_khr_il_program", "", "SPIR-V_1.0");
    check_feature(&facts, WGC_FEATURE_spirv_subgroups, true, "CL_DEVICE_EXTENSIONS");
    facts = facts_of(200, "", "", "SPIR-V_1.0");
    facts.max_sub_groups = 1; /* the query is OpenCL 2.1's */
    check_feature(&facts, WGC_FEATURE_spirv_subgroups, false, "CL_DEVICE_EXTENSIONS");
}

static void test_missing_feature(void **state)
{
    const struct wgc_signature signature = {
        .type = WGC_TYPE_double,
        .requires_count = 2,
        .requires = {WGC_FEATURE_collective_functions, WGC_FEATURE_fp64},
    };
    const struct wgc_form plain = {.feature = -1};
    const struct wgc_form remainder = {.feature = WGC_FEATURE_non_uniform_work_groups};
    const uint64_t collective = UINT64_C(1) << WGC_FEATURE_collective_functions;
    const uint64_t fp64 = UINT64_C(1) << WGC_FEATURE_fp64;

    (void)state;
    assert_int_equal(wgc_feature_missing(&signature, &plain, WGC_IMPL_BUILTIN, 0),
                     WGC_FEATURE_collective_functions);
    assert_int_equal(wgc_feature_missing(&signature, &plain, WGC_IMPL_BUILTIN, collective),
                     WGC_FEATURE_fp64);
    assert_int_equal(wgc_feature_missing(&signature, &plain, WGC_IMPL_BUILTIN, collective | fp64),
                     -1);
    assert_int_equal(wgc_feature_missing(&signature, &plain, WGC_IMPL_EMULATED, 0),
                     WGC_FEATURE_fp64);
    assert_int_equal(wgc_feature_missing(&signature, &plain, WGC_IMPL_EMULATED, fp64), -1);
    assert_int_equal(wgc_feature_missing(&signature, &remainder, WGC_IMPL_EMULATED, fp64),
                     WGC_FEATURE_non_uniform_work_groups);
}

static void test_c_standard(void **state)
{
    struct wgc_facts facts = facts_of(300, "", "__opencl_c_work_group_collective_functions", "");

    (void)state;
    facts.collective_functions = true;
    facts.c_version_count = 3;
    facts.c_version[0] = 120;
    facts.c_version[1] = 200;
    facts.c_version[2] = 300;
    assert_int_equal(wgc_c_standard(&facts, WGC_IMPL_BUILTIN, false), 300);
    assert_int_equal(wgc_c_standard(&facts, WGC_IMPL_EMULATED, false), 120);
    assert_int_equal(wgc_c_standard(&facts, WGC_IMPL_EMULATED, true), 300);
    facts.c_features[0] = '\0'; /* 3.0 without the functions that the device has: they are in 2.0 */
    assert_int_equal(wgc_c_standard(&facts, WGC_IMPL_BUILTIN, false), 200);
    facts.c_version_count = 1;
    assert_int_equal(wgc_c_standard(&facts, WGC_IMPL_BUILTIN, false), 120);
}

static const struct wgc_size_limits limits = {
    .device_items = 1024,
    .device_side = {1024, 1024, 64},
};

static struct wgc_shape shape_of(const char *name, unsigned rank, size_t x, size_t y, size_t z)
{
    static char text[32];

    (void)snprintf(text, sizeof text, "%s", name);
    return (struct wgc_shape){.name = text, .rank = rank, .side = {x, y, z}};
}

static void check_refused(const struct wgc_shape *shape, const struct wgc_size_limits *those,
                          const char *expected)
{
    char reason[WGC_LIMIT_REASON_MAX];
    size_t local[3];

    assert_false(wgc_local_size(shape, those, local, reason));
    assert_string_equal(reason, expected);
}

static void test_local_size_fits(void **state)
{
    char reason[WGC_LIMIT_REASON_MAX];
    struct wgc_shape shape = shape_of("8x4", 2, 8, 4, 99);
    size_t local[3];

    (void)state;
    assert_true(wgc_local_size(&shape, &limits, local, reason));
    assert_int_equal(local[0], 8);
    assert_int_equal(local[1], 4);
    assert_int_equal(local[2], 1);
    shape = shape_of("1024", 1, 1024, 1, 1);
    assert_true(wgc_local_size(&shape, &limits, local, reason));
}

static void test_local_size_names_the_limit(void **state)
{
    struct wgc_size_limits tight = limits;
    struct wgc_shape shape = shape_of("1025", 1, 1025, 1, 1);

    (void)state;
    tight.device_side[0] = 4096;
    check_refused(&shape, &tight,
                  "a local size of 1025 has 1025 work-items and CL_DEVICE_MAX_WORK_GROUP_SIZE is "
                  "1024");
    shape = shape_of("1x1x65", 3, 1, 1, 65);
    check_refused(&shape, &limits,
                  "a local size of 1x1x65 has side 65 and CL_DEVICE_MAX_WORK_ITEM_SIZES[2] is 64");
    shape = shape_of("300", 1, 300, 1, 1);
    tight.kernel_items = 256;
    check_refused(&shape, &tight,
                  "a local size of 300 has 300 work-items and CL_KERNEL_WORK_GROUP_SIZE is 256");
    tight.kernel_items = 0;
    tight.scratch_items = 128;
    check_refused(&shape, &tight,
                  "a local size of 300 has 300 work-items and the largest that "
                  "CL_DEVICE_LOCAL_MEM_SIZE holds the kernel's memory of is 128");
}

static void test_a_cluster_past_the_largest_sub_group_is_undefined(void **state)
{
    char reason[WGC_CLUSTER_REASON_MAX];

    (void)state;
    assert_true(wgc_cluster_is_defined(0, 1, "x", reason)); /* no clusters at all */
    assert_true(wgc_cluster_is_defined(4, 4, "x", reason));
    assert_true(wgc_cluster_is_defined(4, 5, "x", reason));
    assert_true(wgc_cluster_is_defined(1, 1, "x", reason));
    assert_true(wgc_cluster_is_defined(4, 0, "x", reason)); /* not known */
    assert_false(wgc_cluster_is_defined(4, 3, "the local size", reason));
    assert_string_equal(reason, "undefined: a cluster of 4 work-items is larger than the largest "
                                "sub-group of the dispatch, which has 3 (the local size)");
}

static size_t resolved_max(const struct wgc_size_limits *those)
{
    const struct wgc_shape shape = {.rank = 1, .is_max = true, .side = {1, 1, 1}};
    char reason[WGC_LIMIT_REASON_MAX];
    size_t local[3];

    assert_true(wgc_local_size(&shape, those, local, reason));
    assert_int_equal(local[1] * local[2], 1);
    return local[0];
}

static void test_max_is_the_least_limit(void **state)
{
    struct wgc_size_limits those = limits;

    (void)state;
    assert_int_equal(resolved_max(&those), 1024);
    those.kernel_items = 512;
    assert_int_equal(resolved_max(&those), 512);
    those.scratch_items = 256;
    assert_int_equal(resolved_max(&those), 256);
    those.device_side[0] = 100;
    assert_int_equal(resolved_max(&those), 100);
    assert_int_equal(resolved_max(&(struct wgc_size_limits){0}), 1);
}

static void test_scratch_items(void **state)
{
    (void)state;
    assert_int_equal(wgc_scratch_items(4096, 1048576), 4096);
    assert_int_equal(wgc_scratch_items(4096, 65536), 4096);
    assert_int_equal(wgc_scratch_items(4096, 65535), 2048);
    assert_int_equal(wgc_scratch_items(8192, 49152), 2048);
    assert_int_equal(wgc_scratch_items(1000, 16000), 1000);
    assert_int_equal(wgc_scratch_items(0, 0), 1);
}

static void test_sub_group_check(void **state)
{
    const struct wgc_trial trial = {.group_items = 3, .group_count = 2, .slot_items = 6};
    struct wgc_sub_group_facts told = {.max_size = 16, .count = 1};
    uint32_t meta[6 * WGC_META_WORDS];
    bool no_memory;
    char *line;

    (void)state;
    for (size_t i = 0; i < 6; i++) {
        const uint32_t one[WGC_META_WORDS] = {0, (uint32_t)i % 3, 3, 16, 1, 1};
        memcpy(meta + i * WGC_META_WORDS, one, sizeof one);
    }
    assert_null(wgc_sub_group_check(&told, &trial, meta, &no_memory));
    memset(meta, WGC_META_POISON_BYTE, WGC_META_WORDS * sizeof meta[0]); /* not launched */
    assert_null(wgc_sub_group_check(&told, &trial, meta, &no_memory));
    told.count = 2;
    line = wgc_sub_group_check(&told, &trial, meta, &no_memory);
    assert_non_null(line);
    assert_string_equal(line, "get_enqueued_num_sub_groups() is 1 in work-group 0, work-item 1, "
                              "and CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE is 2");
    free(line);
    told = (struct wgc_sub_group_facts){.max_size = 8};
    line = wgc_sub_group_check(&told, &trial, meta, &no_memory);
    assert_non_null(line);
    assert_string_equal(line, "get_max_sub_group_size() is 16 in work-group 0, work-item 1, and "
                              "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE is 8");
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collective_functions),
        cmocka_unit_test(test_sub_groups),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_spirv),
        cmocka_unit_test(test_spirv_claims),
        cmocka_unit_test(test_spirv_sub_groups),
        cmocka_unit_test(test_missing_feature),
        cmocka_unit_test(test_c_standard),
        cmocka_unit_test(test_local_size_fits),
        cmocka_unit_test(test_local_size_names_the_limit),
        cmocka_unit_test(test_a_cluster_past_the_largest_sub_group_is_undefined),
        cmocka_unit_test(test_max_is_the_least_limit),
        cmocka_unit_test(test_scratch_items),
        cmocka_unit_test(test_sub_group_check),
    };

    return cmocka_run_group_tests_name("worker_rules", tests, NULL, NULL);
}
