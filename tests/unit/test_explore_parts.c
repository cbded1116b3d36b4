/* Calls that parts of a sub-group may make separately: what work-items record is taken if some
 * parts of a class explain it, and refused if it needs work-items of two classes. */
#include "explore/print.h"
#include "tests/unit/explore_fixture.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

enum { SUB_GROUP = 8, LEAVING = 2 };

/* A call, and the type of its result, that work-items make which have not left: those with local
 * ids below LEAVING change the result if they take part. */
struct call {
    const char *text, *type;
};

static const struct call calls[] = {
    {"(elect)", "int"},
    {"(non_uniform_any (eq lane 0:uint))", "int"},
    {"(non_uniform_all (ne lane 1:uint))", "int"},
    {"(non_uniform_all_equal (lt lane 2:uint))", "int"},
    {"(broadcast_first lane)", "uint"},
    {"(ballot_word 1:int)", "uint"},
    {"(ballot_bit_count 1:int)", "uint"},
    {"(ballot_inclusive_scan 1:int)", "uint"},
    {"(ballot_exclusive_scan (lt lane 7:uint))", "uint"},
    {"(ballot_find_lsb 1:int)", "uint"},
    {"(count_le_mask 1:int)", "uint"},
    {"(non_uniform_reduce:add (shl 1:uint lane))", "uint"},
    {"(non_uniform_reduce:or (shl 1:ulong (ulong lane)))", "ulong"},
    {"(non_uniform_reduce:xor (shl 1:uchar (uchar lane)))", "uchar"},
    {"(non_uniform_reduce:and (not (shl 1:int (int lane))))", "int"},
    {"(non_uniform_reduce:min lane)", "uint"},
    {"(non_uniform_reduce:max (sub 100:int (int lane)))", "int"},
    {"(non_uniform_reduce:logical_or (eq lane 1:uint))", "int"},
    {"(non_uniform_reduce:add (select (lt lane 2:uint) 1:float 2:float))", "float"},
    {"(non_uniform_reduce:max (half (sub 7:uint lane)))", "half"},
    {"(non_uniform_reduce:min (double lane))", "double"},
    {"(non_uniform_scan_inclusive:add (shl 1:uint lane))", "uint"},
    {"(non_uniform_scan_exclusive:or (shl 1:uint lane))", "uint"},
    {"(clustered_reduce:add#4 (shl 1:uint lane))", "uint"},
};

/* What divides them before the call: `%u` is how many leave. */
static const char *const ways[] = {
    "if (lt lane %u:uint)\nreturn\nend\n%s = %s\nend\n",
    "for v1 < 3:uint %% 4\nif (lt lane %u:uint)\nbreak\nend\n%s = %s\nend\nend\n",
    "for v1 < 3:uint %% 4\nif (lt lane %u:uint)\ncontinue\nend\n%s = %s\nend\nend\n",
};

/* A program in which the first `leaving` work-items of each sub-group have left before the call. */
static void begin(struct explored *explored, const struct call *call, const char *way,
                  unsigned leaving)
{
    char vars[200], body[400];
    (void)snprintf(
        vars, sizeof vars,
        "var scalar %s item f0 1\nvar counter uint item f0 1\nvar scalar uint item f0 1\n",
        call->type);
    (void)snprintf(body, sizeof body, way, leaving, "v0", call->text);
    explored_begin(explored, "16", NULL, vars, body);
    if (wgc_program_check(&explored->program, &explored->err) != WGC_OK) {
        fail_msg("%s", explored->err.text);
    }
    assert_true(explored->layout.record_words > 0);
}

static enum wgc_interpreted judge(struct explored *explored)
{
    return wgc_program_interpret(&explored->program, explored->in, explored->ids, 0, explored->out,
                                 explored->mem, &explored->err);
}

TEST(test_parts_of_a_class_are_right)
{
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
            struct explored explored;
            begin(&explored, &calls[i], ways[k], LEAVING);
            for (int parts = WGC_PARTS_TOGETHER; parts <= WGC_PARTS_SPLIT; parts++) {
                enum wgc_interpreted made =
                    explored_run_in_parts(&explored, SUB_GROUP, (enum wgc_parts)parts);
                made = made == WGC_INTERPRETED ? judge(&explored) : made;
                if (made != WGC_INTERPRETED) {
                    fail_msg("%s: %s", calls[i].text, explored.err.text);
                }
            }
            explored_end(&explored);
        }
    }
}

