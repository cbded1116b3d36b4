/* The judges of the capability checks, on properties that no driver here reports.
 * tests/driver/test_lies.py has a lie for each check through OpenCL; here are the rules for other
 * versions, and the skips. */
#include <stdlib.h>
#include <string.h>

#include "checks/judge.h"
#include "tests/unit/test.h"

enum { MACROS = 2 };

struct checked {
    struct wgc_properties properties;
    struct wgc_measurements measured;
};

static void set_text(struct checked *device, enum wgc_property property, const char *text)
{
    free(device->properties.value[property].text);
    device->properties.value[property].text = strdup(text);
    assert_non_null(device->properties.value[property].text);
}

static void add_name(struct checked *device, enum wgc_property property, const char *name,
                     unsigned version)
{
    struct wgc_property_value *list = &device->properties.value[property];

    list->item = realloc(list->item, (list->count + 1) * sizeof *list->item);
    assert_non_null(list->item);
    list->item[list->count++] = (struct wgc_named){.name = strdup(name), .version = version};
}

static void set_macros(struct checked *device, enum wgc_standard standard, long collectives,
                       long fp16)
{
    struct wgc_macro_kernel *one = &device->measured.macro_kernel[standard];

    if (one->macro == NULL) {
        one->macro = malloc(MACROS * sizeof *one->macro);
    }
    assert_non_null(one->macro);
    one->built = true;
    one->c_version = standard == WGC_STANDARD_DEFAULT ? 120 : (long)wgc_standard_version(standard);
    one->macro[0] = collectives;
    one->macro[1] = fp16;
}

/* A device of that version with only what it must have, reported consistently. */
static struct checked *make(unsigned version)
{
    struct checked *device = calloc(1, sizeof *device);

    assert_non_null(device);
    device->measured.properties = &device->properties;
    device->properties.version = version;
    device->properties.platform_version = version;
    device->properties.value[WGC_DEVICE_COMPILER_AVAILABLE].number = 1;
    set_text(device, WGC_DEVICE_PROFILE, "FULL_PROFILE");
    set_text(device, WGC_DEVICE_OPENCL_C_VERSION, version < 200 ? "OpenCL C 1.2" : "OpenCL C 2.0");
    set_text(device, WGC_DEVICE_EXTENSIONS, "cl_khr_byte_addressable_store");
    set_text(device, WGC_DEVICE_IL_VERSION, "");
    device->measured.macro = calloc(MACROS, sizeof(char *));
    assert_non_null(device->measured.macro);
    device->measured.macro[0] = strdup("__opencl_c_work_group_collective_functions");
    device->measured.macro[1] = strdup("cl_khr_fp16");
    device->measured.macro_count = MACROS;
    for (int i = 0; i < WGC_STANDARD_3_1; i++) {
        set_macros(device, (enum wgc_standard)i, WGC_MACRO_UNDEFINED, WGC_MACRO_UNDEFINED);
    }
    if (version >= 300) {
        set_text(device, WGC_DEVICE_OPENCL_C_VERSION, "OpenCL C 1.2");
        add_name(device, WGC_DEVICE_EXTENSIONS_WITH_VERSION, "cl_khr_byte_addressable_store", 100);
        add_name(device, WGC_DEVICE_OPENCL_C_ALL_VERSIONS, "OpenCL C", 300);
        add_name(device, WGC_DEVICE_OPENCL_C_ALL_VERSIONS, "OpenCL C", 120);
        add_name(device, WGC_DEVICE_OPENCL_C_ALL_VERSIONS, "OpenCL C", 110);
        add_name(device, WGC_DEVICE_OPENCL_C_ALL_VERSIONS, "OpenCL C", 100);
        add_name(device, WGC_DEVICE_OPENCL_C_FEATURES, "__opencl_c_int64", 300);
    }
    return device;
}

static void drop(struct checked *device)
{
    wgc_measurements_clear(&device->measured);
    wgc_properties_free(&device->properties);
    free(device);
}

enum outcome { PASS, SKIP, FAIL };

