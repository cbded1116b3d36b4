/* Helper functions, and uses of local and global memory, in random programs. */
#include "explore/generator.h"

enum { MAX_FUNCTIONS = 4 };

/* ---- Functions ---- */

static void add_parameters(struct wgc_generator *generator, unsigned function, unsigned count)
{
    for (unsigned i = 0; i < count && !generator->failed; i++) {
        const struct wgc_var var = {.kind = WGC_VAR_PARAMETER,
                                    .type = (uint8_t)wgc_pick_type(generator),
                                    .level =
                                        (uint8_t)wgc_pick_level(generator, WGC_LEVEL_WORK_GROUP),
                                    .function = (uint16_t)function,
                                    .length = 1};
        if (generator->program->var_count >= generator->program->var_capacity) {
            generator->failed = true;
            return;
        }
        (void)wgc_add_var(generator->program, &var);
    }
}

static unsigned make_function(struct wgc_generator *generator)
{
    struct wgc_program *program = generator->program;
    const struct wgc_place place = generator->place;
    const unsigned budget = generator->budget, counters = generator->counters;
    const unsigned parameters = 1 + wgc_pick(generator, 3),
                   number = (unsigned)program->function_count;
    const enum wgc_level flow = place.flow;
    enum wgc_level escape = WGC_LEVEL_COUNT;
    const unsigned type = wgc_pick_type(generator);
    const enum wgc_level level = wgc_pick_level(generator, flow);
    const struct wgc_function function = {.type = (uint8_t)type,
                                          .level = (uint8_t)level,
                                          .flow = (uint8_t)flow,
                                          .parameters = (uint8_t)parameters,
                                          .body = WGC_NONE};
    (void)wgc_add_function(program, &function);
    add_parameters(generator, number, parameters);
    generator->place = (struct wgc_place){.flow = flow,
                                          .function = number,
                                          .depth = 2,
                                          .leaving = (enum wgc_level)function.level,
                                          .can_leave = true};
    generator->budget = budget < 6 ? budget : 6;
    generator->counters = 0;
    const unsigned given = generator->budget;
    generator->divided = true; /* where any of its callers are */
    const int32_t body = wgc_make_list(generator, 1 + wgc_pick(generator, 5), &escape);
    generator->place.flow = wgc_lower(generator->place.flow, escape);
    const int32_t value =
        wgc_make_value(generator, function.type, (enum wgc_level)function.level, 2);
    const int32_t result = wgc_make(generator, WGC_NODE_RETURN, 0);
    wgc_node_at(generator, result)->a = value;
    int32_t last = body;
    while (wgc_node_at(generator, last)->next != WGC_NONE) {
        last = wgc_node_at(generator, last)->next;
    }
    wgc_node_at(generator, last)->next = result;
    program->function[number].body = body;
    generator->budget = budget - (given - generator->budget);
    generator->counters = counters;
    generator->place = place;
    return number;
}

/* Whether the function can be called at the place. */
static bool can_call(const struct wgc_generator *generator, unsigned number)
{
    const enum wgc_level flow = generator->place.flow;
    return number > generator->place.function &&
           generator->program->function[number].body != WGC_NONE &&
           flow >= (enum wgc_level)generator->program->function[number].flow;
}

int32_t wgc_make_call(struct wgc_generator *generator)
{
    const struct wgc_program *program = generator->program;
    const struct wgc_place *place = &generator->place;
    const unsigned count = (unsigned)program->function_count;
    unsigned number = count > 1 ? 1 + wgc_pick(generator, count - 1) : 0;
    if (number == 0 || !can_call(generator, number) || wgc_chance(generator, 30)) {
        if (count > MAX_FUNCTIONS || generator->budget < 4 || place->function != 0 ||
            generator->own_phase) {
            return WGC_NONE;
        }
        number = make_function(generator);
        if (!can_call(generator, number)) {
            return WGC_NONE;
        }
    }
    const struct wgc_function *function = &program->function[number];
    generator->divided = true; /* by an argument, or in the function */
    const unsigned var =
        wgc_pick_scalar(generator, function->type, (enum wgc_level)function->level);
    int32_t first = WGC_NONE, last = WGC_NONE;
    const size_t vars = program->var_count;
    for (size_t v = 0; v < vars; v++) {
        const struct wgc_var parameter = program->var[v];
        if (parameter.kind == WGC_VAR_PARAMETER && parameter.function == number) {
            const int32_t argument =
                wgc_make_value(generator, parameter.type, (enum wgc_level)parameter.level, 2);
            if (first == WGC_NONE) {
                first = argument;
            } else {
                wgc_node_at(generator, last)->next = argument;
            }
            last = argument;
        }
    }
    const int32_t made = wgc_make(generator, WGC_NODE_CALL, 0);
    wgc_node_at(generator, made)->var = (uint16_t)var;
    wgc_node_at(generator, made)->value = number;
    wgc_node_at(generator, made)->b = first;
    return made;
}

/* ---- Local and global memory ---- */

