/* The capability checks' judges, on answers that no driver here gives. tests/driver/test_lies.py
 * has a lie for each check through OpenCL; here are the rules for other versions, and what is a
 * skip. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "queries/judge.h"

enum { MACROS = 2 };

static void set_text(struct wgc_answers *answers, enum wgc_info info, const char *text)
{
    free(answers->info[info].text);
    answers->info[info].text = strdup(text);
    assert_non_null(answers->info[info].text);
}

static void add_name(struct wgc_answers *answers, enum wgc_info info, const char *name,
                     unsigned version)
{
    struct wgc_info_answer *list = &answers->info[info];

    list->item = realloc(list->item, (list->count + 1) * sizeof *list->item);
    assert_non_null(list->item);
    list->item[list->count++] = (struct wgc_named){.name = strdup(name), .version = version};
}

static void set_macros(struct wgc_answers *answers, enum wgc_standard standard, long collectives,
                       long fp16)
{
    struct wgc_standard_answer *one = &answers->standard[standard];

    if (one->macro == NULL) {
        one->macro = malloc(MACROS * sizeof *one->macro);
    }
    assert_non_null(one->macro);
    one->asked = one->built = true;
    one->c_version = standard == WGC_STANDARD_DEFAULT ? 120 : (long)wgc_standard_version(standard);
    one->macro[0] = collectives;
    one->macro[1] = fp16;
}

/* A device of that version that has as little as it may and says so everywhere. */
static struct wgc_answers *make(unsigned version)
{
    struct wgc_answers *answers = calloc(1, sizeof *answers);

    assert_non_null(answers);
    answers->version = version;
    answers->platform = version;
    answers->compiler = true;
    set_text(answers, WGC_INFO_PROFILE, "FULL_PROFILE");
    set_text(answers, WGC_INFO_OPENCL_C_VERSION, version < 200 ? "OpenCL C 1.2" : "OpenCL C 2.0");
    set_text(answers, WGC_INFO_EXTENSIONS, "cl_khr_byte_addressable_store");
    set_text(answers, WGC_INFO_IL_VERSION, "");
    answers->macro = calloc(MACROS, sizeof(char *));
    assert_non_null(answers->macro);
    answers->macro[0] = strdup("__opencl_c_work_group_collective_functions");
    answers->macro[1] = strdup("cl_khr_fp16");
    answers->macro_count = MACROS;
    for (int i = 0; i < WGC_STANDARD_3_1; i++) {
        set_macros(answers, (enum wgc_standard)i, WGC_MACRO_UNDEFINED, WGC_MACRO_UNDEFINED);
    }
    if (version >= 300) {
        set_text(answers, WGC_INFO_OPENCL_C_VERSION, "OpenCL C 1.2");
        add_name(answers, WGC_INFO_EXTENSIONS_WITH_VERSION, "cl_khr_byte_addressable_store", 100);
        add_name(answers, WGC_INFO_OPENCL_C_ALL_VERSIONS, "OpenCL C", 300);
        add_name(answers, WGC_INFO_OPENCL_C_ALL_VERSIONS, "OpenCL C", 120);
        add_name(answers, WGC_INFO_OPENCL_C_ALL_VERSIONS, "OpenCL C", 110);
        add_name(answers, WGC_INFO_OPENCL_C_ALL_VERSIONS, "OpenCL C", 100);
        add_name(answers, WGC_INFO_OPENCL_C_FEATURES, "__opencl_c_int64", 300);
    }
    return answers;
}

static void drop(struct wgc_answers *answers)
{
    wgc_answers_free(answers);
    free(answers);
}

enum outcome { PASS, SKIP, FAIL };

/* What the check says; words must be in it. */
static void expect(const struct wgc_answers *answers, enum wgc_query query, enum outcome outcome,
                   const char *words)
{
    struct wgc_verdict verdict = {0};
    enum outcome got;

    wgc_query_judge(answers, query, &verdict);
    assert_false(verdict.text.failed);
    got = verdict.faults > 0 ? FAIL : verdict.skipped ? SKIP : PASS;
    if (got != outcome || (words[0] != '\0' && strstr(verdict.text.data, words) == NULL)) {
        fail_msg("query.%s: %d and not %d: %s", wgc_query_info(query)->name, (int)got, (int)outcome,
                 verdict.text.data == NULL ? "" : verdict.text.data);
    }
    wgc_buf_free(&verdict.text);
}

