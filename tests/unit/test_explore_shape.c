/* Which programs and which failures of explore have one cause. */
#include <stdlib.h>
#include <string.h>

#include "causes/causes.h"
#include "explore_run/parts.h"
#include "explore_run/failure_kind.h"
#include "record/frames.h"
#include "record_fixture.h"
#include "tests/unit/test.h"

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

TEST(shapes_have_statements_and_functions)
{
    expect_shape("body f0\n  out.0 = in.0\nend\n", "store");
    expect_shape("body f0\n  out.0 = (work_group_reduce:add in.0)\nend\n",
                 "work_group_reduce(int)");
    expect_shape(
        "body f0\n  if (int group_in.0)\n    out.1 = (work_group_all (int in.0))\n  end\nend\n",
        "if { work_group_all(int) }");
    expect_shape("body f0\nend\n", "nothing");
}

TEST(constants_operators_and_operands_are_no_part)
{
    char *one = shape_of("body f0\n  out.0 = (work_group_reduce:add in.0)\nend\n");
    char *two = shape_of("body f0\n  out.1 = (work_group_reduce:max (add in.1 7:uint))\nend\n");

    assert_string_equal(one, two);
    free(one);
    free(two);
}

TEST(operators_and_ids_are_a_part_without_collectives)
{
    expect_shape("body f0\n  out.0 = (min (neg (short in.0)) 0:short)\nend\n",
                 "neg(small) min(small) store");
    expect_shape("body f0\n  out.0 = (select (int in.0) item_x (add item_y 1:uint))\nend\n",
                 "id id add(int) select(int) store");
    expect_shape("body f0\n  out.0 = (add (work_group_reduce:add item) 1:uint)\nend\n",
                 "work_group_reduce(int)");
}

TEST(types_that_compilers_treat_equally_are_one)
{
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

TEST(kinds_of_failures)
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

    expect_same(wrong, wrong_too, true);
    expect_same(wrong, refused, false);
    expect_same(crash, crash, true);
    expect_same(crash, crash_too, false);
    expect_same(crash, timeout, false);
    expect_same(timeout, timeout, true);
    expect_same(build, build, true);
    expect_same(build, build_too, false);
}

/* Of two crashes without last words, the place counts; of two with words, the words alone do. */
TEST(kinds_of_crashes)
{
    char segv[] = "SIGSEGV", words[] = "assertion failed", warnings[] = "2 warnings generated.\n",
         here[] = "libA.so+0x1\nlibB.so+0x2", from_elsewhere[] = "libA.so+0x1\nlibB.so+0x3",
         there[] = "libA.so+0x4\nlibB.so+0x2", copying[] = "libc.so.6+0x9\nlibA.so+0x1",
         copying_there[] = "libc.so.6+0x9\nlibA.so+0x4";
    const struct wgc_result crash = {.state = WGC_STATE_CRASH, .signal = segv};
    struct wgc_result one = crash, other = crash;

    one.frames = here;
    expect_same(one, crash, false);
    other.frames = from_elsewhere;
    expect_same(one, other, true);
    other.frames = there;
    expect_same(one, other, false);
    one.build_log = other.build_log = words;
    expect_same(one, other, true);
    one.build_log = other.build_log = warnings;
    expect_same(one, other, false);
    one = other = crash;
    one.frames = copying;
    other.frames = copying_there;
    expect_same(one, other, false);
}

/* The finding loses the place when its program crashes at another one the next time. */
TEST(a_crash_at_another_place_each_time)
{
    char name[] = "c.explore.5", segv[] = "SIGSEGV", abrt[] = "SIGABRT", here[] = "libA.so+0x1",
         there[] = "libA.so+0x4";
    struct wgc_result crash = {.name = name, .state = WGC_STATE_CRASH, .signal = segv};
    SCOPED_BUF kind = {0};

    crash.frames = here;
    const size_t plain = wgc_failure_kind(&crash, &kind);
    assert_true(wgc_failure_is_of_kind(&crash, &kind, false));
    crash.frames = there;
    assert_false(wgc_failure_is_of_kind(&crash, &kind, false));
    crash.signal = abrt;
    assert_false(wgc_failure_leave_place(&kind, plain, &crash));
    crash.signal = segv;
    assert_true(wgc_failure_leave_place(&kind, plain, &crash));
    assert_null(strstr(kind.data, "libA"));
    assert_true(wgc_failure_is_of_kind(&crash, &kind, true));
    crash.frames = NULL;
    assert_true(wgc_failure_is_of_kind(&crash, &kind, true));
}

TEST(what_passes_has_no_kind)
{
    assert_null(kind_of((struct wgc_result){.state = WGC_STATE_PASS}));
    assert_null(kind_of((struct wgc_result){.state = WGC_STATE_SKIP}));
}

/* ---- Causes of crashes ---- */

