#include "explore/generator.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t usual;
} weights[WGC_WEIGHT_COUNT] = {
#define WGC_WEIGHT(id, weight, text) {#id, weight},
#include "explore/weights.def"
#undef WGC_WEIGHT
};

const char *wgc_weight_name(enum wgc_weight weight)
{
    return weights[weight].name;
}

void wgc_generate_defaults(struct wgc_generate_options *options)
{
    *options = (struct wgc_generate_options){.generator = WGC_GENERATOR,
                                             .families = (1u << WGC_FAMILY_COUNT) - 1,
                                             .max_items = 256,
                                             .max_cluster = 4,
                                             .statements = 24,
                                             .groups = 8};
    for (size_t i = 0; i < WGC_WEIGHT_COUNT; i++) {
        options->weight[i] = weights[i].usual;
    }
}

static void pick_local_size(struct wgc_generator *generator)
{
    static const uint16_t sizes[][3] = {
        {64, 1, 1}, {16, 1, 1}, {32, 1, 1},  {128, 1, 1}, {256, 1, 1}, {8, 1, 1},  {1, 1, 1},
        {2, 1, 1},  {3, 1, 1},  {7, 1, 1},   {17, 1, 1},  {24, 1, 1},  {31, 1, 1}, {33, 1, 1},
        {48, 1, 1}, {63, 1, 1}, {100, 1, 1}, {65, 1, 1},  {8, 8, 1},   {16, 4, 1}, {3, 5, 1},
        {1, 16, 1}, {32, 2, 1}, {4, 4, 4},   {7, 3, 2},   {2, 2, 8},   {16, 1, 2}, {5, 1, 3}};
    struct wgc_program *program = generator->program;
    const unsigned count = sizeof sizes / sizeof sizes[0];
    for (unsigned tries = 0; tries < 20; tries++) {
        /* The usual ones are more likely. */
        const uint16_t *size =
            sizes[wgc_chance(generator, 35) ? wgc_pick(generator, 6) : wgc_pick(generator, count)];
        if ((uint32_t)size[0] * size[1] * size[2] <= generator->options->max_items) {
            program->dimensions = size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
            for (unsigned d = 0; d < 3; d++) {
                program->local[d] = size[d];
            }
            return;
        }
    }
    program->dimensions = 1;
    program->local[0] = program->local[1] = program->local[2] = 1;
}

/* Some of the device's families, so that one program has much of a few. */
static void pick_families(struct wgc_generator *generator)
{
    const uint32_t has = generator->options->families;
    const uint32_t work_group = 1u << WGC_FAMILY_WORK_GROUP, sub_group = 1u << WGC_FAMILY_SUB_GROUP;
    uint32_t families = 0;
    for (unsigned i = 0; i < WGC_FAMILY_COUNT; i++) {
        const bool common = i == WGC_FAMILY_WORK_GROUP || i == WGC_FAMILY_INDEPENDENT;
        families |= wgc_chance(generator, common ? 80 : 45) ? 1u << i : 0;
    }
    families &= has;
    if ((families & (work_group | sub_group)) == 0) {
        families |= has & work_group ? work_group : has & sub_group;
    }
    /* All other families are of sub-groups. */
    const uint32_t alone = work_group | 1u << WGC_FAMILY_UNIFORM_ARITHMETIC |
                           WGC_FAMILIES_OF_TYPES | 1u << WGC_FAMILY_INDEPENDENT;
    if ((families & sub_group) == 0) {
        families &= alone;
    }
    generator->families = families;
}

static void pick_types(struct wgc_generator *generator)
{
    static const uint8_t optional[] = {WGC_TYPE_long,  WGC_TYPE_ulong,  WGC_TYPE_half,
                                       WGC_TYPE_float, WGC_TYPE_double, WGC_TYPE_char,
                                       WGC_TYPE_uchar, WGC_TYPE_short,  WGC_TYPE_ushort};
    generator->types = 1u << WGC_TYPE_int | 1u << WGC_TYPE_uint;
    for (size_t i = 0; i < sizeof optional; i++) {
        const bool small = i >= 5;
        if ((wgc_type_families(optional[i]) & ~generator->families) == 0 &&
            wgc_chance(generator, small ? 12 : 40)) {
            generator->types |= 1u << optional[i];
        }
    }
}

