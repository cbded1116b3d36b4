/* Statements of random programs. */
#include "explore/generator.h"

enum { MAX_ROUNDS = 48, MAX_DEPTH = 4, MAX_LOOPS = 3, MAX_SCALARS = 12 };

unsigned wgc_make_variable(struct wgc_generator *generator, unsigned kind, unsigned type,
                           enum wgc_level level, uint32_t length)
{
    const struct wgc_var var = {.kind = (uint8_t)kind,
                                .type = (uint8_t)type,
                                .level = (uint8_t)level,
                                .function = (uint16_t)generator->place.function,
                                .length = length};
    if (generator->program->var_count >= generator->program->var_capacity) {
        generator->failed = true;
        return 0;
    }
    return (unsigned)wgc_add_var(generator->program, &var);
}

unsigned wgc_pick_scalar(struct wgc_generator *generator, unsigned type, enum wgc_level level)
{
    const struct wgc_program *program = generator->program;
    const enum wgc_level most = wgc_lower(level, generator->place.flow);
    unsigned fitting[WGC_PROGRAM_MAX_VARS];
    unsigned count = 0, scalars = 0;
    for (unsigned v = 0; v < program->var_count; v++) {
        const struct wgc_var *var = &program->var[v];
        if (var->kind == WGC_VAR_SCALAR && var->function == generator->place.function) {
            scalars++;
            if (var->type == type && (enum wgc_level)var->level <= most) {
                fitting[count++] = v;
            }
        }
    }
    if (count > 0 && (scalars >= MAX_SCALARS || wgc_chance(generator, 65))) {
        return fitting[wgc_pick(generator, count)];
    }
    /* High levels are worth more: they keep ways uniform. */
    return wgc_make_variable(generator, WGC_VAR_SCALAR, type,
                             wgc_chance(generator, 70) ? most : wgc_pick_level(generator, most), 1);
}

int32_t wgc_make_assignment(struct wgc_generator *generator, unsigned var, int32_t value)
{
    const int32_t made = wgc_make(generator, WGC_NODE_ASSIGN, 0);
    wgc_node_at(generator, made)->var = (uint16_t)var;
    wgc_node_at(generator, made)->a = value;
    return made;
}

static int32_t make_assign(struct wgc_generator *generator)
{
    const unsigned type = wgc_pick_type(generator);
    const enum wgc_level level = wgc_pick_level(generator, generator->place.flow);
    const unsigned var = wgc_pick_scalar(generator, type, level);
    const int32_t value =
        wgc_make_value(generator, type, (enum wgc_level)generator->program->var[var].level, 3);
    return wgc_make_assignment(generator, var, value);
}

/* A result, alone or combined with a variable's old value. */
static int32_t make_collective(struct wgc_generator *generator)
{
    const int32_t call = wgc_make_collective(generator, -1, WGC_LEVEL_ITEM, 2);
    uint64_t bound;
    if (call == WGC_NONE || !wgc_is_exact(generator->program, call, &bound)) {
        return make_assign(generator);
    }
    const unsigned type = wgc_node_at(generator, call)->type;
    if (bound > wgc_exact_bound(type) || wgc_chance(generator, 12)) {
        return wgc_make_store(generator, call);
    }
    const unsigned collective = wgc_node_at(generator, call)->op;
    const bool separate =
        wgc_collective_may_be_separate(collective) && (generator->divided || !generator->plain);
    const enum wgc_level level =
        separate ? WGC_LEVEL_ITEM
                 : wgc_lower(wgc_collective_level(collective), generator->place.flow);
    const unsigned var = wgc_pick_scalar(generator, type, level);
    int32_t value = call;
    if (!wgc_is_float(type) && wgc_chance(generator, 35)) {
        const int32_t old = wgc_make(generator, WGC_NODE_VAR, type);
        wgc_node_at(generator, old)->var = (uint16_t)var;
        value = wgc_make(generator, WGC_NODE_BINARY, type);
        wgc_node_at(generator, value)->op =
            wgc_chance(generator, 50) ? WGC_BINARY_ADD : WGC_BINARY_XOR;
        wgc_node_at(generator, value)->a = old;
        wgc_node_at(generator, value)->b = call;
    }
    return wgc_make_assignment(generator, var, value);
}

