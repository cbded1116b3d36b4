/* Workers that a run left open for the next one (supervisor.h). Between runs they have no work. */
#ifndef WGC_SUPERVISOR_IDLE_WORKERS_H
#define WGC_SUPERVISOR_IDLE_WORKERS_H

#include "supervisor/state.h"

/* Moves the workers, their folder and their device into the supervisor, which has none yet. */
enum wgc_status wgc_idle_workers_take(struct wgc_supervisor *supervisor);

/* Whether the worker can be kept: it survived its work, or opens the device. */
bool wgc_idle_workers_can_keep(const struct wgc_worker *worker);

/* Whether every worker that is left can be kept, so that the run can end. */
bool wgc_idle_workers_are_all(const struct wgc_supervisor *supervisor);

/* Moves what the next run can use out of the supervisor, before it is freed. */
void wgc_idle_workers_keep(struct wgc_supervisor *supervisor);

#endif
