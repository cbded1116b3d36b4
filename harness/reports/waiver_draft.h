/* A draft of waivers for the failures of a report; schemas/waivers.schema.json describes the file.
 */
#ifndef WGC_REPORTS_WAIVER_DRAFT_H
#define WGC_REPORTS_WAIVER_DRAFT_H

#include "base/buf.h"
#include "record/record.h"

/*
 * Appends the file: a waiver for each cause of failures (causes/causes.h), with its id and
 * the names of its cases, for the report's device and driver version. Its reason is the cause's
 * title, which a person should reword. Returns the number of waivers.
 */
size_t wgc_waiver_draft_put(struct wgc_buf *out, const struct wgc_record *record);

#endif
