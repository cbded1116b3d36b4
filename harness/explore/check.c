/*
 * Whether a program is well defined on every device: levels, races and exactness.
 *
 * Levels. Each variable has a level, and is assigned only values of that level or above, on ways of
 * that level or above. A condition lowers the level of what depends on it; what leaves a loop or a
 * function early lowers the level of the rest. A collective function may be only on ways of the
 * level of its group. Non-uniform functions may be anywhere, except where the work-items that reach
 * them together are not decided by if and else alone.
 */
#include "explore/parts.h"

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

static struct wgc_flow after_escape(struct wgc_flow flow, enum wgc_level level)
{
    flow.level = wgc_lower(flow.level, level);
    flow.structured = flow.structured && level != WGC_LEVEL_ITEM;
    return flow;
}

static bool walk_list(struct wgc_check *check, int32_t first, struct wgc_flow flow,
                      struct escapes *escapes);

/* A value for a variable, parameter, result or output of the type. */
static bool check_value(struct wgc_check *check, int32_t at, uint64_t most, struct wgc_flow flow,
                        enum wgc_level sought)
{
    enum wgc_level level;
    uint64_t bound;
    if (!wgc_check_expression(check, at, flow, &level)) {
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
                             struct wgc_flow flow)
{
    const struct wgc_var *var = &check->program->var[node->var];
    const enum wgc_level sought = wgc_is_shared(var) ? WGC_LEVEL_ITEM : (enum wgc_level)var->level;
    check->families |= wgc_type_families(var->type);
    if (flow.level < sought) {
        return wgc_check_fail(check, "not all work-items of its level reach the assignment");
    }
    return (node->kind == WGC_NODE_ASSIGN || node->b == WGC_NONE ||
            check_value(check, node->b, UINT64_MAX, flow, sought)) &&
           check_value(check, node->a, wgc_exact_bound(var->type), flow, sought);
}

static bool check_access(struct wgc_check *check, const struct wgc_node *node, uint32_t access)
{
    return wgc_access_add(check->program, &check->accesses, node->var, access) ||
           wgc_check_fail(check, "a data race: no barrier since an access of another work-item");
}

static bool check_condition(struct wgc_check *check, int32_t at, struct wgc_flow flow,
                            enum wgc_level *level)
{
    uint64_t bound;
    return wgc_check_expression(check, at, flow, level) &&
           (wgc_is_exact(check->program, at, &bound) ||
            wgc_check_fail(check, "a floating-point value may be too large to be exact"));
}

/* The arms of if and switch. Where not all of the work-group take the same one, accesses in
 * different arms are not ordered. */
static bool walk_arms(struct wgc_check *check, const struct wgc_node *node, struct wgc_flow flow,
                      struct escapes *escapes)
{
    const int32_t arm[] = {node->b, node->c, node->d};
    enum wgc_level level;
    if (!check_condition(check, node->a, flow, &level)) {
        return false;
    }
    flow.level = wgc_lower(flow.level, level);
    const struct wgc_accesses before = check->accesses;
    struct wgc_accesses after = before;
    for (size_t i = 0; i < 3; i++) {
        if (flow.level == WGC_LEVEL_WORK_GROUP) {
            check->accesses = before;
        }
        if (!walk_list(check, arm[i], flow, escapes)) {
            return false;
        }
        wgc_access_join(&after, &check->accesses);
    }
    check->accesses = after;
    return true;
}

static bool walk_loop(struct wgc_check *check, const struct wgc_node *node, struct wgc_flow flow,
                      struct escapes *escapes)
{
    const struct wgc_accesses left = check->left;
    enum wgc_level level;
    struct escapes inside;
    bool stable = false;
    if (!check_condition(check, node->a, flow, &level)) {
        return false;
    }
    flow = after_escape(flow, level);
    check->left = (struct wgc_accesses){{0}};
    /* A round follows the ones before it: at least two walks, and one with the final level. */
    for (unsigned walks = 0; walks < 2 || !stable; walks++) {
        inside = no_escapes;
        const struct wgc_accesses before = check->accesses;
        if (!walk_list(check, node->b, flow, &inside)) {
            return false;
        }
        wgc_access_join(&check->accesses, &before);
        wgc_access_join(&check->accesses, &check->left);
        const struct wgc_flow again =
            after_escape(flow, wgc_lower(inside.by_break, inside.by_return));
        stable = again.level == flow.level && again.structured == flow.structured;
        flow = again;
    }
    check->left = left;
    if ((enum wgc_level)check->program->var[node->var].level > flow.level) {
        return wgc_check_fail(check, "the counter differs where it has to be the same");
    }
    escapes->by_return = wgc_lower(escapes->by_return, inside.by_return);
    return true;
}

static bool check_call(struct wgc_check *check, const struct wgc_node *node, struct wgc_flow flow)
{
    const struct wgc_program *program = check->program;
    const struct wgc_function *function = &program->function[node->value];
    const struct wgc_var *var = &program->var[node->var];
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
    if (flow.level < (enum wgc_level)function->flow || flow.level < (enum wgc_level)var->level ||
        (enum wgc_level)function->level < (enum wgc_level)var->level) {
        return wgc_check_fail(check, "not all work-items of its level reach the call, or its "
                                     "result differs");
    }
    if (check->needs_structure[node->value] && flow.level == WGC_LEVEL_ITEM) {
        check->needs_structure[check->function] = true;
        if (!flow.structured) {
            return wgc_check_fail(
                check, "a non-uniform function where loops or returns decide who reaches it");
        }
    }
    return true;
}

static bool check_barrier(struct wgc_check *check, const struct wgc_node *node,
                          struct wgc_flow flow)
{
    const bool whole = node->kind == WGC_NODE_BARRIER;
    if (flow.level < (whole ? WGC_LEVEL_WORK_GROUP : WGC_LEVEL_SUB_GROUP)) {
        return wgc_check_fail(check, "not all work-items of its group reach a barrier");
    }
    if (whole) {
        wgc_access_barrier(check->program, &check->accesses, node->op);
        return true;
    }
    check->families |= 1u << WGC_FAMILY_SUB_GROUP;
    if (flow.level < WGC_LEVEL_WORK_GROUP) {
        check->families |= 1u << WGC_FAMILY_INDEPENDENT;
    }
    return true;
}

static bool check_return(struct wgc_check *check, const struct wgc_node *node, struct wgc_flow flow,
                         struct escapes *escapes)
{
    const struct wgc_function *function = &check->program->function[check->function];
    escapes->by_return = flow.level;
    if (node->a == WGC_NONE) {
        return true;
    }
    const enum wgc_level level = (enum wgc_level)function->level;
    return (flow.level >= level ||
            wgc_check_fail(check, "the result differs where it has to be the same")) &&
           check_value(check, node->a, wgc_exact_bound(function->type), flow, level);
}

static bool walk_statement(struct wgc_check *check, const struct wgc_node *node,
                           struct wgc_flow flow, struct escapes *escapes)
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
        escapes->by_break = flow.level;
        wgc_access_join(&check->left, &check->accesses);
        return true;
    case WGC_NODE_CONTINUE:
        escapes->by_continue = flow.level;
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

static bool walk_list(struct wgc_check *check, int32_t first, struct wgc_flow flow,
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
        flow =
            after_escape(flow, wgc_lower(one.by_break, wgc_lower(one.by_continue, one.by_return)));
    }
    check->statement = outer;
    return true;
}

enum wgc_status wgc_program_survey(const struct wgc_program *program, uint32_t *families,
                                   struct wgc_err *err)
{
    struct wgc_check check = {.program = program, .err = err};
    *families = 0;
    if (wgc_program_check_form(program, err) != WGC_OK) {
        return err->status;
    }
    /* A function calls later ones, so they come first. */
    for (size_t i = program->function_count; i-- > 0;) {
        const struct wgc_function *function = &program->function[i];
        const struct wgc_flow flow = {
            i == 0 ? WGC_LEVEL_WORK_GROUP : (enum wgc_level)function->flow, true};
        struct escapes escapes = no_escapes;
        check.function = (unsigned)i;
        if (!walk_list(&check, function->body, flow, &escapes)) {
            return err->status;
        }
    }
    *families = check.families;
    return WGC_OK;
}

enum wgc_status wgc_program_check(const struct wgc_program *program, struct wgc_err *err)
{
    uint32_t families;
    return wgc_program_survey(program, &families, err);
}

uint32_t wgc_program_families(const struct wgc_program *program)
{
    struct wgc_err err;
    uint32_t families;
    (void)wgc_program_survey(program, &families, &err);
    return families;
}