int32_t wgc_make_store(struct wgc_generator *generator, int32_t value)
{
    if (generator->place.function != 0) {
        return make_assign(generator);
    }
    if (value == WGC_NONE) {
        value = wgc_make_expression(generator, wgc_pick_type(generator), WGC_LEVEL_ITEM, 2);
    }
    uint64_t bound;
    if (!wgc_is_exact(generator->program, value, &bound) ||
        bound > wgc_exact_limit(WGC_TYPE_float)) {
        return make_assign(generator);
    }
    const int32_t made = wgc_make(generator, WGC_NODE_STORE, 0);
    wgc_node_at(generator, made)->a = value;
    wgc_node_at(generator, made)->value = generator->stores++ % generator->program->outputs;
    return made;
}

/* Arms of if and switch: fills the list and lowers *escape. */
static int32_t make_arm(struct wgc_generator *generator, enum wgc_level flow,
                        enum wgc_level *escape)
{
    const struct wgc_place place = generator->place;
    generator->place.flow = flow;
    generator->place.depth++;
    const int32_t made = wgc_make_list(generator, 1 + wgc_pick(generator, 3), escape);
    generator->place = place;
    return made;
}

static int32_t make_if(struct wgc_generator *generator, bool is_switch, enum wgc_level *escape)
{
    enum wgc_level flow = generator->place.flow;
    const enum wgc_level level = wgc_pick_level(generator, WGC_LEVEL_WORK_GROUP);
    const bool could_break = generator->place.can_break;
    const bool place = is_switch && level == WGC_LEVEL_ITEM &&
                       wgc_chance(generator, generator->options->weight[WGC_WEIGHT_place]);
    const int32_t condition = place       ? wgc_make_place(generator, WGC_TYPE_uint)
                              : is_switch ? wgc_make_expression(generator, WGC_TYPE_uint, level, 2)
                                          : wgc_make_condition(generator, level, 1);
    const int32_t made = wgc_make(generator, is_switch ? WGC_NODE_SWITCH : WGC_NODE_IF, 0);
    const unsigned arms = is_switch                   ? 2 + wgc_pick(generator, 2)
                          : wgc_chance(generator, 50) ? 2
                                                      : 1;
    int32_t arm[3] = {WGC_NONE, WGC_NONE, WGC_NONE};
    flow = wgc_lower(flow, level);
    generator->place.can_break = could_break && !is_switch;
    for (unsigned i = 0; i < arms; i++) {
        arm[i] = make_arm(generator, flow, escape);
    }
    generator->place.can_break = could_break;
    wgc_note_choice(generator, level);
    wgc_node_at(generator, made)->a = condition;
    wgc_node_at(generator, made)->b = arm[0];
    wgc_node_at(generator, made)->c = arm[1];
    wgc_node_at(generator, made)->d = arm[2];
    wgc_node_at(generator, made)->value = is_switch ? arms : 0;
    return made;
}

/* How the work-items go round: decided first, for the body depends on it. */
static enum wgc_level pick_loop(struct wgc_generator *generator, enum wgc_level bound)
{
    const enum wgc_level flow = wgc_lower(generator->place.flow, bound);
    /* it may break on a lower level */
    return wgc_chance(generator, 30) ? wgc_pick_level(generator, flow) : flow;
}

