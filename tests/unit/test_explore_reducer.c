/* The reduction of failing programs, with texts of lines and planted faults in the place of
 * programs and devices. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore_run/parts.h"
#include "explore_run/failure_kind.h"
#include "tests/unit/test.h"

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

TEST(planted_faults_are_reduced_to_their_lines)
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

TEST(the_same_reduction_runs_the_same_programs)
{
    const struct fault fault = {{"line 17;", "line 99;"}};
    struct wgc_buf first, second;
    size_t tried_first, tried_second;

    reduce(&fault, 5, &first, &tried_first);
    reduce(&fault, 5, &second, &tried_second);
    assert_string_equal(first.data, second.data);
    assert_int_equal(tried_first, tried_second);
    wgc_buf_free(&first);
    wgc_buf_free(&second);
}

TEST(no_text_is_tried_twice)
{
    struct wgc_reducer reducer;
    const char text[] = "a\na\na\na\n";
    size_t tried = 0;

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

TEST(what_nothing_reduces_stays)
{
    const struct fault fault = {{"line 0;"}};
    struct wgc_reducer reducer;

    (void)fault;
    assert_true(wgc_reducer_start(&reducer, &lines_source, "line 0;\n", strlen("line 0;\n")));
    assert_false(wgc_reducer_next(&reducer, 4)); /* the only variant is empty */
    assert_string_equal(reducer.best.data, "line 0;\n");
    wgc_reducer_free(&reducer);
}

/* ---- Which findings are reduced ---- */

/* A finding whose program has the text. */
static struct wgc_finding *add_text(struct wgc_findings *findings, const char *kind,
                                    uint64_t collectives, const char *program)
{
    const enum wgc_state failure = strcmp(kind, "crash") == 0         ? WGC_STATE_CRASH
                                   : strcmp(kind, "other crash") == 0 ? WGC_STATE_CRASH
                                   : strcmp(kind, "timeout") == 0     ? WGC_STATE_TIMEOUT
                                                                      : WGC_STATE_FAIL;
    struct wgc_buf text = {0};

    wgc_buf_text(&text, program);
    struct wgc_finding *finding =
        wgc_findings_add(findings, findings->count, failure, &text, kind, collectives);
    wgc_buf_free(&text);
    assert_non_null(finding);
    return finding;
}

static struct wgc_finding *add(struct wgc_findings *findings, const char *kind,
                               uint64_t collectives)
{
    return add_text(findings, kind, collectives, "text");
}

static void add_reduced(struct wgc_findings *findings, const char *kind, uint64_t collectives,
                        const char *shape)
{
    struct wgc_finding *finding = add(findings, kind, collectives);

    finding->state = WGC_FINDING_REDUCED;
    finding->shape = strdup(shape);
    finding->reduced_collectives = collectives;
}

