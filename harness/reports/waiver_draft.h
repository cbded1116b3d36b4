/* A draft of waivers for what failed in a report: schemas/waivers.schema.json describes the file.
 */
#ifndef WGC_REPORTS_WAIVER_DRAFT_H
#define WGC_REPORTS_WAIVER_DRAFT_H

#include "base/buf.h"
#include "record/record.h"

/*
 * Appends the file: a waiver for each run of neighbouring results of one function and type that
 * ended alike, for the report's device and driver version. Its reason is what was found, for a
 * person to put the cause in its place. Returns how many waivers there are.
 */
size_t wgc_waiver_draft_put(struct wgc_buf *out, const struct wgc_record *record);

#endif
