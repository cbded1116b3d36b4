/*
 * check [--quick] [--oldest] [--scalars] [--only TEXT] [--type TYPE] [--header FILE]: runs every
 * function of the emulation, for each type or for TYPE, on every device of the machine, over many
 * local sizes, and compares each work-item's result with a loop on the host. It does so in OpenCL
 * C 1.2 and, without --oldest, briefly in the newest one that the device has. TEXT selects kernels
 * whose name has it, as in plain_work_group_reduce_add or repeated_sub_group. Exit status: 0 all
 * right, 1 a wrong result, a program that does not build or nothing to run, 2 usage, 3 no device or
 * an OpenCL error.
 */
#include "device.h"
#include "kernels.h"
#include "lanes.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUB_GROUP_SIZE = 8, CLUSTER = 4, MAX_MESSAGES = 20 };

struct shape {
    size_t sides[3];
    size_t
        last; /* work-items of the last work-group, 1D only; 0 where it is as large as the others */
};

struct run {
    const struct device *device;
    const struct type *type;
    size_t max_items;
    bool quick;
    bool oldest;      /* OpenCL C 1.2 and no newer one */
    bool scalars;     /* no vectors */
    const char *only; /* part of the kernels' names; NULL for all */
    const char *name; /* of the type; NULL for each */
    unsigned long results, wrong, unbuilt;
};

struct launch {
    struct shape shape;
    size_t items; /* of a whole work-group */
    size_t total; /* of all work-groups */
    unsigned seed;
    bool scratch_is_argument;
};

static size_t items_of(const struct launch *launch, size_t group)
{
    return group + 1 == PATTERN_COUNT && launch->shape.last ? launch->shape.last : launch->items;
}

/* What the work-item with this rank gets in a group of values. */
static union value expect(const struct signature *s, const struct type *type,
                          const union value *values, size_t size, size_t rank, size_t sender)
{
    enum op op = s->kind == ALL ? OP_logical_and : s->kind == ANY ? OP_logical_or : s->op;
    size_t count = s->kind == SCAN_EXCLUSIVE ? rank : s->kind == SCAN_INCLUSIVE ? rank + 1 : size;
    if (is_broadcast(s))
        return values[sender];
    union value result = identity_of(op, type);
    for (size_t i = 0; i < count; ++i)
        result = combine(op, type, result, values[i]);
    return result;
}

/* The linear id of the work-item that broadcasts, as the kernel chooses its coordinates. */
static size_t work_group_sender(const struct launch *launch, size_t group)
{
    const size_t *sides = launch->shape.sides;
    size_t seed = launch->seed + group * 7;
    size_t width = launch->shape.last ? items_of(launch, group) : sides[0];
    return (seed % sides[2] * sides[1] + seed % sides[1]) * width + seed % width;
}

/* The same for a whole work-group, cut into sub-groups where the function is one of theirs. */
static void expect_group(const struct signature *s, const struct run *run,
                         const struct launch *launch, size_t group, const union value *values,
                         union value *expected)
{
    size_t items = items_of(launch, group);
    size_t chunk = s->kind == CLUSTERED_REDUCE ? CLUSTER : s->sub_group ? SUB_GROUP_SIZE : items;
    for (size_t first = 0; first < items; first += chunk) {
        size_t size = items - first < chunk ? items - first : chunk;
        size_t number = s->sub_group ? first / chunk : group;
        size_t sender =
            s->sub_group ? (launch->seed + number * 7) % size : work_group_sender(launch, group);
        for (size_t rank = 0; rank < size; ++rank)
            expected[first + rank] = expect(s, run->type, values + first, size, rank, sender);
    }
}

