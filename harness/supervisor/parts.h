/* What the modules of this folder share next to the state. */
#ifndef WGC_SUPERVISOR_PARTS_H
#define WGC_SUPERVISOR_PARTS_H

#include <stddef.h>

#include "suite/queries.h"
#include "supervisor/incident.h"
#include "supervisor/state.h"

/*
 * The cases query.shared_*: they fail for failures that several cases show in one process or
 * program and none shows alone. The first finding decides each of them, or it passes at the end of
 * the run.
 */

struct wgc_supervisor;

/*
 * Decides the case by a finding; more is appended to the cause's reason. Reports a result also
 * where the plan lacks the case (unselected, record.h). A second finding is a warning. kernels: of
 * the result (record.h), which takes them in any case; or NULL.
 */
enum wgc_status wgc_shared_report(struct wgc_supervisor *supervisor, enum wgc_query query,
                                  const struct wgc_cause *cause, const char *more, char **kernels);

/* Appends the names of a result's kernels, the first ten and how many more there are. */
void wgc_shared_put_kernels(struct wgc_buf *out, char *const *kernels);

/* The last batch of the incident has ended: a finding, unless a part reproduced the crash. */
enum wgc_status wgc_shared_end_incident(struct wgc_supervisor *supervisor,
                                        const struct wgc_incident *incident);

/* How many cases query.shared_* of the plan are open. */
size_t wgc_shared_count_open(const struct wgc_supervisor *supervisor);

/* No finding is possible any more: passes the open cases. */
enum wgc_status wgc_shared_pass(struct wgc_supervisor *supervisor);

/* Workers that a run left open for the next one (supervisor.h). Between runs they have no work. */

/* Moves the workers, their folder and their device into the supervisor, which has none yet. */
enum wgc_status wgc_idle_workers_take(struct wgc_supervisor *supervisor);

/* Whether every worker that is left can be kept, so that the run can end. */
bool wgc_idle_workers_are_all(const struct wgc_supervisor *supervisor);

/* Moves what the next run can use out of the supervisor, before it is freed. */
void wgc_idle_workers_keep(struct wgc_supervisor *supervisor);

/* ---- messages.c: Shared by the files that handle a worker's messages. ---- */

enum { WGC_REASON_LIMIT = 4 * 1024, WGC_LOG_LIMIT = 16 * 1024 };

/* Replaces an empty text by NULL and truncates a long one, with a mark; false without memory. */
bool wgc_message_tidy(char **text, size_t limit);

/* messages_in_flight.c: each handles one message. */
enum wgc_status wgc_on_in_flight(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                 struct wgc_wire_view *view);
enum wgc_status wgc_on_refused(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                               struct wgc_wire_view *view);

/* Which of several kernels a compiler names in its output before it crashes. Pure. */

/*
 * The number of the only kernel whose name the text has; count where it has none, or several. A
 * name may be part of a longer word, as compilers put prefixes and suffixes around it; where one
 * name begins with another, the longer one counts. A name that is NULL or empty is never there.
 */
size_t wgc_named_kernel(const char *text, const char *const *name, size_t count);

#endif
