/* What the files of the supervisor share: the run, its workers, and what can be done to them. */
#ifndef WGC_SUPERVISOR_CREW_H
#define WGC_SUPERVISOR_CREW_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "supervisor/batch.h"
#include "supervisor/cases.h"
#include "supervisor/process.h"
#include "supervisor/programs.h"
#include "supervisor/risk.h"
#include "supervisor/scratch.h"
#include "supervisor/supervisor.h"
#include "worker/source.h"

enum wgc_duty {
    WGC_DUTY_OPENING, /* loads the driver; ends with DEVICE */
    WGC_DUTY_IDLE,
    WGC_DUTY_BUSY,    /* has a batch, or builds a program */
    WGC_DUTY_LEAVING, /* was told to quit */
};

enum wgc_phase {
    WGC_PHASE_SENT, /* nothing was heard of the batch yet */
    WGC_PHASE_BUILD,
    WGC_PHASE_CASE,
    WGC_PHASE_BETWEEN, /* after a result */
};

struct wgc_member {
    struct wgc_process process;
    char *folder; /* of its own, for caches */
    struct wgc_wire_reader reader;
    enum wgc_duty duty;
    bool used; /* has had a batch or a program */
    bool timed_out;
    bool gave_up; /* complaint is its own */
    bool holds;   /* the result of entry current, which counts once the worker has lived past it */
    double deadline; /* of what it does now */
    double limit;    /* the seconds that led to it, of a BUSY one */
    double killed;   /* when it was killed; 0: it was not */
    char *complaint; /* what was wrong with its messages, or what it said when it gave up; owned */
    enum wgc_status why; /* the status that it gave up with */
    uint64_t printed;    /* bytes before its batch */

    uint32_t batch_id;
    struct wgc_batch *batch;     /* of a BUSY one; owned */
    struct wgc_program *program; /* that it builds instead of a batch; the run's */
    enum wgc_phase phase;
    size_t builds;  /* BUILD messages of this process */
    uint32_t built; /* kernels that the latest BUILD named */
    size_t current; /* entry, in WGC_PHASE_CASE and WGC_PHASE_BETWEEN */
    size_t done;    /* entries */
    struct wgc_result held;
};

struct wgc_run {
    const struct wgc_manifest *manifest;
    const struct wgc_plan *plan;
    const struct wgc_run_options *options;
    const struct wgc_run_events *events;
    struct wgc_run_stats *stats;
    struct wgc_err *err;
    struct wgc_worker_limits limits; /* with the defaults filled in */
    struct wgc_scratch scratch;
    struct wgc_sources sources; /* for workers that cannot read the suite's folder */
    struct wgc_cases cases;
    struct wgc_pool pool;          /* filled when the device is known */
    struct wgc_queue queue, fresh; /* fresh: for new workers only */
    struct wgc_risk risk;
    struct wgc_programs programs;
    size_t shared_index[WGC_QUERY_COUNT]; /* of the cases query.shared_* in the plan, or
                                             WGC_NO_CASE; filled when the device is known */
    bool shared_added[WGC_QUERY_COUNT]; /* they have a result though the plan does not have them */
    struct wgc_member **member;
    size_t members;
    bool device_known;
    struct wgc_device_info device;
    unsigned jobs;
    unsigned open_failures; /* one after the other */
    double open_after;      /* when the next may start */
    struct wgc_cause open_cause;
    uint32_t last_batch_id;
    size_t bad;
    bool stopped; /* max_failures was reached */
    bool told_of_output;
    struct pollfd *polled; /* three for each member */
    double ticked;
};

/* crew.c: what is done to workers */

/* Starts one more worker, which opens the device with that number (-1: the default rule). */
enum wgc_status wgc_crew_hire(struct wgc_run *run, int device);
/* Puts a message into its outbound; the batch is moved. */
enum wgc_status wgc_crew_send_batch(struct wgc_run *run, struct wgc_member *member,
                                    struct wgc_batch *batch);
