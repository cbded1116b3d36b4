/* What a program has. */
#include "explore/node.h"

static bool uses_sub_groups(const struct wgc_node *node)
{
    switch (node->kind) {
    case WGC_NODE_ID:
        return node->op >= WGC_ID_SUB_GROUP;
    case WGC_NODE_COLLECTIVE:
        return wgc_collective_info(node->op)->family != WGC_FAMILY_WORK_GROUP;
    default:
        return node->kind == WGC_NODE_SUB_BARRIER;
    }
}

static void see_sub_groups(const struct wgc_program *program, const struct wgc_node *node,
                           void *data)
{
    bool *found = data;
    (void)program;
    *found |= uses_sub_groups(node);
}

bool wgc_program_has_sub_groups(const struct wgc_program *program)
{
    bool found = false;
    wgc_each_node(program, see_sub_groups, &found);
    return found;
}

static void see_lanes(const struct wgc_program *program, const struct wgc_node *node, void *data)
{
    bool *found = data;
    (void)program;
    *found |= node->kind == WGC_NODE_ID           ? node->op == WGC_ID_LANES
              : node->kind == WGC_NODE_COLLECTIVE ? wgc_collective_counts_lanes(node->op)
                                                  : false;
}

bool wgc_counts_lanes(const struct wgc_program *program)
{
    bool found = false;
    wgc_each_node(program, see_lanes, &found);
    return found;
}

static void see_line(const struct wgc_program *program, const struct wgc_node *node, void *data)
{
    size_t *lines = data;
    (void)program;
    if (node->kind < WGC_NODE_EXPRESSIONS) {
        return;
    }
    *lines += 1;
    switch (node->kind) {
    case WGC_NODE_IF:
        *lines += node->c != WGC_NONE ? 2 : 1;
        break;
    case WGC_NODE_FOR:
    case WGC_NODE_DO:
        *lines += 1;
        break;
    case WGC_NODE_SWITCH:
        *lines += 1 + 2 * (size_t)node->value;
        break;
    default:
        break;
    }
}

size_t wgc_program_lines(const struct wgc_program *program)
{
    size_t lines = 0;
    wgc_each_node(program, see_line, &lines);
    return lines + program->var_count + 2 * program->function_count;
}
