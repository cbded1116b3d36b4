/* The interpreter's collective functions against the suite's oracle, which shares no code with
 * it: programs of one call, for every function that both have, in several partitions. */
#include "explore/node.h"
#include "oracle/oracle.h"
#include "oracle/real.h"
#include "oracle/values.h"
#include "tests/unit/explore_fixture.h"
#include "tests/unit/test.h"

#include <string.h>

enum { ITEMS = 19, CLUSTER = 4 };

/* The oracle's kind for a function; -1 where it has none. */
static int kind_of(unsigned collective)
{
    switch (collective) {
    case WGC_COLLECTIVE_work_group_all:
    case WGC_COLLECTIVE_sub_group_all:
    case WGC_COLLECTIVE_non_uniform_all:
        return WGC_KIND_ALL;
    case WGC_COLLECTIVE_work_group_any:
    case WGC_COLLECTIVE_sub_group_any:
    case WGC_COLLECTIVE_non_uniform_any:
        return WGC_KIND_ANY;
    case WGC_COLLECTIVE_work_group_broadcast:
    case WGC_COLLECTIVE_sub_group_broadcast:
    case WGC_COLLECTIVE_non_uniform_broadcast:
        return WGC_KIND_BROADCAST;
    case WGC_COLLECTIVE_work_group_reduce:
    case WGC_COLLECTIVE_sub_group_reduce:
    case WGC_COLLECTIVE_non_uniform_reduce:
        return WGC_KIND_REDUCE;
    case WGC_COLLECTIVE_work_group_scan_exclusive:
    case WGC_COLLECTIVE_sub_group_scan_exclusive:
    case WGC_COLLECTIVE_non_uniform_scan_exclusive:
        return WGC_KIND_SCAN_EXCLUSIVE;
    case WGC_COLLECTIVE_work_group_scan_inclusive:
    case WGC_COLLECTIVE_sub_group_scan_inclusive:
    case WGC_COLLECTIVE_non_uniform_scan_inclusive:
        return WGC_KIND_SCAN_INCLUSIVE;
    case WGC_COLLECTIVE_clustered_reduce:
        return WGC_KIND_CLUSTERED_REDUCE;
    default:
        return -1;
    }
}

/* What the program passes: a product of floating-point values must stay exact. */
static uint64_t value_of(unsigned op, unsigned type, uint32_t input)
{
    if (op == WGC_OP_mul && wgc_is_float(type)) {
        return input & 1;
    }
    return wgc_is_float(type) ? input & wgc_exact_bound(type) : wgc_wrap(type, input);
}

static void load(unsigned type, uint64_t value, void *values, size_t i)
{
    if (wgc_is_float(type)) {
        wgc_real_store((enum wgc_type)type, (double)(int64_t)value, values, i);
    } else {
        const size_t bytes = wgc_bits(type) / 8;
        wgc_value_store(value, bytes, (char *)values + i * bytes);
    }
}

/* The low word of a result as a program stores it. */
static uint32_t stored(const struct wgc_call *call, const void *values, size_t i)
{
    if (wgc_is_float(call->type)) {
        return (uint32_t)(int32_t)wgc_real_load(call->type, values, i);
    }
    const size_t bytes = wgc_bits(call->type) / 8;
    uint64_t value = 0;
    memcpy(&value, (const char *)values + i * bytes, bytes);
    value = wgc_is_truth(call->kind, call->op) ? value != 0 : wgc_wrap(call->type, value);
    return (uint32_t)value;
}

static void compare(struct explored *explored, const struct wgc_call *call, uint32_t size,
                    const char *what)
{
    const size_t part = size == 0 ? ITEMS : size;
    for (size_t group = 0; group < explored->program.groups; group++) {
        for (size_t first = 0; first < ITEMS; first += part) {
            const size_t count = ITEMS - first < part ? ITEMS - first : part;
            uint64_t x[ITEMS], expected[ITEMS];
            for (size_t i = 0; i < count; i++) {
                const uint32_t input =
                    explored->in[(group * ITEMS + first + i) * explored->program.inputs];
                load(call->type, value_of(call->op, call->type, input), x, i);
            }
            wgc_oracle_exact(call, x, count, NULL, 5 % count, expected);
            for (size_t i = 0; i < count; i++) {
                const uint32_t sought = stored(call, expected, i);
                const uint32_t actual = explored_out(explored, group, first + i, 0);
                if (actual != sought) {
                    fail_msg("%s, sub-groups of %u, item %u: %08x, not %08x", what, size,
                             (unsigned)(first + i), actual, sought);
                }
            }
        }
    }
}

