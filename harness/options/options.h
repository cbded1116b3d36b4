/* The command line, checked. The tables options.def and commands.def list the options and the
 * commands. */
#ifndef WGC_OPTIONS_OPTIONS_H
#define WGC_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "plan/plan.h"
#include "reports/lines.h"
#include "reports/outputs.h"
#include "supervisor/supervisor.h"

enum wgc_command {
#define WGC_COMMAND(id, name, arguments, least, most, writes, text) WGC_COMMAND_##id,
#include "options/commands.def"
#undef WGC_COMMAND
    WGC_COMMAND_COUNT
};

/* What to do; a command other than the run only distinguishes HELP. */
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

/* How often a case runs, when the run stops, and what makes its exit status 1 although no case
 * failed. */
struct wgc_run_rules {
    const char **waivers; /* files; the array is owned */
    size_t waivers_count;
    unsigned retries;
    unsigned repeat;       /* at least 1 */
    unsigned max_failures; /* 0: no limit */
    double time;           /* seconds for the run; 0: no limit */
    unsigned cases;        /* cases that run; 0: all */
    unsigned max_causes;   /* 0: no limit */
    bool keep_going;       /* also where the driver fails at everything (run/same_failure.h) */
    bool skips_as_fails;
    unsigned min_cases;
    unsigned audit;     /* passed cases to rerun at the end */
    const char *resume; /* a report, or NULL */
};

struct wgc_options {
    enum wgc_command command;
    enum wgc_action action;
    int argc; /* the command line, in the order of getopt_long: options first */
    char **argv;
    char **operand; /* of a command other than the run; in argv */
    size_t operand_count;

    const char **device; /* the values of --device; the array is owned */
    size_t device_count;
    const char *case_name; /* of --describe and --dump-kernel */
    struct wgc_selection selection;
    char **query;           /* owned; selection.filter points to it */
    const char *shard_from; /* the environment variable that gave the shard, or NULL */
    uint64_t seed;
    const char *worker_command; /* NULL: workers are processes of this machine */
    const char *debug_worker;   /* a debugger's command, or NULL */
    const char **env;           /* the values of --env, NAME=VALUE each; the array is owned */
    size_t env_count;
    const char **build_option; /* the values of --build-option; the array is owned */
    size_t build_option_count;
    unsigned jobs;                            /* 0: the default rule */
    double timeout;                           /* seconds */
    bool timeout_given;                       /* by --timeout */
    struct wgc_worker_limits resource_limits; /* 0: the default */
    struct wgc_run_rules rules;
    const char *json;           /* a file, "-", or NULL */
    bool list_json;             /* --list-devices --json */
    struct wgc_outputs outputs; /* the other reports */
    enum wgc_verbosity verbosity;
    bool no_color;
    enum wgc_lines lines; /* standard output has those of another runner */
    bool unadvertised;

    const char **label; /* the values of --label of the command history; the array is owned */
    size_t label_count;
    bool check;         /* of the command waive */
    bool deqp;          /* the same: deqp-runner's lists */
    unsigned states;    /* of the command rerun: a bit for each enum wgc_state; 0: not given */
    const char *watch;  /* the same: a file or folder, or NULL */
    const char *output; /* of --output: a file, "-", a folder for repro, or NULL */
    struct {            /* of the command repro */
        unsigned max_items, sub_group_size; /* 0: not given */
        size_t local_size[3];               /* zeros: not given */
        bool rows;
        const char *il_version; /* or NULL */
    } repro;
    struct {                  /* of the command explore */
        unsigned programs;    /* 0: the default */
        double seconds;       /* 0: no limit */
        unsigned size;        /* 0: the default */
        unsigned reductions;  /* of each cause */
        bool attribute;       /* find which constructs each failure needs */
        const char **without; /* names of functions, with * and ?; the array is owned */
        size_t without_count;
        const char *keep, *name;
        const char *cause; /* of causes, repro and rerun, too */
    } explore;
    struct { /* of the commands package and verify; a text that was not given is NULL */
        const char *details, *sign;
        bool unofficial;
        bool submission;
        const char *signers, *signature;
    } package;
};

/* The command with this name, or the run, which has none. */
enum wgc_command wgc_command_by_name(const char *name);

/*
 * Reads the arguments of a command; argv[0] is the program or the command's name. Unknown options,
 * values out of range, options that exclude each other, and too few or too many operands are errors
 * of status WGC_ERR_INPUT that name the option. On success the caller frees *options with
 * wgc_options_free; argv has to live as long.
 */
enum wgc_status wgc_options_parse(enum wgc_command command, int argc, char **argv,
                                  struct wgc_options *options, struct wgc_err *err);
void wgc_options_free(struct wgc_options *options);

#endif