static bool launch_kernel(const struct run *run, cl_kernel kernel, const struct launch *launch,
                          const void *input, void *output, size_t bytes)
{
    cl_int status;
    cl_context context = run->device->context;
    cl_command_queue queue = run->device->queue;
    cl_uint seed = launch->seed;
    size_t in_bytes = launch->total * run->type->bits / 8;
    const size_t *local = launch->shape.sides;
    size_t global[3] = {launch->shape.last ? launch->total : local[0] * PATTERN_COUNT, local[1],
                        local[2]};
    void *copy = malloc(in_bytes);
    if (!copy)
        return false;
    memcpy(copy, input, in_bytes);
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, in_bytes, copy, &status);
    must(status, "clCreateBuffer");
    cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, output, &status);
    must(status, "clCreateBuffer");
    free(copy);
    must(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
    must(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
    must(clSetKernelArg(kernel, 2, sizeof seed, &seed), "clSetKernelArg");
    if (launch->scratch_is_argument)
        must(clSetKernelArg(kernel, 3, 8 * launch->items, NULL), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL, NULL),
         "clEnqueueNDRangeKernel");
    must(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, output, 0, NULL, NULL),
         "clEnqueueReadBuffer");
    must(clReleaseMemObject(in), "clReleaseMemObject");
    must(clReleaseMemObject(out), "clReleaseMemObject");
    return true;
}

static void report(struct run *run, const struct signature *s, const struct launch *launch,
                   size_t item, union value expected, union value actual)
{
    const size_t *sides = launch->shape.sides;
    if (++run->wrong > MAX_MESSAGES)
        return;
    printf("WRONG %s %s %zux%zux%zu group %zu item %zu: ", s->call, run->type->name, sides[0],
           sides[1], sides[2], item / launch->items, item % launch->items);
    if (run->type->class == FLOAT)
        printf("expected %g, got %g\n", expected.f, actual.f);
    else
        printf("expected %lld, got %lld\n", (long long)expected.i, (long long)actual.i);
}

static uint64_t seed_of(const struct launch *launch, size_t group)
{
    return (uint64_t)launch->seed << 32 | group;
}

/* One signature at one shape: PATTERN_COUNT work-groups, each with its own data. */
static void check_signature(struct run *run, cl_kernel kernel, const struct signature *s,
                            const struct launch *launch)
{
    union value *values = calloc(launch->total, sizeof *values);
    union value *expected = calloc(launch->total, sizeof *expected);
    size_t bytes = launch->total * run->type->bits / 8;
    unsigned char *input = malloc(bytes), *output = malloc(bytes);
    if (!values || !expected || !input || !output)
        exit(3);
    memset(output, 0xA5, bytes);
    for (size_t group = 0; group < PATTERN_COUNT; ++group) {
        size_t first = group * launch->items;
        fill(s->op, run->type, (unsigned)group, seed_of(launch, group), values + first,
             items_of(launch, group));
        expect_group(s, run, launch, group, values + first, expected + first);
    }
    for (size_t i = 0; i < launch->total; ++i)
        store(run->type, values[i], input, i);
    if (!launch_kernel(run, kernel, launch, input, output, bytes))
        exit(3);
    for (size_t i = 0; i < launch->total; ++i) {
        union value actual = load(run->type, output, i);
        ++run->results;
        if (!same(run->type, is_truth(s), expected[i], actual))
            report(run, s, launch, i, expected[i], actual);
    }
    free(values);
    free(expected);
    free(input);
    free(output);
}

static bool fits(const struct run *run, const struct shape *shape)
{
    for (int d = 0; d < 3; ++d)
        if (shape->sides[d] > run->device->max_sides[d])
            return false;
    return shape->sides[0] * shape->sides[1] * shape->sides[2] <= run->max_items;
}

static void check_shape(struct run *run, cl_kernel kernel, const struct signature *s,
                        const struct shape *shape, unsigned seed)
{
    static const int dimensions[] = {[BROADCAST] = 1, [BROADCAST_2D] = 2, [BROADCAST_3D] = 3};
    bool two = shape->sides[1] > 1, three = shape->sides[2] > 1;
    struct launch launch = {
        .shape = *shape, .seed = seed, .scratch_is_argument = s->form == REPEATED};
    if (!fits(run, shape))
        return;
    if (is_broadcast(s) && !s->sub_group &&
        dimensions[s->kind] < 1 + two + 2 * three - (two && three))
        return; /* an id with too few dimensions would name several work-items */
    launch.items = shape->sides[0] * shape->sides[1] * shape->sides[2];
    launch.total = launch.items * (PATTERN_COUNT - 1) + (shape->last ? shape->last : launch.items);
    check_signature(run, kernel, s, &launch);
}