/* The outcome of the check; its text contains words. */
static void expect(const struct checked *device, enum wgc_query query, enum outcome outcome,
                   const char *words)
{
    struct wgc_verdict verdict = {0};
    enum outcome got;

    wgc_check_judge(&device->measured, query, &verdict);
    assert_false(verdict.text.failed);
    got = verdict.faults > 0 ? FAIL : verdict.skipped ? SKIP : PASS;
    if (got != outcome || (words[0] != '\0' && strstr(verdict.text.data, words) == NULL)) {
        fail_msg("query.%s: %d and not %d: %s", wgc_query_info(query)->name, (int)got, (int)outcome,
                 verdict.text.data == NULL ? "" : verdict.text.data);
    }
    wgc_buf_free(&verdict.text);
}

TEST(a_consistent_device_with_little_passes)
{
    static const enum wgc_query right[] = {
        WGC_QUERY_extensions_once,
        WGC_QUERY_extensions_agree,
        WGC_QUERY_c_versions,
        WGC_QUERY_c_features_version,
        WGC_QUERY_c_features_implied,
        WGC_QUERY_c_features_queries,
        WGC_QUERY_c_standard_default,
        WGC_QUERY_c_standards,
        WGC_QUERY_c_standards_unlisted,
        WGC_QUERY_extension_macros,
        WGC_QUERY_il_agree,
        WGC_QUERY_collectives,
        WGC_QUERY_subgroups,
        WGC_QUERY_fp64,
    };
    struct checked *device = make(300);

    for (int i = WGC_STANDARD_1_1; i < WGC_STANDARD_COUNT; i++) {
        device->measured.macro_kernel[i].built =
            wgc_has_standard(&device->properties, (enum wgc_standard)i);
    }
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        expect(device, right[i], PASS, "");
    }
    expect(device, WGC_QUERY_collectives_run, SKIP, "is 0");
    expect(device, WGC_QUERY_subgroups_run, SKIP, "no sub-groups");
    expect(device, WGC_QUERY_il_groups, SKIP, "empty");
    expect(device, WGC_QUERY_fp16, SKIP, "cl_khr_fp16");
    expect(device, WGC_QUERY_spirv_capabilities, SKIP, "cl_khr_spirv_queries");
    drop(device);
}

TEST(an_older_device_and_one_without_a_compiler_skip)
{
    struct checked *device = make(120);

    expect(device, WGC_QUERY_c_features_version, SKIP, "this is 1.2");
    expect(device, WGC_QUERY_subgroups_kernel, SKIP, "this is 1.2");
    expect(device, WGC_QUERY_c_standards, PASS, "");
    device->properties.value[WGC_DEVICE_COMPILER_AVAILABLE].number = 0;
    expect(device, WGC_QUERY_c_standards, SKIP, "CL_DEVICE_COMPILER_AVAILABLE");
    expect(device, WGC_QUERY_fp16, SKIP, "CL_DEVICE_COMPILER_AVAILABLE");
    drop(device);
}

TEST(a_list_with_doubles_counts_each_name_once)
{
    struct checked *device = make(300);
    struct wgc_verdict verdict = {0};

    set_text(device, WGC_DEVICE_EXTENSIONS, " cl_a  cl_ab cl_a cl_ab cl_a");
    wgc_check_judge(&device->measured, WGC_QUERY_extensions_once, &verdict);
    assert_int_equal(verdict.faults, 2);
    assert_string_equal(verdict.text.data, "CL_DEVICE_EXTENSIONS lists cl_a 3 times; "
                                           "CL_DEVICE_EXTENSIONS lists cl_ab 2 times");
    wgc_buf_free(&verdict.text);
    drop(device);
}

TEST(a_version_beyond_1_2_needs_all_features)
{
    struct checked *device = make(300);

    set_text(device, WGC_DEVICE_OPENCL_C_VERSION, "OpenCL C 3.0 x");
    expect(device, WGC_QUERY_c_versions, FAIL, "without the optional feature __opencl_c_images");
    set_text(device, WGC_DEVICE_OPENCL_C_VERSION, "OpenCL C 2.0");
    expect(device, WGC_QUERY_c_versions, FAIL, "which CL_DEVICE_OPENCL_C_ALL_VERSIONS does not");
    set_text(device, WGC_DEVICE_OPENCL_C_VERSION, "nonsense");
    expect(device, WGC_QUERY_c_versions, FAIL, "\"nonsense\"");
    drop(device);
}

