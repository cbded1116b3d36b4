/* Names, types and limits of a program. */
#include "explore/node.h"

#include <stdlib.h>

enum { MAX_LOOPS = 5, MAX_MASK = 63, MAX_CLUSTER = 64 };

struct form {
    const struct wgc_program *program;
    const struct wgc_node *statement; /* the innermost one */
    unsigned function;
    unsigned depth, loops, switches; /* around, switches only those in the innermost loop */
    bool *counts;                    /* for each variable: it is a counter of a loop around */
    bool *used;                      /* it was a counter */
    struct wgc_err *err;
};

static bool fail(const struct form *form, const char *reason)
{
    wgc_statement_error(form->program, form->statement, form->err, reason);
    return false;
}

static bool power_of_two(uint64_t value)
{
    return value > 0 && (value & (value - 1)) == 0;
}

static bool check_collective(const struct form *form, const struct wgc_node *node)
{
    const uint64_t cluster = node->value % WGC_DELTA_UNIT, delta = node->value / WGC_DELTA_UNIT;
    bool right = true;
    switch (wgc_collective_info(node->op)->arguments) {
    case WGC_ARGUMENTS_MASK:
    case WGC_ARGUMENTS_DELTA:
        right = node->value <= MAX_MASK;
        break;
    case WGC_ARGUMENTS_CLUSTER:
        right = delta == 0 && power_of_two(cluster) && cluster <= MAX_CLUSTER;
        break;
    case WGC_ARGUMENTS_CLUSTER_DELTA:
        right = delta < cluster && power_of_two(cluster) && cluster <= MAX_CLUSTER;
        break;
    default:
        right = node->value <= (node->op == WGC_COLLECTIVE_ballot_word ? 3u : 0u);
    }
    return right || fail(form, "a mask, delta or cluster is out of range");
}

static bool check_var(const struct form *form, const struct wgc_node *node, bool array, bool shared)
{
    const struct wgc_var *var = &form->program->var[node->var];
    if (wgc_is_shared(var) ? form->function != 0 : var->function != form->function) {
        return fail(form, "a variable of another function");
    }
    const bool is_array = var->kind == WGC_VAR_ARRAY;
    if (!(array && is_array) && !(shared && wgc_is_shared(var)) &&
        !(!array && !shared && !is_array && !wgc_is_shared(var))) {
        return fail(form, "this kind of variable has no place here");
    }
    return var->kind != WGC_VAR_COUNTER || form->counts[node->var] ||
           fail(form, "a counter outside of its loop");
}

static bool check_own(const struct form *form, const struct wgc_node *node)
{
    return check_var(form, node, false, true) &&
           (node->value < form->program->var[node->var].length / wgc_items(form->program) ||
            fail(form, "the element is out of bounds"));
}

static bool check_expression(struct form *form, int32_t at);

static bool check_operands(struct form *form, const struct wgc_node *node)
{
    if (++form->depth > WGC_PROGRAM_MAX_DEPTH) {
        return fail(form, "too deep");
    }
    for (size_t i = 0; i < WGC_OPERANDS; i++) {
        if (node->operand[i] != WGC_NONE && !check_expression(form, node->operand[i])) {
            return false;
        }
    }
    form->depth--;
    return true;
}

static bool check_expression(struct form *form, int32_t at)
{
    const struct wgc_node *node = &form->program->node[at];
    bool right = node->kind < WGC_NODE_EXPRESSIONS;
    switch (node->kind) {
    case WGC_NODE_CONST:
        right = wgc_wrap(node->type, node->value) == node->value;
        break;
    case WGC_NODE_VAR:
        right = check_var(form, node, false, false);
        break;
    case WGC_NODE_ELEMENT:
        right = check_var(form, node, true, true);
        break;
    case WGC_NODE_OWN:
        right = check_own(form, node);
        break;
    case WGC_NODE_INPUT:
    case WGC_NODE_GROUP_INPUT:
        right = (node->value < form->program->inputs && form->function == 0) ||
                fail(form, "no input has this number");
        break;
    case WGC_NODE_ID:
        right = node->op < WGC_ID_COUNT;
        break;
    case WGC_NODE_COLLECTIVE:
        right = check_collective(form, node);
        break;
    default:
        break;
    }
    return right && check_operands(form, node) &&
           (wgc_node_type(form->program, node) == node->type ||
            fail(form, "the operands' types do not fit"));
}

/* Whether the expression is there and has the type. */
static bool check_value(struct form *form, int32_t at, unsigned type)
{
    return at != WGC_NONE && check_expression(form, at) &&
           (form->program->node[at].type == type || fail(form, "the types differ"));
}

