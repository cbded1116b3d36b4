/* Causes: families, the line of a log that shows the cause, kinds of wrong, and how results are
 * grouped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causes/causes.h"
#include "causes/parts.h"
#include "causes/family.h"
#include "causes/form_group.h"
#include "causes/match.h"
#include "record_fixture.h"
#include "report_file/parts.h"
#include "report_file/report_json.h"
#include "tests/unit/test.h"

TEST(families_leave_out_operator_direction_and_dimension)
{
    static const struct {
        const char *name, *family, *operators;
        bool one_result;
    } rows[] = {
        {"c.work_group_all.int.1.plain", "work_group_all", "", true},
        {"c.work_group_reduce_add.int.1.plain", "work_group_reduce", "ARITHMETIC", true},
        {"spirv.work_group_reduce_logical_xor.int.1.loop", "work_group_reduce", "LOGICAL", true},
        {"c.work_group_reduce_xor.int.1.plain", "work_group_reduce", "BITWISE", true},
        {"c.work_group_scan_exclusive_max.int.1.plain", "work_group_scan", "ARITHMETIC", false},
        {"c.work_group_scan_inclusive_mul.half.1.plain", "work_group_scan", "MULTIPLY", false},
        {"c.work_group_broadcast_3d.int.1.plain", "work_group_broadcast", "", true},
        {"c.sycl_exclusive_scan_plus_init.int.1.plain", "sycl_scan_init", "ARITHMETIC", false},
        {"c.sub_group_non_uniform_scan_inclusive_and.int.8x8.plain", "sub_group_non_uniform_scan",
         "BITWISE", false},
        {"c.sub_group_mapping.int.1.plain", "sub_group_mapping", "", false},
        {"c.of_tomorrow_exclusive.int.1.plain", "of_tomorrow", "", false},
        {"query.khr_ballot", "query.khr_ballot", "", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_family family;
        wgc_family_of(rows[i].name, &family);
        assert_string_equal(family.name, rows[i].family);
        assert_string_equal(family.operators, rows[i].operators);
        assert_int_equal(family.one_result, rows[i].one_result);
    }
}

TEST(a_line_without_what_belongs_to_one_case)
{
    static const struct {
        const char *line;
        struct wgc_general_line what;
        const char *general;
    } rows[] = {
        {"dlopen(\"/tmp/run-1/AB/wgc_work_group_all_int_plain.so\")",
         {.of_case = true, .numbers = true},
         "dlopen(\"<kernel>\")"},
        {"Symbols not found: [ _Z23work_group_all_reducei ]",
         {.of_case = true, .numbers = true},
         "Symbols not found: [ <function of collective_functions> ]"},
        {"Symbols not found: [ _Z23work_group_all_reducei ]",
         {.numbers = true},
         "Symbols not found: [ _Z23work_group_all_reducei ]"},
        {"Cannot find symbol _Z31sub_group_non_uniform_broadcastDv16_dj in kernel library",
         {.of_case = true},
         "Cannot find symbol <function of subgroup_ballot> in kernel library"},
        {"Symbols not found: [ get_sub_group_id, _Z17sub_group_shuffleij, _Z5otherv, "
         "_Z13sub_group_alli, _Z13sub_group_anyi ]",
         {.of_case = true},
         "Symbols not found: [ <function of subgroup_shuffle>, <function of subgroups>, "
         "get_sub_group_id, other ]"},
        {"undefined symbols [ _Z5otherv,get_sub_group_id ] in x, y",
         {.of_case = true, .numbers = true},
         "undefined symbols [ get_sub_group_id, other ] in x, y"},
        {"symbols b, a [", {.of_case = true, .numbers = true}, "symbols b, a ["},
        {"Symbols not found: [ _Z23get_enqueued_local_sizej ]",
         {.of_case = true},
         "Symbols not found: [ get_enqueued_local_size ]"},
        {"Cannot find symbol _Z31sub_group_non_uniform_broadcastDv16_dj in wgc_1.so at 0x12",
         {.of_case = true, .numbers = true, .names = true},
         "Cannot find symbol _Z31sub_group_non_uniform_broadcastDv16_dj in wgc_1.so at #"},
        {"Scalar get_sub_group_eq_mask execution breaks",
         {.of_case = true, .numbers = true},
         "Scalar <function> execution breaks"},
        {"at 0x7f00 of 12 in\t\tf3", {.of_case = true}, "at # of # in f#"},
        {"undefined symbol: __pocl_work_group_alloca'.",
         {.of_case = true, .numbers = true},
         "undefined symbol: __pocl_work_group_alloca"}, /* which is not work_group_all */
        {"at 0x7f00 of 12 in f3", {.of_case = true, .numbers = true}, "at # of 12 in f3"},
        {"\x1b[31mred\x1b[0m", {.of_case = true, .numbers = true}, "red"},
        {"/usr/lib/x.so / y", {.of_case = true, .numbers = true}, "x.so / y"},
        {"1. Running pass \"v\" on function \"wgc_f\"",
         {.of_case = true, .numbers = true},
         "1. Running pass \"v\""},
        {"malloc(): unsorted double linked list corrupted",
         {.of_case = true},
         "the heap is spoilt (found by malloc or free)"},
        {"free(): invalid next size (fast)",
         {.of_case = true},
         "the heap is spoilt (found by malloc or free)"},
        {"free(): invalid next size (fast)", {0}, "free(): invalid next size (fast)"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_buf line = {0};
        wgc_general_line(&line, rows[i].line, rows[i].what);
        assert_string_equal(line.data, rows[i].general);
        wgc_buf_free(&line);
    }
}

TEST(a_form_has_its_reason)
{
    assert_string_equal(wgc_form_what("plain"), "the function itself, once, in many work-groups");
    assert_null(wgc_form_what("plai"));
}

