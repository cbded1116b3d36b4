/* Going on from a report that was cut short. */
#ifndef WGC_CLI_RESUME_H
#define WGC_CLI_RESUME_H

#include "base/err.h"
#include "cli/run.h"
#include "plan/plan.h"
#include "record/record.h"

/*
 * Reads the report that --resume names, with its journal, in place of *record, which says what the
 * run at hand is. Both must be the same run: seed, suite, profile, implementation and cases, of one
 * version and commit of this program; else it is an error of status WGC_ERR_INPUT that says what
 * differs. *skip has a byte for each case of the plan,
 * 1 where the report has its result; owned by the caller.
 */
enum wgc_status wgc_resume_read(const char *path, const struct wgc_manifest *manifest,
                                const struct wgc_plan *plan, struct wgc_record **record,
                                unsigned char **skip, struct wgc_err *err);

/* The device objects of the report and of the run must be of one device and driver; before may be
 * NULL. */
enum wgc_status wgc_resume_check_device(const char *before, const char *now, struct wgc_err *err);

#endif
