/* Causes of failures while a run continues: each is printed once, when its first cases fail. */
#ifndef WGC_RUN_LIVE_CAUSES_H
#define WGC_RUN_LIVE_CAUSES_H

#include <stddef.h>

#include "causes/causes.h"

struct wgc_live_causes {
    size_t seen;   /* results at the last look */
    size_t bad;    /* bad ones among them */
    size_t causes; /* of these, at the last look */
    size_t named;  /* causes that were new so far */
    double next;   /* when the next look is worth its time, in seconds on the monotonic clock */
    double next_of_count; /* the same if the causes are counted */
};

/* A cause none of whose cases had failed at an earlier look; number counts from 1. */
typedef void wgc_new_cause(void *context, const struct wgc_report_cause *cause, size_t number);

/* Whether a look is due at that time, with so many bad results; counts: their number decides
 * something, so a look is due as soon as it does not slow the run down. */
bool wgc_live_causes_due(const struct wgc_live_causes *live, size_t bad, bool counts, double now);

/* Makes the causes of the record's bad results, and calls on_new for each new one. */
enum wgc_status wgc_live_causes_look(struct wgc_live_causes *live, const struct wgc_record *record,
                                     wgc_new_cause *on_new, void *context, struct wgc_err *err);

#endif
