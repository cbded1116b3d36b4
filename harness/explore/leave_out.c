/* Programs in which one construct is left out wherever it is: to find what a failure needs. */
#include "explore/reduce.h"

#include "explore/parts.h"

/* What is left out: nodes of one sort. */
static bool is_same(const struct wgc_node *a, const struct wgc_node *b)
{
    const bool by_op = a->kind == WGC_NODE_UNARY || a->kind == WGC_NODE_BINARY ||
                       a->kind == WGC_NODE_ID || a->kind == WGC_NODE_COLLECTIVE;
    return a->kind == b->kind && (!by_op || a->op == b->op) &&
           (a->kind != WGC_NODE_COLLECTIVE || a->operation == b->operation);
}

/* Its name, or NULL for what cannot be left out: values, assignments. */
static const char *name_of(const struct wgc_node *node)
{
    const struct wgc_node_info *info = wgc_node_info(node->kind);
    return info->left_out == WGC_LEFT_OUT_STAYS ? NULL
           : info->name != NULL                 ? info->name
                                                : wgc_op_name(node);
}

/* Expressions, conditions and loops stay nodes: the operand, the first arm, one round. */
static void change(struct wgc_program *program, int32_t at)
{
    const struct wgc_node *node = &program->node[at];
    struct wgc_edit edit = {.kind = WGC_EDIT_CONST, .at = at};
    switch (wgc_node_info(node->kind)->left_out) {
    case WGC_LEFT_OUT_STAYS:
    case WGC_LEFT_OUT_NOTHING:
        return;
    case WGC_LEFT_OUT_ZERO:
        break;
    case WGC_LEFT_OUT_OPERAND:
        edit.kind = node->a == WGC_NONE ? WGC_EDIT_CONST : WGC_EDIT_OPERAND;
        break;
    case WGC_LEFT_OUT_SECOND:
        edit.kind = WGC_EDIT_OPERAND;
        edit.with = 1;
        break;
    case WGC_LEFT_OUT_ONE:
        edit.at = node->a;
        edit.with = 1;
        break;
    case WGC_LEFT_OUT_FIRST:
        edit.at = node->a;
        break;
    case WGC_LEFT_OUT_ROUND:
        edit.kind = WGC_EDIT_ONE_ROUND;
        break;
    case WGC_LEFT_OUT_ARGUMENT:
        edit.kind = WGC_EDIT_NO_CALL;
        break;
    }
    wgc_edit_apply(program, &edit);
}

/* The list without statements like the one; a function's result at its end stays. */
static int32_t filter(struct wgc_program *program, int32_t first, const struct wgc_node *like,
                      bool is_body)
{
    int32_t *link = &first;
    while (*link != WGC_NONE) {
        struct wgc_node *node = &program->node[*link];
        const bool is_result = is_body && node->kind == WGC_NODE_RETURN && node->a != WGC_NONE &&
                               node->next == WGC_NONE;
        if (is_same(node, like) && !is_result) {
            *link = node->next;
        } else {
            link = &node->next;
        }
    }
    return first;
}

static void remove_all(struct wgc_program *program, const struct wgc_node *like)
{
    for (size_t i = 0; i < program->function_count; i++) {
        program->function[i].body = filter(program, program->function[i].body, like, true);
    }
    for (size_t i = 0; i < program->node_count; i++) {
        struct wgc_node *node = &program->node[i];
        if (wgc_has_lists(node->kind)) {
            for (size_t k = 1; k < WGC_OPERANDS; k++) {
                node->operand[k] = filter(program, node->operand[k], like, false);
            }
        }
    }
}

static void leave_out(struct wgc_program *program, const struct wgc_node *like)
{
    if (wgc_node_info(like->kind)->left_out == WGC_LEFT_OUT_NOTHING) {
        remove_all(program, like);
        return;
    }
    for (size_t i = 0; i < program->node_count; i++) {
        /* an operand that takes the node's place may be one, too */
        for (unsigned most = 0; is_same(&program->node[i], like) && most < WGC_PROGRAM_MAX_DEPTH;
             most++) {
            change(program, (int32_t)i);
        }
    }
}

/* Whether an earlier node is like that one. */
static bool was_before(const struct wgc_program *program, size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (is_same(&program->node[i], &program->node[at])) {
            return true;
        }
    }
    return false;
}

static void put_name(const struct wgc_node *node, struct wgc_buf *name)
{
    wgc_buf_text(name, name_of(node));
    if (node->kind == WGC_NODE_COLLECTIVE && node->operation != WGC_OP_NONE) {
        wgc_buf_printf(name, ":%s", wgc_op_info((enum wgc_op)node->operation)->name);
    }
}

bool wgc_program_leave_out(const struct wgc_program *program, size_t *place,
                           struct wgc_program *variant, struct wgc_buf *name, struct wgc_err *err)
{
    const uint64_t hash = wgc_program_hash(program);
    *variant = (struct wgc_program){0};
    for (; *place < program->node_count; ++*place) {
        const struct wgc_node like = program->node[*place];
        struct wgc_program edited;
        if (name_of(&like) == NULL || was_before(program, *place)) {
            continue;
        }
        if (wgc_program_copy(program, &edited, err) != WGC_OK) {
            return false;
        }
        leave_out(&edited, &like);
        const enum wgc_status status = wgc_program_copy(&edited, variant, err);
        wgc_program_free(&edited);
        if (status != WGC_OK) {
            return false;
        }
        if (wgc_program_hash(variant) != hash && wgc_program_check(variant, err) == WGC_OK) {
            ++*place;
            put_name(&like, name);
            return true;
        }
        wgc_program_free(variant);
    }
    err->status = WGC_OK;
    return false;
}
