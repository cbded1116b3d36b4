/* The command line, checked. What it means stands in docs/man/wgconform.1 and in --help. */
#ifndef WGC_CLI_OPTIONS_H
#define WGC_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "cli/outputs.h"
#include "cli/run_rules.h"
#include "plan/plan.h"
#include "supervisor/supervisor.h"

enum wgc_action {
    WGC_ACTION_RUN,
    WGC_ACTION_LIST_DEVICES,
    WGC_ACTION_LIST,
    WGC_ACTION_DESCRIBE,
    WGC_ACTION_DUMP_KERNEL,
    WGC_ACTION_HELP,
    WGC_ACTION_VERSION,
};

enum wgc_verbosity { WGC_QUIET = -1, WGC_NORMAL = 0, WGC_VERBOSE = 1 };

struct wgc_options {
    enum wgc_action action;
    const char **device; /* what each --device said; the array is owned */
    size_t device_count;
    const char *case_name;      /* of --describe and --dump-kernel */
    const char *json;           /* a file, "-", or NULL */
    bool list_json;             /* --list-devices --json */
    struct wgc_outputs outputs; /* the other reports */
    struct wgc_run_rules rules;
    struct wgc_selection selection;
    const char *shard_from;          /* the variable that told the shard; NULL: none did */
    char **query;                    /* owned; selection.query points to it */
    const char *worker_command;      /* NULL: workers are processes of this machine */
    unsigned jobs;                   /* 0: the default rule */
    double timeout;                  /* seconds */
    struct wgc_worker_limits limits; /* 0: the default */
    uint64_t seed;
    enum wgc_verbosity verbosity;
    bool no_color;
    bool unadvertised; /* --unadvertised */
};

/*
 * Reads argv. Numbers out of range, unknown options and options that do not go together are errors
 * of status WGC_ERR_INPUT that name the option. On success *options is freed with wgc_options_free.
 */
enum wgc_status wgc_options_parse(int argc, char **argv, struct wgc_options *options,
                                  struct wgc_err *err);
void wgc_options_free(struct wgc_options *options);

#endif
