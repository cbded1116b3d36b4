/* The results of collective functions, from the sentences of the standard. */
#include "explore/machine.h"

#include <string.h>

#include "oracle/oracle.h"

bool wgc_machine_less(unsigned type, uint64_t a, uint64_t b)
{
    return wgc_is_unsigned(type) ? a < b : (int64_t)a < (int64_t)b;
}

uint64_t wgc_machine_combine(unsigned op, unsigned type, uint64_t a, uint64_t b)
{
    return wgc_wrap(type, wgc_oracle_combine(op, !wgc_is_unsigned(type), a, b));
}

/* The first result of an exclusive scan: the value that changes no other. */
static uint64_t identity(unsigned op, unsigned type)
{
    return wgc_wrap(type, wgc_oracle_integer_identity(op, !wgc_is_unsigned(type), wgc_bits(type)));
}

/* The work-items that call together, in the order of their ids in the group. */
struct party {
    const uint32_t *item;
    size_t count;
};

/* Order of evaluation is free for a reduction: what it adds up has to be exact in every order. */
static bool sums_are_exact(struct wgc_machine *machine, const struct wgc_node *node, unsigned type,
                           const struct party *party, const uint64_t *x)
{
    uint64_t sum = 0, product = 1;
    if (!wgc_is_float(type)) {
        return true;
    }
    for (size_t i = 0; i < party->count; i++) {
        const int64_t value = (int64_t)x[party->item[i]];
        const uint64_t magnitude = (uint64_t)(value < 0 ? -value : value);
        sum += magnitude;
        product *= magnitude > 1 ? magnitude : 1;
        if ((node->operation == WGC_OP_add && sum > wgc_exact_limit(type)) ||
            (node->operation == WGC_OP_mul && product > wgc_exact_limit(type))) {
            return wgc_machine_fail(machine, WGC_BAD_PROGRAM, "a floating-point sum is not exact");
        }
    }
    return true;
}

static bool reduce(struct wgc_machine *machine, const struct wgc_node *node,
                   const struct party *party, const uint64_t *x, uint64_t *result)
{
    const unsigned op = node->operation, type = node->type;
    if (party->count == 0) {
        return true;
    }
    uint64_t all = x[party->item[0]];
    if (wgc_is_logical(op)) {
        all = all != 0;
    }
    for (size_t i = 1; i < party->count; i++) {
        all = wgc_machine_combine(op, type, all, x[party->item[i]]);
    }
    for (size_t i = 0; i < party->count; i++) {
        result[party->item[i]] = all;
    }
    return sums_are_exact(machine, node, type, party, x);
}

static bool scan(struct wgc_machine *machine, const struct wgc_node *node, bool inclusive,
                 const struct party *party, const uint64_t *x, uint64_t *result)
{
    const unsigned op = node->operation, type = node->type;
    uint64_t so_far = identity(op, type);
    for (size_t i = 0; i < party->count; i++) {
        const uint64_t with = wgc_machine_combine(op, type, so_far, x[party->item[i]]);
        result[party->item[i]] = inclusive ? with : so_far;
        so_far = with;
    }
    return sums_are_exact(machine, node, type, party, x);
}

static void spread(const struct party *party, uint64_t value, uint64_t *result)
{
    for (size_t i = 0; i < party->count; i++) {
        result[party->item[i]] = value;
    }
}

/* all, any, and all_equal. */
static void vote(const struct wgc_node *node, const struct party *party, const uint64_t *x,
                 uint64_t *result)
{
    bool all = true, any = false, equal = true;
    for (size_t i = 0; i < party->count; i++) {
        const uint64_t value = x[party->item[i]];
        all &= value != 0;
        any |= value != 0;
        equal &= value == x[party->item[0]];
    }
    switch (node->op) {
    case WGC_COLLECTIVE_work_group_all:
    case WGC_COLLECTIVE_sub_group_all:
    case WGC_COLLECTIVE_non_uniform_all:
        spread(party, all, result);
        break;
    case WGC_COLLECTIVE_non_uniform_all_equal:
        spread(party, equal, result);
        break;
    default:
        spread(party, any, result);
    }
}

