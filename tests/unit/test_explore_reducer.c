/* The reduction of failing programs, with texts of lines and planted faults in the place of
 * programs and devices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explore_run/findings.h"
#include "explore_run/reducer.h"

enum { LINES = 120, TOGETHER = 7 };

static size_t count_lines(const char *text, size_t size)
{
    size_t lines = 0;

    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n';
    }
    return lines;
}

/* Leaves out lines [first, first + count). */
static void leave_out(const char *text, size_t size, size_t first, size_t count,
                      struct wgc_buf *out)
{
    size_t line = 0;

    for (size_t i = 0; i < size; i++) {
        if (line < first || line >= first + count) {
            wgc_buf_char(out, text[i]);
        }
        line += text[i] == '\n';
    }
}

/* Variants: without a half, then without quarters, ..., then without each line. */
static bool without_lines(void *context, const char *text, size_t size, size_t *place,
                          struct wgc_buf *out)
{
    const size_t lines = count_lines(text, size);
    size_t part = lines, at = *place;

    (void)context;
    while (part > 0) {
        const size_t parts = (lines + part - 1) / part;
        if (at < parts) {
            leave_out(text, size, at * part, part, out);
            ++*place;
            return true;
        }
        at -= parts;
        part = part == 1 ? 0 : (part + 1) / 2;
    }
    return false;
}

static const struct wgc_variant_source lines_source = {NULL, without_lines};

/* The text fails when it has each of these lines. */
struct fault {
    const char *line[4];
};

static bool fails(const struct fault *fault, const struct wgc_buf *text)
{
    for (size_t i = 0; i < 4 && fault->line[i] != NULL; i++) {
        if (text->data == NULL || strstr(text->data, fault->line[i]) == NULL) {
            return false;
        }
    }
    return true;
}

static void make_text(struct wgc_buf *text)
{
    for (int i = 0; i < LINES; i++) {
        wgc_buf_printf(text, "line %d;\n", i);
    }
    assert_false(text->failed);
}

/* Reduces a text of many lines with a fault; *best is the end. */
static void reduce(const struct fault *fault, size_t together, struct wgc_buf *best, size_t *tried)
{
    struct wgc_reducer reducer;
    struct wgc_buf text = {0};

    make_text(&text);
    assert_true(wgc_reducer_start(&reducer, &lines_source, text.data, text.size));
    while (wgc_reducer_next(&reducer, together)) {
        bool result[LINES] = {false};
        assert_true(reducer.trials <= together);
        for (size_t i = 0; i < reducer.trials; i++) {
            result[i] = fails(fault, &reducer.trial[i].text);
        }
        wgc_reducer_report(&reducer, result);
        assert_true(fails(fault, &reducer.best));
    }
    *best = reducer.best;
    *tried = reducer.tried;
    reducer.best = (struct wgc_buf){0};
    wgc_reducer_free(&reducer);
    wgc_buf_free(&text);
}

static void planted_faults_are_reduced_to_their_lines(void **state)
{
    static const struct {
        struct fault fault;
        const char *rest;
    } rows[] = {
        {{{"line 60;"}}, "line 60;\n"},
        {{{"line 0;", "line 119;"}}, "line 0;\nline 119;\n"},
        {{{"line 17;", "line 18;", "line 90;"}}, "line 17;\nline 18;\nline 90;\n"},
        {{{"line 3;", "line 44;", "line 85;", "line 118;"}},
         "line 3;\nline 44;\nline 85;\nline 118;\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t together = 1; together <= TOGETHER; together++) {
            struct wgc_buf best;
            size_t tried;
            reduce(&rows[i].fault, together, &best, &tried);
            assert_string_equal(best.data, rows[i].rest);
            assert_in_range(tried, 1, 600);
            wgc_buf_free(&best);
        }
    }
}

