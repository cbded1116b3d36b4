/* A run on several devices: -d all, or -d more than once. */
#ifndef WGC_CLI_RUN_DEVICES_H
#define WGC_CLI_RUN_DEVICES_H

#include "base/err.h"
#include "cli/run.h"

/*
 * Runs the plan on each device that the options name, on all at the same time (at_once.h); with
 * one or none it is wgc_run. Each device gets reports of its own: the files' names get its number
 * before their last part, report.json becomes report.0.json. So no report can go to standard
 * output, and none be resumed. A device that fails does not stop the others: the error is printed,
 * and the first one returned at the end. *exit_status is 1 when a device's is.
 */
enum wgc_status wgc_run_devices(const struct wgc_run_request *request, int *exit_status,
                                struct wgc_err *err);

#endif