/* A form that a group names exists. */
TEST(groups_have_forms_of_the_suite)
{
    static const char *const forms[] = {
#define WGC_FORM(id, ...) #id,
#include "suite/forms.def"
#undef WGC_FORM
    };
    static const char *const grouped[] = {
#define WGC_FORM_GROUP(id, where, legal)
#define WGC_GROUPED_FORM(form, group) #form,
#include "causes/form_groups.def"
#undef WGC_FORM_GROUP
#undef WGC_GROUPED_FORM
    };

    for (size_t i = 0; i < sizeof grouped / sizeof grouped[0]; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++) {
            found = found || strcmp(grouped[i], forms[k]) == 0;
        }
        assert_true(found);
        assert_non_null(wgc_form_group_of(grouped[i]).where);
    }
    assert_string_equal(wgc_form_group_of("required4").id, wgc_form_group_of("required128").id);
    assert_string_equal(wgc_form_group_of("loop").id, "loop");
    assert_null(wgc_form_group_of("loop").where);
    assert_string_equal(wgc_form_group_of("arms_debug").id, "debug");
    assert_int_equal(wgc_form_base("arms_debug"), 4);
    assert_int_equal(wgc_form_base("debug"), 0);
    assert_int_equal(wgc_form_base("of_tomorrow"), 0);
}

