/* What each edit does. */
#include "explore/parts.h"

static void set_local(struct wgc_program *program, const struct wgc_edit *edit)
{
    const uint32_t before = (uint32_t)wgc_items(program);
    program->local[edit->at] = edit->with;
    const uint32_t after = (uint32_t)wgc_items(program);
    for (size_t v = 0; v < program->var_count; v++) {
        if (wgc_is_shared(&program->var[v])) {
            program->var[v].length = program->var[v].length / before * after;
        }
    }
}

static void remove_run(struct wgc_program *program, const struct wgc_edit *edit)
{
    int32_t rest = edit->at;
    for (uint32_t i = 0; i < edit->with && rest != WGC_NONE; i++) {
        rest = program->node[rest].next;
    }
    if (edit->before != WGC_NONE) {
        program->node[edit->before].next = rest;
    } else if (edit->field == 0) {
        program->function[edit->owner].body = rest;
    } else {
        program->node[edit->owner].operand[edit->field] = rest;
    }
}

/* An expression takes another's place, and stays in its list of arguments. */
static void replace(struct wgc_program *program, int32_t at, const struct wgc_node *with)
{
    const int32_t next = program->node[at].next;
    program->node[at] = *with;
    program->node[at].next = next;
}

static struct wgc_node constant(unsigned type, uint64_t value)
{
    struct wgc_node node = wgc_empty_node(WGC_NODE_CONST, type);
    node.value = value;
    return node;
}

/* The counter of a loop that is gone is 0. */
static void forget_counter(struct wgc_program *program, unsigned counter)
{
    const struct wgc_node zero = constant(WGC_TYPE_uint, 0);
    for (size_t i = 0; i < program->node_count; i++) {
        if (program->node[i].kind == WGC_NODE_VAR && program->node[i].var == counter) {
            replace(program, (int32_t)i, &zero);
        }
    }
}

static void unwrap(struct wgc_program *program, const struct wgc_edit *edit)
{
    const struct wgc_node old = program->node[edit->at];
    const int32_t body = old.operand[edit->with];
    int32_t last = body;
    if (old.kind == WGC_NODE_FOR || old.kind == WGC_NODE_DO) {
        forget_counter(program, old.var);
    }
    while (program->node[last].next != WGC_NONE) {
        last = program->node[last].next;
    }
    program->node[last].next = old.next;
    program->node[edit->at] = program->node[body];
}

static void one_round(struct wgc_program *program, const struct wgc_edit *edit)
{
    struct wgc_node *node = &program->node[edit->at];
    const struct wgc_node one = constant(WGC_TYPE_uint, 1);
    replace(program, node->a, &one);
    node->value = 2;
}

static bool returns(const struct wgc_program *program, int32_t first)
{
    for (int32_t at = first; at != WGC_NONE; at = program->node[at].next) {
        const struct wgc_node *node = &program->node[at];
        if (node->kind == WGC_NODE_RETURN || returns(program, node->b) ||
            returns(program, node->c) || returns(program, node->d)) {
            return true;
        }
    }
    return false;
}

/* The last statement of a function that is called once and returns nowhere else, or WGC_NONE. */
static int32_t only_return(const struct wgc_program *program, uint64_t function)
{
    size_t calls = 0;
    int32_t last = program->function[function].body;
    for (size_t i = 0; i < program->node_count; i++) {
        calls += program->node[i].kind == WGC_NODE_CALL && program->node[i].value == function;
    }
    while (last != WGC_NONE && program->node[last].next != WGC_NONE) {
        const struct wgc_node one = program->node[last];
        if (one.kind == WGC_NODE_RETURN || returns(program, one.b) || returns(program, one.c) ||
            returns(program, one.d)) {
            return WGC_NONE;
        }
        last = one.next;
    }
    return calls == 1 ? last : (int32_t)WGC_NONE;
}

/* The function's variables become the caller's, its parameters scalars that are assigned before its
 * statements, and its return an assignment of the result. */
