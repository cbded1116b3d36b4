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
    switch ((enum wgc_node_kind)node->kind) {
    case WGC_NODE_ID:
        return wgc_id_name(node->op);
    case WGC_NODE_UNARY:
        return wgc_unary_name(node->op);
    case WGC_NODE_BINARY:
        return wgc_binary_name(node->op);
    case WGC_NODE_SELECT:
        return "select";
    case WGC_NODE_COLLECTIVE:
        return wgc_collective_info(node->op)->id;
    case WGC_NODE_SET:
        return "array";
    case WGC_NODE_SET_OWN:
        return "shared";
    case WGC_NODE_ATOMIC:
        return "atomic";
    case WGC_NODE_IF:
        return "if";
    case WGC_NODE_FOR:
        return "for";
    case WGC_NODE_DO:
        return "do";
    case WGC_NODE_SWITCH:
        return "switch";
    case WGC_NODE_BREAK:
        return "break";
    case WGC_NODE_CONTINUE:
        return "continue";
    case WGC_NODE_RETURN:
        return "return";
    case WGC_NODE_CALL:
        return "call";
    case WGC_NODE_BARRIER:
        return "barrier";
    case WGC_NODE_SUB_BARRIER:
        return "sub_group_barrier";
    case WGC_NODE_CONST:
    case WGC_NODE_VAR:
    case WGC_NODE_ELEMENT:
    case WGC_NODE_OWN:
    case WGC_NODE_INPUT:
    case WGC_NODE_GROUP_INPUT:
    case WGC_NODE_CONVERT:
    case WGC_NODE_EXPRESSIONS:
    case WGC_NODE_STORE:
    case WGC_NODE_KIND_COUNT:
        break;
    }
    return NULL;
}

/* Expressions, conditions and loops stay nodes: the operand, the first arm, one round. */
static void change(struct wgc_program *program, int32_t at)
{
    const struct wgc_node *node = &program->node[at];
    struct wgc_edit edit = {.kind = WGC_EDIT_OPERAND, .at = at};
    switch ((enum wgc_node_kind)node->kind) {
    case WGC_NODE_ID:
        edit.kind = WGC_EDIT_CONST;
        break;
    case WGC_NODE_SELECT:
        edit.with = 1;
        break;
    case WGC_NODE_COLLECTIVE:
        edit.kind = node->a == WGC_NONE ? WGC_EDIT_CONST : WGC_EDIT_OPERAND;
        break;
    case WGC_NODE_IF:
    case WGC_NODE_SWITCH:
        edit = (struct wgc_edit){
            .kind = WGC_EDIT_CONST, .at = node->a, .with = node->kind == WGC_NODE_IF};
        break;
    case WGC_NODE_FOR:
    case WGC_NODE_DO:
        edit.kind = WGC_EDIT_ONE_ROUND;
        break;
    case WGC_NODE_CALL:
        edit.kind = WGC_EDIT_NO_CALL;
        break;
    case WGC_NODE_CONST:
    case WGC_NODE_VAR:
    case WGC_NODE_ELEMENT:
    case WGC_NODE_OWN:
    case WGC_NODE_INPUT:
    case WGC_NODE_GROUP_INPUT:
    case WGC_NODE_CONVERT:
    case WGC_NODE_EXPRESSIONS:
    case WGC_NODE_STORE:
    case WGC_NODE_SET:
    case WGC_NODE_SET_OWN:
    case WGC_NODE_ATOMIC:
    case WGC_NODE_BREAK:
    case WGC_NODE_CONTINUE:
    case WGC_NODE_RETURN:
    case WGC_NODE_BARRIER:
    case WGC_NODE_SUB_BARRIER:
    case WGC_NODE_KIND_COUNT:
        return; /* not these: they leave their list */
    case WGC_NODE_UNARY:
    case WGC_NODE_BINARY:
        break;
    }
    wgc_edit_apply(program, &edit);
}

static bool leaves_list(unsigned kind)
{
    return kind == WGC_NODE_SET || kind == WGC_NODE_SET_OWN || kind == WGC_NODE_ATOMIC ||
           kind == WGC_NODE_BREAK || kind == WGC_NODE_CONTINUE || kind == WGC_NODE_RETURN ||
           kind == WGC_NODE_BARRIER || kind == WGC_NODE_SUB_BARRIER;
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
        if (node->kind == WGC_NODE_IF || node->kind == WGC_NODE_FOR || node->kind == WGC_NODE_DO ||
            node->kind == WGC_NODE_SWITCH) {
            node->b = filter(program, node->b, like, false);
            node->c = filter(program, node->c, like, false);
            node->d = filter(program, node->d, like, false);
        }
    }
}

static void leave_out(struct wgc_program *program, const struct wgc_node *like)
{
    if (leaves_list(like->kind)) {
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
