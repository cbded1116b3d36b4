/*
 * The supervisor: owns the results and never calls OpenCL. It starts workers (fork and exec of this
 * program with the hidden option --worker), deals out batches, watches deadlines, takes back what a
 * dead worker leaves, splits a batch that killed one, and hands each verdict on at once.
 */
#ifndef WGC_SUPERVISOR_SUPERVISOR_H
#define WGC_SUPERVISOR_SUPERVISOR_H

#include <signal.h>

#include "base/err.h"
#include "plan/plan.h"
#include "record/record.h"
#include "wire/protocol.h"

/* What a worker may use; all zero gives the defaults. */
struct wgc_worker_limits {
    uint64_t memory_bytes; /* private writable memory; default three quarters of that of the machine
                              with the device, at least 4 GiB */
    uint64_t file_bytes;   /* the largest file; default 1 GiB */
    uint64_t output_bytes; /* on standard output and error for one batch; default 1 GiB */
    double cpu_seconds;  /* CPU time for one batch; default the timeout on all cores for each of its
                            cases */
    double open_seconds; /* for loading the driver and opening the device; default 60, or timeout if
                            larger */
    double quit_seconds; /* for leaving when told to; default 5 */
};

struct wgc_run_options {
    const char *program;        /* path of this executable */
    const char *worker_command; /* what reaches a worker elsewhere, for the shell; NULL: they are
                                   processes of this machine */
    int device;                 /* number in the list, or -1 for the default rule */
    unsigned jobs;              /* 0: the rule of cli.md */
    double timeout;             /* seconds, for one case and for one build */
    unsigned retries;
    unsigned repeat;       /* 1 or more */
    unsigned max_failures; /* 0: no limit */
    enum wgc_impl impl;
    enum wgc_profile profile;
    uint64_t seed;
    bool unadvertised; /* also runs functions that the device does not claim (--unadvertised) */
    bool alone;        /* each case runs in a process of its own, in the plan's order */
    const volatile sig_atomic_t *interrupted; /* set by main's handler for SIGINT and SIGTERM */
    struct wgc_worker_limits limits;
};

struct wgc_run_events {
    void *context;
    /* once, when the first worker has opened the device; features say which cases will be skipped
     */
    void (*device)(void *context, const struct wgc_device_info *info);
    /* a case is decided; the result is moved to the receiver, who appends it to journal and record.
     * A failure (disk full, ...) ends the run. */
    enum wgc_status (*result)(void *context, struct wgc_result *result, struct wgc_err *err);
    /* about once in 100 ms: for a progress bar */
    void (*tick)(void *context);
    /* something that belongs to no case: a worker that hung in teardown, output of a driver that
     * was cut off */
    void (*warning)(void *context, const char *text);
};

struct wgc_run_stats {
    double driver_seconds, data_seconds, judge_seconds, worker_seconds; /* summed over workers */
    unsigned workers_started, workers_died;
};

/*
 * Runs the plan (whatever of it skip does not name: cases already decided, for --resume; may be
 * NULL). Returns WGC_OK when every case was handed to events->result, when max_failures bad results
 * were, or when the run was interrupted (the caller sees by the number of results whether it is
 * complete); an error when no device could be opened or the run cannot go on. When it returns, no
 * worker is left and no temporary file.
 *
 * What follows from a crash or a hang of a worker: one case in a new process is a verdict, and so
 * is one kernel that a new process builds first of all; anything else is split and run again. What
 * no part shows again decides a case query.shared_* (shared.h), in the plan or not. So does a
 * program of several kernels that the compiler refuses although each builds alone. A crash between
 * two batches or while the device was closed belongs to no case and is a warning.
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
};

/* Lists the devices through a worker. On success *list is owned by the caller. */
enum wgc_status wgc_supervisor_list(const char *program, const char *worker_command, double timeout,
                                    struct wgc_device_list *list, struct wgc_err *err);
void wgc_device_list_free(struct wgc_device_list *list);

#endif
