/* --limit NAME=VALUE: what a worker may use. */
#ifndef WGC_CLI_LIMITS_H
#define WGC_CLI_LIMITS_H

#include "base/err.h"
#include "supervisor/supervisor.h"

/*
 * Takes one: memory, file and output in bytes, with K, M, G or T behind the number for its powers
 * of 1024; cpu in seconds. All are at least 1. Errors are of status WGC_ERR_INPUT and name the
 * limit.
 */
enum wgc_status wgc_parse_limit(const char *text, struct wgc_worker_limits *limits,
                                struct wgc_err *err);

#endif