/* suite_data.c: the same for what the cases of a batch or a program need of the suite */
enum wgc_status wgc_crew_send_suite(struct wgc_run *run, struct wgc_member *member,
                                    const struct wgc_case *item, size_t count);
/* Has the worker build the program's next set of kernels. */
enum wgc_status wgc_crew_send_program(struct wgc_run *run, struct wgc_member *member,
                                      struct wgc_program *program);
enum wgc_status wgc_crew_send_quit(struct wgc_run *run, struct wgc_member *member);
void wgc_crew_kill(struct wgc_member *member);
/* Removes it from the crew; its process must be reaped, or else is killed and waited for. */
void wgc_crew_dismiss(struct wgc_run *run, size_t at);
size_t wgc_crew_count(const struct wgc_run *run, enum wgc_duty duty);
/* Kills all workers and frees what the run owns; its scratch must be open or without lock (-1). */
void wgc_run_free(struct wgc_run *run);
void wgc_warn(const struct wgc_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* messages.c: what workers say */

/* Notes what is wrong with a worker, once, and kills it. */
void wgc_crew_complain(struct wgc_member *member, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Reads once and acts on what it says. A worker that breaks the protocol gets a complaint and is
 * killed. */
enum wgc_status wgc_crew_listen(struct wgc_run *run, struct wgc_member *member, bool *more);

/* verdicts.c */

/* Takes the result of an attempt: hands on a verdict, or has the case run again. *result is moved.
 */
enum wgc_status wgc_run_attempt(struct wgc_run *run, uint32_t index, struct wgc_result *result,
                                enum wgc_attempt kind);
/* Counts the result that a worker holds, if any. */
enum wgc_status wgc_run_release_held(struct wgc_run *run, struct wgc_member *member);
/* The batch came to its end. */
enum wgc_status wgc_run_end_batch(struct wgc_run *run, struct wgc_member *member);
/* Frees a batch of which nothing is left to run; the last one that shares an incident ends it. */
enum wgc_status wgc_run_drop_batch(struct wgc_run *run, struct wgc_batch *batch);
/* Has the program of the batch that was refused looked into, without the kernels that were refused
 * alone; nothing when there is none. */
enum wgc_status wgc_run_end_refusal(struct wgc_run *run, struct wgc_batch *batch);
/* Gives every case that the device cannot run its skip. */
enum wgc_status wgc_run_skip_unfit(struct wgc_run *run);
/* Gives every case that is left an error: nothing can be run any more. */
enum wgc_status wgc_run_give_up(struct wgc_run *run);

/* staff.c */

/* Sees to it that all are at work who can be: hires, hands out batches, sends home. */
enum wgc_status wgc_run_staff(struct wgc_run *run);
/* Puts what was set apart as risky, and is so no more, back into batches. */
enum wgc_status wgc_run_join_again(struct wgc_run *run);

/* Whether nothing is left to do but to send the workers home. */
bool wgc_run_is_over(const struct wgc_run *run);
/* Whether all that is undecided are the cases query.shared_*. */
bool wgc_run_has_shared_left_only(const struct wgc_run *run);

/* exit_cause.c */

/* How a worker's process ended and what it was at; *cause is then owned by the caller. */
enum wgc_status wgc_exit_cause(const struct wgc_run *run, const struct wgc_member *member,
                               const struct wgc_exit *exit_of, struct wgc_cause *cause);

/* lost.c */

/* The connection to a busy worker broke off: others go on with its batch, from the first case that
 * has no verdict. */
enum wgc_status wgc_crew_recover(struct wgc_run *run, struct wgc_member *member,
                                 const struct wgc_cause *cause);

/* worker_exit.c */

/* What follows from the end of a worker's process: a verdict, or parts to be run again, or a
 * warning. The member is spent then. */
enum wgc_status wgc_handle_exit(struct wgc_run *run, struct wgc_member *member,
                                const struct wgc_exit *exit_of);

#endif
