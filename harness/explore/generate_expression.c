/* Expressions of random programs. */
#include "explore/generator.h"

enum { MAX_CONST_BITS = 64 };

int32_t wgc_make(struct wgc_generator *generator, unsigned kind, unsigned type)
{
    if (generator->program->node_count >= generator->program->node_capacity) {
        generator->failed = true;
        return 0;
    }
    return wgc_add_node(generator->program, kind, type);
}

unsigned wgc_pick_type(struct wgc_generator *generator)
{
    unsigned type;
    do {
        type = wgc_pick(generator, WGC_TYPE_COUNT);
    } while ((generator->types >> type & 1) == 0);
    return type;
}

enum wgc_level wgc_pick_level(struct wgc_generator *generator, enum wgc_level most)
{
    const bool sub_groups = (generator->families >> WGC_FAMILY_SUB_GROUP & 1) != 0;
    const unsigned number = wgc_pick(generator, 10);
    const enum wgc_level level = number < 4    ? WGC_LEVEL_WORK_GROUP
                                 : number >= 7 ? WGC_LEVEL_ITEM
                                 : sub_groups  ? WGC_LEVEL_SUB_GROUP
                                               : WGC_LEVEL_ITEM;
    return wgc_lower(level, most);
}

int32_t wgc_make_literal(struct wgc_generator *generator, unsigned type)
{
    const int32_t made = wgc_make(generator, WGC_NODE_CONST, type);
    uint64_t value;
    switch (wgc_pick(generator, 6)) {
    case 0:
        value = wgc_random_next(&generator->random);
        break;
    case 1:
        value = UINT64_C(1) << wgc_pick(generator, MAX_CONST_BITS);
        break;
    case 2:
        value = 0 - (uint64_t)wgc_pick(generator, 3);
        break;
    default:
        value = wgc_pick(generator, 9);
    }
    if (wgc_is_float(type)) {
        value = (uint64_t)((int64_t)(value % 9) - 3);
    }
    wgc_node_at(generator, made)->value = wgc_wrap(type, value);
    return made;
}

int32_t wgc_make_converted(struct wgc_generator *generator, unsigned type, int32_t from)
{
    if (wgc_node_at(generator, from)->type == type) {
        return from;
    }
    const int32_t made = wgc_make(generator, WGC_NODE_CONVERT, type);
    wgc_node_at(generator, made)->a = from;
    return made;
}

/* Whether a variable can be read at the place, with at least that level. */
static bool can_read(const struct wgc_generator *generator, unsigned v, enum wgc_level level)
{
    const struct wgc_var *var = &generator->program->var[v];
    if (wgc_is_shared(var) || var->function != generator->place.function ||
        (enum wgc_level)var->level < level || (var->kind == WGC_VAR_ARRAY && generator->indexing)) {
        return false;
    }
    for (unsigned i = 0; var->kind == WGC_VAR_COUNTER && i <= generator->counters; i++) {
        if (i == generator->counters) {
            return false;
        }
        if (generator->counter[i] == v) {
            break;
        }
    }
    return true;
}

/* A scalar or array variable, of the type if there is one; -1 when there is none at all. */
static int pick_variable(struct wgc_generator *generator, unsigned type, enum wgc_level level)
{
    const struct wgc_program *program = generator->program;
    int found = -1;
    unsigned best = 0;
    for (unsigned v = 0; v < program->var_count; v++) {
        if (can_read(generator, v, level)) {
            const unsigned fits = program->var[v].type == type ? 7 : 1;
            const unsigned score = fits + wgc_pick(generator, 8);
            if (score > best) {
                best = score;
                found = (int)v;
            }
        }
    }
    return found;
}

static int32_t make_element(struct wgc_generator *generator, unsigned var, enum wgc_level level)
{
    const int32_t made = wgc_make(generator, WGC_NODE_ELEMENT, generator->program->var[var].type);
    generator->indexing = true;
    const int32_t index = wgc_make_expression(generator, WGC_TYPE_uint, level, 1);
    generator->indexing = false;
    wgc_node_at(generator, made)->var = (uint16_t)var;
    wgc_node_at(generator, made)->a = index;
    return made;
}

