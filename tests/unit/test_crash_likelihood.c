/* Which cases run alone because they resemble cases that crashed. */
#include "supervisor/crash_likelihood.h"
#include "tests/unit/test.h"

enum { FORMS = 3, SHAPES = 4 };

/* Two functions of two types each. */
static const struct wgc_signature signature[] = {
    {.language = WGC_LANGUAGE_C, .function = "all", .type = WGC_TYPE_int},
    {.language = WGC_LANGUAGE_C, .function = "rotate", .type = WGC_TYPE_int},
    {.language = WGC_LANGUAGE_C, .function = "rotate", .type = WGC_TYPE_long},
    {.language = WGC_LANGUAGE_SPIRV, .function = "rotate", .type = WGC_TYPE_long},
};
enum { ALL, ROTATE_INT, ROTATE_LONG, SPIRV_ROTATE };

static const struct wgc_manifest manifest = {.shape_count = SHAPES,
                                             .form_count = FORMS,
                                             .signature_count =
                                                 sizeof signature / sizeof *signature,
                                             .signature = signature};

static struct wgc_case a_case(uint16_t of, uint16_t form, uint16_t shape)
{
    return (struct wgc_case){.signature = of, .form = form, .shape = shape};
}

static void setup_likelihood(struct wgc_crash_likelihood *likelihood)
{
    struct wgc_err err = {0};

    assert_int_equal(wgc_crash_likelihood_init(likelihood, &manifest, &err), WGC_OK);
}

TEST(a_crash_concerns_the_function_in_that_form)
{
    struct wgc_crash_likelihood likelihood;
    const struct wgc_case crashed = a_case(ROTATE_INT, 1, 0);
    const struct wgc_case other_type = a_case(ROTATE_LONG, 1, 2);
    const struct wgc_case other_form = a_case(ROTATE_LONG, 2, 2);
    const struct wgc_case other_language = a_case(SPIRV_ROTATE, 1, 2);
    const struct wgc_case other_function = a_case(ALL, 1, 0);

    setup_likelihood(&likelihood);
    assert_false(wgc_crash_likelihood_run_is_high(&likelihood, &crashed));
    wgc_crash_likelihood_note_run(&likelihood, &crashed, true);
    assert_true(wgc_crash_likelihood_run_is_high(&likelihood, &crashed));
    assert_true(wgc_crash_likelihood_run_is_high(&likelihood, &other_type));
    assert_false(wgc_crash_likelihood_run_is_high(&likelihood, &other_form));
    assert_false(wgc_crash_likelihood_run_is_high(&likelihood, &other_language));
    assert_false(wgc_crash_likelihood_run_is_high(&likelihood, &other_function));

    wgc_crash_likelihood_note_run(&likelihood, &other_type, false);
    assert_false(wgc_crash_likelihood_run_is_high(&likelihood, &crashed));
    wgc_crash_likelihood_free(&likelihood);
}

TEST(crashes_of_two_cases_concern_their_form_and_shape)
{
    struct wgc_crash_likelihood likelihood;
    const struct wgc_case crashed = a_case(ROTATE_INT, 1, 3);
    const struct wgc_case crashed_too = a_case(SPIRV_ROTATE, 1, 3);
    const struct wgc_case other_function = a_case(ALL, 1, 3);
    const struct wgc_case other_shape = a_case(ALL, 1, 2);

    setup_likelihood(&likelihood);
    wgc_crash_likelihood_note_run(&likelihood, &crashed, true);
    wgc_crash_likelihood_note_run(&likelihood, &crashed, true);
    assert_false(wgc_crash_likelihood_run_is_high(&likelihood, &other_function));
    wgc_crash_likelihood_note_run(&likelihood, &crashed_too, true);
    assert_true(wgc_crash_likelihood_run_is_high(&likelihood, &other_function));
    assert_false(wgc_crash_likelihood_run_is_high(&likelihood, &other_shape));

    wgc_crash_likelihood_note_run(&likelihood, &other_function, false);
    assert_false(wgc_crash_likelihood_run_is_high(&likelihood, &other_function));
    wgc_crash_likelihood_free(&likelihood);
}

TEST(a_build_concerns_the_type_and_the_names_beginning)
{
    struct wgc_crash_likelihood likelihood;
    const struct wgc_case crashed = a_case(ROTATE_LONG, 0, 0);
    const struct wgc_case same = a_case(ROTATE_LONG, 2, 1);
    const struct wgc_case other_type = a_case(ROTATE_INT, 0, 0);

    setup_likelihood(&likelihood);
    assert_false(wgc_crash_likelihood_build_is_high(&likelihood, &same));
    wgc_crash_likelihood_note_build(&likelihood, &crashed, true);
    assert_true(wgc_crash_likelihood_build_is_high(&likelihood, &same));
    assert_false(wgc_crash_likelihood_build_is_high(&likelihood, &other_type));
    wgc_crash_likelihood_note_build(&likelihood, &same, false);
    assert_false(wgc_crash_likelihood_build_is_high(&likelihood, &same));
    wgc_crash_likelihood_free(&likelihood);
}