/* The place of a shared variable, old or new; -1 when there is none. */
static int pick_shared(struct wgc_generator *generator, bool atomic)
{
    static const uint8_t of_global[] = {WGC_TYPE_int, WGC_TYPE_uint, WGC_TYPE_long, WGC_TYPE_ulong};
    struct wgc_program *program = generator->program;
    const uint32_t items = (uint32_t)wgc_items(program);
    const bool global = wgc_chance(generator, 30);
    unsigned type = wgc_pick_type(generator);
    if (generator->shared > 0 && (generator->shared >= 3 || wgc_chance(generator, 50))) {
        const unsigned place = wgc_pick(generator, generator->shared);
        const unsigned old = program->var[generator->shared_var[place]].type;
        if (!atomic || old == WGC_TYPE_int || old == WGC_TYPE_uint) {
            return (int)place;
        }
    }
    if (generator->shared >= 4) {
        return -1;
    }
    if (atomic) {
        type = wgc_chance(generator, 50) ? WGC_TYPE_int : WGC_TYPE_uint;
    } else if (global) {
        type = of_global[wgc_pick(generator, 4)];
        if ((generator->types >> type & 1) == 0) {
            type = WGC_TYPE_uint;
        }
    }
    const struct wgc_var var = {.kind = global ? WGC_VAR_GLOBAL : WGC_VAR_LOCAL,
                                .type = (uint8_t)type,
                                .level = WGC_LEVEL_ITEM,
                                .length =
                                    items * (items <= 128 && wgc_chance(generator, 20) ? 2 : 1)};
    if (var.length * (wgc_bits(type) / 8) > WGC_PROGRAM_MAX_SHARED / 4 ||
        program->var_count >= program->var_capacity) {
        return -1;
    }
    generator->shared_var[generator->shared] = (uint16_t)wgc_add_var(program, &var);
    generator->touched[generator->shared] = generator->place.loops > 0;
    return (int)generator->shared++;
}

static int32_t make_fence(struct wgc_generator *generator, unsigned var)
{
    const int32_t made = wgc_make(generator, WGC_NODE_BARRIER, 0);
    const bool local = generator->program->var[var].kind == WGC_VAR_LOCAL;
    const bool both = wgc_chance(generator, 20);
    wgc_node_at(generator, made)->op = (uint8_t)(both    ? WGC_FENCE_LOCAL | WGC_FENCE_GLOBAL
                                                 : local ? WGC_FENCE_LOCAL
                                                         : WGC_FENCE_GLOBAL);
    wgc_node_at(generator, made)->value = wgc_chance(generator, 40);
    return made;
}

static int32_t make_write(struct wgc_generator *generator, unsigned var, bool atomic)
{
    static const uint8_t ops[] = {WGC_OP_add, WGC_OP_min, WGC_OP_max,
                                  WGC_OP_and, WGC_OP_or,  WGC_OP_xor};
    const struct wgc_var *shared = &generator->program->var[var];
    const int32_t value = wgc_make_value(generator, shared->type, WGC_LEVEL_ITEM, 2);
    const int32_t index =
        atomic ? wgc_make_expression(generator, WGC_TYPE_uint, WGC_LEVEL_ITEM, 1) : WGC_NONE;
    const int32_t made = wgc_make(generator, atomic ? WGC_NODE_ATOMIC : WGC_NODE_SET_OWN, 0);
    wgc_node_at(generator, made)->var = (uint16_t)var;
    wgc_node_at(generator, made)->a = value;
    wgc_node_at(generator, made)->b = index;
    if (atomic) {
        wgc_node_at(generator, made)->operation = ops[wgc_pick(generator, 6)];
    } else {
        wgc_node_at(generator, made)->value =
            wgc_pick(generator, (unsigned)(shared->length / wgc_items(generator->program)));
    }
    return made;
}

/* A write that all or only some of the work-items make. */
static int32_t make_writes(struct wgc_generator *generator, unsigned var, bool atomic)
{
    const struct wgc_place place = generator->place;
    if (!wgc_chance(generator, 30)) {
        return make_write(generator, var, atomic);
    }
    const int32_t condition = wgc_make_condition(generator, WGC_LEVEL_ITEM, 1);
    generator->place.flow = WGC_LEVEL_ITEM;
    const int32_t write = make_write(generator, var, atomic);
    generator->place = place;
    const int32_t made = wgc_make(generator, WGC_NODE_IF, 0);
    wgc_note_choice(generator, WGC_LEVEL_ITEM);
    wgc_node_at(generator, made)->a = condition;
    wgc_node_at(generator, made)->b = write;
    return made;
}

static int32_t make_read(struct wgc_generator *generator, unsigned var)
{
    const unsigned type = generator->program->var[var].type;
    const enum wgc_level level = wgc_pick_level(generator, WGC_LEVEL_WORK_GROUP);
    const unsigned to = wgc_pick_scalar(generator, type, level);
    const int32_t index = wgc_make_expression(generator, WGC_TYPE_uint,
                                              (enum wgc_level)generator->program->var[to].level, 2);
    const int32_t value = wgc_make(generator, WGC_NODE_ELEMENT, type);
    wgc_node_at(generator, value)->var = (uint16_t)var;
    wgc_node_at(generator, value)->a = index;
    const int32_t made = wgc_make(generator, WGC_NODE_ASSIGN, 0);
    wgc_node_at(generator, made)->var = (uint16_t)to;
    wgc_node_at(generator, made)->a = value;
    return made;
}

int32_t wgc_make_shared(struct wgc_generator *generator, bool atomic)
{
    const struct wgc_place *place = &generator->place;
    if (place->function != 0 || place->flow < WGC_LEVEL_WORK_GROUP || generator->own_phase) {
        return WGC_NONE;
    }
    const int picked = pick_shared(generator, atomic);
    if (picked < 0) {
        return WGC_NONE;
    }
    const unsigned var = generator->shared_var[picked];
    int32_t first = WGC_NONE;
    /* Values are read before the write, so that a barrier may be between. */
    generator->own_phase = true;
    if (generator->touched[picked]) {
        first = make_fence(generator, var);
    }
    const int32_t write = make_writes(generator, var, atomic);
    generator->own_phase = false;
    const int32_t fence = make_fence(generator, var);
    wgc_node_at(generator, write)->next = fence;
    wgc_node_at(generator, fence)->next = make_read(generator, var);
    generator->touched[picked] = true;
    if (first == WGC_NONE) {
        return write;
    }
    wgc_node_at(generator, first)->next = write;
    return first;
}