static void add_crash(struct wgc_record *record, const char *name, const char *log,
                      const char *frames, const char *shape)
{
    fixture_add(record, name, WGC_STATE_CRASH);
    struct wgc_result *result = &record->result[record->result_count - 1];
    result->signal = strdup("SIGSEGV");
    result->build_log = strdup(log);
    result->frames = frames == NULL ? NULL : strdup(frames);
    result->shape = shape == NULL ? NULL : strdup(shape);
}

/* Frames differ between builds of a driver, and ids of causes must not. */
TEST(frames_are_no_part_of_an_id)
{
    SCOPED_RECORD *record = fixture_empty_record(14);
    struct wgc_causes causes;
    struct wgc_err err;

    add_crash(record, "c.work_group_all.int.1.plain", "", NULL, NULL);
    add_crash(record, "c.work_group_all.int.2.plain", "", "libA.so+0x1", NULL);
    add_crash(record, "c.work_group_all.int.4.plain", "", "libA.so+0x2", NULL);
    add_crash(record, "c.explore.1", "", "libA.so+0x1", "store f(int)");
    add_crash(record, "c.explore.2", "", "libA.so+0x2", "store f(int)");
    add_crash(record, "c.explore.3", "", "libA.so+0x1", "libA.so+0x1");
    add_crash(record, "c.explore.4", "", "libA.so+0x2", "libA.so+0x2");
    record->result[5].shape_kind = record->result[6].shape_kind = WGC_SHAPE_PLACE;
    add_crash(record, "c.explore.5", "1 warning generated.\n", "libA.so+0x2", "libA.so+0x2");
    record->result[7].shape_kind = WGC_SHAPE_PLACE;
    add_crash(record, "c.explore.6", "1 warning generated.\n", "libA.so+0x2", "store f(int)");
    add_crash(record, "c.explore.7", "", "libA.so+0x2", "store f(int)");
    add_crash(record, "c.explore.8", "", NULL, "store g(int)");
    add_crash(record, "c.explore.9", "", NULL, "store g(int)");
    add_crash(record, "c.explore.10", "", "libA.so+0x2", "store h(int)");
    add_crash(record, "c.explore.11", "", "libA.so+0x7", "store h(int)");
    record->result[12].shape_kind = record->result[13].shape_kind = WGC_SHAPE_CHANGING;
    assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
    const struct wgc_report_cause **cause_of = wgc_causes_by_result(&causes, record);
    assert_non_null(cause_of);
    assert_int_equal(causes.count, 8);
    assert_ptr_equal(cause_of[0], cause_of[1]);
    assert_ptr_equal(cause_of[0], cause_of[2]);
    /* two places are two causes, whose ids have no place */
    assert_ptr_not_equal(cause_of[3], cause_of[4]);
    assert_ptr_equal(cause_of[4], cause_of[9]);
    assert_memory_equal(cause_of[4]->id, cause_of[3]->id, strlen(cause_of[3]->id));
    assert_string_equal(cause_of[4]->id + strlen(cause_of[3]->id), "-2");
    assert_non_null(strstr(cause_of[4]->title, "crash (SIGSEGV): store f(int), in libA.so+0x2"));
    /* without place and words the reduced program decides, as where each run has another place */
    assert_ptr_equal(cause_of[10], cause_of[11]);
    assert_ptr_equal(cause_of[12], cause_of[13]);
    assert_ptr_not_equal(cause_of[5], cause_of[6]);
    assert_ptr_equal(cause_of[6], cause_of[7]);
    assert_string_equal(cause_of[8]->id, "explore-crash-109c9e5f"); /* as in saved reports */
    free(cause_of);
    wgc_causes_free(&causes);
}

/* A log may begin with warnings: what was refused decides. A log of warnings alone has its first.
 */
TEST(a_build_log_is_named_by_its_first_error)
{
    static const struct {
        const char *log, *title;
    } rows[] = {
        {"warning: 5:26: extension 'x' ignored\nCouldn't create Clang invocation\n",
         "explore: build_error: Couldn't create Clang invocation"},
        {"a.cl:5:2: warning: unused\n  uint x;\nFunction is not implemented: f\ncannot continue\n",
         "explore: build_error: Function is not implemented: f"},
        {"a.cl:5:2: warning: unused\na.cl:7:1: error: no member y\n",
         "explore: build_error: a.cl:7:1: error: no member y"},
        {"warning: 5:26: extension 'x' ignored\n1 warning generated.\n",
         "explore: build_error: warning: 5:26: extension 'x' ignored"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(1);
        struct wgc_causes causes;
        struct wgc_err err;
        fixture_add(record, "c.explore.1", WGC_STATE_BUILD_ERROR);
        record->result[0].build_log = strdup(rows[i].log);
        assert_int_equal(wgc_causes_make(record, &causes, &err), WGC_OK);
        assert_string_equal(causes.cause[0].title, rows[i].title);
        wgc_causes_free(&causes);
        wgc_record_free(record);
    }
}
