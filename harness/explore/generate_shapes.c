/* Shapes of programs on which compilers break: functions of the work-item's place, the same call
 * under several active sets, loops that a work-item leaves by what it learns from a call. */
#include "explore/generator.h"

static bool has(const struct wgc_generator *generator, enum wgc_program_family family)
{
    return (generator->families >> family & 1) != 0;
}

static int32_t make_number(struct wgc_generator *generator, unsigned type, uint64_t value)
{
    const int32_t made = wgc_make(generator, WGC_NODE_CONST, type);
    wgc_node_at(generator, made)->value = value;
    return made;
}

static int32_t make_two(struct wgc_generator *generator, unsigned op, int32_t a, int32_t b)
{
    const int32_t made = wgc_make(generator, WGC_NODE_BINARY, wgc_node_at(generator, a)->type);
    wgc_node_at(generator, made)->op = (uint8_t)op;
    wgc_node_at(generator, made)->a = a;
    wgc_node_at(generator, made)->b = b;
    return made;
}

static int32_t make_id(struct wgc_generator *generator, enum wgc_id of_sub_group,
                       enum wgc_id of_work_group)
{
    const int32_t made = wgc_make(generator, WGC_NODE_ID, WGC_TYPE_uint);
    wgc_node_at(generator, made)->op =
        (uint8_t)(has(generator, WGC_FAMILY_SUB_GROUP) ? of_sub_group : of_work_group);
    return made;
}

static int32_t make_lane(struct wgc_generator *generator)
{
    return make_id(generator, WGC_ID_LANE, WGC_ID_LOCAL_LINEAR);
}

/* The greatest place. */
static int32_t make_last(struct wgc_generator *generator)
{
    return make_two(generator, WGC_BINARY_SUB, make_id(generator, WGC_ID_LANES, WGC_ID_ITEMS),
                    make_number(generator, WGC_TYPE_uint, 1));
}

int32_t wgc_make_place(struct wgc_generator *generator, unsigned type)
{
    static const struct {
        uint8_t op;
        uint32_t number;
    } with_number[] = {{WGC_BINARY_XOR, 1}, {WGC_BINARY_XOR, 2}, {WGC_BINARY_XOR, 15},
                       {WGC_BINARY_AND, 1}, {WGC_BINARY_AND, 3}, {WGC_BINARY_AND, UINT32_MAX - 3},
                       {WGC_BINARY_SHR, 1}, {WGC_BINARY_SHR, 2}, {WGC_BINARY_MUL, 3},
                       {WGC_BINARY_ADD, 1}, {WGC_BINARY_MOD, 3}};
    const unsigned count = sizeof with_number / sizeof with_number[0];
    const unsigned picked = wgc_pick(generator, count + 4);
    int32_t made = make_lane(generator);
    if (picked < count) {
        made = make_two(generator, with_number[picked].op, made,
                        make_number(generator, WGC_TYPE_uint, with_number[picked].number));
    } else if (picked == count) { /* the other way round */
        made = make_two(generator, WGC_BINARY_SUB, make_last(generator), made);
    } else if (picked == count + 1) { /* the next one, in a ring of a power of two */
        made = make_two(generator, WGC_BINARY_ADD, made, make_number(generator, WGC_TYPE_uint, 1));
        made = make_two(generator, WGC_BINARY_AND, made, make_last(generator));
    }
    return wgc_make_converted(generator, type, made);
}

int32_t wgc_make_revealing(struct wgc_generator *generator, unsigned op, unsigned type)
{
    const int32_t lane = make_lane(generator);
    if (wgc_is_float(type) || op == WGC_OP_min || op == WGC_OP_max || op == WGC_OP_NONE ||
        op == WGC_OP_mul) {
        return wgc_make_converted(generator, type, lane);
    }
    const int32_t bit = make_two(generator, WGC_BINARY_SHL, make_number(generator, type, 1),
                                 wgc_make_converted(generator, type, lane));
    if (op != WGC_OP_and) {
        return bit;
    }
    const int32_t made = wgc_make(generator, WGC_NODE_UNARY, type);
    wgc_node_at(generator, made)->op = WGC_UNARY_NOT;
    wgc_node_at(generator, made)->a = bit;
    return made;
}

/* A copy of an expression. */
static int32_t make_again(struct wgc_generator *generator, int32_t expression)
{
    if (expression == WGC_NONE || generator->failed) {
        return expression;
    }
    struct wgc_node old = *wgc_node_at(generator, expression);
    generator->calls +=
        old.kind == WGC_NODE_COLLECTIVE && wgc_collective_may_be_separate(old.op) ? 1 : 0;
    for (size_t i = 0; i < WGC_OPERANDS; i++) {
        old.operand[i] = make_again(generator, old.operand[i]);
    }
    const int32_t made = wgc_make(generator, old.kind, old.type);
    *wgc_node_at(generator, made) = old;
    return made;
}

/* ---- The same call again ---- */

/* The result of the call, or of one like it, in a variable that nothing else has. */
static int32_t make_result(struct wgc_generator *generator, int32_t call, bool again)
{
    const int32_t value = again ? make_again(generator, call) : call;
    const unsigned var = wgc_make_variable(generator, WGC_VAR_SCALAR,
                                           wgc_node_at(generator, call)->type, WGC_LEVEL_ITEM, 1);
    return wgc_make_assignment(generator, var, value);
}

