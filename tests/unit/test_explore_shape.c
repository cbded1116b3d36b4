/* Which programs and which failures of explore have one cause. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explore_run/failure_kind.h"
#include "explore_run/shape.h"

static const char head[] = "wgconform program 1\ngenerator 1\nseed 1\ndata 1\nlocal 8\ngroups 2\n"
                           "inputs 2\noutputs 2\n";

/* The shape of the program with these lines after the head; owned by the caller. */
static char *shape_of(const char *rest)
{
    struct wgc_buf text = {0}, shape = {0};
    struct wgc_program program;
    struct wgc_err err;

    wgc_buf_text(&text, head);
    wgc_buf_text(&text, rest);
    if (wgc_program_read("test", text.data, text.size, &program, &err) != WGC_OK) {
        fail_msg("%s", err.text);
    }
    wgc_program_shape(&program, &shape);
    wgc_program_free(&program);
    wgc_buf_free(&text);
    assert_non_null(shape.data);
    return shape.data;
}

static void expect_shape(const char *rest, const char *expected)
{
    char *shape = shape_of(rest);

    assert_string_equal(shape, expected);
    free(shape);
}

static void shapes_have_statements_and_functions(void **state)
{
    (void)state;
    expect_shape("body f0\n  out.0 = in.0\nend\n", "store");
    expect_shape("body f0\n  out.0 = (work_group_reduce:add in.0)\nend\n",
                 "work_group_reduce(int)");
    expect_shape(
        "body f0\n  if (int group_in.0)\n    out.1 = (work_group_all (int in.0))\n  end\nend\n",
        "if { work_group_all(int) }");
    expect_shape("body f0\nend\n", "nothing");
}

static void constants_operators_and_operands_are_no_part(void **state)
{
    char *one = shape_of("body f0\n  out.0 = (work_group_reduce:add in.0)\nend\n");
    char *two = shape_of("body f0\n  out.1 = (work_group_reduce:max (add in.1 7:uint))\nend\n");

    (void)state;
    assert_string_equal(one, two);
    free(one);
    free(two);
}

static void operators_and_ids_are_a_part_without_collectives(void **state)
{
    (void)state;
    expect_shape("body f0\n  out.0 = (min (neg (short in.0)) 0:short)\nend\n",
                 "neg(small) min(small) store");
    expect_shape("body f0\n  out.0 = (select (int in.0) item_x (add item_y 1:uint))\nend\n",
                 "id id add(int) select(int) store");
    expect_shape("body f0\n  out.0 = (add (work_group_reduce:add item) 1:uint)\nend\n",
                 "work_group_reduce(int)");
}

static void types_that_compilers_treat_equally_are_one(void **state)
{
    (void)state;
    expect_shape("body f0\n  out.0 = (work_group_reduce:add (int in.0))\nend\n",
                 "work_group_reduce(int)");
    expect_shape("body f0\n  out.0 = (work_group_reduce:add (ulong in.0))\nend\n",
                 "work_group_reduce(long)");
}

/* ---- Kinds of failures ---- */

static char *kind_of(struct wgc_result result)
{
    struct wgc_buf kind = {0};
    char name[] = "c.explore.5";

    result.name = name;
    wgc_failure_kind(&result, &kind);
    assert_false(kind.failed);
    return kind.data;
}

static void expect_same(struct wgc_result a, struct wgc_result b, bool same)
{
    char *one = kind_of(a), *two = kind_of(b);

    assert_non_null(one);
    assert_non_null(two);
    assert_int_equal(strcmp(one, two) == 0, same);
    free(one);
    free(two);
}

static void kinds_of_failures(void **state)
{
    char segv[] = "SIGSEGV", abrt[] = "SIGABRT", reason[] = "reason", log[] = "error: one thing",
         other_log[] = "error: another matter";
    struct wgc_record_mismatch mismatch = {0}, other_mismatch = {0};
    const struct wgc_result wrong = {.state = WGC_STATE_FAIL, .mismatch = &mismatch},
                            wrong_too = {.state = WGC_STATE_FAIL, .mismatch = &other_mismatch},
                            refused = {.state = WGC_STATE_FAIL, .reason = reason},
                            crash = {.state = WGC_STATE_CRASH, .signal = segv},
                            crash_too = {.state = WGC_STATE_CRASH, .signal = abrt},
                            timeout = {.state = WGC_STATE_TIMEOUT, .reason = reason},
                            build = {.state = WGC_STATE_BUILD_ERROR, .build_log = log},
                            build_too = {.state = WGC_STATE_BUILD_ERROR, .build_log = other_log};

    (void)state;
    expect_same(wrong, wrong_too, true);
    expect_same(wrong, refused, false);
    expect_same(crash, crash, true);
    expect_same(crash, crash_too, false);
    expect_same(crash, timeout, false);
    expect_same(timeout, timeout, true);
    expect_same(build, build, true);
    expect_same(build, build_too, false);
}

static void what_passes_has_no_kind(void **state)
{
    (void)state;
    assert_null(kind_of((struct wgc_result){.state = WGC_STATE_PASS}));
    assert_null(kind_of((struct wgc_result){.state = WGC_STATE_SKIP}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_have_statements_and_functions),
        cmocka_unit_test(constants_operators_and_operands_are_no_part),
        cmocka_unit_test(operators_and_ids_are_a_part_without_collectives),
        cmocka_unit_test(types_that_compilers_treat_equally_are_one),
        cmocka_unit_test(kinds_of_failures),
        cmocka_unit_test(what_passes_has_no_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