/* In front of the loop's other statements, or after them: a work-item leaves by what it learns. */
static int32_t add_learned_exit(struct wgc_generator *generator, int32_t body)
{
    const int32_t learned = wgc_make_learned(generator);
    enum wgc_level inside = WGC_LEVEL_COUNT;
    if (learned == WGC_NONE) {
        return body;
    }
    const int32_t made = wgc_make(generator, WGC_NODE_IF, 0);
    generator->place.can_break = false; /* it does, at its end */
    int32_t last = make_arm(generator, WGC_LEVEL_ITEM, &inside);
    generator->place.can_break = true;
    wgc_node_at(generator, made)->a = learned;
    wgc_node_at(generator, made)->b = last;
    while (wgc_node_at(generator, last)->next != WGC_NONE) {
        last = wgc_node_at(generator, last)->next;
    }
    wgc_node_at(generator, last)->next = wgc_make(generator, WGC_NODE_BREAK, 0);
    if (wgc_chance(generator, 60)) {
        wgc_node_at(generator, made)->next = body;
        return made;
    }
    for (last = body; wgc_node_at(generator, last)->next != WGC_NONE;) {
        last = wgc_node_at(generator, last)->next;
    }
    wgc_node_at(generator, last)->next = made;
    return body;
}

/* learns: work-items leave it by what a call gives. */
static int32_t make_loop(struct wgc_generator *generator, bool learns, enum wgc_level *escape)
{
    const struct wgc_place place = generator->place;
    const unsigned rounds = 2 + wgc_pick(generator, 6);
    if (place.loops >= MAX_LOOPS || generator->rounds * rounds > MAX_ROUNDS) {
        return make_assign(generator);
    }
    const enum wgc_level level = wgc_pick_level(generator, WGC_LEVEL_WORK_GROUP);
    const bool constant = learns || wgc_chance(generator, 40);
    int32_t bound = WGC_NONE;
    if (constant) {
        bound = wgc_make(generator, WGC_NODE_CONST, WGC_TYPE_uint);
        wgc_node_at(generator, bound)->value =
            learns ? rounds - 1 : 1 + wgc_pick(generator, rounds - 1);
    } else {
        bound = wgc_make_expression(generator, WGC_TYPE_uint, level, 2);
    }
    const enum wgc_level flow =
        learns ? WGC_LEVEL_ITEM : pick_loop(generator, constant ? WGC_LEVEL_WORK_GROUP : level);
    generator->divided = true; /* by the round before, at least */
    const unsigned var = wgc_make_variable(generator, WGC_VAR_COUNTER, WGC_TYPE_uint, flow, 1);
    const int32_t made =
        wgc_make(generator, wgc_chance(generator, 70) ? WGC_NODE_FOR : WGC_NODE_DO, 0);
    enum wgc_level inside = WGC_LEVEL_COUNT;
    for (unsigned i = 0; i < generator->shared; i++) {
        generator->touched[i] = true; /* by the round before */
    }
    generator->counter[generator->counters++] = (uint16_t)var;
    generator->rounds *= rounds;
    generator->place.flow = generator->place.loop = flow;
    generator->place.loops++;
    generator->place.depth++;
    generator->place.can_break = generator->place.can_continue = true;
    generator->place.can_leave = false;
    int32_t body = wgc_make_list(generator, 1 + wgc_pick(generator, learns ? 2 : 4), &inside);
    body = learns && !generator->failed ? add_learned_exit(generator, body) : body;
    generator->place = place;
    generator->rounds /= rounds;
    generator->counters--;
    (void)escape; /* break and continue do not leave the loop */
    wgc_node_at(generator, made)->var = (uint16_t)var;
    wgc_node_at(generator, made)->value = rounds;
    wgc_node_at(generator, made)->a = bound;
    wgc_node_at(generator, made)->b = body;
    return made;
}

/* Whether leaving here by a condition of that level keeps what was decided for the loop. */
static bool may_break(const struct wgc_generator *generator, enum wgc_level level)
{
    return level >= generator->place.loop;
}

