/* The command explore: random programs on one device, the failing ones reduced and grouped by
 * cause. */
#ifndef WGC_EXPLORE_RUN_EXPLORE_H
#define WGC_EXPLORE_RUN_EXPLORE_H

#include "base/err.h"
#include "run/run.h"

/* *exit_status is 0 or 1 after an exploration that ended: 1 when a program failed that no waiver
 * expects. */
enum wgc_status wgc_explore(const struct wgc_run_request *request, int *exit_status,
                            struct wgc_err *err);

#endif
