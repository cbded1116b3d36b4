/* When a run stops, and which cases it leaves out, because cases fail in the same way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "run/same_failure.h"
#include "suite/queries.h"

enum { FUNCTIONS = 50, FORMS = 12, SHAPES = 3, ALL = FUNCTIONS * FORMS * SHAPES };

static struct wgc_signature signature[FUNCTIONS];
static char function[FUNCTIONS][16];
static struct wgc_form form[FORMS];
static char form_name[FORMS][16];
static const struct wgc_shape shape[SHAPES] = {{.name = "1"}, {.name = "64"}, {.name = "8x8"}};
static struct wgc_manifest manifest = {.signature_count = FUNCTIONS,
                                       .signature = signature,
                                       .form_count = FORMS,
                                       .form = form,
                                       .shape_count = SHAPES,
                                       .shape = shape};
static struct wgc_case item[ALL];
static const struct wgc_plan plan = {.count = ALL, .item = item};

/* A plan of every function in every form and shape. The first half of the functions are of
 * work-groups, and the others of sub-groups. */
static int set_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < FUNCTIONS; i++) {
        (void)snprintf(function[i], sizeof function[i], "f%zu", i);
        signature[i] = (struct wgc_signature){
            .language = WGC_LANGUAGE_C,
            .function = function[i],
            .scope = i < FUNCTIONS / 2 ? WGC_SCOPE_WORK_GROUP : WGC_SCOPE_SUB_GROUP,
        };
    }
    for (size_t i = 0; i < FORMS; i++) {
        (void)snprintf(form_name[i], sizeof form_name[i], "form%zu", i);
        form[i] = (struct wgc_form){.name = form_name[i], .variant = form_name[i]};
    }
    for (size_t i = 0; i < ALL; i++) {
        item[i] = (struct wgc_case){.signature = (uint32_t)(i / (FORMS * SHAPES)),
                                    .form = (uint16_t)(i / SHAPES % FORMS),
                                    .shape = (uint16_t)(i % SHAPES)};
    }
    return 0;
}

static size_t index_of(size_t of, size_t in, size_t on)
{
    return (of * FORMS + in) * SHAPES + on;
}

static void start(struct wgc_same_failure *same)
{
    struct wgc_err err;

    assert_int_equal(wgc_same_failure_init(same, &manifest, &plan, &err), WGC_OK);
}

static void note(struct wgc_same_failure *same, size_t index, enum wgc_state state, const char *log)
{
    char name[] = "c.f.int.1.plain", reason[] = "why", words[64];
    struct wgc_result result = {.name = name, .state = state, .reason = reason, .order = index};
    struct wgc_err err;

    if (log != NULL) {
        (void)snprintf(words, sizeof words, "%s", log);
        result.build_log = words;
    }
    assert_int_equal(wgc_same_failure_note(same, &result, &err), WGC_OK);
}

static bool stops(struct wgc_same_failure *same)
{
    struct wgc_buf why = {0};
    const bool found = wgc_same_failure_stops(same, &why);

    assert_int_equal(why.size > 0, found);
    wgc_buf_free(&why);
    return found;
}

static bool excludes(const struct wgc_same_failure *same, size_t index)
{
    struct wgc_buf why = {0};
    size_t brief = 0;
    const bool found = wgc_same_failure_excludes(same, index, &why, &brief);

    assert_int_equal(why.size > 0, found);
    assert_true(!found ||
                (brief < why.size && strncmp(why.data + brief, ", and no case", 13) == 0));
    wgc_buf_free(&why);
    return found;
}

/* Functions of both scopes in turn: the number of one is i. */
static size_t either_scope(size_t i)
{
    return i % 2 == 0 ? i / 2 : FUNCTIONS / 2 + i / 2;
}