TEST(each_version_names_the_spirv_that_it_needs)
{
    struct checked *device = make(210);

    expect(device, WGC_QUERY_il_required, FAIL, "SPIR-V_1.0");
    set_text(device, WGC_DEVICE_IL_VERSION, "SPIR-V_1.0");
    expect(device, WGC_QUERY_il_required, PASS, "");
    device->properties.version = 220;
    expect(device, WGC_QUERY_il_required, FAIL, "SPIR-V_1.1");
    device->properties.version = 300;
    expect(device, WGC_QUERY_il_required, SKIP, "need not");
    set_text(device, WGC_DEVICE_EXTENSIONS, "cl_khr_il_program");
    set_text(device, WGC_DEVICE_IL_VERSION, "SPIR-V_1.01");
    expect(device, WGC_QUERY_il_required, FAIL, "which cl_khr_il_program requires");
    device->properties.version = 310;
    set_text(device, WGC_DEVICE_IL_VERSION, "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3");
    expect(device, WGC_QUERY_il_required, FAIL, "SPIR-V_1.4");
    drop(device);
}

TEST(a_loader_without_the_function_is_no_fault_of_the_device)
{
    struct checked *device = make(300);

    set_text(device, WGC_DEVICE_IL_VERSION, "SPIR-V_1.0");
    device->properties.value[WGC_DEVICE_MAX_NUM_SUB_GROUPS].number = 1;
    device->measured.group_test.state = WGC_TEST_REFUSED;
    expect(device, WGC_QUERY_il_groups, FAIL, "does not build");
    device->properties.il_unreachable = true;
    expect(device, WGC_QUERY_il_groups, SKIP, "the OpenCL loader has no clCreateProgramWithIL");
    expect(device, WGC_QUERY_il_program, SKIP, "the OpenCL loader has no clCreateProgramWithIL");
    set_text(device, WGC_DEVICE_IL_VERSION, "");
    expect(device, WGC_QUERY_il_program, SKIP, "CL_DEVICE_IL_VERSION is empty");
    drop(device);
}

TEST(older_devices_have_collectives_and_sub_groups_by_their_version)
{
    struct checked *device = make(200);

    device->measured.feature_test[WGC_FEATURE_TEST_collectives][WGC_NEWEST].state =
        WGC_TEST_REFUSED;
    expect(device, WGC_QUERY_collectives_run, FAIL, "OpenCL 2.x has the work-group");
    device->measured.feature_test[WGC_FEATURE_TEST_collectives][WGC_C2].state = WGC_TEST_WRONG;
    expect(device, WGC_QUERY_collectives_run_c2, FAIL, "wrong result");
    device->measured.feature_test[WGC_FEATURE_TEST_collectives][WGC_C2].wrong =
        (struct wgc_test_wrong){.call =
                                    &wgc_feature_test_info(WGC_FEATURE_TEST_collectives)->call[0],
                                .item = 3,
                                .written = true,
                                .expected = 120,
                                .actual = 5,
                                .items = 2};
    expect(
        device, WGC_QUERY_collectives_run_c2, FAIL,
        "work_group_reduce_add(id): expected 120, got 5 in work-item 3 of 16 (2 are wrong), where "
        "OpenCL C 2.0 has");
    device->measured.feature_test[WGC_FEATURE_TEST_collectives][WGC_C2].wrong.written = false;
    expect(device, WGC_QUERY_collectives_run_c2, FAIL,
           "work_group_reduce_add(id): not written in work-item 3 of 16 (2 are wrong), where ");
    device->properties.version = 210;
    expect(device, WGC_QUERY_subgroups, FAIL, "OpenCL 2.1 requires sub-groups");
    device->properties.version = 300;
    expect(device, WGC_QUERY_subgroups, PASS, "");
    drop(device);
}

/* Where a program asks for no version, and under the newest; an implementation may have an
 * extension in another version alone. */
