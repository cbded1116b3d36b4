/*
 * Programs of several kernels that workers build for the supervisor, to find out whether legal
 * kernels build together: those of the cases query.program_*, and those that the run's own batches
 * made and that failed as a whole although no kernel of them fails alone. The latter, and crashes
 * that no case shows alone, decide the cases query.shared_*.
 */
#ifndef WGC_SUPERVISOR_PROGRAMS_H
#define WGC_SUPERVISOR_PROGRAMS_H

#include "supervisor/incident.h"
#include "supervisor/program_check.h"
#include "plan/plan.h"

struct wgc_run;
struct wgc_member;

/* The place of a case that the plan does not have. */
#define WGC_NO_CASE SIZE_MAX

struct wgc_program {
    struct wgc_program *next;
    struct wgc_program_check check;
    struct wgc_case *kernel; /* a case of each kernel of the check; owned */
    size_t index;            /* of the case query.program_* in the plan; WGC_NO_CASE: one of the
                                run's own programs */
    bool busy;               /* a worker builds it */
    unsigned losses;         /* connections that broke off with the set that is built now */
    double begun;            /* of the build */
    double alone_seconds;    /* of the kernels that build, each alone */
    struct wgc_cause origin; /* of one of the run's own: what came of it in the run */
    struct wgc_cause whole;  /* why the whole failed */
    struct wgc_cause latest; /* why the last program that failed did */
};

struct wgc_programs {
    struct wgc_program *first;
    size_t found;                  /* of the run's own that failed */
    size_t known;                  /* smallest sets among them */
    struct wgc_program **smallest; /* their programs, owned; set is the smallest */
};

/* Withholds the cases query.program_* and query.shared_* of the plan from workers, and makes the
 * programs of the former; the device must be known. */
enum wgc_status wgc_programs_plan(struct wgc_run *run);
void wgc_programs_free(struct wgc_programs *programs);
void wgc_program_free(struct wgc_program *program); /* may be NULL */

/* Has one of the run's own programs looked into. left_out, of each of its kernels: whether it is
 * known to fail alone; NULL: none is. */
enum wgc_status wgc_programs_add(struct wgc_run *run, const struct wgc_incident *incident,
                                 const bool *left_out);

/* The next program for the worker to build, or NULL. */
struct wgc_program *wgc_programs_next(const struct wgc_run *run, const struct wgc_member *member);
/* How many wait for a worker; those that need a new one only, if fresh is set. */
size_t wgc_programs_waiting(const struct wgc_run *run, bool fresh);

/* program_verdict.c: the worker has built its program (cause NULL), or not: then cause says why. A
 * verdict may follow. */
enum wgc_status wgc_programs_built(struct wgc_run *run, struct wgc_member *member,
                                   const struct wgc_cause *cause);

/* Warns of the run's own programs that nobody will look into any more, and removes all. */
void wgc_programs_abandon(struct wgc_run *run);

#endif
