/* Which features a device should have to be the default one for a plan. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "supervisor/fits.h"

enum { WORK_GROUP, WORK_GROUP_HALF, SUB_GROUP, SUB_GROUP_SPIRV, WORK_GROUP_SPIRV, CHECK, COUNT };

#define BIT(feature) (UINT32_C(1) << WGC_FEATURE_##feature)

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

/* What a plan of these signatures wants; the last is COUNT. */
static uint32_t wanted(const int *of, enum wgc_impl impl)
{
    const struct wgc_manifest manifest = {.signature = signature, .signature_count = COUNT};
    struct wgc_case item[8] = {0};
    struct wgc_plan plan = {.item = item};

    for (; of[plan.count] != COUNT; plan.count++) {
        item[plan.count].signature = (uint32_t)of[plan.count];
    }
    return wgc_wanted_features(&manifest, &plan, impl);
}

static void what_every_function_needs_is_wanted(void **state)
{
    static const int work_groups[] = {WORK_GROUP, WORK_GROUP_HALF, CHECK, COUNT};
    static const int sub_groups[] = {SUB_GROUP_SPIRV, CHECK, SUB_GROUP_SPIRV, COUNT};
    static const int spirv[] = {SUB_GROUP_SPIRV, WORK_GROUP_SPIRV, WORK_GROUP_SPIRV, COUNT};

    (void)state;
    assert_int_equal(wanted(work_groups, WGC_IMPL_BUILTIN), BIT(collective_functions));
    assert_int_equal(wanted(sub_groups, WGC_IMPL_BUILTIN), BIT(subgroups) | BIT(spirv));
    assert_int_equal(wanted(spirv, WGC_IMPL_BUILTIN), BIT(spirv));
}

static void of_several_the_most_needed_is_wanted(void **state)
{
    static const int mixed[] = {SUB_GROUP, WORK_GROUP, WORK_GROUP_HALF, COUNT};

    (void)state;
    assert_int_equal(wanted(mixed, WGC_IMPL_BUILTIN), BIT(collective_functions));
}

static void nothing_is_wanted_for_checks_and_emulated_functions(void **state)
{
    static const int checks[] = {CHECK, CHECK, COUNT};
    static const int mixed[] = {SUB_GROUP, WORK_GROUP_HALF, COUNT};

    (void)state;
    assert_int_equal(wanted(checks, WGC_IMPL_BUILTIN), 0);
    assert_int_equal(wanted(mixed, WGC_IMPL_EMULATED), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_every_function_needs_is_wanted),
        cmocka_unit_test(of_several_the_most_needed_is_wanted),
        cmocka_unit_test(nothing_is_wanted_for_checks_and_emulated_functions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
