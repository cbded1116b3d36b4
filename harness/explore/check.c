/*
 * Whether a program is well defined on every device: levels, races and exactness.
 *
 * Levels. Each variable has a level, and is assigned only values of that level or above, on ways of
 * that level or above. A condition lowers the level of what depends on it; what leaves a loop or a
 * function early lowers the level of the rest. A collective function may be only on ways of the
 * level of its group.
 *
 * Non-uniform functions may be anywhere. Where work-items of the sub-group took different ways
 * before that have ended, parts of those that come there may call separately: the result differs
 * from item to item, and the kernel records it.
 */
#include "explore/parts.h"

#include <string.h>

/* The lowest level of the ways on which break, continue and return are reached. */
struct escapes {
    enum wgc_level by_break, by_continue, by_return; /* WGC_LEVEL_COUNT: none */
};

static const struct escapes no_escapes = {WGC_LEVEL_COUNT, WGC_LEVEL_COUNT, WGC_LEVEL_COUNT};

bool wgc_check_fail(const struct wgc_check *check, const char *reason)
{
    wgc_statement_error(check->program, check->statement, check->err, reason);
    return false;
}

static void join(struct escapes *escapes, const struct escapes *other)
{
    escapes->by_break = wgc_lower(escapes->by_break, other->by_break);
    escapes->by_continue = wgc_lower(escapes->by_continue, other->by_continue);
    escapes->by_return = wgc_lower(escapes->by_return, other->by_return);
}

static bool walk_list(struct wgc_check *check, int32_t first, enum wgc_level flow,
                      struct escapes *escapes);

/* An expression of a statement. Its parts are evaluated in any order: a choice divides work-items
 * for all of them. */
static bool check_whole(struct wgc_check *check, int32_t at, enum wgc_level flow,
                        enum wgc_level *level)
{
    const bool divided = check->divided;
    return wgc_check_expression(check, at, flow, level) &&
           (check->divided == divided || wgc_check_expression(check, at, flow, level));
}

/* A value for a variable, parameter, result or output of the type. */
static bool check_value(struct wgc_check *check, int32_t at, uint64_t most, enum wgc_level flow,
                        enum wgc_level sought)
{
    enum wgc_level level;
    uint64_t bound;
    if (!check_whole(check, at, flow, &level)) {
        return false;
    }
    if (level < sought) {
        return wgc_check_fail(check, "the value differs where it has to be the same");
    }
    if (!wgc_is_exact(check->program, at, &bound) || bound > most) {
        return wgc_check_fail(check, "the floating-point value may be too large to be exact");
    }
    return true;
}

static bool check_assignment(struct wgc_check *check, const struct wgc_node *node,
                             enum wgc_level flow)
{
    const struct wgc_var *var = &check->program->var[node->var];
    const enum wgc_level sought = wgc_is_shared(var) ? WGC_LEVEL_ITEM : (enum wgc_level)var->level;
    check->families |= wgc_type_families(var->type);
    if (flow < sought) {
        return wgc_check_fail(check, "not all work-items of its level reach the assignment");
    }
    bool divided;
    do { /* index and value are evaluated in any order */
        divided = check->divided;
        if ((node->kind != WGC_NODE_ASSIGN && node->b != WGC_NONE &&
             !check_value(check, node->b, UINT64_MAX, flow, sought)) ||
            !check_value(check, node->a, wgc_exact_bound(var->type), flow, sought)) {
            return false;
        }
    } while (check->divided != divided);
    return true;
}

static bool check_access(struct wgc_check *check, const struct wgc_node *node, uint32_t access)
{
    return wgc_access_add(check->program, &check->accesses, node->var, access) ||
           wgc_check_fail(check, "a data race: no barrier since an access of another work-item");
}

static bool check_condition(struct wgc_check *check, int32_t at, enum wgc_level flow,
                            enum wgc_level *level)
{
    uint64_t bound;
    return check_whole(check, at, flow, level) &&
           (wgc_is_exact(check->program, at, &bound) ||
            wgc_check_fail(check, "a floating-point value may be too large to be exact"));
}

/* The arms of if and switch. Where not all of the work-group take the same one, accesses in
 * different arms are not ordered. */
static bool walk_arms(struct wgc_check *check, const struct wgc_node *node, enum wgc_level flow,
                      struct escapes *escapes)
{
    enum wgc_level level;
    if (!check_condition(check, node->a, flow, &level)) {
        return false;
    }
    flow = wgc_lower(flow, level);
    const struct wgc_accesses before = check->accesses;
    const bool divided = check->divided;
    bool divides = level == WGC_LEVEL_ITEM;
    struct wgc_accesses after = before;
    for (size_t i = 1; i < WGC_OPERANDS; i++) {
        check->divided = divided;
        if (flow == WGC_LEVEL_WORK_GROUP) {
            check->accesses = before;
        }
        if (!walk_list(check, node->operand[i], flow, escapes)) {
            return false;
        }
        wgc_access_join(&after, &check->accesses);
        divides = divides || check->divided;
    }
    check->accesses = after;
    check->divided = divides;
    return true;
}

