/* The parts of the program of a call in which the sub-group local ids of the active work-items
 * count, and of a case that depends on the sizes of sub-groups. */
#ifndef WGC_REPRO_REPRO_LANES_H
#define WGC_REPRO_REPRO_LANES_H

#include "base/buf.h"
#include "base/err.h"
#include "suite/manifest.h"
#include "trial/trial.h"

/* Whether the call of the trial is one of these. */
bool wgc_repro_has_lanes(const struct wgc_trial *trial);

/*
 * Makes the arguments and activities of the trial as for sub-groups of that many work-items, in the
 * order of their linear local ids. The program judges by the sub-groups that the kernel found; with
 * others fewer results are defined. 0: of the likely size, and arguments that must be the same in a
 * sub-group are the same in a work-group.
 */
enum wgc_status wgc_repro_assume(struct wgc_trial *trial, size_t sub_group_size,
                                 struct wgc_err *err);

/* Appends what aux holds, as a comment. */
void wgc_repro_put_lanes_comment(struct wgc_buf *out, const struct wgc_trial *trial);
/* Appends the code that judges a call. */
void wgc_repro_put_lanes(struct wgc_buf *out, const struct wgc_signature *signature,
                         const struct wgc_trial *trial);
/* Appends the code that judges the sizes of sub-groups. */
void wgc_repro_put_sizes(struct wgc_buf *out, const struct wgc_form *form,
                         const struct wgc_trial *trial);

#endif
