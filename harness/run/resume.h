/* --resume: continues an interrupted run from its report. */
#ifndef WGC_RUN_RESUME_H
#define WGC_RUN_RESUME_H

#include "base/err.h"
#include "run/run.h"
#include "plan/plan.h"
#include "record/record.h"
#include "run/run_waivers.h"

/*
 * Replaces *record, which describes this run, by the report that --resume names, with its journal.
 * Both must have the same seed, suite, profile, implementation and cases, and be of one version and
 * commit of this program; otherwise the error, of status WGC_ERR_INPUT, names the difference. *skip
 * has one byte per case of the plan, 1 if the report has its result; the caller owns it.
 */
enum wgc_status wgc_resume_read(const char *path, const struct wgc_manifest *manifest,
                                const struct wgc_plan *plan, struct wgc_record **record,
                                unsigned char **skip, struct wgc_err *err);

/* Gives the record the device of this run, which must be that of the report it continues, and binds
 * the waivers to it. target: without the device. */
enum wgc_status wgc_run_take_device(struct wgc_record *record, const char *json,
                                    struct wgc_waivers *waivers, struct wgc_waivers_target *target,
                                    const struct wgc_warner *warner, struct wgc_err *err);

#endif
