/* --probe-unadvertised: what a device does with functions that it does not advertise. Never part of
 * the verdicts. */
#ifndef WGC_CLI_PROBE_H
#define WGC_CLI_PROBE_H

#include "base/buf.h"
#include "plan/plan.h"
#include "record/record.h"
#include "supervisor/supervisor.h"

/*
 * Runs one plain case of each signature that the plan holds and whose function the device does not
 * advertise, and puts into record->probe a JSON array of {name, answer, detail}: answer is
 * "rejected" (the compiler or the launch refused it), "works", "accepted and wrong", "crashed", or
 * "not asked" where it did not come to that. A type or a form that the device lacks is no function:
 * those stay out. base gives program, device and the like.
 */
enum wgc_status wgc_probe_run(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                              const struct wgc_device_info *device,
                              const struct wgc_run_options *base, struct wgc_record *record,
                              struct wgc_err *err);

/* Appends the table function x answer of record->probe. */
void wgc_probe_table(const struct wgc_record *record, struct wgc_buf *out);

#endif