/* An element of local or global memory; WGC_NONE when none can be read. */
static int32_t make_shared_element(struct wgc_generator *generator, enum wgc_level level)
{
    if (generator->shared == 0 || generator->own_phase || generator->indexing ||
        generator->place.function != 0) {
        return WGC_NONE;
    }
    const unsigned place = wgc_pick(generator, generator->shared);
    const unsigned var = generator->shared_var[place];
    generator->touched[place] = true;
    if (level == WGC_LEVEL_ITEM && wgc_chance(generator, 25)) {
        const int32_t made = wgc_make(generator, WGC_NODE_OWN, generator->program->var[var].type);
        wgc_node_at(generator, made)->var = (uint16_t)var;
        return made;
    }
    return make_element(generator, var, level);
}

static int32_t make_id(struct wgc_generator *generator, enum wgc_level level)
{
    static const uint8_t work_group[] = {WGC_ID_GROUP, WGC_ID_ITEMS, WGC_ID_SUB_GROUPS};
    static const uint8_t sub_group[] = {WGC_ID_SUB_GROUP, WGC_ID_LANES};
    static const uint8_t item[] = {WGC_ID_LOCAL_LINEAR, WGC_ID_LOCAL_X, WGC_ID_LOCAL_Y,
                                   WGC_ID_LANE};
    const bool sub_groups = (generator->families >> WGC_FAMILY_SUB_GROUP & 1) != 0;
    const int32_t made = wgc_make(generator, WGC_NODE_ID, WGC_TYPE_uint);
    uint8_t id;
    if (level == WGC_LEVEL_WORK_GROUP) {
        id = work_group[wgc_pick(generator, sub_groups ? 3 : 2)];
    } else if (level == WGC_LEVEL_SUB_GROUP) {
        id = sub_groups ? sub_group[wgc_pick(generator, 2)] : (uint8_t)WGC_ID_GROUP;
    } else {
        id = item[wgc_pick(generator, sub_groups ? 4 : 3)];
    }
    wgc_node_at(generator, made)->op = id;
    return made;
}

static int32_t make_input(struct wgc_generator *generator, enum wgc_level level)
{
    const unsigned kind = level == WGC_LEVEL_ITEM && wgc_chance(generator, 80)
                              ? WGC_NODE_INPUT
                              : WGC_NODE_GROUP_INPUT;
    const int32_t made = wgc_make(generator, kind, WGC_TYPE_uint);
    wgc_node_at(generator, made)->value = wgc_pick(generator, generator->program->inputs);
    return made;
}

static int32_t make_leaf(struct wgc_generator *generator, unsigned type, enum wgc_level level)
{
    const unsigned number = wgc_pick(generator, 100);
    int32_t made = WGC_NONE;
    if (number < 50) {
        const int var = pick_variable(generator, type, level);
        if (var >= 0 && generator->program->var[var].kind == WGC_VAR_ARRAY) {
            made = make_element(generator, (unsigned)var, level);
        } else if (var >= 0) {
            made = wgc_make(generator, WGC_NODE_VAR, generator->program->var[var].type);
            wgc_node_at(generator, made)->var = (uint16_t)var;
        }
    } else if (number < 62) {
        made = make_shared_element(generator, level);
    } else if (number < 72) {
        made = make_id(generator, level);
    } else if (number < 82) {
        return wgc_make_literal(generator, type);
    }
    if (made == WGC_NONE) {
        made = generator->place.function == 0 ? make_input(generator, level)
                                              : wgc_make_literal(generator, type);
    }
    return wgc_make_converted(generator, type, made);
}

static int32_t make_unary(struct wgc_generator *generator, unsigned type, enum wgc_level level,
                          unsigned depth)
{
    const bool real = wgc_is_float(type);
    unsigned op = real ? (wgc_chance(generator, 50) ? WGC_UNARY_NEG : WGC_UNARY_ABS)
                       : wgc_pick(generator, WGC_UNARY_COUNT);
    if ((op == WGC_UNARY_LNOT && type != WGC_TYPE_int) || (op == WGC_UNARY_ABS && !real)) {
        op = WGC_UNARY_NOT;
    }
    const unsigned from = op == WGC_UNARY_LNOT ? wgc_pick_type(generator) : type;
    const int32_t a = wgc_make_expression(
        generator, op == WGC_UNARY_LNOT && wgc_is_float(from) ? (unsigned)WGC_TYPE_uint : from,
        level, depth - 1);
    const int32_t made = wgc_make(generator, WGC_NODE_UNARY, type);
    wgc_node_at(generator, made)->op = (uint8_t)op;
    wgc_node_at(generator, made)->a = a;
    return made;
}

