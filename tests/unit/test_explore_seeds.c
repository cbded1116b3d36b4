/* The generator against the check, the text format, and the interpreter. */
#include "explore/print.h"
#include "explore_run/parts.h"
#include "tests/unit/explore_fixture.h"
#include "tests/unit/portion.h"
#include "tests/unit/test.h"

#include <string.h>

enum { SEEDS = 2000 };

/* Every program is read back from its text as it was. */
static void check_text(const struct wgc_program *program)
{
    struct wgc_buf first = {0}, second = {0};
    struct wgc_program again;
    struct wgc_err err;
    wgc_program_write(program, &first);
    if (wgc_program_read("seed", first.data, first.size, &again, &err) != WGC_OK) {
        fail_msg("%s", err.text);
    }
    wgc_program_write(&again, &second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    assert_true(wgc_program_hash(program) == wgc_program_hash(&again));
    assert_int_equal(wgc_program_check(&again, &err), WGC_OK);
    wgc_program_free(&again);
    wgc_buf_free(&first);
    wgc_buf_free(&second);
}

static void check_source(const struct wgc_program *program)
{
    const struct wgc_print_options options = {.kernel = "explore"};
    struct wgc_buf text = {0};
    wgc_program_print(program, &options, &text);
    assert_false(text.failed);
    assert_non_null(strstr(text.data, "__kernel void explore("));
    int depth = 0;
    for (const char *c = text.data; *c != 0; c++) {
        depth += (*c == '{' || *c == '(') - (*c == '}' || *c == ')');
    }
    assert_int_equal(depth, 0);
    wgc_buf_free(&text);
}

TEST(test_every_seed_is_well_defined)
{
    static const uint32_t sizes[] = {1, 4, 8, 16, 32, 0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct explored explored;
        if (!is_in_portion(seed)) {
            continue;
        }
        explored_begin_seed(&explored, seed);
        check_text(&explored.program);
        check_source(&explored.program);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            const enum wgc_interpreted result = explored_run_in_parts(
                &explored, sizes[i], i % 2 == 0 ? WGC_PARTS_SPLIT : WGC_PARTS_TOGETHER);
            if (result != WGC_INTERPRETED && result != WGC_UNSUITED) {
                fail_msg("seed %u, sub-groups of %u: %s", (unsigned)seed, sizes[i],
                         explored.err.text);
            }
            if (explored.layout.ids_words == 0) {
                break;
            }
        }
        explored_end(&explored);
    }
}

static uint64_t hash_of(uint64_t seed, uint32_t families)
{
    struct wgc_generate_options options;
    struct wgc_program program;
    struct wgc_err err;
    wgc_generate_defaults(&options);
    options.families = families;
    assert_int_equal(wgc_program_generate(&options, seed, &program, &err), WGC_OK);
    const uint64_t hash = wgc_program_hash(&program);
    wgc_program_free(&program);
    return hash;
}

/* Generator 2 is what it was: a change needs another number. */
TEST(test_a_seed_has_one_program)
{
    static const struct {
        uint64_t seed;
        uint32_t families;
        uint64_t hash;
    } known[] = {
#include "tests/unit/explore_hashes.def"
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const uint64_t hash = hash_of(known[i].seed, known[i].families);
        if (hash != known[i].hash) {
            fail_msg("seed %u: 0x%016llx", (unsigned)known[i].seed, (unsigned long long)hash);
        }
    }
}

TEST(test_a_program_has_only_the_families_asked_for)
{
    static const uint32_t families[] = {1u << WGC_FAMILY_WORK_GROUP, 1u << WGC_FAMILY_SUB_GROUP,
                                        1u << WGC_FAMILY_WORK_GROUP | 1u << WGC_FAMILY_SUB_GROUP |
                                            1u << WGC_FAMILY_BALLOT};
    struct wgc_generate_options options;
    wgc_generate_defaults(&options);
    options.avoid = UINT64_C(1) << WGC_COLLECTIVE_work_group_all;
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        options.families = families[i];
        for (uint64_t seed = 0; seed < 200; seed++) {
            struct wgc_program program;
            struct wgc_buf text = {0};
            struct wgc_err err;
            assert_int_equal(wgc_program_generate(&options, seed, &program, &err), WGC_OK);
            assert_int_equal(wgc_program_families(&program) & ~families[i], 0);
            wgc_program_write(&program, &text);
            assert_null(strstr(text.data, "(work_group_all "));
            wgc_buf_free(&text);
            wgc_program_free(&program);
        }
    }
}

