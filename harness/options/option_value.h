/* The values of options, parsed from text. Errors have the status WGC_ERR_INPUT and do not name the
 * option: the caller adds its name. */
#ifndef WGC_OPTIONS_OPTION_VALUE_H
#define WGC_OPTIONS_OPTION_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "plan/plan.h"
#include "supervisor/supervisor.h"

/* The largest number of shards. */
enum { WGC_SHARDS_LIMIT = 1000000 };

/* A whole number in [low, high], decimal, 0x or octal. */
enum wgc_status wgc_parse_unsigned(const char *text, uint64_t low, uint64_t high, uint64_t *out,
                                   struct wgc_err *err);
/* Whether the text is NAME=VALUE with the name of an environment variable. */
bool wgc_is_assignment(const char *text);
/* Seconds, more than 0. */
enum wgc_status wgc_parse_seconds(const char *text, double *out, struct wgc_err *err);
/* X, XxY or XxYxZ, each from 1 to WGC_SIDE_LIMIT; sides that are not given are 1. */
enum { WGC_SIDE_LIMIT = 65536 };
enum wgc_status wgc_parse_local_size(const char *text, size_t side[3], struct wgc_err *err);
/* I/N. */
enum wgc_status wgc_parse_shard(const char *text, struct wgc_selection *selection,
                                struct wgc_err *err);
/*
 * NAME=VALUE: a resource limit of a worker. memory, file and output are in bytes, with K, M, G or T
 * after the number for powers of 1024; cpu is in seconds. All are at least 1.
 */
enum wgc_status wgc_parse_resource_limit(const char *text, struct wgc_worker_limits *limits,
                                         struct wgc_err *err);

#endif
