/*
 * `wgconform bisect CASE -- ENVIRONMENT...`: one case with several drivers, in the order of their
 * versions. An environment is one or more settings NAME=VALUE for the workers, as OCL_ICD_VENDORS;
 * a blank before another NAME= separates two settings. Standard error gets the verdict of each
 * driver that runs, standard output the first one in which it changes.
 */
#ifndef WGC_COMMANDS_BISECT_H
#define WGC_COMMANDS_BISECT_H

#include "base/buf.h"
#include "base/err.h"
#include "run/run.h"

/* The request's options are those of the command: the operands are the case and the environments.
 * *exit_status is 1 if the first and the last driver have the same verdict. */
enum wgc_status wgc_bisect_drivers(const struct wgc_run_request *request, struct wgc_buf *out,
                                   int *exit_status, struct wgc_err *err);

#endif