/* The first few of these are enough for a quick run; the very first, where a call has more around
 * it or the language is another. There are few of them because a CPU's compiler builds
 * each kernel again for each local size. */
enum { FEW = 8, FEWEST = 3 };
static const struct shape shapes[] = {
    {{67, 1, 1}, 0},  {{3, 5, 7}, 0},   {{1, 1, 1}, 0},    {{2, 1, 1}, 0},    {{9, 1, 1}, 0},
    {{64, 1, 1}, 0},  {{5, 7, 1}, 0},   {{1, 16, 1}, 0},   {{3, 1, 1}, 0},    {{7, 1, 1}, 0},
    {{8, 1, 1}, 0},   {{33, 1, 1}, 0},  {{63, 1, 1}, 0},   {{65, 1, 1}, 0},   {{100, 1, 1}, 0},
    {{256, 1, 1}, 0}, {{513, 1, 1}, 0}, {{1000, 1, 1}, 0}, {{4095, 1, 1}, 0}, {{16, 3, 1}, 0},
    {{1, 1, 13}, 0},  {{4, 4, 4}, 0},   {{2, 1, 9}, 0},    {{11, 13, 7}, 0},
};
static const struct shape remainder_shapes[] = {{{64, 1, 1}, 63}, {{67, 1, 1}, 9}};

static void check_shapes(struct run *run, cl_kernel kernel, const struct signature *s,
                         unsigned language)
{
    bool brief = language > 120 || s->form != PLAIN;
    if (run->quick && language > 120 && s->form != PLAIN)
        return;
    size_t count = brief ? FEWEST : run->quick ? FEW : sizeof shapes / sizeof *shapes;
    const struct shape largest = {{run->max_items, 1, 1}, 0};
    for (size_t i = 0; i < count; ++i)
        check_shape(run, kernel, s, &shapes[i], (unsigned)i + 1);
    if (!brief && !run->quick)
        check_shape(run, kernel, s, &largest, 99);
    if (language == 120 || !run->device->has_remainders)
        return;
    for (size_t i = 0; i < sizeof remainder_shapes / sizeof *shapes; ++i)
        check_shape(run, kernel, s, &remainder_shapes[i], (unsigned)i + 1);
}

static bool supports(const struct device *device, const struct type *type)
{
    return strstr(type->sets, "EVERY") &&
           (strcmp(type->feature, "fp16") != 0 || device->has_fp16) &&
           (strcmp(type->feature, "fp64") != 0 || device->has_fp64);
}

/* The largest work-group for which the device can run a kernel of the emulation. */
static void set_max_items(struct run *run)
{
    run->max_items = run->device->max_items;
    while (run->max_items * 8 > run->device->local_bytes)
        run->max_items /= 2;
}

/* The type's kernels, with the header in front; NULL, which is counted, where they do not build. */
static cl_program build_kernels(struct run *run, const char *header, const char *source,
                                unsigned language)
{
    const char *texts[] = {header, "\n", source};
    char options[128];
    snprintf(options, sizeof options,
             "-cl-std=CL%u.%u -DWGC_MAX_ITEMS=%zu -DWGC_EMULATE_SUB_GROUPS "
             "-DWGC_EMULATED_SUB_GROUP_SIZE=%d",
             language / 100, language / 10 % 10, run->max_items, SUB_GROUP_SIZE);
    cl_program program = build(run->device, texts, 3, options);
    run->unbuilt += !program;
    return program;
}

