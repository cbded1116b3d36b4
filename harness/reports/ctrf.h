/* The report in the Common Test Report Format (JSON), version 1.0.0. */
#ifndef WGC_REPORTS_CTRF_H
#define WGC_REPORTS_CTRF_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/*
 * Appends the document: a test for each case, in the record's order, with the state as rawStatus.
 * pass is passed, skip skipped, waived other, a bad state failed. Times are milliseconds. The
 * device is in results.environment.extra under "wgconform"; healthy is false when the report is not
 * complete.
 */
enum wgc_status wgc_ctrf_put(struct wgc_buf *out, const struct wgc_record *record,
                             struct wgc_err *err);

#endif