TEST(a_cause_with_enough_reductions_explains_others)
{
    struct wgc_findings findings = {0};
    bool no_memory = false;

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

TEST(other_kinds_and_functions_are_reduced)
{
    struct wgc_findings findings = {0};
    bool no_memory = false;

    add_reduced(&findings, "wrong values", 1 | 2, "store f(int)");
    add(&findings, "crash", 1 | 2);
    add(&findings, "wrong values", 1);
    assert_false(wgc_finding_is_known(&findings, &findings.item[1], 1, &no_memory));
    assert_false(wgc_finding_is_known(&findings, &findings.item[2], 1, &no_memory));
    wgc_findings_free(&findings);
}

/* The kind of a crash without last words has its place. */
TEST(crashes_of_other_places_are_reduced)
{
    char name[] = "c.explore.5", segv[] = "SIGSEGV", here[] = "libA.so+0x1",
         there[] = "libA.so+0x2";
    struct wgc_result crash = {.name = name, .state = WGC_STATE_CRASH, .signal = segv};
    struct wgc_findings findings = {0};
    struct wgc_buf kind[2] = {{0}};
    bool no_memory = false;

    crash.frames = here;
    wgc_failure_kind(&crash, &kind[0]);
    crash.frames = there;
    wgc_failure_kind(&crash, &kind[1]);
    add_reduced(&findings, kind[0].data, 1, "store f(int)");
    findings.item[0].failure = WGC_STATE_CRASH;
    add(&findings, kind[1].data, 1)->failure = WGC_STATE_CRASH;
    add(&findings, kind[0].data, 1)->failure = WGC_STATE_CRASH;
    assert_false(wgc_finding_is_known(&findings, &findings.item[1], 1, &no_memory));
    assert_true(wgc_finding_is_known(&findings, &findings.item[2], 1, &no_memory));
    wgc_findings_free(&findings);
    wgc_buf_free(&kind[0]);
    wgc_buf_free(&kind[1]);
}

TEST(wrong_values_without_collectives_explain_no_others)
{
    struct wgc_findings findings = {0};
    bool no_memory = false;

    add_reduced(&findings, "wrong values", 0, "min(small) store");
    add_reduced(&findings, "crash", 0, "store");
    add(&findings, "wrong values", 1);
    add(&findings, "crash", 1);
    assert_false(wgc_finding_is_known(&findings, &findings.item[2], 1, &no_memory));
    assert_true(wgc_finding_is_known(&findings, &findings.item[3], 1, &no_memory));
    wgc_findings_free(&findings);
}

/* Reduces the findings one by one; each kind has one cause, whose shape is the kind. */
static void assert_order(struct wgc_findings *findings, size_t reductions,
                         const size_t order[static 1], size_t count)
{
    bool no_memory = false;

    for (size_t i = 0; i < count; i++) {
        struct wgc_finding *finding = wgc_findings_next(findings, reductions, &no_memory);
        assert_non_null(finding);
        assert_int_equal(finding - findings->item, order[i]);
        finding->state = WGC_FINDING_REDUCED;
        finding->shape = strdup(finding->kind.data);
        finding->reduced_collectives = finding->collectives;
    }
    assert_null(wgc_findings_next(findings, reductions, &no_memory));
    assert_false(no_memory);
}

TEST(causes_take_turns)
{
    struct wgc_findings findings = {0};
    const size_t order[] = {4, 3, 6, 0, 2, 1};

    add_text(&findings, "timeout", 1, "a");
    add_text(&findings, "crash", 1, "aaa");
    add_text(&findings, "wrong values", 1, "aaaaa");
    add_text(&findings, "crash", 1, "aa");
    add_text(&findings, "wrong values", 1, "aaaa");
    add_text(&findings, "wrong values", 1, "aaaaaa");
    add_text(&findings, "other crash", 1, "aaaaaaa");
    assert_order(&findings, 2, order, sizeof order / sizeof order[0]);
    assert_int_equal(findings.item[5].state, WGC_FINDING_SAME);
    wgc_findings_free(&findings);
}

TEST(other_crashes_come_before_a_second_of_one_cause)
{
    struct wgc_findings findings = {0};
    bool no_memory = false;

    add_text(&findings, "crash", 1, "a");
    add_text(&findings, "crash", 1, "aa");
    add_text(&findings, "other crash", 1, "aaa");
    wgc_findings_next(&findings, 3, &no_memory)->state = WGC_FINDING_ACTIVE;
    assert_int_equal(findings.item[0].state, WGC_FINDING_ACTIVE);
    assert_ptr_equal(wgc_findings_next(&findings, 3, &no_memory), &findings.item[2]);
    wgc_findings_free(&findings);
}

/* One error code of two defects: what the driver prints about each decides. */
TEST(a_refusal_is_known_by_the_words_of_the_driver)
{
    char name[] = "c.explore.1", reason[] = "clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES (-5)";
    char log[3][64] = {"error: no code for the loop at 17", "error: no code for the loop at 9",
                       "error: the kernel has too many barriers"};
    struct wgc_result result = {.name = name, .state = WGC_STATE_FAIL, .reason = reason};
    struct wgc_buf kind = {0};

    result.build_log = log[0];
    wgc_failure_kind(&result, &kind);
    result.build_log = log[1];
    assert_true(wgc_failure_is_of_kind(&result, &kind, false));
    result.build_log = log[2];
    assert_false(wgc_failure_is_of_kind(&result, &kind, false));
    result.build_log = NULL;
    assert_false(wgc_failure_is_of_kind(&result, &kind, false));
    wgc_buf_free(&kind);
}

/* ---- How long reductions take ---- */

TEST(reductions_get_half_of_a_limited_time)
{
    struct wgc_time_share share = {.limit = 600.0};

    for (int round = 1; round <= 20; round++) {
        share.programs += round % 3 == 0 ? 40.0 : 5.0;
        share.reductions += fmin(wgc_time_share_now(&share), round % 2 == 0 ? 7.0 : 100.0);
        assert_true(share.reductions <= share.programs);
    }
    assert_true(share.reductions > 0.8 * share.programs); /* what is not used is kept */
    share.reductions = share.programs + 3.0;
    assert_true(wgc_time_share_now(&share) == 0.0);
    assert_true(wgc_time_share_programs(&share, false) == 600.0);
    assert_true(wgc_time_share_programs(&share, true) == 400.0);
}

TEST(without_a_limit_reductions_run_to_their_end)
{
    const struct wgc_time_share share = {.programs = 1.0, .reductions = 1000.0};

    assert_true(isinf(wgc_time_share_now(&share)));
    assert_true(isinf(wgc_time_share_programs(&share, true)));
}

/* Rounds of a slow device are short, so that reductions begin soon. */
TEST(rounds_take_half_a_minute)
{
    size_t fast = 24, slow = 24;

    assert_int_equal(wgc_next_round(24, 2.0, 240), 48);
    for (int round = 0; round < 20; round++) {
        fast = wgc_next_round(fast, (double)fast * 0.01, 240);
        slow = wgc_next_round(slow, (double)slow * 10.0, 240);
    }
    assert_int_equal(fast, 240);
    assert_int_equal(slow, 3);
    assert_int_equal(wgc_next_round(1, 1000.0, 240), 1);
}