/* Whether any part of a sub-group may evaluate the expression. */
static bool is_free(const struct wgc_generator *generator, int32_t at)
{
    const struct wgc_node *node = &generator->program->node[at];
    bool free =
        node->kind != WGC_NODE_COLLECTIVE || wgc_collective_info(node->op)->flow == WGC_LEVEL_ITEM;
    for (size_t i = 0; i < 4 && free; i++) {
        free = node->operand[i] == WGC_NONE || is_free(generator, node->operand[i]);
    }
    return free;
}

/* A call that any part of a sub-group may make, and whose result a variable can have. */
static int32_t make_free_call(struct wgc_generator *generator)
{
    for (unsigned tries = 0; tries < 6; tries++) {
        const int32_t call = wgc_make_collective(generator, -1, WGC_LEVEL_ITEM, 1);
        uint64_t bound;
        if (call != WGC_NONE && is_free(generator, call) &&
            wgc_is_exact(generator->program, call, &bound) &&
            bound <= wgc_exact_bound(wgc_node_at(generator, call)->type)) {
            return call;
        }
    }
    return WGC_NONE;
}

int32_t wgc_make_same_call(struct wgc_generator *generator)
{
    enum { TIMES = 4 };
    const enum wgc_level flow = generator->place.flow;
    const bool possible = generator->options->weight[WGC_WEIGHT_divided_call] > 0 &&
                          generator->options->weight[WGC_WEIGHT_divergent_call] > 0 &&
                          generator->options->weight[WGC_WEIGHT_if] > 0 &&
                          has(generator, WGC_FAMILY_INDEPENDENT);
    const int32_t call = possible ? make_free_call(generator) : (int32_t)WGC_NONE;
    int32_t result[TIMES];
    if (call == WGC_NONE) {
        return WGC_NONE;
    }
    for (unsigned i = 0; i < TIMES; i++) {
        result[i] = make_result(generator, call, i > 0);
    }
    const int32_t made = wgc_make(generator, WGC_NODE_IF, 0);
    const int32_t condition = wgc_make_condition(generator, WGC_LEVEL_ITEM, 1);
    generator->place.flow = flow;
    wgc_note_choice(generator, WGC_LEVEL_ITEM);
    wgc_node_at(generator, made)->a = condition;
    wgc_node_at(generator, made)->b = result[1];
    wgc_node_at(generator, made)->c = wgc_chance(generator, 60) ? result[2] : WGC_NONE;
    wgc_node_at(generator, made)->next = result[3];
    if (wgc_chance(generator, 20)) {
        return made; /* without the call in front */
    }
    wgc_node_at(generator, result[0])->next = made;
    return result[0];
}

/* ---- What a work-item learns ---- */

static int32_t make_simple_call(struct wgc_generator *generator, unsigned collective, unsigned op,
                                unsigned type, int32_t operand)
{
    const int32_t made =
        wgc_make(generator, WGC_NODE_COLLECTIVE, wgc_collective_result(collective, type));
    wgc_node_at(generator, made)->op = (uint8_t)collective;
    wgc_node_at(generator, made)->operation = (uint8_t)op;
    wgc_node_at(generator, made)->a = operand;
    generator->calls++;
    return made;
}

/* Whether the function can be called here. */
static bool can_learn(const struct wgc_generator *generator, unsigned collective)
{
    return has(generator, wgc_collective_info(collective)->family) &&
           has(generator, WGC_FAMILY_INDEPENDENT) && has(generator, WGC_FAMILY_SUB_GROUP) &&
           generator->options->weight[WGC_WEIGHT_divergent_call] > 0 &&
           (generator->options->avoid >> collective & 1) == 0;
}

int32_t wgc_make_learned(struct wgc_generator *generator)
{
    const unsigned first = wgc_pick(generator, 4);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned way = (first + i) % 4;
        const unsigned collective = way == 0   ? WGC_COLLECTIVE_broadcast_first
                                    : way == 1 ? WGC_COLLECTIVE_non_uniform_reduce
                                    : way == 2 ? WGC_COLLECTIVE_elect
                                               : WGC_COLLECTIVE_non_uniform_any;
        const unsigned op = way == 1 ? (unsigned)WGC_OP_min : (unsigned)WGC_OP_NONE;
        if (!can_learn(generator, collective)) {
            continue;
        }
        if (way == 2) {
            return make_simple_call(generator, collective, op, WGC_TYPE_int, WGC_NONE);
        }
        if (way == 3) {
            return make_simple_call(generator, collective, op, WGC_TYPE_int,
                                    wgc_make_condition(generator, WGC_LEVEL_ITEM, 1));
        }
        /* a few different values: those that have the first one's, or the least, leave */
        const int32_t x = make_two(generator, WGC_BINARY_AND,
                                   wgc_make_expression(generator, WGC_TYPE_uint, WGC_LEVEL_ITEM, 1),
                                   make_number(generator, WGC_TYPE_uint, 3));
        const int32_t call =
            make_simple_call(generator, collective, op, WGC_TYPE_uint, make_again(generator, x));
        const int32_t made = make_two(generator, WGC_BINARY_EQ, x, call);
        wgc_node_at(generator, made)->type = WGC_TYPE_int;
        return made;
    }
    return WGC_NONE;
}
