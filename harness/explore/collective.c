/* What the columns of collectives.def mean. */
#include "explore/node.h"

static const struct wgc_collective_info table[WGC_COLLECTIVE_COUNT] = {
#define WGC_COLLECTIVE(id, name, flow, family, ops, types, arguments)                              \
    {#id,                                                                                          \
     name,                                                                                         \
     WGC_LEVEL_##flow,                                                                             \
     WGC_FAMILY_##family,                                                                          \
     WGC_OPS_##ops,                                                                                \
     WGC_TYPES_##types,                                                                            \
     WGC_ARGUMENTS_##arguments},
#include "explore/collectives.def"
#undef WGC_COLLECTIVE
};

const struct wgc_collective_info *wgc_collective_info(unsigned collective)
{
    return &table[collective];
}

static bool is_of(unsigned op, enum wgc_op_set set)
{
    return op != WGC_OP_NONE && wgc_op_info(op)->set == set;
}

bool wgc_collective_exists(unsigned collective, unsigned op, unsigned type)
{
    const struct wgc_collective_info *info = &table[collective];
    if (info->ops == WGC_OPS_NONE ? op != WGC_OP_NONE : op == WGC_OP_NONE) {
        return false;
    }
    /* Predicates and logical operators are functions of int. */
    if ((info->types == WGC_TYPES_TRUTH || wgc_is_logical(op)) && type != WGC_TYPE_int) {
        return false;
    }
    if (wgc_is_float(type)) {
        /* The identities of min and max are infinities, which no program may convert. */
        const bool infinite = (op == WGC_OP_min || op == WGC_OP_max) &&
                              (collective == WGC_COLLECTIVE_work_group_scan_exclusive ||
                               collective == WGC_COLLECTIVE_sub_group_scan_exclusive ||
                               collective == WGC_COLLECTIVE_non_uniform_scan_exclusive);
        /* Equality of zeros of both signs is nowhere defined. */
        if (infinite || is_of(op, WGC_OPS_BITWISE) ||
            collective == WGC_COLLECTIVE_non_uniform_all_equal) {
            return false;
        }
    }
    if (wgc_bits(type) < 32 && !wgc_is_float(type)) {
        /* The additional operators of plain sub-group functions have no small types. */
        return info->types == WGC_TYPES_EVERY &&
               (info->ops != WGC_OPS_SUMS || is_of(op, WGC_OPS_ARITHMETIC));
    }
    /* cl_khr_work_group_uniform_arithmetic is about work-groups alone. */
    return info->ops != WGC_OPS_SUMS || is_of(op, WGC_OPS_ARITHMETIC) ||
           info->flow == WGC_LEVEL_WORK_GROUP;
}

enum wgc_type wgc_collective_result(unsigned collective, unsigned type)
{
    switch (collective) {
    case WGC_COLLECTIVE_non_uniform_all_equal:
        return WGC_TYPE_int;
    case WGC_COLLECTIVE_ballot_word:
    case WGC_COLLECTIVE_ballot_bit_count:
    case WGC_COLLECTIVE_ballot_inclusive_scan:
    case WGC_COLLECTIVE_ballot_exclusive_scan:
    case WGC_COLLECTIVE_ballot_find_lsb:
    case WGC_COLLECTIVE_ballot_find_msb:
    case WGC_COLLECTIVE_count_eq_mask:
    case WGC_COLLECTIVE_count_ge_mask:
    case WGC_COLLECTIVE_count_gt_mask:
    case WGC_COLLECTIVE_count_le_mask:
    case WGC_COLLECTIVE_count_lt_mask:
        return WGC_TYPE_uint;
    default:
        return (enum wgc_type)type;
    }
}

uint32_t wgc_collective_families(unsigned collective, unsigned op, unsigned type)
{
    const struct wgc_collective_info *info = &table[collective];
    uint32_t families = 1u << info->family;
    if (info->family != WGC_FAMILY_WORK_GROUP) {
        families |= 1u << WGC_FAMILY_SUB_GROUP;
    } else if (info->ops == WGC_OPS_SUMS && !is_of(op, WGC_OPS_ARITHMETIC)) {
        families |= 1u << WGC_FAMILY_UNIFORM_ARITHMETIC;
    }
    /* The other extensions name the small types themselves. */
    if (info->family == WGC_FAMILY_SUB_GROUP && wgc_bits(type) < 32 && !wgc_is_float(type)) {
        families |= 1u << WGC_FAMILY_EXTENDED_TYPES;
    }
    return families | wgc_type_families(type);
}

enum wgc_level wgc_collective_level(unsigned collective)
{
    switch (collective) {
    case WGC_COLLECTIVE_work_group_all:
    case WGC_COLLECTIVE_work_group_any:
    case WGC_COLLECTIVE_work_group_broadcast:
    case WGC_COLLECTIVE_work_group_reduce:
        return WGC_LEVEL_WORK_GROUP;
    case WGC_COLLECTIVE_sub_group_all:
    case WGC_COLLECTIVE_sub_group_any:
    case WGC_COLLECTIVE_sub_group_broadcast:
    case WGC_COLLECTIVE_sub_group_reduce:
    case WGC_COLLECTIVE_non_uniform_all:
    case WGC_COLLECTIVE_non_uniform_any:
    case WGC_COLLECTIVE_non_uniform_all_equal:
    case WGC_COLLECTIVE_non_uniform_broadcast:
    case WGC_COLLECTIVE_broadcast_first:
    case WGC_COLLECTIVE_ballot_word:
    case WGC_COLLECTIVE_ballot_bit_count:
    case WGC_COLLECTIVE_non_uniform_reduce:
        return WGC_LEVEL_SUB_GROUP;
    default:
        return WGC_LEVEL_ITEM;
    }
}

bool wgc_collective_counts_lanes(unsigned collective)
{
    const enum wgc_collective_arguments arguments = table[collective].arguments;
    return table[collective].flow != WGC_LEVEL_WORK_GROUP && arguments != WGC_ARGUMENTS_NONE &&
           arguments != WGC_ARGUMENTS_VALUE && arguments != WGC_ARGUMENTS_CLUSTER &&
           collective != WGC_COLLECTIVE_shuffle_up;
}

bool wgc_collective_may_be_separate(unsigned collective)
{
    const enum wgc_program_family family = table[collective].family;
    return family != WGC_FAMILY_WORK_GROUP && family != WGC_FAMILY_SUB_GROUP;
}

bool wgc_collective_has_ballot(unsigned collective)
{
    const struct wgc_collective_info *info = &table[collective];
    return info->family == WGC_FAMILY_BALLOT && info->types == WGC_TYPES_TRUTH;
}
