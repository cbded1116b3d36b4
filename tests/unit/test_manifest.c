/* The manifest's reader: a good one, and every way in which one can be wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/version.h"
#include "plan/plan.h"
#include "suite/kernel_text.h"
#include "tests/unit/manifest_fixture.h"
#include "tests/unit/pack_fixture.h"

static void reads_a_good_manifest(void **state)
{
    struct wgc_manifest *manifest;
    struct wgc_err err = {0};

    (void)state;
    assert_int_equal(fixture_load(NULL, NULL, &manifest, &err), WGC_OK);
    assert_int_equal(manifest->shape_count, 4);
    assert_int_equal(manifest->shape[2].side[1], 4);
    assert_true(manifest->shape[3].is_max);
    assert_int_equal(manifest->form[1].slot_count, 2);
    assert_int_equal(manifest->form[0].feature, -1);
    assert_int_equal(manifest->form[2].feature, WGC_FEATURE_fp64);
    assert_int_equal(manifest->signature_count, 3);
    assert_int_equal(manifest->signature[0].op, WGC_OP_add);
    assert_int_equal(manifest->signature[1].op, WGC_OP_NONE);
    assert_int_equal(manifest->signature[0].constant, -3);
    assert_string_equal(manifest->clause[manifest->signature[0].clause[0]].id, "c1");
    wgc_manifest_free(manifest);
}

static void makes_a_case_of_each_query(void **state)
{
    const struct wgc_selection all = {
        .language = {[WGC_LANGUAGE_QUERY] = true}, .shard = 1, .shards = 1};
    struct wgc_selection emulated = all, later = all;
    struct wgc_manifest *manifest;
    struct wgc_plan *plan;
    struct wgc_err err = {0};
    struct wgc_case item;
    char name[WGC_CASE_NAME_MAX];

    (void)state;
    assert_int_equal(
        fixture_load(
            "}}]}\n",
            "}}],\"queries\":[{\"name\":\"fp16\",\"profile\":\"quick\",\"clauses\":[\"c1\"]},"
            "{\"name\":\"fp64\",\"profile\":\"quick\",\"clauses\":[]},"
            "{\"name\":\"program_sub_group_uint\","
            "\"profile\":\"default\",\"clauses\":[]}]}\n",
            &manifest, &err),
        WGC_OK);
    assert_int_equal(manifest->signature_count, 6);
    assert_int_equal(manifest->signature[3].query, WGC_QUERY_fp16);
    assert_int_equal(manifest->signature[3].clause_count, 1);
    assert_int_equal(wgc_plan_make(manifest, &all, &plan, &err), WGC_OK);
    assert_int_equal(plan->count, 2);
    wgc_case_name(manifest, &plan->item[1], name);
    assert_string_equal(name, "query.fp64");
    assert_int_equal(wgc_case_find(manifest, "query.fp16", &item, &err), WGC_OK);
    assert_int_equal(item.signature, plan->item[0].signature);
    assert_int_equal(item.form, plan->item[0].form);
    assert_int_equal(item.shape, plan->item[0].shape);
    assert_int_equal(item.signature, 3);
    assert_int_equal(wgc_case_find(manifest, "query.fp16.int", &item, &err), WGC_ERR_INPUT);
    wgc_plan_free(plan);
    later.profile = WGC_PROFILE_DEFAULT;
    assert_int_equal(wgc_plan_make(manifest, &later, &plan, &err), WGC_OK);
    assert_int_equal(plan->count, 3);
    wgc_case_name(manifest, &plan->item[2], name);
    assert_string_equal(name, "query.program_sub_group_uint");
    wgc_plan_free(plan);
    emulated.impl = WGC_IMPL_EMULATED;
    assert_int_equal(wgc_plan_make(manifest, &emulated, &plan, &err), WGC_ERR_INPUT);
    wgc_manifest_free(manifest);
}

static void finds_kernels_by_form_and_shape(void **state)
{
    struct wgc_manifest *manifest;
    struct wgc_err err = {0};

    (void)state;
    assert_int_equal(fixture_load(NULL, NULL, &manifest, &err), WGC_OK);
    const struct wgc_signature *add = &manifest->signature[0];
    const struct wgc_signature *all = &manifest->signature[1];
    assert_string_equal(wgc_manifest_kernel(manifest, add, 0, 0, WGC_IMPL_BUILTIN)->entry,
                        "k_add_int_plain");
    assert_non_null(wgc_manifest_kernel(manifest, add, 0, 0, WGC_IMPL_EMULATED));
    assert_null(wgc_manifest_kernel(manifest, add, 1, 0, WGC_IMPL_BUILTIN));
    assert_null(wgc_manifest_kernel(manifest, all, 0, 0, WGC_IMPL_EMULATED));
    assert_string_equal(wgc_manifest_kernel(manifest, all, 2, 2, WGC_IMPL_BUILTIN)->entry,
                        "k_all_reqd_8x4");
    assert_null(wgc_manifest_kernel(manifest, all, 2, 1, WGC_IMPL_BUILTIN));
    assert_string_equal(wgc_manifest_kernel(manifest, all, 2, 2, WGC_IMPL_BUILTIN)->file, "c/a.cl");
    assert_string_equal(
        wgc_manifest_kernel(manifest, &manifest->signature[2], 0, 1, WGC_IMPL_BUILTIN)->file,
        "spirv/a.plain.spv");
    wgc_manifest_free(manifest);
}

/* What is changed in the good manifest, and a part of the error that must come of it. */
static const struct {
    const char *from, *to, *error;
} wrong[] = {
    {"\"language\":\"c\"", "\"language\":\"query\"", "queries have no kernels"},
    {"}}]}\n", "}}],\"queries\":[{\"name\":\"nonsense\",\"profile\":\"quick\",\"clauses\":[]}]}\n",
     "queries[0]: field \"name\": unknown \"nonsense\""},
    {"}}]}\n", "}}],\"queries\":[{\"name\":\"fp16\",\"profile\":\"fast\",\"clauses\":[]}]}\n",
     "queries[0]: field \"profile\": unknown \"fast\""},
    {"}}]}\n", "}}],\"queries\":[{\"name\":\"fp16\",\"clauses\":[]}]}\n",
     "queries[0]: field \"profile\" is missing"},
    {"}}]}\n",
     "}}],\"queries\":[{\"name\":\"fp16\",\"profile\":\"quick\",\"clauses\":[\"c9\"]}]}\n",
     "queries[0]: field \"clauses\" must hold ids of clauses"},
    {"}}]}\n",
     "}}],\"queries\":[{\"name\":\"fp16\",\"profile\":\"quick\",\"clauses\":[]},{\"name\":\"fp16\","
     "\"profile\":\"quick\",\"clauses\":[]}]}\n",
     "queries[1]: \"fp16\" is there twice"},
    {"\"schema_version\":2", "\"schema_version\":1",
     "schema_version must be a whole number from 2 to 2"},
    {"\"suite_version\":\"0.1.0\",", "", "\"suite_version\" is missing"},
    {"\"suite_digest\":\"0", "\"suite_digest\":\"",
     "\"suite_digest\" must be 64 hexadecimal digits"},
    {"\"suite_digest\":\"0", "\"suite_digest\":\"G", "\"suite_digest\" must be 64"},
    {"emulated/prelude.cl", "/etc/passwd", "leads outside the suite's folder"},
    {"\"name\":\"8x4\"", "\"name\":\"64\"", "shapes[2]: \"64\" is there twice"},
    {"\"name\":\"8x4\"", "\"name\":\"8X4\"", "shapes[2]: field \"name\" must be a name"},
    {"\"rank\":2", "\"rank\":4", "shapes[2]: rank must be a whole number from 1 to 3"},
    {"[8,4,1]", "[8,4,2]", "shapes[2]: sides past the rank must be 1"},
    {"[8,4,1]", "[8,4]", "shapes[2]: field \"side\" must have three numbers"},
    {"[8,4,1]", "[8,0,1]", "shapes[2]: side must be a whole number"},
    {"[8,4,1]", "[8,4.5,1]", "shapes[2]: side must be a whole number"},
    {"[8,4,1]", "\"8\"", "shapes[2]: field \"side\" must be an array"},
    {"\"geometry\":\"linear\"", "\"geometry\":\"round\"",
     "forms[0]: field \"geometry\": unknown \"round\""},
    {"\"slots\":[\"call\"]", "\"slots\":[]", "forms[0]: field \"slots\" is empty"},
    {"\"slots\":[\"call\"]", "\"slots\":[\"copy\",\"copy\",\"copy\",\"copy\",\"copy\"]",
     "forms[0]: field \"slots\""},
    {"\"name\":\"loop\"", "\"name\":\"plain\"", "forms[1]: \"plain\" is there twice"},
    {"\"feature\":\"fp64\"", "\"feature\":\"fp65\"",
     "forms[2]: field \"feature\": unknown \"fp65\""},
    {"\"form\":1", "\"form\":3", "cells[2]: form must be a whole number from 0 to 2"},
    {"\"shapes\":[0,1]", "\"shapes\":[0,4]", "cells[0]: a shape's index must be"},
    {"\"shapes\":[0,1]", "\"shapes\":[1,1]", "grids[0]: form plain on shape 64 is there twice"},
    {"\"profile\":\"full\"", "\"profile\":\"all\"", "cells[1]: field \"profile\": unknown \"all\""},
    {"[3,4]]", "[3,5]]", "grids[1]: a cell's index must be a whole number from 0 to 4"},
    {"[3,4]]", "[]]", "grids[1]: must be an array of cells, not empty"},
    {"[[\"plain\"],", "[[],", "variants[0]: must be an array of names, not empty"},
    {"\"reqd-8x4\"]", "\"reqd-\"]", "variants[1]: a variant must be NAME or NAME-SHAPE"},
    {"\"reqd-8x4\"]", "7]", "variants[1]: a variant must be NAME or NAME-SHAPE"},
    {"{\"variants\":1", "{\"variants\":2",
     "signatures[1] (work_group_all): kernels: variants must be a whole number from 0 to 1"},
    {"\"kernels\":{", "\"kernels\":0,\"x\":{", "field \"kernels\" must be an object"},
    {"\"emulated\":{", "\"emulated\":[],\"x\":{", "field \"emulated\" must be an object"},
    {"k_all", "k_all_of_them_and_of_all_others_that_there_have_ever_been",
     "_plain is longer than 60 characters"},
    {"\"kind\":\"reduce\"", "\"kind\":\"reduse\"",
     "signatures[0] (work_group_reduce_add): field \"kind\""},
    {"\"op\":\"add\",", "", "signatures[0] (work_group_reduce_add): field \"op\" is missing"},
    {"\"type\":\"int\"", "\"type\":\"complex\"", "field \"type\": unknown \"complex\""},
    {"\"grid\":1", "\"grid\":2",
     "signatures[1] (work_group_all): grid must be a whole number from 0 to 1"},
    {"\"requires\":[\"collective_functions\"]", "\"requires\":[\"luck\"]",
     "field \"requires\": unknown feature"},
    {"\"file\":\"c/a.cl\"", "\"file\":\"../a.cl\"",
     "kernels: field \"file\": \"../a.cl\" leads outside"},
    {"\"file\":\"c/a.cl\"", "\"file\":\"c/../../a.cl\"", "leads outside"},
    {"\"file\":\"c/a.cl\"", "\"file\":\"c//a.cl\"", "leads outside"},
    {"\"entry\":\"k_add_int\"", "\"entry\":\"k add\"", "kernels: field \"entry\" must be a name"},
    {"\"clauses\":[\"c1\"]", "\"clauses\":[\"c2\"]", "field \"clauses\" must hold ids of clauses"},
    {"\"text\":\"t\",", "", "clauses[0]: field \"text\" is missing"},
    {"\"language\":\"spirv\"", "\"language\":\"c\"", "c.work_group_reduce_add.int is there twice"},
    {"\"signatures\":[{", "\"signatures\":[],\"x\":[{", "\"signatures\" is empty"},
};

