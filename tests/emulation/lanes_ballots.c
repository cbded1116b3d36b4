#include "lanes_launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- functions of ballots and predicates: four words each, or a number in the first -- */

enum number {
    ELECT,
    ALL,
    ANY,
    BALLOT,
    INVERSE,
    EXTRACT,
    COUNT,
    INCLUSIVE,
    EXCLUSIVE,
    LSB,
    MSB,
    EQ,
    GE,
    GT,
    LE,
    LT,
    NUMBERS
};

static const char *const numbers_of[NUMBERS] = {
    [ELECT] = "(uint4)(sub_group_elect() != 0, 0, 0, 0)",
    [ALL] = "(uint4)(sub_group_non_uniform_all((int)(b.x & 3)) != 0, 0, 0, 0)",
    [ANY] = "(uint4)(sub_group_non_uniform_any((int)(b.x & b.y & b.z & 1)) != 0, 0, 0, 0)",
    [BALLOT] = "sub_group_ballot((int)(b.x & 2))",
    [INVERSE] = "(uint4)(sub_group_inverse_ballot(b) != 0, 0, 0, 0)",
    [EXTRACT] = "(uint4)(sub_group_ballot_bit_extract(b, a) != 0, 0, 0, 0)",
    [COUNT] = "(uint4)(sub_group_ballot_bit_count(b), 0, 0, 0)",
    [INCLUSIVE] = "(uint4)(sub_group_ballot_inclusive_scan(b), 0, 0, 0)",
    [EXCLUSIVE] = "(uint4)(sub_group_ballot_exclusive_scan(b), 0, 0, 0)",
    [LSB] = "(uint4)(sub_group_ballot_find_lsb(b), 0, 0, 0)",
    [MSB] = "(uint4)(sub_group_ballot_find_msb(b), 0, 0, 0)",
    [EQ] = "get_sub_group_eq_mask()",
    [GE] = "get_sub_group_ge_mask()",
    [GT] = "get_sub_group_gt_mask()",
    [LE] = "get_sub_group_le_mask()",
    [LT] = "get_sub_group_lt_mask()",
};

void write_numbers(char *text)
{
    char line[512];
    add_text(text,
             "kernel void numbers(global const uint4 *in, global const uint *argument, global "
             "uint4 *out)\n{\n    WGC_SCRATCH(WGC_MAX_ITEMS);\n"
             "    uint n = get_global_size(0), i = get_global_id(0), a = argument[i];\n"
             "    uint4 b = in[i];\n");
    for (size_t f = 0; f < NUMBERS; ++f) {
        snprintf(line, sizeof line, "    out[%zu * n + i] = %s;\n", f, numbers_of[f]);
        add_text(text, line);
    }
    add_text(text, "}\n");
}

static bool has_bit(const cl_uint ballot[4], size_t i)
{
    return (ballot[i / 32] >> i % 32 & 1) != 0;
}

static void put_bits(size_t from, size_t to, cl_uint result[4])
{
    for (size_t i = from; i < to; ++i)
        result[i / 32] |= (cl_uint)1 << i % 32;
}

static cl_uint count_bits(const cl_uint ballot[4], size_t end)
{
    cl_uint count = 0;
    for (size_t i = 0; i < end; ++i)
        count += has_bit(ballot, i);
    return count;
}

static void expect_votes(const struct launch *launch, enum number f, const struct lane *lane,
                         cl_uint result[4])
{
    bool all = true, any = false;
    for (size_t i = 0; i < lane->size; ++i) {
        const cl_uint *b = launch->ballot[lane->first + i];
        all = all && (b[0] & 3) != 0;
        any = any || (b[0] & b[1] & b[2] & 1) != 0;
        if (f == BALLOT && (b[0] & 2) != 0)
            put_bits(i, i + 1, result);
    }
    if (f != BALLOT)
        result[0] = f == ALL ? all : any;
}

/* Whether the result is defined; the words that are right. */
static bool expect_number(const struct launch *launch, enum number f, size_t item,
                          cl_uint result[4])
{
    struct lane lane = lane_of(launch, item);
    const cl_uint *own = launch->ballot[item];
    size_t i;
    memset(result, 0, 4 * sizeof *result);
    switch (f) {
    case ELECT:
        result[0] = lane.rank == 0;
        return true;
    case ALL:
    case ANY:
    case BALLOT:
        expect_votes(launch, f, &lane, result);
        return true;
    case INVERSE:
        result[0] = has_bit(own, lane.rank);
        return true;
    case EXTRACT:
        result[0] = has_bit(own, launch->argument[item]);
        return true;
    case COUNT:
    case INCLUSIVE:
    case EXCLUSIVE:
        result[0] = count_bits(own, f == COUNT ? lane.max : lane.rank + (f == INCLUSIVE));
        return true;
    case LSB:
        for (i = 0; i < lane.max && !has_bit(own, i); ++i)
            ;
        result[0] = (cl_uint)i;
        return i < lane.max;
    case MSB:
        for (i = lane.max; i > 0 && !has_bit(own, i - 1); --i)
            ;
        result[0] = (cl_uint)i - 1;
        return i > 0;
    case EQ:
        put_bits(lane.rank, lane.rank + 1, result);
        return true;
    case GE:
    case GT:
        put_bits(lane.rank + (f == GT), lane.max, result);
        return true;
    default:
        put_bits(0, lane.rank + (f == LE), result);
        return true;
    }
}

void check_numbers(const struct device *device, cl_program program, struct launch *launch,
                   struct lanes_result *result)
{
    static cl_uint output[NUMBERS * GROUPS * MAX_LOCAL][4];
    run_kernel(device, program, "numbers", launch, sizeof *output, launch->ballot, NUMBERS, output);
    for (size_t f = 0; f < NUMBERS; ++f)
        for (size_t i = 0; i < launch->items; ++i) {
            cl_uint expected[4];
            if (expect_number(launch, (enum number)f, i, expected))
                count_result(result,
                             memcmp(expected, output[f * launch->items + i], sizeof expected) == 0,
                             numbers_of[f], "", launch, i);
        }
}
