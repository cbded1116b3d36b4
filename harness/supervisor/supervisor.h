/*
 * The supervisor: owns the results and never calls OpenCL. It starts workers (fork and exec of this
 * program with the hidden option --worker), assigns batches, enforces deadlines, requeues the batch
 * of a crashed worker in parts, and reports each verdict at once.
 */
#ifndef WGC_SUPERVISOR_SUPERVISOR_H
#define WGC_SUPERVISOR_SUPERVISOR_H

#include <signal.h>

#include "base/err.h"
#include "plan/plan.h"
#include "record/record.h"
#include "wire/protocol.h"

/* The resource limits of a worker; all zero gives the defaults. */
struct wgc_worker_limits {
    uint64_t memory_bytes; /* private writable memory; default three quarters of the memory of the
                              device's machine, at least 4 GiB */
    uint64_t file_bytes;   /* the largest file; default 1 GiB */
    uint64_t output_bytes; /* on standard output and error for one batch; default 1 GiB */
    double cpu_seconds;  /* CPU time for one batch; default the timeout on all cores for each of its
                            cases */
    double open_seconds; /* for loading the driver and opening the device; default 60, or timeout if
                            larger */
    double quit_seconds; /* for shutting down; default 20 */
};

/*
 * Where the text of a case's kernel comes from when it is not in the suite's folder, as for a
 * program that was just generated. The text belongs to the context and is valid as long as the run.
 * The worker then reads no file of the suite.
 */
struct wgc_text_source {
    void *context;
    enum wgc_status (*text)(void *context, const struct wgc_case *item, const char **data,
                            size_t *size, struct wgc_err *err);
};

/*
 * Workers that stay open from one run to the next, so that a sequence of short runs does not open
 * the device each time. All runs that share them have the same options but timeout, alone and
 * no_shared, and plans whose signatures need the same features. A worker that crashed or was killed
 * is not kept.
 */
struct wgc_idle_workers;
struct wgc_idle_workers *wgc_idle_workers_create(void); /* NULL without memory */
/* Ends the processes and removes their folders. NULL is allowed. */
void wgc_idle_workers_free(struct wgc_idle_workers *idle);

struct wgc_run_options {
    const char *program;        /* path of this executable */
    const char *worker_command; /* starts a worker elsewhere, for the shell; NULL: workers are
                                   processes of this machine */
    const char *debug_worker; /* a debugger's command ("gdb --args"), which runs the only worker, on
                                 the terminal and without limits; NULL: none */
    int device;               /* number in the list, or -1 for the default rule */
    unsigned jobs;            /* 0: the rule of cli.md */
    double timeout;           /* seconds, for one case and for one build */
    unsigned retries;
    unsigned repeat; /* 1 or more */
    enum wgc_impl impl;
    enum wgc_profile profile;
    uint64_t seed;
    bool unadvertised;   /* also runs functions that the device does not claim (--unadvertised) */
    char *build_options; /* for every kernel's program, separated by blanks; NULL: none */
    const struct wgc_text_source *source; /* NULL: the suite's folder */
    double until;      /* strictly by rank, as the time may be over at any case: seconds on the
                          monotonic clock, at which the caller ends the run; 0: no limit */
    size_t most_cases; /* strictly by rank, so many cases that are not skipped; 0: all */
    bool first_alone;  /* the first programs have one kernel each, until one has worked */
    bool no_shared;    /* failures that several kernels show together are not looked into */
    bool alone;        /* each case runs in a process of its own, in the plan's order; with idle, a
                          process runs one case after the other until it crashes, and the crash is a
                          verdict on the case that was in flight */
    struct wgc_idle_workers *idle; /* workers to begin with, and to leave; NULL: none */
    const volatile sig_atomic_t
        *interrupted; /* set by the caller, by a signal handler or in an event:
                         the run stops, and later results are dropped */
    struct wgc_worker_limits limits;
};

struct wgc_run_events {
    void *context;
    /* once, after the first worker has opened the device; its features decide which cases are
     * skipped */
    void (*device)(void *context, const struct wgc_device_info *info);
    /* a case is decided; the receiver takes ownership of the result and appends it to journal and
     * record. An error (disk full, ...) ends the run. */
    enum wgc_status (*result)(void *context, struct wgc_result *result, struct wgc_err *err);
    /* about every 100 ms, for a progress bar. seconds_left (forecast.h) is negative while unknown
     */
    void (*tick)(void *context, double seconds_left);
    /* an event of no case: a worker that hung in its shutdown, driver output that was cut off */
    void (*warning)(void *context, const char *text);
    /* whether a case of the plan is to run, before a worker gets it; one that is not gets no
     * result. NULL: all run */
    bool (*selects)(void *context, size_t index);
    /* a bit for each enum wgc_state that is expected of a case of the plan: it runs after the
     * others, where it is to end its process (crash, timeout) in one of its own, where it is to
     * fail or not to build in a program of its own. Asked once of each case, after device. NULL:
     * nothing is expected */
    unsigned (*expects)(void *context, size_t index);
};

struct wgc_run_stats {
    double driver_seconds, data_seconds, judge_seconds, worker_seconds; /* summed over workers */
    unsigned workers_started, workers_crashed;
};

/*
 * Runs the plan, except cases that skip marks as decided (for --resume; skip may be NULL). Returns
 * WGC_OK when every case was reported to events->result, or
 * when the run was interrupted (the number of results shows whether the run is complete); an error
 * (or when events->selects excluded the others); an error
 * when no device could be opened or the run cannot continue. On return no worker and no temporary
 * file is left.
 *
 * After a crash or timeout of a worker: one case in a new process is a verdict, and so is one
 * kernel that a new process builds before all others; anything else is split and run again. A crash
 * that no part reproduces decides a case query.shared_* (shared.c), in the plan or not. So does a
 * program of several kernels that the compiler refuses although each builds alone. A crash between
 * two batches or in a shutdown belongs to no case and is a warning.
 *
 * All of events but result may be NULL.
 */
enum wgc_status wgc_supervise(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                              const unsigned char *skip, const struct wgc_run_options *options,
                              const struct wgc_run_events *events, struct wgc_run_stats *stats,
                              struct wgc_err *err);

struct wgc_device_list {
    size_t count;
    struct wgc_device_info *item;
    char *notes; /* a line for each driver or device that cannot be used; "" */
};

/* Lists the devices through a worker. On success *list is owned by the caller. */
enum wgc_status wgc_supervisor_list(const char *program, const char *worker_command, double timeout,
                                    struct wgc_device_list *list, struct wgc_err *err);
void wgc_device_list_free(struct wgc_device_list *list);

#endif