static void several_functions_that_fail_in_the_same_way_stop_the_run(void **state)
{
    struct wgc_same_failure same;
    char log[64];

    (void)state;
    start(&same);
    for (size_t i = 0; i < WGC_SAME_FUNCTIONS; i++) {
        assert_false(stops(&same));
        /* numbers and the names of kernels differ from case to case */
        (void)snprintf(log, sizeof log, "LLVM ERROR: %zu of wgc_f%zu", i, i);
        note(&same, index_of(either_scope(i), i, 0), WGC_STATE_CRASH, log);
    }
    assert_true(stops(&same));
    wgc_same_failure_free(&same);
}

static void one_case_that_works_keeps_the_run_going(void **state)
{
    static const enum wgc_state works[] = {WGC_STATE_PASS, WGC_STATE_FLAKY,
                                           WGC_STATE_UNEXPECTED_PASS};

    (void)state;
    for (size_t k = 0; k < sizeof works / sizeof works[0]; k++) {
        struct wgc_same_failure same;
        start(&same);
        note(&same, index_of(49, 0, 0), works[k], NULL);
        for (size_t i = 0; i < FUNCTIONS - 1; i++) {
            note(&same, index_of(i, 0, 0), WGC_STATE_BUILD_ERROR, "error: no");
            assert_false(stops(&same));
        }
        wgc_same_failure_free(&same);
    }
}

static void wrong_values_keep_the_run_going(void **state)
{
    struct wgc_record_mismatch mismatch = {0};
    struct wgc_result wrong = {.state = WGC_STATE_FAIL, .mismatch = &mismatch};
    struct wgc_same_failure same;
    struct wgc_err err;

    (void)state;
    start(&same);
    assert_int_equal(wgc_same_failure_note(&same, &wrong, &err), WGC_OK);
    for (size_t i = 1; i < FUNCTIONS; i++) {
        note(&same, index_of(i, 0, 0), WGC_STATE_CRASH, "same");
    }
    assert_false(stops(&same));
    wgc_same_failure_free(&same);
}

static void a_kind_of_functions_that_was_not_tried_keeps_the_run_going(void **state)
{
    struct wgc_same_failure same;

    (void)state;
    start(&same);
    for (size_t i = 0; i < FUNCTIONS / 2; i++) { /* work-groups only */
        note(&same, index_of(i, 0, 0), WGC_STATE_BUILD_ERROR, "error: no");
    }
    assert_false(stops(&same));
    for (size_t i = FUNCTIONS / 2; i < FUNCTIONS; i++) { /* the device lacks the others */
        for (size_t k = 0; k < FORMS * SHAPES; k++) {
            note(&same, i * FORMS * SHAPES + k, WGC_STATE_SKIP, NULL);
        }
    }
    assert_true(stops(&same));
    wgc_same_failure_free(&same);
}

static void different_failures_take_more_functions(void **state)
{
    struct wgc_same_failure same;
    char log[] = "a";

    (void)state;
    start(&same);
    for (size_t i = 0; i < WGC_SAME_ANY; i++) {
        assert_false(stops(&same));
        log[0] = (char)('a' + i % 20);
        note(&same, index_of(either_scope(i), 0, 0), WGC_STATE_CRASH, log);
    }
    assert_true(stops(&same));
    wgc_same_failure_free(&same);
}

static void a_few_functions_may_fail_in_another_way(void **state)
{
    struct wgc_same_failure same;
    size_t next = 0;

    (void)state;
    start(&same);
    note(&same, index_of(either_scope(next++), 0, 0), WGC_STATE_BUILD_ERROR, "error: this");
    note(&same, index_of(either_scope(next++), 0, 0), WGC_STATE_BUILD_ERROR, "error: that");
    note(&same, index_of(either_scope(next++), 0, 0), WGC_STATE_BUILD_ERROR, "error: neither");
    for (size_t i = 0; i < WGC_SAME_PART * 3; i++) {
        assert_false(stops(&same));
        note(&same, index_of(either_scope(next++), 0, 0), WGC_STATE_CRASH, "same");
    }
    assert_true(stops(&same));
    wgc_same_failure_free(&same);
}

/* Makes a check of one of the functions. */
static void make_check(size_t i, enum wgc_query query)
{
    signature[i].language = WGC_LANGUAGE_QUERY;
    signature[i].query = query;
}