/* if (...) { break; }, or continue, or return. *escape as above. */
static int32_t make_escape(struct wgc_generator *generator, unsigned kind, enum wgc_level *escape)
{
    const struct wgc_place place = generator->place;
    const enum wgc_level level = wgc_pick_level(generator, place.flow);
    const bool possible = kind == WGC_NODE_BREAK ? place.can_break && may_break(generator, level)
                          : kind == WGC_NODE_CONTINUE ? place.can_continue
                                                      : place.can_leave && level >= place.leaving;
    if (!possible) {
        return make_assign(generator);
    }
    const int32_t condition = wgc_make_condition(generator, level, 1);
    int32_t first = WGC_NONE;
    const int32_t leave = wgc_make(generator, kind, 0);
    generator->place.flow = level;
    if (kind == WGC_NODE_RETURN && place.function != 0) {
        const struct wgc_function *function = &generator->program->function[place.function];
        const int32_t value =
            wgc_make_value(generator, function->type, (enum wgc_level)function->level, 2);
        wgc_node_at(generator, leave)->a = value;
    } else if (kind == WGC_NODE_RETURN) {
        first = wgc_make_store(generator, WGC_NONE);
        wgc_node_at(generator, first)->next = leave;
    }
    generator->place = place;
    const int32_t made = wgc_make(generator, WGC_NODE_IF, 0);
    wgc_node_at(generator, made)->a = condition;
    wgc_node_at(generator, made)->b = first == WGC_NONE ? leave : first;
    *escape = wgc_lower(*escape, level);
    wgc_note_choice(generator, level);
    return made;
}

static int32_t make_array(struct wgc_generator *generator)
{
    const struct wgc_program *program = generator->program;
    int var = -1;
    for (unsigned v = 0; v < program->var_count; v++) {
        if (program->var[v].kind == WGC_VAR_ARRAY &&
            program->var[v].function == generator->place.function &&
            (enum wgc_level)program->var[v].level <= generator->place.flow &&
            (var < 0 || wgc_chance(generator, 50))) {
            var = (int)v;
        }
    }
    if (var < 0) {
        const unsigned type = wgc_pick_type(generator);
        const enum wgc_level most = wgc_pick_level(generator, generator->place.flow);
        const uint32_t length = UINT32_C(2) << wgc_pick(generator, 3);
        var = (int)wgc_make_variable(generator, WGC_VAR_ARRAY, type, most, length);
    }
    const enum wgc_level level = (enum wgc_level)program->var[var].level;
    const int32_t index = wgc_make_expression(generator, WGC_TYPE_uint, level, 1);
    const int32_t value = wgc_make_value(generator, program->var[var].type, level, 2);
    const int32_t made = wgc_make(generator, WGC_NODE_SET, 0);
    wgc_node_at(generator, made)->var = (uint16_t)var;
    wgc_node_at(generator, made)->a = value;
    wgc_node_at(generator, made)->b = index;
    return made;
}

static int32_t make_barrier(struct wgc_generator *generator)
{
    const bool sub_groups = (generator->families >> WGC_FAMILY_SUB_GROUP & 1) != 0;
    const bool independent = (generator->families >> WGC_FAMILY_INDEPENDENT & 1) != 0;
    const enum wgc_level level = generator->place.flow;
    unsigned kind = WGC_NODE_BARRIER;
    if (sub_groups && wgc_chance(generator, 40)) {
        kind = WGC_NODE_SUB_BARRIER;
    }
    if (level < WGC_LEVEL_WORK_GROUP) {
        if (level < WGC_LEVEL_SUB_GROUP || !sub_groups || !independent ||
            generator->options->weight[WGC_WEIGHT_divergent_call] == 0) {
            return make_assign(generator);
        }
        kind = WGC_NODE_SUB_BARRIER;
    }
    const int32_t made = wgc_make(generator, kind, 0);
    wgc_node_at(generator, made)->op = (uint8_t)(1 + wgc_pick(generator, 3));
    wgc_node_at(generator, made)->value = kind == WGC_NODE_BARRIER && wgc_chance(generator, 40);
    return made;
}

