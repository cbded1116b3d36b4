/* All edits of a program in their order. */
#include "explore/parts.h"

struct search {
    const struct wgc_program *program;
    size_t left; /* edits before the sought one */
    struct wgc_edit *edit;
    bool found;
};

static void offer(struct search *search, const struct wgc_edit *edit)
{
    if (!search->found && search->left-- == 0) {
        *search->edit = *edit;
        search->found = true;
    }
}

static void offer_at(struct search *search, enum wgc_edit_kind kind, int32_t at, uint32_t with)
{
    const struct wgc_edit edit = {.kind = kind, .at = at, .before = WGC_NONE, .with = with};
    offer(search, &edit);
}

static void offer_sizes(struct search *search)
{
    const struct wgc_program *program = search->program;
    if (program->groups > 1) {
        offer_at(search, WGC_EDIT_GROUPS, 0, 1);
        offer_at(search, WGC_EDIT_GROUPS, 0, program->groups / 2);
        offer_at(search, WGC_EDIT_GROUPS, 0, program->groups - 1);
    }
    for (int32_t d = 0; d < 3; d++) {
        const uint32_t size = program->local[d];
        if (size > 1) {
            offer_at(search, WGC_EDIT_LOCAL, d, 1);
            offer_at(search, WGC_EDIT_LOCAL, d, size / 2);
            offer_at(search, WGC_EDIT_LOCAL, d, size - 1);
        }
    }
    for (size_t v = 0; v < program->var_count; v++) {
        if (program->var[v].kind == WGC_VAR_ARRAY && program->var[v].length > 1) {
            offer_at(search, WGC_EDIT_LENGTH, (int32_t)v, program->var[v].length / 2);
        } else if (program->var[v].kind == WGC_VAR_PARAMETER) {
            offer_at(search, WGC_EDIT_PARAMETER, (int32_t)v, 0);
        }
    }
}

/* ---- Lists of statements ---- */

/* A list of statements, and whose it is (struct wgc_edit). */
struct list {
    int32_t first, owner;
    unsigned field;
    uint32_t size; /* of the runs that are removed */
};

typedef void visit_list(struct search *search, const struct list *list);

static void each_list(struct search *search, const struct list *list, visit_list *visit)
{
    if (list->first == WGC_NONE || search->found) {
        return;
    }
    visit(search, list);
    for (int32_t at = list->first; at != WGC_NONE; at = search->program->node[at].next) {
        const struct wgc_node *node = &search->program->node[at];
        for (unsigned i = 1; wgc_has_lists(node->kind) && i < WGC_OPERANDS; i++) {
            each_list(search, &(struct list){node->operand[i], at, i, list->size}, visit);
        }
    }
}

static void each_list_of_all(struct search *search, uint32_t size, visit_list *visit)
{
    for (size_t i = 0; i < search->program->function_count; i++) {
        const int32_t body = search->program->function[i].body;
        each_list(search, &(struct list){body, (int32_t)i, 0, size}, visit);
    }
}

static void offer_runs(struct search *search, const struct list *list)
{
    uint32_t place = 0;
    int32_t before = WGC_NONE;
    for (int32_t at = list->first; at != WGC_NONE; at = search->program->node[at].next) {
        if (place++ % list->size == 0) {
            const struct wgc_edit edit = {.kind = WGC_EDIT_REMOVE,
                                          .at = at,
                                          .before = before,
                                          .with = list->size,
                                          .owner = list->owner,
                                          .field = list->field};
            offer(search, &edit);
        }
        before = at;
    }
}

static void offer_bodies(struct search *search, const struct list *list)
{
    for (int32_t at = list->first; at != WGC_NONE; at = search->program->node[at].next) {
        const struct wgc_node *node = &search->program->node[at];
        if (!wgc_has_lists(node->kind)) {
            continue;
        }
        for (uint32_t i = 1; i < WGC_OPERANDS; i++) {
            if (node->operand[i] != WGC_NONE) {
                offer_at(search, WGC_EDIT_UNWRAP, at, i);
            }
        }
        if (node->kind == WGC_NODE_IF && node->c != WGC_NONE) {
            offer_at(search, WGC_EDIT_NO_ELSE, at, 0);
        }
        if (node->kind == WGC_NODE_FOR || node->kind == WGC_NODE_DO) {
            offer_at(search, WGC_EDIT_ONE_ROUND, at, 0);
        }
    }
}

static void offer_calls(struct search *search, const struct list *list)
{
    for (int32_t at = list->first; at != WGC_NONE; at = search->program->node[at].next) {
        if (search->program->node[at].kind == WGC_NODE_CALL) {
            offer_at(search, WGC_EDIT_INLINE, at, 0);
            offer_at(search, WGC_EDIT_NO_CALL, at, 0);
        }
    }
}

/* ---- Expressions ---- */

static void offer_expression(struct search *search, int32_t at)
{
    const struct wgc_node *node = &search->program->node[at];
    if (search->found) {
        return;
    }
    if (node->kind != WGC_NODE_CONST || node->value != 0) {
        offer_at(search, WGC_EDIT_CONST, at, 0);
    }
    if (node->kind != WGC_NODE_CONST || node->value > 1) {
        offer_at(search, WGC_EDIT_CONST, at, 1);
    }
    for (uint32_t i = 0; i < WGC_OPERANDS; i++) {
        if (node->operand[i] != WGC_NONE) {
            offer_at(search, WGC_EDIT_OPERAND, at, i);
        }
    }
    for (uint32_t i = 0; i < WGC_OPERANDS; i++) {
        if (node->operand[i] != WGC_NONE) {
            offer_expression(search, node->operand[i]);
        }
    }
}

static void offer_expressions(struct search *search, const struct list *list)
{
    for (int32_t at = list->first; at != WGC_NONE; at = search->program->node[at].next) {
        const struct wgc_node *node = &search->program->node[at];
        if (node->a != WGC_NONE) {
            offer_expression(search, node->a);
        }
        if (wgc_has_lists(node->kind)) {
            continue;
        }
        for (int32_t more = node->b; more != WGC_NONE;
             more = node->kind == WGC_NODE_CALL ? search->program->node[more].next : WGC_NONE) {
            offer_expression(search, more);
        }
    }
}

static uint32_t longest_list(const struct wgc_program *program)
{
    uint32_t longest = 0;
    for (size_t i = 0; i < program->function_count; i++) {
        uint32_t length = 0;
        for (int32_t at = program->function[i].body; at != WGC_NONE; at = program->node[at].next) {
            length++;
        }
        longest = length > longest ? length : longest;
    }
    return longest;
}

bool wgc_edit_find(const struct wgc_program *program, size_t index, struct wgc_edit *edit)
{
    struct search search = {.program = program, .left = index, .edit = edit};
    uint32_t size = 1;
    while (size * 2 < longest_list(program)) {
        size *= 2;
    }
    for (; size > 0; size /= 2) {
        each_list_of_all(&search, size, offer_runs);
    }
    offer_sizes(&search);
    each_list_of_all(&search, 0, offer_bodies);
    each_list_of_all(&search, 0, offer_calls);
    each_list_of_all(&search, 0, offer_expressions);
    return search.found;
}