static void checks_count_only_where_they_ran_a_kernel(void **state)
{
    static const struct {
        enum wgc_query query;
        bool runs;
    } check[] = {{WGC_QUERY_extensions_once, false},
                 {WGC_QUERY_c_standards_unlisted, false}, /* holds where nothing builds */
                 {WGC_QUERY_subgroups, false},
                 {WGC_QUERY_subgroups_kernel, false},
                 {WGC_QUERY_il_program, false},
                 {WGC_QUERY_program_work_group_int, false},
                 {WGC_QUERY_shared_program, false},
                 {WGC_QUERY_collectives_run, true},
                 {WGC_QUERY_il_groups, true}};

    for (size_t k = 0; k < sizeof check / sizeof check[0]; k++) {
        struct wgc_same_failure same;
        make_check(FUNCTIONS - 1, check[k].query);
        start(&same);
        note(&same, index_of(FUNCTIONS - 1, 0, 0), WGC_STATE_PASS, NULL);
        for (size_t i = 0; i < WGC_SAME_FUNCTIONS; i++) {
            note(&same, index_of(either_scope(i), 0, 0), WGC_STATE_CRASH, "same");
        }
        assert_int_equal(stops(&same), !check[k].runs);
        wgc_same_failure_free(&same);
        (void)set_up(state);
    }
}

static void failures_of_checks_do_not_count_where_there_are_functions(void **state)
{
    struct wgc_same_failure same;
    char log[] = "a";

    for (size_t i = 40; i < FUNCTIONS; i++) {
        make_check(i, WGC_QUERY_collectives_run);
    }
    start(&same);
    for (size_t i = 40; i < FUNCTIONS; i++) { /* each with its own words */
        log[0] = (char)('a' + i % 20);
        note(&same, index_of(i, 0, 0), WGC_STATE_FAIL, log);
    }
    for (size_t i = 0; i < WGC_SAME_FUNCTIONS; i++) {
        assert_false(stops(&same));
        note(&same, index_of(either_scope(i), 0, 0), WGC_STATE_CRASH, "same");
    }
    assert_true(stops(&same));
    wgc_same_failure_free(&same);
    (void)set_up(state);
}

static void waived_failures_do_not_count(void **state)
{
    struct wgc_same_failure same;

    (void)state;
    start(&same);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        note(&same, index_of(i, 0, 0), WGC_STATE_WAIVED, NULL);
    }
    assert_false(stops(&same));
    assert_false(excludes(&same, index_of(0, 0, 1)));
    wgc_same_failure_free(&same);
}

static void a_function_that_crashes_each_time_is_left_out(void **state)
{
    struct wgc_same_failure same;

    (void)state;
    start(&same);
    for (size_t i = 0; i < WGC_SAME_CRASHES; i++) {
        assert_false(excludes(&same, index_of(3, 0, 0)));
        note(&same, index_of(3, i, i % SHAPES), WGC_STATE_CRASH, "same");
    }
    assert_true(excludes(&same, index_of(3, 0, 0)));
    assert_false(excludes(&same, index_of(4, 0, 0))); /* another function */
    note(&same, index_of(3, 11, 2), WGC_STATE_PASS, NULL);
    assert_false(excludes(&same, index_of(3, 0, 0)));
    wgc_same_failure_free(&same);
}

/* Otherwise no case of that kind would show whether every kernel fails. */
static void a_kind_that_was_not_tried_is_not_left_out(void **state)
{
    struct wgc_same_failure same;

    (void)state;
    start(&same);
    for (size_t i = 0; i < WGC_SAME_CRASHES; i++) {
        note(&same, index_of(i, 5, 2), WGC_STATE_CRASH, "same"); /* work-groups only */
    }
    assert_true(excludes(&same, index_of(FUNCTIONS / 2 - 1, 5, 2)));
    assert_false(excludes(&same, index_of(FUNCTIONS / 2, 5, 2)));
    note(&same, index_of(FUNCTIONS / 2, 5, 2), WGC_STATE_CRASH, "same");
    assert_true(stops(&same));
    assert_true(excludes(&same, index_of(FUNCTIONS / 2 + 1, 5, 2)));
    wgc_same_failure_free(&same);
}

