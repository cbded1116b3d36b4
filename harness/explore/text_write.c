/* Programs as text; text_read.c reads it. docs/explore.md describes the format. */
#include "explore/node.h"

#include <inttypes.h>
#include <string.h>

static void put_expression(const struct wgc_program *program, int32_t at, struct wgc_buf *out);

static void put_constant(const struct wgc_node *node, struct wgc_buf *out)
{
    const char *type = wgc_type_info((enum wgc_type)node->type)->name;
    if (wgc_is_unsigned(node->type)) {
        wgc_buf_printf(out, "%" PRIu64 ":%s", node->value, type);
    } else {
        wgc_buf_printf(out, "%" PRId64 ":%s", (int64_t)node->value, type);
    }
}

static void put_operands(const struct wgc_program *program, const struct wgc_node *node,
                         struct wgc_buf *out)
{
    const int32_t operand[] = {node->a, node->b, node->c, node->d};
    for (size_t i = 0; i < 4 && operand[i] != WGC_NONE; i++) {
        wgc_buf_char(out, ' ');
        put_expression(program, operand[i], out);
    }
    wgc_buf_char(out, ')');
}

static void put_element(const struct wgc_program *program, unsigned var, int32_t index,
                        struct wgc_buf *out)
{
    wgc_buf_printf(out, "v%u[", var);
    put_expression(program, index, out);
    wgc_buf_char(out, ']');
}

static void put_collective(const struct wgc_program *program, const struct wgc_node *node,
                           struct wgc_buf *out)
{
    wgc_buf_printf(out, "(%s", wgc_collective_info(node->op)->id);
    if (node->operation != WGC_OP_NONE) {
        wgc_buf_printf(out, ":%s", wgc_op_info((enum wgc_op)node->operation)->name);
    }
    if (node->value != 0) {
        wgc_buf_printf(out, "#%" PRIu64, node->value);
    }
    put_operands(program, node, out);
}

static void put_expression(const struct wgc_program *program, int32_t at, struct wgc_buf *out)
{
    const struct wgc_node *node = &program->node[at];
    switch (node->kind) {
    case WGC_NODE_CONST:
        put_constant(node, out);
        break;
    case WGC_NODE_VAR:
        wgc_buf_printf(out, "v%u", node->var);
        break;
    case WGC_NODE_ELEMENT:
        put_element(program, node->var, node->a, out);
        break;
    case WGC_NODE_OWN:
        wgc_buf_printf(out, "v%u.%" PRIu64, node->var, node->value);
        break;
    case WGC_NODE_INPUT:
        wgc_buf_printf(out, "in.%" PRIu64, node->value);
        break;
    case WGC_NODE_GROUP_INPUT:
        wgc_buf_printf(out, "group_in.%" PRIu64, node->value);
        break;
    case WGC_NODE_ID:
        wgc_buf_text(out, wgc_id_name(node->op));
        break;
    case WGC_NODE_COLLECTIVE:
        put_collective(program, node, out);
        break;
    default:
        wgc_buf_printf(out, "(%s",
                       node->kind == WGC_NODE_UNARY    ? wgc_unary_name(node->op)
                       : node->kind == WGC_NODE_BINARY ? wgc_binary_name(node->op)
                       : node->kind == WGC_NODE_SELECT
                           ? "select"
                           : wgc_type_info((enum wgc_type)node->type)->name);
        put_operands(program, node, out);
    }
}

static void put_list(const struct wgc_program *program, int32_t first, unsigned depth,
                     struct wgc_buf *out);

static void indent(unsigned depth, struct wgc_buf *out)
{
    for (unsigned i = 0; i < depth; i++) {
        wgc_buf_text(out, "  ");
    }
}

static void put_word(const char *word, unsigned depth, struct wgc_buf *out)
{
    indent(depth, out);
    wgc_buf_text(out, word);
    wgc_buf_char(out, '\n');
}

/* A statement with bodies, up to its "end". */
static void put_compound(const struct wgc_program *program, const struct wgc_node *node,
                         unsigned depth, struct wgc_buf *out)
{
    const int32_t bodies[] = {node->b, node->c, node->d};
    if (node->kind == WGC_NODE_IF) {
        wgc_buf_text(out, "if ");
    } else if (node->kind == WGC_NODE_SWITCH) {
        wgc_buf_text(out, "switch ");
    } else {
        wgc_buf_printf(out, "%s v%u < ", node->kind == WGC_NODE_FOR ? "for" : "do", node->var);
    }
    put_expression(program, node->a, out);
    if (node->kind != WGC_NODE_IF) {
        wgc_buf_printf(out, " %% %" PRIu64, node->value);
    }
    wgc_buf_char(out, '\n');
    if (node->kind == WGC_NODE_SWITCH) {
        for (uint64_t i = 0; i < 3 && i < node->value; i++) {
            put_word("case", depth, out);
            put_list(program, bodies[i], depth + 1, out);
        }
    } else {
        put_list(program, node->b, depth + 1, out);
        if (node->kind == WGC_NODE_IF && node->c != WGC_NONE) {
            put_word("else", depth, out);
            put_list(program, node->c, depth + 1, out);
        }
    }
    indent(depth, out);
    wgc_buf_text(out, "end");
}

static void put_barrier(const struct wgc_node *node, struct wgc_buf *out)
{
    wgc_buf_text(out, node->kind == WGC_NODE_SUB_BARRIER ? "sub_group_barrier"
                      : node->value != 0                 ? "barrier"
                                                         : "work_group_barrier");
    wgc_buf_text(out, (node->op & WGC_FENCE_LOCAL) != 0 ? " local" : "");
    wgc_buf_text(out, (node->op & WGC_FENCE_GLOBAL) != 0 ? " global" : "");
}