/* How many of the party's predicates are true, of lanes from low to high. */
static uint64_t count_true(const struct wgc_machine *machine, const struct party *party,
                           const uint64_t *x, int64_t low, int64_t high)
{
    uint64_t count = 0;
    for (size_t i = 0; i < party->count; i++) {
        const int64_t lane = machine->lane[party->item[i]];
        count += x[party->item[i]] != 0 && lane >= low && lane <= high;
    }
    return count;
}

/* The lowest or highest lane that is this one or has a true predicate. */
static uint64_t find_bit(const struct wgc_machine *machine, const struct party *party,
                         const uint64_t *x, size_t item, bool lowest)
{
    uint32_t found = machine->lane[item];
    for (size_t i = 0; i < party->count; i++) {
        const uint32_t lane = machine->lane[party->item[i]];
        if (x[party->item[i]] != 0 && (lowest ? lane < found : lane > found)) {
            found = lane;
        }
    }
    return found;
}

static uint64_t ballot_of(const struct wgc_machine *machine, const struct wgc_node *node,
                          const struct party *party, const uint64_t *x, size_t item)
{
    const int64_t lane = machine->lane[item], last = INT64_MAX;
    uint64_t word = 0;
    switch (node->op) {
    case WGC_COLLECTIVE_ballot_word:
        for (size_t i = 0; i < party->count; i++) {
            const uint32_t bit = machine->lane[party->item[i]];
            if (x[party->item[i]] != 0 && bit / 32 == node->value) {
                word |= UINT64_C(1) << bit % 32;
            }
        }
        return word;
    case WGC_COLLECTIVE_inverse_ballot:
        return x[item] != 0;
    case WGC_COLLECTIVE_ballot_bit_count:
        return count_true(machine, party, x, 0, last);
    case WGC_COLLECTIVE_ballot_inclusive_scan:
    case WGC_COLLECTIVE_count_le_mask:
        return count_true(machine, party, x, 0, lane);
    case WGC_COLLECTIVE_ballot_exclusive_scan:
    case WGC_COLLECTIVE_count_lt_mask:
        return count_true(machine, party, x, 0, lane - 1);
    case WGC_COLLECTIVE_count_eq_mask:
        return count_true(machine, party, x, lane, lane);
    case WGC_COLLECTIVE_count_ge_mask:
        return count_true(machine, party, x, lane, last);
    case WGC_COLLECTIVE_count_gt_mask:
        return count_true(machine, party, x, lane + 1, last);
    default:
        return find_bit(machine, party, x, item, node->op == WGC_COLLECTIVE_ballot_find_lsb);
    }
}

static bool ballot(struct wgc_machine *machine, const struct wgc_node *node,
                   const struct party *party, const uint64_t *x, uint64_t *result)
{
    if (machine->max_size > 128) {
        return wgc_machine_fail(machine, WGC_UNSUITED, "a ballot has no more than 128 lanes");
    }
    for (size_t i = 0; i < party->count; i++) {
        result[party->item[i]] = ballot_of(machine, node, party, x, party->item[i]);
    }
    return true;
}

/* The lane whose value a work-item gets; one that does not exist has the value 0. */
uint64_t wgc_machine_source(const struct wgc_machine *machine, const struct wgc_node *node,
                            size_t item, const uint64_t *argument)
{
    const uint64_t lane = machine->lane[item], lanes = machine->lanes[item];
    const uint64_t cluster = node->value % WGC_DELTA_UNIT, delta = node->value / WGC_DELTA_UNIT;
    switch (node->op) {
    case WGC_COLLECTIVE_shuffle_xor:
        return lane ^ node->value;
    case WGC_COLLECTIVE_shuffle_up:
        return lane < node->value ? lanes : lane - node->value;
    case WGC_COLLECTIVE_shuffle_down:
        return lane + node->value;
    case WGC_COLLECTIVE_rotate:
        return (lane + node->value) % machine->max_size;
    case WGC_COLLECTIVE_clustered_rotate:
        return (lane & ~(cluster - 1)) + ((lane + delta) & (cluster - 1));
    case WGC_COLLECTIVE_broadcast_first:
        return 0;
    default:
        return argument[item] % lanes;
    }
}

