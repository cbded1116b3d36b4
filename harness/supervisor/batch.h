/*
 * Batches: the cases that a worker gets at once, of several kernels. They come from the plan
 * (grouped by kernel), from the batch of a worker that crashed, and from reruns. Pure.
 */
#ifndef WGC_SUPERVISOR_BATCH_H
#define WGC_SUPERVISOR_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "supervisor/cases.h"
#include "supervisor/incident.h"
#include "supervisor/candidate.h"
#include "wire/wire.h"

enum { WGC_BATCH_KERNELS = 48, WGC_BATCH_ENTRIES = 4096 };

struct wgc_entry {
    uint32_t index; /* of the case in the plan */
    bool done;
    bool in_flight; /* the worker builds its kernel, or runs its case */
    bool refused;   /* its kernel was refused when built alone */
};

struct wgc_batch {
    struct wgc_batch *next;
    struct wgc_batch *repetitions; /* repetitions to run after this batch; may be NULL */
    struct wgc_incident *incident; /* the crash that this batch is to reproduce; may be NULL */
    struct wgc_incident *refusal;  /* a refused program of several kernels; may be NULL */
    struct wgc_candidate
        *candidate;            /* the case with wrong values that it is for; owned; may be NULL */
    bool likely_crash;         /* one case that resembles crashed ones */
    bool likely_build_crash;   /* one kernel that resembles ones that crashed the compiler */
    bool separate;             /* cases of one kernel that are expected to end their process */
    unsigned connections_lost; /* connections lost with this batch */
    size_t count;
    struct wgc_entry entry[];
};

struct wgc_batch_list {
    struct wgc_batch *first, *last;
};

/* The work queue: all undecided cases, and those to run again. They are ordered by kernel, so that
 * each is built once, or strictly by rank, for a run that has a budget. */
struct wgc_work_queue {
    struct wgc_cases *cases;
    bool by_rank;
    uint32_t *kernel; /* of each case of the plan: equal for cases that run the same one */
    uint32_t *order;  /* cases; those of a kernel are adjacent */
    size_t count;
    size_t kernels;      /* kernels with cases left in order; by rank: cases left */
    size_t at;           /* the next place in order */
    unsigned repetition; /* repetitions of that case already queued */
    uint32_t *rerun;     /* cases to run again when order is used up */
    size_t rerun_count;
};

/* Leaves out decided and withheld cases, and, unless by rank, those that are expected not to pass.
 */
enum wgc_status wgc_work_queue_init(struct wgc_work_queue *queue, struct wgc_cases *cases,
                                    bool by_rank, struct wgc_err *err);
void wgc_work_queue_free(struct wgc_work_queue *queue);
bool wgc_work_queue_is_empty(const struct wgc_work_queue *queue);
/* Creates a batch of that many kernels, or, by rank, of that many cases; *out is NULL when the
 * queue is empty. */
enum wgc_status wgc_work_queue_next(struct wgc_work_queue *queue, size_t kernels,
                                    struct wgc_batch **out, struct wgc_err *err);
enum wgc_status wgc_work_queue_rerun(struct wgc_work_queue *queue, uint32_t index,
                                     struct wgc_err *err);

struct wgc_batch *wgc_batch_create(size_t capacity); /* count 0; NULL without memory */
/* A batch of one case, with a reference to the incident, which may be NULL; NULL without memory. */
struct wgc_batch *wgc_batch_of_case(uint32_t index, struct wgc_incident *incident);
/* Also releases the batch's incidents and frees its repetitions. */
void wgc_batch_free(struct wgc_batch *batch);
void wgc_batch_share(struct wgc_batch *batch,
                     struct wgc_incident *incident); /* incident may be NULL */
size_t wgc_batch_kernels(const struct wgc_batch *batch, const struct wgc_work_queue *queue);
/* Marks as in flight the entries of those kernels, or, to run, of those cases; index: entries. */
void wgc_batch_mark_in_flight(struct wgc_batch *batch, const struct wgc_work_queue *queue,
                              enum wgc_step step, const uint32_t *index, size_t count);
/* Removes the entries that are done or whose case is decided. */
void wgc_batch_prune(struct wgc_batch *batch, const struct wgc_cases *cases);
/*
 * Creates the next part of a batch, with the batch's incident: the entries of so many kernels from
 * *at on; advances *at. NULL without memory.
 */
struct wgc_batch *wgc_batch_part(const struct wgc_batch *batch, const struct wgc_work_queue *queue,
                                 size_t *at, size_t kernels);

void wgc_batch_list_push(struct wgc_batch_list *list, struct wgc_batch *batch);
struct wgc_batch *wgc_batch_list_pop(struct wgc_batch_list *list); /* NULL when it is empty */
void wgc_batch_list_free(struct wgc_batch_list *list);

#endif
