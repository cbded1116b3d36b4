/* Which cases a device is eligible for, under which size limits, and which features a plan needs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/eligibility.h"
#include "plan/local_size.h"
#include "tests/unit/test.h"

enum { WORK_GROUP, WORK_GROUP_HALF, SUB_GROUP, SUB_GROUP_SPIRV, WORK_GROUP_SPIRV, CHECK, COUNT };

#define BIT(feature) (UINT64_C(1) << WGC_FEATURE_##feature)

static struct wgc_signature signature[COUNT] = {
    [WORK_GROUP] = {.requires = {WGC_FEATURE_collective_functions}, .requires_count = 1},
    [WORK_GROUP_HALF] = {.requires = {WGC_FEATURE_collective_functions, WGC_FEATURE_fp16},
                         .requires_count = 2},
    [SUB_GROUP] = {.requires = {WGC_FEATURE_subgroups}, .requires_count = 1},
    [SUB_GROUP_SPIRV] = {.language = WGC_LANGUAGE_SPIRV,
                         .requires = {WGC_FEATURE_subgroups, WGC_FEATURE_spirv},
                         .requires_count = 2},
    [WORK_GROUP_SPIRV] = {.language = WGC_LANGUAGE_SPIRV,
                          .requires = {WGC_FEATURE_collective_functions, WGC_FEATURE_spirv},
                          .requires_count = 2},
    [CHECK] = {.language = WGC_LANGUAGE_QUERY},
};

static const struct wgc_signature sum_of_doubles = {
    .type = WGC_TYPE_double,
    .requires_count = 2,
    .requires = {WGC_FEATURE_collective_functions, WGC_FEATURE_fp64},
};
/* A program of suite/programs. */
static const struct wgc_signature part_of_a_group = {
    .requires_count = 2,
    .requires = {WGC_FEATURE_subgroups, WGC_FEATURE_independent_sub_groups},
};
static const struct wgc_form plain = {.feature = -1};
static const struct wgc_form uneven = {.feature = WGC_FEATURE_non_uniform_work_groups};
static const struct wgc_form some = {.feature = WGC_FEATURE_independent_sub_groups};
static char name_64[] = "64";
static const struct wgc_shape shape_64 = {.name = name_64, .rank = 1, .side = {64, 1, 1}};

static struct wgc_device_info device_of(uint64_t features)
{
    return (struct wgc_device_info){.features = features,
                                    .has_compiler = true,
                                    .max_work_group_size = 128,
                                    .max_work_item_size = {128, 128, 128}};
}

/* expected: NULL where the device is eligible. */
static void check_signature(const struct wgc_signature *chosen, const struct wgc_form *form,
                            enum wgc_impl impl, bool unadvertised,
                            const struct wgc_device_info *device, const char *expected)
{
    struct wgc_err err;
    struct wgc_obstacle obstacle;

    assert_int_equal(
        wgc_eligibility(chosen, form, &shape_64, impl, unadvertised, device, &obstacle, &err),
        WGC_OK);
    if (expected == NULL) {
        assert_null(obstacle.reason);
        assert_int_equal(obstacle.about.kind, WGC_ABOUT_OTHER);
    } else {
        assert_non_null(obstacle.reason);
        assert_string_equal(obstacle.reason, expected);
    }
    free(obstacle.reason);
}

static void check(const struct wgc_form *form, enum wgc_impl impl, bool unadvertised,
                  const struct wgc_device_info *device, const char *expected)
{
    check_signature(&sum_of_doubles, form, impl, unadvertised, device, expected);
}

#define COLLECTIVES                                                                                \
    "work-group collective functions (OpenCL C 2.0, or 3.0 with "                                  \
    "__opencl_c_work_group_collective_functions)"
#define INDEPENDENT                                                                                \
    "sub-groups that wait for no other (the emulated ones meet at barriers of the work-group)"
