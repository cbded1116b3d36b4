/* The parts of a waived result's reason, as waivers/waivers.h puts it together. Pure. */
#ifndef WGC_REPORTS_CAUSES_WAIVED_H
#define WGC_REPORTS_CAUSES_WAIVED_H

#include <stddef.h>

#include "record/record.h"

struct wgc_waived {
    enum wgc_state failure; /* what the case did; FAIL where the reason does not say */
    const char *why;        /* the waiver's reason */
    size_t why_length;
    const char *link; /* the waiver's link; NULL: it has none */
    size_t link_length;
    const char *rest; /* what the result's reason was before; "" */
};

/* The texts are parts of result->reason. */
void wgc_waived_split(const struct wgc_result *result, struct wgc_waived *waived);

#endif