static int32_t make_two(struct wgc_generator *generator, unsigned op, unsigned type,
                        unsigned operands, enum wgc_level level, unsigned depth)
{
    const enum wgc_level flow = generator->place.flow;
    const int32_t a = wgc_make_expression(generator, operands, level, depth - 1);
    if (op == WGC_BINARY_LAND || op == WGC_BINARY_LOR) {
        generator->place.flow = wgc_lower(flow, level);
    }
    const int32_t b = wgc_make_expression(generator, operands, level, depth - 1);
    generator->place.flow = flow;
    wgc_note_choice(generator,
                    op == WGC_BINARY_LAND || op == WGC_BINARY_LOR ? level : WGC_LEVEL_COUNT);
    const int32_t made = wgc_make(generator, WGC_NODE_BINARY, type);
    wgc_node_at(generator, made)->op = (uint8_t)op;
    wgc_node_at(generator, made)->a = a;
    wgc_node_at(generator, made)->b = b;
    return made;
}

/* Whether a choice at that level may be in this statement. */
static bool may_choose(const struct wgc_generator *generator, enum wgc_level level)
{
    return level > WGC_LEVEL_ITEM || generator->divided || !generator->plain;
}

static int32_t make_binary(struct wgc_generator *generator, unsigned type, enum wgc_level level,
                           unsigned depth)
{
    unsigned op;
    if (wgc_is_float(type)) {
        op = wgc_pick(generator, WGC_BINARY_AND);
    } else if (type == WGC_TYPE_int && wgc_chance(generator, 30)) {
        op = WGC_BINARY_LT + wgc_pick(generator, (may_choose(generator, level) ? WGC_BINARY_COUNT
                                                                               : WGC_BINARY_LAND) -
                                                     WGC_BINARY_LT);
        const unsigned operands =
            op >= WGC_BINARY_LAND ? (unsigned)WGC_TYPE_int : wgc_pick_type(generator);
        return make_two(generator, op, type, operands, level, depth);
    } else {
        op = wgc_pick(generator, wgc_is_unsigned(type) ? WGC_BINARY_LT : WGC_BINARY_DIV);
    }
    return make_two(generator, op, type, type, level, depth);
}

static int32_t make_select(struct wgc_generator *generator, unsigned type, enum wgc_level level,
                           unsigned depth)
{
    const enum wgc_level flow = generator->place.flow;
    const int32_t a = wgc_make_condition(generator, level, depth - 1);
    generator->place.flow = wgc_lower(flow, level);
    const int32_t b = wgc_make_expression(generator, type, level, depth - 1);
    const int32_t c = wgc_make_expression(generator, type, level, depth - 1);
    generator->place.flow = flow;
    wgc_note_choice(generator, level);
    const int32_t made = wgc_make(generator, WGC_NODE_SELECT, type);
    wgc_node_at(generator, made)->a = a;
    wgc_node_at(generator, made)->b = b;
    wgc_node_at(generator, made)->c = c;
    return made;
}

static int32_t make_any(struct wgc_generator *generator, unsigned type, enum wgc_level level,
                        unsigned depth)
{
    const unsigned number = wgc_pick(generator, 100);
    if (number < 45) {
        return make_binary(generator, type, level, depth);
    }
    if (number < 57) {
        return make_unary(generator, type, level, depth);
    }
    if (number < 65 && may_choose(generator, level)) {
        return make_select(generator, type, level, depth);
    }
    if (number < 75) {
        return wgc_make_converted(
            generator, type,
            wgc_make_expression(generator, wgc_pick_type(generator), level, depth - 1));
    }
    if (number < 85 && generator->options->weight[WGC_WEIGHT_collective] > 0) {
        return wgc_make_collective(generator, (int)type, level, depth - 1);
    }
    return WGC_NONE;
}