static void a_device_that_has_little_and_says_so_is_right(void **state)
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
    struct wgc_answers *answers = make(300);

    (void)state;
    for (int i = WGC_STANDARD_1_1; i < WGC_STANDARD_COUNT; i++) {
        answers->standard[i].built = wgc_answers_has_standard(answers, (enum wgc_standard)i);
    }
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        expect(answers, right[i], PASS, "");
    }
    expect(answers, WGC_QUERY_collectives_run, SKIP, "is 0");
    expect(answers, WGC_QUERY_subgroups_run, SKIP, "no sub-groups");
    expect(answers, WGC_QUERY_il_groups, SKIP, "empty");
    expect(answers, WGC_QUERY_fp16, SKIP, "cl_khr_fp16");
    expect(answers, WGC_QUERY_spirv_capabilities, SKIP, "cl_khr_spirv_queries");
    drop(answers);
}

static void an_older_device_and_one_without_a_compiler_skip(void **state)
{
    struct wgc_answers *answers = make(120);

    (void)state;
    expect(answers, WGC_QUERY_c_features_version, SKIP, "this is 1.2");
    expect(answers, WGC_QUERY_subgroups_kernel, SKIP, "this is 1.2");
    expect(answers, WGC_QUERY_c_standards, PASS, "");
    answers->compiler = false;
    expect(answers, WGC_QUERY_c_standards, SKIP, "CL_DEVICE_COMPILER_AVAILABLE");
    expect(answers, WGC_QUERY_fp16, SKIP, "CL_DEVICE_COMPILER_AVAILABLE");
    drop(answers);
}

static void a_list_with_doubles_counts_each_name_once(void **state)
{
    struct wgc_answers *answers = make(300);
    struct wgc_verdict verdict = {0};

    (void)state;
    set_text(answers, WGC_INFO_EXTENSIONS, " cl_a  cl_ab cl_a cl_ab cl_a");
    wgc_query_judge(answers, WGC_QUERY_extensions_once, &verdict);
    assert_int_equal(verdict.faults, 2);
    assert_string_equal(verdict.text.data, "CL_DEVICE_EXTENSIONS lists cl_a 3 times; "
                                           "CL_DEVICE_EXTENSIONS lists cl_ab 2 times");
    wgc_buf_free(&verdict.text);
    drop(answers);
}

static void a_version_beyond_1_2_needs_all_features(void **state)
{
    struct wgc_answers *answers = make(300);

    (void)state;
    set_text(answers, WGC_INFO_OPENCL_C_VERSION, "OpenCL C 3.0 x");
    expect(answers, WGC_QUERY_c_versions, FAIL, "without the optional feature __opencl_c_images");
    set_text(answers, WGC_INFO_OPENCL_C_VERSION, "OpenCL C 2.0");
    expect(answers, WGC_QUERY_c_versions, FAIL, "which CL_DEVICE_OPENCL_C_ALL_VERSIONS does not");
    set_text(answers, WGC_INFO_OPENCL_C_VERSION, "nonsense");
    expect(answers, WGC_QUERY_c_versions, FAIL, "\"nonsense\"");
    drop(answers);
}

static void each_version_names_the_spirv_that_it_needs(void **state)
{
    struct wgc_answers *answers = make(210);

    (void)state;
    expect(answers, WGC_QUERY_il_required, FAIL, "SPIR-V_1.0");
    set_text(answers, WGC_INFO_IL_VERSION, "SPIR-V_1.0");
    expect(answers, WGC_QUERY_il_required, PASS, "");
    answers->version = 220;
    expect(answers, WGC_QUERY_il_required, FAIL, "SPIR-V_1.1");
    answers->version = 300;
    expect(answers, WGC_QUERY_il_required, SKIP, "need not");
    set_text(answers, WGC_INFO_EXTENSIONS, "cl_khr_il_program");
    set_text(answers, WGC_INFO_IL_VERSION, "SPIR-V_1.01");
    expect(answers, WGC_QUERY_il_required, FAIL, "which cl_khr_il_program requires");
    answers->version = 310;
    set_text(answers, WGC_INFO_IL_VERSION, "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3");
    expect(answers, WGC_QUERY_il_required, FAIL, "SPIR-V_1.4");
    drop(answers);
}