TEST(a_macro_without_its_extension_is_found)
{
    struct checked *device = make(300);

    set_macros(device, WGC_STANDARD_1_2, WGC_MACRO_UNDEFINED, 1);
    expect(device, WGC_QUERY_extension_macros, PASS, "");
    set_macros(device, WGC_STANDARD_DEFAULT, WGC_MACRO_UNDEFINED, 1);
    expect(device, WGC_QUERY_extension_macros, FAIL, "cl_khr_fp16 is defined under no -cl-std");
    set_macros(device, WGC_STANDARD_DEFAULT, WGC_MACRO_UNDEFINED, WGC_MACRO_UNDEFINED);
    set_macros(device, WGC_STANDARD_3_0, WGC_MACRO_UNDEFINED, 1);
    expect(device, WGC_QUERY_extension_macros, FAIL, "cl_khr_fp16 is defined under -cl-std=CL3.0");
    set_macros(device, WGC_STANDARD_3_0, WGC_MACRO_UNDEFINED, WGC_MACRO_UNDEFINED);
    set_text(device, WGC_DEVICE_EXTENSIONS, "cl_khr_fp16");
    expect(device, WGC_QUERY_extension_macros, FAIL, "not defined under -cl-std=CL3.0");
    set_macros(device, WGC_STANDARD_3_0, WGC_MACRO_UNDEFINED, 1);
    expect(device, WGC_QUERY_extension_macros, PASS, "");
    drop(device);
}

TEST(a_feature_macro_of_an_older_version_may_be_there)
{
    struct checked *device = make(300);

    set_macros(device, WGC_STANDARD_1_2, 1, WGC_MACRO_UNDEFINED);
    expect(device, WGC_QUERY_collectives, PASS, "");
    set_macros(device, WGC_STANDARD_3_0, 1, WGC_MACRO_UNDEFINED);
    expect(device, WGC_QUERY_collectives, FAIL, "is defined under -cl-std=CL3.0");
    expect(device, WGC_QUERY_c_feature_macros, FAIL, "and not in CL_DEVICE_OPENCL_C_FEATURES");
    drop(device);
}

TEST(a_device_query_and_its_feature_agree)
{
    struct checked *device = make(300);
    struct wgc_verdict verdict = {0};

    device->properties.value[WGC_DEVICE_ATOMIC_MEMORY_CAPABILITIES].number = 0x51;
    expect(device, WGC_QUERY_c_features_queries, FAIL,
           "CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES is 0x51, and CL_DEVICE_OPENCL_C_FEATURES lacks "
           "__opencl_c_atomic_scope_all_devices");
    add_name(device, WGC_DEVICE_OPENCL_C_FEATURES, "__opencl_c_atomic_scope_all_devices", 300);
    expect(device, WGC_QUERY_c_features_queries, PASS, "");
    add_name(device, WGC_DEVICE_OPENCL_C_FEATURES, "__opencl_c_atomic_scope_device", 300);
    add_name(device, WGC_DEVICE_OPENCL_C_FEATURES, "__opencl_c_pipes", 300);
    wgc_check_judge(&device->measured, WGC_QUERY_c_features_queries, &verdict);
    assert_int_equal(verdict.faults, 2);
    wgc_buf_free(&verdict.text);
    device->properties.value[WGC_DEVICE_PIPE_SUPPORT].number = 1;
    expect(device, WGC_QUERY_c_features_queries, FAIL, "has __opencl_c_atomic_scope_device");
    device->properties.value[WGC_DEVICE_COMPILER_AVAILABLE].number = 0;
    expect(device, WGC_QUERY_c_features_queries, SKIP, "CL_DEVICE_COMPILER_AVAILABLE");
    drop(device);
}

TEST(double_precision_needs_more_of_older_devices)
{
    struct checked *device = make(200);

    set_text(device, WGC_DEVICE_EXTENSIONS, "cl_khr_fp64");
    device->measured.feature_test[WGC_FEATURE_TEST_fp64][WGC_NEWEST].state = WGC_TEST_RIGHT;
    device->properties.value[WGC_DEVICE_DOUBLE_FP_CONFIG].number = 0x27;
    expect(device, WGC_QUERY_fp64, PASS, "");
    device->properties.version = 120;
    expect(device, WGC_QUERY_fp64, FAIL, "less than the least, 0x3f");
    drop(device);
}