/* Keeps those that --only names; returns how many. */
static size_t select_signatures(const struct run *run, size_t count, struct signature *signatures)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (!run->only || strstr(signatures[i].kernel, run->only))
            signatures[kept++] = signatures[i];
    return kept;
}

static void check_type(struct run *run, const char *header, unsigned language)
{
    static struct signature signatures[MAX_SIGNATURES];
    size_t count = select_signatures(run, list_signatures(run->type, signatures), signatures);
    char *source = write_kernels(run->type, signatures, count);
    cl_program program = build_kernels(run, header, source, language);
    free(source);
    if (!program)
        return;
    for (size_t i = 0; i < count; ++i) {
        cl_int status;
        cl_kernel kernel = clCreateKernel(program, signatures[i].kernel, &status);
        must(status, signatures[i].kernel);
        check_shapes(run, kernel, &signatures[i], language);
        must(clReleaseKernel(kernel), "clReleaseKernel");
    }
    must(clReleaseProgram(program), "clReleaseProgram");
}

static void check_type_of_lanes(struct run *run, const char *header)
{
    struct lanes_result result = {0, 0, 0};
    if (!run->only || strstr("plain_lanes", run->only))
        result = check_lanes(run->device, header, run->type, !run->scalars);
    run->results += result.results;
    run->wrong += result.wrong;
    run->unbuilt += result.unbuilt;
}

/* run: the options */
static bool check_device(const struct device *device, const char *header, struct run run)
{
    run.device = device;
    set_max_items(&run);
    printf("%s (%s), work-groups of up to %zu, fp16 %s, fp64 %s\n", device->name, device->version,
           run.max_items, device->has_fp16 ? "yes" : "no", device->has_fp64 ? "yes" : "no");
    for (size_t t = 0; t < type_count; ++t) {
        run.type = &types[t];
        if (!supports(device, run.type) || (run.name && strcmp(run.name, run.type->name) != 0))
            continue;
        check_type(&run, header, 120);
        check_type_of_lanes(&run, header);
        if (device->language >= 200 && !run.oldest)
            check_type(&run, header, device->language);
    }
    printf("  %lu results, %lu wrong, %lu programs that do not build\n", run.results, run.wrong,
           run.unbuilt);
    return run.results > 0 && run.wrong == 0 && run.unbuilt == 0;
}

/* The header, and behind it the one that needs it. */
static char *read_both(const char *path)
{
    char *first = read_text(path), *second = read_text("suite/emulation/wgc_sub_groups.cl.h");
    const size_t length = strlen(first), more = strlen(second) + 1;
    char *both = malloc(length + more);
    if (!both)
        exit(3);
    memcpy(both, first, length);
    memcpy(both + length, second, more);
    free(first);
    free(second);
    return both;
}

int main(int argc, char **argv)
{
    const char *path = "suite/emulation/wgc_collectives.cl.h";
    struct run options = {0};
    bool good = true;
    struct device devices[16] = {0};
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--quick") == 0) {
            options.quick = true;
        } else if (strcmp(argv[i], "--oldest") == 0) {
            options.oldest = true;
        } else if (strcmp(argv[i], "--scalars") == 0) {
            options.scalars = true; /* of the functions that take vectors */
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            options.only = argv[++i];
        } else if (strcmp(argv[i], "--type") == 0 && i + 1 < argc) {
            options.name = argv[++i];
        } else if (strcmp(argv[i], "--header") == 0 && i + 1 < argc) {
            path = argv[++i];
        } else {
            fprintf(stderr,
                    "usage: check [--quick] [--oldest] [--scalars] [--only TEXT] [--type TYPE] "
                    "[--header FILE]\n");
            return 2;
        }
    }
    char *header = read_both(path);
    size_t count = open_devices(devices, sizeof devices / sizeof *devices);
    for (size_t i = 0; i < count; ++i) {
        good = check_device(&devices[i], header, options) && good;
        close_device(&devices[i]);
    }
    free(header);
    if (count == 0)
        fprintf(stderr, "no OpenCL device\n");
    return count == 0 ? 3 : good ? 0 : 1;
}