static void names_the_place_of_each_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct wgc_manifest *manifest = NULL;
        struct wgc_err err = {0};
        enum wgc_status status = fixture_load(wrong[i].from, wrong[i].to, &manifest, &err);
        assert_int_equal(status, WGC_ERR_INPUT);
        assert_non_null(strstr(err.text, "manifest.json"));
        if (strstr(err.text, wrong[i].error) == NULL) {
            fail_msg("\"%s\" does not hold \"%s\"", err.text, wrong[i].error);
        }
    }
}

/* What is looked up by going through it is limited: a hostile file costs no minutes. */
static void refuses_too_many_of_anything(void **state)
{
    static const char *const sections[] = {"\"shapes\":[", "\"forms\":[", "\"clauses\":[{",
                                           "\"clauses\":[\"", "\"variants\":[["};
    enum { MANY = 3000 };

    (void)state;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        struct wgc_buf many = {0};
        struct wgc_manifest *manifest;
        struct wgc_err err;
        const char *section = sections[i];
        size_t bracket = strcspn(section, "[") + 1 + (strstr(section, "[[") != NULL);
        wgc_buf_add(&many, section, bracket);
        for (int k = 0; k < MANY; k++) {
            wgc_buf_text(&many, "0,");
        }
        wgc_buf_text(&many, section + bracket);
        assert_int_equal(fixture_load(section, many.data, &manifest, &err), WGC_ERR_INPUT);
        assert_non_null(strstr(err.text, "entries, more than"));
        wgc_buf_free(&many);
    }
}

