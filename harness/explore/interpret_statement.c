/* The statements of a program, for all work-items that execute them. */
#include "explore/machine.h"

#include <string.h>

static bool run_list(struct wgc_machine *machine, int32_t first, unsigned char *mask);

static bool any(const struct wgc_machine *machine, const unsigned char *mask)
{
    return memchr(mask, 1, machine->items) != NULL;
}

bool wgc_machine_is_whole(const struct wgc_machine *machine, const unsigned char *mask,
                          enum wgc_level level)
{
    if (level == WGC_LEVEL_WORK_GROUP) {
        return memchr(mask, 0, machine->items) == NULL;
    }
    for (size_t i = 0; level == WGC_LEVEL_SUB_GROUP && i < machine->items; i++) {
        if (mask[i] != mask[machine->member[machine->first[machine->sub_group[i]]]]) {
            return false;
        }
    }
    return true;
}

bool wgc_machine_touch(struct wgc_machine *machine, unsigned var, uint64_t element, size_t item,
                       enum wgc_access access, unsigned op)
{
    struct wgc_touch *touch = &machine->touch[var][element];
    const bool local = machine->program->var[var].kind == WGC_VAR_LOCAL;
    const uint32_t epoch = local ? machine->local_epoch : machine->global_epoch;
    const uint32_t own = (uint32_t)item + 1;
    bool race = false;
    if (touch->epoch != epoch) {
        *touch = (struct wgc_touch){.epoch = epoch};
    }
    const bool written = touch->writer != 0 && touch->writer != own;
    const bool read = touch->reader != 0 && touch->reader != own;
    switch (access) {
    case WGC_ACCESS_ATOMIC:
        race = touch->writer != 0 || touch->reader != 0 ||
               (touch->atomic != 0 && touch->atomic != op + 1);
        touch->atomic = op + 1;
        break;
    case WGC_ACCESS_OWN_WRITE:
        race = written || read || touch->atomic != 0;
        touch->writer = own;
        break;
    default:
        race = written || touch->atomic != 0;
        touch->reader = read ? WGC_TOUCH_MANY : own;
    }
    return !race ||
           wgc_machine_fail(machine, WGC_BAD_PROGRAM, "work-items race for element %llu of v%u",
                            (unsigned long long)element, var);
}

/* Evaluates into an array that the caller releases; NULL after a failure. */
static uint64_t *value_of(struct wgc_machine *machine, int32_t at, const unsigned char *mask)
{
    uint64_t *value = wgc_machine_take(machine);
    return value != NULL && wgc_machine_evaluate(machine, at, mask, value) ? value : NULL;
}

static bool set(struct wgc_machine *machine, const struct wgc_node *node, unsigned char *mask)
{
    const struct wgc_var *var = &machine->program->var[node->var];
    const bool indexed = node->kind == WGC_NODE_SET || node->kind == WGC_NODE_ATOMIC;
    const uint64_t *index = indexed ? value_of(machine, node->b, mask) : NULL;
    if (indexed && index == NULL) {
        return false;
    }
    const uint64_t *value = value_of(machine, node->a, mask);
    if (value == NULL) {
        return false;
    }
    for (size_t i = 0; i < machine->items; i++) {
        uint64_t *const to = machine->value[node->var];
        const uint64_t at =
            index != NULL ? index[i] % var->length : node->value * machine->items + i;
        if (!mask[i]) {
            continue;
        }
        if (node->kind == WGC_NODE_ASSIGN) {
            to[i] = value[i];
        } else if (node->kind == WGC_NODE_SET) {
            to[at * machine->items + i] = value[i];
        } else if (node->kind == WGC_NODE_SET_OWN) {
            if (!wgc_machine_touch(machine, node->var, at, i, WGC_ACCESS_OWN_WRITE, 0)) {
                return false;
            }
            to[at] = value[i];
        } else {
            if (!wgc_machine_touch(machine, node->var, at, i, WGC_ACCESS_ATOMIC, node->operation)) {
                return false;
            }
            to[at] = wgc_machine_combine(node->operation, var->type, to[at], value[i]);
        }
    }
    return true;
}

