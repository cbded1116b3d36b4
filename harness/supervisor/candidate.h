/*
 * A case with wrong values in a program of several kernels. It runs once more alone, in a program
 * of its own kernel; wrong values there are the case's verdict. If it is right there, and wrong in
 * the same program again, the kernels of the program have spoilt each other, which
 * query.shared_program reports, with the smallest set of kernels that shows it: the case runs in
 * programs of its kernel and of fewer and fewer of the others, and last alone a few times more. The
 * case's verdict is then that of its kernel alone.
 *
 * Nothing attributes wrong values to the other kernels that the same program does not give again:
 * they are the case's own, and its verdict.
 *
 * A few are reduced. The others of which the whole program is wrong again wait until the searches
 * have ended, so that the verdict of the check is a program that was reduced.
 *
 * The batches of a candidate run one after the other, and each owns it while it runs. The case is
 * decided when the last has ended.
 */
#ifndef WGC_SUPERVISOR_CANDIDATE_H
#define WGC_SUPERVISOR_CANDIDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "record/record.h"
#include "supervisor/reduce.h"

struct wgc_supervisor;
struct wgc_worker;
struct wgc_batch;

enum wgc_candidate_stage {
    WGC_CANDIDATE_ALONE,   /* in a program of its own */
    WGC_CANDIDATE_WHOLE,   /* with all kernels again, in a new process */
    WGC_CANDIDATE_REDUCE,  /* with a part of them */
    WGC_CANDIDATE_CONFIRM, /* with the smallest set once more, in a new process */
    WGC_CANDIDATE_RECHECK, /* alone again, each time in a new process */
};

struct wgc_candidate {
    enum wgc_candidate_stage stage;
    uint32_t index;          /* the case */
    struct wgc_result seen;  /* its wrong values; owned */
    struct wgc_result alone; /* what it was alone, at last; owned */
    size_t kernels;          /* of the program, its own included */
    uint32_t *kernel_case;   /* a case of each, in the program's order; owned */
    uint32_t *set;           /* the others that are in the current program; owned */
    size_t count;
    struct wgc_reduction reduction;
    unsigned rechecks;          /* those that have begun */
    bool cleared;               /* alone: it was right */
    bool failed;                /* the case had wrong values in the current program */
    bool confirmed;             /* and in the smallest one, both times */
    bool searched;              /* its smallest program is looked for */
    struct wgc_candidate *next; /* of those that wait for the end of the searches; owned */
};

/* Frees it and those after it; may be NULL. */
void wgc_candidate_free(struct wgc_candidate *candidate);

/* Whether this result of the worker's batch makes the case a candidate, or belongs to one. */
bool wgc_candidate_concerns(const struct wgc_supervisor *supervisor, const struct wgc_batch *batch,
                            uint32_t index, const struct wgc_result *result);
/* Takes this result of the case; *result is moved. */
enum wgc_status wgc_candidate_result(struct wgc_supervisor *supervisor, struct wgc_batch *batch,
                                     uint32_t index, struct wgc_result *result);
/* The batch of a candidate has ended, by its worker's exit if `exited`: queues the next one, or
 * reports what is known. The batch has no candidate afterwards. */
enum wgc_status wgc_candidate_end_batch(struct wgc_supervisor *supervisor, struct wgc_batch *batch,
                                        bool exited);

#endif