static bool walk_loop(struct wgc_check *check, const struct wgc_node *node, enum wgc_level flow,
                      struct escapes *escapes)
{
    const struct wgc_accesses left = check->left;
    enum wgc_level level;
    struct escapes inside;
    bool stable = false;
    if (!check_condition(check, node->a, flow, &level)) {
        return false;
    }
    flow = wgc_lower(flow, level);
    check->divided = check->divided || level == WGC_LEVEL_ITEM;
    check->left = (struct wgc_accesses){{0}};
    /* A round follows the ones before it: at least two walks, and one with the final level. */
    for (unsigned walks = 0; walks < 2 || !stable; walks++) {
        inside = no_escapes;
        const struct wgc_accesses before = check->accesses;
        const bool divided = check->divided;
        if (!walk_list(check, node->b, flow, &inside)) {
            return false;
        }
        wgc_access_join(&check->accesses, &before);
        wgc_access_join(&check->accesses, &check->left);
        const enum wgc_level again = wgc_lower(flow, wgc_lower(inside.by_break, inside.by_return));
        stable = again == flow && check->divided == divided;
        flow = again;
    }
    check->left = left;
    if ((enum wgc_level)check->program->var[node->var].level > flow) {
        return wgc_check_fail(check, "the counter differs where it has to be the same");
    }
    escapes->by_return = wgc_lower(escapes->by_return, inside.by_return);
    return true;
}

static bool check_arguments(struct wgc_check *check, const struct wgc_node *node,
                            enum wgc_level flow)
{
    const struct wgc_program *program = check->program;
    int32_t argument = node->b;
    for (size_t i = 0; i < program->var_count; i++) {
        const struct wgc_var *parameter = &program->var[i];
        if (parameter->kind == WGC_VAR_PARAMETER && parameter->function == node->value) {
            if (!check_value(check, argument, wgc_exact_bound(parameter->type), flow,
                             (enum wgc_level)parameter->level)) {
                return false;
            }
            argument = program->node[argument].next;
        }
    }
    return true;
}

static bool check_call(struct wgc_check *check, const struct wgc_node *node, enum wgc_level flow)
{
    const struct wgc_function *function = &check->program->function[node->value];
    const struct wgc_var *var = &check->program->var[node->var];
    bool divided;
    do { /* they are evaluated in any order */
        divided = check->divided;
        if (!check_arguments(check, node, flow)) {
            return false;
        }
    } while (check->divided != divided);
    if (flow < (enum wgc_level)function->flow || flow < (enum wgc_level)var->level ||
        (enum wgc_level)function->level < (enum wgc_level)var->level) {
        return wgc_check_fail(check, "not all work-items of its level reach the call, or its "
                                     "result differs");
    }
    check->entered_divided[node->value] |= check->divided;
    check->divided = check->divided || check->divides[node->value];
    return true;
}

static bool check_barrier(struct wgc_check *check, const struct wgc_node *node, enum wgc_level flow)
{
    const bool whole = node->kind == WGC_NODE_BARRIER;
    if (flow < (whole ? WGC_LEVEL_WORK_GROUP : WGC_LEVEL_SUB_GROUP)) {
        return wgc_check_fail(check, "not all work-items of its group reach a barrier");
    }
    if (whole) {
        wgc_access_barrier(check->program, &check->accesses, node->op);
        return true;
    }
    check->families |= 1u << WGC_FAMILY_SUB_GROUP;
    if (flow < WGC_LEVEL_WORK_GROUP) {
        check->families |= 1u << WGC_FAMILY_INDEPENDENT;
    }
    return true;
}

static bool check_return(struct wgc_check *check, const struct wgc_node *node, enum wgc_level flow,
                         struct escapes *escapes)
{
    const struct wgc_function *function = &check->program->function[check->function];
    escapes->by_return = flow;
    if (node->a == WGC_NONE) {
        return true;
    }
    const enum wgc_level level = (enum wgc_level)function->level;
    return (flow >= level ||
            wgc_check_fail(check, "the result differs where it has to be the same")) &&
           check_value(check, node->a, wgc_exact_bound(function->type), flow, level);
}

