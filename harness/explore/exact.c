/* Floating-point numbers: whole, and so small that no order of evaluation rounds. */
#include "explore/node.h"

/* Of an operator over that many values. */
static uint64_t combined(unsigned op, uint64_t bound, uint64_t count)
{
    if (op == WGC_OP_add) {
        return bound * count;
    }
    return op == WGC_OP_mul && bound > 1 ? UINT64_MAX : bound > 0 ? bound : 1;
}

static uint64_t of_binary(unsigned op, uint64_t a, uint64_t b)
{
    switch (op) {
    case WGC_BINARY_ADD:
    case WGC_BINARY_SUB:
        return a + b;
    case WGC_BINARY_MUL:
        return a != 0 && b > (UINT64_C(1) << 60) / a ? UINT64_MAX : a * b;
    default:
        return a > b ? a : b;
    }
}

/* Of a conversion to a floating-point type, from an expression with that bound. */
static uint64_t of_conversion(unsigned from, unsigned to, uint64_t bound)
{
    return wgc_is_float(from) ? bound : wgc_exact_bound(to);
}

bool wgc_is_exact(const struct wgc_program *program, int32_t expression, uint64_t *bound)
{
    const struct wgc_node *node = &program->node[expression];
    uint64_t of[4] = {0};
    for (size_t i = 0; i < 4; i++) {
        const int32_t at = node->operand[i];
        if (at != WGC_NONE && !wgc_is_exact(program, at, &of[i])) {
            return false;
        }
    }
    *bound = 0;
    if (!wgc_is_float(node->type)) {
        /* Floating-point numbers become int first. */
        return node->kind != WGC_NODE_CONVERT || of[0] <= wgc_exact_limit(WGC_TYPE_float);
    }
    switch (node->kind) {
    case WGC_NODE_CONST:
        *bound = (int64_t)node->value < 0 ? 0 - node->value : node->value;
        break;
    case WGC_NODE_UNARY:
        *bound = of[0];
        break;
    case WGC_NODE_BINARY:
        *bound = of_binary(node->op, of[0], of[1]);
        break;
    case WGC_NODE_SELECT:
        *bound = of[1] > of[2] ? of[1] : of[2];
        break;
    case WGC_NODE_CONVERT:
        *bound = of_conversion(program->node[node->a].type, node->type, of[0]);
        break;
    case WGC_NODE_COLLECTIVE:
        *bound = combined(node->operation, of[0], wgc_items(program));
        break;
    default: /* a variable */
        *bound = wgc_exact_bound(node->type);
    }
    return *bound <= wgc_exact_limit(node->type);
}
