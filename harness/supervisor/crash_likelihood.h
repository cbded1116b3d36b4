/*
 * Which cases are likely to crash their worker: those with the form and shape, or with the function
 * and form, of cases that crashed, and those whose kernels have the function and type of kernels
 * that crashed the compiler. A crash in a batch costs two new workers or more, and the kernels
 * already built; alone it costs one. So cases that resemble crashed ones run alone, as long as most
 * of them crash; and those that hang by design where a device lacks what it reports. Pure.
 */
#ifndef WGC_SUPERVISOR_CRASH_LIKELIHOOD_H
#define WGC_SUPERVISOR_CRASH_LIKELIHOOD_H

#include <stdbool.h>

#include "base/err.h"
#include "plan/plan.h"

struct wgc_crash_likelihood {
    size_t shapes;
    unsigned char *score;    /* for each form and shape: crashes minus passes */
    unsigned char *function; /* for each first signature of a function and form: the same */
    size_t *first;           /* for each signature: the first one of its function */
    const struct wgc_manifest *manifest; /* borrowed */
    unsigned char *build;                /* for each first related signature: its score */
    size_t *related; /* for each signature: the first one with its type and a prefix of its name,
                        such as broadcast for broadcast_2d; filled at the first crash */
    bool any_build;
};

enum wgc_status wgc_crash_likelihood_init(struct wgc_crash_likelihood *likelihood,
                                          const struct wgc_manifest *manifest, struct wgc_err *err);
void wgc_crash_likelihood_free(struct wgc_crash_likelihood *likelihood);

/* The case crashed, or it ran and did not. */
void wgc_crash_likelihood_note_run(struct wgc_crash_likelihood *likelihood,
                                   const struct wgc_case *item, bool crashed);
bool wgc_crash_likelihood_run_is_high(const struct wgc_crash_likelihood *likelihood,
                                      const struct wgc_case *item);

/* A worker built the case's kernel and crashed, or did not. Only builds of one kernel count, and
 * those where the compiler named this kernel. */
void wgc_crash_likelihood_note_build(struct wgc_crash_likelihood *likelihood,
                                     const struct wgc_case *item, bool crashed);
bool wgc_crash_likelihood_build_is_high(const struct wgc_crash_likelihood *likelihood,
                                        const struct wgc_case *item);

#endif