static void check_function(unsigned collective, unsigned op, unsigned type)
{
    static const uint32_t sizes[] = {0, 16, 8, 4};
    const struct wgc_collective_info *info = wgc_collective_info(collective);
    const bool work_group = info->flow == WGC_LEVEL_WORK_GROUP;
    const char *name = wgc_type_info((enum wgc_type)type)->name;
    const bool product = op == WGC_OP_mul && wgc_is_float(type);
    const struct wgc_call call = {.kind = (enum wgc_kind)kind_of(collective),
                                  .op = (enum wgc_op)op,
                                  .type = (enum wgc_type)type,
                                  .cluster = CLUSTER};
    struct explored explored;
    struct wgc_buf body = {0};
    wgc_buf_printf(&body, "out.0 = (%s", info->id);
    if (op != WGC_OP_NONE) {
        wgc_buf_printf(&body, ":%s", wgc_op_info((enum wgc_op)op)->name);
    }
    wgc_buf_printf(
        &body, "%s (%s %s)%s)\nend\n", info->arguments == WGC_ARGUMENTS_CLUSTER ? "#4" : "", name,
        product ? "(and in.0 1:uint)" : "in.0", call.kind == WGC_KIND_BROADCAST ? " 5:uint" : "");
    explored_begin(&explored, "19", NULL, NULL, body.data);
    for (size_t i = 0; i < (work_group ? 1 : sizeof sizes / sizeof sizes[0]); i++) {
        if (explored_run(&explored, sizes[i]) != WGC_INTERPRETED) {
            fail_msg("%s: %s", body.data, explored.err.text);
        }
        compare(&explored, &call, sizes[i], body.data);
    }
    explored_end(&explored);
    wgc_buf_free(&body);
}

TEST(test_one_call_is_what_the_oracle_expects)
{
    unsigned checked = 0;
    for (unsigned c = 0; c < WGC_COLLECTIVE_COUNT; c++) {
        for (unsigned op = 0; op <= WGC_OP_COUNT && kind_of(c) >= 0; op++) {
            for (unsigned type = 0; type < WGC_TYPE_COUNT; type++) {
                if (wgc_collective_exists(c, op, type)) {
                    check_function(c, op, type);
                    checked++;
                }
            }
        }
    }
    assert_true(checked > 500);
}

/* ---- Functions that the oracle does not have: lane 3 of 8, and the short last sub-group ---- */

struct expectation {
    const char *call;
    uint32_t at_3, at_17; /* of 19 items in sub-groups of 8: 17 is lane 1 of 3 */
};

