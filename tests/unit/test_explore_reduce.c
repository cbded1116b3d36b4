/* Candidates of the reducer: well defined, smaller, and enough to make a program small. */
#include "explore/node.h"
#include "explore/reduce.h"
#include "tests/unit/explore_fixture.h"
#include "tests/unit/portion.h"
#include "tests/unit/test.h"

enum { MOST_LINES = 12 };

TEST(test_candidates_are_well_defined_and_smaller)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct explored explored;
        struct wgc_program candidate;
        size_t position = 0, count = 0;
        if (!is_in_portion(seed)) {
            continue;
        }
        explored_begin_seed(&explored, seed);
        const uint64_t weight = wgc_program_weight(&explored.program);
        while (wgc_program_candidate(&explored.program, &position, &candidate, &explored.err)) {
            struct explored smaller = {.program = candidate};
            assert_int_equal(wgc_program_check(&candidate, &explored.err), WGC_OK);
            assert_true(wgc_program_weight(&candidate) < weight);
            if (++count % 20 == 0) { /* some of them run as well */
                wgc_program_layout(&candidate, &smaller.layout);
                assert_true(smaller.layout.out_words <= explored.layout.out_words);
                smaller.in = explored.in;
                smaller.ids = explored.ids;
                smaller.out = explored.out;
                smaller.mem = explored.mem;
                const enum wgc_interpreted run = explored_run(&smaller, 8);
                assert_true(run == WGC_INTERPRETED || run == WGC_UNSUITED);
            }
            wgc_program_free(&candidate);
        }
        assert_int_equal(explored.err.status, WGC_OK);
        assert_true(count > 10);
        explored_end(&explored);
    }
}

struct sought {
    unsigned collective;
    bool in_loop, found;
};

static void find(const struct wgc_program *program, int32_t first, bool loop, struct sought *sought)
{
    for (int32_t at = first; at != WGC_NONE; at = program->node[at].next) {
        const struct wgc_node *node = &program->node[at];
        const bool inner = loop || node->kind == WGC_NODE_FOR || node->kind == WGC_NODE_DO;
        sought->found |= node->kind == WGC_NODE_COLLECTIVE && node->op == sought->collective &&
                         (loop || !sought->in_loop);
        find(program, node->a, loop, sought);
        find(program, node->b, inner, sought);
        find(program, node->c, inner, sought);
        find(program, node->d, inner, sought);
    }
}

/* A planted fault: the compiler miscompiles a function, perhaps only in a loop. */
static bool is_wrong(const struct wgc_program *program, struct sought *sought)
{
    sought->found = false;
    for (size_t i = 0; i < program->function_count; i++) {
        find(program, program->function[i].body, false, sought);
    }
    return sought->found;
}

/* Reduces as a caller does; the lines of the result, or 0 when the seed does not show the fault. */
static size_t reduced_lines(uint64_t seed, struct sought *sought)
{
    struct explored explored;
    struct wgc_program candidate;
    size_t position = 0;
    explored_begin_seed(&explored, seed);
    bool again = is_wrong(&explored.program, sought);
    size_t lines = again ? 1 : 0;
    while (again) {
        again = false;
        position = 0;
        while (wgc_program_candidate(&explored.program, &position, &candidate, &explored.err)) {
            if (is_wrong(&candidate, sought)) {
                wgc_program_free(&explored.program);
                explored.program = candidate;
                position -= 1;
                again = true;
            } else {
                wgc_program_free(&candidate);
            }
        }
    }
    lines = lines == 0 ? 0 : wgc_program_lines(&explored.program);
    if (lines > MOST_LINES) {
        struct wgc_buf text = {0};
        wgc_program_write(&explored.program, &text);
        print_message("%s", text.data);
        wgc_buf_free(&text);
    }
    explored_end(&explored);
    return lines;
}

TEST(test_planted_faults_become_small)
{
    unsigned found = 0;
    for (unsigned collective = 0; collective < WGC_COLLECTIVE_COUNT; collective += 3) {
        for (unsigned in_loop = 0; in_loop < 2; in_loop++) {
            struct sought sought = {collective, in_loop != 0, false};
            size_t lines = 0;
            for (uint64_t seed = 0; seed < 60 && lines == 0; seed++) {
                lines = reduced_lines(seed, &sought);
            }
            found += lines > 0;
            if (lines > MOST_LINES) {
                fail_msg("%s: %u lines", wgc_collective_info(collective)->id, (unsigned)lines);
            }
        }
    }
    assert_true(found > 12);
}
