/* --resume: continues an interrupted run from its report. */
#ifndef WGC_RUN_RESUME_H
#define WGC_RUN_RESUME_H

#include "base/err.h"
#include "run/run.h"
#include "plan/plan.h"
#include "record/record.h"

/*
 * Replaces *record, which describes this run, by the report that --resume names, with its journal.
 * Both must have the same seed, suite, profile, implementation and cases, and be of one version and
 * commit of this program; otherwise the error, of status WGC_ERR_INPUT, names the difference. *skip
 * has one byte per case of the plan, 1 if the report has its result; the caller owns it.
 */
enum wgc_status wgc_resume_read(const char *path, const struct wgc_manifest *manifest,
                                const struct wgc_plan *plan, struct wgc_record **record,
                                unsigned char **skip, struct wgc_err *err);

/* Checks that the device objects of the report and of this run are of one device and driver; before
 * may be empty. */
enum wgc_status wgc_resume_check_device(const struct wgc_record_device *before,
                                        const struct wgc_record_device *now, struct wgc_err *err);

#endif
