/* The suite of this build, and the packed files that belong to it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "plan/plan.h"
#include "suite/kernel_text.h"
#include "tests/unit/manifest_fixture.h"
#include "tests/unit/pack_fixture.h"
#include "tests/unit/test.h"

/* Everything that later code relies on, in the suite of this build. */
TEST(every_index_and_name_of_the_suite_is_valid)
{
    const struct wgc_manifest *suite = &wgc_built_suite;

    assert_int_equal(strlen(suite->suite_digest), 64);
    assert_int_equal(strspn(suite->suite_digest, "0123456789abcdef"), 64);
    assert_true(suite->shape_count > 20 && suite->form_count > 10 && suite->clause_count > 50);
    for (size_t i = 0; i < suite->grid_count; i++) {
        assert_true(suite->grid[i].cell_count > 0);
        for (size_t k = 0; k < suite->grid[i].cell_count; k++) {
            const struct wgc_cell *cell = &suite->grid[i].cell[k];
            assert_true(cell->form < suite->form_count && cell->shape_count > 0);
            for (size_t j = 0; j < cell->shape_count; j++) {
                assert_true(cell->shape[j] < suite->shape_count);
            }
        }
    }
    for (size_t i = 0; i < suite->signature_count; i++) {
        const struct wgc_signature *signature = &suite->signature[i];
        assert_true(signature->grid < suite->grid_count);
        assert_true((signature->kernel_count > 0) == (signature->language != WGC_LANGUAGE_QUERY));
        assert_true((signature->cluster > 0) == wgc_has_clusters(signature->kind));
        if (!wgc_has_short_name(signature)) {
            assert_true(signature->width >= 1 && signature->width <= WGC_MAX_WIDTH);
        }
        assert_true((signature->clause_count > 0) == (signature->kind != WGC_KIND_PROGRAM));
        for (size_t k = 0; k < signature->clause_count; k++) {
            assert_true(signature->clause[k] < suite->clause_count);
        }
    }
}

/* The longest plan has each name once, and each of its cases has its kernel. */
TEST(every_case_of_the_suite_has_its_kernel)
{
    const struct wgc_manifest *suite = &wgc_built_suite;
    struct wgc_selection all = {.profile = WGC_PROFILE_FULL, .shard = 1, .shards = 1};
    struct wgc_plan *plan;
    struct wgc_err err = {0};
    size_t checks = 0;

    memset(all.language, 1, sizeof all.language);
    assert_int_equal(wgc_plan_make(suite, &all, &plan, &err), WGC_OK);
    assert_true(plan->count > 50000);
    for (size_t i = 0; i < plan->count; i++) {
        const struct wgc_case *item = &plan->item[i];
        const struct wgc_signature *signature = &suite->signature[item->signature];
        checks += signature->language == WGC_LANGUAGE_QUERY;
        assert_true(signature->language == WGC_LANGUAGE_QUERY ||
                    wgc_manifest_kernel(suite, signature, item->form, item->shape,
                                        WGC_IMPL_BUILTIN) != NULL);
    }
    assert_int_equal(checks, WGC_QUERY_COUNT);
    wgc_plan_free(plan);
}

TEST(makes_a_case_of_each_query)
{
    const struct wgc_selection all = {
        .language = {[WGC_LANGUAGE_QUERY] = true}, .shard = 1, .shards = 1};
    struct wgc_selection emulated = all, later = all;
    const struct wgc_manifest *manifest = &fixture_suite_with_checks;
    struct wgc_plan *plan;
    struct wgc_err err = {0};
    struct wgc_case item;
    char name[WGC_CASE_NAME_MAX];

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
}

TEST(finds_kernels_by_form_and_shape)
{
    const struct wgc_manifest *manifest = &fixture_suite;

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

TEST(refuses_a_suite_of_another_build)
{
    static const char other[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    static const struct fixture_entry entry = {"c/a.cl", "x", 1, false};
    const char *digest = wgc_built_suite.suite_digest;
    char folder[] = "/tmp/wgconform-test-XXXXXX";
    struct wgc_manifest *manifest = NULL;
    struct wgc_buf pack = {0};
    struct wgc_err err = {0};

    assert_non_null(mkdtemp(folder));
    assert_int_equal(wgc_manifest_open(folder, &manifest, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "/c.pack: cannot open"));
    fixture_pack(&entry, 1, digest, &pack);
    put(folder, "c.pack", &pack);
    wgc_buf_clear(&pack);
    fixture_pack(&entry, 1, other, &pack);
    put(folder, "spirv.pack", &pack);
    assert_int_equal(wgc_manifest_open(folder, &manifest, &err), WGC_ERR_INPUT);
    assert_null(manifest);
    assert_non_null(strstr(err.text, "/spirv.pack: has the kernels of another suite"));
    assert_non_null(strstr(err.text, other));
    assert_non_null(strstr(err.text, digest));

    wgc_buf_clear(&pack);
    fixture_pack(&entry, 1, digest, &pack);
    put(folder, "spirv.pack", &pack);
    assert_int_equal(wgc_manifest_open(folder, &manifest, &err), WGC_OK);
    assert_string_equal(manifest->suite_digest, digest);
    assert_string_equal(manifest->folder, folder);
    wgc_manifest_free(manifest);
    put(folder, "c.pack", NULL);
    put(folder, "spirv.pack", NULL);
    assert_int_equal(rmdir(folder), 0);
    wgc_buf_free(&pack);
}

TEST(finds_a_kernel_s_section)
{
    static const char text[] =
        "head\n//@ kernel one\nkernel 1\n//@ kernel one_more\nkernel 2 //@ kernel no\n"
        "//@ kernel last\nkernel 3\n";
    const char *section;
    size_t size;

    assert_true(wgc_kernel_section(text, "one", &section, &size));
    assert_int_equal(size, strlen("//@ kernel one\nkernel 1\n"));
    assert_true(wgc_kernel_section(text, "one_more", &section, &size));
    assert_memory_equal(section, "//@ kernel one_more\nkernel 2", 28);
    assert_true(wgc_kernel_section(text, "last", &section, &size));
    assert_int_equal(size, strlen("//@ kernel last\nkernel 3\n"));
    assert_false(wgc_kernel_section(text, "no", &section, &size));
    assert_false(wgc_kernel_section(text, "on", &section, &size));
}
