/* How programs and reductions share the time: with --time, and from round to round. Pure. */
#ifndef WGC_EXPLORE_RUN_TIME_SHARE_H
#define WGC_EXPLORE_RUN_TIME_SHARE_H

#include <stddef.h>

struct wgc_time_share {
    double limit;                /* seconds of --time; 0: no limit */
    double programs, reductions; /* seconds so far */
};

/* The seconds that reductions may take before the next programs run: at most as many as the
 * programs had. Infinite without a limit. */
double wgc_time_share_now(const struct wgc_time_share *share);

/* The seconds that reductions may take when no more programs run: half of the limit, at least a
 * minute. Infinite without a limit. */
double wgc_time_share_rest(const struct wgc_time_share *share);

/* The number of programs of the next round, after one with last programs that took so many seconds:
 * about half a minute's worth, at most twice as many, at most most and at least one. */
size_t wgc_next_round(size_t last, double seconds, size_t most);

#endif
