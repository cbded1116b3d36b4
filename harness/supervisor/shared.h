/*
 * The cases query.shared_*: they fail by what other cases show together and none shows alone. They
 * are decided by the first finding, or pass at the end of the run.
 */
#ifndef WGC_SUPERVISOR_SHARED_H
#define WGC_SUPERVISOR_SHARED_H

#include "suite/queries.h"
#include "supervisor/incident.h"

struct wgc_run;

/*
 * Decides the case by a finding: cause, and more for its reason. A result comes in also where the
 * plan does not have the case (unselected, record.h). A second finding is a warning.
 */
enum wgc_status wgc_run_shared(struct wgc_run *run, enum wgc_query query,
                               const struct wgc_cause *cause, const char *more);

/* The last batch that shared the incident has ended: unless a part of it showed the crash again,
 * that is a finding. */
enum wgc_status wgc_run_end_incident(struct wgc_run *run, const struct wgc_incident *incident);

/* How many cases query.shared_* of the plan are open. */
size_t wgc_run_shared_open(const struct wgc_run *run);

/* Nothing is left that could be a finding: the cases that are open pass. */
enum wgc_status wgc_run_shared_pass(struct wgc_run *run);

#endif
