#include "explore_run/parts.h"

#include <math.h>

static const double round_seconds = 30.0;

double wgc_time_share_now(const struct wgc_time_share *share)
{
    if (share->limit <= 0.0) {
        return HUGE_VAL;
    }
    return fmax(share->programs - share->reductions, 0.0);
}

double wgc_time_share_programs(const struct wgc_time_share *share, bool has_failed)
{
    return share->limit <= 0.0 ? HUGE_VAL : has_failed ? share->limit * 2.0 / 3.0 : share->limit;
}

size_t wgc_next_round(size_t last, double seconds, size_t most)
{
    const double sought = (double)last * fmin(round_seconds / fmax(seconds, 1.0), 2.0);
    const size_t next = sought < 1.0 ? 1 : (size_t)sought;

    return next < most ? next : most;
}
