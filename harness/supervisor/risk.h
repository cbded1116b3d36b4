/*
 * Which cases are likely to kill their worker: those with the same form and shape as ones that did,
 * and, where it died while it built a kernel, those whose kernels have the same function and type.
 * A death in a batch costs two new workers or more, and what the batch had built; alone it costs
 * one. So what resembles the dead is run alone at once, as long as most of it dies. Pure.
 */
#ifndef WGC_SUPERVISOR_RISK_H
#define WGC_SUPERVISOR_RISK_H

#include <stdbool.h>

#include "base/err.h"
#include "plan/plan.h"

struct wgc_risk {
    size_t shapes;
    unsigned char *score;                /* for each form and shape: deaths less survivals */
    const struct wgc_manifest *manifest; /* borrowed */
    unsigned char *build;                /* the score of each signature's kin */
    size_t
        *kin; /* of each signature: the first one, itself perhaps, with its type and a name that its
                 own begins with, as that of a broadcast in 2D does; found at the first death */
    bool any_build;
};

enum wgc_status wgc_risk_init(struct wgc_risk *risk, const struct wgc_manifest *manifest,
                              struct wgc_err *err);
void wgc_risk_free(struct wgc_risk *risk);

/* A case like this one died when it was alone, or survived. */
void wgc_risk_note(struct wgc_risk *risk, const struct wgc_case *item, bool died);
bool wgc_risk_is_high(const struct wgc_risk *risk, const struct wgc_case *item);

/* Building a kernel like this case's killed a worker that built nothing else, or went well. */
void wgc_risk_note_build(struct wgc_risk *risk, const struct wgc_case *item, bool died);
bool wgc_risk_build_is_high(const struct wgc_risk *risk, const struct wgc_case *item);

#endif