/* What the device would record if those that have left took part. */
TEST(test_work_items_that_left_take_no_part)
{
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
            struct explored left, stayed;
            begin(&left, &calls[i], ways[k], LEAVING);
            begin(&stayed, &calls[i], ways[k], 0);
            assert_int_equal(explored_run(&left, SUB_GROUP), WGC_INTERPRETED);
            assert_int_equal(explored_run(&stayed, SUB_GROUP), WGC_INTERPRETED);
            assert_int_equal(left.layout.ids_words, stayed.layout.ids_words);
            memcpy(left.ids, stayed.ids, left.layout.ids_words * sizeof *left.ids);
            if (judge(&left) != WGC_WRONG_RESULT ||
                strstr(left.err.text, "in one round and branch explain") == NULL) {
                fail_msg("%s: %s", calls[i].text, left.err.text);
            }
            explored_end(&left);
            explored_end(&stayed);
        }
    }
}

/* Rounds are classes of their own. */
TEST(test_rounds_are_not_joined)
{
    struct explored explored;
    explored_begin(&explored, "8", NULL, "var counter uint item f0 1\nvar scalar uint item f0 1\n",
                   "for v0 < (add lane 1:uint) % 9\nv1 = (ballot_word 1:int)\nend\nend\n");
    assert_int_equal(explored_run(&explored, SUB_GROUP), WGC_INTERPRETED);
    assert_int_equal(judge(&explored), WGC_INTERPRETED);
    /* In round 7 work-item 7 is alone; it cannot see the one that was in round 6 with it. */
    const size_t words = explored.layout.record_words;
    uint32_t *own = explored.ids + explored.layout.total * WGC_IDS_WORDS + 7 * words;
    assert_int_equal(own[7 * 4], 0x80);
    own[7 * 4] = 0xc0;
    assert_int_equal(judge(&explored), WGC_WRONG_RESULT);
    explored_end(&explored);
}

/* What depends on a recorded result is computed from it, exactly. */
TEST(test_results_go_on_as_recorded)
{
    struct explored explored;
    explored_begin(&explored, "8", NULL, "var scalar uint item f0 1\n",
                   "if (lt item 3:uint)\nv0 = 1:uint\nend\nv0 = (non_uniform_reduce:add 1:uint)\n"
                   "out.0 = (mul v0 3:uint)\nend\n");
    assert_int_equal(explored_run_in_parts(&explored, SUB_GROUP, WGC_PARTS_TOGETHER),
                     WGC_INTERPRETED);
    assert_int_equal(explored_out(&explored, 0, 5, 0), 24);
    assert_int_equal(explored_run_in_parts(&explored, SUB_GROUP, WGC_PARTS_SPLIT), WGC_INTERPRETED);
    assert_int_equal(explored_out(&explored, 0, 5, 0), 12);
    explored_end(&explored);
}

/* A work-item that names itself has its own value; another one's may be undefined. */
TEST(test_exchanges_in_parts)
{
    struct explored explored;
    explored_begin(&explored, "8", NULL, "var scalar uint item f0 1\n",
                   "if (lt item 3:uint)\nv0 = 1:uint\nend\nv0 = (shuffle lane (and lane 6:uint))\n"
                   "end\n");
    assert_int_equal(explored_run(&explored, SUB_GROUP), WGC_INTERPRETED);
    uint32_t *record = explored.ids + explored.layout.total * WGC_IDS_WORDS;
    record[5] = 77;
    assert_int_equal(judge(&explored), WGC_INTERPRETED);
    record[4] = 77;
    assert_int_equal(judge(&explored), WGC_WRONG_RESULT);
    explored_end(&explored);
}

/* A work-item that names itself gets its own value; of a zero the interpreter does not follow the
 * sign. */
TEST(test_an_exchange_of_a_zero_of_any_sign)
{
    static const struct {
        const char *variable, *body;
        uint32_t sign;
    } known[] = {
        {"var scalar float item f0 1\n",
         "if (lt item 3:uint)\nv0 = 1:float\nend\nv0 = (shuffle 0:float lane)\nend\n", 0x80000000},
        {"var scalar half item f0 1\n",
         "if (lt item 3:uint)\nv0 = 1:half\nend\nv0 = (shuffle 0:half lane)\nend\n", 0x8000},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct explored explored;
        explored_begin(&explored, "8", NULL, known[i].variable, known[i].body);
        assert_int_equal(explored_run(&explored, SUB_GROUP), WGC_INTERPRETED);
        uint32_t *record = explored.ids + explored.layout.total * WGC_IDS_WORDS;
        record[4] = known[i].sign;
        assert_int_equal(judge(&explored), WGC_INTERPRETED);
        record[4] = known[i].sign | 1;
        assert_int_equal(judge(&explored), WGC_WRONG_RESULT);
        explored_end(&explored);
    }
}