static void refuses_every_manifest_that_is_cut_short(void **state)
{
    (void)state;
    for (size_t size = 0; size + 1 < strlen(fixture_manifest); size += 7) {
        struct wgc_manifest *manifest = NULL;
        struct wgc_err err = {0};
        assert_int_equal(fixture_load_text(fixture_manifest, size, &manifest, &err), WGC_ERR_INPUT);
        assert_non_null(strstr(err.text, "manifest.json"));
    }
}

static void refuses_text_after_the_end(void **state)
{
    struct wgc_buf text = {0};
    struct wgc_manifest *manifest = NULL;
    struct wgc_err err = {0};

    (void)state;
    wgc_buf_text(&text, fixture_manifest);
    wgc_buf_text(&text, "{}");
    assert_int_equal(fixture_load_text(text.data, text.size, &manifest, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "text after the end"));
    wgc_buf_free(&text);
}

static void reports_which_manifest_is_missing(void **state)
{
    struct wgc_manifest *manifest;
    struct wgc_err err = {0};

    (void)state;
    assert_int_equal(wgc_manifest_load("/nowhere/at/all", &manifest, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "/nowhere/at/all/manifest.json: cannot open"));
}

static void put(const char *folder, const char *name, const struct wgc_buf *contents)
{
    struct wgc_buf path = {0};
    struct wgc_err err;

    wgc_buf_printf(&path, "%s/%s", folder, name);
    if (contents == NULL) {
        assert_int_equal(unlink(path.data), 0);
    } else {
        assert_int_equal(wgc_file_write(path.data, contents->data, contents->size, &err), WGC_OK);
    }
    wgc_buf_free(&path);
}