static void errors_of_builds_leave_nothing_out(void **state)
{
    struct wgc_same_failure same;

    (void)state;
    start(&same);
    for (size_t i = 0; i < FORMS; i++) {
        note(&same, index_of(3, i, 0), WGC_STATE_BUILD_ERROR, "same");
    }
    assert_false(excludes(&same, index_of(3, 0, 1)));
    wgc_same_failure_free(&same);
}

static void a_form_and_a_local_size_need_different_functions(void **state)
{
    struct wgc_same_failure same;

    (void)state;
    start(&same);
    note(&same, index_of(40, 1, 0), WGC_STATE_PASS, NULL); /* other forms and sizes work */
    for (size_t i = 0; i < WGC_SAME_CRASHES; i++) {
        note(&same, index_of(i, 0, 0), WGC_STATE_PASS, NULL);
        assert_false(excludes(&same, index_of(45, 5, 2)));
        note(&same, index_of(i, 5, 2), WGC_STATE_CRASH, "same");
        note(&same, index_of(i, 5, 2), WGC_STATE_CRASH, "same");
    }
    assert_true(excludes(&same, index_of(45, 5, 0))); /* the form */
    assert_true(excludes(&same, index_of(45, 4, 2))); /* the local size */
    assert_false(excludes(&same, index_of(45, 4, 0)));
    wgc_same_failure_free(&same);
}

static void timeouts_take_fewer(void **state)
{
    struct wgc_same_failure same;

    (void)state;
    start(&same);
    for (size_t i = 0; i < WGC_SAME_TIMEOUTS; i++) {
        assert_false(excludes(&same, index_of(3, 0, 0)));
        note(&same, index_of(3, i, 0), WGC_STATE_TIMEOUT, NULL);
    }
    assert_true(excludes(&same, index_of(3, 11, 0)));
    wgc_same_failure_free(&same);
}

static void the_cases_of_one_crash_count_once(void **state)
{
    char name[] = "c.f.int.1.plain";
    struct wgc_result again = {.name = name, .state = WGC_STATE_CRASH, .same_end = true};
    struct wgc_same_failure same;
    struct wgc_err err;

    (void)state;
    start(&same);
    note(&same, index_of(3, 0, 0), WGC_STATE_CRASH, NULL);
    for (size_t i = 1; i < ALL; i++) {
        again.order = index_of(3, i % FORMS, i % SHAPES);
        assert_int_equal(wgc_same_failure_note(&same, &again, &err), WGC_OK);
    }
    assert_false(excludes(&same, index_of(3, 0, 0)));
    wgc_same_failure_free(&same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_functions_that_fail_in_the_same_way_stop_the_run),
        cmocka_unit_test(one_case_that_works_keeps_the_run_going),
        cmocka_unit_test(wrong_values_keep_the_run_going),
        cmocka_unit_test(a_kind_of_functions_that_was_not_tried_keeps_the_run_going),
        cmocka_unit_test(different_failures_take_more_functions),
        cmocka_unit_test(a_few_functions_may_fail_in_another_way),
        cmocka_unit_test(checks_count_only_where_they_ran_a_kernel),
        cmocka_unit_test(failures_of_checks_do_not_count_where_there_are_functions),
        cmocka_unit_test(waived_failures_do_not_count),
        cmocka_unit_test(a_function_that_crashes_each_time_is_left_out),
        cmocka_unit_test(a_kind_that_was_not_tried_is_not_left_out),
        cmocka_unit_test(errors_of_builds_leave_nothing_out),
        cmocka_unit_test(a_form_and_a_local_size_need_different_functions),
        cmocka_unit_test(timeouts_take_fewer),
        cmocka_unit_test(the_cases_of_one_crash_count_once),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
