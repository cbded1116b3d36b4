/*
 * The state of a run, shared by the files of the supervisor: the supervisor, its workers, and the
 * functions on both.
 */
#ifndef WGC_SUPERVISOR_STATE_H
#define WGC_SUPERVISOR_STATE_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "supervisor/batch.h"
#include "supervisor/cases.h"
#include "supervisor/forecast.h"
#include "process/process.h"
#include "supervisor/programs.h"
#include "supervisor/crash_likelihood.h"
#include "process/run_tmpdir.h"
#include "supervisor/supervisor.h"
#include "suite/source.h"
#include "suite/spirv.h"

enum wgc_worker_state {
    WGC_WORKER_OPENING, /* loads the driver; ends with DEVICE */
    WGC_WORKER_IDLE,
    WGC_WORKER_BUSY,    /* has a batch or a program */
    WGC_WORKER_CLOSING, /* was sent QUIT */
};

struct wgc_worker {
    struct wgc_process process;
    char *folder; /* its own, for caches */
    struct wgc_wire_reader reader;
    enum wgc_worker_state state;
    bool used; /* has had a batch or a program */
    bool timed_out;
    bool failed;             /* sent FAILED; error is its text */
    enum wgc_status failure; /* the status of FAILED */
    char *error;             /* the first protocol error, or the text of FAILED; owned */
    double deadline;         /* of the current state */
    double limit;            /* the seconds that led to it, while BUSY */
    double killed_at;        /* 0: it was not killed */
    double cpu_begin; /* of a case that waits (waiting.c), its seconds before; else negative */
    bool spun;        /* timed out by its seconds of the processors */
    uint64_t printed; /* bytes of output before the batch */

    uint32_t batch_id;
    struct wgc_batch *batch;           /* while BUSY; owned */
    struct wgc_joint_program *program; /* to build instead of a batch; the supervisor's */
    struct wgc_cause refusal;          /* of the program; what is NULL: none */
    enum wgc_step step;
    size_t builds;      /* programs that this process started to build */
    bool refused;       /* the driver refused one of them */
    uint32_t in_flight; /* cases in the latest IN_FLIGHT */
    size_t current;     /* entry, in WGC_STEP_RUN and WGC_STEP_DONE */
    size_t done;        /* entries */
    bool has_pending;
    struct wgc_result pending; /* of entry current; committed by the next message, as the worker has
                                  then survived the case */
};

struct wgc_supervisor {
    const struct wgc_manifest *manifest;
    const struct wgc_plan *plan;
    const struct wgc_run_options *options;
    const struct wgc_run_events *events;
    struct wgc_run_stats *stats;
    struct wgc_err *err;
    struct wgc_worker_limits limits; /* with the defaults filled in */
    struct wgc_run_tmpdir tmpdir;
    struct wgc_sources sources; /* for workers that cannot read the suite's folder */
    struct wgc_cases cases;
    struct wgc_work_queue queue; /* filled when the device is known */
    struct wgc_forecast forecast;
    struct wgc_kernel_progress *kernel_progress; /* by the queue's kernel numbers; NULL before the
                                                    forecast starts; owned */
    struct wgc_batch_list ready;                 /* for any worker */
    struct wgc_batch_list ready_fresh;           /* for new workers only */
    struct wgc_batch_list deferred; /* for the end: cases that are expected not to pass, and, by
                                       rank, those that resemble crashed ones */
    size_t admitted;                /* cases that left the queue, without those that were skipped */
    size_t priced;                  /* cases that ran in batches that ended, in priced_seconds */
    double priced_seconds;
    size_t batch_limit; /* most kernels of a batch; 0: no limit of its own */
    struct wgc_crash_likelihood likelihood;
    struct wgc_programs programs;
    size_t candidates;           /* cases with wrong values that are looked into (candidate.h) */
    size_t candidates_reduced;   /* whose smallest program was looked for, or is */
    size_t candidates_searching; /* of these: is */
    struct wgc_candidate *candidates_waiting; /* for the end of these searches */
    size_t shared_index[WGC_QUERY_COUNT];     /* of the cases query.shared_* in the plan, or
                                                 WGC_NO_CASE; filled when the device is known */
    bool shared_added[WGC_QUERY_COUNT];       /* have a result outside the plan */
    struct wgc_worker **worker;
    size_t workers;
    bool device_known;
    struct wgc_device_info device;
    struct wgc_spirv_target spirv_target; /* of the device */
    unsigned jobs;
    unsigned open_failures; /* consecutive */
    double open_after;      /* the earliest time to spawn the next worker */
    struct wgc_cause open_cause;
    uint32_t last_batch_id;
    bool warned_of_output;
    struct pollfd *polled; /* three for each worker */
    double ticked;
};

/* worker_pool.c: actions on workers */

/* Whether the caller has set its interrupted flag: after a signal, or after --max-failures. */
bool wgc_supervisor_is_interrupted(const struct wgc_supervisor *supervisor);
/* Starts a worker, which opens the device with that number (-1: the default rule). */
enum wgc_status wgc_worker_spawn(struct wgc_supervisor *supervisor, int device);
/* Sends a batch; takes ownership of it. */
enum wgc_status wgc_worker_send_batch(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                      struct wgc_batch *batch);
/* Whether workers get their suite data with each batch: those behind a command, and those that run
 * texts from elsewhere. */
bool wgc_supervisor_sends_suite(const struct wgc_supervisor *supervisor);
/* suite_data.c: sends the suite data of the cases of a batch or a program */
enum wgc_status wgc_worker_send_suite(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                      const struct wgc_case *item, size_t count);
/* Sends the program's next set of kernels, to build. */
enum wgc_status wgc_worker_send_program(struct wgc_supervisor *supervisor,
                                        struct wgc_worker *worker,
                                        struct wgc_joint_program *program);