/* The fixture's manifest with that digest, in a folder. */
static void put_manifest(const char *folder, const char *digest)
{
    struct wgc_buf text = {0};

    wgc_buf_text(&text, fixture_manifest);
    memcpy(strstr(text.data, "0123456789abcdef"), digest, strlen(digest));
    put(folder, "manifest.json", &text);
    wgc_buf_free(&text);
}

static void refuses_a_suite_of_another_build(void **state)
{
    static const char other[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    static const struct fixture_entry entry = {"c/a.cl", "x", 1, false};
    char folder[] = "/tmp/wgconform-test-XXXXXX";
    struct wgc_manifest *manifest;
    struct wgc_buf pack = {0};
    struct wgc_err err = {0};

    (void)state;
    assert_non_null(mkdtemp(folder));
    put_manifest(folder, other);
    assert_int_equal(wgc_manifest_load(folder, &manifest, &err), WGC_ERR_INPUT);
    assert_null(manifest);
    assert_non_null(strstr(err.text, "/manifest.json: the suite of another build"));
    assert_non_null(strstr(err.text, other));
    assert_non_null(strstr(err.text, wgc_suite_digest));

    put_manifest(folder, wgc_suite_digest);
    assert_int_equal(wgc_manifest_load(folder, &manifest, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "/c.pack: cannot open"));
    fixture_pack(&entry, 1, wgc_suite_digest, &pack);
    put(folder, "c.pack", &pack);
    wgc_buf_clear(&pack);
    fixture_pack(&entry, 1, other, &pack);
    put(folder, "spirv.pack", &pack);
    assert_int_equal(wgc_manifest_load(folder, &manifest, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "/spirv.pack: has the kernels of another suite"));

    wgc_buf_clear(&pack);
    fixture_pack(&entry, 1, wgc_suite_digest, &pack);
    put(folder, "spirv.pack", &pack);
    assert_int_equal(wgc_manifest_load(folder, &manifest, &err), WGC_OK);
    assert_string_equal(manifest->suite_digest, wgc_suite_digest);
    wgc_manifest_free(manifest);
    put(folder, "manifest.json", NULL);
    put(folder, "c.pack", NULL);
    put(folder, "spirv.pack", NULL);
    assert_int_equal(rmdir(folder), 0);
    wgc_buf_free(&pack);
}

static void finds_a_kernel_s_section(void **state)
{
    static const char text[] =
        "head\n//@ kernel one\nkernel 1\n//@ kernel one_more\nkernel 2 //@ kernel no\n"
        "//@ kernel last\nkernel 3\n";
    const char *section;
    size_t size;

    (void)state;
    assert_true(wgc_kernel_section(text, "one", &section, &size));
    assert_int_equal(size, strlen("//@ kernel one\nkernel 1\n"));
    assert_true(wgc_kernel_section(text, "one_more", &section, &size));
    assert_memory_equal(section, "//@ kernel one_more\nkernel 2", 28);
    assert_true(wgc_kernel_section(text, "last", &section, &size));
    assert_int_equal(size, strlen("//@ kernel last\nkernel 3\n"));
    assert_false(wgc_kernel_section(text, "no", &section, &size));
    assert_false(wgc_kernel_section(text, "on", &section, &size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_good_manifest),
        cmocka_unit_test(makes_a_case_of_each_query),
        cmocka_unit_test(finds_kernels_by_form_and_shape),
        cmocka_unit_test(names_the_place_of_each_error),
        cmocka_unit_test(refuses_too_many_of_anything),
        cmocka_unit_test(refuses_every_manifest_that_is_cut_short),
        cmocka_unit_test(refuses_text_after_the_end),
        cmocka_unit_test(reports_which_manifest_is_missing),
        cmocka_unit_test(refuses_a_suite_of_another_build),
        cmocka_unit_test(finds_a_kernel_s_section),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
