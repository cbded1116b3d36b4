#include "explore_run/parts.h"

#include "explore/node.h"

_Static_assert(WGC_COLLECTIVE_COUNT <= 64, "a bit for each collective function");

enum { MOST_DEPTH = 2 * WGC_PROGRAM_MAX_DEPTH };

struct walk {
    const struct wgc_program *program;
    struct wgc_buf *out;
    unsigned calls;   /* nested calls of helper functions */
    bool needs_blank; /* before the next word */
    size_t collectives;
    bool operators; /* are part of the shape: the program calls no collective */
};

static void put(struct walk *walk, const char *word)
{
    wgc_buf_text(walk->out, walk->needs_blank ? " " : "");
    wgc_buf_text(walk->out, word);
    walk->needs_blank = true;
}

static const struct wgc_node *node_of(const struct walk *walk, int32_t index)
{
    return index >= 0 && (size_t)index < walk->program->node_count ? &walk->program->node[index]
                                                                   : NULL;
}

/* Types that a compiler treats equally are one. */
static const char *class_of(uint8_t type)
{
    const struct wgc_type_info *info = wgc_type_info((enum wgc_type)type);

    if (info->value_class == WGC_FLOAT) {
        return info->bytes == 8 ? "double" : info->bytes == 2 ? "half" : "float";
    }
    return info->bytes == 8 ? "long" : info->bytes == 4 ? "int" : "small";
}

static void put_collective(struct walk *walk, const struct wgc_node *node)
{
    put(walk, node->op < WGC_COLLECTIVE_COUNT ? wgc_collective_info(node->op)->id : "?");
    wgc_buf_printf(walk->out, "(%s)", class_of(node->type));
    walk->collectives++;
}

static void put_operator(struct walk *walk, const struct wgc_node *node)
{
    if (node->kind == WGC_NODE_ID) {
        put(walk, "id");
    } else if (node->kind == WGC_NODE_UNARY || node->kind == WGC_NODE_BINARY ||
               node->kind == WGC_NODE_SELECT) {
        put(walk, wgc_op_name(node));
        wgc_buf_printf(walk->out, "(%s)", class_of(node->type));
    }
}

/* The collectives of an expression, or its operators, those of the operands first. */
static void put_expression(struct walk *walk, int32_t index, unsigned depth)
{
    const struct wgc_node *node = node_of(walk, index);

    if (node == NULL || depth > MOST_DEPTH) {
        return;
    }
    for (size_t i = 0; i < WGC_OPERANDS; i++) {
        put_expression(walk, node->operand[i], depth + 1);
    }
    if (node->kind == WGC_NODE_COLLECTIVE) {
        put_collective(walk, node);
    } else if (walk->operators) {
        put_operator(walk, node);
    }
}

static void put_body(struct walk *walk, int32_t first, unsigned depth);

static void put_block(struct walk *walk, int32_t first, unsigned depth)
{
    put(walk, "{");
    put_body(walk, first, depth + 1);
    put(walk, "}");
}

static void put_call(struct walk *walk, const struct wgc_node *node, unsigned depth)
{
    for (const struct wgc_node *argument = node_of(walk, node->b); argument != NULL;
         argument = node_of(walk, argument->next)) {
        put_expression(walk, (int32_t)(argument - walk->program->node), depth + 1);
    }
    put(walk, "call");
    if (node->value < walk->program->function_count && walk->calls < WGC_PROGRAM_MAX_FUNCTIONS) {
        walk->calls++;
        put_block(walk, walk->program->function[node->value].body, depth);
        walk->calls--;
    }
}

/* A statement: its word, after the collectives or operators of its expressions, and its blocks. */
static void put_statement(struct walk *walk, const struct wgc_node *node, unsigned depth)
{
    const char *word =
        node->kind == WGC_NODE_SUB_BARRIER ? "sub_barrier" : wgc_node_info(node->kind)->name;
    const size_t before = walk->collectives;
    const bool has_blocks = wgc_has_lists(node->kind);

    if (node->kind == WGC_NODE_CALL) {
        put_call(walk, node, depth);
        return;
    }
    put_expression(walk, node->a, depth + 1);
    if (!has_blocks) {
        put_expression(walk, node->b, depth + 1);
    }
    /* where a result goes is no part of the shape */
    const bool is_sink = node->kind == WGC_NODE_STORE || node->kind == WGC_NODE_SET ||
                         node->kind == WGC_NODE_SET_OWN;
    if (word != NULL && !(is_sink && walk->collectives > before)) {
        put(walk, word);
    }
    if (has_blocks) {
        for (size_t i = 1; i < WGC_OPERANDS; i++) {
            if (i == 1 || node->operand[i] != WGC_NONE) {
                put_block(walk, node->operand[i], depth);
            }
        }
    }
}

static void put_body(struct walk *walk, int32_t first, unsigned depth)
{
    const struct wgc_node *node = node_of(walk, first);

    for (; node != NULL && depth <= MOST_DEPTH; node = node_of(walk, node->next)) {
        if (node->kind < WGC_NODE_KIND_COUNT) {
            put_statement(walk, node, depth);
        }
    }
}

void wgc_program_shape(const struct wgc_program *program, struct wgc_buf *out)
{
    struct walk walk = {
        .program = program, .out = out, .operators = wgc_program_collectives(program) == 0};

    if (program->function_count > 0) {
        put_body(&walk, program->function[0].body, 0);
    }
    if (!walk.needs_blank) {
        wgc_buf_text(out, "nothing");
    }
}

uint64_t wgc_program_collectives(const struct wgc_program *program)
{
    uint64_t found = 0;

    for (size_t i = 0; i < program->node_count; i++) {
        const struct wgc_node *node = &program->node[i];
        if (node->kind == WGC_NODE_COLLECTIVE && node->op < WGC_COLLECTIVE_COUNT) {
            found |= UINT64_C(1) << node->op;
        }
    }
    return found;
}
