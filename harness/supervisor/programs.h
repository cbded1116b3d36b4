/*
 * Programs of several kernels that workers build to test whether legal kernels build together:
 * those of the cases query.program_*, and those of the run's own batches that failed as a whole
 * although no kernel fails alone. The latter, and crashes that no case shows alone, decide the
 * cases query.shared_*.
 */
#ifndef WGC_SUPERVISOR_PROGRAMS_H
#define WGC_SUPERVISOR_PROGRAMS_H

#include "supervisor/incident.h"
#include "supervisor/program_check.h"
#include "plan/plan.h"

struct wgc_supervisor;
struct wgc_worker;

/* The index of a case outside the plan. */
#define WGC_NO_CASE SIZE_MAX

struct wgc_joint_program {
    struct wgc_joint_program *next;
    struct wgc_program_check check;
    struct wgc_case *kernel;   /* a case of each kernel of the check; owned */
    size_t index;              /* of the case query.program_* in the plan; WGC_NO_CASE: one of the
                                  run's own programs */
    bool busy;                 /* a worker builds it */
    unsigned connections_lost; /* connections that broke off with the set that is built now */
    double begun;              /* start of the build */
    double alone_seconds;      /* summed over the kernels that build alone */
    struct wgc_cause origin;   /* of one of the run's own: its failure in the run */
    struct wgc_cause whole;    /* why the whole failed */
    struct wgc_cause latest;   /* why the latest failing program failed */
};

struct wgc_programs {
    struct wgc_joint_program *first;
    size_t found;                        /* the run's own programs that failed */
    size_t known;                        /* of these, the ones with a smallest failing set */
    struct wgc_joint_program **smallest; /* their programs, owned; set is the smallest */
};

/* Withholds the cases query.program_* and query.shared_* of the plan from workers, and creates the
 * programs of the former; the device must be known. */
enum wgc_status wgc_programs_plan(struct wgc_supervisor *supervisor);
void wgc_programs_free(struct wgc_programs *programs);
void wgc_joint_program_free(struct wgc_joint_program *program); /* may be NULL */

/* Adds one of the run's own programs. left_out, for each of its kernels: known to fail alone; NULL:
 * none. */
enum wgc_status wgc_programs_add(struct wgc_supervisor *supervisor,
                                 const struct wgc_incident *incident, const bool *left_out);

/* The next program for the worker to build, or NULL. */
struct wgc_joint_program *wgc_programs_next(const struct wgc_supervisor *supervisor,
                                            const struct wgc_worker *worker);
/* The number that wait for a worker; with fresh, only those that need a new one. */
size_t wgc_programs_waiting(const struct wgc_supervisor *supervisor, bool fresh);

/* program_verdict.c: the worker has built its program (cause NULL), or failed with the cause. A
 * verdict may follow. */
enum wgc_status wgc_programs_built(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                   const struct wgc_cause *cause);

/* Removes all programs, with a warning for each of the run's own. */
void wgc_programs_abandon(struct wgc_supervisor *supervisor);

#endif