static void inline_call(struct wgc_program *program, const struct wgc_edit *edit)
{
    const struct wgc_node call = program->node[edit->at];
    const int32_t result = only_return(program, call.value);
    int32_t at = edit->at, argument = call.b;
    if (result == WGC_NONE || program->node[result].kind != WGC_NODE_RETURN) {
        return;
    }
    for (size_t v = 0; v < program->var_count; v++) {
        struct wgc_var *var = &program->var[v];
        if (var->function != call.value) {
            continue;
        }
        var->function = program->var[call.var].function;
        if (var->kind == WGC_VAR_PARAMETER) {
            const int32_t made = wgc_add_node(program, WGC_NODE_ASSIGN, 0);
            if (made == WGC_NONE) {
                return; /* the program is no candidate then */
            }
            const int32_t next = program->node[argument].next;
            var->kind = WGC_VAR_SCALAR;
            program->node[argument].next = WGC_NONE;
            /* The call's node is the first assignment, and the last one is left over for that. */
            program->node[at].kind = WGC_NODE_ASSIGN;
            program->node[at].var = (uint16_t)v;
            program->node[at].a = argument;
            program->node[at].b = WGC_NONE;
            program->node[at].value = 0;
            program->node[at].next = made;
            at = made;
            argument = next;
        }
    }
    program->node[at] = program->node[program->function[call.value].body];
    const int32_t end = program->function[call.value].body == result ? at : result;
    program->node[end].kind = WGC_NODE_ASSIGN;
    program->node[end].var = call.var;
    program->node[end].next = call.next;
}

/* The parameter is 0, and no call has an argument for it. */
static void drop_parameter(struct wgc_program *program, const struct wgc_edit *edit)
{
    struct wgc_var *var = &program->var[edit->at];
    const struct wgc_node zero = constant(var->type, 0);
    unsigned place = 0;
    for (int32_t v = 0; v < edit->at; v++) {
        place +=
            program->var[v].kind == WGC_VAR_PARAMETER && program->var[v].function == var->function;
    }
    for (size_t i = 0; i < program->node_count; i++) {
        struct wgc_node *node = &program->node[i];
        if (node->kind == WGC_NODE_VAR && node->var == edit->at) {
            replace(program, (int32_t)i, &zero);
        } else if (node->kind == WGC_NODE_CALL && node->value == var->function) {
            int32_t *link = &node->b;
            for (unsigned k = 0; k < place && *link != WGC_NONE; k++) {
                link = &program->node[*link].next;
            }
            *link = *link == WGC_NONE ? (int32_t)WGC_NONE : program->node[*link].next;
        }
    }
    var->kind = WGC_VAR_SCALAR; /* that nothing uses */
    program->function[var->function].parameters--;
}

/* The first argument's node becomes the 0; a call without arguments stays. */
static void no_call(struct wgc_program *program, const struct wgc_edit *edit)
{
    struct wgc_node *call = &program->node[edit->at];
    if (call->b != WGC_NONE) {
        program->node[call->b] = constant(program->var[call->var].type, 0);
        call->kind = WGC_NODE_ASSIGN;
        call->a = call->b;
        call->b = WGC_NONE;
        call->value = 0;
    }
}

static void take_operand(struct wgc_program *program, const struct wgc_edit *edit)
{
    struct wgc_node *node = &program->node[edit->at];
    const int32_t kept = node->operand[edit->with];
    if (program->node[kept].type == node->type) {
        replace(program, edit->at, &program->node[kept]);
        return;
    }
    struct wgc_node convert = constant(node->type, 0);
    convert.kind = WGC_NODE_CONVERT;
    convert.a = kept;
    replace(program, edit->at, &convert);
}

void wgc_edit_apply(struct wgc_program *program, const struct wgc_edit *edit)
{
    struct wgc_node made;
    switch (edit->kind) {
    case WGC_EDIT_GROUPS:
        program->groups = edit->with;
        break;
    case WGC_EDIT_LOCAL:
        set_local(program, edit);
        break;
    case WGC_EDIT_LENGTH:
        program->var[edit->at].length = edit->with;
        break;
    case WGC_EDIT_REMOVE:
        remove_run(program, edit);
        break;
    case WGC_EDIT_UNWRAP:
        unwrap(program, edit);
        break;
    case WGC_EDIT_NO_ELSE:
        program->node[edit->at].c = WGC_NONE;
        break;
    case WGC_EDIT_ONE_ROUND:
        one_round(program, edit);
        break;
    case WGC_EDIT_INLINE:
        inline_call(program, edit);
        break;
    case WGC_EDIT_PARAMETER:
        drop_parameter(program, edit);
        break;
    case WGC_EDIT_NO_CALL:
        no_call(program, edit);
        break;
    case WGC_EDIT_CONST:
        made = constant(program->node[edit->at].type, edit->with);
        replace(program, edit->at, &made);
        break;
    case WGC_EDIT_OPERAND:
        take_operand(program, edit);
        break;
    }
}