static void the_same_reduction_runs_the_same_programs(void **state)
{
    const struct fault fault = {{"line 17;", "line 99;"}};
    struct wgc_buf first, second;
    size_t tried_first, tried_second;

    (void)state;
    reduce(&fault, 5, &first, &tried_first);
    reduce(&fault, 5, &second, &tried_second);
    assert_string_equal(first.data, second.data);
    assert_int_equal(tried_first, tried_second);
    wgc_buf_free(&first);
    wgc_buf_free(&second);
}

static void no_text_is_tried_twice(void **state)
{
    struct wgc_reducer reducer;
    const char text[] = "a\na\na\na\n";
    size_t tried = 0;

    (void)state;
    assert_true(wgc_reducer_start(&reducer, &lines_source, text, sizeof text - 1));
    while (wgc_reducer_next(&reducer, 3)) {
        bool none[3] = {false};
        tried += reducer.trials;
        wgc_reducer_report(&reducer, none);
    }
    assert_int_equal(tried, 2); /* without two lines, without one; the empty text is none */
    assert_int_equal(reducer.best.size, sizeof text - 1);
    wgc_reducer_free(&reducer);
}

static void what_nothing_reduces_stays(void **state)
{
    const struct fault fault = {{"line 0;"}};
    struct wgc_reducer reducer;

    (void)state;
    (void)fault;
    assert_true(wgc_reducer_start(&reducer, &lines_source, "line 0;\n", strlen("line 0;\n")));
    assert_false(wgc_reducer_next(&reducer, 4)); /* the only variant is empty */
    assert_string_equal(reducer.best.data, "line 0;\n");
    wgc_reducer_free(&reducer);
}

/* ---- Which findings are reduced ---- */

static struct wgc_finding *add(struct wgc_findings *findings, const char *kind,
                               uint64_t collectives)
{
    struct wgc_buf text = {0};

    wgc_buf_text(&text, "text");
    struct wgc_finding *finding =
        wgc_findings_add(findings, findings->count, &text, kind, collectives);
    wgc_buf_free(&text);
    assert_non_null(finding);
    return finding;
}

static void add_reduced(struct wgc_findings *findings, const char *kind, uint64_t collectives,
                        const char *shape)
{
    struct wgc_finding *finding = add(findings, kind, collectives);

    finding->state = WGC_FINDING_REDUCED;
    finding->shape = strdup(shape);
    finding->reduced_collectives = collectives;
}

static void a_cause_with_enough_reductions_explains_others(void **state)
{
    struct wgc_findings findings = {0};
    bool no_memory = false;

    (void)state;
    add_reduced(&findings, "wrong values", 1, "store f(int)");
    struct wgc_finding *finding = add(&findings, "wrong values", 1 | 4);
    assert_false(wgc_finding_is_known(&findings, finding, 2, &no_memory));
    add_reduced(&findings, "wrong values", 1, "store f(int)");
    finding = &findings.item[1]; /* the array may have moved */
    assert_true(wgc_finding_is_known(&findings, finding, 2, &no_memory));
    assert_int_equal(finding->state, WGC_FINDING_SAME);
    assert_string_equal(finding->shape, "store f(int)");
    assert_false(no_memory);
    wgc_findings_free(&findings);
}

static void other_kinds_and_functions_are_reduced(void **state)
{
    struct wgc_findings findings = {0};
    bool no_memory = false;

    (void)state;
    add_reduced(&findings, "wrong values", 1 | 2, "store f(int)");
    add(&findings, "crash", 1 | 2);
    add(&findings, "wrong values", 1);
    assert_false(wgc_finding_is_known(&findings, &findings.item[1], 1, &no_memory));
    assert_false(wgc_finding_is_known(&findings, &findings.item[2], 1, &no_memory));
    wgc_findings_free(&findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_faults_are_reduced_to_their_lines),
        cmocka_unit_test(the_same_reduction_runs_the_same_programs),
        cmocka_unit_test(no_text_is_tried_twice),
        cmocka_unit_test(what_nothing_reduces_stays),
        cmocka_unit_test(a_cause_with_enough_reductions_explains_others),
        cmocka_unit_test(other_kinds_and_functions_are_reduced),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