TEST(smaller_examples)
{
    static const struct {
        const char *smaller, *larger;
    } rows[] = {
        {"c.f.int.4.plain", "c.f.int.5.plain"},
        {"c.f.int.64.loop", "c.f.int.5x13.plain"},
        {"c.f.int.64.loop", "c.f.int.8x8.plain"},
        {"c.f.int.8.plain", "c.f.int.8.loop"},
        {"c.f.int.8.plain", "spirv.f.int.8.plain"},
        {"c.f.int.4096.plain", "c.f.int.max.plain"},
        {"query.x", "c.f.int.1.plain"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(wgc_example_is_smaller(rows[i].smaller, rows[i].larger));
        assert_false(wgc_example_is_smaller(rows[i].larger, rows[i].smaller));
    }
}

/* A mismatch whose group has four items, the last wrong_count of them wrong. */
static void add_wrong(struct wgc_record *record, const char *name, unsigned wrong_count)
{
    char mismatch[300];

    (void)snprintf(mismatch, sizeof mismatch,
                   "{\"what\":\"wrong value\",\"kind\":\"value\",\"expected\":\"3 "
                   "(0x3)\",\"actual\":\"4 (0x4)\","
                   "\"group_wrong\":[%s,%s,%s,%s]}",
                   wrong_count > 3 ? "true" : "false", wrong_count > 2 ? "true" : "false",
                   wrong_count > 1 ? "true" : "false", wrong_count > 0 ? "true" : "false");
    fixture_add(record, name, WGC_STATE_FAIL);
    record->result[record->result_count - 1].mismatch = wgc_record_mismatch_parse(mismatch);
}

static void add_crash(struct wgc_record *record, const char *name, const char *log)
{
    fixture_add(record, name, WGC_STATE_CRASH);
    record->result[record->result_count - 1].signal = strdup("SIGSEGV");
    record->result[record->result_count - 1].build_log = strdup(log);
}

static void make(const struct wgc_record *record, struct wgc_causes *causes)
{
    struct wgc_err err;

    assert_int_equal(wgc_causes_make(record, causes, &err), WGC_OK);
}

TEST(one_defect_is_one_cause)
{
    struct wgc_record *record = fixture_empty_record(9);
    struct wgc_causes causes;

    add_wrong(record, "c.work_group_reduce_add.int.64.plain", 4);
    add_wrong(record, "c.work_group_reduce_max.float.8x4.loop", 4);
    add_wrong(record, "spirv.work_group_reduce_min.ulong.32.plain", 4);
    add_wrong(record, "c.work_group_reduce_mul.int.128.plain", 4); /* another set of operators */
    add_crash(record, "c.work_group_reduce_add.int.9.plain", "at 0x12: assertion f1\n");
    add_crash(record, "c.work_group_scan_inclusive_add.int.8.loop", "at 0x3456: assertion f22\n");
    add_crash(record, "c.work_group_reduce_add.int.7.plain", "at 0x3456: assertion g\n");
    fixture_add(record, "c.work_group_all.int.7.plain", WGC_STATE_PASS);
    make(record, &causes);
    assert_int_equal(causes.count, 4);
    assert_int_equal(causes.bad, 4);
    /* wrong values come first, then the largest */
    const struct wgc_report_cause *cause = &causes.cause[0];
    assert_false(cause->names_forms);
    assert_string_equal(cause->example->name, "c.work_group_reduce_add.int.64.plain");
    assert_string_equal(
        cause->title, "work_group_reduce (arithmetic): wrong value for all work-items of a group");
    assert_int_equal(cause->count, 3);
    assert_int_equal(cause->functions.count, 3);
    assert_string_equal(cause->functions.name[2], "spirv.work_group_reduce_min");
    assert_int_equal(cause->types.count, 3);
    assert_int_equal(cause->forms.count, 2);
    assert_ptr_equal(cause->result[1], &record->result[1]);
    assert_string_equal(causes.cause[1].example->name, "c.work_group_reduce_mul.int.128.plain");
    assert_string_equal(causes.cause[2].example->name, "c.work_group_reduce_add.int.9.plain");
    assert_int_equal(causes.cause[2].count, 2);
    assert_string_equal(causes.cause[2].title, "work_group_reduce, work_group_scan: crash "
                                               "(SIGSEGV), for example: at #: assertion f1");
    assert_string_equal(causes.cause[3].example->name, "c.work_group_reduce_add.int.7.plain");
    wgc_causes_free(&causes);
    add_wrong(record, "c.work_group_reduce_add.int.128.plain", 2); /* some items only */
    make(record, &causes);
    assert_int_equal(causes.cause[0].count, 4);
    assert_string_equal(causes.cause[0].title, "work_group_reduce (arithmetic): wrong value");
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

static void add_words(struct wgc_record *record, const char *name, enum wgc_state result_state,
                      const char *reason, const char *log)
{
    fixture_add(record, name, result_state);
    struct wgc_result *result = &record->result[record->result_count - 1];
    free(result->reason);
    result->reason = strdup(reason);
    result->build_log = log == NULL ? NULL : strdup(log);
    assert_int_equal(wgc_older_facts(result, &(struct wgc_err){0}), WGC_OK);
}

/* The driver's own words are the same defect in every function, form and language. */
TEST(words_of_the_driver_decide)
{
    static const struct {
        const char *name, *reason, *log;
        enum wgc_state state;
    } rows[] = {
        {"c.sub_group_ballot_bit_count.uint4.8.plain", "", /* a warning comes first */
         "x.cl:9: warning: unknown pragma\nCannot find symbol "
         "_Z26sub_group_ballot_bit_countDv4_j\n",
         WGC_STATE_BUILD_ERROR},
        {"spirv.get_sub_group_eq_mask.uint4.65.bare", "",
         "Cannot find symbol _Z21get_sub_group_eq_maskv\n", WGC_STATE_BUILD_ERROR},
        {"c.sub_group_all.int.9.required4",
         "the kernel requires sub-groups of 4; the largest has 1", NULL, WGC_STATE_FAIL},
        {"c.sub_group_reduce_add.int.9.required128", /* shown by another query */
         "the kernel requires sub-groups of 128 work-items, and get_max_sub_group_size() is 1",
         NULL, WGC_STATE_FAIL},
        {"c.work_group_all.int.9.plain", "clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES (-5)",
         "Symbols not found: [ _Z14work_group_alli ]\n", WGC_STATE_FAIL},
        {"c.work_group_reduce_add.int.9.loop", "clFinish: CL_OUT_OF_RESOURCES (-5)",
         "Symbols not found: [ _Z21work_group_reduce_addi ]\n", WGC_STATE_FAIL},
        {"c.sub_group_all.int.9.mixed", "", /* a form's own call: not of sub_group_all */
         "Symbols not found: [ _Z14work_group_anyi ]\n", WGC_STATE_BUILD_ERROR},
        {"spirv.sub_group_shuffle.int.9.plain", "",
         "Symbols not found: [ _Z17sub_group_shuffleij ]", WGC_STATE_BUILD_ERROR},
        {"c.work_group_any.int.7.plain", "", "undefined symbol: work_group_any",
         WGC_STATE_BUILD_ERROR},
        {"c.sub_group_any.int.7.mixed", "", "undefined symbol: work_group_all",
         WGC_STATE_BUILD_ERROR},
        {"c.work_group_any.int.9.loop", "the worker crashed",
         "Unknown command line argument '-x=16'\nDid you mean '--y=16'?\n", WGC_STATE_CRASH},
        {"c.work_group_any.int.8.loop", "the worker crashed", "malloc(): corrupted top size\n",
         WGC_STATE_CRASH},
        {"c.work_group_all.int.8.plain", "the worker crashed", "free(): invalid pointer\n",
         WGC_STATE_CRASH},
    };
    static const char *const titles[] = {
        "work_group_all, work_group_any: crash: the heap is spoilt (found by malloc or free)",
        "work_group_any: crash: Unknown command line argument '-x=16",
        "work_group_all, work_group_reduce: fail, for example: Symbols not found: [ "
        "_Z14work_group_alli ]",
        "sub_group_ballot_bit_count, get_sub_group_mask: build_error, for example: Cannot find "
        "symbol _Z26sub_group_ballot_bit_countDv4_j",
        "a function that the form calls: build_error: Symbols not found: [ _Z14work_group_anyi ], "
        "in the form mixed",
        "sub_group_shuffle: build_error: Symbols not found: [ _Z17sub_group_shuffleij ]",
        "work_group_any: build_error, for example: undefined symbol: work_group_any",
        "sub_group_all, sub_group_reduce: fail, for example: the kernel requires sub-groups of 4; "
        "the largest has 1, in kernels that require a sub-group size (forms required4, "
        "required128)",
    };
    struct wgc_record *record = fixture_empty_record(13);
    struct wgc_causes causes;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        add_words(record, rows[i].name, rows[i].state, rows[i].reason, rows[i].log);
    }
    make(record, &causes);
    assert_int_equal(causes.count, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < causes.count; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof titles / sizeof titles[0]; k++) {
            found = found || strcmp(causes.cause[i].title, titles[k]) == 0;
        }
        if (!found) {
            print_error("%s\n", causes.cause[i].title);
        }
        assert_true(found);
    }
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* The causes of cases that all have the same wrong value; both are freed by the caller. */
static struct wgc_record *make_wrong(const char *const *names, size_t count,
                                     struct wgc_causes *causes)
{
    struct wgc_record *record = fixture_empty_record(count);

    for (size_t i = 0; i < count; i++) {
        add_wrong(record, names[i], 4);
    }
    make(record, causes);
    return record;
}

/* The fewest functions and groups of forms that explain all wrong values. */
TEST(the_function_or_the_form_is_wrong)
{
    static const char *const names[] = {
        /* plain fails: the function */
        "c.work_group_any.int.9.plain", "c.work_group_any.int.9.loop",
        "spirv.work_group_any.int.9.required8",
        /* forms of a group, in several functions */
        "c.sub_group_all.int.9.required4", "c.sub_group_reduce_add.int.9.required16",
        "spirv.sub_group_scan_inclusive_max.int.9.required4",
        "c.sycl_inclusive_scan_plus_init.int.9.required4",
        /* one function in several forms, none of them plain */
        "c.sub_group_broadcast.int.9.loop", "c.sub_group_broadcast.int.9.branch",
        "c.sub_group_broadcast.int.9.guard"};
    struct wgc_causes causes;
    struct wgc_record *record = make_wrong(names, sizeof names / sizeof names[0], &causes);

    assert_int_equal(causes.count, 3);
    assert_int_equal(causes.cause[0].count, 4);
    assert_string_equal(
        causes.cause[0].title,
        "sub_group_all and 3 more kinds of functions: wrong value in kernels that require a "
        "sub-group size (forms required4, required16)");
    assert_int_equal(causes.cause[1].count, 3);
    assert_int_equal(causes.cause[2].count, 3);
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* The five masks are one family, as scans are: wrong in several forms, they are no failure of a
 * form in which other functions fail too. */
TEST(masks_are_one_family)
{
    static const char *const names[] = {
        "c.get_sub_group_eq_mask.uint4.15.active",
        "c.get_sub_group_ge_mask.uint4.13x11.leaving",
        "c.get_sub_group_gt_mask.uint4.67.feeds",
        "c.get_sub_group_le_mask.uint4.16x4.samecall",
        "spirv.get_sub_group_lt_mask.uint4.65.exits",
        "c.sub_group_non_uniform_reduce_logical_xor.int.67.active",
        "c.sub_group_non_uniform_scan_exclusive_logical_xor.int.67.active"};
    struct wgc_causes causes;
    struct wgc_record *record = make_wrong(names, sizeof names / sizeof names[0], &causes);

    assert_int_equal(causes.count, 2);
    assert_int_equal(causes.cause[0].count, 5);
    assert_int_equal(causes.cause[0].families.count, 1);
    assert_string_equal(causes.cause[0].families.name[0], "get_sub_group_mask");
    assert_int_equal(causes.cause[1].count, 2);
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* A form that is built in another way is one with its base where that fails in the same language;
 * else with others that are built so. */
TEST(forms_built_in_another_way)
{
    static const char *const names[] = {
        "c.f.int.8.wayout",      "c.f.int.8.wayout_debug",         "c.g.int.8.wayout_unoptimized",
        "c.g.int.8.waterfall",   "c.h.int.8.returned_unoptimized", "c.i.int.8.arms_unoptimized",
        "spirv.i.int.8.returned"};
    struct wgc_record *record = fixture_empty_record(7);
    struct wgc_causes causes;
    struct wgc_err err;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fixture_add(record, names[i], WGC_STATE_TIMEOUT);
    }
    assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
    assert_int_equal(causes.count, 3);
    assert_string_equal(
        causes.cause[0].title,
        "f, g: timeout where a condition for a call also ends a loop (forms wayout, "
        "wayout_debug, wayout_unoptimized, waterfall)");
    assert_int_equal(causes.cause[0].count, 4);
    assert_string_equal(causes.cause[1].title,
                        "h, i: timeout in kernels built without optimization (forms "
                        "returned_unoptimized, arms_unoptimized)");
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

static void add_damage(struct wgc_record *record, const char *name, const char *damage)
{
    char mismatch[200];

    (void)snprintf(mismatch, sizeof mismatch,
                   "{\"what\":\"wrong\",\"kind\":\"%s\",\"damage\":\"%s\",\"expected\":\"3\","
                   "\"actual\":\"4\"}",
                   strcmp(damage, "not_written") == 0 ? "not_written" : "value", damage);
    fixture_add(record, name, WGC_STATE_FAIL);
    record->result[record->result_count - 1].mismatch = wgc_record_mismatch_parse(mismatch);
}

static void add_nan(struct wgc_record *record, const char *name)
{
    fixture_add(record, name, WGC_STATE_FAIL);
    record->result[record->result_count - 1].mismatch =
        wgc_record_mismatch_parse("{\"what\":\"wrong\",\"kind\":\"nan\",\"expected\":\"3\","
                                  "\"actual\":\"nan\"}");
}

/* A function that gives NaN in the form plain in SPIR-V is not why it is wrong in C, nor why it is
 * wrong otherwise, in forms in which functions are wrong that are right in the form plain. */
TEST(a_group_of_forms_explains_what_the_form_plain_does_not)
{
    static const char *const others[] = {"f", "g", "h"};
    char name[64];

    for (int with_others = 0; with_others < 2; with_others++) {
        struct wgc_record *record = fixture_empty_record(16);
        struct wgc_causes causes;
        add_nan(record, "spirv.sub_group_scan_inclusive_min.float.8.plain");
        add_nan(record, "spirv.sub_group_scan_exclusive_max.float.8.bare");
        add_nan(record, "spirv.sub_group_scan_exclusive_max.float.9.wayout");
        add_nan(record, "c.sub_group_scan_inclusive_min.float.65.wayout");
        add_damage(record, "spirv.sub_group_scan_inclusive_add.int.9.waterfall", "value");
        for (size_t i = 0; with_others && i < 3; i++) {
            (void)snprintf(name, sizeof name, "c.%s.int.8.wayout", others[i]);
            add_damage(record, name, "value");
            (void)snprintf(name, sizeof name, "spirv.%s.int.8.waterfall", others[i]);
            add_damage(record, name, "value");
        }
        make(record, &causes);
        assert_int_equal(causes.count, with_others ? 2 : 1);
        assert_int_equal(causes.cause[0].count, with_others ? 9 : 5);
        assert_int_equal(causes.cause[with_others].count, with_others ? 2 : 5);
        assert_string_equal(causes.cause[with_others].title,
                            with_others ? "sub_group_scan: NaN instead of a number"
                                        : "sub_group_scan: NaN instead of a number (in 4 of 5)");
        wgc_causes_free(&causes);
        wgc_record_free(record);
    }
}

/* A form that is built in another way is no failure of its base where something else is wrong. */
TEST(forms_built_in_another_way_that_are_wrong_in_another_way)
{
    struct wgc_record *record = fixture_empty_record(5);
    struct wgc_causes causes;

    add_damage(record, "c.f.int.8.wayout", "value");
    add_damage(record, "c.g.int.8.wayout", "value");
    add_damage(record, "c.f.int.8.wayout_unoptimized", "value");
    add_damage(record, "c.h.int.8.wayout_unoptimized", "not_written");
    add_damage(record, "c.i.int.8.arms_unoptimized", "not_written");
    make(record, &causes);
    assert_int_equal(causes.count, 2);
    assert_int_equal(causes.cause[0].count, 3);
    assert_string_equal(causes.cause[0].title,
                        "f, g: wrong value where a condition for a call also ends a loop (forms "
                        "wayout, wayout_unoptimized)");
    assert_string_equal(causes.cause[1].title,
                        "h, i: result not written in kernels built without optimization (forms "
                        "wayout_unoptimized, arms_unoptimized)");
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* Two functions in two forms are wrong by their forms, unless what is wrong is that of the
 * function. */
TEST(a_form_in_which_functions_are_wrong_otherwise_is_a_weaker_cause)
{
    for (int differs = 0; differs < 2; differs++) {
        struct wgc_record *record = fixture_empty_record(4);
        struct wgc_causes causes;

        add_damage(record, "c.f.int.8.literal", "value");
        add_damage(record, "c.f.int.8.uniform", "value");
        add_damage(record, "c.g.int.8.literal", differs ? "not_written" : "value");
        add_damage(record, "c.g.int.8.uniform", differs ? "not_written" : "value");
        make(record, &causes);
        assert_int_equal(causes.count, 2);
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(causes.cause[i].count, 2);
            assert_int_equal(causes.cause[i].functions.count, differs ? 1 : 2);
            assert_int_equal(causes.cause[i].forms.count, differs ? 2 : 1);
        }
        wgc_causes_free(&causes);
        wgc_record_free(record);
    }
}

/* Failures that share neither function nor form have one cause where one distinctive thing is
 * wrong; what is wrong in many defects joins nothing. */
TEST(the_damage_joins_single_failures)
{
    struct wgc_record *record = fixture_empty_record(5);
    struct wgc_causes causes;

    add_damage(record, "c.sub_group_any.int.9.guard", "alone");
    add_damage(record, "c.sub_group_reduce_add.int.9.leave", "alone");
    add_damage(record, "c.sub_group_broadcast.int.9.return", "other_item");
    add_damage(record, "c.sub_group_scan_inclusive_max.int.9.loop", "other_item");
    add_damage(record, "c.sub_group_all.int.9.arms", "first");
    make(record, &causes);
    assert_int_equal(causes.count, 4);
    assert_int_equal(causes.cause[0].count, 2);
    assert_string_equal(causes.cause[0].title,
                        "sub_group_any, sub_group_reduce: each work-item is treated as a group of "
                        "its own, in the forms guard, leave");
    assert_memory_equal(causes.cause[0].id, "alone-fail-", strlen("alone-fail-"));
    wgc_causes_free(&causes);
    /* with a second function in one of the forms, the form is what is wrong */
    add_damage(record, "c.sub_group_all.int.9.leave", "alone");
    make(record, &causes);
    assert_int_equal(causes.count, 5);
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* The title names the damage that all cases show. */
TEST(a_title_has_the_damage)
{
    struct wgc_record *record = fixture_empty_record(2);
    struct wgc_causes causes;

    add_damage(record, "c.work_group_scan_inclusive_add.int.9.plain", "call_before");
    make(record, &causes);
    assert_string_equal(causes.cause[0].title,
                        "work_group_scan (arithmetic): result of the call before");
    wgc_causes_free(&causes);
    add_damage(record, "c.work_group_scan_inclusive_add.int.9.loop", "value");
    make(record, &causes);
    assert_int_equal(causes.count, 1);
    assert_string_equal(causes.cause[0].title, "work_group_scan (arithmetic): wrong value");
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

TEST(an_id_survives_a_fix_of_some_cases)
{
    static const char *const forms[] = {"plain", "loop", "required4", "cluster2", "some", "arms"};
    struct wgc_record *old = fixture_empty_record(6);
    struct wgc_record *new = fixture_empty_record(6);
    struct wgc_record *other = fixture_empty_record(6);
    struct wgc_causes before, after, crashes;
    struct wgc_err err = {0};

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "c.sub_group_all.int.%zu.%s", i + 8, forms[i]);
        add_wrong(old, name, 4);
        fixture_add(other, name, WGC_STATE_CRASH);
        if (i >= 1 && i < 3) { /* one of each group: the group of forms explains as much */
            add_wrong(new, name, 4);
        }
    }
    make(old, &before);
    make(new, &after);
    make(other, &crashes);
    assert_int_equal(before.count, 1);
    assert_int_equal(after.count, 1);
    assert_int_equal(wgc_causes_follow(&before, &after, &err), WGC_OK);
    assert_string_equal(after.cause[0].id, before.cause[0].id);
    assert_int_equal(wgc_causes_follow(&before, &crashes, &err), WGC_OK);
    assert_string_not_equal(crashes.cause[0].id, before.cause[0].id);
    wgc_causes_free(&before);
    wgc_causes_free(&after);
    wgc_causes_free(&crashes);
    wgc_record_free(old);
    wgc_record_free(new);
    wgc_record_free(other);
}

TEST(an_id_does_not_depend_on_what_else_failed)
{
    struct wgc_record *one = fixture_empty_record(1);
    struct wgc_record *many = fixture_empty_record(3);
    struct wgc_causes of_one, of_many;

    add_wrong(one, "c.work_group_reduce_add.int.64.plain", 4);
    add_wrong(many, "c.work_group_all.int.1.plain", 4);
    add_wrong(many, "c.work_group_reduce_max.half.1x1.plain", 4);
    add_wrong(many, "c.work_group_any.int.1.plain", 4);
    make(one, &of_one);
    make(many, &of_many);
    assert_int_equal(of_many.count, 3);
    unsigned same = 0;
    for (size_t i = 0; i < of_many.count; i++) {
        same += strcmp(of_many.cause[i].id, of_one.cause[0].id) == 0;
    }
    assert_int_equal(same, 1);
    /* written down, so that a change is seen: histories follow it */
    assert_string_equal(of_one.cause[0].id, "work_group_reduce-fail-91eb7e57");
    wgc_causes_free(&of_one);
    wgc_causes_free(&of_many);
    wgc_record_free(one);
    wgc_record_free(many);
}

/* OpenCL C and the versions of SPIR-V share the cause of a wrong result. */
TEST(the_version_of_a_module_is_not_in_a_cause)
{
    static const struct {
        const char *name;
        unsigned version;
    } rows[] = {
        {"c.work_group_all.int.64.plain", 0},
        {"spirv.work_group_all.int.64.plain", 120},
        {"spirv.work_group_all.int.65.plain", 140},
    };
    struct wgc_record *record = fixture_empty_record(3);
    struct wgc_causes causes;

    for (size_t i = 0; i < 3; i++) {
        fixture_add(record, rows[i].name, WGC_STATE_FAIL);
        free(record->result[i].reason);
        record->result[i].reason = strdup("clFinish: CL_OUT_OF_RESOURCES (-5); as ever");
        record->result[i].spirv_version = rows[i].version;
    }
    make(record, &causes);
    assert_int_equal(causes.count, 1);
    assert_non_null(strstr(causes.cause[0].title, "as ever"));
    assert_null(strstr(causes.cause[0].title, "SPIR-V"));
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

TEST(what_only_a_form_adds_is_its_own_cause)
{
    struct wgc_record *record = fixture_empty_record(3);
    struct wgc_causes causes;

    add_wrong(record, "c.work_group_reduce_add.int.65.loop", 4);
    add_wrong(record, "c.work_group_reduce_add.int.9.loop", 4);
    make(record, &causes);
    assert_int_equal(causes.count, 1);
    assert_string_equal(causes.cause[0].title, "work_group_reduce: wrong value, in the form loop");
    wgc_causes_free(&causes);
    add_wrong(record, "c.work_group_reduce_add.int.1.plain", 4);
    make(record, &causes);
    assert_int_equal(causes.count, 1);
    assert_null(strstr(causes.cause[0].title, "form"));
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

TEST(waived_cases_come_last_with_their_waiver_and_link)
{
    struct wgc_record *record = fixture_empty_record(3);
    struct wgc_causes causes;

    add_wrong(record, "c.work_group_reduce_add.int.1.plain", 4);
    add_wrong(record, "c.work_group_reduce_add.int.2.plain", 4);
    record->result[0].state = WGC_STATE_WAIVED;
    record->result[0].waiver = strdup("w-1");
    record->result[0].reason = strdup("fail as expected: the sum is wrong (results/f.md); wrong");
    assert_int_equal(wgc_older_facts(&record->result[0], &(struct wgc_err){0}), WGC_OK);
    fixture_add(record, "query.x", WGC_STATE_FAIL);
    record->result[2].reason = strdup("it is 7");
    make(record, &causes);
    assert_int_equal(causes.count, 3);
    assert_int_equal(causes.bad, 2);
    assert_string_equal(causes.cause[1].title, "query.x: it is 7");
    const struct wgc_report_cause *waived = &causes.cause[2];
    assert_int_equal(waived->state, WGC_STATE_WAIVED);
    assert_int_equal(waived->failure, WGC_STATE_FAIL);
    assert_string_equal(waived->title, "the sum is wrong");
    assert_string_equal(waived->waiver, "w-1");
    assert_string_equal(waived->link, "results/f.md");
    assert_int_equal(strncmp(waived->id, "waiver-waived-", strlen("waiver-waived-")), 0);
    const struct wgc_report_cause **of = wgc_causes_by_result(&causes, record);
    assert_ptr_equal(of[0], waived);
    assert_ptr_equal(of[1], &causes.cause[0]);
    free(of);
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

TEST(a_waiver_s_reason_has_no_words_of_the_driver)
{
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_causes causes;

    add_words(record, "c.work_group_all.int.1.plain", WGC_STATE_WAIVED,
              "build_error as expected: unfit (results/f.md)",
              "error: undefined symbol: work_group_all_of_the_driver\n");
    record->result[0].waiver = strdup("w-1");
    make(record, &causes);
    assert_int_equal(causes.count, 1);
    assert_string_equal(causes.cause[0].title, "unfit");
    assert_string_equal(causes.cause[0].words, "");
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* This program writes no report like it, but reads one. */
TEST(a_waived_check_without_a_reason_has_an_empty_title)
{
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_causes causes;

    fixture_add(record, "query.x", WGC_STATE_WAIVED);
    record->result[0].waiver = strdup("w-1");
    make(record, &causes);
    assert_int_equal(causes.count, 1);
    assert_string_equal(causes.cause[0].title, "");
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

TEST(the_report_has_the_causes)
{
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_buf text = {0};

    add_wrong(record, "c.work_group_reduce_add.int.1.plain", 4);
    wgc_report_json_put(&text, record);
    assert_non_null(strstr(text.data, "\"causes\":[\n{\"id\":\"work_group_reduce-fail-"));
    assert_non_null(strstr(text.data, "\"example\":\"c.work_group_reduce_add.int.1.plain\"}"));
    assert_non_null(strstr(text.data, ",\"cause\":\"work_group_reduce-fail-"));
    wgc_buf_free(&text);
    wgc_record_free(record);
}

/* Only where it is so of all crashes of the cause; it is no part of the id. */
TEST(a_cause_of_workers_that_had_refused_a_build)
{
    static const char title[] =
        "work_group_all, work_group_any: crash (SIGSEGV): the heap is spoilt (found by malloc or "
        "free)";
    struct wgc_record *record = fixture_empty_record(2);
    struct wgc_record *again = NULL;
    struct wgc_buf text = {0};
    struct wgc_causes causes;
    struct wgc_err err;
    char id[80];

    add_crash(record, "c.work_group_all.int.1.plain", "malloc(): corrupted top size\n");
    add_crash(record, "c.work_group_any.int.1.plain", "free(): invalid pointer\n");
    record->result[0].after_refusal = true;
    make(record, &causes);
    assert_int_equal(causes.count, 1);
    assert_string_equal(causes.cause[0].title, title);
    (void)snprintf(id, sizeof id, "%s", causes.cause[0].id);
    wgc_causes_free(&causes);
    record->result[1].after_refusal = true;
    wgc_report_json_put(&text, record);
    assert_int_equal(wgc_report_json_parse("", text.data, text.size, &again, &err), WGC_OK);
    make(again, &causes);
    assert_memory_equal(causes.cause[0].title, title, strlen(title));
    assert_string_equal(causes.cause[0].title + strlen(title),
                        "; all of these workers had refused a build before");
    assert_string_equal(causes.cause[0].id, id);
    wgc_causes_free(&causes);
    wgc_buf_free(&text);
    wgc_record_free(again);
    wgc_record_free(record);
}

/* Found by fuzzing: what a mismatch is, in words with a byte that is no UTF-8. */
TEST(an_id_is_the_same_when_the_report_is_read_again)
{
    char *ids[2];
    for (size_t i = 0; i < 2; i++) {
        struct wgc_record *record = fixture_empty_record(1);
        struct wgc_causes causes;
        struct wgc_err err = {0};
        fixture_add(record, "c.work_group_all.int.1.plain", WGC_STATE_FAIL);
        record->result[0].mismatch = calloc(1, sizeof *record->result[0].mismatch);
        assert_non_null(record->result[0].mismatch);
        record->result[0].mismatch->what = strdup(i == 0 ? "wron\xFF" : "wron\xEF\xBF\xBD");
        assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
        ids[i] = strdup(causes.cause[0].id);
        wgc_causes_free(&causes);
        wgc_record_free(record);
    }
    assert_string_equal(ids[0], ids[1]);
    free(ids[0]);
    free(ids[1]);
}

/* Words of the driver in the forms of one group alone: the title has what these have in common. */
TEST(words_have_the_way_in_which_a_kernel_is_built)
{
    struct wgc_record *record = fixture_empty_record(4);
    struct wgc_causes causes;

    add_words(record, "c.sub_group_any.int.8.arms_debug", WGC_STATE_BUILD_ERROR, "",
              "error: unknown argument -g\n");
    add_words(record, "c.sub_group_all.int.9.debug", WGC_STATE_BUILD_ERROR, "",
              "error: unknown argument -g\n");
    make(record, &causes);
    assert_string_equal(causes.cause[0].title,
                        "sub_group_all, sub_group_any: build_error: error: unknown argument -g, in "
                        "kernels built with debug information (forms arms_debug, debug)");
    wgc_causes_free(&causes);
    add_words(record, "c.sub_group_all.int.9.loop", WGC_STATE_BUILD_ERROR, "",
              "error: unknown argument -g\n");
    make(record, &causes);
    assert_null(strstr(causes.cause[0].title, "form"));
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* Wrong values, crashes, other failures, capability checks, whatever these are; of each kind the
 * cause with the most cases. */
TEST(the_largest_of_each_kind_is_first)
{
    static const char *const order[] = {
        "c.work_group_reduce_add.int.64.plain", "c.sub_group_any.int.8.plain",
        "c.work_group_all.int.8.plain", "c.sub_group_all.int.8.plain", "query.a"};
    struct wgc_record *record = fixture_empty_record(8);
    struct wgc_causes causes;

    add_wrong(record, "query.a", 4);
    fixture_add(record, "c.sub_group_all.int.8.plain", WGC_STATE_BUILD_ERROR);
    fixture_add(record, "c.sub_group_any.int.8.plain", WGC_STATE_CRASH);
    fixture_add(record, "c.work_group_all.int.8.plain", WGC_STATE_BUILD_ERROR);
    fixture_add(record, "c.work_group_all.int.9.plain", WGC_STATE_BUILD_ERROR);
    add_wrong(record, "c.work_group_reduce_add.int.64.plain", 4);
    make(record, &causes);
    assert_int_equal(causes.count, sizeof order / sizeof order[0]);
    for (size_t i = 0; i < causes.count; i++) {
        assert_string_equal(causes.cause[i].example->name, order[i]);
    }
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* A check that crashes is a crash: the causes of a state have as many cases as the state. */
TEST(the_kind_of_a_cause_follows_from_the_state)
{
    static const enum wgc_cause_kind kinds[] = {WGC_CAUSE_WRONG_VALUE, WGC_CAUSE_CRASH,
                                                WGC_CAUSE_CHECK};
    struct wgc_record *record = fixture_empty_record(3);
    struct wgc_causes causes;

    add_crash(record, "query.shared_process", "undefined symbol: f\n");
    fixture_add(record, "query.a", WGC_STATE_FAIL);
    add_wrong(record, "c.work_group_reduce_add.int.64.plain", 4);
    make(record, &causes);
    assert_int_equal(causes.bad, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(wgc_cause_kind(&causes.cause[i]), kinds[i]);
    }
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* That a program did not build is the state: a title with no more has no reason. */
TEST(a_build_error_without_a_reason_is_named_so)
{
    struct wgc_record *record = fixture_empty_record(1);
    struct wgc_causes causes;

    add_words(record, "c.work_group_any.int.4.plain", WGC_STATE_BUILD_ERROR, "",
              "Device cpu-1 failed to build the program\n");
    make(record, &causes);
    assert_string_equal(causes.cause[0].title,
                        "work_group_any: build_error, and the compiler gives no reason");
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* The example shows what the title has of most cases, not what is plainer. */
TEST(the_example_has_what_most_cases_have)
{
    static const char *const kinds[] = {"value", "not_written", "not_written"};
    struct wgc_record *record = fixture_empty_record(3);
    struct wgc_causes causes;
    char name[64], json[100];

    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(name, sizeof name, "c.sub_group_reduce_add.int.%zu.steps", 4 + i);
        (void)snprintf(json, sizeof json, "{\"what\":\"wrong value\",\"kind\":\"%s\"}", kinds[i]);
        fixture_add(record, name, WGC_STATE_FAIL);
        record->result[i].mismatch = wgc_record_mismatch_parse(json);
    }
    make(record, &causes);
    assert_int_equal(causes.count, 1);
    assert_string_equal(causes.cause[0].what, "result not written (in 2 of 3)");
    assert_string_equal(causes.cause[0].example->name, "c.sub_group_reduce_add.int.5.steps");
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* The form plain, else one that is built as usual; then dimensions, OpenCL C, int, work-items. */
TEST(the_example_is_the_plainest_case)
{
    static const char *const plainer[] = {
        "c.sub_group_all.int.64.plain",        "c.sub_group_all.int.65.plain",
        "c.sub_group_all.uint.4.plain",        "c.sub_group_all.uint4.4.plain",
        "spirv.sub_group_all.int.4.plain",     "c.sub_group_all.int.2x2.plain",
        "c.sycl_reduce_plus_init.int.4.plain", "c.sub_group_all.int.1.groups65536",
        "c.sub_group_all.int.3x5.groups65536", "c.sub_group_all.int.1.loop_unoptimized"};

    for (size_t i = 1; i < sizeof plainer / sizeof plainer[0]; i++) {
        struct wgc_record *record = fixture_empty_record(2);
        struct wgc_causes causes;
        add_wrong(record, plainer[i], 4);
        add_wrong(record, plainer[i - 1], 4);
        for (size_t k = 0; k < 2; k++) {
            record->result[k].build_log = strdup("error: the same words\n");
        }
        make(record, &causes);
        assert_int_equal(causes.count, 1);
        assert_string_equal(causes.cause[0].example->name, plainer[i - 1]);
        wgc_causes_free(&causes);
        wgc_record_free(record);
    }
}

/* A crash without a word of the driver, with its frames. */
static void add_frames(struct wgc_record *record, const char *name, const char *frames)
{
    fixture_add(record, name, WGC_STATE_CRASH);
    record->result[record->result_count - 1].signal = strdup("SIGSEGV");
    record->result[record->result_count - 1].frames = strdup(frames);
}

/* Functions that crash at one place of the driver have one cause; a crash at another place has its
 * own, and one whose only place is a library of C has that of its function. */
TEST(crashes_at_one_place_are_one_cause)
{
    struct wgc_record *record = fixture_empty_record(9);
    struct wgc_causes causes;

    add_frames(record, "c.sub_group_broadcast.int.9.plain", "a.so+0x1\na.so+0x2");
    add_frames(record, "c.sub_group_broadcast.int.8.plain", "libc.so.6+0x7\na.so+0x1");
    add_frames(record, "c.sub_group_reduce_add.int.9.plain", "a.so+0x1");
    add_frames(record, "c.sub_group_all.int.9.plain", "a.so+0x3");
    add_frames(record, "c.sub_group_any.int.9.plain", "libc.so.6+0x7");
    add_frames(record, "c.sub_group_ballot.uint4.9.plain", "libc.so.6+0x7");
    add_frames(record, "c.work_group_all.int.9.plain", "generated code");
    add_frames(record, "c.work_group_any.int.9.plain", "generated code");
    make(record, &causes);
    assert_int_equal(causes.count, 6);
    assert_int_equal(causes.cause[0].count, 3);
    assert_string_equal(causes.cause[0].title,
                        "sub_group_broadcast, sub_group_reduce: crash (SIGSEGV), in a.so+0x1");
    assert_non_null(strstr(causes.cause[0].id, "place-crash-"));
    bool in_kernel = false;
    for (size_t i = 0; i < causes.count; i++) {
        in_kernel =
            in_kernel || strcmp(causes.cause[i].title,
                                "work_group_all: crash (SIGSEGV) in the kernel's code") == 0;
    }
    assert_true(in_kernel);
    char *id = strdup(causes.cause[0].id);
    wgc_causes_free(&causes);
    for (size_t i = 0; i < 3; i++) { /* another build of the driver */
        free(record->result[i].frames);
        record->result[i].frames = strdup("a.so+0x77");
    }
    make(record, &causes);
    assert_string_equal(causes.cause[0].id, id);
    free(id);
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* In one group of forms; in one function they are one cause. */
TEST(a_crash_in_the_kernel_is_not_one_in_the_driver)
{
    struct wgc_record *record = fixture_empty_record(6);
    struct wgc_causes causes;

    add_frames(record, "c.sub_group_all.int.9.arms", "generated code\na.so+0x2");
    fixture_add(record, "c.sub_group_any.int.9.arms", WGC_STATE_CRASH); /* nothing is known */
    add_frames(record, "c.work_group_all.int.9.arms", "a.so+0x1");
    add_frames(record, "c.work_group_any.int.9.switch", "a.so+0x2");
    add_frames(record, "c.work_group_broadcast.int.9.plain", "generated code");
    add_frames(record, "c.work_group_broadcast.int.9.loop", "a.so+0x3");
    make(record, &causes);
    assert_int_equal(causes.count, 3);
    for (size_t i = 0; i < causes.count; i++) {
        assert_int_equal(causes.cause[i].count, 2);
        assert_int_equal(strstr(causes.cause[i].title, " in the driver") != NULL,
                         strstr(causes.cause[i].title, "work_group_all") != NULL);
    }
    wgc_causes_free(&causes);
    wgc_record_free(record);
}

/* Found by fuzzing: a byte that is no UTF-8 is three in the report, so a report that was read again
 * had its title cut elsewhere. */
TEST(a_title_is_cut_where_a_character_ends)
{
    for (int before = 310; before < 330; before++) {
        char *titles[2];
        for (size_t i = 0; i < 2; i++) {
            struct wgc_record *record = fixture_empty_record(1);
            struct wgc_causes causes;
            struct wgc_err err = {0};
            char reason[400];
            (void)snprintf(reason, sizeof reason, "%0*d%s and more than there is space for", before,
                           7, i == 0 ? "\xFF" : "\xEF\xBF\xBD");
            fixture_add(record, "query.x", WGC_STATE_FAIL);
            record->result[0].reason = strdup(reason);
            assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
            titles[i] = strdup(causes.cause[0].title);
            wgc_causes_free(&causes);
            wgc_record_free(record);
        }
        assert_string_equal(titles[0], titles[1]);
        const size_t length = before + 3 <= 320 ? 320 : before < 320 ? (size_t)before : 320;
        assert_int_equal(strlen(titles[0]), strlen("query.x: ") + length + strlen("..."));
        assert_int_equal(strstr(titles[0], "\xEF\xBF\xBD") != NULL, before + 3 <= 320);
        free(titles[0]);
        free(titles[1]);
    }
}
