/* The parts of the reason of a result with a waiver, which waivers/waivers.c makes. Pure. */
#ifndef WGC_WAIVERS_WAIVED_H
#define WGC_WAIVERS_WAIVED_H

#include <stdbool.h>
#include <stddef.h>

#include "record/record.h"

struct wgc_waived {
    bool known;             /* the reason names the state without the waiver */
    enum wgc_state failure; /* that state: PASS of an unexpected pass; FAIL where it is unknown */
    const char *why;        /* the waiver's reason */
    size_t why_length;
    const char *link; /* the waiver's link; NULL: it has none */
    size_t link_length;
    const char *rest; /* the reason without the waiver; "" */
};

/* The texts are those of result->waived. A report of an older version has none: there the texts are
 * parts of result->reason, and the waiver's reason ends at its link or at the first "; ", which may
 * be too early. */
void wgc_waived_split(const struct wgc_result *result, struct wgc_waived *waived);

#endif