static bool check_list(struct form *form, int32_t first);

static bool check_loop(struct form *form, const struct wgc_node *node)
{
    if (form->program->var[node->var].kind != WGC_VAR_COUNTER || form->used[node->var] ||
        form->program->var[node->var].function != form->function ||
        form->program->var[node->var].type != WGC_TYPE_uint) {
        return fail(form, "a loop needs a counter of its own");
    }
    if (++form->loops > MAX_LOOPS) {
        return fail(form, "too many loops in each other");
    }
    if (node->value < 1 || node->value > WGC_PROGRAM_MAX_ROUNDS ||
        !check_value(form, node->a, WGC_TYPE_uint)) {
        return false;
    }
    const unsigned switches = form->switches;
    form->used[node->var] = form->counts[node->var] = true;
    form->switches = 0;
    if (!check_list(form, node->b)) {
        return false;
    }
    form->switches = switches;
    form->counts[node->var] = false;
    form->loops--;
    return true;
}

static bool check_switch(struct form *form, const struct wgc_node *node)
{
    if (node->value < 2 || node->value > 3 || !check_value(form, node->a, WGC_TYPE_uint)) {
        return false;
    }
    form->switches++;
    if (!check_list(form, node->b) || !check_list(form, node->c) || !check_list(form, node->d)) {
        return false;
    }
    form->switches--;
    return true;
}

static bool check_call(struct form *form, const struct wgc_node *node)
{
    const struct wgc_program *program = form->program;
    if (node->value <= form->function || node->value >= program->function_count ||
        program->var[node->var].kind != WGC_VAR_SCALAR || !check_var(form, node, false, false) ||
        program->var[node->var].type != program->function[node->value].type) {
        return fail(form, "no function with this number, or its result has another type");
    }
    int32_t argument = node->b;
    unsigned count = 0;
    for (size_t i = 0; i < program->var_count; i++) {
        if (program->var[i].kind != WGC_VAR_PARAMETER || program->var[i].function != node->value) {
            continue;
        }
        count++;
        if (argument == WGC_NONE) {
            return fail(form, "an argument is missing");
        }
        if (!check_value(form, argument, program->var[i].type)) {
            return false;
        }
        argument = program->node[argument].next;
    }
    return (argument == WGC_NONE && count == program->function[node->value].parameters) ||
           fail(form, "the arguments are not the parameters");
}

static bool check_atomic(struct form *form, const struct wgc_node *node)
{
    const unsigned type = form->program->var[node->var].type;
    const enum wgc_op_set set = wgc_op_info(node->operation)->set;
    const bool has = set == WGC_OPS_ARITHMETIC || set == WGC_OPS_BITWISE;
    return ((has && (type == WGC_TYPE_int || type == WGC_TYPE_uint)) ||
            fail(form, "no atomic function has this operator and type")) &&
           check_var(form, node, false, true) && check_value(form, node->b, WGC_TYPE_uint) &&
           check_value(form, node->a, type);
}

static bool check_return(struct form *form, const struct wgc_node *node)
{
    return form->function == 0
               ? node->a == WGC_NONE || fail(form, "the kernel has no result")
               : check_value(form, node->a, form->program->function[form->function].type);
}

static bool check_statement(struct form *form, const struct wgc_node *node)
{
    const struct wgc_program *program = form->program;
    switch (node->kind) {
    case WGC_NODE_ASSIGN:
        return program->var[node->var].kind == WGC_VAR_SCALAR
                   ? check_var(form, node, false, false) &&
                         check_value(form, node->a, program->var[node->var].type)
                   : fail(form, "only a scalar variable can be assigned");
    case WGC_NODE_SET:
        return check_var(form, node, true, false) && check_value(form, node->b, WGC_TYPE_uint) &&
               check_value(form, node->a, program->var[node->var].type);
    case WGC_NODE_SET_OWN:
        return check_own(form, node) && check_value(form, node->a, program->var[node->var].type);
    case WGC_NODE_STORE:
        return ((node->value < program->outputs && form->function == 0) ||
                fail(form, "no output has this number")) &&
               node->a != WGC_NONE && check_expression(form, node->a);
    case WGC_NODE_ATOMIC:
        return check_atomic(form, node);
    case WGC_NODE_IF:
        return check_value(form, node->a, WGC_TYPE_int) && check_list(form, node->b) &&
               check_list(form, node->c);
    case WGC_NODE_FOR:
    case WGC_NODE_DO:
        return check_loop(form, node);
    case WGC_NODE_SWITCH:
        return check_switch(form, node);
    case WGC_NODE_BREAK:
        if (form->switches > 0) {
            return fail(form, "break in a switch leaves the switch");
        }
        return form->loops > 0 || fail(form, "there is no loop around");
    case WGC_NODE_CONTINUE:
        return form->loops > 0 || fail(form, "there is no loop around");
    case WGC_NODE_RETURN:
        return check_return(form, node);
    case WGC_NODE_CALL:
        return check_call(form, node);
    default:
        return node->kind == WGC_NODE_BARRIER || node->kind == WGC_NODE_SUB_BARRIER;
    }
}