static void older_devices_have_collectives_and_sub_groups_by_their_version(void **state)
{
    struct wgc_answers *answers = make(200);

    (void)state;
    answers->probe[WGC_PROBE_collectives][WGC_NEWEST].state = WGC_PROBE_REFUSED;
    expect(answers, WGC_QUERY_collectives_run, FAIL, "OpenCL 2.x has the work-group");
    answers->probe[WGC_PROBE_collectives][WGC_C2].state = WGC_PROBE_WRONG;
    expect(answers, WGC_QUERY_collectives_run_c2, FAIL, "wrong result");
    answers->version = 210;
    expect(answers, WGC_QUERY_subgroups, FAIL, "OpenCL 2.1 requires sub-groups");
    answers->version = 300;
    expect(answers, WGC_QUERY_subgroups, PASS, "");
    drop(answers);
}

static void a_macro_without_its_extension_is_found_under_any_version(void **state)
{
    struct wgc_answers *answers = make(300);

    (void)state;
    set_macros(answers, WGC_STANDARD_1_2, WGC_MACRO_UNDEFINED, 1);
    expect(answers, WGC_QUERY_extension_macros, FAIL, "cl_khr_fp16 is defined under -cl-std=CL1.2");
    set_text(answers, WGC_INFO_EXTENSIONS, "cl_khr_fp16");
    expect(answers, WGC_QUERY_extension_macros, FAIL, "not defined under -cl-std=CL3.0");
    set_macros(answers, WGC_STANDARD_3_0, WGC_MACRO_UNDEFINED, 1);
    expect(answers, WGC_QUERY_extension_macros, PASS, "");
    drop(answers);
}

static void a_feature_macro_of_an_older_version_may_be_there(void **state)
{
    struct wgc_answers *answers = make(300);

    (void)state;
    set_macros(answers, WGC_STANDARD_1_2, 1, WGC_MACRO_UNDEFINED);
    expect(answers, WGC_QUERY_collectives, PASS, "");
    set_macros(answers, WGC_STANDARD_3_0, 1, WGC_MACRO_UNDEFINED);
    expect(answers, WGC_QUERY_collectives, FAIL, "is defined under -cl-std=CL3.0");
    expect(answers, WGC_QUERY_c_feature_macros, FAIL, "and not in CL_DEVICE_OPENCL_C_FEATURES");
    drop(answers);
}

static void a_query_and_the_feature_that_it_tells_of_go_together(void **state)
{
    struct wgc_answers *answers = make(300);
    struct wgc_verdict verdict = {0};

    (void)state;
    answers->info[WGC_INFO_ATOMIC_MEMORY_CAPABILITIES].number = 0x51;
    expect(answers, WGC_QUERY_c_features_queries, FAIL,
           "CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES is 0x51, and CL_DEVICE_OPENCL_C_FEATURES lacks "
           "__opencl_c_atomic_scope_all_devices");
    add_name(answers, WGC_INFO_OPENCL_C_FEATURES, "__opencl_c_atomic_scope_all_devices", 300);
    expect(answers, WGC_QUERY_c_features_queries, PASS, "");
    add_name(answers, WGC_INFO_OPENCL_C_FEATURES, "__opencl_c_atomic_scope_device", 300);
    add_name(answers, WGC_INFO_OPENCL_C_FEATURES, "__opencl_c_pipes", 300);
    wgc_query_judge(answers, WGC_QUERY_c_features_queries, &verdict);
    assert_int_equal(verdict.faults, 2);
    wgc_buf_free(&verdict.text);
    answers->info[WGC_INFO_PIPE_SUPPORT].number = 1;
    expect(answers, WGC_QUERY_c_features_queries, FAIL, "has __opencl_c_atomic_scope_device");
    answers->compiler = false;
    expect(answers, WGC_QUERY_c_features_queries, SKIP, "CL_DEVICE_COMPILER_AVAILABLE");
    drop(answers);
}

