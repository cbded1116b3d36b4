#include "explore/parts.h"

#include <inttypes.h>

static void print_list(const struct wgc_printer *printer, int32_t first, unsigned depth);

static void indent(const struct wgc_printer *printer, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++) {
        wgc_buf_text(printer->out, "    ");
    }
}

static const char *type_of(const struct wgc_printer *printer, unsigned var)
{
    return wgc_type_info((enum wgc_type)printer->program->var[var].type)->name;
}

static void print_line(const struct wgc_printer *printer, unsigned depth, const char *line)
{
    indent(printer, depth);
    wgc_buf_text(printer->out, line);
    wgc_buf_char(printer->out, '\n');
}

/* ---- Where a variable is declared: with its first assignment, or at the top ---- */

static bool mentions_inside(const struct wgc_program *program, const struct wgc_node *node,
                            unsigned var);

static bool mentions(const struct wgc_program *program, const struct wgc_node *node, unsigned var)
{
    return (wgc_names_var(node->kind) && node->var == var) || mentions_inside(program, node, var);
}

static bool mentions_inside(const struct wgc_program *program, const struct wgc_node *node,
                            unsigned var)
{
    for (size_t i = 0; i < WGC_OPERANDS; i++) {
        for (int32_t at = node->operand[i]; at != WGC_NONE; at = program->node[at].next) {
            if (mentions(program, &program->node[at], var)) {
                return true;
            }
        }
    }
    return false;
}

/* The first statement of the function's list that mentions var. */
static int32_t first_mention(const struct wgc_program *program, unsigned var)
{
    for (int32_t at = program->function[program->var[var].function].body; at != WGC_NONE;
         at = program->node[at].next) {
        if (mentions(program, &program->node[at], var)) {
            return at;
        }
    }
    return WGC_NONE;
}

static bool is_declared_at(const struct wgc_program *program, int32_t at)
{
    const struct wgc_node *node = &program->node[at];
    return (node->kind == WGC_NODE_ASSIGN || node->kind == WGC_NODE_CALL) &&
           first_mention(program, node->var) == at && !mentions_inside(program, node, node->var);
}

static void declare_variables(const struct wgc_printer *printer, unsigned function)
{
    const struct wgc_program *program = printer->program;
    for (unsigned i = 0; i < program->var_count; i++) {
        const struct wgc_var *var = &program->var[i];
        const bool array = var->kind == WGC_VAR_ARRAY;
        if (var->function != function || (!array && var->kind != WGC_VAR_SCALAR)) {
            continue;
        }
        const int32_t first = first_mention(program, i);
        if (first == WGC_NONE ||
            (!array && program->node[first].var == i && is_declared_at(program, first))) {
            continue;
        }
        indent(printer, 1);
        wgc_buf_printf(printer->out, "%s ", type_of(printer, i));
        wgc_print_var(printer, i);
        if (array) {
            wgc_buf_printf(printer->out, "[%" PRIu32 "] = {0};\n", var->length);
        } else {
            wgc_buf_text(printer->out, " = 0;\n");
        }
    }
}

/* ---- Statements ---- */

static void print_store(const struct wgc_printer *printer, const struct wgc_node *node)
{
    const unsigned type = printer->program->node[node->a].type;
    const bool wide = wgc_bits(type) == 64 && !wgc_is_float(type);
    struct wgc_buf *out = printer->out;
    if (wide) {
        wgc_buf_text(out, "{ const ulong word = (ulong)");
        wgc_print_expression(printer, node->a);
        wgc_buf_printf(
            out, "; my_out[%" PRIu64 "] = (uint)word; my_out[%" PRIu64 "] = (uint)(word >> 32); }",
            node->value * 2, node->value * 2 + 1);
    } else {
        wgc_buf_printf(out, "my_out[%" PRIu64 "] = (uint)%s", node->value * 2,
                       wgc_is_float(type) ? "(int)" : "");
        wgc_print_expression(printer, node->a);
        wgc_buf_char(out, ';');
    }
}

static void print_call(const struct wgc_printer *printer, const struct wgc_node *node)
{
    struct wgc_buf *out = printer->out;
    const char *between = "";
    wgc_print_var(printer, node->var);
    wgc_buf_printf(out, " = %s_f%" PRIu64 "(", printer->options->kernel, node->value);
    for (int32_t at = node->b; at != WGC_NONE; at = printer->program->node[at].next) {
        wgc_buf_text(out, between);
        wgc_print_expression(printer, at);
        between = ", ";
    }
    if (printer->counts_lanes) {
        wgc_buf_printf(out, "%slanes", between);
        between = ", ";
    }
    if (printer->recorded.count > 0) {
        wgc_buf_printf(out, "%srecord, made", between);
        between = ", ";
    }
    if (printer->options->emulated) {
        wgc_buf_printf(out, "%sWGC_SCRATCH_ARG", between);
    }
    wgc_buf_text(out, ");");
}

