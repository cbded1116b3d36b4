/* The values of expressions, for all work-items that evaluate them. */
#include "explore/machine.h"

/* value as one of the type: an integer wraps; a floating-point one must be exact. */
static bool fit(struct wgc_machine *machine, unsigned type, uint64_t *value)
{
    const int64_t number = (int64_t)*value;
    if (!wgc_is_float(type)) {
        *value = wgc_wrap(type, *value);
        return true;
    }
    const uint64_t magnitude = (uint64_t)(number < 0 ? -number : number);
    return magnitude <= wgc_exact_limit(type) ||
           wgc_machine_fail(machine, WGC_BAD_PROGRAM, "a floating-point value is not exact");
}

static unsigned leading_zeros(unsigned bits, uint64_t value)
{
    unsigned count = 0;
    while (count < bits && (value >> (bits - 1 - count) & 1) == 0) {
        count++;
    }
    return count;
}

static uint64_t unary(unsigned op, unsigned type, uint64_t a)
{
    const unsigned bits = wgc_bits(type);
    const uint64_t pattern = bits == 64 ? a : a & ((UINT64_C(1) << bits) - 1);
    uint64_t count = 0;
    switch (op) {
    case WGC_UNARY_NEG:
        return 0 - a;
    case WGC_UNARY_NOT:
        return ~a;
    case WGC_UNARY_LNOT:
        return a == 0;
    case WGC_UNARY_ABS:
        return wgc_is_float(type) && (int64_t)a < 0 ? 0 - a : a;
    case WGC_UNARY_POPCOUNT:
        for (uint64_t rest = pattern; rest != 0; rest &= rest - 1) {
            count++;
        }
        return count;
    default:
        return leading_zeros(bits, pattern);
    }
}

static uint64_t rotate(unsigned bits, uint64_t a, uint64_t by)
{
    const uint64_t pattern = bits == 64 ? a : a & ((UINT64_C(1) << bits) - 1);
    by %= bits;
    return by == 0 ? pattern : pattern << by | pattern >> (bits - by);
}

static uint64_t shift_right(unsigned type, uint64_t a, unsigned by)
{
    if (wgc_is_unsigned(type) || (int64_t)a >= 0) {
        return a >> by;
    }
    return ~(~a >> by); /* ones come in */
}

static uint64_t binary(unsigned op, unsigned type, uint64_t a, uint64_t b)
{
    const unsigned bits = wgc_bits(type);
    switch (op) {
    case WGC_BINARY_ADD:
        return a + b;
    case WGC_BINARY_SUB:
        return a - b;
    case WGC_BINARY_MUL:
        return a * b;
    case WGC_BINARY_MIN:
        return wgc_machine_less(type, b, a) ? b : a;
    case WGC_BINARY_MAX:
        return wgc_machine_less(type, a, b) ? b : a;
    case WGC_BINARY_AND:
        return a & b;
    case WGC_BINARY_OR:
        return a | b;
    case WGC_BINARY_XOR:
        return a ^ b;
    case WGC_BINARY_SHL:
        return a << (b & (bits - 1));
    case WGC_BINARY_SHR:
        return shift_right(type, a, (unsigned)(b & (bits - 1)));
    case WGC_BINARY_ROTATE:
        return rotate(bits, a, b & (bits - 1));
    case WGC_BINARY_DIV:
        return a / (b | 1);
    case WGC_BINARY_MOD:
        return a % (b | 1);
    case WGC_BINARY_LT:
        return wgc_machine_less(type, a, b);
    case WGC_BINARY_LE:
        return !wgc_machine_less(type, b, a);
    case WGC_BINARY_EQ:
        return a == b;
    default:
        return a != b;
    }
}

/* An integer becomes a floating-point number of few bits; a floating-point number an int first. */
static uint64_t convert(unsigned from, unsigned to, uint64_t a)
{
    return wgc_is_float(to) && !wgc_is_float(from) ? a & wgc_exact_bound(to) : a;
}