/* Every variable of the kernel, so that no wrong value stays unseen. */
static int32_t make_last_stores(struct wgc_generator *generator)
{
    struct wgc_program *program = generator->program;
    int32_t first = WGC_NONE;
    for (unsigned v = 0; v < program->var_count; v++) {
        if (program->var[v].kind == WGC_VAR_SCALAR && program->var[v].function == 0) {
            const int32_t value = wgc_make(generator, WGC_NODE_VAR, program->var[v].type);
            program->node[value].var = (uint16_t)v;
            const int32_t store = wgc_make_store(generator, value);
            program->node[store].next = first;
            first = store;
        }
    }
    return first;
}

static void make_kernel(struct wgc_generator *generator)
{
    struct wgc_program *program = generator->program;
    const struct wgc_function kernel = {.flow = WGC_LEVEL_WORK_GROUP, .body = WGC_NONE};
    enum wgc_level escape = WGC_LEVEL_COUNT;
    (void)wgc_add_function(program, &kernel);
    generator->place = (struct wgc_place){
        .flow = WGC_LEVEL_WORK_GROUP, .leaving = WGC_LEVEL_ITEM, .can_leave = true};
    generator->rounds = 1;
    generator->budget = generator->options->statements;
    const int32_t body = wgc_make_list(generator, generator->options->statements, &escape);
    int32_t last = body;
    while (program->node[last].next != WGC_NONE) {
        last = program->node[last].next;
    }
    program->node[last].next = make_last_stores(generator);
    program->function[0].body = body;
}

static bool make_room(struct wgc_program *program)
{
    program->node_capacity = WGC_PROGRAM_MAX_NODES;
    program->var_capacity = WGC_PROGRAM_MAX_VARS;
    program->function_capacity = WGC_PROGRAM_MAX_FUNCTIONS;
    program->node = malloc(program->node_capacity * sizeof *program->node);
    program->var = malloc(program->var_capacity * sizeof *program->var);
    program->function = malloc(program->function_capacity * sizeof *program->function);
    return program->node != NULL && program->var != NULL && program->function != NULL;
}

enum wgc_status wgc_program_generate(const struct wgc_generate_options *options, uint64_t seed,
                                     struct wgc_program *program, struct wgc_err *err)
{
    struct wgc_program draft = {.generator = options->generator,
                                .seed = seed,
                                .data = seed,
                                .groups = options->groups,
                                .inputs = 4,
                                .outputs = 16};
    struct wgc_generator generator = {
        .options = options, .random = wgc_random_start(seed, 0x70726f67, 0), .program = &draft};
    *program = (struct wgc_program){0};
    if (options->generator != WGC_GENERATOR) {
        return wgc_err_set(err, WGC_ERR_INPUT, "there is no generator %u", options->generator);
    }
    if (!make_room(&draft)) {
        wgc_program_free(&draft);
        return wgc_err_memory(err, "a program");
    }
    pick_local_size(&generator);
    pick_families(&generator);
    pick_types(&generator);
    make_kernel(&generator);
    enum wgc_status status = WGC_OK;
    if (generator.failed) {
        status = wgc_err_set(err, WGC_ERR_RUN, "the program of seed %llu is too large",
                             (unsigned long long)seed);
    } else {
        status = wgc_program_copy(&draft, program, err);
    }
    wgc_program_free(&draft);
    if (status == WGC_OK && wgc_program_check(program, err) != WGC_OK) {
        wgc_program_free(program);
        err->status = WGC_ERR_RUN;
        return wgc_err_wrap(err, "seed %llu", (unsigned long long)seed);
    }
    return status;
}
