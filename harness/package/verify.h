/* The verdict on a submission package. Pure. */
#ifndef WGC_PACKAGE_VERIFY_H
#define WGC_PACKAGE_VERIFY_H

#include "package/parts.h"
#include "record/record.h"
#include "suite/manifest.h"

/* Each text has a line for every problem; an empty one is a yes. All zero before. */
struct wgc_verdict {
    struct wgc_buf complete;   /* every case selected has a result, every file is there */
    struct wgc_buf unmodified; /* the checksums are right, the files agree with each other, and
                                  there is no other file */
    struct wgc_buf unfiltered; /* see selection.c */
    struct wgc_buf official;   /* see official.h */
    struct wgc_buf details;    /* every field of the submission details is filled in */
    struct wgc_buf notes;      /* remarks that are no problem */
};

/*
 * Judges a sorted bundle against the suite of this program. A bundle without a report or
 * without checksums, or one whose report cannot be read, is WGC_ERR_INPUT. On success *record, the
 * report in it, is owned by the caller.
 */
enum wgc_status wgc_package_verify(const struct wgc_bundle *bundle,
                                   const struct wgc_manifest *manifest, struct wgc_verdict *verdict,
                                   struct wgc_record **record, struct wgc_err *err);

void wgc_verdict_free(struct wgc_verdict *verdict);

#endif
