/* Calls of collective functions in random programs. */
#include "explore/generator.h"

#include <string.h>

enum { MAX_SEPARATE_CALLS = 200 };

/* A function that parts of a sub-group may call separately: its result is sure to be the same only
 * where nothing divides the work-items. */
static bool is_possible_separate(const struct wgc_generator *generator, unsigned collective,
                                 enum wgc_level level)
{
    if (!wgc_collective_may_be_separate(collective)) {
        return true;
    }
    if (generator->calls >= MAX_SEPARATE_CALLS ||
        (generator->divided && generator->options->weight[WGC_WEIGHT_divided_call] == 0)) {
        return false;
    }
    return level == WGC_LEVEL_ITEM || (generator->plain && !generator->divided);
}

/* Whether the function may be at the place, for level and result type (-1: any). */
static bool is_possible(const struct wgc_generator *generator, unsigned collective, unsigned op,
                        unsigned type, int sought, enum wgc_level level)
{
    const struct wgc_collective_info *info = wgc_collective_info(collective);
    const enum wgc_level flow = generator->place.flow;
    const bool sub_group = info->family != WGC_FAMILY_WORK_GROUP;
    const bool independent = (generator->families >> WGC_FAMILY_INDEPENDENT & 1) != 0;
    const bool clusters =
        info->arguments == WGC_ARGUMENTS_CLUSTER || info->arguments == WGC_ARGUMENTS_CLUSTER_DELTA;
    if ((generator->options->avoid >> collective & 1) != 0 ||
        !wgc_collective_exists(collective, op, type) ||
        (wgc_collective_families(collective, op, type) & ~generator->families) != 0 ||
        (sought >= 0 && (int)wgc_collective_result(collective, type) != sought)) {
        return false;
    }
    if (flow < WGC_LEVEL_WORK_GROUP && generator->options->weight[WGC_WEIGHT_divergent_call] == 0) {
        return false;
    }
    if (flow < info->flow || !is_possible_separate(generator, collective, level) ||
        (sub_group && flow < WGC_LEVEL_WORK_GROUP && !independent) ||
        (clusters && generator->options->max_cluster < 2)) {
        return false;
    }
    return wgc_lower(wgc_collective_level(collective), flow) >= level;
}

static unsigned pick_op(struct wgc_generator *generator, unsigned collective)
{
    return wgc_collective_info(collective)->ops == WGC_OPS_NONE ? (unsigned)WGC_OP_NONE
                                                                : wgc_pick(generator, WGC_OP_COUNT);
}

static uint64_t pick_constant(struct wgc_generator *generator, unsigned collective)
{
    const enum wgc_collective_arguments arguments = wgc_collective_info(collective)->arguments;
    unsigned cluster = 1;
    switch (arguments) {
    case WGC_ARGUMENTS_MASK:
    case WGC_ARGUMENTS_DELTA:
        return wgc_chance(generator, 70) ? UINT64_C(1) << wgc_pick(generator, 4)
                                         : wgc_pick(generator, 18);
    case WGC_ARGUMENTS_CLUSTER:
    case WGC_ARGUMENTS_CLUSTER_DELTA:
        while (cluster * 2 <= generator->options->max_cluster && cluster < 64 &&
               wgc_chance(generator, 70)) {
            cluster *= 2;
        }
        return cluster + (arguments == WGC_ARGUMENTS_CLUSTER
                              ? 0
                              : (uint64_t)wgc_pick(generator, cluster) * WGC_DELTA_UNIT);
    default:
        return collective == WGC_COLLECTIVE_ballot_word && wgc_chance(generator, 20)
                   ? wgc_pick(generator, 4)
                   : 0;
    }
}

static int32_t make_operand(struct wgc_generator *generator, const struct wgc_collective_info *info,
                            unsigned op, unsigned type, unsigned depth)
{
    const uint32_t *weight = generator->options->weight;
    const bool truth = info->types == WGC_TYPES_TRUTH || wgc_is_logical(op);
    if (generator->divided && info->flow == WGC_LEVEL_ITEM && !truth &&
        wgc_chance(generator, weight[WGC_WEIGHT_reveal])) {
        return wgc_make_revealing(generator, op, type);
    }
    if (wgc_chance(generator, weight[WGC_WEIGHT_literal])) {
        return wgc_make_literal(generator, type);
    }
    if (wgc_chance(generator, weight[WGC_WEIGHT_place])) {
        return wgc_make_place(generator, type);
    }
    return truth && !wgc_chance(generator, weight[WGC_WEIGHT_truth])
               ? wgc_make_condition(generator, WGC_LEVEL_ITEM, depth)
               : wgc_make_expression(generator, type, WGC_LEVEL_ITEM, depth);
}

static int32_t make_call(struct wgc_generator *generator, unsigned collective, unsigned op,
                         unsigned type, unsigned depth)
{
    const struct wgc_collective_info *info = wgc_collective_info(collective);
    int32_t operand[4] = {WGC_NONE, WGC_NONE, WGC_NONE, WGC_NONE};
    unsigned arguments = 0;
    enum wgc_level level = WGC_LEVEL_ITEM;
    if (info->arguments != WGC_ARGUMENTS_NONE) {
        operand[0] = make_operand(generator, info, op, type, depth);
    }
    if (info->arguments == WGC_ARGUMENTS_COORDINATES) {
        arguments = generator->program->dimensions;
        level = WGC_LEVEL_WORK_GROUP;
    } else if (info->arguments == WGC_ARGUMENTS_LANE || info->arguments == WGC_ARGUMENTS_ANY_LANE) {
        arguments = 1;
        level = info->arguments == WGC_ARGUMENTS_LANE ? WGC_LEVEL_SUB_GROUP : WGC_LEVEL_ITEM;
    }
    for (unsigned i = 1; i <= arguments; i++) {
        operand[i] = wgc_make_expression(generator, WGC_TYPE_uint, level, depth > 1 ? 1 : 0);
    }
    const int32_t made =
        wgc_make(generator, WGC_NODE_COLLECTIVE, wgc_collective_result(collective, type));
    struct wgc_node *node = &generator->program->node[made];
    node->op = (uint8_t)collective;
    node->operation = (uint8_t)op;
    memcpy(node->operand, operand, sizeof operand);
    node->value = pick_constant(generator, collective);
    return made;
}

int32_t wgc_make_collective(struct wgc_generator *generator, int type, enum wgc_level level,
                            unsigned depth)
{
    for (unsigned tries = 0; tries < 60; tries++) {
        const unsigned collective = wgc_pick(generator, WGC_COLLECTIVE_COUNT);
        const unsigned op = pick_op(generator, collective);
        unsigned of = type >= 0 ? (unsigned)type : wgc_pick_type(generator);
        if (wgc_collective_info(collective)->types == WGC_TYPES_TRUTH || wgc_is_logical(op)) {
            of = WGC_TYPE_int;
        } else if (collective == WGC_COLLECTIVE_non_uniform_all_equal) {
            of = wgc_pick_type(generator);
        }
        if (is_possible(generator, collective, op, of, type, level)) {
            generator->calls += wgc_collective_may_be_separate(collective);
            return make_call(generator, collective, op, of, depth);
        }
    }
    return WGC_NONE;
}
