/* Where the results of calls are recorded that parts of a sub-group may make separately. */
#include "explore/parts.h"

int wgc_recorded_number(const struct wgc_recorded *recorded, int32_t node)
{
    for (size_t i = 0; i < recorded->count; i++) {
        if (recorded->call[i].node == node) {
            return (int)i;
        }
    }
    return -1;
}

/* How often a work-item makes each call at most. */
struct count {
    const struct wgc_program *program;
    struct wgc_recorded *recorded;
    uint32_t times[WGC_PROGRAM_MAX_FUNCTIONS]; /* a function is called */
};

static uint32_t at_most(uint64_t rounds)
{
    return (uint32_t)(rounds < WGC_MAX_RECORDED_ROUNDS ? rounds : WGC_MAX_RECORDED_ROUNDS);
}

static void count_list(struct count *count, int32_t first, uint32_t times)
{
    for (int32_t at = first; at != WGC_NONE; at = count->program->node[at].next) {
        const struct wgc_node *node = &count->program->node[at];
        const bool loops = node->kind == WGC_NODE_FOR || node->kind == WGC_NODE_DO;
        /* the bound is less than value, and a DO has a round at least */
        const uint64_t rounds = loops && node->value > 2 ? node->value - 1 : 1;
        const int number =
            node->kind == WGC_NODE_COLLECTIVE ? wgc_recorded_number(count->recorded, at) : -1;
        if (number >= 0) {
            uint32_t *own = &count->recorded->call[number].rounds;
            *own = at_most(*own + (uint64_t)times);
        }
        if (node->kind == WGC_NODE_CALL) {
            count->times[node->value] = at_most(count->times[node->value] + (uint64_t)times);
        }
        count_list(count, node->a, times);
        count_list(count, node->b, at_most(times * rounds));
        count_list(count, node->c, times);
        count_list(count, node->d, times);
    }
}

static uint32_t words_of(const struct wgc_node *node)
{
    return wgc_collective_has_ballot(node->op) ? (uint32_t)WGC_BALLOT_WORDS
           : wgc_bits(node->type) == 64        ? 2
                                               : 1;
}

void wgc_recorded_place(const struct wgc_program *program, struct wgc_recorded *recorded)
{
    struct count count = {.program = program, .recorded = recorded};
    uint32_t most = WGC_MAX_RECORDED_ROUNDS;
    for (size_t i = 0; i < recorded->count; i++) {
        recorded->call[i].rounds = 0;
        recorded->call[i].words = words_of(&program->node[recorded->call[i].node]);
    }
    count.times[0] = 1;
    for (size_t i = 0; recorded->count > 0 && i < program->function_count; i++) {
        count_list(&count, program->function[i].body, count.times[i]);
    }
    do {
        recorded->words = 0;
        for (size_t i = 0; i < recorded->count; i++) {
            struct wgc_recorded_call *call = &recorded->call[i];
            call->rounds = call->rounds > most ? most : call->rounds;
            call->offset = recorded->words;
            recorded->words += call->rounds * call->words;
        }
        most /= 2;
    } while (recorded->words > WGC_MAX_RECORDED_WORDS && most > 0);
}
