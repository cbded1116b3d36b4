/*
 * Candidates are edits, counted from 0 in a fixed order: sizes, runs of statements (long ones
 * first), statements replaced by their bodies, loops of one round, calls, expressions. An edit
 * changes a plain copy of the program, which is then copied without what nothing uses any more.
 */
#include "explore/reduce.h"

#include "explore/parts.h"

#include <stdlib.h>
#include <string.h>

/* What a node is worth: less is simpler. */
static uint64_t weight_of(const struct wgc_node *node)
{
    switch (node->kind) {
    case WGC_NODE_CONST:
        return node->value == 0 ? 1 : node->value == 1 ? 2 : 3;
    case WGC_NODE_VAR:
        return 4;
    case WGC_NODE_OWN:
    case WGC_NODE_INPUT:
    case WGC_NODE_GROUP_INPUT:
    case WGC_NODE_ID:
    case WGC_NODE_CONVERT:
        return 5;
    case WGC_NODE_FOR:
    case WGC_NODE_DO:
        return 30 + node->value;
    case WGC_NODE_BARRIER:
        return 8 + node->op;
    default:
        return node->kind < WGC_NODE_EXPRESSIONS ? 6 : 12;
    }
}

static void see_weight(const struct wgc_program *program, const struct wgc_node *node, void *data)
{
    uint64_t *weight = data;
    (void)program;
    *weight += weight_of(node);
}

uint64_t wgc_program_weight(const struct wgc_program *program)
{
    uint64_t weight = program->groups + 2 * wgc_items(program) + program->dimensions +
                      20 * program->function_count;
    wgc_each_node(program, see_weight, &weight);
    for (size_t i = 0; i < program->var_count; i++) {
        const struct wgc_var *var = &program->var[i];
        weight += var->kind == WGC_VAR_ARRAY ? var->length : 0;
        weight += var->kind == WGC_VAR_PARAMETER ? 2 : 0;
        weight += wgc_is_shared(var) ? var->length / wgc_items(program) : 0;
    }
    return weight;
}

static void *duplicate(const void *array, size_t count, size_t size)
{
    void *made = malloc((count + 1) * size);
    if (made == NULL) {
        return NULL;
    }
    if (count > 0) {
        memcpy(made, array, count * size);
    }
    return made;
}

/* A copy whose nodes, variables and functions have the same numbers. */
static bool clone(const struct wgc_program *program, struct wgc_program *copy)
{
    *copy = *program;
    copy->node = duplicate(program->node, program->node_count, sizeof *copy->node);
    copy->var = duplicate(program->var, program->var_count, sizeof *copy->var);
    copy->function = duplicate(program->function, program->function_count, sizeof *copy->function);
    copy->node_capacity = copy->node_count;
    copy->var_capacity = copy->var_count;
    copy->function_capacity = copy->function_count;
    if (copy->node == NULL || copy->var == NULL || copy->function == NULL) {
        wgc_program_free(copy);
        return false;
    }
    return true;
}

bool wgc_program_candidate(const struct wgc_program *program, size_t *position,
                           struct wgc_program *candidate, struct wgc_err *err)
{
    const uint64_t weight = wgc_program_weight(program);
    struct wgc_edit edit;
    *candidate = (struct wgc_program){0};
    while (wgc_edit_find(program, *position, &edit)) {
        struct wgc_program edited;
        ++*position;
        if (!clone(program, &edited)) {
            wgc_err_memory(err, "a smaller program");
            return false;
        }
        wgc_edit_apply(&edited, &edit);
        const enum wgc_status status = wgc_program_copy(&edited, candidate, err);
        wgc_program_free(&edited);
        if (status != WGC_OK) {
            return false;
        }
        if (wgc_program_weight(candidate) < weight && wgc_program_check(candidate, err) == WGC_OK) {
            return true;
        }
        wgc_program_free(candidate);
    }
    err->status = WGC_OK;
    return false;
}