static uint64_t identify(const struct wgc_machine *machine, unsigned id, size_t item)
{
    const uint32_t *local = machine->program->local;
    switch (id) {
    case WGC_ID_LOCAL_LINEAR:
        return item;
    case WGC_ID_LOCAL_X:
        return item % local[0];
    case WGC_ID_LOCAL_Y:
        return item / local[0] % local[1];
    case WGC_ID_LOCAL_Z:
        return item / local[0] / local[1];
    case WGC_ID_GROUP:
        return machine->group;
    case WGC_ID_ITEMS:
        return machine->items;
    case WGC_ID_SUB_GROUP:
        return machine->sub_group[item];
    case WGC_ID_LANE:
        return machine->lane[item];
    case WGC_ID_LANES:
        return machine->lanes[item];
    default:
        return machine->sub_groups;
    }
}

static uint64_t leaf(const struct wgc_machine *machine, const struct wgc_node *node, size_t item)
{
    const size_t inputs = machine->program->inputs;
    switch (node->kind) {
    case WGC_NODE_CONST:
        return node->value;
    case WGC_NODE_VAR:
        return machine->value[node->var][item];
    case WGC_NODE_INPUT:
        return machine->in[(machine->group * machine->items + item) * inputs + node->value];
    case WGC_NODE_GROUP_INPUT:
        return machine->in[(machine->layout.total + machine->group) * inputs + node->value];
    default:
        return identify(machine, node->op, item);
    }
}

static bool element(struct wgc_machine *machine, const struct wgc_node *node,
                    const unsigned char *mask, uint64_t *result)
{
    const struct wgc_var *var = &machine->program->var[node->var];
    if (node->kind == WGC_NODE_ELEMENT && !wgc_machine_evaluate(machine, node->a, mask, result)) {
        return false;
    }
    for (size_t i = 0; i < machine->items; i++) {
        if (!mask[i]) {
            continue;
        }
        const uint64_t at =
            node->kind == WGC_NODE_OWN ? node->value * machine->items + i : result[i] % var->length;
        if (!wgc_is_shared(var)) {
            result[i] = machine->value[node->var][at * machine->items + i];
            continue;
        }
        if (!wgc_machine_touch(machine, node->var, at, i, WGC_ACCESS_ANY_READ, 0)) {
            return false;
        }
        result[i] = machine->value[node->var][at];
    }
    return true;
}

static bool any(const struct wgc_machine *machine, const unsigned char *mask)
{
    for (size_t i = 0; i < machine->items; i++) {
        if (mask[i]) {
            return true;
        }
    }
    return false;
}

/* An operand that only those evaluate whose condition is (condition != 0) == when. */
static bool evaluate_if(struct wgc_machine *machine, int32_t at, const unsigned char *mask,
                        const uint64_t *condition, bool when, uint64_t *result)
{
    unsigned char *chosen = wgc_machine_take_mask(machine);
    uint64_t *value = wgc_machine_take(machine);
    if (chosen == NULL || value == NULL) {
        return false;
    }
    for (size_t i = 0; i < machine->items; i++) {
        chosen[i] = mask[i] && (condition[i] != 0) == when;
    }
    if (any(machine, chosen) && !wgc_machine_evaluate(machine, at, chosen, value)) {
        return false;
    }
    for (size_t i = 0; i < machine->items; i++) {
        result[i] = chosen[i] ? value[i] : result[i];
    }
    return true;
}

/* The condition decided who evaluated an operand. */
static void divide(struct wgc_machine *machine, const unsigned char *mask, uint64_t *condition)
{
    for (size_t i = 0; i < machine->items; i++) {
        condition[i] = condition[i] != 0;
    }
    wgc_machine_divide(machine, mask, condition);
}

