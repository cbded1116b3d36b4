/* Whether a report has every case of its profile. Pure. */
#ifndef WGC_PACKAGE_SELECTION_H
#define WGC_PACKAGE_SELECTION_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"
#include "suite/manifest.h"

/*
 * Appends to *problems a line for each of these: the functions were not the device's own; the suite
 * differs from this manifest, so nothing more can be checked; cases of the profile are missing in
 * the report, or the report has others; all cases of a function for a type were skipped, though the
 * device has the required features by its properties in the report.
 *
 * Single cases may be skipped for a limit of the compiled kernel (CL_KERNEL_WORK_GROUP_SIZE):
 * *notes gets a line with their number.
 */
enum wgc_status wgc_selection_check(const struct wgc_manifest *manifest,
                                    const struct wgc_record *record, struct wgc_buf *problems,
                                    struct wgc_buf *notes, struct wgc_err *err);

#endif
