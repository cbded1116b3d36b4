/*
 * Makes a failing program small: which variants of it to try next, and which of them to keep. The
 * caller runs them. Programs are texts; a source lists the variants of a text, each smaller than
 * the text in an order of its own, so that every reduction ends. Pure.
 *
 *     wgc_reducer_start(&reducer, &source, text, size);
 *     while (wgc_reducer_next(&reducer, how many fit at once)) {
 *         run reducer.trial[0 .. reducer.trials): which of them fail in the same way?
 *         wgc_reducer_report(&reducer, fails);
 *     }
 *     reducer.best is the smallest program that fails
 */
#ifndef WGC_EXPLORE_RUN_REDUCER_H
#define WGC_EXPLORE_RUN_REDUCER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Where the smaller variants of a text come from, in an order: the largest steps first. */
struct wgc_variant_source {
    void *context;
    /*
     * Appends the first variant from place *place on (0 at first) to *out, and sets *place to the
     * place behind it. false when there is none; out->failed without memory.
     */
    bool (*variant)(void *context, const char *text, size_t size, size_t *place,
                    struct wgc_buf *out);
};

/* The most variants that a reduction tries. */
enum { WGC_REDUCER_MOST = 4000 };

struct wgc_trial_program {
    struct wgc_buf text; /* owned */
    size_t place;        /* behind it */
};

struct wgc_reducer {
    const struct wgc_variant_source *source;
    struct wgc_buf best; /* fails; owned */
    size_t at;           /* the place of the next variant of best */
    bool kept_any;       /* since at was 0 */
    bool no_memory;
    size_t tried, kept;
    uint64_t *seen; /* hashes of the texts that were tried; open addressing, 0: empty */
    size_t seen_count, seen_capacity;
    struct wgc_trial_program *trial; /* owned */
    size_t trials;
};

/* Starts with a program that fails; false without memory. */
bool wgc_reducer_start(struct wgc_reducer *reducer, const struct wgc_variant_source *source,
                       const char *text, size_t size);
/* Makes up to most variants of best that were not tried yet; false when there is none left, or
 * without memory. */
bool wgc_reducer_next(struct wgc_reducer *reducer, size_t most);
/* fails: for each trial, whether it fails in the same way. The smallest that does is the new best.
 */
void wgc_reducer_report(struct wgc_reducer *reducer, const bool *fails);
void wgc_reducer_free(struct wgc_reducer *reducer);

#endif
