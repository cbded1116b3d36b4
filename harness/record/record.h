/*
 * What a run found: one result for each case selected, the device, the totals. Pure data; reports
 * are made of it.
 */
#ifndef WGC_RECORD_RECORD_H
#define WGC_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum wgc_state {
    WGC_STATE_PASS,
    WGC_STATE_FAIL,
    WGC_STATE_CRASH,
    WGC_STATE_TIMEOUT,
    WGC_STATE_BUILD_ERROR,
    WGC_STATE_SKIP,
    WGC_STATE_WAIVED,
    WGC_STATE_UNEXPECTED_PASS,
    WGC_STATE_FLAKY,
    WGC_STATE_ERROR,
    WGC_STATE_COUNT
};

const char *wgc_state_name(enum wgc_state state);
int wgc_state_by_name(const char *name); /* -1 when unknown */
/* fail, crash, timeout, build_error, unexpected_pass, flaky, error: the run's exit status is 1 */
bool wgc_state_is_bad(enum wgc_state state);

/* Every string is owned by the result and may be NULL where it does not apply. */
struct wgc_result {
    char *name;
    enum wgc_state state;
    double seconds;
    char *reason;
    char *waiver;   /* the waiver's id */
    char *mismatch; /* a JSON object as text: work_group, local_id, input, expected, actual,
                       tolerance, pattern, ... */
    char *build_log;
    char *signal; /* "SIGSEGV" */
    /* A JSON array as text; NULL after a single attempt. One object {state, seconds, count, reason}
     * for each run of neighbouring attempts that ended alike: count of them, seconds in all. */
    char *attempts;
    bool unselected; /* no case of the plan: what other cases showed together (query.shared_*) */
    size_t order;    /* place in the plan; the supervisor and the reports' reader fill it in */
};
/* Frees what the result owns and makes it all zero. */
void wgc_result_free(struct wgc_result *result);

struct wgc_record {
    char *tool_version, *tool_commit;
    char *tool_suite; /* the suite's digest (suite/manifest.h); NULL: the report has none */
    char **command;   /* argv, NULL at the end */
    char **rerun; /* environment and program of a command for the same driver (cli/invocation.h),
                     NULL at the end; NULL: the report has none */
    char *started, *finished; /* RFC 3339, UTC; finished NULL while running */
    double seconds;
    uint64_t seed;
    char *profile;
    char *impl;
    bool complete;
    char *host;         /* a JSON object as text */
    char *device;       /* a JSON object as text: index, name, vendor, platform, ... */
    char *unadvertised; /* a JSON array as text, what --unadvertised found; NULL without it */
    char *audit;        /* a JSON object as text, which passes --audit ran again; NULL without it */
    char **warning;     /* about the run as a whole, each one line */
    size_t warning_count;
    size_t total; /* cases selected; wgc_record_total counts unselected results too */
    size_t result_count, result_capacity;
    struct wgc_result *result;
};

struct wgc_record *wgc_record_create(void); /* NULL without memory */
void wgc_record_free(struct wgc_record *record);
/* Moves *result into the record. */
enum wgc_status wgc_record_add(struct wgc_record *record, struct wgc_result *result,
                               struct wgc_err *err);
/* Adds a copy of text, unless the same is there. */
enum wgc_status wgc_record_warn(struct wgc_record *record, const char *text, struct wgc_err *err);
/* Puts the results in the plan's order (result.order), so that two runs compare. */
void wgc_record_sort(struct wgc_record *record);
/* WGC_ERR_INPUT when two results have the same name. */
enum wgc_status wgc_record_check_names(const struct wgc_record *record, struct wgc_err *err);
/* How many results are in each state. */
void wgc_record_count(const struct wgc_record *record, size_t count[WGC_STATE_COUNT]);
/* The number of cases and unselected results; result_count is smaller while running or cut short.
 */
size_t wgc_record_total(const struct wgc_record *record);
/* 0 or 1, as cli.md says. */
int wgc_record_exit_status(const struct wgc_record *record);

#endif
