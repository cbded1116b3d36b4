/* How the work-items of a work-group lie in sub-groups, as the device recorded it. */
#include "explore/machine.h"

#include <string.h>

static bool bad(struct wgc_machine *machine, size_t item, const char *what)
{
    return wgc_machine_fail(machine, WGC_BAD_PARTITION, "work-group %zu, work-item %zu: %s",
                            machine->group, item, what);
}

/* The numbers that are the same in the work-group, and sub-groups that exist. */
static bool read_ids(struct wgc_machine *machine, const uint32_t *ids)
{
    machine->sub_groups = ids[WGC_IDS_COUNT];
    machine->max_size = ids[WGC_IDS_MAX_SIZE];
    if (machine->sub_groups < 1 || machine->sub_groups > machine->items) {
        return bad(machine, 0, "get_num_sub_groups() is impossible");
    }
    for (size_t i = 0; i < machine->items; i++) {
        const uint32_t *id = ids + i * WGC_IDS_WORDS;
        if (id[WGC_IDS_COUNT] != machine->sub_groups || id[WGC_IDS_MAX_SIZE] != machine->max_size) {
            return bad(machine, i, "the number or largest size of sub-groups differs");
        }
        if (id[WGC_IDS_SUB_GROUP] >= machine->sub_groups) {
            return bad(machine, i, "get_sub_group_id() is no less than get_num_sub_groups()");
        }
        if (id[WGC_IDS_SIZE] > machine->max_size) {
            return bad(machine, i, "get_sub_group_size() is above get_max_sub_group_size()");
        }
        machine->sub_group[i] = id[WGC_IDS_SUB_GROUP];
        machine->lane[i] = id[WGC_IDS_LANE];
        machine->first[id[WGC_IDS_SUB_GROUP] + 1]++;
    }
    return true;
}

bool wgc_machine_partition(struct wgc_machine *machine, const uint32_t *ids)
{
    const size_t items = machine->items;
    memset(machine->first, 0, (items + 2) * sizeof *machine->first);
    memset(machine->member, 0xff, items * sizeof *machine->member);
    if (!read_ids(machine, ids)) {
        return false;
    }
    for (size_t g = 0; g < machine->sub_groups; g++) {
        if (machine->first[g + 1] == 0) {
            return bad(machine, 0, "a sub-group has no work-item");
        }
        machine->first[g + 1] += machine->first[g];
    }
    for (size_t i = 0; i < items; i++) {
        const uint32_t first = machine->first[machine->sub_group[i]];
        machine->lanes[i] = machine->first[machine->sub_group[i] + 1] - first;
        if (machine->lane[i] >= machine->lanes[i] ||
            machine->member[first + machine->lane[i]] != UINT32_MAX) {
            return bad(machine, i, "get_sub_group_local_id() is too large, or another's");
        }
        if (ids[i * WGC_IDS_WORDS + WGC_IDS_SIZE] < machine->lanes[i]) {
            return bad(machine, i, "get_sub_group_size() is less than the sub-group has");
        }
        machine->member[first + machine->lane[i]] = (uint32_t)i;
    }
    return true;
}

void wgc_program_partition(const struct wgc_program *program, uint32_t size, uint32_t *ids)
{
    const uint32_t items = (uint32_t)wgc_items(program);
    const uint32_t most = size == 0 || size > items ? items : size;
    for (uint32_t group = 0; group < program->groups; group++) {
        for (uint32_t i = 0; i < items; i++) {
            uint32_t *id = ids + ((size_t)group * items + i) * WGC_IDS_WORDS;
            const uint32_t left = items - i / most * most;
            id[WGC_IDS_SUB_GROUP] = i / most;
            id[WGC_IDS_LANE] = i % most;
            id[WGC_IDS_SIZE] = left < most ? left : most;
            id[WGC_IDS_MAX_SIZE] = size == 0 ? items : size;
            id[WGC_IDS_COUNT] = (items + most - 1) / most;
        }
    }
}
