/* --unadvertised: what a device does with functions that it does not claim. Never part of the
 * verdicts. */
#ifndef WGC_CLI_UNADVERTISED_H
#define WGC_CLI_UNADVERTISED_H

#include "base/buf.h"
#include "plan/plan.h"
#include "record/record.h"
#include "supervisor/supervisor.h"

/*
 * Runs the cases of the plan whose function the device does not claim. One plain case of each
 * signature comes first; the others run only where that one was accepted, as what the compiler
 * refuses once it refuses in every case. A type or a form that the device lacks is no function:
 * those cases stay out.
 *
 * Puts a JSON array into record->unadvertised, an object for each signature: function, type, the
 * number of cases that works, accepted_and_wrong, rejected, crashed and not_run count; answer, the
 * first of "accepted and wrong", "crashed", "rejected", "works" and "not run" that counts a case;
 * example, the name of such a case; detail, its reason, or "". base gives program, device and the
 * like.
 */
enum wgc_status wgc_unadvertised_run(const struct wgc_manifest *manifest,
                                     const struct wgc_plan *plan,
                                     const struct wgc_device_info *device,
                                     const struct wgc_run_options *base, struct wgc_record *record,
                                     struct wgc_err *err);

/* Appends the table of answers and functions of record->unadvertised. */
void wgc_unadvertised_table(const struct wgc_record *record, struct wgc_buf *out);

#endif