enum wgc_status wgc_worker_send_quit(struct wgc_supervisor *supervisor, struct wgc_worker *worker);
void wgc_worker_kill(struct wgc_worker *worker);

/* expected.c: cases of which the caller knows that they do not pass */

/* Asks for them; to be called when the device is known, before the queue is filled. */
void wgc_expected_mark(struct wgc_supervisor *supervisor);
/* Makes batches of them, a kernel each: those that fail, that time out, and that crash. */
enum wgc_status wgc_expected_defer(struct wgc_supervisor *supervisor);
/* Whether all other cases have left the queue, so that these are due. */
bool wgc_expected_are_due(const struct wgc_supervisor *supervisor);
/* Gives these batches to workers, and those of cases that end their process to new ones. */
void wgc_expected_release(struct wgc_supervisor *supervisor);

/* waiting.c */

/* The seconds of the processors that a case which waits may take. */
double wgc_waiting_limit(const struct wgc_supervisor *supervisor);
/* A step of the worker's batch is in flight. */
void wgc_waiting_begin(const struct wgc_supervisor *supervisor, struct wgc_worker *worker);
/* Whether the case in flight waits, and has taken more than that. */
bool wgc_waiting_is_over(const struct wgc_supervisor *supervisor, const struct wgc_worker *worker);
/* Removes a worker; kills and reaps its process if it was not reaped before. */
void wgc_worker_remove(struct wgc_supervisor *supervisor, size_t at);
size_t wgc_workers_in_state(const struct wgc_supervisor *supervisor, enum wgc_worker_state state);
/* Kills all workers and frees the supervisor's data; its tmpdir must be open or without lock (-1).
 */
void wgc_supervisor_free(struct wgc_supervisor *supervisor);
void wgc_warn(const struct wgc_supervisor *supervisor, const char *format, ...)
    WGC_PRINTF_LIKE(2, 3);

/* messages.c: replies of workers */

/* Records the worker's first protocol error and kills it. */
void wgc_worker_protocol_error(struct wgc_worker *worker, const char *format, ...)
    WGC_PRINTF_LIKE(2, 3);
/* Reads once and handles the messages. *more: there may be more to read. */
enum wgc_status wgc_worker_read_replies(struct wgc_supervisor *supervisor,
                                        struct wgc_worker *worker, bool *more);

/* Enters the device: skips cases and fills the queue. Moves *info. */
enum wgc_status wgc_supervisor_accept_device(struct wgc_supervisor *supervisor,
                                             struct wgc_device_info *info);

/* verdicts.c */

/* Adds the result of an attempt: reports a verdict, or queues the case again. *result is moved. */
enum wgc_status wgc_supervisor_attempt(struct wgc_supervisor *supervisor, uint32_t index,
                                       struct wgc_result *result, enum wgc_attempt kind);
/* Adds the worker's pending result, if any. */
enum wgc_status wgc_worker_commit_pending(struct wgc_supervisor *supervisor,
                                          struct wgc_worker *worker);
/* Handles the end of the worker's batch. */
enum wgc_status wgc_worker_end_batch(struct wgc_supervisor *supervisor, struct wgc_worker *worker);
/* Frees a finished batch; the last batch of an incident ends the incident. */
enum wgc_status wgc_supervisor_drop_batch(struct wgc_supervisor *supervisor,
                                          struct wgc_batch *batch);
/* Adds the batch's refused program, if any, to the programs to check, without the kernels that were
 * refused alone. */
enum wgc_status wgc_supervisor_check_refusal(struct wgc_supervisor *supervisor,
                                             struct wgc_batch *batch);
/* Skips the cases for which the device is not eligible. */
enum wgc_status wgc_supervisor_skip_ineligible(struct wgc_supervisor *supervisor);
/* Decides all open cases as errors: no worker can be started any more. */
enum wgc_status wgc_supervisor_give_up(struct wgc_supervisor *supervisor);

/* forecast_run.c */

/* Starts the forecast with the undecided cases; the queue must be filled. */
enum wgc_status wgc_forecast_start(struct wgc_supervisor *supervisor);
/* Updates the forecast with a verdict. */
void wgc_forecast_on_verdict(struct wgc_supervisor *supervisor, size_t index, enum wgc_state state);

/* schedule.c */

/* Assigns work to idle workers, spawns workers, and shuts down those without work. */
enum wgc_status wgc_schedule(struct wgc_supervisor *supervisor);
/* Merges batches of single cases that are no longer likely to crash. */
enum wgc_status wgc_schedule_rejoin(struct wgc_supervisor *supervisor);

/* Whether the run has a budget, and takes its cases strictly by rank. */
bool wgc_supervisor_has_budget(const struct wgc_supervisor *supervisor);
/* Whether all cases are decided and no program is left to check. */
bool wgc_supervisor_is_done(const struct wgc_supervisor *supervisor);
/* Whether only cases query.shared_* are undecided. */
bool wgc_supervisor_only_shared_left(const struct wgc_supervisor *supervisor);

/* exit_cause.c */

/* Describes how a worker exited and what it was doing; *cause is owned by the caller. */
enum wgc_status wgc_exit_cause(const struct wgc_supervisor *supervisor,
                               const struct wgc_worker *worker, const struct wgc_exit *exit_of,
                               struct wgc_cause *cause);

/* lost_connection.c */

/* Queues the batch of a worker whose connection broke off again, without the decided cases. */
enum wgc_status wgc_worker_recover(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                   const struct wgc_cause *cause);

/* worker_exit.c */

/* Handles the exit of a worker's process: a verdict, parts to run again, or a warning. The caller
 * then removes the worker. */
enum wgc_status wgc_handle_exit(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                const struct wgc_exit *exit_of);

#endif