static bool store(struct wgc_machine *machine, const struct wgc_node *node, unsigned char *mask)
{
    const unsigned type = machine->program->node[node->a].type;
    const uint64_t *value = value_of(machine, node->a, mask);
    for (size_t i = 0; value != NULL && i < machine->items; i++) {
        const size_t item = machine->group * machine->items + i;
        uint32_t *words = &machine->out[(item * machine->program->outputs + node->value) * 2];
        if (mask[i]) {
            words[0] = (uint32_t)value[i];
            if (wgc_bits(type) == 64 && !wgc_is_float(type)) {
                words[1] = (uint32_t)(value[i] >> 32);
            }
        }
    }
    return value != NULL;
}

/* The arms of if (0: true, 1: false) and switch; all that did not leave meet again. */
static bool choose(struct wgc_machine *machine, const struct wgc_node *node, unsigned char *mask)
{
    uint64_t *value = value_of(machine, node->a, mask); /* becomes the number of the arm */
    unsigned char *here = wgc_machine_take_mask(machine);
    unsigned char *after = wgc_machine_take_mask(machine);
    if (value == NULL || here == NULL || after == NULL) {
        return false;
    }
    memset(after, 0, machine->items);
    for (size_t i = 0; i < machine->items; i++) {
        value[i] = node->kind == WGC_NODE_IF ? (uint64_t)(value[i] == 0) : value[i] % node->value;
    }
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < machine->items; i++) {
            here[i] = mask[i] && value[i] == k;
        }
        if (any(machine, here) && !run_list(machine, node->operand[1 + k], here)) {
            return false;
        }
        for (size_t i = 0; i < machine->items; i++) {
            after[i] |= here[i];
        }
    }
    wgc_machine_divide(machine, mask, value);
    memcpy(mask, after, machine->items);
    return true;
}

static bool loop(struct wgc_machine *machine, const struct wgc_node *node, unsigned char *mask)
{
    const struct wgc_frame outer = machine->frame;
    const uint64_t *bound = value_of(machine, node->a, mask);
    unsigned char *here = wgc_machine_take_mask(machine);
    unsigned char *continued = wgc_machine_take_mask(machine);
    uint64_t *counter = machine->value[node->var], *goes_on = wgc_machine_take(machine);
    if (bound == NULL || here == NULL || continued == NULL || goes_on == NULL) {
        return false;
    }
    machine->frame.continued = continued;
    for (size_t i = 0; i < machine->items; i++) {
        const uint64_t rounds = bound[i] % node->value;
        here[i] = mask[i] && (node->kind == WGC_NODE_DO || rounds > 0);
        counter[i] = mask[i] ? 0 : counter[i];
    }
    while (any(machine, here)) {
        for (size_t i = 0; i < machine->items; i++) {
            goes_on[i] = here[i];
        }
        wgc_machine_divide(machine, mask, goes_on);
        memset(continued, 0, machine->items);
        if (!run_list(machine, node->b, here)) {
            return false;
        }
        for (size_t i = 0; i < machine->items; i++) {
            here[i] |= continued[i];
            counter[i] += here[i];
            here[i] = here[i] && counter[i] < bound[i] % node->value;
        }
    }
    machine->frame = outer;
    for (size_t i = 0; i < machine->items; i++) {
        mask[i] = mask[i] && !machine->frame.returned[i];
    }
    return true;
}

/* Arguments become parameters, and the function's variables are new. */
static bool enter(struct wgc_machine *machine, const struct wgc_node *node,
                  const unsigned char *mask)
{
    const struct wgc_program *program = machine->program;
    int32_t argument = node->b;
    for (size_t v = 0; v < program->var_count; v++) {
        const struct wgc_var *var = &program->var[v];
        const uint64_t *value = NULL;
        if (var->function != node->value || wgc_is_shared(var)) {
            continue;
        }
        if (var->kind == WGC_VAR_PARAMETER) {
            value = value_of(machine, argument, mask);
            if (value == NULL) {
                return false;
            }
            argument = program->node[argument].next;
        }
        for (size_t e = 0; e < var->length; e++) {
            for (size_t i = 0; i < machine->items; i++) {
                uint64_t *to = &machine->value[v][e * machine->items + i];
                *to = !mask[i] ? *to : value != NULL ? value[i] : 0;
            }
        }
    }
    return true;
}