#define FP64 "double precision (cl_khr_fp64 or __opencl_c_fp64)"

TEST(a_missing_feature_is_named)
{
    struct wgc_device_info device = device_of(0);

    check(&plain, WGC_IMPL_BUILTIN, false, &device, "the device lacks " COLLECTIVES "; " FP64);
    check(&plain, WGC_IMPL_BUILTIN, true, &device, "the device lacks " FP64);
    device = device_of(BIT(collective_functions));
    check(&plain, WGC_IMPL_BUILTIN, false, &device, "the device lacks " FP64);
    device = device_of(BIT(collective_functions) | BIT(fp64));
    check(&plain, WGC_IMPL_BUILTIN, false, &device, NULL);
    check(&uneven, WGC_IMPL_BUILTIN, false, &device,
          "the device lacks non-uniform work-groups (OpenCL 2.x, or "
          "CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT)");
    device.has_compiler = false;
    check(&plain, WGC_IMPL_BUILTIN, false, &device,
          "the device lacks a compiler (CL_DEVICE_COMPILER_AVAILABLE)");
}

TEST(emulated_functions_need_the_features_of_type_and_form)
{
    struct wgc_device_info device = device_of(0);

    check(&plain, WGC_IMPL_EMULATED, false, &device, "the device lacks " FP64);
    device = device_of(BIT(fp64));
    check(&plain, WGC_IMPL_EMULATED, false, &device, NULL);
    check(&uneven, WGC_IMPL_EMULATED, false, &device,
          "the device lacks non-uniform work-groups (OpenCL 2.x, or "
          "CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT)");
    device = device_of(BIT(fp64) | BIT(independent_sub_groups));
    check(&some, WGC_IMPL_EMULATED, false, &device, "needs " INDEPENDENT);
}

TEST(emulated_functions_lack_what_a_program_needs)
{
    struct wgc_device_info device = device_of(BIT(subgroups) | BIT(independent_sub_groups));

    check_signature(&part_of_a_group, &plain, WGC_IMPL_BUILTIN, false, &device, NULL);
    check_signature(&part_of_a_group, &plain, WGC_IMPL_EMULATED, false, &device,
                    "needs " INDEPENDENT);
    device.features = BIT(subgroups);
    check_signature(&part_of_a_group, &plain, WGC_IMPL_BUILTIN, false, &device,
                    "the device lacks " INDEPENDENT);
}

TEST(an_exceeded_limit_is_named_when_no_feature_is_missing)
{
    struct wgc_device_info device = device_of(BIT(collective_functions));

    device.max_work_group_size = 63;
    check(&plain, WGC_IMPL_BUILTIN, false, &device, "the device lacks " FP64);
    device.features |= BIT(fp64);
    check(&plain, WGC_IMPL_BUILTIN, false, &device,
          "a local size of 64 has 64 work-items and CL_DEVICE_MAX_WORK_GROUP_SIZE is 63");
    device.max_work_item_size[0] = 32;
    check(&plain, WGC_IMPL_BUILTIN, false, &device,
          "a local size of 64 has side 64 and CL_DEVICE_MAX_WORK_ITEM_SIZES[0] is 32");
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
    struct wgc_size_excess excess;
    size_t local[3];

    assert_false(wgc_local_size(shape, those, local, &excess));
    assert_string_equal(excess.reason, expected);
}

TEST(a_local_size_within_the_limits_is_written)
{
    struct wgc_size_excess excess;
    struct wgc_shape shape = shape_of("8x4", 2, 8, 4, 99);
    size_t local[3];

    assert_true(wgc_local_size(&shape, &limits, local, &excess));
    assert_int_equal(local[0], 8);
    assert_int_equal(local[1], 4);
    assert_int_equal(local[2], 1);
    shape = shape_of("1024", 1, 1024, 1, 1);
    assert_true(wgc_local_size(&shape, &limits, local, &excess));
}