static bool logic(struct wgc_machine *machine, const struct wgc_node *node,
                  const unsigned char *mask, uint64_t *result)
{
    uint64_t *first = wgc_machine_take(machine);
    if (first == NULL || !wgc_machine_evaluate(machine, node->a, mask, first)) {
        return false;
    }
    for (size_t i = 0; i < machine->items; i++) {
        result[i] = first[i];
    }
    if (!evaluate_if(machine, node->b, mask, first, node->op == WGC_BINARY_LAND, result)) {
        return false;
    }
    divide(machine, mask, first);
    for (size_t i = 0; i < machine->items; i++) {
        result[i] = result[i] != 0;
    }
    return true;
}

static bool select(struct wgc_machine *machine, const struct wgc_node *node,
                   const unsigned char *mask, uint64_t *result)
{
    uint64_t *condition = wgc_machine_take(machine);
    if (condition == NULL || !wgc_machine_evaluate(machine, node->a, mask, condition) ||
        !evaluate_if(machine, node->b, mask, condition, true, result) ||
        !evaluate_if(machine, node->c, mask, condition, false, result)) {
        return false;
    }
    divide(machine, mask, condition);
    return true;
}

static bool operate(struct wgc_machine *machine, const struct wgc_node *node,
                    const unsigned char *mask, uint64_t *result)
{
    const unsigned type = machine->program->node[node->a].type;
    const bool two = node->kind == WGC_NODE_BINARY;
    uint64_t *a = wgc_machine_take(machine), *b = two ? wgc_machine_take(machine) : a;
    if (a == NULL || b == NULL || !wgc_machine_evaluate(machine, node->a, mask, a) ||
        (two && !wgc_machine_evaluate(machine, node->b, mask, b))) {
        return false;
    }
    for (size_t i = 0; i < machine->items; i++) {
        if (!mask[i]) {
            continue;
        }
        result[i] = two                            ? binary(node->op, type, a[i], b[i])
                    : node->kind == WGC_NODE_UNARY ? unary(node->op, type, a[i])
                                                   : convert(type, node->type, a[i]);
        if (!fit(machine, node->type, &result[i])) {
            return false;
        }
    }
    return true;
}

static bool collective(struct wgc_machine *machine, const struct wgc_node *node,
                       const unsigned char *mask, uint64_t *result)
{
    uint64_t *value[4] = {NULL, NULL, NULL, NULL};
    for (size_t i = 0; i < 4; i++) {
        if (node->operand[i] == WGC_NONE) {
            continue;
        }
        value[i] = wgc_machine_take(machine);
        if (value[i] == NULL || !wgc_machine_evaluate(machine, node->operand[i], mask, value[i])) {
            return false;
        }
    }
    const uint64_t *const arguments[] = {value[1], value[2], value[3]};
    return wgc_machine_collective(machine, node, mask, value[0], arguments, result);
}

bool wgc_machine_evaluate(struct wgc_machine *machine, int32_t at, const unsigned char *mask,
                          uint64_t *result)
{
    const struct wgc_node *node = &machine->program->node[at];
    const size_t used = machine->slots_used;
    bool right = true;
    if (machine->steps-- == 0) {
        machine->steps = 0;
        return wgc_machine_fail(machine, WGC_BAD_PROGRAM, "too many steps");
    }
    switch (node->kind) {
    case WGC_NODE_ELEMENT:
    case WGC_NODE_OWN:
        right = element(machine, node, mask, result);
        break;
    case WGC_NODE_UNARY:
    case WGC_NODE_CONVERT:
        right = operate(machine, node, mask, result);
        break;
    case WGC_NODE_BINARY:
        right = node->op >= WGC_BINARY_LAND ? logic(machine, node, mask, result)
                                            : operate(machine, node, mask, result);
        break;
    case WGC_NODE_SELECT:
        right = select(machine, node, mask, result);
        break;
    case WGC_NODE_COLLECTIVE:
        right = collective(machine, node, mask, result);
        break;
    default:
        for (size_t i = 0; i < machine->items; i++) {
            result[i] = mask[i] ? leaf(machine, node, i) : 0;
        }
    }
    machine->slots_used = used;
    return right;
}
