/* The state of a run, and what it does as the supervisor reports its events. */
#ifndef WGC_RUN_RUN_STATE_H
#define WGC_RUN_RUN_STATE_H

#include <signal.h>
#include <stdbool.h>

#include "plan/plan.h"
#include "record/record.h"
#include "report_file/journal.h"
#include "run/early_end.h"
#include "run/parts.h"
#include "run/progress.h"
#include "run/run.h"
#include "run/run_waivers.h"
#include "suite/manifest.h"
#include "supervisor/supervisor.h"

struct wgc_run_state {
    const struct wgc_run_request *request;
    struct wgc_manifest *manifest;
    struct wgc_plan *plan;
    struct wgc_record *record;
    struct wgc_journal journal;
    bool journal_open;
    bool broken;               /* --min-cases or --skips-as-fails */
    struct wgc_err device_err; /* the error of on_device, whose caller takes none */
    struct wgc_waivers waivers;
    unsigned char *skip;        /* for --resume: the cases of the plan with a result; or NULL */
    unsigned bad;               /* bad results, for --max-failures */
    volatile sig_atomic_t stop; /* the signal that main caught, or 1: the run ends early */
    struct wgc_early_end end;
    struct wgc_progress progress;
    struct wgc_live_causes live_causes;
    struct wgc_run_stats stats;
    bool device_known;             /* device is filled in */
    struct wgc_device_info device; /* for the unadvertised run; without name and json */
    double seconds_before;         /* of the run that is resumed */
    double started;                /* seconds on the monotonic clock */
};

/* The functions for the supervisor, which keep the record, the journal and the terminal current. */
struct wgc_run_events wgc_run_events_of(struct wgc_run_state *run);

/* Prints a warning and keeps it in the report. The context is the state. */
void wgc_run_warn(void *context, const char *text);

/* Prints new causes; stops after --max-causes. */
enum wgc_status wgc_run_look_at_causes(struct wgc_run_state *run, struct wgc_err *err);

#endif
