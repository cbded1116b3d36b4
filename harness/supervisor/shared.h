/*
 * The cases query.shared_*: they fail for failures that several cases show in one process or
 * program and none shows alone. The first finding decides each of them, or it passes at the end of
 * the run.
 */
#ifndef WGC_SUPERVISOR_SHARED_H
#define WGC_SUPERVISOR_SHARED_H

#include "suite/queries.h"
#include "supervisor/incident.h"

struct wgc_supervisor;

/*
 * Decides the case by a finding; more is appended to the cause's reason. Reports a result also
 * where the plan lacks the case (unselected, record.h). A second finding is a warning.
 */
enum wgc_status wgc_shared_report(struct wgc_supervisor *supervisor, enum wgc_query query,
                                  const struct wgc_cause *cause, const char *more);

/* The last batch of the incident has ended: a finding, unless a part reproduced the crash. */
enum wgc_status wgc_shared_end_incident(struct wgc_supervisor *supervisor,
                                        const struct wgc_incident *incident);

/* How many cases query.shared_* of the plan are open. */
size_t wgc_shared_count_open(const struct wgc_supervisor *supervisor);

/* No finding is possible any more: passes the open cases. */
enum wgc_status wgc_shared_pass(struct wgc_supervisor *supervisor);

#endif
