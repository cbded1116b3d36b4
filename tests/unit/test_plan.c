/* The plan: names, queries, profiles, shards. */
#include <string.h>

#include "plan/filter.h"
#include "plan/plan.h"
#include "tests/unit/manifest_fixture.h"
#include "tests/unit/test.h"

static const struct wgc_manifest *manifest = &fixture_suite;

static struct wgc_selection everything(enum wgc_profile profile)
{
    struct wgc_selection selection = {.profile = profile, .shard = 1, .shards = 1};

    for (int i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        selection.language[i] = true;
    }
    return selection;
}

/* Makes the plan and checks that it has exactly these names, in this order. */
static void expect(const struct wgc_selection *selection, const char *const *names, size_t count)
{
    struct wgc_plan *plan;
    struct wgc_err err = {0};
    char name[WGC_CASE_NAME_MAX];

    assert_int_equal(wgc_plan_make(manifest, selection, &plan, &err), WGC_OK);
    assert_int_equal(plan->count, count);
    for (size_t i = 0; i < count; i++) {
        wgc_case_name(manifest, &plan->item[i], name);
        assert_string_equal(name, names[i]);
    }
    wgc_plan_free(plan);
}

static void expect_error(const struct wgc_selection *selection, const char *part)
{
    struct wgc_plan *plan;
    struct wgc_err err = {0};

    assert_int_equal(wgc_plan_make(manifest, selection, &plan, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, part));
}