/* Where nothing has divided the work-items, all that are there call together, and nothing is
 * recorded. */
TEST(test_only_divided_work_items_record)
{
    static const struct {
        const char *body;
        bool records;
    } known[] = {
        {"v0 = (ballot_word 1:int)\nend\n", false},
        {"if (lt item 3:uint)\nv0 = (ballot_word 1:int)\nelse\nv0 = (ballot_word "
         "1:int)\nend\nend\n",
         false},
        {"if (lt group 3:uint)\nv0 = 3:uint\nend\nv0 = (ballot_word 1:int)\nend\n", false},
        {"if (lt item 3:uint)\nv0 = 3:uint\nend\nv0 = (ballot_word 1:int)\nend\n", true},
        {"if (lt item 3:uint)\nv0 = 3:uint\nend\nv0 = (sub_group_reduce:add 1:uint)\nend\n", false},
        {"v0 = (ballot_word (select (lt item 3:uint) 0:int 1:int))\nend\n", true},
        {"v0 = (add (ballot_word 1:int) (select (lt item 3:uint) 0:uint 1:uint))\nend\n", true},
        {"for v1 < 3:uint % 4\nv0 = (ballot_word 1:int)\nend\nend\n", false},
        {"for v1 < item % 4\nv0 = (ballot_word 1:int)\nend\nend\n", true},
        {"for v1 < 3:uint % 4\nv0 = (ballot_word 1:int)\nif (lt item "
         "2:uint)\nbreak\nend\nend\nend\n",
         true},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct explored explored;
        explored_begin(&explored, "8", NULL,
                       "var scalar uint item f0 1\nvar counter uint item f0 1\n", known[i].body);
        if (wgc_program_check(&explored.program, &explored.err) != WGC_OK) {
            fail_msg("%s%s", known[i].body, explored.err.text);
        }
        if ((explored.layout.record_words > 0) != known[i].records) {
            fail_msg("%s", known[i].body);
        }
        assert_int_equal(explored_run_in_parts(&explored, SUB_GROUP, WGC_PARTS_SPLIT),
                         WGC_INTERPRETED);
        explored_end(&explored);
    }
}

/* A function that one of its callers enters divided records for all of them. */
TEST(test_functions_record_for_their_callers)
{
    static const char functions[] = "function uint item item 0\n";
    static const char vars[] = "var scalar uint item f0 1\nvar scalar uint item f0 1\n";
    static const char body[] = "body f1\nreturn (ballot_word 1:int)\nend\n";
    struct explored once, twice;
    struct wgc_buf text = {0};
    char bodies[300];
    (void)snprintf(bodies, sizeof bodies, "if (lt item 2:uint)\ncall v0 = f1\nend\nend\n%s", body);
    explored_begin(&once, "8", functions, vars, bodies);
    assert_int_equal(once.layout.record_words, 0);
    (void)snprintf(bodies, sizeof bodies,
                   "if (lt item 2:uint)\ncall v0 = f1\nend\ncall v1 = f1\nend\n%s", body);
    explored_begin(&twice, "8", functions, vars, bodies);
    assert_int_equal(twice.layout.record_words, 2 * 4);
    assert_int_equal(explored_run_in_parts(&twice, SUB_GROUP, WGC_PARTS_SPLIT), WGC_INTERPRETED);
    const struct wgc_print_options options = {.kernel = "k"};
    wgc_program_print(&twice.program, &options, &text);
    assert_non_null(strstr(text.data, "k_record_ballot(sub_group_ballot(1), record + 0u + "
                                      "k_round(made + 0, 2u) * 4u).x"));
    assert_non_null(strstr(text.data, "uint k_f1(__global uint *record, __private uint *made)"));
    wgc_buf_free(&text);
    explored_end(&once);
    explored_end(&twice);
}

/* More results than are recorded are no verdict, and no false one. */
TEST(test_calls_beyond_the_record_have_no_verdict)
{
    struct explored explored;
    explored_begin(
        &explored, "4", NULL,
        "var counter uint item f0 1\nvar counter uint item f0 1\nvar scalar uint item f0 "
        "1\n",
        "for v0 < 15:uint % 16\nfor v1 < 15:uint % 16\nv2 = (ballot_word (lt item "
        "2:uint))\nif (lt item 2:uint)\ncontinue\nend\nend\nend\nend\n");
    assert_int_equal(explored_run(&explored, 4), WGC_UNSUITED);
    explored_end(&explored);
}
