/* The results in the shape that OpenCL-CTS writes to $CL_CONFORMANCE_RESULTS_FILENAME, for its
 * compare script. */
#ifndef WGC_REPORTS_CTS_SHAPE_H
#define WGC_REPORTS_CTS_SHAPE_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/*
 * Appends {"cmd": "wgconform", "args": "...", "results": {NAME: "pass" | "fail" | "skip"}}. The
 * file has the results without waivers: waived is fail, unexpected_pass is pass, every other bad
 * state fail. A case without a result is not in it.
 */
enum wgc_status wgc_cts_shape_put(struct wgc_buf *out, const struct wgc_record *record,
                                  struct wgc_err *err);

#endif