/* Broadcasts and shuffles in a sub-group. Only broadcast_first has a party that may lack lanes. */
static bool exchange(struct wgc_machine *machine, const struct wgc_node *node,
                     const struct party *party, const uint64_t *x, const uint64_t *argument,
                     uint64_t *result)
{
    const bool uniform =
        wgc_collective_info(node->op)->arguments == WGC_ARGUMENTS_LANE && party->count > 0;
    for (size_t i = 0; i < party->count; i++) {
        const size_t item = party->item[i];
        const uint64_t source = wgc_machine_source(machine, node, item, argument);
        if (uniform && source != wgc_machine_source(machine, node, party->item[0], argument)) {
            return wgc_machine_fail(machine, WGC_BAD_PROGRAM, "the lane of a broadcast differs");
        }
        result[item] = source < party->count ? x[party->item[source]] : 0;
    }
    if (node->op == WGC_COLLECTIVE_ballot_bit_extract) {
        for (size_t i = 0; i < party->count; i++) {
            result[party->item[i]] = result[party->item[i]] != 0;
        }
    }
    return true;
}

static bool call(struct wgc_machine *machine, const struct wgc_node *node,
                 const struct party *party, const uint64_t *x, const uint64_t *argument,
                 uint64_t *result)
{
    switch (node->op) {
    case WGC_COLLECTIVE_work_group_all:
    case WGC_COLLECTIVE_work_group_any:
    case WGC_COLLECTIVE_sub_group_all:
    case WGC_COLLECTIVE_sub_group_any:
    case WGC_COLLECTIVE_non_uniform_all:
    case WGC_COLLECTIVE_non_uniform_any:
    case WGC_COLLECTIVE_non_uniform_all_equal:
        vote(node, party, x, result);
        return true;
    case WGC_COLLECTIVE_work_group_reduce:
    case WGC_COLLECTIVE_sub_group_reduce:
    case WGC_COLLECTIVE_non_uniform_reduce:
    case WGC_COLLECTIVE_clustered_reduce:
        return reduce(machine, node, party, x, result);
    case WGC_COLLECTIVE_work_group_scan_exclusive:
    case WGC_COLLECTIVE_sub_group_scan_exclusive:
    case WGC_COLLECTIVE_non_uniform_scan_exclusive:
        return scan(machine, node, false, party, x, result);
    case WGC_COLLECTIVE_work_group_scan_inclusive:
    case WGC_COLLECTIVE_sub_group_scan_inclusive:
    case WGC_COLLECTIVE_non_uniform_scan_inclusive:
        return scan(machine, node, true, party, x, result);
    case WGC_COLLECTIVE_elect:
        for (size_t i = 0; i < party->count; i++) {
            result[party->item[i]] = i == 0;
        }
        return true;
    case WGC_COLLECTIVE_sub_group_broadcast:
    case WGC_COLLECTIVE_non_uniform_broadcast:
    case WGC_COLLECTIVE_broadcast_first:
    case WGC_COLLECTIVE_ballot_bit_extract:
    case WGC_COLLECTIVE_shuffle:
    case WGC_COLLECTIVE_shuffle_xor:
    case WGC_COLLECTIVE_shuffle_up:
    case WGC_COLLECTIVE_shuffle_down:
    case WGC_COLLECTIVE_rotate:
    case WGC_COLLECTIVE_clustered_rotate:
        return exchange(machine, node, party, x, argument, result);
    default:
        return ballot(machine, node, party, x, result);
    }
}

/* The party of a sub-group is all of it that is here, or, for clusters, a part of that. */
bool wgc_machine_call_together(struct wgc_machine *machine, const struct wgc_node *node,
                               uint32_t sub_group, const unsigned char *mask, const uint64_t *x,
                               const uint64_t *argument, uint64_t *result)
{
    const uint32_t first = machine->first[sub_group], end = machine->first[sub_group + 1];
    const uint64_t cluster =
        node->op == WGC_COLLECTIVE_clustered_reduce ? node->value : end - first;
    uint32_t here[WGC_PROGRAM_MAX_ITEMS];
    for (uint64_t from = first; from < end; from += cluster) {
        struct party party = {here, 0};
        for (uint64_t i = from; i < from + cluster && i < end; i++) {
            if (mask[machine->member[i]]) {
                here[party.count++] = machine->member[i];
            }
        }
        if (!call(machine, node, &party, x, argument, result)) {
            return false;
        }
    }
    return true;
}

