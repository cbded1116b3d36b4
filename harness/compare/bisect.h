/*
 * The search for the first of several versions in which a verdict changes: halves the range between
 * a version that has the verdict of the first one and a version that has another. Pure, but for
 * the caller's function.
 */
#ifndef WGC_COMPARE_BISECT_H
#define WGC_COMPARE_BISECT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "record/state.h"

/* The verdict of a version. */
struct wgc_bisect_verdict {
    bool known; /* false: the version cannot be judged, and the search goes around it */
    enum wgc_state state;
};

struct wgc_bisect_judge {
    void *context;
    enum wgc_status (*judge)(void *context, size_t version, struct wgc_bisect_verdict *verdict,
                             struct wgc_err *err);
};

struct wgc_bisection {
    bool changes;         /* false: before and after have the same verdict */
    size_t before, after; /* if it changes, all versions between them cannot be judged; otherwise
                             the first and the last version that can be judged */
    struct wgc_bisect_verdict verdict_before, verdict_after;
    size_t judged; /* versions that judge was called for */
};

/* Judges no version twice. If fewer than two of count versions can be judged, an error of status
 * WGC_ERR_DEVICE. */
enum wgc_status wgc_bisect(size_t count, const struct wgc_bisect_judge *judge,
                           struct wgc_bisection *found, struct wgc_err *err);

#endif