TEST(globs)
{
    assert_true(wgc_filter_match("*", ""));
    assert_true(wgc_filter_match("a*c", "abbbc"));
    assert_true(wgc_filter_match("a?c", "abc"));
    assert_true(wgc_filter_match("*.int.*", "c.f.int.64.plain"));
    assert_true(wgc_filter_match("**", "x"));
    assert_false(wgc_filter_match("a?c", "ac"));
    assert_false(wgc_filter_match("*.int.*", "c.f.uint.64.plain"));
    assert_false(wgc_filter_match("", "x"));
    assert_false(wgc_filter_match("abc", "abcd"));
    assert_true(wgc_filter_match("*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"));
    assert_false(wgc_filter_match("*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

TEST(profiles_hold_more_and_more)
{
    static const char *const names[] = {
        "c.work_group_reduce_add.int.1.plain",
        "c.work_group_reduce_add.int.64.plain",
        "c.work_group_reduce_add.int.max.plain",
        "c.work_group_reduce_add.int.8x4.loop",
        "c.work_group_all.int.8x4.plain",
        "c.work_group_all.int.8x4.reqd",
        "spirv.work_group_reduce_add.int.1.plain",
        "spirv.work_group_reduce_add.int.64.plain",
        "spirv.work_group_reduce_add.int.max.plain",
        "spirv.work_group_reduce_add.int.8x4.loop",
    };
    static const char *const quick[] = {
        "c.work_group_reduce_add.int.1.plain",
        "c.work_group_reduce_add.int.64.plain",
        "c.work_group_all.int.8x4.plain",
        "c.work_group_all.int.8x4.reqd",
    };
    struct wgc_selection selection = everything(WGC_PROFILE_FULL);

    expect(&selection, names, 10);
    selection.profile = WGC_PROFILE_QUICK;
    selection.language[WGC_LANGUAGE_SPIRV] = false;
    expect(&selection, quick, 4);
}

TEST(queries_include_and_exclude)
{
    static const char *const queries[] = {"c.*", "!*.reqd", "!*.1.*"};
    static const char *const names[] = {"c.work_group_reduce_add.int.64.plain",
                                        "c.work_group_all.int.8x4.plain"};
    static const char *const only_not[] = {"!*reduce*"};
    static const char *const rest[] = {"c.work_group_all.int.8x4.plain",
                                       "c.work_group_all.int.8x4.reqd"};
    struct wgc_selection selection = everything(WGC_PROFILE_QUICK);

    selection.filter = queries;
    selection.filter_count = 3;
    expect(&selection, names, 2);
    selection.filter = only_not;
    selection.filter_count = 1;
    expect(&selection, rest, 2);
}

TEST(a_filter_without_a_match_is_an_error)
{
    static const char *const unknown[] = {"c.*", "*.complex.*"};
    static const char *const other_profile[] = {"*.max.*"};
    struct wgc_selection selection = everything(WGC_PROFILE_QUICK);

    selection.filter = unknown;
    selection.filter_count = 2;
    expect_error(&selection, "query \"*.complex.*\" matches no case");
    selection.filter = other_profile;
    selection.filter_count = 1;
    expect_error(&selection, "nothing is selected: no case of profile quick matches all that was "
                             "asked for; profile full has some");
    selection.profile = WGC_PROFILE_FULL;
    selection.language[WGC_LANGUAGE_C] = selection.language[WGC_LANGUAGE_SPIRV] = false;
    expect_error(&selection, "no case of profile full matches all that was asked for");
}

TEST(emulated_takes_what_has_an_emulation)
{
    static const char *const names[] = {"c.work_group_reduce_add.int.1.plain",
                                        "c.work_group_reduce_add.int.64.plain"};
    struct wgc_selection selection = everything(WGC_PROFILE_QUICK);

    selection.impl = WGC_IMPL_EMULATED;
    expect(&selection, names, 2);
}

TEST(shards_are_a_partition)
{
    struct wgc_selection selection = everything(WGC_PROFILE_FULL);
    struct wgc_plan *plan;
    struct wgc_err err = {0};
    size_t total = 0;

    selection.shards = 2;
    for (selection.shard = 1; selection.shard <= 2; selection.shard++) {
        assert_int_equal(wgc_plan_make(manifest, &selection, &plan, &err), WGC_OK);
        for (size_t i = 0; i < plan->count; i++) {
            assert_int_equal(plan->item[i].signature % 2, selection.shard - 1);
        }
        total += plan->count;
        wgc_plan_free(plan);
    }
    assert_int_equal(total, 10);
    selection.shard = 4;
    selection.shards = 5;
    assert_int_equal(wgc_plan_make(manifest, &selection, &plan, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "shard 4/5 is empty"));
}

/* Each name is that of its case, and no other text is. */
static void check_name(const struct wgc_case *of)
{
    char name[WGC_CASE_NAME_MAX + 1];
    struct wgc_case item;
    struct wgc_err err = {0};
    size_t length;

    wgc_case_name(manifest, of, name);
    length = strlen(name);
    assert_int_equal(wgc_case_find(manifest, name, &item, &err), WGC_OK);
    assert_int_equal(item.signature, of->signature);
    assert_int_equal(item.form, of->form);
    assert_int_equal(item.shape, of->shape);
    for (size_t i = 0; i < length; i++) {
        const char right = name[i];
        name[i] = right == '.' ? '-' : '.';
        assert_int_equal(wgc_case_find(manifest, name, &item, &err), WGC_ERR_INPUT);
        name[i] = right;
    }
    name[length] = 's';
    name[length + 1] = '\0';
    assert_int_equal(wgc_case_find(manifest, name, &item, &err), WGC_ERR_INPUT);
    name[length - 1] = '\0';
    assert_int_equal(wgc_case_find(manifest, name, &item, &err), WGC_ERR_INPUT);
}

TEST(cases_are_found_by_name)
{
    const struct wgc_selection selection = everything(WGC_PROFILE_FULL);
    struct wgc_plan *plan;
    struct wgc_case item;
    struct wgc_err err = {0};

    assert_int_equal(wgc_plan_make(manifest, &selection, &plan, &err), WGC_OK);
    assert_true(plan->count > 0);
    for (size_t i = 0; i < plan->count; i++) {
        check_name(&plan->item[i]);
    }
    wgc_plan_free(plan);
    assert_int_equal(
        wgc_case_find(manifest, "spirv.work_group_reduce_add.int.max.plain", &item, &err), WGC_OK);
    assert_int_equal(item.signature, 2);
    assert_int_equal(item.shape, 3);
    assert_int_equal(wgc_case_find(manifest, "c.work_group_all.int.64.plain", &item, &err),
                     WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "\"c.work_group_all.int.64.plain\""));
    assert_int_equal(wgc_case_find(manifest, "", &item, &err), WGC_ERR_INPUT);
}