static bool broadcast(struct wgc_machine *machine, const uint64_t *x,
                      const uint64_t *const *arguments, uint64_t *result)
{
    const uint32_t *local = machine->program->local;
    size_t source = 0;
    for (size_t i = 0; i < machine->items; i++) {
        size_t item = 0;
        for (unsigned d = 3; d-- > 0;) {
            item =
                item * local[d] + (arguments[d] == NULL ? 0 : (size_t)(arguments[d][i] % local[d]));
        }
        if (i > 0 && item != source) {
            return wgc_machine_fail(machine, WGC_BAD_PROGRAM, "the id of a broadcast differs");
        }
        source = item;
        result[i] = x[item];
    }
    return true;
}

void wgc_machine_divide(struct wgc_machine *machine, const unsigned char *mask, const uint64_t *way)
{
    for (uint32_t g = 0; machine->has_sub_groups && g < machine->sub_groups; g++) {
        const uint32_t *member = machine->member, *one = NULL;
        bool differ = false;
        for (uint32_t i = machine->first[g]; i < machine->first[g + 1]; i++) {
            if (mask[member[i]]) {
                one = one == NULL ? &member[i] : one;
                differ = differ || way[member[i]] != way[*one];
            }
        }
        for (uint32_t i = machine->first[g]; differ && i < machine->first[g + 1]; i++) {
            machine->divided[member[i]] |= mask[member[i]];
        }
    }
}

/* Whether nothing has divided the work-items of mask from others of their sub-group. */
static bool is_together(const struct wgc_machine *machine, const unsigned char *mask)
{
    for (size_t i = 0; i < machine->items; i++) {
        if (mask[i] && machine->divided[i]) {
            return false;
        }
    }
    return true;
}

bool wgc_machine_collective(struct wgc_machine *machine, const struct wgc_node *node,
                            const unsigned char *mask, const uint64_t *x,
                            const uint64_t *const *arguments, uint64_t *result)
{
    const struct wgc_collective_info *info = wgc_collective_info(node->op);
    const struct wgc_collective_info *clustered = info;
    if (!wgc_machine_is_whole(machine, mask, info->flow)) {
        return wgc_machine_fail(machine, WGC_BAD_PROGRAM, "not all work-items of a group reach %s",
                                info->id);
    }
    if (node->op == WGC_COLLECTIVE_work_group_broadcast) {
        return broadcast(machine, x, arguments, result);
    }
    if (info->flow == WGC_LEVEL_WORK_GROUP) {
        uint32_t all[WGC_PROGRAM_MAX_ITEMS];
        const struct party party = {all, machine->items};
        for (size_t i = 0; i < machine->items; i++) {
            all[i] = (uint32_t)i;
        }
        return call(machine, node, &party, x, NULL, result);
    }
    if ((clustered->arguments == WGC_ARGUMENTS_CLUSTER ||
         clustered->arguments == WGC_ARGUMENTS_CLUSTER_DELTA) &&
        node->value % WGC_DELTA_UNIT > machine->max_size) {
        return wgc_machine_fail(machine, WGC_UNSUITED, "a cluster is larger than the sub-groups");
    }
    const int number =
        wgc_recorded_number(&machine->recorded, (int32_t)(node - machine->program->node));
    if (number >= 0) {
        return wgc_machine_recorded(machine, number, node, mask, x, arguments[0], result);
    }
    if (wgc_collective_may_be_separate(node->op) && !is_together(machine, mask)) {
        return wgc_machine_fail(
            machine, WGC_BAD_PROGRAM,
            "parts of a sub-group may call %s separately, and it is not recorded", info->id);
    }
    for (uint32_t g = 0; g < machine->sub_groups; g++) {
        if (!wgc_machine_call_together(machine, node, g, mask, x, arguments[0], result)) {
            return false;
        }
    }
    return true;
}
