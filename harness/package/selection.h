/* Whether a report is of all that there is to run. Pure. */
#ifndef WGC_PACKAGE_SELECTION_H
#define WGC_PACKAGE_SELECTION_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"
#include "suite/manifest.h"

/*
 * Appends to *problems a line for each of these: the functions were not the device's own; the suite
 * was another than this manifest, so that nothing more can be told; cases of the profile are not in
 * the report, or cases of no profile are; a function for a type was skipped altogether though the
 * device has all that it needs, by its own answers in the report.
 *
 * Single cases may be skipped for what only the compiled kernel tells (CL_KERNEL_WORK_GROUP_SIZE):
 * *notes says how many were.
 */
enum wgc_status wgc_selection_check(const struct wgc_manifest *manifest,
                                    const struct wgc_record *record, struct wgc_buf *problems,
                                    struct wgc_buf *notes, struct wgc_err *err);

#endif
