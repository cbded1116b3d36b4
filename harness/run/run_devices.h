/* A run on several devices: -d all, or -d more than once. */
#ifndef WGC_RUN_RUN_DEVICES_H
#define WGC_RUN_RUN_DEVICES_H

#include "base/err.h"
#include "run/run.h"

/*
 * Runs the plan on the devices that the options name, in parallel (parallel_runs.c); with one
 * device or none this is wgc_run. Each device writes its own reports, with its number before the
 * suffix: report.json becomes report.0.json. Therefore no report can go to standard output, and
 * none can be resumed. An error on one device does not stop the others: the first error is returned
 * at the end, the others are printed. *exit_status is the largest of the devices.
 */
enum wgc_status wgc_run_devices(const struct wgc_run_request *request, int *exit_status,
                                struct wgc_err *err);

#endif