static unsigned pick_statement(struct wgc_generator *generator)
{
    const uint32_t *weight = generator->options->weight;
    uint32_t sum = 0;
    for (unsigned i = 0; i <= WGC_WEIGHT_learned_exit; i++) {
        sum += weight[i] > 1000 ? 1000 : weight[i];
    }
    uint32_t number = wgc_pick(generator, sum); /* no weights: assignments */
    for (unsigned i = 0; i <= WGC_WEIGHT_learned_exit; i++) {
        const uint32_t one = weight[i] > 1000 ? 1000 : weight[i];
        if (number < one) {
            return i;
        }
        number -= one;
    }
    return WGC_WEIGHT_assign;
}

/* A loop with an exit is made of constructs that may be left out. */
static bool may_learn(const uint32_t *weight)
{
    return weight[WGC_WEIGHT_divided_call] > 0 && weight[WGC_WEIGHT_loop] > 0 &&
           weight[WGC_WEIGHT_if] > 0 && weight[WGC_WEIGHT_break] > 0;
}

/* One statement, or several that belong together. */
static int32_t make_statement(struct wgc_generator *generator, enum wgc_level *escape)
{
    const unsigned what = pick_statement(generator);
    const bool deep = generator->place.depth >= MAX_DEPTH || generator->budget < 3;
    int32_t made = WGC_NONE;
    switch (what) {
    case WGC_WEIGHT_collective:
        return make_collective(generator);
    case WGC_WEIGHT_store:
        return wgc_make_store(generator, WGC_NONE);
    case WGC_WEIGHT_if:
    case WGC_WEIGHT_switch:
        return deep ? make_collective(generator)
                    : make_if(generator, what == WGC_WEIGHT_switch, escape);
    case WGC_WEIGHT_loop:
        return deep ? make_collective(generator) : make_loop(generator, false, escape);
    case WGC_WEIGHT_array:
        return make_array(generator);
    case WGC_WEIGHT_shared:
    case WGC_WEIGHT_atomic:
        made = wgc_make_shared(generator, what == WGC_WEIGHT_atomic);
        return made != WGC_NONE ? made : make_assign(generator);
    case WGC_WEIGHT_call:
        made = wgc_make_call(generator);
        return made != WGC_NONE ? made : make_assign(generator);
    case WGC_WEIGHT_break:
        return make_escape(generator,
                           wgc_chance(generator, 60) ? WGC_NODE_BREAK : WGC_NODE_CONTINUE, escape);
    case WGC_WEIGHT_return:
        return make_escape(generator, WGC_NODE_RETURN, escape);
    case WGC_WEIGHT_barrier:
        return make_barrier(generator);
    case WGC_WEIGHT_same_call:
        made = wgc_make_same_call(generator);
        return made != WGC_NONE ? made : make_assign(generator);
    case WGC_WEIGHT_learned_exit:
        return deep || !may_learn(generator->options->weight) ? make_collective(generator)
                                                              : make_loop(generator, true, escape);
    default:
        return make_assign(generator);
    }
}

int32_t wgc_make_list(struct wgc_generator *generator, unsigned count, enum wgc_level *escape)
{
    const enum wgc_level flow = generator->place.flow;
    const bool plain = generator->plain;
    int32_t head = WGC_NONE, last = WGC_NONE;
    for (unsigned i = 0; !generator->failed && i < count && (i == 0 || generator->budget > 0);
         i++) {
        enum wgc_level one = WGC_LEVEL_COUNT;
        generator->budget -= generator->budget > 0;
        generator->plain = !generator->divided && wgc_chance(generator, 40);
        const int32_t made = make_statement(generator, &one);
        if (head == WGC_NONE) {
            head = made;
        } else {
            wgc_node_at(generator, last)->next = made;
        }
        for (last = made; wgc_node_at(generator, last)->next != WGC_NONE;) {
            last = wgc_node_at(generator, last)->next;
        }
        /* Those that did not leave continue, on a lower level. */
        generator->place.flow = wgc_lower(generator->place.flow, one);
        *escape = wgc_lower(*escape, one);
    }
    generator->place.flow = flow;
    generator->plain = plain;
    return head;
}