/* Predicates are true for even items; values are item + 100. */
TEST(test_the_others_are_as_in_the_extensions)
{
#define VALUE "(add item 100:uint)"
#define EVEN  "(eq (and item 1:uint) 0:uint)"
    static const struct expectation expectations[] = {
        {"(elect)", 0, 0},
        {"(non_uniform_all_equal (int sub_group))", 1, 1},
        {"(non_uniform_all_equal " VALUE ")", 0, 0},
        {"(broadcast_first " VALUE ")", 100, 116},
        {"(ballot_word " EVEN ")", 0x55, 5},
        {"(ballot_word#1 " EVEN ")", 0, 0},
        {"(inverse_ballot " EVEN ")", 0, 0},
        {"(ballot_bit_extract " EVEN " 10:uint)", 1, 0},
        {"(ballot_bit_count " EVEN ")", 4, 2},
        {"(ballot_inclusive_scan " EVEN ")", 2, 1},
        {"(ballot_exclusive_scan " EVEN ")", 2, 1},
        {"(ballot_find_lsb " EVEN ")", 0, 0},
        {"(ballot_find_msb " EVEN ")", 6, 2},
        {"(count_eq_mask " EVEN ")", 0, 0},
        {"(count_ge_mask " EVEN ")", 2, 1},
        {"(count_gt_mask " EVEN ")", 2, 1},
        {"(count_le_mask " EVEN ")", 2, 1},
        {"(count_lt_mask " EVEN ")", 2, 1},
        {"(shuffle " VALUE " 13:uint)", 105, 117},
        {"(shuffle_xor#1 " VALUE ")", 102, 116},
        {"(shuffle_xor#2 " VALUE ")", 101, 0},
        {"(shuffle_up#2 " VALUE ")", 101, 0},
        {"(shuffle_down#1 " VALUE ")", 104, 118},
        {"(shuffle_down#2 " VALUE ")", 105, 0},
        {"(rotate#5 " VALUE ")", 100, 0},
        {"(rotate#1 " VALUE ")", 104, 118},
        {"(clustered_rotate#65540 " VALUE ")", 100, 118},
    };
    for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; i++) {
        struct explored explored;
        struct wgc_buf body = {0};
        wgc_buf_printf(&body, "out.0 = %s\nend\n", expectations[i].call);
        explored_begin(&explored, "19", NULL, NULL, body.data);
        assert_int_equal(wgc_program_check(&explored.program, &explored.err), WGC_OK);
        assert_int_equal(explored_run(&explored, 8), WGC_INTERPRETED);
        if (explored_out(&explored, 1, 3, 0) != expectations[i].at_3 ||
            explored_out(&explored, 1, 17, 0) != expectations[i].at_17) {
            fail_msg("%s: %u and %u", expectations[i].call, explored_out(&explored, 1, 3, 0),
                     explored_out(&explored, 1, 17, 0));
        }
        explored_end(&explored);
        wgc_buf_free(&body);
    }
}

/* In divergent flow the work-items that call together are those of the same arm. */
TEST(test_each_arm_calls_for_itself)
{
    struct explored explored;
    explored_begin(&explored, "16", NULL, NULL,
                   "if (eq (and item 1:uint) 0:uint)\nout.0 = (non_uniform_reduce:add item)\n"
                   "else\nout.0 = (broadcast_first item)\nend\nend\n");
    assert_int_equal(explored_run(&explored, 8), WGC_INTERPRETED);
    assert_int_equal(explored_out(&explored, 0, 2, 0), 0 + 2 + 4 + 6);
    assert_int_equal(explored_out(&explored, 0, 14, 0), 8 + 10 + 12 + 14);
    assert_int_equal(explored_out(&explored, 0, 3, 0), 1);
    assert_int_equal(explored_out(&explored, 0, 15, 0), 9);
    explored_end(&explored);
}

TEST(test_impossible_partitions_are_refused)
{
    static const struct {
        size_t word;
        uint32_t value;
        const char *text;
    } lies[] = {
        {3 * WGC_IDS_WORDS + WGC_IDS_LANE, 2, "work-item 3: get_sub_group_local_id()"},
        {3 * WGC_IDS_WORDS + WGC_IDS_LANE, 9, "work-item 3: get_sub_group_local_id()"},
        {3 * WGC_IDS_WORDS + WGC_IDS_SUB_GROUP, 7, "work-item 3: get_sub_group_id()"},
        {3 * WGC_IDS_WORDS + WGC_IDS_COUNT, 7, "work-item 3: the number"},
        {3 * WGC_IDS_WORDS + WGC_IDS_SIZE, 2, "work-item 3: get_sub_group_size() is less"},
        {3 * WGC_IDS_WORDS + WGC_IDS_SIZE, 99, "work-item 3: get_sub_group_size() is above"},
        {WGC_IDS_COUNT, 0, "work-item 0: get_num_sub_groups()"},
    };
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        struct explored explored;
        explored_begin(&explored, "16", NULL, NULL, "out.0 = (sub_group_reduce:add item)\nend\n");
        assert_int_equal(explored_run(&explored, 8), WGC_INTERPRETED);
        explored.ids[lies[i].word] = lies[i].value;
        assert_int_equal(wgc_program_interpret(&explored.program, explored.in, explored.ids, 0,
                                               explored.out, explored.mem, &explored.err),
                         WGC_BAD_PARTITION);
        assert_non_null(strstr(explored.err.text, lies[i].text));
        explored_end(&explored);
    }
}