static bool check_list(struct form *form, int32_t first)
{
    const struct wgc_node *const outer = form->statement;
    if (first == WGC_NONE) {
        return true;
    }
    if (++form->depth > WGC_PROGRAM_MAX_DEPTH) {
        return fail(form, "too deep");
    }
    for (int32_t at = first; at != WGC_NONE; at = form->program->node[at].next) {
        form->statement = &form->program->node[at];
        if (!check_statement(form, form->statement)) {
            return false;
        }
    }
    form->statement = outer;
    form->depth--;
    return true;
}

static bool check_functions(struct form *form)
{
    const struct wgc_program *program = form->program;
    for (size_t i = 0; i < program->function_count; i++) {
        int32_t last = program->function[i].body;
        form->function = (unsigned)i;
        if (!check_list(form, last)) {
            if (form->err->status == WGC_OK) {
                wgc_err_set(form->err, WGC_ERR_INPUT, "function f%zu is malformed", i);
            }
            return false;
        }
        while (last != WGC_NONE && program->node[last].next != WGC_NONE) {
            last = program->node[last].next;
        }
        if (i > 0 && (last == WGC_NONE || program->node[last].kind != WGC_NODE_RETURN)) {
            wgc_err_set(form->err, WGC_ERR_INPUT, "function f%zu does not end in return", i);
            return false;
        }
    }
    return true;
}

static enum wgc_status check_variables(const struct wgc_program *program, struct wgc_err *err)
{
    uint64_t local = 0, global = 0;
    unsigned shared = 0;
    for (size_t i = 0; i < program->var_count; i++) {
        const struct wgc_var *var = &program->var[i];
        const uint64_t bytes = (uint64_t)var->length * (wgc_bits(var->type) / 8);
        if (var->function >= program->function_count ||
            (wgc_is_shared(var) ? var->function != 0 || var->length % wgc_items(program) != 0
             : var->kind == WGC_VAR_ARRAY ? var->length > 64
                                          : var->length != 1) ||
            (var->kind == WGC_VAR_PARAMETER && var->function == 0) ||
            (var->kind == WGC_VAR_GLOBAL &&
             (wgc_is_float(var->type) || wgc_bits(var->type) < 32))) {
            return wgc_err_set(err, WGC_ERR_INPUT, "variable v%zu is malformed", i);
        }
        shared += wgc_is_shared(var);
        local += var->kind == WGC_VAR_LOCAL ? bytes : 0;
        global += var->kind == WGC_VAR_GLOBAL ? bytes : 0;
    }
    return shared > WGC_MAX_SHARED_VARS || local > WGC_PROGRAM_MAX_SHARED ||
                   global > WGC_PROGRAM_MAX_SHARED
               ? wgc_err_set(err, WGC_ERR_INPUT, "too much local or global memory")
               : WGC_OK;
}

enum wgc_status wgc_program_check_form(const struct wgc_program *program, struct wgc_err *err)
{
    *err = (struct wgc_err){.status = WGC_OK};
    if (program->function_count < 1 || program->groups < 1 ||
        program->groups > WGC_PROGRAM_MAX_GROUPS || program->dimensions < 1 ||
        program->dimensions > 3 || wgc_items(program) < 1 ||
        wgc_items(program) > WGC_PROGRAM_MAX_ITEMS || program->inputs > WGC_PROGRAM_MAX_SLOTS ||
        program->outputs > WGC_PROGRAM_MAX_SLOTS || program->node_count > WGC_PROGRAM_MAX_NODES) {
        return wgc_err_set(err, WGC_ERR_INPUT, "the program's sizes are out of bounds");
    }
    if (check_variables(program, err) != WGC_OK) {
        return err->status;
    }
    struct form form = {.program = program, .err = err};
    form.counts = calloc(program->var_count + 1, sizeof *form.counts);
    form.used = calloc(program->var_count + 1, sizeof *form.used);
    if (form.counts == NULL || form.used == NULL) {
        wgc_err_memory(err, "checking a program");
    } else {
        (void)check_functions(&form);
    }
    free(form.counts);
    free(form.used);
    return err->status;
}
