/* What a device records that makes calls together, or in parts. */
#include "explore/machine.h"

#include <string.h>

enum { WORD_BITS = 32 };

static void predict_one(struct wgc_machine *machine, int number, const struct wgc_node *node,
                        uint32_t item, const uint32_t *ballot, uint64_t value)
{
    const struct wgc_recorded_call *call = &machine->recorded.call[number];
    const uint32_t round = machine->made[(size_t)number * machine->items + item];
    uint32_t *word = machine->predicted + (size_t)item * machine->recorded.words + call->offset +
                     (size_t)round * call->words;
    if (round >= call->rounds) {
        return;
    }
    if (wgc_collective_has_ballot(node->op)) {
        memcpy(word, ballot, WGC_BALLOT_WORDS * sizeof *word);
    } else {
        wgc_machine_put_word(node->type, value, word);
    }
}

/* The part of a work-item: all of the class, or one of two that change from call to call. */
static unsigned part_of(const struct wgc_machine *machine, int number, size_t lane)
{
    return machine->splits ? (unsigned)(lane >> number % 3 & 1) : 0;
}

bool wgc_machine_predict(struct wgc_machine *machine, int number, const struct wgc_node *node,
                         uint32_t sub_group, const unsigned char *mask, const uint64_t *x,
                         const uint64_t *argument)
{
    const uint32_t *member = machine->member + machine->first[sub_group];
    const size_t n = machine->first[sub_group + 1] - machine->first[sub_group];
    unsigned char *part = wgc_machine_take_mask(machine);
    uint64_t *made = wgc_machine_take(machine);
    if (part == NULL || made == NULL) {
        return false;
    }
    for (unsigned p = 0; p < 2; p++) {
        uint32_t ballot[WGC_BALLOT_WORDS] = {0};
        for (size_t lane = 0; lane < n; lane++) {
            const uint32_t item = member[lane];
            part[item] = mask[item] && part_of(machine, number, lane) == p;
            if (part[item] && lane < WGC_BALLOT_WORDS * WORD_BITS && x != NULL && x[item] != 0) {
                ballot[lane / WORD_BITS] |= UINT32_C(1) << lane % WORD_BITS;
            }
        }
        if (!wgc_machine_call_together(machine, node, sub_group,
                                       wgc_machine_exchanges(node->op) ? mask : part, x, argument,
                                       made)) {
            return false;
        }
        for (size_t lane = 0; lane < n; lane++) {
            const uint32_t item = member[lane];
            if (!part[item]) {
                continue;
            }
            if (wgc_machine_exchanges(node->op)) { /* another part's value is undefined */
                const uint64_t source = wgc_machine_source(machine, node, item, argument);
                made[item] =
                    source < n && part_of(machine, number, (size_t)source) != p ? 0 : made[item];
            }
            predict_one(machine, number, node, item, ballot, made[item]);
        }
    }
    return true;
}
