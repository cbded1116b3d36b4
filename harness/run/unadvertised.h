/* --unadvertised: runs functions that the device does not advertise. Never part of the verdicts. */
#ifndef WGC_RUN_UNADVERTISED_H
#define WGC_RUN_UNADVERTISED_H

#include "base/buf.h"
#include "plan/plan.h"
#include "record/record.h"
#include "supervisor/supervisor.h"

/*
 * Runs the cases of the plan whose function the device does not advertise. One plain case of each
 * signature runs first; the others run only if the compiler accepted it, because a compiler that
 * rejects one case rejects all. Cases whose type or form the device lacks are left out.
 *
 * Sets record->unadvertised to a JSON array with one object per signature: function, type, the
 * counts works, accepted_and_wrong, rejected, crashed and not_run; answer, the first of "accepted
 * and wrong", "crashed", "rejected", "works" and "not run" with a case; example, the name of one
 * of its cases; detail, the reason of that case, or "". base has the program, the device and the
 * other options.
 */
enum wgc_status wgc_unadvertised_run(const struct wgc_manifest *manifest,
                                     const struct wgc_plan *plan,
                                     const struct wgc_device_info *device,
                                     const struct wgc_run_options *base, struct wgc_record *record,
                                     struct wgc_err *err);

/* Appends the table of answers and functions of record->unadvertised. */
void wgc_unadvertised_table(const struct wgc_record *record, struct wgc_buf *out);

#endif