enum { CONSTRUCTS = 200 };

/* How many of the programs have the node kinds; and how many need independent sub-groups, as a
 * sub-group function does that not all work-items of the work-group reach. */
static void count_constructs(const struct wgc_generate_options *options,
                             unsigned count[WGC_NODE_KIND_COUNT], unsigned *independent)
{
    for (uint64_t seed = 0; seed < CONSTRUCTS; seed++) {
        struct wgc_program program;
        struct wgc_err err;
        assert_int_equal(wgc_program_generate(options, seed, &program, &err), WGC_OK);
        for (size_t i = 0; i < program.node_count; i++) {
            const struct wgc_node *node = &program.node[i];
            /* a helper function ends with a return of a value */
            count[node->kind] += node->kind != WGC_NODE_RETURN || node->a == WGC_NONE;
        }
        *independent += (wgc_program_families(&program) >> WGC_FAMILY_INDEPENDENT & 1) != 0;
        wgc_program_free(&program);
    }
}

TEST(test_constructs_are_left_out)
{
    static const char *const names[] = {
        "if",   "loop",  "switch",  "array",        "shared",       "atomic",   "return",
        "call", "break", "barrier", "learned_exit", "divided_call", "same_call"};
    static const struct {
        const char *name;
        enum wgc_node_kind kind;
    } constructs[] = {
        {"loop", WGC_NODE_FOR},    {"loop", WGC_NODE_DO},       {"switch", WGC_NODE_SWITCH},
        {"array", WGC_NODE_SET},   {"atomic", WGC_NODE_ATOMIC}, {"call", WGC_NODE_CALL},
        {"break", WGC_NODE_BREAK}, {"return", WGC_NODE_RETURN}, {"barrier", WGC_NODE_SUB_BARRIER}};
    struct wgc_generate_options usual;
    unsigned usually[WGC_NODE_KIND_COUNT] = {0}, usually_independent = 0;

    wgc_generate_defaults(&usual);
    count_constructs(&usual, usually, &usually_independent);
    assert_true(usually_independent > 0);
    for (size_t i = 0; i < sizeof constructs / sizeof constructs[0]; i++) {
        struct wgc_generate_options options = usual;
        struct wgc_err err;
        unsigned count[WGC_NODE_KIND_COUNT] = {0}, independent = 0;
        assert_true(usually[constructs[i].kind] > 0);
        assert_int_equal(wgc_without_read(&constructs[i].name, 1, &options, &err), WGC_OK);
        count_constructs(&options, count, &independent);
        if (count[constructs[i].kind] > 0) {
            fail_msg("%s is there", constructs[i].name);
        }
        assert_true(independent > 0);
    }

    const char *const divergent[] = {"divergent_call"};
    struct wgc_buf text = {0};
    struct wgc_err err;
    unsigned count[WGC_NODE_KIND_COUNT] = {0}, independent = 0;
    assert_false(wgc_without_any(&usual));
    assert_int_equal(wgc_without_read(divergent, 1, &usual, &err), WGC_OK);
    count_constructs(&usual, count, &independent);
    assert_int_equal(independent, 0);
    assert_true(count[WGC_NODE_COLLECTIVE] > 0);
    assert_int_equal(wgc_without_read(names, sizeof names / sizeof names[0], &usual, &err), WGC_OK);
    assert_true(wgc_without_any(&usual));
    wgc_without_put(&usual, &text);
    assert_string_equal(
        text.data, "[\"if\",\"loop\",\"switch\",\"array\",\"shared\",\"atomic\",\"call\",\"break\","
                   "\"return\",\"barrier\",\"same_call\",\"learned_exit\",\"divergent_call\","
                   "\"divided_call\"]");
    wgc_buf_free(&text);
}

TEST(test_an_unknown_generator_is_refused)
{
    struct wgc_generate_options options;
    struct wgc_program program;
    struct wgc_err err;
    wgc_generate_defaults(&options);
    options.generator = 99;
    assert_int_equal(wgc_program_generate(&options, 1, &program, &err), WGC_ERR_INPUT);
    assert_string_equal(err.text, "there is no generator 99");
}