TEST(half_takes_either_rounding)
{
    struct checked *device = make(300);

    set_text(device, WGC_DEVICE_EXTENSIONS, "cl_khr_fp16");
    device->measured.feature_test[WGC_FEATURE_TEST_fp16][WGC_NEWEST].state = WGC_TEST_RIGHT;
    device->properties.value[WGC_DEVICE_HALF_FP_CONFIG].number = 8;
    expect(device, WGC_QUERY_fp16, PASS, "");
    device->properties.value[WGC_DEVICE_HALF_FP_CONFIG].number = 6;
    expect(device, WGC_QUERY_fp16, PASS, "");
    device->properties.value[WGC_DEVICE_HALF_FP_CONFIG].number = 4;
    expect(device, WGC_QUERY_fp16, FAIL, "0x4");
    drop(device);
}

/* A kernel with sub-groups of 8, of which a work-group of 64 has 8. */
static struct checked *make_with_sub_groups(void)
{
    struct checked *device = make(300);

    device->properties.value[WGC_DEVICE_MAX_NUM_SUB_GROUPS].number = 8;
    device->measured.sub_groups =
        (struct wgc_kernel_sub_groups){.callable = true,
                                       .small = {{16, 0, 0}, 8, 2},
                                       .large = {{64, 0, 0}, 8, 8},
                                       .large_runs = true,
                                       .max_count = 8,
                                       .fitting = {[WGC_ASKED_ONE] = {{8, 1, 1}, 8, 1},
                                                   [WGC_ASKED_RAN] = {{64, 1, 1}, 8, 8},
                                                   [WGC_ASKED_MOST] = {{64, 1, 1}, 8, 8}}};
    return device;
}

TEST(the_local_size_for_sub_groups_holds_as_many)
{
    struct checked *device = make_with_sub_groups();
    struct wgc_kernel_sub_groups *kernel = &device->measured.sub_groups;
    struct wgc_sub_groups_of_size *one = &kernel->fitting[WGC_ASKED_ONE];

    expect(device, WGC_QUERY_subgroups_kernel, PASS, "");
    one->count = 2;
    expect(device, WGC_QUERY_subgroups_kernel, FAIL, "gives 8 for 1 sub-group, and");
    *one = (struct wgc_sub_groups_of_size){{5, 1, 1}, 8, 1};
    expect(device, WGC_QUERY_subgroups_kernel, FAIL, "is 8: one is partial");
    one->local[1] = 2;
    expect(device, WGC_QUERY_subgroups_kernel, FAIL, "more than one dimension");
    *one = (struct wgc_sub_groups_of_size){{0, 0, 0}, 0, 0};
    expect(device, WGC_QUERY_subgroups_kernel, PASS, "");
    kernel->small = (struct wgc_sub_groups_of_size){{16, 0, 0}, 16, 1};
    expect(device, WGC_QUERY_subgroups_kernel, FAIL, "and 16 work-items are one");
    kernel->callable = false;
    expect(device, WGC_QUERY_subgroups_kernel, SKIP, "older");
    drop(device);
}

/* No work-group has more sub-groups than the most, and there is no local size for one more. */
TEST(no_work_group_has_more_sub_groups_than_the_most)
{
    struct checked *device = make_with_sub_groups();
    struct wgc_kernel_sub_groups *kernel = &device->measured.sub_groups;

    kernel->large = (struct wgc_sub_groups_of_size){{128, 0, 0}, 8, 16};
    expect(device, WGC_QUERY_subgroups_kernel, FAIL,
           "CL_KERNEL_MAX_NUM_SUB_GROUPS is 8, and a work-group of 128 work-items runs, which are "
           "16 sub-groups");
    expect(device, WGC_QUERY_subgroups_kernel, FAIL,
           "CL_DEVICE_MAX_NUM_SUB_GROUPS is 8, and a work-group of 128");
    kernel->large_runs = false; /* the device is not capable of it */
    expect(device, WGC_QUERY_subgroups_kernel, PASS, "");
    kernel->fitting[WGC_ASKED_MORE] = (struct wgc_sub_groups_of_size){{72, 1, 1}, 8, 9};
    expect(device, WGC_QUERY_subgroups_kernel, FAIL, "gives 72 for 9 sub-groups and must give 0");
    kernel->large = (struct wgc_sub_groups_of_size){{64, 0, 0}, 8, 8};
    expect(device, WGC_QUERY_subgroups_kernel, FAIL,
           "gives 72 for 9 sub-groups and must give 0: CL_KERNEL_WORK_GROUP_SIZE is 64");
    drop(device);
}

