/* The parts of a waived result's reason, which waivers/waivers.c makes. Pure. */
#ifndef WGC_CAUSES_WAIVED_H
#define WGC_CAUSES_WAIVED_H

#include <stddef.h>

#include "record/record.h"

struct wgc_waived {
    enum wgc_state failure; /* the state without the waiver; FAIL where the reason has none */
    const char *why;        /* the waiver's reason */
    size_t why_length;
    const char *link; /* the waiver's link; NULL: it has none */
    size_t link_length;
    const char *rest; /* the reason without the waiver; "" */
};

/* The texts are parts of result->reason. */
void wgc_waived_split(const struct wgc_result *result, struct wgc_waived *waived);

#endif