static bool walk_statement(struct wgc_check *check, const struct wgc_node *node,
                           enum wgc_level flow, struct escapes *escapes)
{
    switch (node->kind) {
    case WGC_NODE_ASSIGN:
    case WGC_NODE_SET:
        return check_assignment(check, node, flow);
    case WGC_NODE_SET_OWN:
        return check_assignment(check, node, flow) &&
               check_access(check, node, WGC_ACCESS_OWN_WRITE);
    case WGC_NODE_ATOMIC:
        return check_assignment(check, node, flow) &&
               check_access(check, node, (uint32_t)WGC_ACCESS_ATOMIC << node->operation);
    case WGC_NODE_STORE:
        return check_value(check, node->a, wgc_exact_limit(WGC_TYPE_float), flow, WGC_LEVEL_ITEM);
    case WGC_NODE_IF:
    case WGC_NODE_SWITCH:
        return walk_arms(check, node, flow, escapes);
    case WGC_NODE_FOR:
    case WGC_NODE_DO:
        return walk_loop(check, node, flow, escapes);
    case WGC_NODE_BREAK:
        escapes->by_break = flow;
        wgc_access_join(&check->left, &check->accesses);
        return true;
    case WGC_NODE_CONTINUE:
        escapes->by_continue = flow;
        wgc_access_join(&check->left, &check->accesses);
        return true;
    case WGC_NODE_RETURN:
        return check_return(check, node, flow, escapes);
    case WGC_NODE_CALL:
        return check_call(check, node, flow);
    default:
        return check_barrier(check, node, flow);
    }
}

static bool walk_list(struct wgc_check *check, int32_t first, enum wgc_level flow,
                      struct escapes *escapes)
{
    const struct wgc_node *const outer = check->statement;
    for (int32_t at = first; at != WGC_NONE; at = check->program->node[at].next) {
        struct escapes one = no_escapes;
        check->statement = &check->program->node[at];
        if (!walk_statement(check, check->statement, flow, &one)) {
            return false;
        }
        join(escapes, &one);
        flow = wgc_lower(flow, wgc_lower(one.by_break, wgc_lower(one.by_continue, one.by_return)));
    }
    check->statement = outer;
    return true;
}

static bool walk_function(struct wgc_check *check, size_t number)
{
    const struct wgc_function *function = &check->program->function[number];
    const enum wgc_level flow = number == 0 ? WGC_LEVEL_WORK_GROUP : (enum wgc_level)function->flow;
    struct escapes escapes = no_escapes;
    check->function = (unsigned)number;
    return walk_list(check, function->body, flow, &escapes);
}

/* Walks all functions; *changed: whether more of them divide work-items, or are entered by divided
 * ones. A call in a function that some callers enter divided is recorded for all of them. */
static bool walk_functions(struct wgc_check *check, bool *changed)
{
    bool entered[WGC_PROGRAM_MAX_FUNCTIONS];
    *changed = false;
    memcpy(entered, check->entered_divided, sizeof entered);
    check->accesses = (struct wgc_accesses){{0}};
    for (size_t i = check->program->function_count; i-- > 0;) {
        check->divided = entered[i];
        if (!walk_function(check, i)) {
            return false;
        }
        *changed = *changed || check->divides[i] != check->divided;
        check->divides[i] = check->divided;
    }
    *changed = *changed || memcmp(entered, check->entered_divided, sizeof entered) != 0;
    return true;
}

static bool walk_all(struct wgc_check *check, struct wgc_recorded *recorded)
{
    bool changed;
    do {
        if (!walk_functions(check, &changed)) {
            return false;
        }
    } while (changed);
    check->recorded = recorded;
    return walk_functions(check, &changed);
}

static enum wgc_status walk_program(const struct wgc_program *program, uint32_t *families,
                                    struct wgc_recorded *recorded, struct wgc_err *err)
{
    struct wgc_check check = {.program = program, .err = err};
    *families = 0;
    recorded->count = 0;
    if (wgc_program_check_form(program, err) != WGC_OK || !walk_all(&check, recorded)) {
        return err->status;
    }
    *families = check.families;
    return WGC_OK;
}

void wgc_recorded_find(const struct wgc_program *program, struct wgc_recorded *recorded)
{
    struct wgc_err err;
    uint32_t families;
    recorded->words = 0;
    (void)walk_program(program, &families, recorded, &err);
    wgc_recorded_place(program, recorded);
}

enum wgc_status wgc_program_check(const struct wgc_program *program, struct wgc_err *err)
{
    struct wgc_recorded recorded;
    uint32_t families;
    return walk_program(program, &families, &recorded, err);
}

uint32_t wgc_program_families(const struct wgc_program *program)
{
    struct wgc_recorded recorded;
    struct wgc_err err;
    uint32_t families;
    (void)walk_program(program, &families, &recorded, &err);
    return families;
}
