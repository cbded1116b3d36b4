/*
 * The numbers that kernels of the slots OF_LANE and INDEXED make of the sub-group local id
 * (generator/kernels_seen.py): the host knows them once it knows the mapping to sub-groups. Pure.
 */
#ifndef WGC_TRIAL_SEEN_H
#define WGC_TRIAL_SEEN_H

#include <stddef.h>
#include <stdint.h>

#include "oracle/oracle.h"

/* The value that the work-item with that local id passes in slot OF_LANE, number slot. */
uint32_t wgc_seen_value(const struct wgc_call *call, size_t slot, size_t local_id);
/* The argument that it passes in slot INDEXED, in sub-groups of at most max_size. */
uint32_t wgc_seen_argument(enum wgc_kind kind, size_t slot, size_t local_id, size_t max_size);

#endif