/* There is a local size for the sub-groups of a work-group that runs, if none of them is partial.
 */
TEST(a_number_of_sub_groups_that_runs_has_a_local_size)
{
    struct checked *device = make_with_sub_groups();
    struct wgc_kernel_sub_groups *kernel = &device->measured.sub_groups;
    struct wgc_sub_groups_of_size *ran = &kernel->fitting[WGC_ASKED_RAN];

    *ran = (struct wgc_sub_groups_of_size){{0, 0, 0}, 0, 0};
    expect(device, WGC_QUERY_subgroups_kernel, FAIL,
           "has no local size for 8 sub-groups, and a work-group of 64 work-items runs");
    kernel->large_runs = false;
    expect(device, WGC_QUERY_subgroups_kernel, PASS, "");
    kernel->large_runs = true;
    kernel->large = (struct wgc_sub_groups_of_size){{60, 0, 0}, 8, 8};
    kernel->fitting[WGC_ASKED_MOST] = *ran;
    expect(device, WGC_QUERY_subgroups_kernel, PASS, "");
    kernel->max_count = 16;
    device->properties.value[WGC_DEVICE_MAX_NUM_SUB_GROUPS].number = 16;
    kernel->large = (struct wgc_sub_groups_of_size){{64, 0, 0}, 8, 8};
    *ran = (struct wgc_sub_groups_of_size){{64, 1, 2}, 8, 8};
    expect(device, WGC_QUERY_subgroups_kernel, FAIL, "gives 64 x 1 x 2 for 8 sub-groups");
    drop(device);
}

/* A kernel from its program's own binary has the same answers, if the program builds from it. */
TEST(a_kernel_from_a_binary_has_local_sizes_too)
{
    struct checked *device = make_with_sub_groups();
    struct wgc_kernel_sub_groups *of_binary = &device->measured.of_binary;

    *of_binary = device->measured.sub_groups;
    expect(device, WGC_QUERY_subgroups_kernel, PASS, "");
    of_binary->fitting[WGC_ASKED_RAN] = (struct wgc_sub_groups_of_size){{0, 0, 0}, 0, 0};
    expect(device, WGC_QUERY_subgroups_kernel, FAIL,
           "of a program from its own binary: CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT has no");
    of_binary->code = -30;
    of_binary->failed = "CL_KERNEL_MAX_NUM_SUB_GROUPS";
    expect(device, WGC_QUERY_subgroups_kernel, FAIL,
           "from its own binary: clGetKernelSubGroupInfo");
    of_binary->callable = false;
    expect(device, WGC_QUERY_subgroups_kernel, PASS, "");
    drop(device);
}

/* Where the largest work-group is no whole number of sub-groups, none is filled by the most. */
TEST(the_most_sub_groups_need_not_fill_a_work_group)
{
    struct checked *device = make_with_sub_groups();
    struct wgc_kernel_sub_groups *kernel = &device->measured.sub_groups;

    kernel->large = (struct wgc_sub_groups_of_size){{60, 0, 0}, 8, 8};
    kernel->fitting[WGC_ASKED_MOST] = (struct wgc_sub_groups_of_size){{0, 0, 0}, 0, 0};
    expect(device, WGC_QUERY_subgroups_kernel, PASS, "");
    drop(device);
}