TEST(a_local_size_beyond_a_limit_names_it)
{
    struct wgc_size_limits tight = limits;
    struct wgc_shape shape = shape_of("1025", 1, 1025, 1, 1);

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
    tight.local_mem_items = 128;
    check_refused(&shape, &tight,
                  "a local size of 300 has 300 work-items and the largest that "
                  "CL_DEVICE_LOCAL_MEM_SIZE holds the kernel's memory of is 128");
}

static size_t resolved_max(const struct wgc_size_limits *those)
{
    const struct wgc_shape shape = {.rank = 1, .size = WGC_SHAPE_MAX, .side = {1, 1, 1}};
    struct wgc_size_excess excess;
    size_t local[3];

    assert_true(wgc_local_size(&shape, those, local, &excess));
    assert_int_equal(local[1] * local[2], 1);
    return local[0];
}

TEST(max_is_the_least_limit)
{
    struct wgc_size_limits those = limits;

    assert_int_equal(resolved_max(&those), 1024);
    those.kernel_items = 512;
    assert_int_equal(resolved_max(&those), 512);
    those.local_mem_items = 256;
    assert_int_equal(resolved_max(&those), 256);
    those.device_side[0] = 100;
    assert_int_equal(resolved_max(&those), 100);
    assert_int_equal(resolved_max(&(struct wgc_size_limits){0}), 1);
}

TEST(local_memory_bounds_max_items)
{
    assert_int_equal(wgc_local_mem_items(4096, 1048576), 4096);
    assert_int_equal(wgc_local_mem_items(4096, 65536), 4096);
    assert_int_equal(wgc_local_mem_items(4096, 65535), 2048);
    assert_int_equal(wgc_local_mem_items(8192, 49152), 2048);
    assert_int_equal(wgc_local_mem_items(1000, 16000), 1000);
    assert_int_equal(wgc_local_mem_items(0, 0), 1);
}

/* The features that a plan of these signatures needs; the last is COUNT. */
static uint64_t needed(const int *of, enum wgc_impl impl)
{
    const struct wgc_manifest manifest = {.signature = signature, .signature_count = COUNT};
    struct wgc_case item[8] = {0};
    struct wgc_plan plan = {.item = item};

    for (; of[plan.count] != COUNT; plan.count++) {
        item[plan.count].signature = (uint32_t)of[plan.count];
    }
    return wgc_features_needed(&manifest, &plan, impl);
}

TEST(what_every_function_needs_is_needed)
{
    static const int work_groups[] = {WORK_GROUP, WORK_GROUP_HALF, CHECK, COUNT};
    static const int sub_groups[] = {SUB_GROUP_SPIRV, CHECK, SUB_GROUP_SPIRV, COUNT};
    static const int spirv[] = {SUB_GROUP_SPIRV, WORK_GROUP_SPIRV, WORK_GROUP_SPIRV, COUNT};

    assert_int_equal(needed(work_groups, WGC_IMPL_BUILTIN), BIT(collective_functions));
    assert_int_equal(needed(sub_groups, WGC_IMPL_BUILTIN), BIT(subgroups) | BIT(spirv));
    assert_int_equal(needed(spirv, WGC_IMPL_BUILTIN), BIT(spirv));
}

TEST(of_several_the_most_frequent_is_needed)
{
    static const int mixed[] = {SUB_GROUP, WORK_GROUP, WORK_GROUP_HALF, COUNT};

    assert_int_equal(needed(mixed, WGC_IMPL_BUILTIN), BIT(collective_functions));
}

TEST(checks_and_emulated_functions_need_nothing)
{
    static const int checks[] = {CHECK, CHECK, COUNT};
    static const int mixed[] = {SUB_GROUP, WORK_GROUP_HALF, COUNT};

    assert_int_equal(needed(checks, WGC_IMPL_BUILTIN), 0);
    assert_int_equal(needed(mixed, WGC_IMPL_EMULATED), 0);
}
