/*
 * The failing programs of an exploration, and which of them to reduce, in which order: a few of
 * each cause are, the others are taken for the same cause. Pure.
 */
#ifndef WGC_EXPLORE_RUN_FINDINGS_H
#define WGC_EXPLORE_RUN_FINDINGS_H

#include "base/buf.h"
#include "record/record.h"

enum wgc_finding_state {
    WGC_FINDING_NEW,
    WGC_FINDING_ACTIVE, /* its reduction has begun */
    WGC_FINDING_REDUCED,
    WGC_FINDING_SAME,   /* taken for the cause of reduced ones */
    WGC_FINDING_PASSED, /* passed when it ran again */
    WGC_FINDING_LEFT,   /* neither reduced nor known: there was no time for it */
};

struct wgc_finding {
    size_t result; /* its place in the record */
    enum wgc_finding_state state;
    enum wgc_state failure; /* before its reduction */
    struct wgc_buf text;    /* the program; owned */
    struct wgc_buf kind;    /* of its failure (failure_kind.h); owned */
    bool any_place;         /* the kind is without the place: the program crashes at several */
    uint64_t collectives;   /* that it calls (shape.h) */
    struct wgc_buf reduced; /* owned; empty unless REDUCED */
    struct wgc_result last; /* of the reduced program; owned */
    char *shape;            /* of the reduced program; owned, or NULL */
    uint64_t reduced_collectives;
    size_t tried, lines; /* programs that the reduction ran; lines of the reduced program */
};

struct wgc_findings {
    size_t count;
    struct wgc_finding *item;
};

/* Adds a finding with copies of text and kind; NULL without memory. */
struct wgc_finding *wgc_findings_add(struct wgc_findings *findings, size_t result,
                                     enum wgc_state failure, const struct wgc_buf *text,
                                     const char *kind, uint64_t collectives);
void wgc_findings_free(struct wgc_findings *findings);

/*
 * Takes a new finding for the cause of reduced ones, if at least so many of one cause have its kind
 * and call only functions that it calls, too: state and shape are set. false: it is to be reduced.
 * Wrong values of reduced programs that call no collective function are nothing to go by.
 */
bool wgc_finding_is_known(const struct wgc_findings *findings, struct wgc_finding *finding,
                          size_t reductions, bool *no_memory);

/*
 * The new finding to reduce next; NULL: there is none. Causes take turns: first a finding of a
 * cause with the fewest reductions, among these wrong values before crashes and timeouts, then the
 * smallest program. Findings that are known get their cause, as above.
 */
struct wgc_finding *wgc_findings_next(struct wgc_findings *findings, size_t reductions,
                                      bool *no_memory);

#endif
