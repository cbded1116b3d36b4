/* Functions that a driver is likely to refuse: by refusals, by builds, and by what a log names. */
#include <stdio.h>

#include "suite/build_way.h"
#include "tests/unit/test.h"
#include "worker/parts.h"

TEST(a_refusal_makes_a_function_likely_until_as_many_programs_are_built)
{
    struct wgc_refused refused = {0};

    assert_false(wgc_refused_is_likely(&refused, "sub_group_all"));
    wgc_refused_note_refusal(&refused, "sub_group_all");
    wgc_refused_note_refusal(&refused, "sub_group_all");
    wgc_refused_note_build(&refused, "sub_group_all");
    assert_true(wgc_refused_is_likely(&refused, "sub_group_all"));
    assert_false(wgc_refused_is_likely(&refused, "sub_group_any"));
    wgc_refused_note_build(&refused, "sub_group_all");
    assert_false(wgc_refused_is_likely(&refused, "sub_group_all"));
    wgc_refused_note_build(&refused, "sub_group_all"); /* not below nothing */
    wgc_refused_note_refusal(&refused, "sub_group_all");
    assert_true(wgc_refused_is_likely(&refused, "sub_group_all"));
}

TEST(a_log_names_a_function_by_its_whole_name)
{
    static const struct {
        const char *log, *function;
        bool named;
    } logs[] = {
        {"Cannot find symbol _Z25sub_group_broadcast_firstc", "sub_group_broadcast_first", true},
        {"Cannot find symbol _Z25sub_group_broadcast_firstc", "sub_group_broadcast", false},
        {"Cannot find symbol _Z19sub_group_broadcastfj", "sub_group_broadcast", true},
        {"implicit declaration of function 'sub_group_all' is", "sub_group_all", true},
        {"implicit declaration of function 'sub_group_all_x' is", "sub_group_all", false},
        {"", "sub_group_all", false},
        {NULL, "sub_group_all", false},
    };

    for (size_t i = 0; i < sizeof logs / sizeof logs[0]; i++) {
        struct wgc_refused refused = {0};
        assert_int_equal(wgc_refused_note_log(&refused, logs[i].log, logs[i].function),
                         logs[i].named);
        assert_int_equal(wgc_refused_is_likely(&refused, logs[i].function), logs[i].named);
    }
}

TEST(more_functions_than_there_is_room_for_are_not_likely)
{
    static char name[WGC_REFUSED_MAX + 1][8];
    struct wgc_refused refused = {0};

    for (size_t i = 0; i <= WGC_REFUSED_MAX; i++) {
        (void)snprintf(name[i], sizeof name[i], "f%zu", i);
        wgc_refused_note_refusal(&refused, name[i]);
        assert_int_equal(wgc_refused_is_likely(&refused, name[i]), i < WGC_REFUSED_MAX);
    }
    assert_false(wgc_refused_note_log(&refused, "'f64'", name[WGC_REFUSED_MAX]));
}

TEST(likely_kernels_come_last_and_the_jobs_of_one_stay_together)
{
    const struct wgc_signature all = {.function = "sub_group_all"},
                               any = {.function = "sub_group_any"};
    const struct wgc_build_way *way = wgc_build_way("plain");
    struct wgc_job job[] = {
        {.index = 0, .signature = &all, .way = way, .standard = 300, .kernel_number = 0},
        {.index = 1, .signature = &all, .way = way, .standard = 300, .kernel_number = 0},
        {.index = 2, .signature = &any, .way = way, .standard = 300, .kernel_number = 1},
        {.index = 3, .signature = &all, .way = way, .standard = 300, .kernel_number = 2},
    };
    static const uint32_t after[] = {2, 0, 1, 3};
    struct wgc_refused refused = {0};
    struct wgc_err err;
    size_t likely;

    assert_int_equal(wgc_jobs_put_likely_last(&refused, job, 0, 4, &likely, &err), WGC_OK);
    assert_int_equal(likely, 4);
    assert_true(wgc_jobs_explained(&refused, job, 0, 4, "'sub_group_all'"));
    assert_false(wgc_jobs_explained(&refused, job, 2, 3, "'sub_group_all'"));
    assert_int_equal(wgc_jobs_put_likely_last(&refused, job, 0, 4, &likely, &err), WGC_OK);
    assert_int_equal(likely, 1);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(job[i].index, after[i]);
    }
    assert_int_equal(wgc_jobs_kernel_end(job, 1, 4), 3);
    wgc_jobs_note_built(&refused, job, 1, 4); /* two kernels against one mention */
    assert_false(wgc_refused_is_likely(&refused, "sub_group_all"));
}
