/* Programs as a whole: copies, and what a launch consists of. */
#include "explore/parts.h"
#include "patterns/random.h"

#include <stdlib.h>
#include <string.h>

void wgc_program_free(struct wgc_program *program)
{
    free(program->node);
    free(program->var);
    free(program->function);
    *program = (struct wgc_program){0};
}

/* A copy in the making: the new numbers of what is copied already, or WGC_NONE. */
struct copy {
    const struct wgc_program *from;
    struct wgc_program *to;
    int32_t *var, *function;
    bool failed;
};

static int32_t copy_list(struct copy *copy, int32_t first)
{
    int32_t head = WGC_NONE, last = WGC_NONE;
    for (int32_t at = first; at != WGC_NONE && !copy->failed; at = copy->from->node[at].next) {
        const struct wgc_node *node = &copy->from->node[at];
        const int32_t made = wgc_add_node(copy->to, node->kind, node->type);
        if (made == WGC_NONE) {
            copy->failed = true;
            return WGC_NONE;
        }
        struct wgc_node new = *node;
        for (size_t i = 0; i < WGC_OPERANDS; i++) {
            new.operand[i] = copy_list(copy, node->operand[i]);
        }
        new.next = WGC_NONE;
        if (wgc_names_var(node->kind)) {
            new.var = (uint16_t)copy->var[node->var];
        }
        if (node->kind == WGC_NODE_CALL) {
            new.value = (uint64_t)copy->function[node->value];
        }
        copy->to->node[made] = new;
        *(last == WGC_NONE ? &head : &copy->to->node[last].next) = made;
        last = made;
    }
    return head;
}

/* What the functions that the kernel reaches use. */
static void mark_list(const struct copy *copy, int32_t first)
{
    for (int32_t at = first; at != WGC_NONE; at = copy->from->node[at].next) {
        const struct wgc_node *node = &copy->from->node[at];
        if (wgc_names_var(node->kind)) {
            copy->var[node->var] = 0;
        }
        if (node->kind == WGC_NODE_CALL && copy->function[node->value] == WGC_NONE) {
            copy->function[node->value] = 0;
            mark_list(copy, copy->from->function[node->value].body);
        }
        for (size_t i = 0; i < WGC_OPERANDS; i++) {
            mark_list(copy, node->operand[i]);
        }
    }
}

static void number_all(struct copy *copy)
{
    const struct wgc_program *from = copy->from;
    memset(copy->var, 0xff, from->var_count * sizeof *copy->var);
    memset(copy->function, 0xff, from->function_count * sizeof *copy->function);
    if (from->function_count > 0) {
        copy->function[0] = 0;
        mark_list(copy, from->function[0].body);
    }
    for (size_t i = 0; i < from->function_count && !copy->failed; i++) {
        if (copy->function[i] != WGC_NONE) {
            copy->function[i] = wgc_add_function(copy->to, &from->function[i]);
            copy->failed |= copy->function[i] == WGC_NONE;
        }
    }
    for (size_t i = 0; i < from->var_count && !copy->failed; i++) {
        struct wgc_var var = from->var[i];
        const int32_t function = copy->function[var.function];
        if (function == WGC_NONE || (copy->var[i] == WGC_NONE && var.kind != WGC_VAR_PARAMETER)) {
            continue;
        }
        var.function = (uint16_t)function;
        copy->var[i] = wgc_add_var(copy->to, &var);
        copy->failed |= copy->var[i] == WGC_NONE;
    }
}

enum wgc_status wgc_program_copy(const struct wgc_program *program, struct wgc_program *copy,
                                 struct wgc_err *err)
{
    *copy = *program;
    copy->node = NULL;
    copy->var = NULL;
    copy->function = NULL;
    copy->node_count = copy->var_count = copy->function_count = 0;
    copy->node_capacity = copy->var_capacity = copy->function_capacity = 0;
    struct copy work = {.from = program, .to = copy};
    work.var = malloc((program->var_count + 1) * sizeof *work.var);
    work.function = malloc((program->function_count + 1) * sizeof *work.function);
    work.failed = work.var == NULL || work.function == NULL;
    if (!work.failed) {
        number_all(&work);
    }
    for (size_t i = 0, made = 0; i < program->function_count && !work.failed; i++) {
        if (work.function[i] != WGC_NONE) {
            const int32_t body = copy_list(&work, program->function[i].body);
            copy->function[made++].body = body;
        }
    }
    free(work.var);
    free(work.function);
    if (work.failed) {
        wgc_program_free(copy);
        return wgc_err_memory(err, "a program");
    }
    return WGC_OK;
}

void wgc_program_layout(const struct wgc_program *program, struct wgc_program_layout *layout)
{
    *layout = (struct wgc_program_layout){.items = wgc_items(program)};
    layout->total = layout->items * program->groups;
    layout->in_words = (layout->total + program->groups) * program->inputs;
    layout->out_words = layout->total * program->outputs * 2;
    if (wgc_program_has_sub_groups(program)) {
        struct wgc_recorded recorded;
        wgc_recorded_find(program, &recorded);
        layout->record_words = recorded.words;
        layout->ids_words = layout->total * (WGC_IDS_WORDS + layout->record_words);
    }
    for (size_t i = 0; i < program->var_count; i++) {
        const struct wgc_var *var = &program->var[i];
        const size_t words = ((size_t)var->length * (wgc_bits(var->type) / 8) + 7) / 8 * 2;
        if (var->kind == WGC_VAR_GLOBAL) {
            layout->group_mem_words += words;
        } else if (var->kind == WGC_VAR_LOCAL) {
            layout->local_bytes += words * 4;
        }
    }
    layout->mem_words = layout->group_mem_words * program->groups;
    if (layout->ids_words > 0) {
        layout->local_bytes += layout->items * 4; /* the lanes, which the kernel counts */
    }
}

/* Small numbers, powers of two and limits make conditions and identities matter; others are any
 * bits. Each work-group prefers one of them. */
static uint32_t input(struct wgc_random *random, unsigned taste)
{
    static const uint32_t limits[] = {0, 1, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0xfffffffeu};
    const uint32_t next = (uint32_t)(wgc_random_next(random) >> 32);
    switch (taste) {
    case 0:
        return next;
    case 1:
        return next % 8;
    case 2:
        return 1u << next % 32;
    case 3:
        return limits[next % (sizeof limits / sizeof limits[0])];
    case 4:
        return next % 2;
    default:
        return next % 1000 + 1;
    }
}

void wgc_program_inputs(const struct wgc_program *program, uint32_t *in)
{
    const size_t items = wgc_items(program), inputs = program->inputs;
    uint32_t *of_groups = in + items * program->groups * inputs;
    for (size_t group = 0; group < program->groups; group++) {
        for (size_t k = 0; k < inputs; k++) {
            struct wgc_random random = wgc_random_start(program->data, group, k);
            const unsigned taste = (unsigned)wgc_random_below(&random, 6);
            /* A smaller work-group has the same first work-items. */
            of_groups[group * inputs + k] = input(&random, taste);
            for (size_t i = 0; i < items; i++) {
                in[(group * items + i) * inputs + k] = input(&random, taste);
            }
        }
    }
}
