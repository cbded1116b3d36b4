/* Which sub-groups make the call of a slot (enum wgc_slot) that only some of them make. Pure. */
#ifndef WGC_TRIAL_PARTICIPATION_H
#define WGC_TRIAL_PARTICIPATION_H

#include <stdbool.h>
#include <stddef.h>

#include "suite/tables.h"

enum wgc_participation {
    WGC_PARTICIPATION_CALLS,  /* the output is the function's result */
    WGC_PARTICIPATION_COPIES, /* the output is the input */
    WGC_PARTICIPATION_NONE,   /* the output is not written */
};

/* Whether only some sub-groups make the slot's call. */
bool wgc_slot_is_partial(enum wgc_slot slot);

/* What a sub-group of work-group g does in slot number of count. */
enum wgc_participation wgc_slot_participation(enum wgc_slot slot, size_t number, size_t count,
                                              size_t sub_group, size_t g);

#endif