static void double_precision_needs_more_of_older_devices(void **state)
{
    struct wgc_answers *answers = make(200);

    (void)state;
    set_text(answers, WGC_INFO_EXTENSIONS, "cl_khr_fp64");
    answers->probe[WGC_PROBE_fp64][WGC_NEWEST].state = WGC_PROBE_RIGHT;
    answers->info[WGC_INFO_DOUBLE_FP_CONFIG].number = 0x27;
    expect(answers, WGC_QUERY_fp64, PASS, "");
    answers->version = 120;
    expect(answers, WGC_QUERY_fp64, FAIL, "less than the least, 0x3f");
    drop(answers);
}

static void half_takes_either_rounding(void **state)
{
    struct wgc_answers *answers = make(300);

    (void)state;
    set_text(answers, WGC_INFO_EXTENSIONS, "cl_khr_fp16");
    answers->probe[WGC_PROBE_fp16][WGC_NEWEST].state = WGC_PROBE_RIGHT;
    answers->info[WGC_INFO_HALF_FP_CONFIG].number = 8;
    expect(answers, WGC_QUERY_fp16, PASS, "");
    answers->info[WGC_INFO_HALF_FP_CONFIG].number = 6;
    expect(answers, WGC_QUERY_fp16, PASS, "");
    answers->info[WGC_INFO_HALF_FP_CONFIG].number = 4;
    expect(answers, WGC_QUERY_fp16, FAIL, "0x4");
    drop(answers);
}

static void the_local_size_for_one_sub_group_holds_one(void **state)
{
    struct wgc_answers *answers = make(300);
    struct wgc_sub_group_answer *kernel = &answers->sub_group;

    (void)state;
    answers->info[WGC_INFO_MAX_NUM_SUB_GROUPS].number = 8;
    *kernel = (struct wgc_sub_group_answer){.callable = true,
                                            .local = 16,
                                            .size = 8,
                                            .count = 2,
                                            .max_count = 8,
                                            .local_for_one = {8, 1, 1},
                                            .count_for_that = 1};
    expect(answers, WGC_QUERY_subgroups_kernel, PASS, "");
    kernel->count_for_that = 2;
    expect(answers, WGC_QUERY_subgroups_kernel, FAIL, "gives 8 for one sub-group");
    kernel->local_for_one[1] = 2;
    expect(answers, WGC_QUERY_subgroups_kernel, FAIL, "more than one dimension");
    memset(kernel->local_for_one, 0, sizeof kernel->local_for_one);
    expect(answers, WGC_QUERY_subgroups_kernel, PASS, "");
    kernel->size = 16;
    kernel->count = 1;
    expect(answers, WGC_QUERY_subgroups_kernel, FAIL, "and 16 work-items are one");
    kernel->callable = false;
    expect(answers, WGC_QUERY_subgroups_kernel, SKIP, "older");
    drop(answers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_that_has_little_and_says_so_is_right),
        cmocka_unit_test(an_older_device_and_one_without_a_compiler_skip),
        cmocka_unit_test(a_list_with_doubles_counts_each_name_once),
        cmocka_unit_test(a_version_beyond_1_2_needs_all_features),
        cmocka_unit_test(each_version_names_the_spirv_that_it_needs),
        cmocka_unit_test(older_devices_have_collectives_and_sub_groups_by_their_version),
        cmocka_unit_test(a_macro_without_its_extension_is_found_under_any_version),
        cmocka_unit_test(a_feature_macro_of_an_older_version_may_be_there),
        cmocka_unit_test(a_query_and_the_feature_that_it_tells_of_go_together),
        cmocka_unit_test(double_precision_needs_more_of_older_devices),
        cmocka_unit_test(half_takes_either_rounding),
        cmocka_unit_test(the_local_size_for_one_sub_group_holds_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