static void print_barrier(const struct wgc_printer *printer, const struct wgc_node *node)
{
    const char *name = node->kind == WGC_NODE_SUB_BARRIER               ? "sub_group_barrier"
                       : node->value != 0 || printer->options->emulated ? "barrier"
                                                                        : "work_group_barrier";
    const char *flags = node->op == WGC_FENCE_LOCAL    ? "CLK_LOCAL_MEM_FENCE"
                        : node->op == WGC_FENCE_GLOBAL ? "CLK_GLOBAL_MEM_FENCE"
                        : node->op == 0                ? "0"
                                        : "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE";
    wgc_buf_printf(printer->out, "%s(%s);", name, flags);
}

static void print_loop(const struct wgc_printer *printer, const struct wgc_node *node,
                       unsigned depth)
{
    struct wgc_buf *out = printer->out;
    const unsigned inner = node->kind == WGC_NODE_DO ? depth + 1 : depth;
    if (node->kind == WGC_NODE_FOR) {
        wgc_buf_printf(out, "for (uint i%u = 0, n%u = ", node->var, node->var);
        wgc_print_modulo(printer, node->a, (uint32_t)node->value);
        wgc_buf_printf(out, "; i%u < n%u; i%u++) {\n", node->var, node->var, node->var);
    } else {
        wgc_buf_text(out, "{\n");
        indent(printer, inner);
        wgc_buf_printf(out, "uint i%u = 0, n%u = ", node->var, node->var);
        wgc_print_modulo(printer, node->a, (uint32_t)node->value);
        wgc_buf_text(out, ";\n");
        print_line(printer, inner, "do {");
    }
    print_list(printer, node->b, inner + 1);
    indent(printer, inner);
    if (node->kind == WGC_NODE_DO) {
        wgc_buf_printf(out, "} while (++i%u < n%u);\n", node->var, node->var);
        indent(printer, depth);
    }
    wgc_buf_char(out, '}');
}

static void print_arms(const struct wgc_printer *printer, const struct wgc_node *node,
                       unsigned depth)
{
    const int32_t body[] = {node->b, node->c, node->d};
    struct wgc_buf *out = printer->out;
    if (node->kind == WGC_NODE_IF) {
        wgc_buf_text(out, "if (");
        wgc_print_expression(printer, node->a);
        wgc_buf_text(out, ") {\n");
        print_list(printer, node->b, depth + 1);
        if (node->c != WGC_NONE) {
            print_line(printer, depth, "} else {");
            print_list(printer, node->c, depth + 1);
        }
    } else {
        wgc_buf_text(out, "switch (");
        wgc_print_modulo(printer, node->a, (uint32_t)node->value);
        wgc_buf_text(out, ") {\n");
        for (uint64_t i = 0; i < node->value; i++) {
            indent(printer, depth);
            if (i + 1 < node->value) {
                wgc_buf_printf(out, "case %" PRIu64 ":\n", i);
            } else {
                wgc_buf_text(out, "default:\n");
            }
            print_list(printer, body[i], depth + 1);
            print_line(printer, depth + 1, "break;");
        }
    }
    indent(printer, depth);
    wgc_buf_char(out, '}');
}

static void print_assignment(const struct wgc_printer *printer, int32_t at)
{
    const struct wgc_node *node = &printer->program->node[at];
    struct wgc_buf *out = printer->out;
    if (node->kind == WGC_NODE_ATOMIC) {
        wgc_buf_printf(out, "atomic_%s(&", wgc_op_info((enum wgc_op)node->operation)->name);
    }
    if (node->kind == WGC_NODE_SET_OWN) {
        wgc_print_own(printer, node);
    } else {
        wgc_print_var(printer, node->var);
    }
    if (node->b != WGC_NONE) {
        wgc_buf_char(out, '[');
        wgc_print_modulo(printer, node->b, printer->program->var[node->var].length);
        wgc_buf_char(out, ']');
    }
    wgc_buf_text(out, node->kind == WGC_NODE_ATOMIC ? ", " : " = ");
    wgc_print_expression(printer, node->a);
    wgc_buf_text(out, node->kind == WGC_NODE_ATOMIC ? ");" : ";");
}

