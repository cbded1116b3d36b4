#include "lanes_launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- functions that give a work-item the value of another one -- */

enum source {
    SHUFFLE,
    XOR,
    UP,
    DOWN,
    ROTATE,
    CLUSTERED_ROTATE, /* clusters of `width` */
    FROM_UNIFORM,
    FROM_FIRST,
    ALL_EQUAL,
    VECTOR /* of `width` components, of which one is stored */
};

static const struct {
    enum source source;
    unsigned width;
    const char *call;
} values_of[] = {
    {SHUFFLE, 0, "sub_group_shuffle(x, a)"},
    {XOR, 0, "sub_group_shuffle_xor(x, a)"},
    {UP, 0, "sub_group_shuffle_up(x, a)"},
    {DOWN, 0, "sub_group_shuffle_down(x, a)"},
    {ROTATE, 0, "sub_group_rotate(x, (int)u)"},
    {ROTATE, 0, "sub_group_rotate(x, (int)u - (int)get_max_sub_group_size())"},
    {CLUSTERED_ROTATE, 1, "sub_group_clustered_rotate(x, (int)u, 1)"},
    {CLUSTERED_ROTATE, 2, "sub_group_clustered_rotate(x, (int)u, 2)"},
    {CLUSTERED_ROTATE, 4, "sub_group_clustered_rotate(x, (int)u, 4)"},
    {CLUSTERED_ROTATE, 8, "sub_group_clustered_rotate(x, (int)u, 8)"},
    {FROM_UNIFORM, 0, "sub_group_non_uniform_broadcast(x, u)"},
    {FROM_FIRST, 0, "sub_group_broadcast_first(x)"},
    {ALL_EQUAL, 0, "sub_group_non_uniform_all_equal(x) != 0"},
    /* SCALARS before */
    {VECTOR, 2, "sub_group_broadcast"},
    {VECTOR, 3, "sub_group_non_uniform_broadcast"},
    {VECTOR, 4, "sub_group_broadcast"},
    {VECTOR, 8, "sub_group_non_uniform_broadcast"},
    {VECTOR, 16, "sub_group_broadcast"},
};
enum { VALUES = sizeof values_of / sizeof *values_of, SCALARS = 13 };

static void write_values(char *text, const char *type, size_t count)
{
    char line[1024];
    snprintf(
        line, sizeof line,
        "kernel void values(global const %s *in, global const uint *argument, global %s *out)\n"
        "{\n    WGC_SCRATCH(WGC_MAX_ITEMS);\n    uint n = get_global_size(0), i = "
        "get_global_id(0), a = argument[i], k;\n    %s x = in[i], part[16];\n"
        "    uint u = sub_group_broadcast(a, 0);\n",
        type, type, type);
    add_text(text, line);
    for (size_t f = 0; f < count; ++f) {
        unsigned width = values_of[f].width;
        if (values_of[f].source == VECTOR)
            snprintf(line, sizeof line,
                     "    for (k = 0; k < %u; ++k) part[k] = in[(i + k) %% n];\n"
                     "    vstore%u(%s(vload%u(0, part), u), 0, part);\n"
                     "    out[%zu * n + i] = part[a %% %u];\n",
                     width, width, values_of[f].call, width, f, width);
        else
            snprintf(line, sizeof line, "    out[%zu * n + i] = (%s)(%s);\n", f, type,
                     values_of[f].call);
        add_text(text, line);
    }
    add_text(text, "}\n");
}

/* -- what is right -- */

/* The rank that the value comes from; SIZE where there is none. */
static size_t source_rank(enum source source, size_t width, const struct lane *lane, size_t own,
                          size_t uniform)
{
    size_t rank;
    switch (source) {
    case SHUFFLE:
        rank = own;
        break;
    case XOR:
        rank = lane->rank ^ own;
        break;
    case UP:
        rank = lane->rank < own ? SIZE : lane->rank - own;
        break;
    case DOWN:
        rank = lane->rank + own;
        break;
    case ROTATE:
        rank = (lane->rank + uniform) % lane->max;
        break;
    case CLUSTERED_ROTATE:
        rank = lane->rank / width * width + (lane->rank + uniform) % width;
        break;
    case FROM_FIRST:
        rank = 0;
        break;
    default:
        rank = uniform;
    }
    return rank < lane->size ? rank : SIZE;
}

/* Whether the result is defined; the value that is right. */
static bool expect_value(const struct launch *launch, size_t f, const struct type *type,
                         const union value *in, size_t item, union value *expected)
{
    struct lane lane = lane_of(launch, item);
    unsigned own = launch->argument[item], uniform = launch->argument[lane.first];
    unsigned width = values_of[f].width;
    if (values_of[f].source == ALL_EQUAL) {
        bool equal = true;
        for (size_t i = 1; i < lane.size; ++i)
            equal = equal && same(type, false, in[lane.first], in[lane.first + i]);
        *expected = type->class == FLOAT ? (union value){.f = equal} : (union value){.i = equal};
        return true;
    }
    size_t rank = source_rank(values_of[f].source, width, &lane, own, uniform);
    size_t shift = values_of[f].source == VECTOR ? own % width : 0;
    if (rank == SIZE)
        return false;
    *expected = in[(lane.first + rank + shift) % launch->items];
    return true;
}

static void check_values(const struct device *device, cl_program program, const struct type *type,
                         size_t count, struct launch *launch, struct lanes_result *result)
{
    static union value in[GROUPS * MAX_LOCAL];
    static unsigned char input[sizeof in], output[VALUES * sizeof in];
    fill(OP_max, type, 0, launch->local, in, launch->items);
    for (size_t i = launch->local; i < 2 * launch->local; ++i)
        in[i] = in[launch->local]; /* for all_equal */
    for (size_t i = 0; i < launch->items; ++i)
        store(type, in[i], input, i);
    run_kernel(device, program, "values", launch, type->bits / 8, input, count, output);
    for (size_t f = 0; f < count; ++f)
        for (size_t i = 0; i < launch->items; ++i) {
            union value expected;
            if (expect_value(launch, f, type, in, i, &expected))
                count_result(result,
                             same(type, false, expected, load(type, output, f * launch->items + i)),
                             values_of[f].call, type->name, launch, i);
        }
}

struct lanes_result check_lanes(const struct device *device, const char *header,
                                const struct type *type, bool vectors)
{
    static const size_t locals[] = {1, 3, 7, 8, 16, MAX_LOCAL};
    static struct launch launch;
    struct lanes_result result = {0, 0, 0};
    const size_t count = vectors ? VALUES : SCALARS;
    char options[128], *text = calloc(1, TEXT);
    if (!text)
        exit(3);
    write_values(text, type->name, count);
    write_numbers(text);
    snprintf(options, sizeof options,
             "-cl-std=CL1.2 -DWGC_MAX_ITEMS=%d -DWGC_EMULATE_SUB_GROUPS "
             "-DWGC_EMULATED_SUB_GROUP_SIZE=%d",
             MAX_LOCAL, SIZE);
    cl_program program = build(device, (const char *const[]){header, "\n", text}, 3, options);
    free(text);
    result.unbuilt = !program;
    for (size_t i = 0; program && i < sizeof locals / sizeof *locals; ++i) {
        fill_launch(&launch, locals[i]);
        check_values(device, program, type, count, &launch, &result);
        if (vectors && strcmp(type->name, "uint") == 0) /* ballots are vectors */
            check_numbers(device, program, &launch, &result);
    }
    if (program)
        must(clReleaseProgram(program), "clReleaseProgram");
    return result;
}
