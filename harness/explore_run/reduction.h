/* The reduction of one failing program: its variants as items of rounds, and what follows from
 * their results. */
#ifndef WGC_EXPLORE_RUN_REDUCTION_H
#define WGC_EXPLORE_RUN_REDUCTION_H

#include "explore_run/findings.h"
#include "explore_run/reducer.h"
#include "explore_run/round.h"
#include "explore_run/variants.h"

/* Variants of a program that run at once at most. */
enum { WGC_REDUCTION_TRIALS = 32 };

struct wgc_reduction {
    size_t finding; /* its place in the findings */
    struct wgc_program_variants variants;
    struct wgc_variant_source source;
    struct wgc_reducer reducer;
    bool confirmed;      /* the program failed again */
    bool isolated;       /* each variant runs in a new process */
    size_t width;        /* variants of the next round */
    size_t first, count; /* its items in the round */
};

enum wgc_status wgc_reduction_start(struct wgc_reduction *reduction,
                                    const struct wgc_findings *findings, size_t finding,
                                    bool isolated, struct wgc_err *err);
/* Moves a reduction; *from is then unused. */
void wgc_reduction_move(struct wgc_reduction *to, struct wgc_reduction *from);
void wgc_reduction_free(struct wgc_reduction *reduction);

/* The texts of the next round: first the program itself, then variants of it. Sets their number,
 * 0 at the end, and calls add for each. */
void wgc_reduction_next(struct wgc_reduction *reduction, const struct wgc_finding *finding,
                        void (*add)(void *context, const struct wgc_buf *text), void *context);

/* Takes the results of its items. false: the program passed when it ran again. */
bool wgc_reduction_report(struct wgc_reduction *reduction, struct wgc_finding *finding,
                          struct wgc_round_item *item);

/* Whether the item failed as the finding did. */
bool wgc_reduction_is_same(const struct wgc_round_item *item, const struct wgc_finding *finding);

/* Enters the smallest program, its shape and its functions into the finding. */
enum wgc_status wgc_reduction_finish(struct wgc_reduction *reduction, struct wgc_finding *finding,
                                     struct wgc_err *err);

#endif
