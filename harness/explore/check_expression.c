/* How far the value of an expression is the same, and whether its calls may be where they are. */
#include "explore/parts.h"

static enum wgc_level level_of_id(unsigned id)
{
    switch (id) {
    case WGC_ID_GROUP:
    case WGC_ID_ITEMS:
    case WGC_ID_SUB_GROUPS:
        return WGC_LEVEL_WORK_GROUP;
    case WGC_ID_SUB_GROUP:
    case WGC_ID_LANES:
        return WGC_LEVEL_SUB_GROUP;
    default:
        return WGC_LEVEL_ITEM;
    }
}

static bool access(struct wgc_check *check, const struct wgc_node *node, uint32_t what)
{
    return !wgc_is_shared(&check->program->var[node->var]) ||
           wgc_access_add(check->program, &check->accesses, node->var, what) ||
           wgc_check_fail(check, "a data race: no barrier since an access of another work-item");
}

static bool check_arguments(struct wgc_check *check, const struct wgc_node *node,
                            enum wgc_level flow)
{
    const int32_t argument[] = {node->b, node->c, node->d};
    enum wgc_level sought = WGC_LEVEL_ITEM;
    switch (wgc_collective_info(node->op)->arguments) {
    case WGC_ARGUMENTS_COORDINATES:
        sought = WGC_LEVEL_WORK_GROUP;
        break;
    case WGC_ARGUMENTS_LANE:
        sought = WGC_LEVEL_SUB_GROUP;
        break;
    default:
        break;
    }
    for (size_t i = 0; i < 3; i++) {
        enum wgc_level level = WGC_LEVEL_WORK_GROUP;
        if (argument[i] != WGC_NONE && !wgc_check_expression(check, argument[i], flow, &level)) {
            return false;
        }
        if (level < sought) {
            return wgc_check_fail(check, "the id of a broadcast differs in its group");
        }
    }
    return true;
}

/* Adds a call whose result is recorded. */
static bool record(struct wgc_check *check, int32_t node)
{
    struct wgc_recorded *recorded = check->recorded;
    if (wgc_recorded_number(recorded, node) >= 0) {
        return true;
    }
    if (recorded->count == WGC_MAX_RECORDED) {
        return wgc_check_fail(check, "too many calls that parts of a sub-group may make");
    }
    recorded->call[recorded->count++].node = node;
    return true;
}

static bool check_collective(struct wgc_check *check, const struct wgc_node *node,
                             enum wgc_level flow, enum wgc_level *level)
{
    const struct wgc_collective_info *info = wgc_collective_info(node->op);
    enum wgc_level value = WGC_LEVEL_WORK_GROUP;
    if ((node->a != WGC_NONE && !wgc_check_expression(check, node->a, flow, &value)) ||
        !check_arguments(check, node, flow)) {
        return false;
    }
    if (flow < info->flow) {
        return wgc_check_fail(check, "not all work-items of its group reach a collective function");
    }
    check->families |= wgc_collective_families(
        node->op, node->operation,
        node->a == WGC_NONE ? (unsigned)WGC_TYPE_int : check->program->node[node->a].type);
    if (info->family != WGC_FAMILY_WORK_GROUP && flow < WGC_LEVEL_WORK_GROUP) {
        check->families |= 1u << WGC_FAMILY_INDEPENDENT;
    }
    const bool separate = check->divided && wgc_collective_may_be_separate(node->op);
    *level = separate || flow == WGC_LEVEL_ITEM ? WGC_LEVEL_ITEM : wgc_collective_level(node->op);
    return !separate || check->recorded == NULL ||
           record(check, (int32_t)(node - check->program->node));
}

/* Operators and SELECT: the lowest level of what they depend on. */
static bool check_operands(struct wgc_check *check, const struct wgc_node *node,
                           enum wgc_level flow, enum wgc_level *level)
{
    const int32_t operand[] = {node->a, node->b, node->c};
    const bool chooses = node->kind == WGC_NODE_SELECT ||
                         (node->kind == WGC_NODE_BINARY &&
                          (node->op == WGC_BINARY_LAND || node->op == WGC_BINARY_LOR));
    bool divides = false;
    *level = WGC_LEVEL_WORK_GROUP;
    for (size_t i = 0; i < 3 && operand[i] != WGC_NONE; i++) {
        enum wgc_level one = WGC_LEVEL_ITEM;
        if (!wgc_check_expression(check, operand[i], flow, &one)) {
            return false;
        }
        *level = wgc_lower(*level, one);
        if (i == 0 && chooses) {
            flow = wgc_lower(flow, one);
            divides = one == WGC_LEVEL_ITEM;
        }
    }
    check->divided = check->divided || divides;
    return true;
}

bool wgc_check_expression(struct wgc_check *check, int32_t at, enum wgc_level flow,
                          enum wgc_level *level)
{
    const struct wgc_node *node = &check->program->node[at];
    check->families |= wgc_type_families(node->type);
    switch (node->kind) {
    case WGC_NODE_CONST:
    case WGC_NODE_GROUP_INPUT:
        *level = WGC_LEVEL_WORK_GROUP;
        return true;
    case WGC_NODE_VAR:
        *level = (enum wgc_level)check->program->var[node->var].level;
        return true;
    case WGC_NODE_ELEMENT:
        if (!wgc_check_expression(check, node->a, flow, level) ||
            !access(check, node, WGC_ACCESS_ANY_READ)) {
            return false;
        }
        if (check->program->var[node->var].kind == WGC_VAR_ARRAY) {
            *level = wgc_lower(*level, (enum wgc_level)check->program->var[node->var].level);
        }
        return true;
    case WGC_NODE_OWN:
        *level = WGC_LEVEL_ITEM;
        return access(check, node, WGC_ACCESS_OWN_READ);
    case WGC_NODE_INPUT:
        *level = WGC_LEVEL_ITEM;
        return true;
    case WGC_NODE_ID:
        *level = level_of_id(node->op);
        if (node->op >= WGC_ID_SUB_GROUP) {
            check->families |= 1u << WGC_FAMILY_SUB_GROUP;
        }
        return true;
    case WGC_NODE_COLLECTIVE:
        return check_collective(check, node, flow, level);
    default:
        return check_operands(check, node, flow, level);
    }
}
