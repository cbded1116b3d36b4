/* The description of a run in its report: program, command, time, host. */
#ifndef WGC_RUN_PROVENANCE_H
#define WGC_RUN_PROVENANCE_H

#include "base/err.h"
#include "run/run.h"
#include "record/record.h"
#include "suite/manifest.h"

enum wgc_status wgc_provenance_fill(struct wgc_record *record,
                                    const struct wgc_run_request *request,
                                    const struct wgc_manifest *manifest, struct wgc_err *err);

/* The time now as RFC 3339 in UTC, to the millisecond; NULL without memory. */
char *wgc_provenance_now(void);

#endif