/* "Some kernels may fail compilation with one required sub-group size": what builds is judged. */
TEST(a_required_size_may_be_refused)
{
    struct checked *device = make(300);
    struct wgc_required_size *one = device->measured.required;

    expect(device, WGC_QUERY_intel_required_size, SKIP, "cl_intel_required_subgroup_size");
    set_text(device, WGC_DEVICE_EXTENSIONS, "cl_intel_required_subgroup_size");
    expect(device, WGC_QUERY_intel_required_size, SKIP, "older than clGetKernelSubGroupInfo");
    device->measured.required_count = 2;
    one[0] = (struct wgc_required_size){.built = true, .max_size = 16};
    one[1] = (struct wgc_required_size){.required = 8};
    expect(device, WGC_QUERY_intel_required_size, PASS, "");
    one[1] = (struct wgc_required_size){.required = 8, .built = true, .compile_size = 8};
    expect(device, WGC_QUERY_intel_required_size, FAIL, "get_max_sub_group_size() is 0 in a");
    one[1].max_size = 8;
    expect(device, WGC_QUERY_intel_required_size, PASS, "");
    one[1].compile_size = 0;
    expect(device, WGC_QUERY_intel_required_size, FAIL, "is 0 for a kernel that requires 8");
    one[0].built = one[1].built = false;
    expect(device, WGC_QUERY_intel_required_size, SKIP, "no kernel builds");
    drop(device);
}

/* A version of OpenCL C has what its macros claim, and 2.0 the collectives. */
TEST(a_version_need_not_have_what_it_does_not_claim)
{
    struct checked *device = make(300);
    struct wgc_test_result *test =
        &device->measured.standard_test[WGC_FEATURE_TEST_fp16][WGC_STANDARD_1_2];

    assert_false(wgc_claims(&device->measured, WGC_STANDARD_1_2, WGC_FEATURE_TEST_fp16));
    assert_false(wgc_claims(&device->measured, WGC_STANDARD_1_2, WGC_FEATURE_TEST_collectives));
    assert_false(wgc_claims(&device->measured, WGC_STANDARD_2_0, WGC_FEATURE_TEST_collectives));
    expect(device, WGC_QUERY_c_standards_run, SKIP, "but the newest claims");
    add_name(device, WGC_DEVICE_OPENCL_C_ALL_VERSIONS, "OpenCL C", 200);
    assert_true(wgc_claims(&device->measured, WGC_STANDARD_2_0, WGC_FEATURE_TEST_collectives));
    set_macros(device, WGC_STANDARD_1_2, 1, 1);
    assert_true(wgc_claims(&device->measured, WGC_STANDARD_1_2, WGC_FEATURE_TEST_fp16));
    assert_false(wgc_claims(&device->measured, WGC_STANDARD_1_2, WGC_FEATURE_TEST_collectives));
    set_macros(device, WGC_STANDARD_3_0, 1, WGC_MACRO_UNDEFINED);
    assert_true(wgc_claims(&device->measured, WGC_STANDARD_3_0, WGC_FEATURE_TEST_collectives));
    test->state = WGC_TEST_RIGHT;
    expect(device, WGC_QUERY_c_standards_run, PASS, "");
    test->state = WGC_TEST_WRONG;
    expect(device, WGC_QUERY_c_standards_run, FAIL, "-cl-std=CL1.2 has cl_khr_fp16, but a kernel");
    drop(device);
}

/* The functions of later extensions are asked for ids of sub-groups, which are another claim. */
TEST(functions_of_sub_groups_need_sub_groups)
{
    struct checked *device = make(300);

    free(device->measured.macro[0]);
    free(device->measured.macro[1]);
    device->measured.macro[0] = strdup("cl_khr_subgroups");
    device->measured.macro[1] = strdup("cl_khr_subgroup_shuffle");
    set_macros(device, WGC_STANDARD_1_2, WGC_MACRO_UNDEFINED, 1);
    assert_false(wgc_claims(&device->measured, WGC_STANDARD_1_2, WGC_FEATURE_TEST_shuffle));
    set_macros(device, WGC_STANDARD_1_2, 1, 1);
    assert_true(wgc_claims(&device->measured, WGC_STANDARD_1_2, WGC_FEATURE_TEST_shuffle));
    drop(device);
}
