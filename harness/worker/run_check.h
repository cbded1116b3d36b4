/* Runs a capability check (suite/queries.def) as a case; checks/judge.h decides it. */
#ifndef WGC_WORKER_RUN_CHECK_H
#define WGC_WORKER_RUN_CHECK_H

#include "worker/session.h"

/* Runs the check and always fills *outcome. */
void wgc_check_run(struct wgc_session *session, enum wgc_query query, struct wgc_outcome *outcome);

#endif