int32_t wgc_make_expression(struct wgc_generator *generator, unsigned type, enum wgc_level level,
                            unsigned depth)
{
    const bool room = generator->program->node_count + 2000 < generator->program->node_capacity;
    uint64_t bound;
    const int32_t made =
        depth > 0 && room ? make_any(generator, type, level, depth) : (int32_t)WGC_NONE;
    return made != WGC_NONE && !generator->failed && wgc_is_exact(generator->program, made, &bound)
               ? made
               : make_leaf(generator, type, level);
}

int32_t wgc_make_value(struct wgc_generator *generator, unsigned type, enum wgc_level level,
                       unsigned depth)
{
    const int32_t made = wgc_make_expression(generator, type, level, depth);
    uint64_t bound;
    if (!wgc_is_exact(generator->program, made, &bound) ||
        bound > wgc_exact_limit(WGC_TYPE_float)) {
        return wgc_make_literal(generator, type);
    }
    if (bound <= wgc_exact_bound(type)) {
        return made;
    }
    return wgc_make_converted(generator, type, wgc_make_converted(generator, WGC_TYPE_int, made));
}

/* One bit of the place, or a comparison of it with a number. */
static int32_t make_place_condition(struct wgc_generator *generator, unsigned type)
{
    static const uint8_t ops[] = {WGC_BINARY_LT, WGC_BINARY_EQ, WGC_BINARY_NE};
    const int32_t place = wgc_make_place(generator, type);
    const int32_t number = wgc_make(generator, WGC_NODE_CONST, type);
    wgc_node_at(generator, number)->value = wgc_pick(generator, 9);
    const int32_t made = wgc_make(generator, WGC_NODE_BINARY, WGC_TYPE_int);
    wgc_node_at(generator, made)->op = ops[wgc_pick(generator, 3)];
    wgc_node_at(generator, made)->a = place;
    wgc_node_at(generator, made)->b = number;
    return made;
}

int32_t wgc_make_condition(struct wgc_generator *generator, enum wgc_level level, unsigned depth)
{
    static const uint8_t compare[] = {WGC_BINARY_LT, WGC_BINARY_LE, WGC_BINARY_EQ, WGC_BINARY_NE};
    const unsigned number = wgc_pick(generator, 10);
    if (number < 2 && depth > 0) {
        const int32_t made = wgc_make_collective(generator, WGC_TYPE_int, level, depth - 1);
        if (made != WGC_NONE) {
            return made;
        }
    }
    const unsigned type = wgc_pick_type(generator);
    if (level == WGC_LEVEL_ITEM && !wgc_is_float(type) &&
        wgc_chance(generator, generator->options->weight[WGC_WEIGHT_place])) {
        return make_place_condition(generator, type);
    }
    if (number < 6 && !wgc_is_float(type)) {
        /* One bit or some of a value. */
        const int32_t mask = wgc_make(generator, WGC_NODE_CONST, type);
        wgc_node_at(generator, mask)->value = 1 + wgc_pick(generator, 7);
        const int32_t bits = wgc_make(generator, WGC_NODE_BINARY, type);
        const int32_t value = wgc_make_expression(generator, type, level, depth > 0 ? 1 : 0);
        wgc_node_at(generator, bits)->op = WGC_BINARY_AND;
        wgc_node_at(generator, bits)->a = value;
        wgc_node_at(generator, bits)->b = mask;
        const int32_t zero = wgc_make(generator, WGC_NODE_CONST, type);
        const int32_t made = wgc_make(generator, WGC_NODE_BINARY, WGC_TYPE_int);
        wgc_node_at(generator, made)->op =
            wgc_chance(generator, 50) ? WGC_BINARY_NE : WGC_BINARY_EQ;
        wgc_node_at(generator, made)->a = bits;
        wgc_node_at(generator, made)->b = zero;
        return made;
    }
    return make_two(generator, compare[wgc_pick(generator, 4)], WGC_TYPE_int, type, level,
                    depth + 1);
}
