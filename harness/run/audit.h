/* --audit: checks whether passed cases pass again when each runs alone. */
#ifndef WGC_RUN_AUDIT_H
#define WGC_RUN_AUDIT_H

#include "base/buf.h"
#include "run/progress.h"
#include "plan/plan.h"
#include "record/record.h"
#include "supervisor/supervisor.h"

struct wgc_audit_spec {
    const struct wgc_manifest *manifest;
    const struct wgc_plan *plan;        /* of the run; the order of the results refers to it */
    const struct wgc_run_options *base; /* of the run; the seed selects the cases and their order */
    int device;                         /* its number in the list */
    size_t requested;
    const struct wgc_run_events *events; /* of the run: tick and warning are called */
    struct wgc_progress *progress;       /* started for the cases requested */
};

/*
 * Reruns the requested number of passed cases, selected at random, each alone in a new process and
 * in random order. A case that does not pass again gets the state error in the record, with a
 * reason. Sets record->audit (schemas/).
 */
enum wgc_status wgc_audit_run(const struct wgc_audit_spec *spec, struct wgc_record *record,
                              struct wgc_err *err);

/* Appends a line about record->audit, if there is one. */
void wgc_audit_summary(const struct wgc_record *record, struct wgc_buf *out);

#endif
