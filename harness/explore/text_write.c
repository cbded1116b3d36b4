/* Programs as text; text_read.c reads it. docs/explore.md describes the format. */
#include "explore/node.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static void put_node(const struct wgc_program *program, const struct wgc_node *node, unsigned depth,
                     struct wgc_buf *out);

static void put_operand(const struct wgc_program *program, int32_t at, struct wgc_buf *out)
{
    put_node(program, &program->node[at], 0, out);
}

static void put_constant(const struct wgc_node *node, struct wgc_buf *out)
{
    const char *type = wgc_type_info((enum wgc_type)node->type)->name;
    if (wgc_is_unsigned(node->type)) {
        wgc_buf_printf(out, "%" PRIu64 ":%s", node->value, type);
    } else {
        wgc_buf_printf(out, "%" PRId64 ":%s", (int64_t)node->value, type);
    }
}

static void put_parenthesis(const struct wgc_program *program, const struct wgc_node *node,
                            struct wgc_buf *out)
{
    wgc_buf_printf(out, "(%s", wgc_op_name(node));
    if (node->operation != WGC_OP_NONE) {
        wgc_buf_printf(out, ":%s", wgc_op_info((enum wgc_op)node->operation)->name);
    }
    if (node->value != 0) {
        wgc_buf_printf(out, "#%" PRIu64, node->value);
    }
    for (size_t i = 0; i < WGC_OPERANDS && node->operand[i] != WGC_NONE; i++) {
        wgc_buf_char(out, ' ');
        put_operand(program, node->operand[i], out);
    }
    wgc_buf_char(out, ')');
}

static void indent(unsigned depth, struct wgc_buf *out)
{
    for (unsigned i = 0; i < depth; i++) {
        wgc_buf_text(out, "  ");
    }
}

static void put_list(const struct wgc_program *program, int32_t first, unsigned depth,
                     struct wgc_buf *out)
{
    for (int32_t at = first; at != WGC_NONE; at = program->node[at].next) {
        indent(depth, out);
        put_node(program, &program->node[at], depth, out);
        wgc_buf_char(out, '\n');
    }
}

/* The bodies of a statement, each of a switch after "case", up to its "end". */
static void put_bodies(const struct wgc_program *program, const struct wgc_node *node, char part,
                       unsigned depth, struct wgc_buf *out)
{
    const uint64_t count = part == 'W' ? node->value : part == 'E' && node->c != WGC_NONE ? 2 : 1;
    wgc_buf_char(out, '\n');
    for (uint64_t i = 0; i < 3 && i < count; i++) {
        if (part == 'W' || i > 0) {
            indent(depth, out);
            wgc_buf_text(out, part == 'W' ? "case\n" : "else\n");
        }
        put_list(program, node->operand[1 + i], depth + 1, out);
    }
    indent(depth, out);
    wgc_buf_text(out, "end");
}

/* A part of a node's text: nodes.def has the letters. */
static void put_part(const struct wgc_program *program, const struct wgc_node *node, char part,
                     unsigned depth, struct wgc_buf *out)
{
    switch (part) {
    case 'A':
        put_operand(program, node->a, out);
        break;
    case 'B':
        put_operand(program, node->b, out);
        break;
    case 'V':
        wgc_buf_printf(out, "v%u", node->var);
        break;
    case 'O':
        wgc_buf_text(out, wgc_op_info((enum wgc_op)node->operation)->name);
        break;
    case 'I':
        wgc_buf_text(out, wgc_op_name(node));
        break;
    case 'K':
        put_constant(node, out);
        break;
    case 'P':
        put_parenthesis(program, node, out);
        break;
    case 'F':
        wgc_buf_text(out, (node->op & WGC_FENCE_LOCAL) != 0 ? " local" : "");
        wgc_buf_text(out, (node->op & WGC_FENCE_GLOBAL) != 0 ? " global" : "");
        break;
    case 'Y':
        wgc_buf_text(out, node->value != 0 ? "barrier" : "work_group_barrier");
        break;
    case 'R':
    case 'L':
        for (int32_t at = part == 'R' ? node->a : node->b; at != WGC_NONE;
             at = program->node[at].next) {
            wgc_buf_char(out, ' ');
            put_operand(program, at, out);
        }
        break;
    case 'E':
        put_bodies(program, node, part, depth, out);
        break;
    default: /* a number, and what follows it */
        wgc_buf_printf(out, part == 'G' ? "f%" PRIu64 : "%" PRIu64, node->value);
        if (part == 'M' || part == 'W') {
            put_bodies(program, node, part, depth, out);
        }
    }
}

static void put_node(const struct wgc_program *program, const struct wgc_node *node, unsigned depth,
                     struct wgc_buf *out)
{
    for (const char *at = wgc_node_info(node->kind)->text; *at != '\0'; at++) {
        if (isupper((unsigned char)*at)) {
            put_part(program, node, *at, depth, out);
        } else {
            wgc_buf_char(out, *at);
        }
    }
}

enum wgc_status wgc_statement_error(const struct wgc_program *program, const struct wgc_node *node,
                                    struct wgc_err *err, const char *reason)
{
    struct wgc_buf text = {0};
    put_node(program, node, 0, &text);
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