static void print_statement(const struct wgc_printer *printer, int32_t at, unsigned depth)
{
    const struct wgc_node *node = &printer->program->node[at];
    struct wgc_buf *out = printer->out;
    if (is_declared_at(printer->program, at)) {
        wgc_buf_printf(out, "%s ", type_of(printer, node->var));
    }
    switch (node->kind) {
    case WGC_NODE_STORE:
        print_store(printer, node);
        break;
    case WGC_NODE_IF:
    case WGC_NODE_SWITCH:
        print_arms(printer, node, depth);
        break;
    case WGC_NODE_FOR:
    case WGC_NODE_DO:
        print_loop(printer, node, depth);
        break;
    case WGC_NODE_BREAK:
        wgc_buf_text(out, "break;");
        break;
    case WGC_NODE_CONTINUE:
        wgc_buf_text(out, "continue;");
        break;
    case WGC_NODE_RETURN:
        wgc_buf_text(out, node->a == WGC_NONE ? "return" : "return ");
        if (node->a != WGC_NONE) {
            wgc_print_expression(printer, node->a);
        }
        wgc_buf_char(out, ';');
        break;
    case WGC_NODE_CALL:
        print_call(printer, node);
        break;
    case WGC_NODE_BARRIER:
    case WGC_NODE_SUB_BARRIER:
        print_barrier(printer, node);
        break;
    default:
        print_assignment(printer, at);
    }
}

static void print_list(const struct wgc_printer *printer, int32_t first, unsigned depth)
{
    for (int32_t at = first; at != WGC_NONE; at = printer->program->node[at].next) {
        indent(printer, depth);
        print_statement(printer, at, depth);
        wgc_buf_char(printer->out, '\n');
    }
}

/* ---- Functions ---- */

static bool uses_item(const struct wgc_program *program, int32_t first)
{
    for (int32_t at = first; at != WGC_NONE; at = program->node[at].next) {
        const struct wgc_node *node = &program->node[at];
        if (node->kind == WGC_NODE_ID && node->op == WGC_ID_LOCAL_LINEAR) {
            return true;
        }
        for (size_t i = 0; i < WGC_OPERANDS; i++) {
            if (uses_item(program, node->operand[i])) {
                return true;
            }
        }
    }
    return false;
}

static void print_function(const struct wgc_printer *printer, unsigned number)
{
    const struct wgc_program *program = printer->program;
    const struct wgc_function *function = &program->function[number];
    struct wgc_buf *out = printer->out;
    const char *between = "";
    wgc_buf_printf(out, "%s %s_f%u(", wgc_type_info((enum wgc_type)function->type)->name,
                   printer->options->kernel, number);
    for (unsigned i = 0; i < program->var_count; i++) {
        if (program->var[i].kind == WGC_VAR_PARAMETER && program->var[i].function == number) {
            wgc_buf_printf(out, "%s%s ", between, type_of(printer, i));
            wgc_print_var(printer, i);
            between = ", ";
        }
    }
    if (printer->counts_lanes) {
        wgc_buf_printf(out, "%suint lanes", between);
        between = ", ";
    }
    if (printer->recorded.count > 0) {
        wgc_buf_printf(out, "%s__global uint *record, __private uint *made", between);
        between = ", ";
    }
    if (printer->options->emulated) {
        wgc_buf_printf(out, "%sWGC_SCRATCH_PARAM", between);
        between = ", ";
    }
    wgc_buf_text(out, *between == 0 ? "void)\n{\n" : ")\n{\n");
    if (uses_item(program, function->body)) {
        wgc_print_item(printer);
    }
    declare_variables(printer, number);
    print_list(printer, function->body, 1);
    wgc_buf_text(out, "}\n\n");
}

void wgc_program_print(const struct wgc_program *program, const struct wgc_print_options *options,
                       struct wgc_buf *out)
{
    struct wgc_printer printer = {.program = program,
                                  .options = options,
                                  .out = out,
                                  .has_sub_groups = wgc_program_has_sub_groups(program),
                                  .counts_lanes = wgc_counts_lanes(program)};
    wgc_recorded_find(program, &printer.recorded);
    if (!options->emulated) {
        wgc_print_extensions(&printer);
    }
    wgc_print_record_functions(&printer);
    for (unsigned i = (unsigned)program->function_count; i-- > 1;) {
        print_function(&printer, i);
    }
    wgc_print_prologue(&printer);
    declare_variables(&printer, 0);
    print_list(&printer, program->function[0].body, 1);
    wgc_buf_text(out, "}\n");
}
