/* A capability check (suite/queries.def) as a case: asked here, judged by queries/judge.h. */
#ifndef WGC_WORKER_QUERY_H
#define WGC_WORKER_QUERY_H

#include "worker/session.h"

/* Carries out the check and fills *outcome, whatever happens. */
void wgc_query_run(struct wgc_session *session, enum wgc_query query, struct wgc_outcome *outcome);

#endif
