/*
 * Batches: what a worker is handed at once, several kernels with the cases that run them. They come
 * from the plan (grouped by kernel), from what a dead worker left behind, and from cases that are
 * to be run again. Pure.
 */
#ifndef WGC_SUPERVISOR_BATCH_H
#define WGC_SUPERVISOR_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "supervisor/cases.h"
#include "supervisor/incident.h"

enum { WGC_BATCH_KERNELS = 48, WGC_BATCH_ENTRIES = 4096 };

struct wgc_entry {
    uint32_t index; /* of the case in the plan */
    bool done;
    bool building; /* its kernel is in the program that was built last */
    bool refused;  /* its kernel does not build alone */
};

struct wgc_batch {
    struct wgc_batch *next;
    struct wgc_batch *after;       /* repetitions that wait for the end of this one; may be NULL */
    struct wgc_incident *incident; /* that it came of; may be NULL */
    struct wgc_incident *refusal;  /* a program of several kernels that was refused; may be NULL */
    bool risky;                    /* a case set apart because others like it died */
    bool risky_build; /* likewise a kernel, because others like it died in the making */
    unsigned losses;  /* so many connections broke off with it */
    size_t count;
    struct wgc_entry entry[];
};

struct wgc_queue {
    struct wgc_batch *first, *last;
};

/* All the cases that are not decided, ordered by kernel, and what was dealt out of them. */
struct wgc_pool {
    struct wgc_cases *cases;
    uint32_t *kernel; /* of each case of the plan: equal for cases that run the same one */
    uint32_t *order;  /* cases; those of a kernel are neighbours */
    size_t count;
    size_t kernels;      /* not wholly dealt out */
    size_t at;           /* the next place in order */
    unsigned repetition; /* how often that one was dealt out */
    uint32_t *again;     /* cases to be run once more, when nothing else is left */
    size_t again_count, again_capacity;
};

/* Leaves out what is decided already, and what is withheld. */
enum wgc_status wgc_pool_init(struct wgc_pool *pool, struct wgc_cases *cases, struct wgc_err *err);
void wgc_pool_free(struct wgc_pool *pool);
bool wgc_pool_is_empty(const struct wgc_pool *pool);
/* A batch of that many kernels; NULL in *out when the pool is empty. */
enum wgc_status wgc_pool_take(struct wgc_pool *pool, size_t kernels, struct wgc_batch **out,
                              struct wgc_err *err);
enum wgc_status wgc_pool_again(struct wgc_pool *pool, uint32_t index, struct wgc_err *err);

struct wgc_batch *wgc_batch_create(size_t capacity); /* count 0; NULL without memory */
/* Of that case alone, once, with a share of the incident, which may be NULL; NULL without memory.
 */
struct wgc_batch *wgc_batch_of_case(uint32_t index, struct wgc_incident *incident);
/* Also gives up the batch's share of its incident, and frees what waits for it. */
void wgc_batch_free(struct wgc_batch *batch);
void wgc_batch_share(struct wgc_batch *batch,
                     struct wgc_incident *incident); /* incident may be NULL */
size_t wgc_batch_kernels(const struct wgc_batch *batch, const struct wgc_pool *pool);
/* Takes out the entries that are done or whose case is decided. */
void wgc_batch_prune(struct wgc_batch *batch, const struct wgc_cases *cases);
/*
 * The next part of a batch: the entries of so many kernels from *at on, which moves on; with the
 * batch's incident. NULL without memory.
 */
struct wgc_batch *wgc_batch_part(const struct wgc_batch *batch, const struct wgc_pool *pool,
                                 size_t *at, size_t kernels);

void wgc_queue_push(struct wgc_queue *queue, struct wgc_batch *batch);
struct wgc_batch *wgc_queue_pop(struct wgc_queue *queue); /* NULL when it is empty */
void wgc_queue_free(struct wgc_queue *queue);

#endif