static void put_call(const struct wgc_program *program, const struct wgc_node *node,
                     struct wgc_buf *out)
{
    wgc_buf_printf(out, "call v%u = f%" PRIu64, node->var, node->value);
    for (int32_t at = node->b; at != WGC_NONE; at = program->node[at].next) {
        wgc_buf_char(out, ' ');
        put_expression(program, at, out);
    }
}

static void put_assignment(const struct wgc_program *program, const struct wgc_node *node,
                           struct wgc_buf *out)
{
    switch (node->kind) {
    case WGC_NODE_ASSIGN:
        wgc_buf_printf(out, "v%u", node->var);
        break;
    case WGC_NODE_SET:
        put_element(program, node->var, node->b, out);
        break;
    case WGC_NODE_SET_OWN:
        wgc_buf_printf(out, "v%u.%" PRIu64, node->var, node->value);
        break;
    case WGC_NODE_STORE:
        wgc_buf_printf(out, "out.%" PRIu64, node->value);
        break;
    default:
        wgc_buf_printf(out, "atomic:%s ", wgc_op_info((enum wgc_op)node->operation)->name);
        put_element(program, node->var, node->b, out);
    }
    wgc_buf_text(out, " = ");
    put_expression(program, node->a, out);
}

static void put_statement(const struct wgc_program *program, const struct wgc_node *node,
                          unsigned depth, struct wgc_buf *out)
{
    switch (node->kind) {
    case WGC_NODE_IF:
    case WGC_NODE_FOR:
    case WGC_NODE_DO:
    case WGC_NODE_SWITCH:
        put_compound(program, node, depth, out);
        break;
    case WGC_NODE_BREAK:
        wgc_buf_text(out, "break");
        break;
    case WGC_NODE_CONTINUE:
        wgc_buf_text(out, "continue");
        break;
    case WGC_NODE_RETURN:
        wgc_buf_text(out, "return");
        if (node->a != WGC_NONE) {
            wgc_buf_char(out, ' ');
            put_expression(program, node->a, out);
        }
        break;
    case WGC_NODE_CALL:
        put_call(program, node, out);
        break;
    case WGC_NODE_BARRIER:
    case WGC_NODE_SUB_BARRIER:
        put_barrier(node, out);
        break;
    default:
        put_assignment(program, node, out);
    }
}

static void put_list(const struct wgc_program *program, int32_t first, unsigned depth,
                     struct wgc_buf *out)
{
    for (int32_t at = first; at != WGC_NONE; at = program->node[at].next) {
        indent(depth, out);
        put_statement(program, &program->node[at], depth, out);
        wgc_buf_char(out, '\n');
    }
}

enum wgc_status wgc_statement_error(const struct wgc_program *program, const struct wgc_node *node,
                                    struct wgc_err *err, const char *reason)
{
    struct wgc_buf text = {0};
    put_statement(program, node, 0, &text);
    const size_t length = text.failed || text.size == 0 ? 0 : strcspn(text.data, "\n");
    wgc_err_set(err, WGC_ERR_INPUT, "'%.*s': %s", (int)(length > 300 ? 300 : length),
                length > 0 ? text.data : "", reason);
    wgc_buf_free(&text);
    return err->status;
}

static void put_variables(const struct wgc_program *program, struct wgc_buf *out)
{
    for (size_t i = 0; i < program->var_count; i++) {
        const struct wgc_var *var = &program->var[i];
        wgc_buf_printf(out, "var %s %s %s f%u %" PRIu32 "\n", wgc_var_kind_name(var->kind),
                       wgc_type_info((enum wgc_type)var->type)->name, wgc_level_name(var->level),
                       var->function, var->length);
    }
}

/* Everything but the lines about the program's origin. */
static void put_contents(const struct wgc_program *program, struct wgc_buf *out)
{
    wgc_buf_printf(out, "data %" PRIu64 "\nlocal", program->data);
    for (unsigned i = 0; i < program->dimensions; i++) {
        wgc_buf_printf(out, " %" PRIu32, program->local[i]);
    }
    wgc_buf_printf(out, "\ngroups %" PRIu32 "\ninputs %" PRIu32 "\noutputs %" PRIu32 "\n",
                   program->groups, program->inputs, program->outputs);
    for (size_t i = 1; i < program->function_count; i++) {
        const struct wgc_function *function = &program->function[i];
        wgc_buf_printf(
            out, "function %s %s %s %u\n", wgc_type_info((enum wgc_type)function->type)->name,
            wgc_level_name(function->level), wgc_level_name(function->flow), function->parameters);
    }
    put_variables(program, out);
    for (size_t i = 0; i < program->function_count; i++) {
        wgc_buf_printf(out, "body f%zu\n", i);
        put_list(program, program->function[i].body, 1, out);
        wgc_buf_text(out, "end\n");
    }
}

void wgc_program_write(const struct wgc_program *program, struct wgc_buf *out)
{
    wgc_buf_printf(out, "wgconform program %d\ngenerator %" PRIu32 "\nseed %" PRIu64 "\n",
                   WGC_PROGRAM_FORMAT, program->generator, program->seed);
    put_contents(program, out);
}

uint64_t wgc_program_hash(const struct wgc_program *program)
{
    struct wgc_buf text = {0};
    put_contents(program, &text);
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < text.size; i++) {
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001b3);
    }
    hash = text.failed ? 0 : hash;
    wgc_buf_free(&text);
    return hash;
}
