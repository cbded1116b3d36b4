/* Which sub-groups make a slot's call, where not all do: what enum wgc_slot says of a slot. */
#ifndef WGC_TRIAL_TURN_H
#define WGC_TRIAL_TURN_H

#include <stdbool.h>
#include <stddef.h>

#include "suite/tables.h"

enum wgc_turn {
    WGC_TURN_CALLS,  /* the output is the function's */
    WGC_TURN_KEEPS,  /* it is the input */
    WGC_TURN_LEAVES, /* it stays as it was before the launch */
};

/* Whether a slot's call is made by some sub-groups only. */
bool wgc_slot_has_turns(enum wgc_slot slot);

/* What a sub-group of work-group g does in slot number of count. */
enum wgc_turn wgc_slot_turn(enum wgc_slot slot, size_t number, size_t count, size_t sub_group,
                            size_t g);

#endif
