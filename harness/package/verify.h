/* What is to be said of a submission package. Pure. */
#ifndef WGC_PACKAGE_VERIFY_H
#define WGC_PACKAGE_VERIFY_H

#include "package/bundle.h"
#include "record/record.h"
#include "suite/manifest.h"

/* Each text has a line for everything that is wrong; an empty one says yes. All zero before. */
struct wgc_verdict {
    struct wgc_buf complete;   /* every case selected has a result, every file is there */
    struct wgc_buf unmodified; /* the checksums are right, and the files agree with each other */
    struct wgc_buf unfiltered; /* see selection.h */
    struct wgc_buf notes;      /* what a reader should know, and that is no answer */
};

/*
 * Judges a bundle, which is sorted, against the suite that is here. A bundle without a report or
 * without checksums, or one whose report cannot be read, is WGC_ERR_INPUT. On success *record, the
 * report in it, is owned by the caller.
 */
enum wgc_status wgc_package_verify(const struct wgc_bundle *bundle,
                                   const struct wgc_manifest *manifest, struct wgc_verdict *verdict,
                                   struct wgc_record **record, struct wgc_err *err);

void wgc_verdict_free(struct wgc_verdict *verdict);

#endif
