#include "explore_run/parts.h"

#include <math.h>

static const double least_seconds = 60.0, round_seconds = 30.0;

double wgc_time_share_now(const struct wgc_time_share *share)
{
    if (share->limit <= 0.0) {
        return HUGE_VAL;
    }
    return fmax(share->programs - share->reductions, 0.0);
}

double wgc_time_share_rest(const struct wgc_time_share *share)
{
    return share->limit <= 0.0 ? HUGE_VAL : fmax(share->limit / 2.0, least_seconds);
}

size_t wgc_next_round(size_t last, double seconds, size_t most)
{
    const double sought = (double)last * fmin(round_seconds / fmax(seconds, 1.0), 2.0);
    const size_t next = sought < 1.0 ? 1 : (size_t)sought;

    return next < most ? next : most;
}