static bool call(struct wgc_machine *machine, const struct wgc_node *node,
                 const unsigned char *mask)
{
    const struct wgc_frame outer = machine->frame;
    const struct wgc_frame inner = {.returned = wgc_machine_take_mask(machine),
                                    .result = wgc_machine_take(machine)};
    unsigned char *here = wgc_machine_take_mask(machine);
    if (inner.returned == NULL || inner.result == NULL || here == NULL ||
        !enter(machine, node, mask)) {
        return false;
    }
    memset(inner.returned, 0, machine->items);
    memcpy(here, mask, machine->items);
    machine->frame = inner;
    if (!run_list(machine, machine->program->function[node->value].body, here)) {
        return false;
    }
    machine->frame = outer;
    for (size_t i = 0; i < machine->items; i++) {
        if (mask[i]) {
            machine->value[node->var][i] = inner.result[i];
        }
    }
    return true;
}

static bool leave(struct wgc_machine *machine, const struct wgc_node *node, unsigned char *mask)
{
    if (node->kind == WGC_NODE_CONTINUE && machine->frame.continued != NULL) {
        for (size_t i = 0; i < machine->items; i++) {
            machine->frame.continued[i] |= mask[i];
        }
    } else if (node->kind == WGC_NODE_RETURN) {
        const uint64_t *value = node->a == WGC_NONE ? NULL : value_of(machine, node->a, mask);
        if (value == NULL && node->a != WGC_NONE) {
            return false;
        }
        for (size_t i = 0; i < machine->items; i++) {
            machine->frame.returned[i] |= mask[i];
            if (mask[i] && value != NULL) {
                machine->frame.result[i] = value[i];
            }
        }
    }
    memset(mask, 0, machine->items);
    return true;
}

static bool barrier(struct wgc_machine *machine, const struct wgc_node *node,
                    const unsigned char *mask)
{
    const bool whole = node->kind == WGC_NODE_BARRIER;
    if (!wgc_machine_is_whole(machine, mask, whole ? WGC_LEVEL_WORK_GROUP : WGC_LEVEL_SUB_GROUP)) {
        return wgc_machine_fail(machine, WGC_BAD_PROGRAM,
                                "not all work-items of a group reach a barrier");
    }
    machine->local_epoch += whole && (node->op & WGC_FENCE_LOCAL) != 0;
    machine->global_epoch += whole && (node->op & WGC_FENCE_GLOBAL) != 0;
    return true;
}

static bool run_statement(struct wgc_machine *machine, const struct wgc_node *node,
                          unsigned char *mask)
{
    switch (node->kind) {
    case WGC_NODE_STORE:
        return store(machine, node, mask);
    case WGC_NODE_IF:
    case WGC_NODE_SWITCH:
        return choose(machine, node, mask);
    case WGC_NODE_FOR:
    case WGC_NODE_DO:
        return loop(machine, node, mask);
    case WGC_NODE_BREAK:
    case WGC_NODE_CONTINUE:
    case WGC_NODE_RETURN:
        return leave(machine, node, mask);
    case WGC_NODE_CALL:
        return call(machine, node, mask);
    case WGC_NODE_BARRIER:
    case WGC_NODE_SUB_BARRIER:
        return barrier(machine, node, mask);
    default:
        return set(machine, node, mask);
    }
}

/* Removes those from the mask that leave the list early. */
static bool run_list(struct wgc_machine *machine, int32_t first, unsigned char *mask)
{
    for (int32_t at = first; at != WGC_NONE && any(machine, mask);
         at = machine->program->node[at].next) {
        const size_t used = machine->slots_used;
        if (machine->steps-- == 0) {
            machine->steps = 0;
            return wgc_machine_fail(machine, WGC_BAD_PROGRAM, "too many steps");
        }
        if (!run_statement(machine, &machine->program->node[at], mask)) {
            return false;
        }
        machine->slots_used = used;
    }
    return true;
}

bool wgc_machine_run_group(struct wgc_machine *machine)
{
    unsigned char *mask = wgc_machine_take_mask(machine);
    machine->frame = (struct wgc_frame){.returned = wgc_machine_take_mask(machine)};
    if (mask == NULL || machine->frame.returned == NULL) {
        return false;
    }
    memset(mask, 1, machine->items);
    memset(machine->frame.returned, 0, machine->items);
    return run_list(machine, machine->program->function[0].body, mask);
}
